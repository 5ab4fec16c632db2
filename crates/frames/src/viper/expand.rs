//! Macros (`define`): each use is replaced by the macro's body with the arguments in place of the parameters.
//!
//! What a body binds or declares itself (variables of quantifiers and `let`, locals, labels) gets a name nobody can write, so
//! that it captures nothing of an argument; a body's free names mean what they mean where the macro is used. Everything
//! that comes out of a body has the place of the use. A macro that uses itself is an error, and so is one that makes the
//! program larger or deeper than any reader would want.

use std::rc::Rc;

use base::{Diagnostic, Place};
use rustc_hash::{FxHashMap, FxHashSet};

use super::syntax::{
    Exp, ExpKind, File, Macro, MacroBody, Measure, MeasureKind, Name, Statement, StatementKind, TypeName,
    Value, Variable,
};

/// How many nodes macros may add to a program.
const MAX_NODES: u32 = 1_000_000;

/// How deep trees may nest once macros are expanded.
const MAX_DEPTH: u32 = 1_200;

type Expanded<T> = Result<T, Diagnostic>;

/// Replaces every use of a macro in a file.
pub fn expand(file: &mut File) -> Expanded<()> {
    let mut expander = Expander::default();
    for found in std::mem::take(&mut file.macros) {
        expander.declare(found)?;
    }
    let is_idle = expander.macros.is_empty();
    expander.check_declared()?;
    for method in &mut file.methods {
        let mut local = Vec::new();
        if let Some(body) = &mut method.body {
            collect(body, &mut local);
        }
        if is_idle && local.is_empty() {
            continue;
        }
        let outside = expander.macros.clone();
        for found in local {
            expander.declare(found)?;
        }
        expander.check_declared()?;
        let names = method.params.iter().chain(&method.returns).map(|variable| &variable.name);
        names.chain([&method.name]).try_for_each(|name| expander.refuse_macro_name(name))?;
        expander.variables(&mut method.params)?;
        expander.variables(&mut method.returns)?;
        expander.all(&mut method.requires)?;
        expander.all(&mut method.ensures)?;
        expander.measures(&mut method.decreases)?;
        if let Some(body) = &mut method.body {
            *body = expander.block(body, &Use::none())?;
        }
        expander.macros = outside;
    }
    if is_idle { Ok(()) } else { expander.members(file) }
}

fn first_definition(block: &[Statement]) -> Option<&Name> {
    block.iter().find_map(|statement| match &statement.kind {
        StatementKind::Define(found) => Some(&found.name),
        StatementKind::If { then, otherwise, .. } => {
            first_definition(then).or_else(|| first_definition(otherwise))
        }
        StatementKind::While { body, .. } | StatementKind::Block(body) => first_definition(body),
        _ => None,
    })
}

/// Takes the macros of one method out of its statements.
fn collect(block: &mut Vec<Statement>, out: &mut Vec<Macro>) {
    for mut statement in std::mem::take(block) {
        match &mut statement.kind {
            StatementKind::Define(found) => {
                out.push((**found).clone());
                continue;
            }
            StatementKind::If { then, otherwise, .. } => {
                collect(then, out);
                collect(otherwise, out);
            }
            StatementKind::While { body, .. } | StatementKind::Block(body) => collect(body, out),
            _ => {}
        }
        block.push(statement);
    }
}

#[derive(Default)]
struct Expander {
    macros: FxHashMap<String, Rc<Macro>>,
    /// Macros being expanded, outermost first.
    active: Vec<String>,
    nodes: u32,
    depth: u32,
    /// How many names were made up.
    fresh: u32,
}

/// What the names of a macro's body mean at one of its uses; outside of macros, nothing.
struct Use {
    arguments: FxHashMap<String, Argument>,
    renamed: FxHashMap<String, String>,
    place: Option<Place>,
}

struct Argument {
    exp: Exp,
    height: u32,
}

impl Use {
    fn none() -> Self {
        Self { arguments: FxHashMap::default(), renamed: FxHashMap::default(), place: None }
    }

    fn place(&self, own: &Place) -> Place {
        self.place.as_ref().unwrap_or(own).clone()
    }

    /// The same use inside a binder of these names.
    fn binding(&self, bound: &[(String, String)]) -> Self {
        let mut arguments = FxHashMap::default();
        for (name, argument) in sorted(&self.arguments) {
            if bound.iter().all(|(own, _)| own != name) {
                let argument = Argument { exp: argument.exp.clone(), height: argument.height };
                arguments.insert(name.clone(), argument);
            }
        }
        let mut renamed = self.renamed.clone();
        for (own, fresh) in bound {
            renamed.remove(own);
            if own != fresh {
                renamed.insert(own.clone(), fresh.clone());
            }
        }
        Self { arguments, renamed, place: self.place.clone() }
    }
}

fn sorted<V>(map: &FxHashMap<String, V>) -> Vec<(&String, &V)> {
    let mut all: Vec<_> = map.keys().map(|name| (name, &map[name])).collect();
    all.sort_by_key(|(name, _)| *name);
    all
}

fn problem(code: &'static str, message: impl Into<String>, place: &Place) -> Diagnostic {
    Diagnostic::error(code, message.into()).at(place.clone())
}

impl Expander {
    fn declare(&mut self, found: Macro) -> Expanded<()> {
        let name = found.name.clone();
        if let MacroBody::Block(body) = &found.body
            && let Some(inner) = first_definition(body)
        {
            return Err(problem("misplaced-macro", "a macro inside a macro", &inner.place));
        }
        match self.macros.insert(name.text.clone(), Rc::new(found)) {
            None => Ok(()),
            Some(_) => {
                let message = format!("macro `{}` is defined twice", name.text);
                Err(problem("duplicate-macro", message, &name.place))
            }
        }
    }

    /// Whether macros use each other in a circle, used or not.
    fn check_declared(&self) -> Expanded<()> {
        let mut all: Vec<&Rc<Macro>> = self.macros.keys().map(|name| &self.macros[name]).collect();
        all.sort_by_key(|found| (found.name.place.line, found.name.place.column));
        let mut finished = FxHashSet::default();
        for found in all {
            self.check_circle(&found.name.text, &mut Vec::new(), &mut finished)?;
        }
        Ok(())
    }

    fn check_circle<'m>(
        &'m self,
        name: &'m str,
        path: &mut Vec<&'m str>,
        finished: &mut FxHashSet<&'m str>,
    ) -> Expanded<()> {
        if finished.contains(name) {
            return Ok(());
        }
        let found = &self.macros[name];
        if path.contains(&name) {
            let message = format!("macro `{name}` uses itself");
            return Err(problem("circular-macro", message, &found.name.place));
        }
        if path.len() as u32 > MAX_DEPTH {
            return Err(problem("nested-too-deep", "macros that use each other too deep", &found.name.place));
        }
        path.push(name);
        let mut mentioned = Vec::new();
        match &found.body {
            MacroBody::Exp(body) => mentions(body, &mut mentioned),
            MacroBody::Block(body) => mentions_of_block(body, &mut mentioned),
        }
        for other in mentioned {
            let is_param = found.params.iter().any(|param| param.text == other);
            if let (false, Some((known, _))) = (is_param, self.macros.get_key_value(&other)) {
                self.check_circle(known, path, finished)?;
            }
        }
        path.pop();
        finished.insert(name);
        Ok(())
    }

    fn refuse_macro_name(&self, name: &Name) -> Expanded<()> {
        match self.macros.contains_key(&name.text) {
            true => Err(problem("duplicate-name", format!("`{}` is declared twice", name.text), &name.place)),
            false => Ok(()),
        }
    }

    fn members(&mut self, file: &mut File) -> Expanded<()> {
        for field in &mut file.fields {
            self.refuse_macro_name(&field.name)?;
            self.variables(std::slice::from_mut(field))?;
        }
        for function in &mut file.functions {
            self.refuse_macro_name(&function.name)?;
            self.variables(&mut function.params)?;
            function.result = self.ty(&function.result, &Use::none())?;
            self.all(&mut function.requires)?;
            self.all(&mut function.ensures)?;
            self.measures(&mut function.decreases)?;
            self.all(function.body.as_mut_slice())?;
        }
        for predicate in &mut file.predicates {
            self.refuse_macro_name(&predicate.name)?;
            self.variables(&mut predicate.params)?;
            self.all(predicate.body.as_mut_slice())?;
        }
        for domain in &mut file.domains {
            self.refuse_macro_name(&domain.name)?;
            for function in &mut domain.functions {
                self.refuse_macro_name(&function.name)?;
                for param in &mut function.params {
                    *param = self.ty(param, &Use::none())?;
                }
                function.result = self.ty(&function.result, &Use::none())?;
            }
            for (_, axiom) in &mut domain.axioms {
                *axiom = self.exp(axiom, &Use::none())?;
            }
        }
        for adt in &mut file.adts {
            self.refuse_macro_name(&adt.name)?;
            for constructor in &mut adt.constructors {
                self.refuse_macro_name(&constructor.name)?;
                self.variables(&mut constructor.params)?;
            }
        }
        Ok(())
    }

    fn variables(&mut self, variables: &mut [Variable]) -> Expanded<()> {
        variables.iter_mut().try_for_each(|variable| {
            self.refuse_macro_name(&variable.name)?;
            variable.ty = self.ty(&variable.ty, &Use::none())?;
            Ok(())
        })
    }

    fn all(&mut self, exps: &mut [Exp]) -> Expanded<()> {
        exps.iter_mut().try_for_each(|exp| {
            *exp = self.exp(exp, &Use::none())?;
            Ok(())
        })
    }

    fn measures(&mut self, measures: &mut [Measure]) -> Expanded<()> {
        measures.iter_mut().try_for_each(|measure| {
            *measure = self.measure(measure, &Use::none())?;
            Ok(())
        })
    }

    fn measure(&mut self, measure: &Measure, site: &Use) -> Expanded<Measure> {
        let kind = match &measure.kind {
            MeasureKind::Tuple(parts) => MeasureKind::Tuple(self.list(parts, site)?),
            kind @ (MeasureKind::Wildcard | MeasureKind::Star) => kind.clone(),
        };
        let condition = measure.condition.as_ref().map(|exp| self.exp(exp, site)).transpose()?;
        Ok(Measure { kind, condition, place: site.place(&measure.place) })
    }

    fn list(&mut self, exps: &[Exp], site: &Use) -> Expanded<Vec<Exp>> {
        exps.iter().map(|exp| self.exp(exp, site)).collect()
    }

    fn boxed(&mut self, exp: &Exp, site: &Use) -> Expanded<Box<Exp>> {
        self.exp(exp, site).map(Box::new)
    }

    /// Counts a node that is put somewhere; a use that comes out of a macro costs.
    fn spend(&mut self, count: u32, place: &Place) -> Expanded<()> {
        self.nodes = self.nodes.saturating_add(count);
        if self.nodes > MAX_NODES {
            let message = format!("macros that make the program larger by more than {MAX_NODES} parts");
            return Err(problem("macro-too-large", message, place));
        }
        Ok(())
    }

    fn exp(&mut self, exp: &Exp, site: &Use) -> Expanded<Exp> {
        self.nested(&exp.place, site, |this| this.exp_inside(exp, site))
    }

    /// Expands what is a level deeper; what a macro brings is paid for.
    fn nested<T>(
        &mut self,
        place: &Place,
        site: &Use,
        expand: impl FnOnce(&mut Self) -> Expanded<T>,
    ) -> Expanded<T> {
        if site.place.is_some() {
            self.spend(1, place)?;
        }
        self.deeper(1, place)?;
        self.depth += 1;
        let expanded = expand(self);
        self.depth -= 1;
        expanded
    }

    fn deeper(&self, by: u32, place: &Place) -> Expanded<()> {
        if self.depth.saturating_add(by) <= MAX_DEPTH {
            return Ok(());
        }
        Err(problem("nested-too-deep", format!("an expression of more than {MAX_DEPTH} levels"), place))
    }

    fn exp_inside(&mut self, exp: &Exp, site: &Use) -> Expanded<Exp> {
        let place = site.place(&exp.place);
        let kind = match &exp.kind {
            ExpKind::Name(name) => return self.name(name, place, site),
            ExpKind::Call { name, arguments, ty, reveal } => {
                let arguments = self.list(arguments, site)?;
                let called = self.called(name, site)?;
                if let Some(found) = self.macros.get(&called.text).cloned()
                    && !site.renamed.contains_key(&name.text)
                {
                    return match &found.body {
                        // The name of a member, under another name.
                        MacroBody::Exp(Exp { kind: ExpKind::Name(_), .. }) if found.params.is_empty() => {
                            let named = self.name(&called.text, place.clone(), &Use::none())?;
                            let ExpKind::Name(text) = named.kind else {
                                return Err(problem("syntax-error", "expected the name of a member", &place));
                            };
                            let name = Name { text, place: called.place };
                            Ok(Exp {
                                kind: ExpKind::Call { name, arguments, ty: None, reveal: *reveal },
                                place,
                            })
                        }
                        _ => self.use_in_exp(&found, arguments, place),
                    };
                }
                let ty = ty.as_ref().map(|ty| self.ty(ty, site)).transpose()?;
                ExpKind::Call { name: called, arguments, ty, reveal: *reveal }
            }
            ExpKind::Field(receiver, name) => {
                let name = Name { text: name.text.clone(), place: site.place(&name.place) };
                ExpKind::Field(self.boxed(receiver, site)?, name)
            }
            ExpKind::Not(body) => ExpKind::Not(self.boxed(body, site)?),
            ExpKind::Neg(body) => ExpKind::Neg(self.boxed(body, site)?),
            ExpKind::Binary(operator, lhs, rhs) => {
                ExpKind::Binary(*operator, self.boxed(lhs, site)?, self.boxed(rhs, site)?)
            }
            ExpKind::Conditional(condition, then, otherwise) => ExpKind::Conditional(
                self.boxed(condition, site)?,
                self.boxed(then, site)?,
                self.boxed(otherwise, site)?,
            ),
            ExpKind::Acc(resource, permission) => {
                let permission = permission.as_ref().map(|exp| self.boxed(exp, site)).transpose()?;
                ExpKind::Acc(self.boxed(resource, site)?, permission)
            }
            ExpKind::Old(label, body) => {
                let label = label.as_ref().map(|label| label_name(label, site)).transpose()?;
                ExpKind::Old(label, self.boxed(body, site)?)
            }
            ExpKind::Unfolding(access, body) => {
                ExpKind::Unfolding(self.boxed(access, site)?, self.boxed(body, site)?)
            }
            ExpKind::Let(name, value, body) => {
                let value = self.boxed(value, site)?;
                let (names, inner) = self.bind(std::slice::from_ref(name), site)?;
                let name = Name { text: names[0].1.clone(), place: site.place(&name.place) };
                ExpKind::Let(name, value, self.boxed(body, &inner)?)
            }
            ExpKind::Quantified { existential, bound, triggers, body } => {
                let (bound, inner) = self.bind_variables(bound, site)?;
                let triggers =
                    triggers.iter().map(|set| self.list(set, &inner)).collect::<Expanded<Vec<_>>>()?;
                let body = self.boxed(body, &inner)?;
                ExpKind::Quantified { existential: *existential, bound, triggers, body }
            }
            ExpKind::ForPerm { bound, resource, body } => {
                let (bound, inner) = self.bind_variables(bound, site)?;
                let resource = self.boxed(resource, &inner)?;
                ExpKind::ForPerm { bound, resource, body: self.boxed(body, &inner)? }
            }
            ExpKind::InhaleExhale(inhaled, exhaled) => {
                ExpKind::InhaleExhale(self.boxed(inhaled, site)?, self.boxed(exhaled, site)?)
            }
            ExpKind::Perm(resource) => ExpKind::Perm(self.boxed(resource, site)?),
            ExpKind::Literal { collection, element, elements } => {
                let element = element.as_ref().map(|ty| self.ty(ty, site)).transpose()?;
                ExpKind::Literal {
                    collection: collection.clone(),
                    element,
                    elements: self.list(elements, site)?,
                }
            }
            ExpKind::Map { types, entries } => {
                let types = match types {
                    Some((key, value)) => Some((self.ty(key, site)?, self.ty(value, site)?)),
                    None => None,
                };
                let mut expanded = Vec::new();
                for (key, value) in entries {
                    expanded.push((self.exp(key, site)?, self.exp(value, site)?));
                }
                ExpKind::Map { types, entries: expanded }
            }
            ExpKind::Keys(map) => ExpKind::Keys(self.boxed(map, site)?),
            ExpKind::Values(map) => ExpKind::Values(self.boxed(map, site)?),
            ExpKind::Range(lo, hi) => ExpKind::Range(self.boxed(lo, site)?, self.boxed(hi, site)?),
            ExpKind::Length(body) => ExpKind::Length(self.boxed(body, site)?),
            ExpKind::Index(of, index) => ExpKind::Index(self.boxed(of, site)?, self.boxed(index, site)?),
            ExpKind::Update(of, index, value) => {
                ExpKind::Update(self.boxed(of, site)?, self.boxed(index, site)?, self.boxed(value, site)?)
            }
            ExpKind::Slice(of, lo, hi) => {
                let lo = lo.as_ref().map(|exp| self.boxed(exp, site)).transpose()?;
                let hi = hi.as_ref().map(|exp| self.boxed(exp, site)).transpose()?;
                ExpKind::Slice(self.boxed(of, site)?, lo, hi)
            }
            ExpKind::Asserting(assertion, body) => {
                ExpKind::Asserting(self.boxed(assertion, site)?, self.boxed(body, site)?)
            }
            ExpKind::Applying(wand, body) => {
                ExpKind::Applying(self.boxed(wand, site)?, self.boxed(body, site)?)
            }
            kind @ (ExpKind::Int(_)
            | ExpKind::True
            | ExpKind::False
            | ExpKind::Null
            | ExpKind::Write
            | ExpKind::NoPerm
            | ExpKind::Wildcard
            | ExpKind::Result
            | ExpKind::Unsupported(_)) => kind.clone(),
        };
        Ok(Exp { kind, place })
    }

    /// A name that is read: a parameter of the macro around, a variable, or a macro without parameters.
    fn name(&mut self, name: &str, place: Place, site: &Use) -> Expanded<Exp> {
        if let Some(argument) = site.arguments.get(name) {
            self.spend(argument.height, &place)?;
            self.deeper(argument.height, &place)?;
            return Ok(argument.exp.clone());
        }
        if let Some(fresh) = site.renamed.get(name) {
            return Ok(Exp { kind: ExpKind::Name(fresh.clone()), place });
        }
        match self.macros.get(name).cloned() {
            Some(found) => self.use_in_exp(&found, Vec::new(), place),
            None => Ok(Exp { kind: ExpKind::Name(name.to_owned()), place }),
        }
    }

    /// What a call's name means: a parameter of the macro around may stand for the name of a member.
    fn called(&self, name: &Name, site: &Use) -> Expanded<Name> {
        let place = site.place(&name.place);
        let text = match site.arguments.get(&name.text) {
            None => name.text.clone(),
            Some(Argument { exp: Exp { kind: ExpKind::Name(other), .. }, .. }) => other.clone(),
            Some(_) => return Err(problem("syntax-error", "expected the name of a member", &place)),
        };
        Ok(Name { text, place })
    }

    fn ty(&mut self, ty: &TypeName, site: &Use) -> Expanded<TypeName> {
        self.deeper(1, &ty.name.place)?;
        self.depth += 1;
        let mut name = Name { text: ty.name.text.clone(), place: site.place(&ty.name.place) };
        if let Some(argument) = site.arguments.get(&name.text)
            && let ExpKind::Name(other) = &argument.exp.kind
        {
            name.text.clone_from(other);
        }
        let mut seen = Vec::new();
        while let Some(found) = self.macros.get(&name.text)
            && let (MacroBody::Exp(Exp { kind: ExpKind::Name(other), .. }), true) =
                (&found.body, found.params.is_empty())
        {
            if seen.contains(other) {
                break;
            }
            seen.push(other.clone());
            name.text.clone_from(other);
        }
        let arguments = ty.arguments.iter().map(|part| self.ty(part, site)).collect::<Expanded<_>>()?;
        self.depth -= 1;
        Ok(TypeName { name, arguments })
    }

    /// New names for what is bound inside a macro, and what names mean below the binder.
    fn bind(&mut self, names: &[Name], site: &Use) -> Expanded<(Vec<(String, String)>, Use)> {
        let mut bound = Vec::new();
        for name in names {
            let fresh = match &site.place {
                Some(_) => self.fresh_name(&name.text),
                None => {
                    self.refuse_macro_name(name)?;
                    name.text.clone()
                }
            };
            bound.push((name.text.clone(), fresh));
        }
        let inner = site.binding(&bound);
        Ok((bound, inner))
    }

    fn fresh_name(&mut self, name: &str) -> String {
        self.fresh += 1;
        format!("{name}#{}", self.fresh)
    }

    fn bind_variables(&mut self, bound: &[Variable], site: &Use) -> Expanded<(Vec<Variable>, Use)> {
        let names: Vec<Name> = bound.iter().map(|variable| variable.name.clone()).collect();
        let (fresh, inner) = self.bind(&names, site)?;
        let mut out = Vec::new();
        for (variable, (_, text)) in bound.iter().zip(fresh) {
            let name = Name { text, place: site.place(&variable.name.place) };
            out.push(Variable { name, ty: self.ty(&variable.ty, site)? });
        }
        Ok((out, inner))
    }

    /// The use of a macro: its parameters mean the arguments.
    fn site(&mut self, found: &Macro, arguments: Vec<Exp>, place: &Place) -> Expanded<Use> {
        let name = &found.name.text;
        if found.params.len() != arguments.len() {
            let (wanted, given) = (found.params.len(), arguments.len());
            let message = format!("macro `{name}` takes {wanted} arguments, not {given}");
            return Err(problem("wrong-macro-arguments", message, place));
        }
        if self.active.contains(name) {
            let message = format!("macro `{name}` uses itself");
            return Err(problem("circular-macro", message, &found.name.place));
        }
        let arguments = arguments.into_iter().map(|exp| Argument { height: size(&exp), exp });
        let arguments = found.params.iter().map(|param| param.text.clone()).zip(arguments).collect();
        Ok(Use { arguments, renamed: FxHashMap::default(), place: Some(place.clone()) })
    }

    fn use_in_exp(&mut self, found: &Macro, arguments: Vec<Exp>, place: Place) -> Expanded<Exp> {
        let MacroBody::Exp(body) = &found.body else {
            let message = format!("macro `{}` stands for statements, not for a value", found.name.text);
            return Err(problem("misplaced-macro", message, &place));
        };
        let site = self.site(found, arguments, &place)?;
        self.active.push(found.name.text.clone());
        let expanded = self.exp(body, &site);
        self.active.pop();
        expanded
    }

    fn block(&mut self, block: &[Statement], site: &Use) -> Expanded<Vec<Statement>> {
        block.iter().map(|statement| self.statement(statement, site)).collect()
    }

    fn statement(&mut self, statement: &Statement, site: &Use) -> Expanded<Statement> {
        self.nested(&statement.place, site, |this| this.statement_inside(statement, site))
    }

    fn statement_inside(&mut self, statement: &Statement, site: &Use) -> Expanded<Statement> {
        let place = site.place(&statement.place);
        let kind = match &statement.kind {
            StatementKind::Declare(variables) => StatementKind::Declare(self.declared(variables, site)?),
            StatementKind::Assign { declare, targets, value } => StatementKind::Assign {
                declare: self.declared(declare, site)?,
                targets: self.list(targets, site)?,
                value: match value {
                    Value::Exp(exp) => Value::Exp(self.exp(exp, site)?),
                    Value::New(fields) => Value::New(fields.clone()),
                },
            },
            StatementKind::Call(call) => return self.call_statement(call, place, site),
            StatementKind::Fold(exp) => StatementKind::Fold(self.exp(exp, site)?),
            StatementKind::Unfold(exp) => StatementKind::Unfold(self.exp(exp, site)?),
            StatementKind::Inhale(exp) => StatementKind::Inhale(self.exp(exp, site)?),
            StatementKind::Exhale(exp) => StatementKind::Exhale(self.exp(exp, site)?),
            StatementKind::Assert(exp) => StatementKind::Assert(self.exp(exp, site)?),
            StatementKind::Assume(exp) => StatementKind::Assume(self.exp(exp, site)?),
            StatementKind::Refute(exp) => StatementKind::Refute(self.exp(exp, site)?),
            StatementKind::Apply(exp) => StatementKind::Apply(self.exp(exp, site)?),
            StatementKind::Package(wand, script) => {
                StatementKind::Package(self.exp(wand, site)?, self.block(script, site)?)
            }
            StatementKind::QuasiHavoc { bound, condition, resource } => {
                let (bound, inner) = self.bind_variables(bound, site)?;
                let condition = condition.as_ref().map(|exp| self.exp(exp, &inner)).transpose()?;
                StatementKind::QuasiHavoc { bound, condition, resource: self.exp(resource, &inner)? }
            }
            StatementKind::If { condition, then, otherwise } => StatementKind::If {
                condition: self.exp(condition, site)?,
                then: self.block(then, site)?,
                otherwise: self.block(otherwise, site)?,
            },
            StatementKind::While { condition, invariants, decreases, body } => StatementKind::While {
                condition: self.exp(condition, site)?,
                invariants: self.list(invariants, site)?,
                decreases: decreases
                    .iter()
                    .map(|measure| self.measure(measure, site))
                    .collect::<Expanded<_>>()?,
                body: self.block(body, site)?,
            },
            StatementKind::Label(name, invariants) => {
                StatementKind::Label(label_name(name, site)?, self.list(invariants, site)?)
            }
            StatementKind::Goto(name) => StatementKind::Goto(label_name(name, site)?),
            StatementKind::Block(body) => StatementKind::Block(self.block(body, site)?),
            StatementKind::Define(found) => {
                return Err(problem("misplaced-macro", "a macro inside a macro", &found.name.place));
            }
            StatementKind::Unsupported(what) => StatementKind::Unsupported(what),
        };
        Ok(Statement { kind, place })
    }

    /// Declared variables; inside a macro their names are renamed throughout its body.
    fn declared(&mut self, variables: &[Variable], site: &Use) -> Expanded<Vec<Variable>> {
        let mut out = Vec::new();
        for variable in variables {
            if site.place.is_none() {
                self.refuse_macro_name(&variable.name)?;
            }
            let mut name = renamed(&variable.name, site);
            if let Some(Argument { exp: Exp { kind: ExpKind::Name(other), .. }, .. }) =
                site.arguments.get(&name.text)
            {
                name.text.clone_from(other);
            }
            out.push(Variable { name, ty: self.ty(&variable.ty, site)? });
        }
        Ok(out)
    }

    /// A statement that is a name or a call: of a method, or of a macro.
    fn call_statement(&mut self, call: &Exp, place: Place, site: &Use) -> Expanded<Statement> {
        let (name, arguments) = match &call.kind {
            ExpKind::Name(name) => (Name { text: name.clone(), place: call.place.clone() }, &[][..]),
            ExpKind::Call { name, arguments, .. } => (name.clone(), arguments.as_slice()),
            _ => return Ok(Statement { kind: StatementKind::Call(self.exp(call, site)?), place }),
        };
        let called = self.called(&name, site)?;
        let Some(found) = self.macros.get(&called.text).cloned() else {
            return Ok(Statement { kind: StatementKind::Call(self.exp(call, site)?), place });
        };
        let MacroBody::Block(body) = &found.body else {
            return Ok(Statement { kind: StatementKind::Call(self.exp(call, site)?), place });
        };
        let arguments = self.list(arguments, site)?;
        let mut inner = self.site(&found, arguments, &place)?;
        let mut own = Vec::new();
        own_names(body, &mut own);
        for name in own {
            if !inner.arguments.contains_key(&name) && !inner.renamed.contains_key(&name) {
                let fresh = self.fresh_name(&name);
                inner.renamed.insert(name, fresh);
            }
        }
        self.active.push(found.name.text.clone());
        let body = self.block(body, &inner);
        self.active.pop();
        Ok(Statement { kind: StatementKind::Block(body?), place })
    }
}

fn renamed(name: &Name, site: &Use) -> Name {
    let text = site.renamed.get(&name.text).unwrap_or(&name.text).clone();
    Name { text, place: site.place(&name.place) }
}

/// The label a name means: a parameter of the macro around must stand for a name.
fn label_name(name: &Name, site: &Use) -> Expanded<Name> {
    let place = site.place(&name.place);
    match site.arguments.get(&name.text).map(|argument| &argument.exp.kind) {
        None => Ok(renamed(name, site)),
        Some(ExpKind::Name(text)) => Ok(Name { text: text.clone(), place }),
        Some(_) => Err(problem("syntax-error", "expected the name of a label", &place)),
    }
}

/// Names a block declares: of locals and of labels.
fn own_names(block: &[Statement], out: &mut Vec<String>) {
    for statement in block {
        match &statement.kind {
            StatementKind::Declare(variables) | StatementKind::Assign { declare: variables, .. } => {
                out.extend(variables.iter().map(|variable| variable.name.text.clone()));
            }
            StatementKind::Label(name, _) => out.push(name.text.clone()),
            StatementKind::If { then, otherwise, .. } => {
                own_names(then, out);
                own_names(otherwise, out);
            }
            StatementKind::While { body, .. }
            | StatementKind::Block(body)
            | StatementKind::Package(_, body) => own_names(body, out),
            _ => {}
        }
    }
}

/// How many parts an expression has.
fn size(exp: &Exp) -> u32 {
    parts(exp).into_iter().fold(1, |sum, part| sum.saturating_add(size(part)))
}

/// Names that are read or called anywhere in an expression.
pub fn mentions(exp: &Exp, out: &mut Vec<String>) {
    match &exp.kind {
        ExpKind::Name(name) => out.push(name.clone()),
        ExpKind::Call { name, .. } => out.push(name.text.clone()),
        _ => {}
    }
    parts(exp).into_iter().for_each(|part| mentions(part, out));
}

pub fn mentions_of_block(block: &[Statement], out: &mut Vec<String>) {
    for statement in block {
        match &statement.kind {
            StatementKind::Assign { targets, value, .. } => {
                targets.iter().for_each(|target| mentions(target, out));
                if let Value::Exp(exp) = value {
                    mentions(exp, out);
                }
            }
            StatementKind::Call(exp)
            | StatementKind::Fold(exp)
            | StatementKind::Unfold(exp)
            | StatementKind::Inhale(exp)
            | StatementKind::Exhale(exp)
            | StatementKind::Assert(exp)
            | StatementKind::Assume(exp)
            | StatementKind::Refute(exp)
            | StatementKind::Apply(exp) => mentions(exp, out),
            StatementKind::QuasiHavoc { condition, resource, .. } => {
                condition.iter().for_each(|condition| mentions(condition, out));
                mentions(resource, out);
            }
            StatementKind::If { condition, then, otherwise } => {
                mentions(condition, out);
                mentions_of_block(then, out);
                mentions_of_block(otherwise, out);
            }
            StatementKind::While { condition, invariants, body, .. } => {
                mentions(condition, out);
                invariants.iter().for_each(|invariant| mentions(invariant, out));
                mentions_of_block(body, out);
            }
            StatementKind::Label(_, invariants) => {
                invariants.iter().for_each(|invariant| mentions(invariant, out));
            }
            StatementKind::Package(wand, body) => {
                mentions(wand, out);
                mentions_of_block(body, out);
            }
            StatementKind::Block(body) => mentions_of_block(body, out),
            StatementKind::Declare(_)
            | StatementKind::Goto(_)
            | StatementKind::Define(_)
            | StatementKind::Unsupported(_) => {}
        }
    }
}

/// The expressions right below an expression.
pub fn parts(exp: &Exp) -> Vec<&Exp> {
    match &exp.kind {
        ExpKind::Int(_)
        | ExpKind::True
        | ExpKind::False
        | ExpKind::Null
        | ExpKind::Write
        | ExpKind::NoPerm
        | ExpKind::Wildcard
        | ExpKind::Result
        | ExpKind::Name(_)
        | ExpKind::Unsupported(_) => Vec::new(),
        ExpKind::Field(one, _)
        | ExpKind::Not(one)
        | ExpKind::Neg(one)
        | ExpKind::Old(_, one)
        | ExpKind::Perm(one)
        | ExpKind::Keys(one)
        | ExpKind::Values(one)
        | ExpKind::Length(one) => vec![one],
        ExpKind::Call { arguments, .. } => arguments.iter().collect(),
        ExpKind::Literal { elements, .. } => elements.iter().collect(),
        ExpKind::Map { entries, .. } => entries.iter().flat_map(|(key, value)| [key, value]).collect(),
        ExpKind::Binary(_, one, two)
        | ExpKind::Unfolding(one, two)
        | ExpKind::Let(_, one, two)
        | ExpKind::InhaleExhale(one, two)
        | ExpKind::Range(one, two)
        | ExpKind::Index(one, two)
        | ExpKind::Asserting(one, two)
        | ExpKind::Applying(one, two)
        | ExpKind::ForPerm { resource: one, body: two, .. } => vec![one, two],
        ExpKind::Conditional(one, two, three) | ExpKind::Update(one, two, three) => vec![one, two, three],
        ExpKind::Acc(resource, permission) => {
            std::iter::once(&**resource).chain(permission.as_deref()).collect()
        }
        ExpKind::Slice(of, lo, hi) => {
            std::iter::once(&**of).chain(lo.as_deref()).chain(hi.as_deref()).collect()
        }
        ExpKind::Quantified { triggers, body, .. } => {
            triggers.iter().flatten().chain(std::iter::once(&**body)).collect()
        }
    }
}
