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
    /// `environment`: a class of the program whose methods are answered by whoever runs it, whatever their code says.
    pub is_environment: bool,
    /// `builder`: a text under construction.
    pub is_builder: bool,
    /// `open`: the fields it declares are independent of each other, and each may hold whatever its type allows.
    pub is_open: bool,
    /// `plain`: so are those of its objects; they are what their fields say, and nothing else.
    pub is_plain: bool,
    /// `whole`: what is inside its objects belongs together, and inputs of it are made up as a whole.
    pub is_whole: bool,
    /// `wide`: a type that says little about what its objects are.
    pub is_wide: bool,
    /// `familiar`: an object of any wide type above it may always be one of these.
    pub is_familiar: bool,
    /// `tried`: so may one of these, where the program asks for the class.
    pub is_tried: bool,
    /// `taken as ArrayList`: an input of this type is tried as an object of that class.
    pub taken_as: Option<String>,
    /// `collection`: what it holds is told only by its methods, and those do what their lines say.
    pub is_collection: bool,
    /// `hash table`: of hash codes only the order of what it holds depends on them.
    pub is_hash_table: bool,
    /// `breakdown`: such exceptions, and those of subclasses, say that something of the JDK or of the program itself is missing.
    pub is_breakdown: bool,
    /// `lasting` or `changing`: whether its objects seem to stay as they are; else the package says.
    pub lasts: Option<bool>,
    /// `box of …`: its objects hold one value of this type.
    pub box_of: Option<Primitive>,
    /// `cached in …`: the class whose static field `cache` is an array of objects that `valueOf` gives: boxes of numbers that
    /// follow each other.
    pub cached_in: Option<String>,
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
    /// All.
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

    /// The type that descriptors call by this letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|primitive| primitive.letter() == letter)
    }
}
