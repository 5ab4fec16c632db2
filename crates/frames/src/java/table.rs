//! What the classes of a program declare, and how names in one class reach members of another.
//!
//! Members keep their syntax trees; the table adds resolved types, the hierarchy, and which
//! member overrides which. Classes of the JDK that programs merely mention (`Object`, `String`, exceptions) are known
//! by name and superclass only.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::{Diagnostic, IdVec, Source, define_id};

use super::ast::{self, Span, TypeRef, TypeRefKind, Unit};
use super::types::{Number, Type};
use super::{Result, error};

define_id! {
    pub struct ClassId = "class";
}
define_id! {
    pub struct FieldId = "member";
}
define_id! {
    pub struct MethodId = "routine";
}
define_id! {
    pub struct PredicateId = "pred";
}

pub struct ClassInfo<'a> {
    pub decl: &'a ast::Class,
    pub source: &'a Arc<Source>,
    /// Direct superclass and interfaces among the given classes.
    pub supers: Vec<ClassId>,
    /// Superclass and interfaces outside the given classes.
    pub external_supers: Vec<String>,
    /// Names of members that could not be read.
    pub unread: Vec<String>,
    /// When an object is made, something runs that could not be read.
    pub has_initialiser: bool,
    pub fields: Vec<FieldId>,
    pub methods: Vec<MethodId>,
    pub predicates: Vec<PredicateId>,
}

pub struct FieldInfo<'a> {
    pub class: ClassId,
    pub decl: &'a ast::Field,
    pub ty: Type,
}

pub struct MethodInfo<'a> {
    pub class: ClassId,
    pub decl: &'a ast::Method,
    pub params: Vec<Type>,
    pub given: Vec<Type>,
    pub result: Type,
    /// The method of a direct or indirect superclass this one replaces.
    pub overrides: Vec<MethodId>,
    /// The method whose contract counts: itself, or an overridden one if this has none of its own.
    pub contract: MethodId,
    /// `C.m`, with parameter types where the name is overloaded.
    pub name: String,
}

pub struct PredicateInfo<'a> {
    pub class: ClassId,
    pub decl: &'a ast::Predicate,
    pub params: Vec<Type>,
    /// The topmost predicate this one overrides, or itself: the head of the family.
    pub root: PredicateId,
}

pub struct Table<'a> {
    pub classes: IdVec<ClassId, ClassInfo<'a>>,
    pub fields: IdVec<FieldId, FieldInfo<'a>>,
    pub methods: IdVec<MethodId, MethodInfo<'a>>,
    pub predicates: IdVec<PredicateId, PredicateInfo<'a>>,
    by_name: BTreeMap<&'a str, ClassId>,
    /// Names that may mean a class nothing, or not enough, is known of.
    unusable: BTreeSet<String>,
    /// Names that stand for classes of other packages in one of the files.
    imported: BTreeSet<String>,
}

/// JDK classes that may be mentioned, with their superclasses.
const EXTERNAL: [(&str, &str); 22] = [
    ("Object", ""),
    ("String", "Object"),
    ("Comparable", "Object"),
    ("Iterable", "Object"),
    ("Integer", "Object"),
    ("Long", "Object"),
    ("Boolean", "Object"),
    ("Character", "Object"),
    ("Throwable", "Object"),
    ("Exception", "Throwable"),
    ("Error", "Throwable"),
    ("AssertionError", "Error"),
    ("RuntimeException", "Exception"),
    ("ArithmeticException", "RuntimeException"),
    ("IllegalArgumentException", "RuntimeException"),
    ("IllegalStateException", "RuntimeException"),
    ("IndexOutOfBoundsException", "RuntimeException"),
    ("ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException"),
    ("NullPointerException", "RuntimeException"),
    ("NoSuchElementException", "RuntimeException"),
    ("UnsupportedOperationException", "RuntimeException"),
    ("IOException", "Exception"),
];

const EXTERNAL_INTERFACES: [&str; 2] = ["Comparable", "Iterable"];

/// The superclass of a JDK class that may be mentioned; `None` for an unknown name.
pub fn external_super(name: &str) -> Option<&'static str> {
    EXTERNAL.iter().find(|(class, _)| *class == name).map(|(_, parent)| *parent)
}

/// What a JDK class directly extends and implements, as far as it may be mentioned.
fn external_parents(name: &str) -> Vec<&'static str> {
    let is_comparable = ["String", "Integer", "Long", "Boolean", "Character"].contains(&name);
    let interface = is_comparable.then_some("Comparable");
    external_super(name).filter(|parent| !parent.is_empty()).into_iter().chain(interface).collect()
}

impl<'a> Table<'a> {
    /// Collects the declarations of all files. Problems are reported per declaration, which is then left out.
    pub fn new(units: &'a [(Arc<Source>, Unit)], problems: &mut Vec<Diagnostic>) -> Self {
        let mut table = Self {
            classes: IdVec::new(),
            fields: IdVec::new(),
            methods: IdVec::new(),
            predicates: IdVec::new(),
            by_name: BTreeMap::new(),
            unusable: units.iter().flat_map(|(_, unit)| unit.refused.iter().cloned()).collect(),
            imported: units.iter().flat_map(|(_, unit)| unit.imports.iter().cloned()).collect(),
        };
        for (source, unit) in units {
            for decl in &unit.classes {
                table.declare_class(source, decl, problems);
            }
        }
        for class in table.classes.ids() {
            table.resolve_supers(class, problems);
        }
        for class in table.in_hierarchy_order(problems) {
            if table.has_known_superclass(class) {
                table.declare_members(class, problems);
            } else {
                table.unusable.insert(table.classes[class].decl.name.text.clone());
            }
        }
        table
    }

    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    /// Whether a name may mean a class nothing, or not enough, is known of.
    pub fn is_unusable(&self, name: &str) -> bool {
        self.unusable.contains(name)
    }

    pub fn is_imported(&self, name: &str) -> bool {
        self.imported.contains(name)
    }

    /// What an unknown superclass does when it is constructed, has for members or is a subclass of may change everything.
    fn has_known_superclass(&self, class: ClassId) -> bool {
        let decl = self.classes[class].decl;
        let Some(TypeRefKind::Named(name, _)) = decl.superclass.as_ref().map(|parent| &parent.kind) else {
            return true;
        };
        !self.is_unusable(name) && (self.class_named(name).is_some() || external_super(name).is_some())
    }

    /// `class` and everything above it, nearest first; nothing comes before what is below it, so that of two members the one
    /// that overrides the other is found first.
    pub fn ancestors(&self, class: ClassId) -> Vec<ClassId> {
        let mut rest = vec![class];
        let mut next = 0;
        while next < rest.len() {
            for &parent in &self.classes[rest[next]].supers {
                if !rest.contains(&parent) {
                    rest.push(parent);
                }
            }
            next += 1;
        }
        let mut out = Vec::new();
        while !rest.is_empty() {
            let has_lower = |class: &ClassId| {
                rest.iter().any(|other| other != class && self.classes[*other].supers.contains(class))
            };
            let lowest = rest.iter().position(|class| !has_lower(class)).unwrap_or(0);
            out.push(rest.remove(lowest));
        }
        out
    }

    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        self.ancestors(class).contains(&ancestor)
    }

    /// The class and every given class below it, in the order of declaration.
    pub fn descendants(&self, class: ClassId) -> Vec<ClassId> {
        self.classes.ids().filter(|&other| self.is_subclass(other, class)).collect()
    }

    /// The field a name means; none where a field that could not be read may be meant.
    pub fn field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        for class in self.ancestors(class) {
            let info = &self.classes[class];
            let found = info.fields.iter().copied().find(|&field| self.fields[field].decl.name.text == name);
            if found.is_some() || info.unread.iter().any(|unread| unread == name) {
                return found;
            }
        }
        None
    }

    /// Whether a member of that name could not be read.
    pub fn is_unread(&self, class: ClassId, name: &str) -> bool {
        self.ancestors(class)
            .iter()
            .any(|&class| self.classes[class].unread.iter().any(|unread| unread == name))
    }

    /// Members of `class` of that name and number of parameters, nearest class first; overridden ones and what is private
    /// in a class above are left out.
    pub fn methods_named(&self, class: ClassId, name: &str, arity: usize) -> Vec<MethodId> {
        let mut out: Vec<MethodId> = Vec::new();
        for ancestor in self.ancestors(class) {
            for &method in &self.classes[ancestor].methods {
                let info = &self.methods[method];
                let is_member = ancestor == class || !info.decl.modifiers.is_private;
                let fits = is_member
                    && info.decl.result.is_some()
                    && info.decl.name.text == name
                    && info.params.len() == arity;
                if fits && !out.iter().any(|&nearer| self.methods[nearer].overrides.contains(&method)) {
                    out.push(method);
                }
            }
        }
        out
    }

    pub fn constructors(&self, class: ClassId) -> impl Iterator<Item = MethodId> + '_ {
        let methods = self.classes[class].methods.iter().copied();
        methods.filter(|&method| self.methods[method].decl.result.is_none())
    }

    pub fn predicate(&self, class: ClassId, name: &str) -> Option<PredicateId> {
        self.ancestors(class).into_iter().find_map(|class| {
            let mut predicates = self.classes[class].predicates.iter().copied();
            predicates.find(|&predicate| self.predicates[predicate].decl.name.text == name)
        })
    }

    /// All predicates of a family, head first.
    pub fn family(&self, root: PredicateId) -> Vec<PredicateId> {
        self.predicates.ids().filter(|&predicate| self.predicates[predicate].root == root).collect()
    }

    /// Methods that replace `method` in some subclass, directly or not.
    pub fn overriders(&self, method: MethodId) -> Vec<MethodId> {
        self.methods.ids().filter(|&other| self.methods[other].overrides.contains(&method)).collect()
    }

    /// Whether values of `from` may be stored where `to` is declared.
    pub fn assignable(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Number(from), Type::Number(to)) => to.includes(*from),
            (Type::Null, _) => to.is_reference(),
            (Type::Class(..) | Type::Array(_), Type::Class(name, _)) if name == "Object" => true,
            (Type::Class(from, _), Type::Class(to, _)) => self.name_is_subclass(from, to),
            (Type::Array(from), Type::Array(to)) => from == to || self.erased_eq(from, to),
            (Type::Seq(from), Type::Seq(to))
            | (Type::Set(from), Type::Set(to))
            | (Type::Multiset(from), Type::Multiset(to)) => from.core() == to.core(),
            (Type::Number(_), Type::Fraction) => true,
            _ => from == to,
        }
    }

    fn erased_eq(&self, lhs: &Type, rhs: &Type) -> bool {
        matches!((lhs, rhs), (Type::Class(lhs, _), Type::Class(rhs, _)) if lhs == rhs)
    }

    /// Whether the class called `from` is `to` or below it, JDK classes included.
    pub fn name_is_subclass(&self, from: &str, to: &str) -> bool {
        if from == to || to == "Object" {
            return true;
        }
        match self.class_named(from) {
            Some(class) => {
                let info = &self.classes[class];
                info.supers
                    .iter()
                    .any(|&parent| self.name_is_subclass(&self.classes[parent].decl.name.text, to))
                    || info.external_supers.iter().any(|parent| self.name_is_subclass(parent, to))
            }
            None => external_parents(from).into_iter().any(|parent| self.name_is_subclass(parent, to)),
        }
    }

    /// The names of the class called `name` and everything above it but `Object`.
    pub fn supertypes(&self, name: &str) -> Vec<String> {
        let mut out = vec![name.to_string()];
        let mut next = 0;
        while next < out.len() {
            for parent in self.parents(&out[next]) {
                if parent != "Object" && !out.contains(&parent) {
                    out.push(parent);
                }
            }
            next += 1;
        }
        out
    }

    /// What the class called `name` directly extends and implements.
    pub fn parents(&self, name: &str) -> Vec<String> {
        let Some(class) = self.class_named(name) else {
            return external_parents(name).into_iter().map(String::from).collect();
        };
        let info = &self.classes[class];
        let given = info.supers.iter().map(|&parent| self.classes[parent].decl.name.text.clone());
        given.chain(info.external_supers.iter().cloned()).collect()
    }

    /// The superclass of the class called `name`, JDK classes included; in the end `Object`.
    pub fn superclass_name(&self, name: &str) -> String {
        let parent = self.parents(name).into_iter().find(|parent| self.is_class(parent));
        parent.unwrap_or_else(|| "Object".to_string())
    }

    /// A class, not an interface: an object has only one line of these.
    pub fn is_class(&self, name: &str) -> bool {
        match self.class_named(name) {
            Some(class) => !self.classes[class].decl.is_interface,
            None => !EXTERNAL_INTERFACES.contains(&name),
        }
    }

    /// The type a reference names inside `class`. A generic class without arguments is refused: values could change their
    /// types behind our back.
    pub fn resolve_type(&self, class: Option<ClassId>, source: &Arc<Source>, ty: &TypeRef) -> Result<Type> {
        let resolved = self.resolve_erased(class, source, ty)?;
        if let Type::Class(name, arguments) = &resolved
            && arguments.is_empty()
            && self
                .class_named(name)
                .is_some_and(|class| !self.classes[class].decl.type_parameters.is_empty())
        {
            let message = format!("`{name}` without type arguments cannot be verified yet");
            return Err(error(source, ty.span, "unsupported-java", message));
        }
        Ok(resolved)
    }

    /// The type a reference names where its arguments do not matter: in `new C<>()` and `instanceof C`.
    pub fn resolve_erased(&self, class: Option<ClassId>, source: &Arc<Source>, ty: &TypeRef) -> Result<Type> {
        let (name, arguments) = match &ty.kind {
            TypeRefKind::Array(element) => {
                return Ok(Type::Array(Box::new(self.resolve_type(class, source, element)?)));
            }
            TypeRefKind::Named(name, arguments) => (name.as_str(), arguments),
        };
        let problem = |code, message: String| Err(error(source, ty.span, code, message));
        let resolved: Vec<_> = arguments
            .iter()
            .map(|argument| self.resolve_type(class, source, argument))
            .collect::<Result<_>>()?;
        let element = || resolved.first().cloned().unwrap_or(Type::INTEGER).ghost();
        Ok(match name {
            "void" => Type::Void,
            "boolean" | "bool" => Type::Boolean,
            "byte" => Type::Number(Number::Byte),
            "short" => Type::Number(Number::Short),
            "char" => Type::Number(Number::Char),
            "int" => Type::INT,
            "long" => Type::Number(Number::Long),
            "integer" => Type::INTEGER,
            "fraction" => Type::Fraction,
            "seq" => Type::Seq(Box::new(element())),
            "set" => Type::Set(Box::new(element())),
            "multiset" => Type::Multiset(Box::new(element())),
            "float" | "double" => {
                return problem("unsupported-java", "floating-point numbers cannot be verified yet".into());
            }
            _ if self.is_type_parameter(class, name) => Type::Class(name.to_string(), Vec::new()),
            _ if self.is_unusable(name) => return Err(unusable_type(source, ty.span, name)),
            _ if self.by_name.contains_key(name) || external_super(name).is_some() => {
                Type::Class(name.to_string(), resolved)
            }
            _ => return problem("unknown-type", format!("no class is named `{name}` in the given files")),
        })
    }

    pub fn is_type_parameter(&self, class: Option<ClassId>, name: &str) -> bool {
        class.is_some_and(|class| {
            self.classes[class].decl.type_parameters.iter().any(|param| param.text == name)
        })
    }

    fn declare_class(
        &mut self,
        source: &'a Arc<Source>,
        decl: &'a ast::Class,
        problems: &mut Vec<Diagnostic>,
    ) {
        if self.by_name.contains_key(decl.name.text.as_str()) {
            let message = format!("class `{}` is declared twice", decl.name.text);
            problems.push(*error(source, decl.name.span, "duplicate-class", message));
            self.unusable.insert(decl.name.text.clone());
            return;
        }
        if external_super(&decl.name.text).is_some() {
            let message = format!("a class named like the JDK's `{}` cannot be verified yet", decl.name.text);
            problems.push(*error(source, decl.name.span, "unsupported-java", message));
            self.unusable.insert(decl.name.text.clone());
            return;
        }
        let class = self.classes.push(ClassInfo {
            decl,
            source,
            supers: Vec::new(),
            external_supers: Vec::new(),
            unread: decl.unread.clone(),
            has_initialiser: decl.has_initialiser,
            fields: Vec::new(),
            methods: Vec::new(),
            predicates: Vec::new(),
        });
        self.by_name.insert(&decl.name.text, class);
    }

    fn resolve_supers(&mut self, class: ClassId, problems: &mut Vec<Diagnostic>) {
        let (decl, source) = (self.classes[class].decl, self.classes[class].source);
        for parameter in &decl.type_parameters {
            if self.class_named(&parameter.text).is_some() {
                let message = format!(
                    "a type parameter named like the class `{}` cannot be verified yet",
                    parameter.text
                );
                problems.push(*error(source, parameter.span, "unsupported-java", message));
            }
        }
        for parent in decl.superclass.iter().chain(&decl.interfaces) {
            let TypeRefKind::Named(name, _) = &parent.kind else { continue };
            if self.is_unusable(name) {
                problems.push(*unusable_type(source, parent.span, name));
            } else if let Some(parent) = self.class_named(name) {
                self.classes[class].supers.push(parent);
            } else if external_super(name).is_some() {
                self.classes[class].external_supers.push(name.clone());
            } else {
                let message = format!("no class is named `{name}` in the given files");
                problems.push(*error(source, parent.span, "unknown-type", message));
            }
        }
    }

    /// Superclasses before subclasses; a class above itself is reported and cut off.
    fn in_hierarchy_order(&mut self, problems: &mut Vec<Diagnostic>) -> Vec<ClassId> {
        let mut out: Vec<ClassId> = Vec::new();
        while out.len() < self.classes.len() {
            let ready = self.classes.ids().find(|class| {
                !out.contains(class) && self.classes[*class].supers.iter().all(|parent| out.contains(parent))
            });
            match ready {
                Some(class) => out.push(class),
                None => {
                    let stuck =
                        self.classes.ids().find(|class| !out.contains(class)).expect("some class is left");
                    let name = &self.classes[stuck].decl.name;
                    let message = format!("class `{}` is above itself", name.text);
                    problems.push(*error(self.classes[stuck].source, name.span, "cyclic-hierarchy", message));
                    self.classes[stuck].supers.clear();
                }
            }
        }
        out
    }

    fn declare_members(&mut self, class: ClassId, problems: &mut Vec<Diagnostic>) {
        let decl = self.classes[class].decl;
        for field in &decl.fields {
            match self.resolve_type(Some(class), self.classes[class].source, &field.ty) {
                Ok(ty) => {
                    let ty = if field.is_ghost { ty.ghost() } else { ty };
                    let id = self.fields.push(FieldInfo { class, decl: field, ty });
                    self.classes[class].fields.push(id);
                }
                Err(problem) => {
                    self.classes[class].unread.push(field.name.text.clone());
                    self.classes[class].has_initialiser |= field
                        .init
                        .as_ref()
                        .is_some_and(|init| !field.modifiers.is_static && !is_literal(init));
                    problems.push(*problem);
                }
            }
        }
        for predicate in &decl.predicates {
            if let Err(problem) = self.declare_predicate(class, predicate) {
                problems.push(*problem);
            }
        }
        for method in &decl.methods {
            if let Err(problem) = self.declare_method(class, method) {
                self.classes[class].unread.push(method.name.text.clone());
                problems.push(*problem);
            }
        }
    }

    fn declare_predicate(&mut self, class: ClassId, decl: &'a ast::Predicate) -> Result<()> {
        let source = self.classes[class].source;
        if self.classes[class]
            .predicates
            .iter()
            .any(|&other| self.predicates[other].decl.name.text == decl.name.text)
        {
            let message = format!("predicate `{}` is declared twice", decl.name.text);
            return Err(error(source, decl.name.span, "duplicate-member", message));
        }
        let params: Vec<_> = self.param_types(class, &decl.params, true)?;
        let above = self.predicate(class, &decl.name.text);
        if let Some(above) = above.map(|above| &self.predicates[above]) {
            let problem = |message: &str| {
                let message = format!("`{}` {message}", decl.name.text);
                Err(error(source, decl.name.span, "bad-override", message))
            };
            if above.decl.is_static != decl.is_static {
                return problem("hides a predicate of which one is `static` and one is not");
            }
            if !decl.is_static && !same_sorts(&above.params, &params) {
                return problem("overrides a predicate with other parameters");
            }
        }
        let overridden = above.filter(|_| !decl.is_static);
        let root =
            overridden.map_or(self.predicates.next_id(), |overridden| self.predicates[overridden].root);
        let id = self.predicates.push(PredicateInfo { class, decl, params, root });
        self.classes[class].predicates.push(id);
        Ok(())
    }

    fn param_types(&self, class: ClassId, params: &[ast::Param], is_ghost: bool) -> Result<Vec<Type>> {
        let source = self.classes[class].source;
        let resolve = |param: &ast::Param| {
            let ty = self.resolve_type(Some(class), source, &param.ty)?;
            Ok(if is_ghost { ty.ghost() } else { ty })
        };
        params.iter().map(resolve).collect()
    }

    fn declare_method(&mut self, class: ClassId, decl: &'a ast::Method) -> Result<()> {
        let source = self.classes[class].source;
        let params = self.param_types(class, &decl.params, decl.is_ghost)?;
        let given = self.param_types(class, &decl.contract.given, true)?;
        let result = match &decl.result {
            Some(ty) if decl.is_ghost => self.resolve_type(Some(class), source, ty)?.ghost(),
            Some(ty) => self.resolve_type(Some(class), source, ty)?,
            None => Type::Void,
        };
        let id = self.methods.next_id();
        let overrides = self.overridden(class, decl, &params);
        let inherits = decl.contract.is_empty() && !overrides.is_empty();
        let contract = if inherits { self.methods[overrides[0]].contract } else { id };
        let name = self.display_name(class, decl, &params);
        self.methods.push(MethodInfo { class, decl, params, given, result, overrides, contract, name });
        self.classes[class].methods.push(id);
        Ok(())
    }

    fn overridden(&self, class: ClassId, decl: &ast::Method, params: &[Type]) -> Vec<MethodId> {
        if decl.modifiers.is_static || decl.result.is_none() {
            return Vec::new();
        }
        let mut out = Vec::new();
        for ancestor in self.ancestors(class).into_iter().skip(1) {
            for &method in &self.classes[ancestor].methods {
                let info = &self.methods[method];
                let same = info.decl.name.text == decl.name.text && info.params.len() == params.len();
                let erased = info
                    .params
                    .iter()
                    .zip(params)
                    .all(|(above, own)| self.same_erasure((ancestor, above), (class, own)));
                if same && erased && !info.decl.modifiers.is_static && !info.decl.modifiers.is_private {
                    out.push(method);
                }
            }
        }
        out
    }

    /// Whether two parameters make a method override another [JLS 8.4.2]: the same type, where a type parameter of a
    /// generic class may stand for any reference.
    fn same_erasure(&self, (above_class, above): (ClassId, &Type), (class, own): (ClassId, &Type)) -> bool {
        let is_open = |class, ty: &Type| matches!(ty, Type::Class(name, _) if self.is_type_parameter(Some(class), name));
        match (above, own) {
            _ if is_open(above_class, above) || is_open(class, own) => {
                above.is_reference() && own.is_reference()
            }
            (Type::Class(above, _), Type::Class(own, _)) => above == own,
            (Type::Array(above), Type::Array(own)) => self.same_erasure((above_class, above), (class, own)),
            _ => above == own,
        }
    }

    fn display_name(&self, class: ClassId, decl: &ast::Method, params: &[Type]) -> String {
        let class = self.classes[class].decl;
        let overloaded = class.methods.iter().filter(|other| other.name.text == decl.name.text).count() > 1;
        let base = format!("{}.{}", class.name.text, decl.name.text);
        if !overloaded {
            return base;
        }
        let params: Vec<_> = params.iter().map(Type::to_string).collect();
        format!("{base}({})", params.join(", "))
    }

    pub fn place(&self, class: ClassId, span: Span) -> base::Place {
        self.classes[class].source.place(span.start, span.end)
    }
}

/// Whether an initial value is just that: computing it does nothing.
pub fn is_literal(init: &ast::Expr) -> bool {
    match &*init.kind {
        ast::ExprKind::Unary(_, operand) => matches!(*operand.kind, ast::ExprKind::Int(..)),
        kind => matches!(
            kind,
            ast::ExprKind::Int(..) | ast::ExprKind::Bool(_) | ast::ExprKind::Str(_) | ast::ExprKind::Null
        ),
    }
}

fn unusable_type(source: &Arc<Source>, span: Span, name: &str) -> Box<Diagnostic> {
    let message = format!("which class `{name}` means, or what it inherits, cannot be told");
    error(source, span, "unusable-class", message)
}

/// Whether one list of parameters can stand for another in a proof.
pub fn same_sorts(these: &[Type], those: &[Type]) -> bool {
    these.len() == those.len() && these.iter().zip(those).all(|(this, that)| this.core() == that.core())
}
