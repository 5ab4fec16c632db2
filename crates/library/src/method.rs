//! What is known of a method, and which methods a line of a file means.

use crate::Primitive;

/// Facts about the methods a pattern fits. What is not said is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    pub pattern: Pattern,
    /// `model …`: what stands for its code in graphs.
    pub model: Option<Model>,
    /// `changes …`.
    pub effect: Effect,
    /// `quiet`: it computes its result from its arguments and never throws, if those are numbers.
    pub is_quiet: bool,
}

/// What a call changes that the program, or somebody else, can see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// `changes nothing`: it only computes its result, or throws.
    None,
    /// `changes 2`: the object that is its argument with this number, the receiver being the first.
    Changes(usize),
    /// Nobody said: it may print, exit, wake others up.
    #[default]
    Outside,
}

/// What stands for a method's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Nothing that matters; the result, if any, is unknown but never a null reference.
    Quiet,
    /// As `NeedsArguments`, but a reference result may be null.
    QuietOrNull,
    /// As `Quiet`, or a `NullPointerException` if an argument is null.
    NeedsArguments,
    /// As `QuietOrNull`, or an `IllegalArgumentException`.
    NeedsKey,
    /// As `Quiet`, or an `IllegalArgumentException`.
    NeedsPositive,
    /// As `Quiet`, or a `NegativeArraySizeException`.
    NeedsNatural,
    /// As `Quiet`, or an `IllegalMonitorStateException`.
    Notify,
    /// Returns its receiver.
    Receiver,
    /// Returns its receiver after calling `toString` on its argument.
    AppendObject,
    /// `Object.toString`: asks for the hash code.
    ToString,
    /// `Throwable.toString`: asks for the message.
    Message,
    /// Shows an exception and its causes.
    StackTrace,
    Suppress,
    /// Returns its receiver, or an `IllegalFormatException`.
    Format,
    StringLength,
    StringIsEmpty,
    /// `String.toCharArray`: an array as long as the string.
    Characters,
    /// `String.substring`: as long as its bounds say.
    Part,
    /// `Thread.sleep`: nothing, or one of two exceptions.
    Sleep,
    /// Checks its index against the string's length.
    CharAt,
    /// Unknown result, or a `StringIndexOutOfBoundsException`.
    Substring,
    /// Unknown result, or a `NumberFormatException`.
    Parse,
    /// A box around its argument.
    Box,
    /// `Throwable` constructors: message and cause are kept, the stack trace is not.
    NewThrowable,
    Clone,
    /// `Arrays.copyOf`: an array of the same class and another length.
    CopyOf,
    /// Puts the numbers of an array into another order.
    Sort,
    ArrayCopy,
    Exit,
}

impl Model {
    /// Those with a name in the files.
    pub const ALL: [Self; 29] = [
        Self::Quiet,
        Self::QuietOrNull,
        Self::NeedsArguments,
        Self::NeedsKey,
        Self::NeedsPositive,
        Self::NeedsNatural,
        Self::Notify,
        Self::Receiver,
        Self::AppendObject,
        Self::ToString,
        Self::Message,
        Self::StackTrace,
        Self::Suppress,
        Self::Format,
        Self::StringLength,
        Self::StringIsEmpty,
        Self::Characters,
        Self::Part,
        Self::Sleep,
        Self::CharAt,
        Self::Substring,
        Self::Parse,
        Self::Box,
        Self::NewThrowable,
        Self::Clone,
        Self::CopyOf,
        Self::Sort,
        Self::ArrayCopy,
        Self::Exit,
    ];

    /// The exceptions of library classes one of which it may throw, beyond those that instructions throw.
    pub fn raises(self) -> &'static [&'static str] {
        match self {
            Model::NeedsKey | Model::NeedsPositive | Model::Suppress => {
                &["java/lang/IllegalArgumentException"]
            }
            Model::NeedsNatural => &["java/lang/NegativeArraySizeException"],
            Model::Notify => &["java/lang/IllegalMonitorStateException"],
            Model::Substring | Model::Part => &["java/lang/StringIndexOutOfBoundsException"],
            Model::Sleep => &["java/lang/InterruptedException"],
            Model::Parse => &["java/lang/NumberFormatException"],
            Model::Format => &FORMAT,
            Model::Clone => &["java/lang/CloneNotSupportedException"],
            Model::Quiet
            | Model::QuietOrNull
            | Model::NeedsArguments
            | Model::Receiver
            | Model::AppendObject
            | Model::ToString
            | Model::Message
            | Model::StackTrace
            | Model::StringLength
            | Model::StringIsEmpty
            | Model::Characters
            | Model::CharAt
            | Model::Box
            | Model::NewThrowable
            | Model::CopyOf
            | Model::Sort
            | Model::ArrayCopy
            | Model::Exit => &[],
        }
    }
}

/// What is wrong with a format, or with what is formatted: `IllegalFormatException` is what they have in common.
const FORMAT: [&str; 12] = [
    "java/util/DuplicateFormatFlagsException",
    "java/util/FormatFlagsConversionMismatchException",
    "java/util/IllegalFormatArgumentIndexException",
    "java/util/IllegalFormatCodePointException",
    "java/util/IllegalFormatConversionException",
    "java/util/IllegalFormatFlagsException",
    "java/util/IllegalFormatPrecisionException",
    "java/util/IllegalFormatWidthException",
    "java/util/MissingFormatArgumentException",
    "java/util/MissingFormatWidthException",
    "java/util/UnknownFormatConversionException",
    "java/util/UnknownFormatFlagsException",
];

/// A method as a class file declares it.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'a> {
    pub name: &'a str,
    pub descriptor: &'a str,
    pub is_native: bool,
}

/// Which methods a line means: `native boolean is*(String, ..)`. Constructors are called `new`; types go by their simple names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(crate) only_native: bool,
    pub(crate) result: Option<String>,
    /// May begin or end with `*`.
    pub(crate) name: String,
    pub(crate) params: Vec<String>,
    /// `..` at the end: further parameters, whatever they are.
    pub(crate) is_open: bool,
}

impl Pattern {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the name is one name.
    pub fn is_exact(&self) -> bool {
        !self.name.contains('*')
    }

    pub fn fits(&self, signature: Signature<'_>) -> bool {
        let name = if signature.name == "<init>" { "new" } else { signature.name };
        if !fits_name(&self.name, name) || (self.only_native && !signature.is_native) {
            return false;
        }
        let Some((params, result)) = types(signature.descriptor) else { return false };
        let first_params = params.len() >= self.params.len()
            && self.params.iter().zip(&params).all(|(wanted, param)| wanted == param);
        let all_params = self.is_open || params.len() == self.params.len();
        first_params && all_params && self.result.as_ref().is_none_or(|wanted| *wanted == result)
    }
}

fn fits_name(pattern: &str, name: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(end), _) => name.ends_with(end),
        (None, Some(beginning)) => name.starts_with(beginning),
        (None, None) => name == pattern,
    }
}

/// Parameters and result of a descriptor, as simple names.
fn types(descriptor: &str) -> Option<(Vec<String>, String)> {
    let (mut rest, result) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut params = Vec::new();
    while !rest.is_empty() {
        let (param, behind) = first_type(rest)?;
        params.push(param);
        rest = behind;
    }
    Some((params, first_type(result)?.0))
}

fn first_type(descriptor: &str) -> Option<(String, &str)> {
    let element = descriptor.trim_start_matches('[');
    let brackets = "[]".repeat(descriptor.len() - element.len());
    let letter = element.chars().next()?;
    let (name, rest) = match letter {
        'L' => {
            let (name, rest) = element[1..].split_once(';')?;
            (name.rsplit(['/', '$']).next()?, rest)
        }
        'V' => ("void", &element[1..]),
        _ => (Primitive::of_letter(letter)?.name(), &element[1..]),
    };
    Some((format!("{name}{brackets}"), rest))
}
