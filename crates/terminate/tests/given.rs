//! What proofs make of facts of classes: `tests/programs/given/Stops.java` says which methods terminate by which facts, and which
//! must not be proven. Without facts, none of the former is proven; certificates name the facts, and are worth nothing
//! where these do not hold.

use std::sync::Arc;

use base::Budget;
use facts::Facts;
use graph::{Inputs, Integers};
use program::Program;
use terminate::certificate::{Certificate, Rejection};
use terminate::verdict::{Answer, Options, Verdict, decide};
use testkit::{Compiled, compile, header, method, test_programs};

fn options(facts: Option<&Arc<Facts>>) -> Options {
    let facts = facts.cloned();
    Options { integers: Integers::Java, inputs: Inputs::Any, facts, budget: Budget::seconds(10.0) }
}

fn is_proven(answer: &Answer) -> bool {
    matches!(answer.verdict, Verdict::Terminates(_))
}

fn prove(program: &Program, name: &str, options: &Options) -> Answer {
    decide(program, method(program, name), options)
}

#[test]
fn proofs_rest_on_the_facts_they_name() {
    let sources = test_programs("given");
    let text = std::fs::read_to_string(&sources[0]).expect("the program is readable");
    let Compiled { program, .. } = &compile(&sources);
    let facts = Arc::new(Facts::find(program, &Budget::seconds(20.0)).expect("there is time"));
    let (given, none) = (options(Some(&facts)), options(None));
    let mut wrong = Vec::new();
    for name in header(&text, "not") {
        if is_proven(&prove(program, name, &given)) {
            wrong.push(format!("{name} is proven"));
        }
    }
    for line in header(&text, "terminates") {
        let (name, wanted) = line.split_once('|').expect("a method and facts");
        let (name, wanted) = (name.trim(), wanted.trim());
        let answer = prove(program, name, &given);
        let used = facts::sentences(program, &facts, &answer.given).join("; ");
        if !is_proven(&answer) || used != wanted {
            wrong.push(format!("{name}: {:?} given {used}", answer.verdict));
            continue;
        }
        let id = method(program, name);
        let certificate = Certificate::new(program, id, &given, &answer);
        if let Err(rejection) = certificate.verify(program, id, &given) {
            wrong.push(format!("{name}: the certificate is rejected: {rejection}"));
        }
        if wanted.is_empty() {
            continue;
        }
        if is_proven(&prove(program, name, &none)) {
            wrong.push(format!("{name} needs no facts"));
        }
        let without = certificate.verify(program, id, &none);
        if without != Err(Rejection::OtherFacts) {
            wrong.push(format!("{name}: the certificate is taken without facts: {without:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
