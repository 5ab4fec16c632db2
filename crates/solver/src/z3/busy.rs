//! Which contexts are busy with a question, so that they can be told to stop: all of them, or those whose time or memory is over.
//!
//! A question may take long, and who asked it waits. When the user wants the program to end, [`stop_all`] ends the questions under
//! way and answers all that come later with nothing. A question with a deadline is ended by a thread that sleeps until then; it is
//! woken only when an earlier deadline comes, so that a question costs nothing more. A question with a limit of memory makes it
//! look how much there is, again and again: Z3 takes it without asking.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use super::library::{Context, Interruptible};
use crate::options::Limits;

static STOPPED: AtomicBool = AtomicBool::new(false);
static BUSY: Mutex<Busy> = Mutex::new(Busy { questions: Vec::new(), wakes: None });
/// An earlier deadline than the watching thread waits for.
static EARLIER: Condvar = Condvar::new();
static WATCH: Once = Once::new();

/// A question that begins just now may not hear the first call.
const AGAIN: Duration = Duration::from_millis(20);
/// Between two looks at the memory while a question is under way.
const LOOK: Duration = Duration::from_millis(20);

struct Busy {
    questions: Vec<Question>,
    /// When the watching thread looks again; never if nothing says so.
    wakes: Option<Instant>,
}

struct Question {
    context: Interruptible,
    limits: Limits,
}

impl Question {
    /// When it has to be looked at next.
    fn due(&self, now: Instant) -> Option<Instant> {
        let look = self.limits.memory.map(|_| now + LOOK);
        self.limits.until.filter(|until| *until > now).into_iter().chain(look).min()
    }
}

/// Ends every question to Z3 in this process, now and from now on: the answer is *unknown*. Returns when none is under way.
pub fn stop_all() {
    STOPPED.store(true, Ordering::SeqCst);
    while interrupt(|_| true) {
        std::thread::sleep(AGAIN);
    }
}

/// Interrupts questions that are under way; whether any was.
fn interrupt(which: impl Fn(&Question) -> bool) -> bool {
    busy().interrupt(which)
}

impl Busy {
    fn interrupt(&self, which: impl Fn(&Question) -> bool) -> bool {
        let mut any = false;
        for question in self.questions.iter().filter(|question| which(question)) {
            // SAFETY: a context leaves the list before its question returns, so it is alive while the list is locked.
            unsafe { question.context.interrupt() };
            any = true;
        }
        any
    }
}

/// Asks a question that [`stop_all`] and its limits can end; nothing if it was stopped, or its time over, before or meanwhile.
pub fn ask<T>(cx: &Context, limits: Limits, question: impl FnOnce() -> T) -> Option<T> {
    let is_over = || is_stopped() || limits.is_over();
    begin(Question { context: cx.interruptible(), limits });
    let answer = (!is_over()).then(question);
    busy().questions.retain(|question| question.context != cx.interruptible());
    answer.filter(|_| !is_over())
}

fn begin(question: Question) {
    let mut busy = busy();
    if let Some(due) = question.due(Instant::now()) {
        WATCH.call_once(|| drop(std::thread::spawn(watch)));
        if busy.wakes.is_none_or(|wakes| due < wakes) {
            busy.wakes = Some(due);
            EARLIER.notify_one();
        }
    }
    busy.questions.push(question);
}

/// Ends questions whose time or memory is over, for ever.
fn watch() {
    let mut busy = busy();
    loop {
        let now = Instant::now();
        let late = busy.interrupt(|question| question.limits.is_over() || question.limits.is_full());
        let next = busy.questions.iter().filter_map(|question| question.due(now)).min();
        busy.wakes = if late { Some(now + AGAIN) } else { next };
        busy = match busy.wakes {
            Some(wakes) => {
                let waited = EARLIER.wait_timeout(busy, wakes.saturating_duration_since(now));
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => EARLIER.wait(busy).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

fn is_stopped() -> bool {
    STOPPED.load(Ordering::SeqCst)
}

fn busy() -> MutexGuard<'static, Busy> {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}
