//! How a run ended, as the exit status says it.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// 0: nothing found, all proven.
    Clean,
    /// 1: something was found or refuted.
    Findings,
    /// 2: wrong use or wrong input.
    WrongInput,
    /// 3: no answer; the reasons were printed.
    Unknown,
    /// `cupper run`: whatever the program asked for.
    Status(u8),
}

impl Outcome {
    /// The status of several parts together: findings outweigh unknowns, unknowns outweigh success.
    pub fn and(self, other: Self) -> Self {
        let weight = |outcome| match outcome {
            Outcome::Clean => 0,
            Outcome::Unknown => 1,
            Outcome::Findings => 2,
            Outcome::WrongInput => 3,
            Outcome::Status(_) => 4,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        ExitCode::from(match outcome {
            Outcome::Clean => 0,
            Outcome::Findings => 1,
            Outcome::WrongInput => 2,
            Outcome::Unknown => 3,
            Outcome::Status(status) => status,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_part_decides() {
        assert_eq!(Outcome::Clean.and(Outcome::Unknown), Outcome::Unknown);
        assert_eq!(Outcome::Findings.and(Outcome::Unknown), Outcome::Findings);
        assert_eq!(Outcome::Clean.and(Outcome::Clean), Outcome::Clean);
    }
}
