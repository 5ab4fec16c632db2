//! What is known of a class.

use crate::Method;

/// Facts about a class and its methods. What is not said does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// `opaque`: graphs do not look inside its objects; what they hold does not matter, or is modelled.
    pub is_opaque: bool,
    /// `immutable`: its objects never change once they are made.
    pub is_immutable: bool,
    /// `uninitialised`: its initialiser need not run, for all that is used of it is modelled or independent of it.
    pub is_uninitialised: bool,
    /// `builder`: a text under construction.
    pub is_builder: bool,
    /// `box of …`: its objects hold one value of this type.
    pub box_of: Option<Primitive>,
    /// In the order of the file: the first that fits counts.
    pub methods: Vec<Method>,
}

/// Types that are not references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    pub const ALL: [Self; 8] = [
        Self::Boolean,
        Self::Byte,
        Self::Char,
        Self::Short,
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
    ];

    /// As Java writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Char => "char",
            Self::Short => "short",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    /// As class files write it.
    pub fn letter(self) -> char {
        match self {
            Self::Boolean => 'Z',
            Self::Byte => 'B',
            Self::Char => 'C',
            Self::Short => 'S',
            Self::Int => 'I',
            Self::Long => 'J',
            Self::Float => 'F',
            Self::Double => 'D',
        }
    }

    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|primitive| primitive.letter() == letter)
    }
}
