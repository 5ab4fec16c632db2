//! How names in one class reach members of another, over what all classes declare ([`collect`]).
//!
//! Members keep their syntax trees; the table adds resolved types, the hierarchy, and which
//! member overrides which. Classes of the JDK that programs merely mention (`Object`, `String`, exceptions) are known
//! by name and superclass only ([`mentioned`]).

mod collect;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::{Diagnostic, IdVec, Source, define_id};
use library::mentioned;

use super::ast::{self, Span, TypeRef, TypeRefKind};
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

/// A class and what it declares.
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

/// A field and its type.
pub struct FieldInfo<'a> {
    pub class: ClassId,
    pub decl: &'a ast::Field,
    pub ty: Type,
}

/// A method and its types.
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

/// A predicate and its types.
pub struct PredicateInfo<'a> {
    pub class: ClassId,
    pub decl: &'a ast::Predicate,
    pub params: Vec<Type>,
    /// The topmost predicate this one overrides, or itself: the head of the family.
    pub root: PredicateId,
}

/// All classes and their members.
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

impl<'a> Table<'a> {
    /// The class of a name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    /// Whether a name may mean a class nothing, or not enough, is known of.
    pub fn is_unusable(&self, name: &str) -> bool {
        self.unusable.contains(name)
    }

    /// Whether a file imports a class of that name.
    pub fn is_imported(&self, name: &str) -> bool {
        self.imported.contains(name)
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

    /// Whether a class is another or below it.
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

    /// The constructors of a class.
    pub fn constructors(&self, class: ClassId) -> impl Iterator<Item = MethodId> + '_ {
        let methods = self.classes[class].methods.iter().copied();
        methods.filter(|&method| self.methods[method].decl.result.is_none())
    }

    /// The predicate that a name means in a class.
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
            None => mentioned::parents(from).into_iter().any(|parent| self.name_is_subclass(parent, to)),
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
            return mentioned::parents(name).into_iter().map(String::from).collect();
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
            None => !mentioned::is_interface(name),
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
            _ if self.by_name.contains_key(name) || mentioned::superclass(name).is_some() => {
                Type::Class(name.to_string(), resolved)
            }
            _ => return problem("unknown-type", format!("no class is named `{name}` in the given files")),
        })
    }

    /// Whether a name is a type parameter of a class.
    pub fn is_type_parameter(&self, class: Option<ClassId>, name: &str) -> bool {
        class.is_some_and(|class| {
            self.classes[class].decl.type_parameters.iter().any(|param| param.text == name)
        })
    }

    /// A place in the file of a class.
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
