//! Algebraic data types (`adt`) as domains: constructors, destructors and tags with the axioms that make them what they are.
//!
//! Values of different constructors differ by their tag, those of one constructor by their parts, and every value is one of
//! some constructor. Destructors and discriminators get names nobody can write, `List.tail` and `List.isCons`; a field
//! access on a value of the type finds them. Outside its constructor a destructor has some value of its type.

use base::{Diagnostic, Place};

use super::syntax::{
    Adt, Constructor, Domain, DomainFunction, Exp, ExpKind, File, Name, Operator, TypeName, Variable,
};

/// Replaces the algebraic data types of a file by domains.
pub fn encode(file: &mut File) -> Result<(), Diagnostic> {
    let adts = std::mem::take(&mut file.adts);
    let has_order = file.domains.iter().any(|domain| domain.name.text == "WellFoundedOrder");
    for adt in &adts {
        check(adt)?;
        file.domains.push(domain(adt));
        let order = format!("{}WellFoundedOrder", adt.name.text);
        if has_order && file.domains.iter().all(|domain| domain.name.text != order) {
            file.domains.push(Encoder { adt, place: &adt.name.place }.order(&order));
        }
    }
    Ok(())
}

/// The name of a destructor or discriminator of a type.
pub fn member(adt: &str, name: &str) -> String {
    format!("{adt}.{name}")
}

fn check(adt: &Adt) -> Result<(), Diagnostic> {
    let twice = |name: &Name| {
        let message = format!("`{}` is declared twice", name.text);
        Err(Diagnostic::error("duplicate-name", message).at(name.place.clone()))
    };
    for (index, param) in adt.params.iter().enumerate() {
        if adt.params[..index].iter().any(|other| other.text == param.text) {
            return twice(param);
        }
    }
    for constructor in &adt.constructors {
        for (index, param) in constructor.params.iter().enumerate() {
            if constructor.params[..index].iter().any(|other| other.name.text == param.name.text) {
                return twice(&param.name);
            }
        }
    }
    let all: Vec<(&Constructor, &Variable)> = adt
        .constructors
        .iter()
        .flat_map(|constructor| constructor.params.iter().map(move |param| (constructor, param)))
        .collect();
    for (index, (_, param)) in all.iter().enumerate() {
        if all[..index].iter().any(|(_, other)| other.name.text == param.name.text) {
            return twice(&param.name);
        }
    }
    if adt.constructors.is_empty() {
        let message = "a data type without constructors has no values";
        return Err(Diagnostic::error("empty-adt", message).at(adt.name.place.clone()));
    }
    match adt.derives.first() {
        None => Ok(()),
        Some(derived) => {
            let message = format!("deriving `{}` is not supported", derived.name.text);
            Err(Diagnostic::error("not-supported", message).at(derived.name.place.clone()))
        }
    }
}

fn domain(adt: &Adt) -> Domain {
    let place = &adt.name.place;
    let encoder = Encoder { adt, place };
    let mut functions = Vec::new();
    let mut axioms = Vec::new();
    functions.push(encoder.function("tag", encoder.named("Int"), place));
    for (index, constructor) in adt.constructors.iter().enumerate() {
        functions.push(DomainFunction {
            name: constructor.name.clone(),
            params: constructor.params.iter().map(|param| param.ty.clone()).collect(),
            result: encoder.own(),
            unique: false,
        });
        let is = format!("is{}", constructor.name.text);
        functions.push(encoder.function(&is, encoder.named("Bool"), &constructor.name.place));
        axioms.push(encoder.discriminates(&is, index));
        axioms.push(encoder.tagged(constructor, index));
        for param in &constructor.params {
            functions.push(encoder.function(&param.name.text, param.ty.clone(), &param.name.place));
            axioms.push(encoder.destructs(constructor, param));
        }
    }
    if !adt.constructors.is_empty() {
        axioms.push(encoder.complete());
    }
    let axioms = axioms.into_iter().map(|axiom| (None, axiom)).collect();
    Domain { name: adt.name.clone(), params: adt.params.clone(), functions, axioms, interpretation: None }
}

struct Encoder<'a> {
    adt: &'a Adt,
    place: &'a Place,
}

impl Encoder<'_> {
    fn name(&self, text: &str) -> Name {
        Name { text: text.to_owned(), place: self.place.clone() }
    }

    fn named(&self, text: &str) -> TypeName {
        TypeName { name: self.name(text), arguments: Vec::new() }
    }

    /// The type itself, with its own parameters.
    fn own(&self) -> TypeName {
        let arguments = self.adt.params.iter().map(|param| self.named(&param.text)).collect();
        TypeName { name: self.adt.name.clone(), arguments }
    }

    fn function(&self, name: &str, result: TypeName, place: &Place) -> DomainFunction {
        let name = Name { text: member(&self.adt.name.text, name), place: place.clone() };
        DomainFunction { name, params: vec![self.own()], result, unique: false }
    }

    fn exp(&self, kind: ExpKind) -> Exp {
        Exp { kind, place: self.place.clone() }
    }

    fn variable(&self, name: &str) -> Exp {
        self.exp(ExpKind::Name(name.to_owned()))
    }

    fn call(&self, name: &str, arguments: Vec<Exp>) -> Exp {
        self.exp(ExpKind::Call { name: self.name(name), arguments, ty: None, reveal: false })
    }

    fn of(&self, name: &str, value: Exp) -> Exp {
        self.call(&member(&self.adt.name.text, name), vec![value])
    }

    fn binary(&self, operator: Operator, lhs: Exp, rhs: Exp) -> Exp {
        self.exp(ExpKind::Binary(operator, Box::new(lhs), Box::new(rhs)))
    }

    fn equal(&self, lhs: Exp, rhs: Exp) -> Exp {
        self.binary(Operator::Eq, lhs, rhs)
    }

    fn number(&self, number: usize) -> Exp {
        self.exp(ExpKind::Int(number.into()))
    }

    fn forall(&self, bound: Vec<Variable>, triggers: Vec<Exp>, body: Exp) -> Exp {
        if bound.is_empty() {
            return body;
        }
        let triggers = triggers.into_iter().map(|trigger| vec![trigger]).collect();
        self.exp(ExpKind::Quantified { existential: false, bound, triggers, body: Box::new(body) })
    }

    /// A constructor's parameters as bound variables, and the value made of them.
    fn made(&self, constructor: &Constructor) -> (Vec<Variable>, Exp) {
        let bound = |param: &Variable| Variable {
            name: self.name(&format!("{}#", param.name.text)),
            ty: param.ty.clone(),
        };
        let bound: Vec<Variable> = constructor.params.iter().map(bound).collect();
        let arguments = bound.iter().map(|variable| self.variable(&variable.name.text)).collect();
        (bound, self.call(&constructor.name.text, arguments))
    }

    /// `forall x.. :: tag(C(x..)) == n`
    fn tagged(&self, constructor: &Constructor, index: usize) -> Exp {
        let (bound, made) = self.made(constructor);
        let fact = self.equal(self.of("tag", made.clone()), self.number(index));
        self.forall(bound, vec![made], fact)
    }

    /// `forall x.. :: f(C(x..)) == x`
    fn destructs(&self, constructor: &Constructor, param: &Variable) -> Exp {
        let (bound, made) = self.made(constructor);
        let part = self.variable(&format!("{}#", param.name.text));
        let fact = self.equal(self.of(&param.name.text, made.clone()), part);
        self.forall(bound, vec![made], fact)
    }

    /// For measures: a part of the same type is smaller, and so is a part of a part.
    fn order(&self, name: &str) -> Domain {
        let is_own = |ty: &TypeName| {
            let params = self.adt.params.iter().map(|param| param.text.as_str());
            ty.name.text == self.adt.name.text
                && ty.arguments.iter().map(|argument| argument.name.text.as_str()).eq(params)
        };
        let mut axioms = Vec::new();
        for constructor in &self.adt.constructors {
            let (bound, made) = self.made(constructor);
            for param in constructor.params.iter().filter(|param| is_own(&param.ty)) {
                let part = self.variable(&format!("{}#", param.name.text));
                let fact = self.call("decreasing", vec![part, made.clone()]);
                axioms.push((None, self.forall(bound.clone(), vec![made.clone()], fact)));
            }
        }
        let (bound, value) = self.value();
        let bounded = self.call("bounded", vec![value]);
        axioms.push((None, self.forall(bound, vec![bounded.clone()], bounded)));
        let named = |name: &str| Variable { name: self.name(name), ty: self.own() };
        let smaller =
            |one: &str, other: &str| self.call("decreasing", vec![self.variable(one), self.variable(other)]);
        let (first, second) = (smaller("a#", "b#"), smaller("b#", "c#"));
        let both = self.binary(Operator::And, first.clone(), second.clone());
        let fact = self.binary(Operator::Implies, both, smaller("a#", "c#"));
        let transitive = self.exp(ExpKind::Quantified {
            existential: false,
            bound: vec![named("a#"), named("b#"), named("c#")],
            triggers: vec![vec![first, second]],
            body: Box::new(fact),
        });
        axioms.push((None, transitive));
        Domain {
            name: self.name(name),
            params: self.adt.params.clone(),
            functions: Vec::new(),
            axioms,
            interpretation: None,
        }
    }

    fn value(&self) -> (Vec<Variable>, Exp) {
        let name = self.name("value#");
        (vec![Variable { name, ty: self.own() }], self.variable("value#"))
    }

    /// `forall v :: isC(v) == (tag(v) == n)`
    fn discriminates(&self, is: &str, index: usize) -> Exp {
        let (bound, value) = self.value();
        let (is, tag) = (self.of(is, value.clone()), self.of("tag", value));
        let fact = self.equal(is.clone(), self.equal(tag.clone(), self.number(index)));
        self.forall(bound, vec![is, tag], fact)
    }

    /// `forall v :: v == C(f(v)..) with the tag of C, for some constructor C`
    fn complete(&self) -> Exp {
        let (bound, value) = self.value();
        let tag = self.of("tag", value.clone());
        let mut triggers = vec![tag.clone()];
        let mut cases = Vec::new();
        for (index, constructor) in self.adt.constructors.iter().enumerate() {
            let parts: Vec<Exp> =
                constructor.params.iter().map(|param| self.of(&param.name.text, value.clone())).collect();
            triggers.extend(parts.iter().cloned());
            let made = self.call(&constructor.name.text, parts);
            let is = self.equal(tag.clone(), self.number(index));
            cases.push(self.binary(Operator::And, is, self.equal(value.clone(), made)));
        }
        let fact = cases.into_iter().reduce(|one, other| self.binary(Operator::Or, one, other));
        let fact = fact.unwrap_or_else(|| self.exp(ExpKind::True));
        self.forall(bound, triggers, fact)
    }
}
