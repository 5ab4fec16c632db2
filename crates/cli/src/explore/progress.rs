//! How far an exploration has come, for the line on the terminal.

use base::Budget;
use explore::Progress;

use crate::progress::{Line, left};

pub struct ProgressLine {
    line: Line,
    methods: usize,
}

impl ProgressLine {
    pub fn new(methods: usize) -> Self {
        Self { line: Line::new(), methods }
    }

    pub fn show(&self, method: &str, index: usize, progress: Progress, budget: &Budget) {
        self.line.show(|| {
            let Progress { paths, waiting, covered, queries } = progress;
            format!(
                "[{}/{}] {method}: {paths} paths, {waiting} waiting, {covered} instructions covered, {queries} queries{}",
                index + 1,
                self.methods,
                left(budget)
            )
        });
    }

    pub fn clear(&self) {
        self.line.clear();
    }
}
