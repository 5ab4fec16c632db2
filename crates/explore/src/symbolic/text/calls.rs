//! Which methods are modelled, and by what.

use heap::Value;
use library::names;
use program::{MethodId, Program};

use super::{Answer, Call, change, character, compare, hash, numerals, parts, search, slice};

/// Answers a call, or leaves it to the JDK's code.
pub type Model = for<'a, 'c, 'p> fn(&'a mut Call<'_, 'c, 'p>, &[Value]) -> Answer<'p>;

/// The model of a method, if it has one.
pub fn find(program: &Program, method: MethodId) -> Option<Model> {
    let method = program.method(method);
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    match &*program.class(method.class).name {
        names::STRING => string(name, descriptor),
        names::STRING_BUILDER | names::STRING_BUFFER => builder(name, descriptor),
        names::ABSTRACT_STRING_BUILDER => match name {
            "capacity" | "length" | "charAt" => builder(name, descriptor),
            _ => None,
        },
        names::CHARACTER if character::PURE.contains(&name) => Some(character::model),
        names::CHARACTER => (name == "toString" && method.is_static()).then_some(parts::value_of_char),
        names::INTEGER => integer(name, descriptor),
        names::LONG => match (name, descriptor) {
            ("toString", "(J)Ljava/lang/String;") => Some(parts::value_of_long),
            ("parseLong", "(Ljava/lang/String;)J") => Some(numerals::parse_long),
            _ => None,
        },
        names::PRECONDITIONS if name == "outOfBoundsMessage" => Some(parts::bounds_message),
        _ => None,
    }
}

fn string(name: &str, descriptor: &str) -> Option<Model> {
    Some(match (name, descriptor) {
        ("length", _) => compare::length,
        ("isEmpty", _) => compare::is_empty,
        ("charAt", _) => compare::char_at,
        ("equals", _) => compare::equals,
        ("equalsIgnoreCase", _) => compare::equals_ignore_case,
        ("compareTo", "(Ljava/lang/String;)I") => compare::compare_to,
        ("startsWith", "(Ljava/lang/String;)Z") => compare::starts_with,
        ("startsWith", "(Ljava/lang/String;I)Z") => compare::starts_with_at,
        ("endsWith", _) => compare::ends_with,
        ("hashCode", _) => hash::hash_code,
        ("indexOf", "(I)I") => search::index_of,
        ("indexOf", "(II)I") => search::index_of_from,
        ("indexOf", "(Ljava/lang/String;)I") => search::index_of_string,
        ("indexOf", "(Ljava/lang/String;I)I") => search::index_of_string_from,
        ("lastIndexOf", "(I)I") => search::last_index_of,
        ("lastIndexOf", "(Ljava/lang/String;)I") => search::last_index_of_string,
        ("substring", "(I)Ljava/lang/String;") => slice::substring_from,
        ("substring", "(II)Ljava/lang/String;") | ("subSequence", _) => slice::substring,
        ("trim", _) => slice::trim,
        ("strip", _) => slice::strip,
        ("stripLeading", _) => slice::strip_leading,
        ("stripTrailing", _) => slice::strip_trailing,
        ("isBlank", _) => slice::is_blank,
        ("toCharArray", _) => slice::to_char_array,
        ("<init>", "([C)V") => slice::from_chars,
        ("valueOf", "(I)Ljava/lang/String;") => parts::value_of_int,
        ("valueOf", "(J)Ljava/lang/String;") => parts::value_of_long,
        ("valueOf", "(C)Ljava/lang/String;") => parts::value_of_char,
        ("concat", _) => change::concat,
        ("replace", "(CC)Ljava/lang/String;") => change::replace,
        ("toLowerCase", "()Ljava/lang/String;") => change::to_lower_case,
        ("toUpperCase", "()Ljava/lang/String;") => change::to_upper_case,
        _ => return None,
    })
}

fn builder(name: &str, descriptor: &str) -> Option<Model> {
    let argument = descriptor.split(')').next()?;
    Some(match (name, argument) {
        ("<init>", "(Ljava/lang/String;") => parts::from_string,
        ("append", "(Ljava/lang/String;") => parts::append_string,
        ("append", "(C") => parts::append_char,
        ("append", "(Z") => parts::append_boolean,
        ("append", "(I") => parts::append_int,
        ("append", "(J") => parts::append_long,
        ("append", "(F" | "(D") => parts::append_real,
        ("toString", "(") => parts::to_string,
        ("capacity", "(") => parts::capacity,
        ("length", "(") => parts::length,
        ("charAt", "(I") => parts::char_at,
        _ => return None,
    })
}

fn integer(name: &str, descriptor: &str) -> Option<Model> {
    Some(match (name, descriptor) {
        ("toString", "(I)Ljava/lang/String;") => parts::value_of_int,
        ("parseInt", "(Ljava/lang/String;)I") => numerals::parse_int,
        ("parseInt", "(Ljava/lang/String;I)I") => numerals::parse_int_radix,
        _ => return None,
    })
}
