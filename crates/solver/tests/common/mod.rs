//! A question that takes Z3 very long.

use solver::{Limits, Options, Solver};
use term::{Sort, Term, Terms};

/// The factors of a product of two primes of 31 bits, none of them near the bounds: hours of work.
pub fn hard_question(t: &Terms) -> Vec<Term> {
    let wide = Sort::BitVec(64);
    let [a, b] = ["a", "b"].map(|name| t.var(name, wide));
    let number = |value: i64| t.bits(64, value);
    let product = t.eq(t.mul(a, b), number(1_518_500_279 * 1_902_837_467));
    let small = |x| [t.less(number(1), x), t.less(x, number(1 << 31))];
    [&[product][..], &small(a), &small(b)].concat()
}

/// A solver that may work as long as it likes.
pub fn patient_solver() -> Solver {
    let options = Options::paths().with_limits(Limits { steps: 0, ..Limits::default() });
    Solver::new(options).expect("Z3 is there")
}
