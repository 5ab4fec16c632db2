//! One question per theory and answer. `Sat` answers carry models the solver has evaluated itself.

use solver::{Answer, Entailment, Limits, Mode, Options, Proof, Reason, Solver};
use term::{FloatOp, Sort, Term, Terms, Value};

fn solve(terms: &Terms, conditions: &[Term]) -> Answer {
    Solver::new(Options::plain(Mode::Paths)).expect("Z3 is installed").solve(terms, conditions)
}

#[track_caller]
fn assert_sat(terms: &Terms, conditions: &[Term]) -> std::sync::Arc<term::Model> {
    match solve(terms, conditions) {
        Answer::Sat(model) => model,
        answer => panic!("expected a model, got {answer:?}"),
    }
}

#[track_caller]
fn assert_unsat(terms: &Terms, conditions: &[Term]) {
    let answer = solve(terms, conditions);
    assert!(answer.is_unsat(), "{answer:?}");
}

#[test]
fn machine_integers_wrap_around() {
    let t = &Terms::new();
    let x = t.var("x", Sort::INT32);
    let overflows = t.less(t.add(x, t.i32(1)), x);
    let model = assert_sat(t, &[overflows]);
    assert_eq!(model.variables[&x], Value::bits(32, i32::MAX as u64));
    assert_unsat(t, &[overflows, t.less(x, t.i32(100))]);
    assert_unsat(t, &[t.eq(t.srem(x, t.i32(2)), t.i32(1)), t.less(x, t.i32(0))]);
}

#[test]
fn mathematical_integers_do_not() {
    let t = &Terms::new();
    let [x, y] = ["x", "y"].map(|name| t.var(name, Sort::Int));
    assert_unsat(t, &[t.eq(t.mul(t.int(2), x), t.add(t.mul(t.int(2), y), t.int(1)))]);
    assert_sat(t, &[t.eq(t.div(x, y), t.int(0)), t.eq(y, t.int(0)), t.eq(t.modulo(x, y), t.int(5))]);
    assert_unsat(t, &[t.eq(y, t.int(0)), t.ne(t.div(x, y), t.int(0))]);
}

#[test]
fn reals_are_exact() {
    let t = &Terms::new();
    let x = t.var("x", Sort::Real);
    let third = t.eq(t.mul(t.fraction(3, 1), x), t.fraction(1, 1));
    let model = assert_sat(t, &[third]);
    assert_eq!(t.evaluate(x, &model).map(|value| value.to_string()), Some("1/3".into()));
    let n = t.var("n", Sort::Int);
    assert_unsat(t, &[third, t.eq(t.int_to_real(n), x)]);
    assert_sat(t, &[third, t.eq(t.real_to_int(x), n)]);
}

#[test]
fn floats_have_java_corners() {
    let t = &Terms::new();
    let x = t.var("x", Sort::Float32);
    assert_sat(t, &[t.is_nan(x)]);
    let model = assert_sat(t, &[t.float_eq(x, t.f32(0.0)), t.ne(x, t.f32(0.0))]);
    assert_eq!(model.variables[&x], Value::f32(-0.0));
    let narrowed = t.float_to_signed(x, 32);
    assert_unsat(t, &[t.is_nan(x), t.ne(narrowed, t.i32(0))]);
    assert_unsat(t, &[t.float_less(t.f32(3e9), x), t.ne(narrowed, t.i32(i32::MAX))]);
    assert_sat(t, &[t.eq(narrowed, t.i32(7)), t.not(t.float_eq(x, t.f32(7.0)))]);
    assert_unsat(t, &[t.eq(t.float_to_bits(x), t.bits(32, 0x7fc0_0001))]);
}

#[test]
fn float_remainders_prove_and_never_lie() {
    let t = &Terms::new();
    let [x, y] = ["x", "y"].map(|name| t.var(name, Sort::Float64));
    let remainder = t.float_op(FloatOp::Rem, x, y);
    let given = [t.eq(x, t.f64(5.5)), t.eq(y, t.f64(2.0))];
    assert_unsat(t, &[t.eq(x, y), t.ne(remainder, t.float_rem(x, x))]);
    let answer = solve(t, &[given[0], given[1], t.eq(remainder, t.f64(9.0))]);
    assert!(
        matches!(&answer, Answer::Unknown(unknown) if unknown.reason == Reason::ModelFailed),
        "{answer:?}"
    );
}

#[test]
fn references_and_functions() {
    let t = &Terms::new();
    let [p, q] = ["p", "q"].map(|name| t.var(name, Sort::Ref));
    let next = t.function("next", &[Sort::Ref], Sort::Ref);
    let [next_p, next_q] = [p, q].map(|r| t.apply(next, &[r]));
    assert_unsat(t, &[t.eq(p, q), t.ne(next_p, next_q)]);
    let model = assert_sat(t, &[t.not_null(p), t.eq(next_p, q), t.is_null(next_q), t.ne(p, t.location(3))]);
    assert_eq!(t.evaluate(next_q, &model), Some(Value::NULL));
    assert_unsat(t, &[t.eq(p, t.location(1)), t.eq(p, q), t.eq(q, t.location(2))]);
}

#[test]
fn arrays_have_models() {
    let t = &Terms::new();
    let sort = t.array_sort(Sort::INT32, Sort::INT32);
    let [a, b] = ["a", "b"].map(|name| t.var(name, sort));
    let i = t.var("i", Sort::INT32);
    let stored = t.store(a, i, t.i32(5));
    assert_sat(t, &[t.eq(b, stored), t.eq(t.select(b, t.i32(3)), t.i32(9)), t.ne(a, b)]);
    assert_unsat(t, &[t.eq(b, stored), t.eq(t.select(b, t.i32(3)), t.i32(9)), t.eq(i, t.i32(3))]);
}

#[test]
fn quantifiers_follow_their_triggers() {
    let t = &Terms::new();
    let mut solver = Solver::new(Options::proofs()).expect("Z3 is installed");
    let snap = t.uninterpreted_sort("Snap");
    let combine = t.function("combine", &[snap, snap], snap);
    let first = t.function("first", &[snap], snap);
    let [x, y, a, b] = ["x", "y", "a", "b"].map(|name| t.var(name, snap));
    let pair = t.apply(combine, &[x, y]);
    solver.assert(t, t.forall(&[x, y], &[&[pair]], t.eq(t.apply(first, &[pair]), x)));
    let injective = t.implies(t.eq(t.apply(combine, &[a, b]), t.apply(combine, &[b, a])), t.eq(a, b));
    assert!(solver.entails(t, injective).is_proven());
    solver.push();
    solver.assert(t, t.ne(a, b));
    assert_eq!(solver.proves(t, t.eq(t.apply(first, &[a]), b)), Proof::NotProven);
    match solver.entails(t, t.eq(t.apply(first, &[a]), b)) {
        Entailment::Unknown(unknown) => assert!(unknown.candidate.is_some(), "{unknown:?}"),
        other => panic!("expected a candidate model, got {other:?}"),
    }
    solver.pop();
}

#[test]
fn a_limit_is_unknown() {
    let t = &Terms::new();
    let [x, y] = ["x", "y"].map(|name| t.var(name, Sort::INT64));
    let product = t.eq(t.mul(x, y), t.i64(1_000_000_016_000_000_063));
    let bounded = [x, y].map(|v| t.and([t.less(t.i64(1), v), t.less(v, t.i64(1 << 31))]));
    let options = Options::plain(Mode::Paths).with_limits(Limits { steps: 20_000, ..Limits::default() });
    let answer = Solver::new(options).expect("Z3 is installed").solve(t, &[product, bounded[0], bounded[1]]);
    assert!(matches!(&answer, Answer::Unknown(unknown) if unknown.reason == Reason::Limit), "{answer:?}");
}
