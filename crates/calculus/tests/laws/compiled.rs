//! Register code takes the paths of the rule-by-rule machine to the same states, and runs on concrete inputs as the language says.

use std::sync::Arc;

use calculus::compile::execute::Executor;
use calculus::compile::{self, Compiled};
use heap::{Class, Field, STRATEGIES};
use machine::concrete::{Handle, Machine, Outcome, Value as Concrete};
use machine::{Limits, Silent};
use program::code::validate;
use proptest::prelude::*;

use crate::concrete::{Final, check};
use crate::imp::Imp;
use crate::inputs::{Input, Signature, Val};
use crate::javalite::Javalite;
use crate::sample::{Execution, LIMITS, Sample, session};
use crate::tape::{config, tapes};

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn javalite_code_takes_the_same_paths(tape in tapes()) {
        let sample = Javalite::of_tape(&tape);
        let compiled = compile::javalite(&Arc::new(Javalite::of_tape(&tape).into_program())).expect("compiles");
        same_paths(&sample, &compiled);
        same_states(&sample, &compiled);
    }

    #[test]
    fn imp_code_takes_the_same_paths(tape in tapes()) {
        let sample = Imp::of_tape(&tape);
        let compiled = compile::imp(&Arc::new(Imp::of_tape(&tape).into_program())).expect("compiles");
        same_paths(&sample, &compiled);
        same_states(&sample, &compiled);
    }

    #[test]
    fn javalite_code_runs_concretely_as_the_language_says(tape in tapes()) {
        let sample = Javalite::of_tape(&tape);
        let compiled = compile::javalite(&Arc::new(Javalite::of_tape(&tape).into_program())).expect("compiles");
        runs_concretely(&sample, &compiled);
    }

    #[test]
    fn imp_code_runs_concretely_as_the_language_says(tape in tapes()) {
        let sample = Imp::of_tape(&tape);
        let compiled = compile::imp(&Arc::new(Imp::of_tape(&tape).into_program())).expect("compiles");
        runs_concretely(&sample, &compiled);
    }
}

/// The same control-flow sequences, as often.
fn same_paths<S: Sample>(sample: &S, compiled: &Compiled) {
    if !sample.is_small() {
        return;
    }
    let class = compiled.code.class(compiled.code.method(compiled.entry).class);
    for method in class.methods() {
        let body = compiled.code.body(method).expect("made by the compiler");
        assert_eq!(validate(&compiled.code, compiled.code.method(method), body), Ok(()), "{}", sample.text());
    }
    for strategy in STRATEGIES {
        let mut executor = Executor::new(compiled, strategy).expect("the solver is there");
        let run = executor.run(LIMITS);
        assert_eq!(run.unsupported, Vec::<String>::new(), "{}", sample.text());
        let session = session(strategy);
        let mut expected: Vec<_> =
            crate::concrete::finals(sample, &session).into_iter().map(|state| state.flow).collect();
        let mut found: Vec<_> = run.finals.into_iter().map(|state| state.flow).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{}\n{}", strategy.name(), sample.text());
    }
}

/// Every input is stood for by one final state of the code, with the results and the heap of its concrete run.
fn same_states<S: Sample>(sample: &S, compiled: &Compiled) {
    if !sample.is_small() {
        return;
    }
    let names = Names::of(sample, compiled);
    for strategy in [crate::sample::strategy("summary"), crate::sample::strategy("lazier")] {
        let mut executor = Executor::new(compiled, strategy).expect("the solver is there");
        let finals = executor.run(LIMITS).finals.into_iter();
        let finals: Vec<Final> = finals
            .map(|state| Final { heap: state.heap, flow: state.flow, results: state.results })
            .collect();
        for input in sample.signature().inputs() {
            let execution = sample.execute(&input);
            if execution.is_short() {
                let (input, execution) = (names.input(&input), names.execution(execution));
                check(executor.heap_cx(), &names.signature, &finals, &input, &execution)
                    .unwrap_or_else(|problem| panic!("{problem}\n{input:?}\n{}", sample.text()));
            }
        }
    }
}

fn runs_concretely<S: Sample>(sample: &S, compiled: &Compiled) {
    let names = Names::of(sample, compiled);
    for input in sample.signature().inputs() {
        let execution = sample.execute(&input);
        if !execution.is_short() {
            continue;
        }
        let limits = Limits { heap: 1 << 20, ..Limits::default() };
        let mut machine = Machine::new(&compiled.code, Box::new(Silent), limits);
        let objects = names.build(&mut machine, compiled, &input);
        let value = |value: &Val| match value {
            Val::Null => Concrete::Null,
            Val::Int(number) => Concrete::Int(*number),
            Val::Object(object) => Concrete::Object(objects[*object]),
        };
        let arguments: Vec<Concrete> = input.roots.iter().map(value).collect();
        match machine.call(compiled.entry, &arguments, &mut ()) {
            Outcome::Threw(_) => assert!(execution.results.is_empty(), "{input:?}\n{}", sample.text()),
            Outcome::Returned(None) => assert!(!execution.results.is_empty(), "{input:?}\n{}", sample.text()),
            Outcome::Returned(Some(found)) => {
                let same = match (execution.results[0], found) {
                    (Val::Null, Concrete::Null) => true,
                    (Val::Int(expected), Concrete::Int(found)) => expected == found,
                    (Val::Object(object), Concrete::Object(found)) => {
                        objects.get(object).is_none_or(|known| machine.same(*known, found))
                    }
                    _ => false,
                };
                assert!(same, "{:?}, not {found:?}\n{input:?}\n{}", execution.results, sample.text());
            }
            other => panic!("{other:?}\n{}", sample.text()),
        }
    }
}

/// The language's fields and classes under the numbers they have as Java's.
struct Names {
    signature: Signature,
    classes: Vec<(Class, Class)>,
    fields: Vec<(Field, Field)>,
}

impl Names {
    fn of<S: Sample>(sample: &S, compiled: &Compiled) -> Self {
        let (code, types) = (&compiled.code, sample.language() as &dyn heap::Types);
        let mut names = Self { signature: sample.signature(), classes: vec![], fields: vec![] };
        let class_of = |class| code.class_named(&types.class_name(class)).expect("every class is compiled");
        let root_classes = names.signature.roots.iter().filter_map(|root| root.kind.class());
        let owners = names.signature.fields.iter().map(|(class, _, _)| *class);
        let held = names.signature.fields.iter().filter_map(|(_, _, kind)| kind.class());
        for class in root_classes.chain(owners).chain(held) {
            names.classes.push((class, Class(code.class(class_of(class)).ty.0)));
        }
        for &(class, field, _) in &names.signature.fields {
            let found = code.find_field(class_of(class), &types.field_name(field));
            names.fields.push((field, Field(found.expect("every field is compiled").0)));
        }
        let (of_class, of_field) = (names.classes.clone(), names.fields.clone());
        let translated =
            |kind: heap::Kind| kind.class().map_or(kind, |class| heap::Kind::Ref(find(&of_class, class)));
        for root in &mut names.signature.roots {
            root.kind = translated(root.kind);
        }
        for (class, field, kind) in &mut names.signature.fields {
            (*class, *field, *kind) = (find(&of_class, *class), find(&of_field, *field), translated(*kind));
        }
        names
    }

    fn input(&self, input: &Input) -> Input {
        let mut out = input.clone();
        out.objects.iter_mut().for_each(|object| self.translate(object));
        out
    }

    fn execution(&self, mut execution: Execution) -> Execution {
        execution.objects.iter_mut().for_each(|object| self.translate(object));
        execution
    }

    /// Objects the program allocates have fields nobody reads; those are left out.
    fn translate(&self, object: &mut crate::inputs::Object) {
        let known = self.classes.iter().find(|(from, _)| *from == object.class);
        object.class = known.map_or(object.class, |(_, to)| *to);
        let fields = std::mem::take(&mut object.fields).into_iter();
        let of = |field| self.fields.iter().find(|(from, _)| *from == field).map(|(_, to)| *to);
        object.fields = fields.filter_map(|(field, value)| Some((of(field)?, value))).collect();
    }

    fn build(&self, machine: &mut Machine<'_>, compiled: &Compiled, input: &Input) -> Vec<Handle> {
        let class = |class| compiled.code.resolve_class(program::TypeId(find(&self.classes, class).0));
        let objects = input.objects.iter().map(|object| {
            let class = *class(object.class).as_ref().expect("every class is compiled");
            machine.new_object(class).expect("there is room")
        });
        let objects: Vec<Handle> = objects.collect();
        for (object, handle) in input.objects.iter().zip(&objects) {
            for (field, value) in &object.fields {
                let value = match value {
                    Val::Null => Concrete::Null,
                    Val::Int(number) => Concrete::Int(*number),
                    Val::Object(object) => Concrete::Object(objects[*object]),
                };
                machine.set_field(*handle, program::FieldId(find(&self.fields, *field).0), value);
            }
        }
        objects
    }
}

fn find<T: Copy + PartialEq>(pairs: &[(T, T)], wanted: T) -> T {
    pairs.iter().find(|(from, _)| *from == wanted).expect("every name is in the table").1
}
