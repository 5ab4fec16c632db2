//! Programs from tapes: each number on the tape picks one of a few ways to go on, and an exhausted tape picks the simplest.

use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

/// Programs per law, unless `CUPPER_LAW_CASES` says otherwise.
const CASES: u32 = 60;

/// How many programs a law is tried on, as a share of all in percent. Without `CUPPER_LAW_CASES` they are the same in every run. What fails
/// once is kept and tried first.
pub fn config(share: u32) -> ProptestConfig {
    let wanted: Option<u32> = std::env::var("CUPPER_LAW_CASES").ok().and_then(|text| text.parse().ok());
    let cases = (wanted.unwrap_or(CASES) * share / 100).max(1);
    let rng_seed = if wanted.is_some() { RngSeed::Random } else { RngSeed::Fixed(2012) };
    let failure_persistence = Some(Box::new(FileFailurePersistence::Direct("tests/kept/laws")) as _);
    ProptestConfig { cases, rng_seed, failure_persistence, ..ProptestConfig::default() }
}

pub fn tapes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 4..36)
}

pub struct Tape<'a> {
    rest: std::slice::Iter<'a, u8>,
}

impl<'a> Tape<'a> {
    pub fn new(numbers: &'a [u8]) -> Self {
        Self { rest: numbers.iter() }
    }

    /// A number below `ways`; 0 when the tape is at its end.
    pub fn pick(&mut self, ways: usize) -> usize {
        self.rest.next().map_or(0, |number| usize::from(*number) % ways)
    }

    pub fn choose<'t, T>(&mut self, among: &'t [T]) -> &'t T {
        &among[self.pick(among.len())]
    }
}
