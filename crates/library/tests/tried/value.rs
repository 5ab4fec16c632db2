//! Values to call methods with.

use testkit::Random;

/// A value, as far as lines can speak of it.
#[derive(Clone, Debug)]
pub enum Value {
    Null,
    /// Its kind, and which one.
    Number(&'static str, i64),
    Real(&'static str, String),
    /// A text or a builder of these UTF-16 units.
    Text(&'static str, Vec<u16>),
    Array(Vec<i64>),
    /// Something else: its kind, and what makes it.
    Other(&'static str, String),
}

impl Value {
    /// As `Try.java` reads it.
    pub fn text(&self) -> String {
        let list = |items: Vec<String>| items.join(",");
        match self {
            Self::Null => "null:".to_owned(),
            Self::Number("boolean", value) => format!("boolean:{}", *value != 0),
            Self::Number(kind, value) => format!("{kind}:{value}"),
            Self::Real(kind, value) | Self::Other(kind, value) => format!("{kind}:{value}"),
            Self::Text(kind, units) => format!("{kind}:{}", list(units.iter().map(u16::to_string).collect())),
            Self::Array(items) => format!("array:{}", list(items.iter().map(i64::to_string).collect())),
        }
    }

    pub fn number(&self) -> Option<i128> {
        if let Self::Number(_, value) = self { Some(i128::from(*value)) } else { None }
    }

    pub fn length(&self) -> Option<i128> {
        match self {
            Self::Text(_, units) => Some(units.len() as i128),
            Self::Array(items) => Some(items.len() as i128),
            Self::Null | Self::Number(..) | Self::Real(..) | Self::Other(..) => None,
        }
    }
}

const SMALL: [i64; 16] = [0, 1, -1, 2, 3, -2, 5, 7, 10, 16, 31, 32, 36, 64, 100, -7];

/// A value of a type; `None` if there is none to be had. The first few are the same for all parameters of a call.
pub fn of_type(descriptor: &str, number: usize, random: &mut Random) -> Option<Value> {
    let text = |kind, random: &mut Random| Value::Text(kind, units(random));
    let value = match descriptor {
        "Z" => Value::Number("boolean", i64::from(random.below(2) == 0)),
        "B" => Value::Number("byte", whole(number, random, i8::MIN.into(), i8::MAX.into())),
        "S" => Value::Number("short", whole(number, random, i16::MIN.into(), i16::MAX.into())),
        "C" => Value::Number("char", whole(number, random, 0, u16::MAX.into())),
        "I" => Value::Number("int", whole(number, random, i32::MIN.into(), i32::MAX.into())),
        "J" => Value::Number("long", whole(number, random, i64::MIN, i64::MAX)),
        "F" => Value::Real("float", real(random)),
        "D" => Value::Real("double", real(random)),
        _ if descriptor.starts_with('[') => match random.below(5) {
            0 => Value::Null,
            length => Value::Array((1..length).map(|_| *random.pick(&SMALL)).collect()),
        },
        "Ljava/lang/String;" => text("text", random),
        "Ljava/lang/Object;" => match random.below(3) {
            0 => Value::Number("int", *random.pick(&SMALL)),
            _ => text("text", random),
        },
        "Ljava/lang/CharSequence;" => text(if random.below(2) == 0 { "text" } else { "builder" }, random),
        "Ljava/lang/StringBuilder;" => text("builder", random),
        "Ljava/lang/StringBuffer;" => text("buffer", random),
        "Ljava/lang/Class;" => Value::Other("class", random.below(8).to_string()),
        "Ljava/util/Locale;" => Value::Other("locale", String::new()),
        "Ljava/lang/Throwable;" => Value::Other("throwable", "x".to_owned()),
        _ => return None,
    };
    let is_object = matches!(value, Value::Other(..) | Value::Text(..)) || descriptor == "Ljava/lang/Object;";
    // Null fits every type of reference.
    Some(if is_object && number.is_multiple_of(5) { Value::Null } else { value })
}

/// An object of a class; `None` if there is none to be had.
pub fn receiver(class: &str, random: &mut Random) -> Option<Value> {
    let digits = |random: &mut Random| random.choose(&["", "1", "2,3", "5,5,8"]).to_owned();
    let optional = |random: &mut Random| random.choose(&["", "1", "-7"]).to_owned();
    Some(match class {
        "java/lang/String" => Value::Text("text", units(random)),
        "java/lang/StringBuilder" => Value::Text("builder", units(random)),
        "java/lang/StringBuffer" => Value::Text("buffer", units(random)),
        "java/lang/Class" => Value::Other("class", random.below(8).to_string()),
        "java/lang/Object" => Value::Other("object", String::new()),
        "java/lang/Boolean" => of_type("Z", 1, random)?,
        "java/lang/Byte" => of_type("B", 1, random)?,
        "java/lang/Character" => of_type("C", 1, random)?,
        "java/lang/Short" => of_type("S", 1, random)?,
        "java/lang/Integer" => of_type("I", 1, random)?,
        "java/lang/Long" => of_type("J", 1, random)?,
        "java/lang/Float" => of_type("F", 1, random)?,
        "java/lang/Double" => of_type("D", 1, random)?,
        "java/util/Optional" => Value::Other("optional", optional(random)),
        "java/util/OptionalInt" => Value::Other("optionalInt", optional(random)),
        "java/util/OptionalLong" => Value::Other("optionalLong", optional(random)),
        "java/util/OptionalDouble" => Value::Other("optionalDouble", optional(random)),
        "java/util/Random" => Value::Other("random", random.below(1000).to_string()),
        "java/util/ArrayList" => Value::Other("list", digits(random)),
        "java/util/LinkedList" => Value::Other("linked", digits(random)),
        "java/util/HashSet" => Value::Other("set", digits(random)),
        "java/util/HashMap" => Value::Other("map", digits(random)),
        "java/io/PrintStream" => Value::Other("stream", String::new()),
        _ => return None,
    })
}

fn whole(number: usize, random: &mut Random, least: i64, greatest: i64) -> i64 {
    let value = match (number % 4, random.below(6)) {
        (0, 0) => least,
        (0, 1) => greatest,
        (0, 2) => greatest - 1,
        (0, 3) => least + 1,
        (1, _) => random.bits() as i64 >> random.below(60),
        _ => *random.pick(&SMALL),
    };
    value.clamp(least, greatest)
}

fn real(random: &mut Random) -> String {
    let corners =
        ["0.0", "-0.0", "1.5", "-2.5", "NaN", "Infinity", "-Infinity", "1e30", "-1e30", "4.9e-324", "0.1"];
    random.choose(&corners).to_owned()
}

fn units(random: &mut Random) -> Vec<u16> {
    let corners = [
        "",
        "a",
        "abc",
        "abcabc",
        "12",
        "-7",
        "hello world",
        " x ",
        "Straße",
        "\u{1f600}",
        "zzz",
        "%d",
        "2147483648",
    ];
    random.pick(&corners).encode_utf16().collect()
}
