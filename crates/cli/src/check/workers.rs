//! Threads that put the questions, and the one that watches them.
//!
//! The watcher ends the check when everything is answered or when the time is over; it then waits a little for answers that are
//! about to come, and for nobody longer. A thread whose question was given up is replaced, and ends with the program.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use base::Budget;
use program::MethodId;
use report::MethodReport;

use super::ask::{Asker, Tools};
use super::board::{Board, Turn};
use super::{Asked, unknown};
use crate::progress::{Line, left};

/// How often the watcher looks.
const TICK: Duration = Duration::from_millis(50);

/// A check under way.
pub struct Check {
    pub asker: Asker,
    pub questions: Vec<(Asked, MethodId)>,
    pub budget: Budget,
    /// How long answers may be waited for when the time is over.
    pub grace: Duration,
    pub board: Mutex<Board>,
    /// Something was answered, or is to be asked again.
    pub changed: Condvar,
}

/// Answers what can be answered in the time there is; by question.
pub fn answer_all(check: &Arc<Check>, jobs: usize) -> anyhow::Result<Vec<Option<MethodReport>>> {
    let mut workers = 0;
    let mut hire = |count: usize| -> anyhow::Result<()> {
        for worker in workers..workers + count {
            let check = Arc::clone(check);
            std::thread::Builder::new().stack_size(base::STACK_BYTES).spawn(move || check.work(worker))?;
        }
        workers += count;
        Ok(())
    };
    hire(jobs)?;
    let mut closing = None;
    let line = Line::new();
    let mut board = check.lock();
    while check.is_under_way(&board) {
        let is_over = check.is_over();
        if is_over && Instant::now() >= *closing.get_or_insert_with(|| Instant::now() + check.grace) {
            break;
        }
        line.show(|| format!("{board}{}", left(&check.budget)));
        let lost = board.give_up_on_overdue()?;
        if !is_over {
            hire(lost)?;
        }
        let waited = check.changed.wait_timeout(board, TICK);
        board = waited.expect("no thread panicked while it held the lock").0;
    }
    line.clear();
    Ok(board.answers().to_vec())
}

impl Check {
    /// One thread: takes up questions until none is left, the time is over, or nobody waits for it any more.
    fn work(&self, worker: usize) {
        let mut tools = Tools::new(self.asker.program());
        while let Some(turn) = self.take_up(worker) {
            let (question, method) = self.questions[turn.question];
            let budget = self.budget.within(turn.time);
            let ask = AssertUnwindSafe(|| self.asker.ask(&mut tools, question, method, &budget));
            let answer = std::panic::catch_unwind(ask).unwrap_or_else(|_| {
                tools = Tools::new(self.asker.program());
                unknown("internal error")
            });
            let put = self.lock().put(worker, answer, budget.check().is_err());
            self.changed.notify_all();
            if !self.is_kept(put).unwrap_or(false) {
                return;
            }
        }
    }

    /// The next question; waits while others may still leave one.
    fn take_up(&self, worker: usize) -> Option<Turn> {
        let mut board = self.lock();
        while self.is_under_way(&board) && !self.is_over() {
            let taken = board.take_up(worker);
            if let Some(turn) = self.is_kept(taken)? {
                return Some(turn);
            }
            let waited = self.changed.wait_timeout(board, TICK);
            board = waited.expect("no thread panicked while it held the lock").0;
        }
        None
    }

    fn is_under_way(&self, board: &Board) -> bool {
        board.is_running() || (board.is_waiting() && !self.is_over())
    }

    fn is_over(&self) -> bool {
        self.budget.check().and_then(|()| self.budget.check_memory()).is_err()
    }

    /// Without a diary the check would lose what it finds: it ends.
    fn is_kept<T>(&self, written: anyhow::Result<T>) -> Option<T> {
        written
            .inspect_err(|error| {
                crate::show::error(error);
                self.budget.cancel();
            })
            .ok()
    }

    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().expect("no thread panicked while it held the lock")
    }
}
