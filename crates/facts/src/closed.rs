//! Which fields only known code can write, and who makes objects without a constructor.

use std::sync::Arc;

use program::class::{Annotation, Origin};
use program::code::{Inst, Touches};
use program::{ClassId, FieldId, Flags, MethodId, Program};
use rustc_hash::FxHashSet;

use crate::hierarchy::Hierarchy;

/// Why nothing is known of a field: somebody unknown may write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Open {
    /// Other classes may: it is public or protected and not final.
    Visible,
    /// The program names it where it uses reflection, field updaters or variable handles.
    Reflection,
    /// A framework may set it: it, or its class, has an annotation that can be seen at run time.
    Injected,
    /// A class with a finalizer shows objects whose constructor has failed.
    Finalizer,
    /// Members of its nest are not on the class path.
    Incomplete,
    /// Some code that may write it cannot be read.
    Unreadable,
}

impl Open {
    pub fn why(self) -> &'static str {
        match self {
            Open::Visible => "other classes can write it",
            Open::Reflection => "the program names it where it uses reflection",
            Open::Injected => "it or its class has an annotation by which a framework may set it",
            Open::Finalizer => "a finalizer shows objects whose constructor failed",
            Open::Incomplete => "classes that may write it are not on the class path",
            Open::Unreadable => "code that may write it cannot be read",
        }
    }
}

/// What the code of the class path says that bears on who writes and calls what.
#[derive(Default)]
pub struct Openness {
    /// All strings of a program that uses reflection: who reflects may be handed the name by somebody else.
    named: FxHashSet<Arc<str>>,
    /// Classes that a program which asks for hidden constructors names.
    constructed: FxHashSet<Arc<str>>,
    /// Some method sets fields it has listed: of none anything is known.
    sets_all: bool,
    /// Packages with code that nobody can read.
    unreadable: FxHashSet<String>,
}

/// What reflection a program uses, and all that it could give it.
#[derive(Default)]
struct Reflection {
    reflects: bool,
    constructs: bool,
    texts: FxHashSet<Arc<str>>,
    classes: FxHashSet<Arc<str>>,
}

impl Openness {
    pub fn of(program: &Program, hierarchy: &Hierarchy) -> Self {
        let mut out = Self::default();
        let mut seen = Reflection::default();
        for &class in &hierarchy.classes {
            out.look_at(program, class, &mut seen);
        }
        for name in program.class_path_names().iter().filter(|name| program.class_named(name).is_err()) {
            out.unreadable.insert(name.rsplit_once('/').map_or("", |(package, _)| package).to_owned());
        }
        if seen.constructs {
            out.constructed = seen.classes;
            out.constructed.extend(seen.texts.iter().map(|text| text.replace('.', "/").into()));
        }
        if seen.reflects {
            out.named = seen.texts;
        }
        out
    }

    fn look_at(&mut self, program: &Program, class: ClassId, seen: &mut Reflection) {
        for method in program.class(class).methods() {
            let info = program.method(method);
            if info.is_abstract() || info.is_native() {
                continue;
            }
            let Ok(body) = program.body(method) else {
                self.unreadable.insert(program.class(class).package().to_owned());
                continue;
            };
            if !body.reasons.is_empty() {
                self.unreadable.insert(program.class(class).package().to_owned());
            }
            for inst in &body.insts {
                seen.look_at(program, inst);
            }
            let calls = |wanted: fn(&str, &str) -> bool| {
                body.insts
                    .iter()
                    .any(|inst| called(program, inst).is_some_and(|(class, name)| wanted(&class, &name)))
            };
            self.sets_all |= calls(|class, name| class == "java/lang/Class" && name.ends_with("Fields"))
                && calls(|class, name| {
                    class == "java/lang/reflect/Field" && name.starts_with("set") && name != "setAccessible"
                });
        }
    }

    /// Whether a method that only its own nest can call may be called by others: by its name, or by a framework.
    pub fn is_called(&self, program: &Program, method: MethodId) -> bool {
        let info = program.method(method);
        let is_named = match info.is_constructor() {
            true => self.constructed.contains(&program.class(info.class).name),
            false => self.named.contains(&info.name),
        };
        is_named || program.method_attributes(method).annotations.iter().any(is_injection)
    }

    /// Why strangers may write a field, if they may.
    pub fn of_field(&self, program: &Program, hierarchy: &Hierarchy, field: FieldId) -> Option<Open> {
        let info = program.field(field);
        let class = program.class(info.class);
        if class.origin != Origin::ClassPath {
            return Some(Open::Unreadable);
        }
        let is_visible = info.flags.is(Flags::PUBLIC) || info.flags.is(Flags::PROTECTED);
        if is_visible && !info.flags.is(Flags::FINAL) {
            return Some(Open::Visible);
        }
        if self.sets_all || self.named.contains(&info.name) {
            return Some(Open::Reflection);
        }
        let attributes = program.field_attributes(field);
        let of_class = &program.class_attributes(info.class).annotations;
        if attributes.annotations.iter().chain(of_class).any(is_injection) {
            return Some(Open::Injected);
        }
        if class.methods().any(|method| program.method(method).is_native()) {
            return Some(Open::Unreadable);
        }
        if hierarchy.is_revived(program, info.class) {
            return Some(Open::Finalizer);
        }
        if !is_nest_complete(program, info.class) {
            return Some(Open::Incomplete);
        }
        self.unreadable.contains(class.package()).then_some(Open::Unreadable)
    }
}

fn is_nest_complete(program: &Program, class: ClassId) -> bool {
    let host = program.nest_host(class);
    let is_there = |name: &Arc<str>| program.class_named(name).is_ok();
    let inner = &program.class_attributes(host).inner_classes;
    let host_name = &program.class(host).name;
    let is_own = |name: &str| name.strip_prefix(&**host_name).is_some_and(|rest| rest.starts_with('$'));
    program.class_attributes(host).nest_members.iter().all(is_there)
        && inner.iter().filter(|inner| is_own(&inner.inner)).all(|inner| is_there(&inner.inner))
}

impl Reflection {
    fn look_at(&mut self, program: &Program, inst: &Inst) {
        if let Inst::ConstString { value, .. } = *inst {
            let units: Vec<u16> = program.string(value).units().collect();
            self.texts.insert(String::from_utf16_lossy(&units).into());
        }
        if let Inst::ConstClass { ty, .. } = *inst
            && let program::Type::Class(name) = program.ty(ty)
        {
            self.classes.insert(name.clone());
        }
        let Some((class, name)) = called(program, inst) else { return };
        self.reflects |= is_reflection(&class, &name);
        self.constructs |= match &*class {
            "java/lang/Class" => name.contains("DeclaredConstructor"),
            "java/lang/invoke/MethodHandles$Lookup" => name.contains("Constructor"),
            _ => false,
        };
    }
}

/// The class and the name of the method that an instruction calls.
fn called(program: &Program, inst: &Inst) -> Option<(Arc<str>, Arc<str>)> {
    let Touches::Call(_, method) = inst.effect().touches else { return None };
    let named = program.method_name(method);
    let program::Type::Class(class) = program.ty(named.class) else { return None };
    Some((class.clone(), named.name.clone()))
}

/// Calls of what reaches fields and methods by their names.
fn is_reflection(class: &str, name: &str) -> bool {
    match class {
        "java/lang/Class" => name.contains("Field") || name.contains("DeclaredMethod"),
        "java/lang/invoke/MethodHandles$Lookup" => true,
        "sun/misc/Unsafe" | "jdk/internal/misc/Unsafe" => true,
        other => {
            other.starts_with("java/util/concurrent/atomic/") && other.ends_with("FieldUpdater")
                || matches!(other, "java/lang/reflect/Field" | "java/lang/reflect/Method")
        }
    }
}

/// Annotations of the programming language itself, what says that something may be null, and what nobody sees at run time set
/// nothing. All others may.
fn is_injection(annotation: &Annotation) -> bool {
    let descriptor = &*annotation.ty;
    let name = descriptor.trim_end_matches(';').rsplit(['/', '$']).next().unwrap_or_default();
    let is_of_language = descriptor.starts_with("Ljava/lang/");
    let is_about_null = matches!(name, "Nullable" | "NonNull" | "NotNull" | "Nonnull" | "CheckForNull");
    annotation.visible && !is_of_language && !is_about_null
}

/// The method by which a class reads its objects from a stream, if it has one.
pub fn read_object(program: &Program, class: ClassId) -> Option<MethodId> {
    program.declared_method(class, "readObject", "(Ljava/io/ObjectInputStream;)V")
}

/// Whether streams make objects of this class without running its constructors.
pub fn is_serializable(program: &Program, class: ClassId) -> bool {
    let info = program.class(class);
    let is_record = info.superclass.is_some_and(|above| &*program.class(above).name == "java/lang/Record");
    let serializable = program.class_named("java/io/Serializable");
    !is_record && serializable.is_ok_and(|serializable| program.is_subclass(class, serializable))
}

/// Whether a stream may leave the field as it is.
pub fn is_left_out(program: &Program, field: FieldId) -> bool {
    chooses(program, field) || program.field(field).flags.is(Flags::TRANSIENT)
}

/// Whether a stream may set the field.
pub fn is_streamed(program: &Program, field: FieldId) -> bool {
    chooses(program, field) || !program.field(field).flags.is(Flags::TRANSIENT)
}

/// Whether the class says for itself what streams hold.
fn chooses(program: &Program, field: FieldId) -> bool {
    program.declared_field(program.field(field).class, "serialPersistentFields").is_some()
}
