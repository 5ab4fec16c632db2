//! The table of library methods that are not run from their bytecode ([`Model`]), and of the library classes whose
//! objects are opaque. Everything else of the library is analysed like the user's code.

use program::class::Origin;
use program::{ClassId, MethodId, Program};

use super::model::Model;

const OPAQUE: &[&str] = &[
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Class",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
    "java/io/PrintStream",
    "java/util/Random",
];

/// Classes whose initialiser is not run: all that is used of them is modelled or independent of it.
const UNINITIALIZED: &[&str] = &[
    "java/lang/System",
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/Object",
    "java/lang/Throwable",
    "java/lang/Thread",
    "jdk/internal/util/ArraysSupport",
];

pub fn is_opaque(name: &str) -> bool {
    OPAQUE.contains(&name)
}

pub fn skips_initializer(program: &Program, class: ClassId) -> bool {
    let name = &*program.class(class).name;
    is_opaque(name) || UNINITIALIZED.contains(&name)
}

pub fn is_modelled(program: &Program, method: MethodId) -> bool {
    find(program, method).is_some()
}

/// The table.
pub fn find(program: &Program, method: MethodId) -> Option<Model> {
    let method = program.method(method);
    let class = program.class(method.class);
    if class.origin != Origin::Jdk {
        return None;
    }
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    Some(match (&*class.name, name) {
        (_, "registerNatives") if descriptor == "()V" => Model::Quiet,
        ("jdk/internal/misc/CDS", _) if method.is_native() => Model::Quiet,
        ("java/lang/Thread", "sleep") if descriptor == "(J)V" => Model::Sleep,
        ("java/lang/Object", "<init>" | "hashCode" | "getClass") => Model::Quiet,
        ("java/lang/Object", "notify" | "notifyAll") => Model::Notify,
        ("java/lang/Object", "toString") => Model::ToString,
        ("java/lang/Object", "clone") => Model::Clone,
        ("java/lang/Throwable", "<init>") => Model::NewThrowable,
        ("java/lang/Throwable", "fillInStackTrace") => Model::Receiver,
        ("java/lang/Throwable", "toString") => Model::Message,
        ("java/lang/Throwable", "printStackTrace") if descriptor == "()V" => Model::StackTrace,
        ("java/lang/Throwable", "addSuppressed") => Model::Suppress,
        ("java/lang/System", "arraycopy") => Model::ArrayCopy,
        ("java/util/Arrays", "sort") if descriptor.len() == "([I)V".len() => Model::Sort,
        ("java/util/Arrays", "copyOf") if !descriptor.contains("Class;") => Model::CopyOf,
        ("java/lang/System", "exit") => Model::Exit,
        (
            "java/lang/System",
            "currentTimeMillis" | "nanoTime" | "identityHashCode" | "gc" | "lineSeparator",
        ) => Model::Quiet,
        ("java/lang/System", "getProperty" | "getenv") => Model::QuietOrNull,
        ("java/lang/Class", "getComponentType" | "getSuperclass" | "getPackage") => Model::QuietOrNull,
        ("java/lang/Class", "isAssignableFrom") => Model::NeedsArguments,
        ("java/lang/Class", _) if method.result.is_primitive() || descriptor.ends_with("String;") => {
            Model::Quiet
        }
        ("java/io/PrintStream", "print" | "println") => match descriptor {
            "(Ljava/lang/Object;)V" => Model::AppendObject,
            "([C)V" => Model::NeedsArguments,
            _ => Model::Quiet,
        },
        ("java/io/PrintStream", "flush" | "close" | "checkError") => Model::Quiet,
        ("java/io/PrintStream", "printf" | "format") if descriptor.starts_with("(Ljava/lang/String;") => {
            Model::Format
        }
        ("java/lang/String", "length") => Model::StringLength,
        ("java/lang/String", "charAt") => Model::CharAt,
        ("java/lang/String", "substring") => Model::Part,
        ("java/lang/String", "isEmpty") => Model::StringIsEmpty,
        ("java/lang/String", "toCharArray") => Model::Characters,
        ("java/lang/String", "subSequence" | "codePointAt") => Model::Substring,
        ("java/lang/String", "valueOf" | "format") if descriptor.contains("Object") => return None,
        ("java/lang/String", "valueOf") if descriptor.starts_with("([C)") => Model::NeedsArguments,
        ("java/lang/String", "valueOf") if descriptor.starts_with('(') && descriptor.contains('[') => {
            return None;
        }
        ("java/lang/String", "equals" | "hashCode" | "toString" | "trim" | "valueOf") => Model::Quiet,
        ("java/lang/String", "toLowerCase" | "toUpperCase" | "intern") => Model::NeedsArguments,
        ("java/lang/String", "equalsIgnoreCase") => Model::Quiet,
        ("java/lang/String", "getBytes") if descriptor.starts_with("()") => Model::Quiet,
        ("java/lang/String", "<init>") if descriptor == "()V" || has_one_reference(descriptor) => {
            Model::NeedsArguments
        }
        ("java/lang/String", "indexOf" | "lastIndexOf" | "compareTo" | "concat") => Model::NeedsArguments,
        ("java/lang/String", "startsWith" | "endsWith" | "contains" | "replace") => Model::NeedsArguments,
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "append") => match descriptor {
            _ if descriptor.starts_with("(Ljava/lang/Object;)") => Model::AppendObject,
            _ if descriptor.starts_with("([C") || descriptor.contains("II)") => return None,
            _ => Model::Receiver,
        },
        (
            "java/lang/StringBuilder" | "java/lang/StringBuffer",
            "charAt" | "substring" | "deleteCharAt" | "setCharAt" | "insert" | "delete" | "setLength",
        ) if !descriptor.contains("Object;)") => Model::Substring,
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "reverse") => Model::Receiver,
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "length" | "capacity" | "toString") => {
            Model::Quiet
        }
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "indexOf") => Model::NeedsArguments,
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "<init>") if descriptor == "(I)V" => {
            Model::NeedsNatural
        }
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "<init>") => Model::NeedsArguments,
        (
            "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Short"
            | "java/lang/Byte"
            | "java/lang/Character"
            | "java/lang/Boolean"
            | "java/lang/Float"
            | "java/lang/Double",
            "valueOf",
        ) if !descriptor.contains("String;)") => Model::Box,
        ("java/lang/Integer" | "java/lang/Long", "parseInt" | "parseLong")
            if descriptor.starts_with("(Ljava/lang/String;") =>
        {
            Model::Parse
        }
        ("java/lang/Integer" | "java/lang/Long" | "java/lang/Float" | "java/lang/Double", "toString") => {
            Model::Quiet
        }
        (
            "java/lang/Float" | "java/lang/Double",
            "floatToRawIntBits" | "intBitsToFloat" | "doubleToRawLongBits" | "longBitsToDouble",
        ) => Model::Quiet,
        ("java/lang/Math" | "java/lang/StrictMath", _) if descriptor.contains('D') => Model::Quiet,
        ("java/util/Random", "nextInt") if descriptor != "()I" => Model::NeedsPositive,
        (
            "java/util/Random",
            "<init>" | "nextInt" | "nextLong" | "nextBoolean" | "nextDouble" | "nextFloat",
        ) => Model::Quiet,
        ("java/util/Random", "nextGaussian" | "setSeed") => Model::Quiet,
        _ => return None,
    })
}

/// Whether a descriptor has one parameter, a reference.
fn has_one_reference(descriptor: &str) -> bool {
    let object = descriptor.starts_with("(L")
        && descriptor.find(';').is_some_and(|end| descriptor[end + 1..].starts_with(')'));
    object || matches!(descriptor, "([C)V" | "([B)V")
}
