//! Which methods a line of a file means.

use crate::Primitive;

/// A method as a class file declares it.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'a> {
    pub name: &'a str,
    pub descriptor: &'a str,
    pub is_native: bool,
}

/// Which methods a line means: `native boolean is*(String text, ..)`. Constructors are called `new`; types go by their simple names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(crate) only_native: bool,
    pub(crate) result: Option<String>,
    /// May begin or end with `*`.
    pub(crate) name: String,
    pub(crate) params: Vec<String>,
    /// What the line calls its parameters.
    pub(crate) names: Vec<Option<String>>,
    /// `..` at the end: further parameters, whatever they are.
    pub(crate) is_open: bool,
}

impl Pattern {
    /// The name of the methods it speaks of.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The types of all parameters, if the line names them all.
    pub fn params(&self) -> Option<&[String]> {
        (!self.is_open).then_some(&self.params)
    }

    /// The type of the result, if the line says.
    pub fn result(&self) -> Option<&str> {
        self.result.as_deref()
    }

    /// Whether the name is one name.
    pub fn is_exact(&self) -> bool {
        !self.name.contains('*')
    }

    /// Whether it speaks of a method.
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
