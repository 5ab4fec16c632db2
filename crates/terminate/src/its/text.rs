//! The text form of transition systems, one rule a line:
//!
//! ```text
//! # from(arguments) -> to(expressions) [guard, …]
//! main(n) -> loop(n, 0)
//! loop(i, s) -> loop(i - 1, s + 2*i) [i > 0]
//! ```
//!
//! The first rule's source is the start. A name that is no argument of the source is a local unknown.

use base::{Diagnostic, Id, Place, Source};
use std::sync::Arc;

use super::{Builder, Its, LocationId, Premise, Transition};
use crate::linear::{Constraint, Linear, Var};
use crate::rational::Rat;

/// Reads a system; a mistake is a diagnostic at its line.
pub fn parse(source: &Arc<Source>) -> Result<Its, Box<Diagnostic>> {
    let mut reader = Reader::default();
    for (index, line) in source.text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if !line.is_empty() {
            let place = || Place::of_line(source, index as u32 + 1);
            reader.rule(line).map_err(|message| Diagnostic::error("its-syntax", message).at(place()))?;
        }
    }
    if reader.names.is_empty() {
        return Err(Box::new(Diagnostic::error("its-syntax", "a transition system needs at least one rule")));
    }
    Ok(reader.builder.finish(LocationId::from_index(0)))
}

/// The rules of a system, as [`parse`] reads them if there are no premises; those follow the guard.
pub fn show(its: &Its) -> String {
    let mut out = String::new();
    for transition in &its.transitions {
        let (from, to) = (&its.locations[transition.from.index()], &its.locations[transition.to.index()]);
        let name = |var| its.var_name(transition.from, var);
        let update: Vec<_> = transition.update.iter().map(|linear| linear.show(name)).collect();
        let premise = |premise: &Premise| {
            let values: Vec<_> = premise.values.iter().map(|linear| linear.show(name)).collect();
            format!("{}({})", its.locations[premise.location.index()].name, values.join(", "))
        };
        let guard = transition.guard.iter().map(|constraint| constraint.show(name));
        let guard: Vec<_> = guard.chain(transition.premises.iter().map(premise)).collect();
        out += &format!("{}({}) -> {}({})", from.name, from.vars.join(", "), to.name, update.join(", "));
        if !guard.is_empty() {
            out += &format!(" [{}]", guard.join(", "));
        }
        out.push('\n');
    }
    out
}

#[derive(Default)]
struct Reader {
    builder: Builder,
    names: Vec<String>,
}

impl Reader {
    fn rule(&mut self, line: &str) -> Result<(), String> {
        let (left, rest) = line.split_once("->").ok_or("a rule needs `->`")?;
        let (right, guard) = match rest.split_once('[') {
            Some((right, guard)) => {
                (right, guard.trim_end().strip_suffix(']').ok_or("a guard ends with `]`")?)
            }
            None => (rest, ""),
        };
        let (from, arguments) = application(left)?;
        let (to, images) = application(right)?;
        let mut scope: Vec<String> = arguments.iter().map(|name| name.to_string()).collect();
        let from = self.location(from, scope.len(), Some(&scope))?;
        let to = self.location(to, images.len(), None)?;
        let arity = scope.len();
        let update = images.iter().map(|text| linear(text, &mut scope)).collect::<Result<_, _>>()?;
        let atoms = guard.split(',').filter(|atom| !atom.trim().is_empty());
        let guard = atoms.map(|atom| constraint(atom, &mut scope)).collect::<Result<_, _>>()?;
        self.builder.transition(Transition {
            from,
            to,
            locals: scope.len() - arity,
            guard,
            update,
            premises: Vec::new(),
        });
        Ok(())
    }

    fn location(&mut self, name: &str, arity: usize, vars: Option<&[String]>) -> Result<LocationId, String> {
        if let Some(index) = self.names.iter().position(|known| known == name) {
            let location = LocationId::from_index(index);
            return match self.builder.arity(location) == arity {
                true => Ok(location),
                false => Err(format!("`{name}` has {} arguments elsewhere", self.builder.arity(location))),
            };
        }
        self.names.push(name.to_string());
        let fallback = || (0..arity).map(|index| format!("x{index}")).collect();
        Ok(self.builder.location(name, vars.map_or_else(fallback, <[String]>::to_vec)))
    }
}

fn application(text: &str) -> Result<(&str, Vec<&str>), String> {
    let text = text.trim();
    let (name, arguments) =
        text.split_once('(').ok_or_else(|| format!("`{text}` needs arguments in parentheses"))?;
    let arguments = arguments.strip_suffix(')').ok_or_else(|| format!("`{text}` lacks its `)`"))?;
    let arguments = arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty());
    Ok((name.trim(), arguments.collect()))
}

fn constraint(text: &str, scope: &mut Vec<String>) -> Result<Constraint, String> {
    for sign in [">=", "<=", ">", "<", "="] {
        if let Some((lhs, rhs)) = text.split_once(sign) {
            let (lhs, rhs) = (linear(lhs, scope)?, linear(rhs, scope)?);
            return Ok(match sign {
                ">=" => Constraint::ge(&lhs, &rhs),
                "<=" => Constraint::ge(&rhs, &lhs),
                ">" => Constraint::gt(&lhs, &rhs),
                "<" => Constraint::gt(&rhs, &lhs),
                _ => Constraint::eq(&lhs, &rhs),
            });
        }
    }
    Err(format!("`{}` is no comparison", text.trim()))
}

fn linear(text: &str, scope: &mut Vec<String>) -> Result<Linear, String> {
    let spaced = text.replace('-', " - ").replace('+', " + ").replace('*', " * ");
    let mut out = Linear::constant(0);
    let mut sign = Rat::ONE;
    let mut product: Option<Linear> = None;
    let mut times = false;
    for token in spaced.split_whitespace() {
        match token {
            "+" | "-" => {
                out = out.plus(&product.take().unwrap_or(Linear::constant(0)));
                sign = Rat::from(if token == "+" { 1 } else { -1 });
            }
            "*" => times = true,
            _ => {
                let factor = operand(token, scope)?;
                product = Some(match product.take() {
                    None => factor.scaled(&sign),
                    Some(left) if times && left.is_constant() => factor.scaled(&left.constant),
                    Some(left) if times && factor.is_constant() => left.scaled(&factor.constant),
                    Some(_) => return Err(format!("`{}` is not linear", text.trim())),
                });
                times = false;
            }
        }
    }
    Ok(out.plus(&product.ok_or_else(|| format!("`{}` is no expression", text.trim()))?))
}

fn operand(token: &str, scope: &mut Vec<String>) -> Result<Linear, String> {
    if token.starts_with(|first: char| first.is_ascii_digit()) {
        return Ok(Linear::constant(token.parse::<Rat>()?));
    }
    let index = scope.iter().position(|name| name == token).unwrap_or_else(|| {
        scope.push(token.to_string());
        scope.len() - 1
    });
    Ok(Linear::var(Var::from_index(index)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_survive_a_round_trip() {
        let text = "main(n) -> loop(n, 0)\nloop(x0, x1) -> loop(x0 - 1, 2*x0 + x1) [x0 >= 1, x1 - u0 = 0]\n";
        let its = parse(&Source::new("t.its", text)).expect("the rules are well formed");
        assert_eq!(show(&its), text);
    }

    #[test]
    fn mistakes_are_placed() {
        let wrong = parse(&Source::new("t.its", "f(x) -> f(x)\nf(x) -> f(x * x)\n")).expect_err("not linear");
        assert_eq!(wrong.to_string(), "t.its:2: error[its-syntax]: `x * x` is not linear");
    }
}
