//! The progress line: how far an exploration has come, on a terminal; nothing in a pipe.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use explore::Progress;

/// One line on a terminal that tells how far things are; nothing in a pipe.
pub struct ProgressLine {
    shown: bool,
    methods: usize,
    last: Mutex<Instant>,
}

impl ProgressLine {
    pub fn new(methods: usize) -> Self {
        Self { shown: std::io::stderr().is_terminal(), methods, last: Mutex::new(Instant::now()) }
    }

    pub fn show(&self, method: &str, index: usize, progress: Progress, left: Option<Duration>) {
        if !self.shown {
            return;
        }
        let mut last = self.last.lock().expect("no thread panicked while it held the lock");
        if last.elapsed() < Duration::from_millis(100) {
            return;
        }
        *last = Instant::now();
        let left = left.map_or(0, |left| left.as_secs());
        eprint!(
            "\r\x1b[K[{}/{}] {method}: {} paths, {} waiting, {} instructions covered, {} queries, {left} s left",
            index + 1,
            self.methods,
            progress.paths,
            progress.waiting,
            progress.covered,
            progress.queries
        );
    }

    pub fn clear(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}
