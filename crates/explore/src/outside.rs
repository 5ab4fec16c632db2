//! The world in which inputs are run: silent, and its answers are part of the input.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;

use machine::{Asked, Host, Silent};

/// Clones share everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prepared {
    answers: Rc<RefCell<VecDeque<(Asked, i64)>>>,
    /// The JDK has booted: what it asks now, it asks for the program.
    has_booted: Rc<Cell<bool>>,
}

impl Prepared {
    /// From now on nothing is said about files and the environment.
    pub fn seal(self) -> Self {
        self.has_booted.set(true);
        self
    }

    /// From now on these are the answers.
    pub fn set(&self, answers: &[(Asked, i64)]) {
        *self.answers.borrow_mut() = answers.iter().copied().collect();
    }
}

impl Host for Prepared {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()> {
        Silent.write(descriptor, bytes)
    }

    fn read(&mut self, descriptor: i32, buffer: &mut [u8]) -> io::Result<usize> {
        Silent.read(descriptor, buffer)
    }

    fn available(&mut self) -> io::Result<usize> {
        Silent.available()
    }

    /// Only the next answer counts: a run that asks for something else is another one.
    fn prepared(&mut self, what: Asked) -> Option<i64> {
        let mut answers = self.answers.borrow_mut();
        let (_, answer) = answers.pop_front_if(|(next, _)| *next == what)?;
        Some(answer)
    }

    fn is_faithful(&self) -> bool {
        !self.has_booted.get()
    }

    fn now(&mut self) -> i128 {
        Silent.now()
    }

    fn properties(&self) -> Vec<(String, String)> {
        Silent.properties()
    }
}
