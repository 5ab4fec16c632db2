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

/// What the code of the class path says that bears on who writes what.
pub struct Openness {
    /// Names in classes that use reflection.
    named: FxHashSet<Arc<str>>,
    /// Packages with code that nobody can read.
    unreadable: FxHashSet<String>,
}

impl Openness {
    pub fn of(program: &Program, hierarchy: &Hierarchy) -> Self {
        let mut out = Self { named: FxHashSet::default(), unreadable: FxHashSet::default() };
        for &class in &hierarchy.classes {
            out.look_at(program, class);
        }
        for name in program.class_path_names().iter().filter(|name| program.class_named(name).is_err()) {
            out.unreadable.insert(name.rsplit_once('/').map_or("", |(package, _)| package).to_owned());
        }
        out
    }

    fn look_at(&mut self, program: &Program, class: ClassId) {
        let mut texts = Vec::new();
        let mut reflects = false;
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
                if let Inst::ConstString { value, .. } = *inst {
                    texts.push(value);
                }
                reflects |= is_reflection(program, inst);
            }
        }
        if reflects {
            let units = texts.into_iter().map(|text| program.string(text).units().collect::<Vec<_>>());
            self.named.extend(units.map(|units| String::from_utf16_lossy(&units).into()));
        }
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
        if self.named.contains(&info.name) {
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

/// Calls of what reaches fields by their names.
fn is_reflection(program: &Program, inst: &Inst) -> bool {
    let Touches::Call(_, method) = inst.effect().touches else { return false };
    let named = program.method_name(method);
    let program::Type::Class(class) = program.ty(named.class) else { return false };
    match &**class {
        "java/lang/Class" => named.name.contains("Field"),
        "java/lang/invoke/MethodHandles$Lookup" => true,
        "sun/misc/Unsafe" | "jdk/internal/misc/Unsafe" => true,
        other => {
            other.starts_with("java/util/concurrent/atomic/") && other.ends_with("FieldUpdater")
                || other.starts_with("java/lang/reflect/")
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

/// Whether a stream leaves the field as it is.
pub fn is_left_out(program: &Program, field: FieldId) -> bool {
    let info = program.field(field);
    let chosen = program.declared_field(info.class, "serialPersistentFields").is_some();
    chosen || info.flags.is(Flags::TRANSIENT)
}
