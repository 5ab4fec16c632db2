//! Arguments that are objects: small heaps as plain data, which [`construct`](super::construct) makes on the machine before the call.

use std::fmt;

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

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |argument: &Argument| match argument {
            Argument::Null => "null".to_string(),
            Argument::Number(number) => number.to_string(),
            Argument::Special(Special::Infinity) => "Infinity".to_string(),
            Argument::Special(Special::Nan) => "NaN".to_string(),
            Argument::Object(index) => format!("#{index}"),
        };
        let list = |arguments: &[Argument]| arguments.iter().map(name).collect::<Vec<_>>().join(", ");
        f.write_str(&list(&self.arguments))?;
        for (index, made) in self.objects.iter().enumerate() {
            match made {
                Made::Object { class, arguments, fields, .. } => {
                    let class = class.replace('/', ".");
                    match arguments.is_empty() {
                        true => write!(f, "; #{index} is a {class}")?,
                        false => write!(f, "; #{index} is a {class}({})", list(arguments))?,
                    }
                    let fields = fields.iter().map(|(field, content)| format!("{field} = {}", name(content)));
                    let fields = fields.collect::<Vec<_>>();
                    if !fields.is_empty() {
                        write!(f, " {{ {} }}", fields.join(", "))?;
                    }
                }
                Made::Array { elements, .. } => write!(f, "; #{index} is an array {{ {} }}", list(elements))?,
                Made::Text(text) => write!(f, "; #{index} is {text:?}")?,
            }
        }
        Ok(())
    }
}
