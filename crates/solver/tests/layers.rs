//! Whatever the chain, the answers agree with plain Z3's, and models satisfy what they claim. What assertions entail at first
//! sight Z3 proves, and printed scripts mean what translated conditions mean.

#[path = "../../term/tests/random/mod.rs"]
mod random;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use random::{Fragment, Machine};
use solver::{Answer, Assumptions, LayerKind, Mode, Options, Solver};
use term::{Evaluator, Term};

/// So many cases, and those that failed once.
fn config(cases: u32) -> ProptestConfig {
    let failure_persistence = Some(Box::new(FileFailurePersistence::Direct("tests/kept/layers")) as _);
    ProptestConfig { cases, failure_persistence, ..ProptestConfig::default() }
}

fn chain(layers: &[LayerKind]) -> Solver {
    let options = Options { layers: layers.to_vec(), ..Options::plain(Mode::Paths) };
    Solver::new(options).expect("Z3 is installed")
}

/// A solver that soon gives up.
fn hasty(layers: &[LayerKind], steps: u32) -> Solver {
    let options = Options { layers: layers.to_vec(), ..Options::plain(Mode::Paths) };
    Solver::new(options.with_limits(solver::Limits { steps, ..Default::default() })).expect("Z3 is installed")
}

/// Random paths: conditions as built, so that many are contradictory, asked prefix by prefix.
fn paths(machine: &Machine, choices: &[u32]) -> Vec<Vec<Term>> {
    let formulas: Vec<Term> = machine.bools.iter().map(|(term, _)| *term).collect();
    let mut path = Vec::new();
    let mut out = Vec::new();
    for &choice in choices {
        let formula = formulas[(choice >> 2) as usize % formulas.len()];
        path.push(if choice.is_multiple_of(2) { formula } else { machine.terms.not(formula) });
        out.push(path.clone());
        if choice % 4 == 3 {
            path.pop();
        }
    }
    out
}

fn agree(machine: &Machine, choices: &[u32], mut layered: Solver) -> Result<(), TestCaseError> {
    let terms = &machine.terms;
    let mut plain = chain(&[LayerKind::Z3]);
    for path in paths(machine, choices) {
        let (expected, answer) = (plain.solve(terms, &path), layered.solve(terms, &path));
        let text = || path.iter().map(|&term| terms.infix(term).to_string()).collect::<Vec<_>>().join(" && ");
        match (&expected, &answer) {
            (Answer::Sat(_), Answer::Unsat) | (Answer::Unsat, Answer::Sat(_)) => {
                return Err(TestCaseError::fail(format!("{expected:?} became {answer:?}: {}", text())));
            }
            (_, _) => {}
        }
        if let Answer::Sat(model) = &answer {
            let mut evaluator = Evaluator::new(terms, model);
            prop_assert!(
                path.iter().all(|&condition| evaluator.holds(condition)),
                "{model:?} is no model of {}",
                text()
            );
        }
    }
    Ok(())
}

/// Two sums that are the same wherever a write through `to` went: what a transfer between accounts that may be one keeps.
#[test]
fn sums_read_through_aliases_are_compared_case_by_case() {
    let terms = term::Terms::new();
    let long = |name: &str| terms.var(name, term::Sort::BitVec(64));
    let same = terms.eq(terms.var("to", term::Sort::Ref), terms.location(7));
    let (from, to, amount) = (long("from"), long("to.balance"), long("amount"));
    let rest = terms.sub(from, amount);
    let paid = terms.add(terms.ite(same, rest, to), amount);
    let after = terms.add(terms.ite(same, paid, rest), paid);
    let before = terms.add(from, terms.ite(same, from, to));
    let question = [terms.ne(after, before), terms.less(terms.i64(0), amount), terms.less_eq(amount, from)];
    let ask = |layers: &[LayerKind]| hasty(layers, 20_000).solve(&terms, &question);
    assert!(matches!(ask(&[LayerKind::Z3]), Answer::Unknown(_)), "the question is hard as it stands");
    assert!(ask(&[LayerKind::Cases, LayerKind::Z3]).is_unsat());
}

fn tapes() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    (prop::collection::vec(any::<u32>(), 20..200), prop::collection::vec(any::<u32>(), 1..12))
}

macro_rules! layers_agree {
    ($($name:ident: $layers:expr;)*) => {
        proptest! {
            #![proptest_config(config(40))]
            $(#[test]
            fn $name((tape, choices) in tapes()) {
                agree(&Machine::run(tape, Fragment::Decidable), &choices, chain($layers))?;
            })*
        }
    };
}

layers_agree! {
    syntactic_agrees: &[LayerKind::Syntactic, LayerKind::Z3];
    references_agree: &[LayerKind::References, LayerKind::Z3];
    models_agree: &[LayerKind::Models, LayerKind::Z3];
    slices_agree: &[LayerKind::Slices, LayerKind::Z3];
    cache_agrees: &[LayerKind::Cache, LayerKind::Z3];
    equalities_agree: &[LayerKind::Equalities, LayerKind::Z3];
    intervals_agree: &[LayerKind::Intervals, LayerKind::Z3];
    all_layers_agree: &LayerKind::ALL;
}

proptest! {
    #![proptest_config(config(40))]

    /// With a limit that Z3 often reaches, so that there are cases to ask.
    #[test]
    fn cases_agree((tape, choices) in tapes()) {
        agree(&Machine::run(tape, Fragment::Decidable), &choices, hasty(&[LayerKind::Cases, LayerKind::Z3], 400))?;
    }
}

/// Plays random pushes, pops and assertions; asks each formula after each step.
fn play(machine: &Machine, moves: &[u32]) -> Result<(), TestCaseError> {
    let t = &machine.terms;
    let formulas: Vec<Term> = machine.bools.iter().map(|(term, _)| *term).collect();
    let mut known = Assumptions::default();
    let mut plain = Solver::new(Options::plain(Mode::Paths)).expect("Z3 is installed");
    for &step in moves {
        match step % 5 {
            0 => {
                known.push();
                plain.push();
            }
            1 if plain.depth() > 0 => {
                known.pop();
                plain.pop();
            }
            _assert => {
                let formula = formulas[(step >> 4) as usize % formulas.len()];
                let formula = if step & 8 == 0 { formula } else { t.not(formula) };
                known.assume(t, formula);
                plain.assert(t, formula);
            }
        }
        for &formula in formulas.iter().rev().take(12) {
            if known.entail(t, formula) {
                let answer = plain.check(t, &[t.not(formula)]);
                prop_assert!(!answer.is_sat(), "{} does not follow", t.infix(formula));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(24))]

    /// Every operator means to Z3 what it means to the evaluator: with all variables fixed, what Rust computed must hold.
    #[test]
    fn no_operator_is_mistranslated(tape in prop::collection::vec(any::<u32>(), 40..300)) {
        let machine = Machine::run(tape, Fragment::Everything);
        let t = &machine.terms;
        let fixed = machine.model.variables.iter().map(|(&variable, value)| t.eq(variable, t.constant(value.clone())));
        let mut solver = chain(&[LayerKind::Z3]);
        fixed.for_each(|equation| solver.assert(t, equation));
        for (term, value) in machine.values().into_iter().rev().take(12) {
            let answer = solver.check(t, &[t.eq(term, t.constant(value))]);
            prop_assert!(answer.may_be_sat(), "{} is otherwise", t.infix(term));
        }
    }

    #[test]
    fn first_sight_is_never_wrong(
        tape in prop::collection::vec(any::<u32>(), 20..200),
        moves in prop::collection::vec(any::<u32>(), 1..12),
    ) {
        play(&Machine::run(tape, Fragment::Decidable), &moves)?;
    }

    /// The printed script means what the translated conditions mean.
    #[test]
    fn scripts_say_the_same((tape, choices) in tapes()) {
        let machine = Machine::run(tape, Fragment::Decidable);
        let path = paths(&machine, &choices).pop().expect("there are choices");
        let script = machine.terms.smt_script(&path);
        match (chain(&[LayerKind::Z3]).solve(&machine.terms, &path), solver::check_script(&script)) {
            (Answer::Sat(_), Ok(Some(false))) | (Answer::Unsat, Ok(Some(true))) => {
                return Err(TestCaseError::fail(format!("another answer for {script}")));
            }
            (_, Ok(_)) => {}
            (_, Err(error)) => return Err(TestCaseError::fail(format!("{error}: {script}"))),
        }
    }
}
