//! Facts as reports, one result for each class, and as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use facts::{Facts, Interval, Known, claims, lost, place};
use program::{ClassId, FieldId, Program};
use report::{
    FieldView, MethodReport, Proof, ProofKind, Question, Reason, ReasonKind, Report, Step, Verdict,
};
use serde_json::Number;

/// What is known of the objects of a class is what is proven; what is not, is a reason.
pub fn of_class(program: &Program, facts: &Facts, class: ClassId) -> MethodReport {
    let (mut steps, mut reasons) = (Vec::new(), Vec::new());
    let fields: Vec<FieldId> = instance_fields(program, class).collect();
    for &field in &fields {
        let Some(known) = facts.known(field) else { continue };
        let name = &program.field(field).name;
        if let Some(open) = known.open {
            reasons.push(format!("`{name}`: nothing is known: {}", open.why()));
            continue;
        }
        let said = claims(program, field, known);
        if !said.is_empty() {
            steps.push(format!("{}, by {}", said.join(", "), rests_on(program, known)));
        }
        reasons.extend(lost(program, field, known));
    }
    let relations = facts.relations(class).iter();
    steps.extend(relations.map(|relation| format!("{}, by every constructor", relation.text(program))));
    let with_facts = fields.iter().filter(|field| facts.of(**field).is_some_and(|facts| !facts.is_empty()));
    let figures = [("fields", fields.len()), ("known", with_facts.count())];
    let step = |message| Step { place: None, message };
    let reason = |what| Reason { kind: ReasonKind::Incomplete, what, ..Reason::default() };
    let (verdict, word) = match (steps.is_empty(), reasons.is_empty()) {
        (true, false) => (Verdict::Unknown, "nothing is known"),
        (false, _) | (true, true) => (Verdict::Proven, "facts"),
    };
    MethodReport {
        method: program.class(class).java_name().replace('$', "."),
        question: Question::Facts,
        verdict,
        word: word.to_owned(),
        reasons: reasons.into_iter().map(reason).collect(),
        proof: (verdict == Verdict::Proven)
            .then(|| Proof { by: ProofKind::Writers, steps: steps.into_iter().map(step).collect() }),
        fields: fields.iter().filter_map(|&field| Some(view(program, field, facts.known(field)?))).collect(),
        figures: BTreeMap::from(figures.map(|(name, number)| (name.to_owned(), Number::from(number)))),
        ..MethodReport::default()
    }
}

/// The facts of each class, with what does not hold below them.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for result in &report.results {
        let steps = result.proof.iter().flat_map(|proof| &proof.steps).map(|step| &step.message);
        let lines: Vec<&String> = steps.chain(result.reasons.iter().map(|reason| &reason.what)).collect();
        if !lines.is_empty() {
            let _ = writeln!(out, "{}", result.method);
            lines.iter().for_each(|line| {
                let _ = writeln!(out, "  {line}");
            });
        }
    }
    let sum = |name: &str| -> u64 {
        report.results.iter().filter_map(|result| result.figures.get(name)?.as_u64()).sum()
    };
    let _ = writeln!(out, "{} fields, something is known of {}", sum("fields"), sum("known"));
    report.assumptions.iter().for_each(|assumed| {
        let _ = writeln!(out, "{assumed}");
    });
    out
}

fn instance_fields(program: &Program, class: ClassId) -> impl Iterator<Item = FieldId> {
    program.class(class).fields().filter(|field| !program.field(*field).is_static())
}

fn view(program: &Program, field: FieldId, known: &Known) -> FieldView {
    let facts = &known.facts;
    let range = |range: Option<Interval>| range.map(|range| [range.low, range.high]);
    FieldView {
        name: program.field(field).name.to_string(),
        never_null: facts.never_null,
        range: range(facts.range),
        length: range(facts.length),
        class: facts.class.map(|class| program.type_name(class).replace('$', ".")),
        never_changes: facts.once,
        acyclic: facts.acyclic,
        writers: writers(program, known),
        open: known.open.map(|open| open.why().to_owned()),
    }
}

fn writers(program: &Program, known: &Known) -> Vec<String> {
    let mut places: Vec<String> =
        known.writers.iter().map(|(method, pc)| place(program, *method, *pc)).collect();
    places.dedup();
    places
}

fn rests_on(program: &Program, known: &Known) -> String {
    let places = writers(program, known);
    if places.is_empty() { "nobody who writes it".to_owned() } else { places.join(", ") }
}
