//! What a heap must know about classes and fields, and no more.

use std::rc::Rc;

use base::define_id;

use crate::{Cx, Heap, Limits, Target};

define_id! {
    /// A class, interface or array type, numbered by whoever implements [`Types`].
    pub struct Class = "class";
}

define_id! {
    /// A field of all objects of the class that declares it.
    pub struct Field = "field";
}

/// What a field or an array element holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// A reference to an object of this declared type.
    Ref(Class),
}

/// The classes an input object of some declared type may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// Classes that objects can be made of; the most natural first.
    pub classes: Rc<[Class]>,
    /// Whether no other class is possible.
    pub complete: bool,
}

/// The class table of the analysed program.
pub trait Types {
    fn is_subtype(&self, class: Class, of: Class) -> bool;
    fn candidates(&self, bound: Class) -> Candidates;
    fn kind(&self, field: Field) -> Kind;
    /// What a field holds in objects of this declared type, which may tell more than the declaration of the field.
    fn kind_in(&self, owner: Class, field: Field) -> Kind {
        let _ = owner;
        self.kind(field)
    }
    /// Whether one object can have both declared types as far as their type arguments go.
    fn arguments_agree(&self, a: Class, b: Class) -> bool {
        let _ = (a, b);
        true
    }
    /// The class of a declared type, without its type arguments.
    fn erase(&self, declared: Class) -> Class {
        declared
    }
    /// What an array type's elements are; `None` for other types.
    fn element(&self, class: Class) -> Option<Kind>;
    /// Whether an input object of this type is made up as a whole: its fields belong together, and it has a location in every
    /// strategy.
    fn is_located(&self, class: Class) -> bool {
        let _ = class;
        false
    }
    /// Whether all objects of a class exist from the start, as the constants of an enum do.
    fn is_enumerated(&self, class: Class) -> bool {
        let _ = class;
        false
    }
    /// Whether objects of this class have the field.
    fn has_field(&self, class: Class, field: Field) -> bool {
        let _ = (class, field);
        true
    }
    /// What holds of a field of every object that comes in, if anything does.
    fn limits(&self, field: Field) -> Option<Rc<Limits>> {
        let _ = field;
        None
    }
    /// Called when an input object comes into being: what is known about every object of its class becomes part of
    /// the path condition.
    fn on_input(&self, cx: Cx<'_>, heap: &mut Heap, object: Target) {
        let _ = (cx, heap, object);
    }
    /// The class that declares a field, if one above it declares another field of the same name: an object has both.
    fn hides_another(&self, field: Field) -> Option<Class> {
        let _ = field;
        None
    }
    fn class_name(&self, class: Class) -> String;
    fn field_name(&self, field: Field) -> String;
}
