//! Which contexts are busy with a question, so that all of them can be told to stop at once.
//!
//! A question may take long, and who asked it waits. When the user wants the program to end, [`stop_all`] ends the questions under
//! way and answers all that come later with nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::library::{Context, Interruptible};

static STOPPED: AtomicBool = AtomicBool::new(false);
static BUSY: Mutex<Vec<Interruptible>> = Mutex::new(Vec::new());

/// A question that begins just now may not hear the first call.
const AGAIN: Duration = Duration::from_millis(20);

/// Ends every question to Z3 in this process, now and from now on: the answer is *unknown*. Returns when none is under way.
pub fn stop_all() {
    STOPPED.store(true, Ordering::SeqCst);
    while interrupt_busy() {
        std::thread::sleep(AGAIN);
    }
}

/// Interrupts what is under way; whether anything was.
fn interrupt_busy() -> bool {
    let busy = busy();
    for context in busy.iter() {
        // SAFETY: a context leaves the list before its question returns, so it is alive while the list is locked.
        unsafe { context.interrupt() };
    }
    !busy.is_empty()
}

/// Asks a question that [`stop_all`] can end; nothing if it was called before or meanwhile.
pub fn ask<T>(cx: &Context, question: impl FnOnce() -> T) -> Option<T> {
    busy().push(cx.interruptible());
    let answer = (!is_stopped()).then(question);
    busy().retain(|context| *context != cx.interruptible());
    answer.filter(|_| !is_stopped())
}

fn is_stopped() -> bool {
    STOPPED.load(Ordering::SeqCst)
}

fn busy() -> MutexGuard<'static, Vec<Interruptible>> {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}
