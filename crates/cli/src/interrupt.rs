//! Ctrl-C and `kill`: nothing of ours is left behind.
//!
//! A command that can stop early says so with [`stop_softly`]; it then shows what it knows and ends by itself. Before that, and in all
//! other commands, a signal ends the program, but the compiler it may be waiting for and temporary folders go with it.

use std::path::PathBuf;
use std::process::{Child, Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

use base::Budget;
use tempfile::TempDir;

/// What a shell says of a program that Ctrl-C ended.
const STATUS: i32 = 130;

static LEFT: Mutex<Left> = Mutex::new(Left { budget: None, child: None, folders: Vec::new() });

/// What would be left behind.
struct Left {
    /// What to cancel instead of ending at once.
    budget: Option<Budget>,
    child: Option<u32>,
    folders: Vec<PathBuf>,
}

/// Listens for signals from now on, but not for those we were started to ignore, as `nohup` does.
pub fn listen() {
    let ignored: Vec<i32> = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP]
        .into_iter()
        .filter(|signal| is_ignored(*signal))
        .collect();
    if let Err(error) = ctrlc::set_handler(|| left().stop()) {
        eprintln!("note: Ctrl-C will lose results: {error}");
    }
    for signal in ignored {
        // SAFETY: to ignore a signal is a valid disposition.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
}

fn is_ignored(signal: i32) -> bool {
    // SAFETY: all zeroes is a valid value of this plain structure, and nothing but it is written.
    unsafe {
        let mut before: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut before) == 0 && before.sa_sigaction == libc::SIG_IGN
    }
}

/// A signal ends this budget, not the program: what is known so far is still shown. The next one ends the program.
pub fn stop_softly(budget: &Budget) {
    left().budget = Some(budget.clone());
}

/// A folder that a signal removes too.
pub fn temporary_folder() -> std::io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("cupper-").tempdir()?;
    left().folders.push(folder.path().to_path_buf());
    Ok(folder)
}

/// Ends the program with this status, and nothing of ours is left behind.
pub fn leave(status: i32) -> ! {
    left().leave(status)
}

/// Runs a command that a signal ends too.
pub fn output(command: &mut Command) -> std::io::Result<Output> {
    let pipe = std::process::Stdio::piped;
    let child = start(command.stdin(std::process::Stdio::null()).stdout(pipe()).stderr(pipe()))?;
    let output = child.wait_with_output();
    left().child = None;
    output
}

/// Nobody can ask what to end between the start and the note of it.
fn start(command: &mut Command) -> std::io::Result<Child> {
    let mut left = left();
    let child = command.spawn()?;
    left.child = Some(child.id());
    Ok(child)
}

impl Left {
    fn stop(&mut self) {
        if let Some(budget) = self.budget.take() {
            budget.cancel();
            solver::stop_all();
            return;
        }
        self.leave(STATUS)
    }

    fn leave(&self, status: i32) -> ! {
        if let Some(child) = self.child.and_then(|child| i32::try_from(child).ok()) {
            // SAFETY: a plain system call; the child is not waited for before it is forgotten.
            unsafe { libc::kill(child, libc::SIGKILL) };
        }
        for folder in &self.folders {
            // What is already gone is no harm, and nobody could be told of the rest.
            std::fs::remove_dir_all(folder).ok();
        }
        // SAFETY: ends the process; destructors of libraries that other threads use do not run.
        unsafe { libc::_exit(status) }
    }
}

fn left() -> MutexGuard<'static, Left> {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner)
}
