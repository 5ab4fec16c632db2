//! What `terminate` says about a method, as a report.

use explore::Entry;
use program::{ClassId, MethodId, Program};
use report::{
    Binding, Finding, MethodReport, Place, Proof, ProofKind, Question, Reason, Severity, Step, Verdict,
};
use terminate::diverge::Witness;
use terminate::verdict::{Answer, Options, Verdict as Stops};

use crate::{select, world};

pub fn stops(
    program: &Program,
    method: MethodId,
    options: &Options,
    answer: &Answer,
    seconds: f64,
) -> MethodReport {
    let figures = answer.graph.map(|(nodes, edges)| [("nodes", nodes), ("edges", edges)]);
    let out = MethodReport {
        method: select::label(program, method),
        question: Question::Terminate,
        seconds,
        facts: world::used(program, options.facts.as_deref(), &answer.given),
        figures: figures.into_iter().flatten().map(|(name, count)| (name.into(), count.into())).collect(),
        ..MethodReport::default()
    };
    match &answer.verdict {
        Stops::Terminates(proof) => MethodReport {
            verdict: Verdict::Proven,
            word: "terminates".into(),
            proof: Some(Proof {
                by: ProofKind::Ranking,
                steps: proof.explain().into_iter().map(Step::from).collect(),
            }),
            ..out
        },
        Stops::Diverges(witness) => MethodReport {
            verdict: Verdict::Refuted,
            word: "diverges".into(),
            findings: vec![finding(program, method, witness)],
            ..out
        },
        Stops::Unknown(reasons) => {
            MethodReport { word: "unknown".into(), reasons: reasons.iter().map(reason).collect(), ..out }
        }
    }
}

fn reason(reason: &terminate::verdict::Reason) -> Reason {
    Reason { what: reason.what.clone(), at: reason.at.clone(), ..Reason::default() }
}

fn finding(program: &Program, method: MethodId, witness: &Witness) -> Finding {
    let (values, objects) = witness.input.parts();
    let params = Entry::new(program, method).params;
    let receiver = (values.len() > params.len()).then(|| "this".to_owned());
    let names = receiver.into_iter().chain(params.into_iter().map(|param| param.name));
    let input = names.zip(values).chain(objects).map(|(name, value)| Binding { name, value });
    Finding {
        kind: "diverges".into(),
        severity: Severity::Error,
        message: "runs forever".into(),
        place: loop_line(program, method, witness).or_else(|| first_line(program, method)),
        input: input.collect(),
        flow: witness.round().into_iter().map(Step::from).collect(),
        replayed: true,
        ..Finding::default()
    }
}

/// Where the run goes round, if that is in code of the class asked about.
fn loop_line(program: &Program, method: MethodId, witness: &Witness) -> Option<Place> {
    let class = program.method(method).class;
    let (name, _) = witness.place.rsplit_once('.')?;
    (name == program.class(class).java_name()).then(|| place(program, class, witness.line?)).flatten()
}

fn first_line(program: &Program, method: MethodId) -> Option<Place> {
    let body = program.body(method).ok()?;
    let line = body.lines.first().map(|(_, line)| u32::from(*line))?;
    place(program, program.method(method).class, line)
}

fn place(program: &Program, class: ClassId, line: u32) -> Option<Place> {
    let name = program.class_attributes(class).source_file.clone()?;
    let file = match program.class(class).package() {
        "" => name.to_string(),
        package => format!("{package}/{name}"),
    };
    Some(Place { file, line, ..Place::default() })
}
