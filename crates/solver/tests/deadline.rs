//! A question ends when its time or memory is over, whatever it is busy with, and later ones are not asked.

mod common;

use std::time::{Duration, Instant};

use solver::{Answer, Limits, Reason, Unknown};
use term::{Sort, Terms};

#[test]
fn questions_end_at_their_deadline() {
    let t = &Terms::new();
    let mut solver = common::patient_solver();
    for _ in 0..2 {
        let start = Instant::now();
        solver.set_limits(Limits { until: Some(start + Duration::from_secs(1)), ..solver.limits() });
        let answer = solver.solve(t, &common::hard_question(t));
        let took = start.elapsed();
        assert!(matches!(answer, Answer::Unknown(Unknown { reason: Reason::Limit, .. })), "{answer:?}");
        assert!((1000..1500).contains(&took.as_millis()), "{took:?}");
        let start = Instant::now();
        assert!(!solver.solve(t, &common::hard_question(t)).is_sat());
        assert!(start.elapsed() < Duration::from_millis(100));
    }
    // With time again, the same solver answers again.
    solver.set_limits(Limits { until: Some(Instant::now() + Duration::from_secs(60)), ..solver.limits() });
    let x = t.var("x", Sort::BitVec(32));
    assert!(solver.solve(t, &[t.eq(t.mul(x, t.bits(32, 3)), t.bits(32, 21))]).is_sat());
}

/// The process has more memory than a byte: every question ends at the first look.
#[test]
fn questions_end_when_there_is_no_memory_left() {
    let t = &Terms::new();
    let mut solver = common::patient_solver();
    let until = Some(Instant::now() + Duration::from_secs(60));
    solver.set_limits(Limits { memory: Some(1), until, ..solver.limits() });
    let start = Instant::now();
    let answer = solver.solve(t, &common::hard_question(t));
    assert!(matches!(answer, Answer::Unknown(Unknown { reason: Reason::Limit, .. })), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    // With memory again, the same solver answers again.
    solver.set_limits(Limits { memory: Some(u64::MAX), ..solver.limits() });
    let x = t.var("x", Sort::BitVec(32));
    assert!(solver.solve(t, &[t.eq(t.mul(x, t.bits(32, 3)), t.bits(32, 21))]).is_sat());
}

/// A question with an earlier deadline than one under way elsewhere is not forgotten.
#[test]
fn each_question_has_its_own_deadline() {
    let ask = |seconds: u64| {
        let t = &Terms::new();
        let mut solver = common::patient_solver();
        let start = Instant::now();
        solver.set_limits(Limits { until: Some(start + Duration::from_secs(seconds)), ..solver.limits() });
        assert!(!solver.solve(t, &common::hard_question(t)).is_sat());
        start.elapsed().as_millis()
    };
    std::thread::scope(|scope| {
        let long = scope.spawn(|| ask(3));
        std::thread::sleep(Duration::from_millis(300));
        let short = scope.spawn(|| ask(1));
        assert!((1000..1600).contains(&short.join().expect("answers")));
        assert!((3000..3600).contains(&long.join().expect("answers")));
    });
}
