//! One line on a terminal that tells how far things are; nothing in a pipe.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use base::Budget;

/// How long a text stays before the next one may take its place.
const SHOWN: Duration = Duration::from_millis(100);
/// Work that ends before this is not worth a word.
const TICK: Duration = Duration::from_millis(500);

pub struct Line {
    is_shown: bool,
    last: Mutex<Instant>,
}

impl Line {
    pub fn new() -> Self {
        Self { is_shown: std::io::stderr().is_terminal(), last: Mutex::new(Instant::now()) }
    }

    /// Puts a text in the line's place, unless the one before has just come. What the terminal is too narrow for is cut off.
    pub fn show(&self, text: impl FnOnce() -> String) {
        if !self.is_shown {
            return;
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= SHOWN {
            *last = Instant::now();
            eprint!("\r\x1b[K\x1b[?7l{}\x1b[?7h", text());
        }
    }

    /// Takes the line away; what is printed next begins where it was.
    pub fn clear(&self) {
        if self.is_shown {
            eprint!("\r\x1b[K");
        }
    }
}

/// Does the work and tells meanwhile what it is and how long it may still take.
pub fn meanwhile<T>(what: &str, budget: &Budget, work: impl FnOnce() -> T) -> T {
    let line = Line::new();
    if !line.is_shown {
        return work();
    }
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let is_done = is_done;
            while is_done.recv_timeout(TICK) == Err(mpsc::RecvTimeoutError::Timeout) {
                line.show(|| format!("{what}{}", left(budget)));
            }
            line.clear();
        });
        // Dropped when the work is over, be it by a panic: the other thread hears of it.
        let _done = done;
        work()
    })
}

/// `, 12 s left`, if time is limited.
pub fn left(budget: &Budget) -> String {
    budget.remaining().map_or(String::new(), |left| format!(", {} s left", left.as_secs()))
}
