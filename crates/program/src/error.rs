//! What goes wrong when classes are found, read, linked or lowered, as the error the JVM would throw.
//!
//! A failure is a value, cached where it arose: executing the same reference again fails the same way (JVMS 5.4.3).

use std::fmt;

use base::{Diagnostic, define_id};

define_id! {
    /// A failure the program remembers.
    pub(crate) struct ErrorId = "error";
}

/// Why a class, field or method cannot be used; each is an error of the JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkErrorKind {
    NoClassDefFound,
    ClassFormat,
    UnsupportedClassVersion,
    ClassCircularity,
    IncompatibleClassChange,
    IllegalAccess,
    NoSuchField,
    NoSuchMethod,
    AbstractMethod,
    /// The code of a method is malformed; found when it is lowered.
    Verify,
}

/// A link-time failure: the `java/lang/…Error` to throw and its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkError {
    pub kind: LinkErrorKind,
    pub message: String,
}

impl LinkError {
    /// An error with its message.
    pub fn new(kind: LinkErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// The same failure as a message to the user, for input that is analysed and not run.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error(self.kind.code(), &self.message)
    }
}

impl LinkErrorKind {
    /// Internal name of the error's class.
    pub fn class_name(self) -> &'static str {
        match self {
            LinkErrorKind::NoClassDefFound => "java/lang/NoClassDefFoundError",
            LinkErrorKind::ClassFormat => "java/lang/ClassFormatError",
            LinkErrorKind::UnsupportedClassVersion => "java/lang/UnsupportedClassVersionError",
            LinkErrorKind::ClassCircularity => "java/lang/ClassCircularityError",
            LinkErrorKind::IncompatibleClassChange => "java/lang/IncompatibleClassChangeError",
            LinkErrorKind::IllegalAccess => "java/lang/IllegalAccessError",
            LinkErrorKind::NoSuchField => "java/lang/NoSuchFieldError",
            LinkErrorKind::NoSuchMethod => "java/lang/NoSuchMethodError",
            LinkErrorKind::AbstractMethod => "java/lang/AbstractMethodError",
            LinkErrorKind::Verify => "java/lang/VerifyError",
        }
    }

    /// The diagnostic code.
    pub fn code(self) -> &'static str {
        match self {
            LinkErrorKind::NoClassDefFound => "class-not-found",
            LinkErrorKind::ClassFormat => "malformed-class-file",
            LinkErrorKind::UnsupportedClassVersion => "unsupported-class-version",
            LinkErrorKind::ClassCircularity => "cyclic-inheritance",
            LinkErrorKind::IncompatibleClassChange => "incompatible-class-change",
            LinkErrorKind::IllegalAccess => "illegal-access",
            LinkErrorKind::NoSuchField => "field-not-found",
            LinkErrorKind::NoSuchMethod => "method-not-found",
            LinkErrorKind::AbstractMethod => "no-code",
            LinkErrorKind::Verify => "malformed-code",
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.class_name().replace('/', "."), self.message)
    }
}

impl std::error::Error for LinkError {}
