//! A question to Z3 that takes long ends when everything is told to stop. Alone in its process: nothing is answered afterwards.

mod common;

use std::time::Duration;

use solver::Answer;
use term::Terms;

#[test]
fn a_long_question_ends_when_told() {
    let t = &Terms::new();
    let conditions = common::hard_question(t);
    let mut solver = common::patient_solver();
    let stopper = std::thread::spawn(|| {
        std::thread::sleep(Duration::from_millis(300));
        solver::stop_all();
    });
    assert!(matches!(solver.solve(t, &conditions), Answer::Unknown(_)));
    stopper.join().expect("it ends");
    assert!(matches!(solver.solve(t, &conditions), Answer::Unknown(_)), "nothing is asked from now on");
}
