//! Arguments that are objects: small heaps as plain data, which [`construct`](super::construct) makes on the machine before the call.

use std::fmt;

use program::JavaText;
use serde::{Deserialize, Serialize};

/// Objects and the arguments that refer to them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub objects: Vec<Made>,
    /// The receiver first, if there is one.
    pub arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Made {
    Object {
        /// Internal name of the class.
        class: String,
        /// The descriptor of the constructor that makes it, and what that is given: objects must come earlier in the list.
        constructor: String,
        arguments: Vec<Argument>,
        /// Fields by name that are written afterwards.
        fields: Vec<(String, Argument)>,
    },
    Array {
        /// The descriptor of its type.
        ty: String,
        elements: Vec<Argument>,
    },
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Argument {
    Null,
    Number(i64),
    /// A floating-point number that is none of the line.
    Special(Special),
    /// An index into the objects.
    Object(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Special {
    Infinity,
    Nan,
}

impl Special {
    pub fn value(self) -> f64 {
        match self {
            Special::Infinity => f64::INFINITY,
            Special::Nan => f64::NAN,
        }
    }
}

impl Call {
    /// The arguments' values, objects by their numbers.
    pub fn values(&self) -> Vec<String> {
        self.arguments.iter().map(ToString::to_string).collect()
    }

    /// The objects, each with its number.
    pub fn numbered(&self) -> Vec<(String, String)> {
        self.objects.iter().enumerate().map(|(index, made)| (format!("#{index}"), made.to_string())).collect()
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.values().join(", "))?;
        self.numbered().iter().try_for_each(|(name, object)| write!(f, "; {name} = {object}"))
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Null => f.write_str("null"),
            Argument::Number(number) => write!(f, "{number}"),
            Argument::Special(Special::Infinity) => f.write_str("Infinity"),
            Argument::Special(Special::Nan) => f.write_str("NaN"),
            Argument::Object(index) => write!(f, "#{index}"),
        }
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |arguments: &[Argument]| arguments.iter().map(Argument::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Made::Object { class, arguments, fields, .. } => {
                let given =
                    if arguments.is_empty() { String::new() } else { format!("({})", list(arguments)) };
                write!(f, "{}{given}", class.replace('/', "."))?;
                let fields = fields.iter().map(|(field, content)| format!("{field} = {content}"));
                let fields = fields.collect::<Vec<_>>();
                if fields.is_empty() { Ok(()) } else { write!(f, " {{ {} }}", fields.join(", ")) }
            }
            Made::Array { elements, .. } => write!(f, "array {{ {} }}", list(elements)),
            Made::Text(text) => f.write_str(&JavaText::from(text.as_str()).quoted()),
        }
    }
}
