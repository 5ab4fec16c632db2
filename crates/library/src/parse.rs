//! Reads conditions: a small part of Java's expressions.

use crate::condition::{Argument, Comparison, Condition, Number};

/// The names that parameters have, by their place.
pub(crate) type Names<'a> = &'a [Option<String>];

const EXTREMES: [(&str, i128); 8] = [
    ("Byte.MIN_VALUE", i8::MIN as i128),
    ("Byte.MAX_VALUE", i8::MAX as i128),
    ("Short.MIN_VALUE", i16::MIN as i128),
    ("Short.MAX_VALUE", i16::MAX as i128),
    ("Integer.MIN_VALUE", i32::MIN as i128),
    ("Integer.MAX_VALUE", i32::MAX as i128),
    ("Long.MIN_VALUE", i64::MIN as i128),
    ("Long.MAX_VALUE", i64::MAX as i128),
];

pub(crate) fn condition(text: &str, names: Names<'_>) -> Result<Condition, String> {
    let mut reader = Reader { rest: text.trim(), names };
    let condition = reader.any()?;
    reader.end()?;
    Ok(condition)
}

pub(crate) fn number(text: &str, names: Names<'_>) -> Result<Number, String> {
    let mut reader = Reader { rest: text.trim(), names };
    let number = reader.sum()?;
    reader.end()?;
    Ok(number)
}

/// `this`, a parameter's name, or `argument 1` where parameters have no names.
pub(crate) fn argument(text: &str, names: Names<'_>) -> Result<Argument, String> {
    let by_number = |text: &str| text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match text.strip_prefix("argument ") {
        _ if text == "this" => Ok(Argument::This),
        Some(number) => {
            by_number(number).map(Argument::Parameter).ok_or_else(|| format!("`{text}` counts from 1"))
        }
        None => {
            let place = names.iter().position(|name| name.as_deref() == Some(text));
            place.map(Argument::Parameter).ok_or_else(|| format!("no parameter is called `{text}`"))
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    names: Names<'a>,
}

impl<'a> Reader<'a> {
    fn eat(&mut self, sign: &str) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn end(&self) -> Result<(), String> {
        if self.rest.is_empty() { Ok(()) } else { Err(format!("`{}` was not expected", self.rest)) }
    }

    fn any(&mut self) -> Result<Condition, String> {
        let mut parts = vec![self.all()?];
        while self.eat("||") {
            parts.push(self.all()?);
        }
        Ok(single(parts).unwrap_or_else(Condition::Any))
    }

    fn all(&mut self) -> Result<Condition, String> {
        let mut parts = vec![self.one()?];
        while self.eat("&&") {
            parts.push(self.one()?);
        }
        Ok(single(parts).unwrap_or_else(Condition::All))
    }

    fn one(&mut self) -> Result<Condition, String> {
        if self.eat("(") {
            let inner = self.any()?;
            return if self.eat(")") { Ok(inner) } else { Err("a `)` is missing".into()) };
        }
        let lhs = self.sum()?;
        let sign = Comparison::SIGNS.into_iter().find(|(sign, _)| self.eat(sign));
        let (_, comparison) =
            sign.ok_or_else(|| format!("a comparison is missing before `{}`", self.rest))?;
        if self.eat("null") {
            return match (lhs, comparison) {
                (Number::Of(argument), Comparison::Equal) => Ok(Condition::IsNull(argument)),
                (Number::Of(argument), Comparison::NotEqual) => Ok(Condition::Exists(argument)),
                _ => Err("only arguments can be compared with null".into()),
            };
        }
        Ok(Condition::Compare(comparison, lhs, self.sum()?))
    }

    fn sum(&mut self) -> Result<Number, String> {
        let mut sum = if self.eat("-") {
            Number::Subtract(Number::Literal(0).into(), self.product()?.into())
        } else {
            self.product()?
        };
        loop {
            sum = if self.eat("+") {
                Number::Add(sum.into(), self.product()?.into())
            } else if self.eat("-") {
                Number::Subtract(sum.into(), self.product()?.into())
            } else {
                return Ok(sum);
            };
        }
    }

    fn product(&mut self) -> Result<Number, String> {
        let mut product = self.factor()?;
        while self.eat("*") {
            product = Number::Multiply(product.into(), self.factor()?.into());
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Number, String> {
        if let Some((name, value)) = EXTREMES.into_iter().find(|(name, _)| self.rest.starts_with(name)) {
            self.eat(name);
            return Ok(Number::Literal(value));
        }
        let word = self.word();
        if let Ok(value) = word.parse() {
            return Ok(Number::Literal(value));
        }
        if word == "result" {
            return Ok(Number::Result);
        }
        let argument = argument(word, self.names)?;
        let is_length = self.eat(".length()") || self.eat(".length");
        Ok(if is_length { Number::Length(argument) } else { Number::Of(argument) })
    }

    /// Letters and digits.
    fn word(&mut self) -> &'a str {
        let end = self.rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }
}

/// The only part there is, or all of them.
fn single(mut parts: Vec<Condition>) -> Result<Condition, Vec<Condition>> {
    match parts.pop() {
        Some(part) if parts.is_empty() => Ok(part),
        Some(part) => {
            parts.push(part);
            Err(parts)
        }
        None => Err(parts),
    }
}
