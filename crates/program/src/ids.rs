//! The handles a [`Program`](crate::Program) gives out.

use base::define_id;

define_id! {
    /// A loaded class or interface (never an array or a primitive type).
    pub struct ClassId = "class";
}
define_id! {
    /// A method of a loaded class, constructors and initialisers included.
    pub struct MethodId = "method";
}
define_id! {
    /// A field of a loaded class, static or not.
    pub struct FieldId = "field";
}
define_id! {
    /// A type by name: primitive, class (loaded or not), array, or void. Equal types have equal ids.
    pub struct TypeId = "type";
}
define_id! {
    /// A field as an instruction names it; resolved on first use with
    /// [`Program::resolve_field`](crate::Program::resolve_field).
    pub struct FieldRef = "fieldref";
}
define_id! {
    /// A method as an instruction names it; resolved on first use with
    /// [`Program::resolve_method`](crate::Program::resolve_method).
    pub struct MethodRef = "methodref";
}
define_id! {
    /// A string constant. Equal texts have equal ids.
    pub struct StringId = "string";
}

impl TypeId {
    /// `void`
    pub const VOID: Self = Self(0);
    /// `boolean`
    pub const BOOLEAN: Self = Self(1);
    /// `byte`
    pub const BYTE: Self = Self(2);
    /// `char`
    pub const CHAR: Self = Self(3);
    /// `short`
    pub const SHORT: Self = Self(4);
    /// `int`
    pub const INT: Self = Self(5);
    /// `long`
    pub const LONG: Self = Self(6);
    /// `float`
    pub const FLOAT: Self = Self(7);
    /// `double`
    pub const DOUBLE: Self = Self(8);

    /// A primitive type (void is none).
    #[inline]
    pub fn is_primitive(self) -> bool {
        (1..=8).contains(&self.0)
    }

    /// A class or array type.
    #[inline]
    pub fn is_reference(self) -> bool {
        self.0 > 8
    }
}
