//! Which member a call means, and calls of pure methods.

use base::Diagnostic;

use super::Routine;
use super::cx::{Cx, Mode, Typed};
use crate::core::{self, CollectionOp, Expr, ExprKind};
use crate::java::Result;
use crate::java::ast::{self, Name, Receiver, Span};
use crate::java::table::{ClassId, MethodId, PredicateId};
use crate::java::types::Type;

/// What a call is sent to.
pub enum Target {
    Object(Typed),
    Class(ClassId),
    /// The version of the direct superclass, on `this`.
    Super(Typed, ClassId),
}

impl Cx<'_, '_> {
    /// The target of a call whose receiver expression is lowered by `value`.
    pub fn target(
        &mut self,
        receiver: &Receiver,
        span: Span,
        value: impl FnOnce(&mut Self, &ast::Expr) -> Result<Typed>,
    ) -> Result<Target> {
        match receiver {
            Receiver::Implicit => match (self.this, self.class) {
                (Some(_), _) => Ok(Target::Object(self.this_as_owner(span)?)),
                (None, Some(class)) => Ok(Target::Class(class)),
                (None, None) => Err(self.error(span, "no-this", "there is no `this` here")),
            },
            Receiver::Expr(object) => match self.class_of_name(object) {
                Some(class) => Ok(Target::Class(class)),
                None => Ok(Target::Object(value(self, object)?)),
            },
            Receiver::Super => {
                let class = self.class.expect("`super` stands in a class");
                let parent = self.build.table.classes[class].supers.first().copied();
                let parent =
                    parent.ok_or_else(|| self.error(span, "unknown-name", "there is no superclass here"))?;
                Ok(Target::Super(self.this(span)?, parent))
            }
        }
    }

    /// The class in which a target's methods are looked for.
    pub fn target_class(&self, target: &Target, span: Span) -> Result<ClassId> {
        match target {
            Target::Class(class) | Target::Super(_, class) => Ok(*class),
            Target::Object(object) => {
                let class = match &object.ty {
                    Type::Class(name, _) => self.build.table.class_named(name),
                    _ => None,
                };
                class.ok_or_else(|| {
                    self.error(
                        span,
                        "unknown-member",
                        format!("nothing is known about members of `{}`", object.ty),
                    )
                })
            }
        }
    }

    /// The method that a call means.
    pub fn find_method(
        &self,
        class: ClassId,
        name: &Name,
        args: &[Type],
        is_static: bool,
    ) -> Result<MethodId> {
        let table = self.build.table;
        self.check_read(class, name)?;
        let mut candidates = table.methods_named(class, &name.text, args.len());
        candidates.retain(|&method| !is_static || table.methods[method].decl.modifiers.is_static);
        self.check_private(&candidates, name.span)?;
        let found = self.most_specific(candidates, args, name.span)?;
        found.ok_or_else(|| self.unknown_method(class, name, args.len()))
    }

    /// A member that could not be read may be the one that is meant.
    pub fn check_read(&self, class: ClassId, name: &Name) -> Result<()> {
        if self.build.table.is_unread(class, &name.text) {
            let message = format!("a member named `{}` has a problem", name.text);
            return Err(self.error(name.span, "unusable-contract", message));
        }
        Ok(())
    }

    /// Whether a private member takes part in overload resolution depends on which class encloses which; where that
    /// may matter, nothing is said.
    pub fn check_private(&self, candidates: &[MethodId], span: Span) -> Result<()> {
        let is_foreign = |&method: &MethodId| {
            let info = &self.build.table.methods[method];
            info.decl.modifiers.is_private && Some(info.class) != self.class
        };
        if candidates.len() > 1 && candidates.iter().any(is_foreign) {
            let message = "which of the overloaded members is called here cannot be told: one is private";
            return Err(self.error(span, "ambiguous-call", message));
        }
        Ok(())
    }

    /// The method or constructor a call means [JLS 15.12.2.5]: the most specific of those that take the arguments. Where
    /// only one has the name and the number of parameters, it is that one, whatever the types of generic parameters.
    pub fn most_specific(
        &self,
        candidates: Vec<MethodId>,
        args: &[Type],
        span: Span,
    ) -> Result<Option<MethodId>> {
        if candidates.len() < 2 {
            return Ok(candidates.first().copied());
        }
        let table = self.build.table;
        if args.iter().any(|arg| self.is_bounded(arg)) {
            let message = "which of the overloaded members is called here depends on the bound of a type parameter, \
                           which cannot be verified yet";
            return Err(self.error(span, "ambiguous-call", message));
        }
        let takes = |method: MethodId, types: &[Type]| {
            table.methods[method].params.iter().zip(types).all(|(param, ty)| self.accepts(param, ty))
        };
        let same = candidates.iter().copied().find(|&method| table.methods[method].params == args);
        if same.is_some() {
            return Ok(same);
        }
        let fitting: Vec<_> = candidates.into_iter().filter(|&method| takes(method, args)).collect();
        let beats_all =
            |&method: &MethodId| fitting.iter().all(|&other| takes(other, &table.methods[method].params));
        let best: Vec<_> = fitting.iter().copied().filter(beats_all).collect();
        match best[..] {
            [best] => Ok(Some(best)),
            _ => Err(self.error(
                span,
                "ambiguous-call",
                "which of the overloaded members is called here cannot be told",
            )),
        }
    }

    /// Whether a type is, or has elements of, a type parameter with a bound.
    pub fn is_bounded(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(name, _) => {
                self.build.table.classes.iter().any(|class| class.decl.bounded.contains(name))
            }
            Type::Array(element) => self.is_bounded(element),
            _ => false,
        }
    }

    fn accepts(&self, param: &Type, arg: &Type) -> bool {
        let loose = self.mode == Mode::Contract && param.number().is_some() && arg.number().is_some();
        match (param, arg) {
            // Java's arrays are of the types above theirs, too, which matters for the choice; using them so is refused later.
            (Type::Array(param), Type::Array(arg)) if param.is_reference() && arg.is_reference() => {
                self.accepts(param, arg)
            }
            _ => loose || self.build.table.assignable(arg, param),
        }
    }

    fn unknown_method(&self, class: ClassId, name: &Name, arity: usize) -> Box<Diagnostic> {
        let class_name = &self.build.table.classes[class].decl.name.text;
        if self.build.table.predicate(class, &name.text).is_some() {
            let message = format!("`{}` is a predicate: it says what is owned and has no value", name.text);
            return self.error(name.span, "predicate-as-value", message);
        }
        let message = format!("`{class_name}` has no method `{}` with {arity} parameters", name.text);
        self.error(name.span, "unknown-member", message)
    }

    /// A call in a contract.
    pub fn pure_call(
        &mut self,
        receiver: &Receiver,
        name: &Name,
        args: &[ast::Expr],
        given: &[(Name, ast::Expr)],
        span: Span,
    ) -> Result<Typed> {
        let target = self.target(receiver, span, Self::pure)?;
        let args = args.iter().map(|arg| self.pure(arg)).collect::<Result<Vec<_>>>()?;
        if let Target::Object(object) = &target
            && matches!(object.ty, Type::Seq(_) | Type::Set(_) | Type::Multiset(_))
        {
            return self.collection_call(object.clone(), name, args, span);
        }
        let class = self.target_class(&target, name.span)?;
        let types: Vec<_> = args.iter().map(|arg| arg.ty.clone()).collect();
        let method = self.find_method(class, name, &types, matches!(target, Target::Class(_)))?;
        let given = self.given_arguments(method, given, span)?;
        self.apply(method, target, args, given, span)
    }

    /// Values for the ghost parameters, in the order of their declaration.
    pub fn given_arguments(
        &mut self,
        method: MethodId,
        given: &[(Name, ast::Expr)],
        span: Span,
    ) -> Result<Vec<Typed>> {
        let contract = self.build.table.methods[method].contract;
        let info = &self.build.table.methods[contract];
        if let Some((name, _)) = given
            .iter()
            .find(|(name, _)| !info.decl.contract.given.iter().any(|param| param.name.text == name.text))
        {
            return Err(self.error(
                name.span,
                "unknown-name",
                format!("there is no ghost parameter `{}`", name.text),
            ));
        }
        let mut out = Vec::new();
        for (param, ty) in info.decl.contract.given.iter().zip(&info.given) {
            let Some((name, value)) = given.iter().find(|(name, _)| name.text == param.name.text) else {
                let message = format!("a value for the ghost parameter `{}` is missing", param.name.text);
                return Err(self
                    .error(span, "missing-ghost-argument", message)
                    .help(format!("write `/*@ with {} = … @*/` after the call", param.name.text))
                    .into());
            };
            let value = self.in_mode(Mode::Contract, |cx| {
                let value = cx.pure(value)?;
                cx.coerce(value, ty, name.span)
            })?;
            out.push(value);
        }
        Ok(out)
    }

    /// Refuses a ghost method in code that runs.
    pub fn refuse_ghost(&self, method: MethodId, span: Span) -> Result<()> {
        let decl = self.build.table.methods[method].decl;
        if decl.is_ghost && self.mode == Mode::Code {
            let message = format!("`{}` is ghost: it does not exist when the program runs", decl.name.text);
            return Err(self.error(span, "ghost-in-code", message));
        }
        Ok(())
    }

    /// The object that a method is called on; none if it is static.
    pub fn receiver(&mut self, method: MethodId, target: Target, span: Span) -> Result<Option<Typed>> {
        if self.build.table.methods[method].decl.modifiers.is_static {
            return Ok(None);
        }
        match target {
            Target::Object(object) => Ok(Some(object)),
            Target::Super(object, _) => {
                self.check_super_call(method, span)?;
                Ok(Some(object))
            }
            Target::Class(_) => Err(self.error(span, "no-this", "this method needs an object")),
        }
    }

    /// A call of a pure method as a function application.
    pub fn apply(
        &mut self,
        method: MethodId,
        target: Target,
        args: Vec<Typed>,
        given: Vec<Typed>,
        span: Span,
    ) -> Result<Typed> {
        let place = self.place(span);
        let info = &self.build.table.methods[method];
        let Routine::Function(function) = self.build.routines[method] else {
            let message = format!("`{}` is not pure, so it cannot be called here", info.name);
            return Err(self
                .error(span, "impure-contract", message)
                .help("mark it `//@ pure` if it only computes a value")
                .into());
        };
        self.refuse_ghost(method, span)?;
        self.rely_on_method(method, span)?;
        let mut arguments = Vec::new();
        let mut owner = Type::object();
        if let Some(object) = self.receiver(method, target, span)? {
            owner = object.ty.clone();
            arguments.push(self.checked_not_null(object, span).expr);
        }
        let result = self.member_type(&info.result, info.class, &owner);
        let params: Vec<_> =
            info.params.iter().map(|param| self.member_type(param, info.class, &owner)).collect();
        for (arg, param) in args.into_iter().zip(&params) {
            arguments.push(self.coerce(arg, param, span)?.expr);
        }
        arguments.extend(given.into_iter().map(|value| value.expr));
        self.check_escape(&arguments, span)?;
        if let Some(expr) = self.checked_recursion(method, arguments.clone(), span)? {
            return Ok(Typed { expr, ty: result });
        }
        Ok(Typed { expr: Expr::new(ExprKind::Apply(function, arguments), result.core(), &place), ty: result })
    }

    /// `super.m()` runs a body verified for other definitions of the predicates, where subclasses define them anew.
    pub fn check_super_call(&self, method: MethodId, span: Span) -> Result<()> {
        let table = self.build.table;
        let is_overridden = self.build.is_pure(method) && !table.overriders(method).is_empty();
        if is_overridden || self.build.has_families(table.methods[method].class) {
            let message = "`super.` where a predicate or pure method is overridden cannot be verified yet";
            return Err(self.error(span, "unsupported-java", message));
        }
        Ok(())
    }

    /// Operations on mathematical collections written as calls.
    fn collection_call(&mut self, object: Typed, name: &Name, args: Vec<Typed>, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let ty = object.ty.clone();
        let (op, result) = match (name.text.as_str(), args.len(), &ty) {
            ("length" | "size", 0, _) => (CollectionOp::Length, Type::INTEGER),
            ("update", 2, Type::Seq(_)) => (CollectionOp::Update, ty.clone()),
            ("take", 1, Type::Seq(_)) => (CollectionOp::Take, ty.clone()),
            ("drop", 1, Type::Seq(_)) => (CollectionOp::Drop, ty.clone()),
            ("union", 1, Type::Set(_) | Type::Multiset(_)) => (CollectionOp::Union, ty.clone()),
            ("intersection", 1, Type::Set(_) | Type::Multiset(_)) => (CollectionOp::Intersection, ty.clone()),
            ("minus", 1, Type::Set(_) | Type::Multiset(_)) => (CollectionOp::Difference, ty.clone()),
            ("subset", 1, Type::Set(_) | Type::Multiset(_)) => (CollectionOp::Subset, Type::Boolean),
            ("contains", 1, Type::Seq(_) | Type::Set(_)) => (CollectionOp::Contains, Type::Boolean),
            ("count", 1, Type::Multiset(_)) => (CollectionOp::Contains, Type::INTEGER),
            _ => {
                let message = format!("`{ty}` has no operation `{}` with {} operands", name.text, args.len());
                return Err(self.error(name.span, "unknown-member", message));
            }
        };
        let mut operands: Vec<_> =
            std::iter::once(object.expr).chain(args.into_iter().map(|arg| arg.expr)).collect();
        if op == CollectionOp::Contains {
            operands.reverse();
        }
        let expr = Expr::new(ExprKind::Collection(op, operands), result.core(), &place);
        Ok(Typed { expr, ty: result })
    }

    /// The predicate a call means and its arguments, the object first; `None` if it means none.
    pub fn predicate_call(&mut self, call: &ast::Expr) -> Result<Option<(PredicateId, Vec<Expr>)>> {
        let ast::ExprKind::Call { receiver, method: name, args, .. } = &*call.kind else { return Ok(None) };
        if !self.names_predicate(&name.text) {
            return Ok(None);
        }
        let target = self.target(receiver, call.span, Self::pure)?;
        let Ok(class) = self.target_class(&target, name.span) else { return Ok(None) };
        let Some(predicate) = self.build.table.predicate(class, &name.text) else { return Ok(None) };
        self.rely_on_predicate(predicate, call.span)?;
        let info = &self.build.table.predicates[predicate];
        let mut arguments = Vec::new();
        let mut owner = Type::object();
        match target {
            _ if info.decl.is_static => {}
            Target::Object(object) => {
                owner = object.ty.clone();
                arguments.push(object.expr);
            }
            Target::Super(..) => {
                return Err(self.error(
                    call.span,
                    "unsupported-java",
                    "`super.` before a predicate cannot be verified yet",
                ));
            }
            Target::Class(_) => {
                return Err(self.error(call.span, "no-this", "this predicate needs an object"));
            }
        }
        if args.len() != info.params.len() {
            let message =
                format!("`{}` takes {} arguments, not {}", name.text, info.params.len(), args.len());
            return Err(self.error(call.span, "wrong-arguments", message));
        }
        for (arg, param) in args.iter().zip(&info.params) {
            let value = self.pure(arg)?;
            let param = self.member_type(param, info.class, &owner);
            arguments.push(self.coerce(value, &param, arg.span)?.expr);
        }
        self.check_escape(&arguments, call.span)?;
        Ok(Some((predicate, arguments)))
    }

    fn names_predicate(&self, name: &str) -> bool {
        self.build.table.predicates.iter().any(|predicate| predicate.decl.name.text == name)
    }

    /// A predicate instance as a part of the heap.
    pub fn predicate_resource(&mut self, call: &ast::Expr) -> Result<core::Resource> {
        match self.predicate_call(call)? {
            Some((predicate, arguments)) => {
                let predicate = self.build.predicates[predicate];
                Ok(core::Resource::Predicate { predicate, arguments })
            }
            None => {
                let name = match &*call.kind {
                    ast::ExprKind::Call { method, .. } => method.clone(),
                    _ => {
                        return Err(self.error(
                            call.span,
                            "contract-syntax",
                            "expected a predicate such as `x.valid()`",
                        ));
                    }
                };
                Err(self.error(
                    name.span,
                    "unknown-predicate",
                    format!("no predicate is named `{}` here", name.text),
                ))
            }
        }
    }
}
