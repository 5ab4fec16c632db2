//! Where paths begin: all arguments unknown, the call about to be made.

use std::rc::Rc;

use heap::Value;
use library::names;
use machine::{Domain, State, Stop};
use program::MethodId;

use crate::entry::Entry;
use crate::explorer::{Explorer, Node, Past, Stage};
use crate::path::Reason;
use crate::symbolic::{JavaTypes, Symbolic};
use crate::trail::Trail;

impl<'p> Explorer<'_, 'p> {
    /// All arguments unknown, the call about to begin.
    pub(crate) fn initial(&mut self) -> Result<Node<'p>, Reason> {
        let unsupported = |stop: Stop<Symbolic<'p>>| Reason::Unsupported(stop.in_words());
        let mut state = self.booted.symbolic.clone();
        let mut args = Vec::new();
        for param in &self.entry.params {
            if param.is_full {
                let class = JavaTypes::class(param.ty);
                args.push(state.heap.heap.full_array(self.cx.domain.heap_cx(), &param.name, class));
                continue;
            }
            let kind = self.cx.domain.types.declared_kind(param.ty, param.generic.as_ref());
            let kind = kind.expect("no parameters of type void");
            let root = state.heap.heap.root(self.cx.domain.heap_cx(), &param.name, kind, param.non_null);
            args.push(root.map_err(|stuck| Reason::Unsupported(stuck.in_words()))?);
        }
        let args: Rc<[Value]> = args.into();
        let stage = match self.precondition(&args) {
            Some((precondition, given)) => {
                self.enter(&mut state, precondition, &given).map_err(unsupported)?;
                Stage::Precondition
            }
            None => {
                self.enter_method(&mut state, &args).map_err(unsupported)?;
                Stage::Method
            }
        };
        let past = Past { trail: Trail::default(), args, stage, turn: None };
        Ok(Node { state: Rc::new(state), case: None, past })
    }

    /// The precondition and its arguments, if there is one that speaks of this method.
    fn precondition(&self, args: &[Value]) -> Option<(MethodId, Vec<Value>)> {
        let precondition = self.options.precondition?;
        let places = Entry::new(self.cx.program, precondition).places_in(self.cx.program, self.entry)?;
        Some((precondition, places.into_iter().map(|place| args[place]).collect()))
    }

    pub(crate) fn enter_method(
        &mut self,
        state: &mut State<Symbolic<'p>>,
        args: &[Value],
    ) -> Result<(), Stop<Symbolic<'p>>> {
        let method = self.entry.method;
        if self.entry.is_main {
            let strings = self.cx.program.array_of(self.cx.program.class_type(names::STRING));
            let none = Symbolic::new_array(&mut self.cx, state, strings, &Value::Int(0))?;
            return self.enter(state, method, &[none]);
        }
        if !self.entry.is_constructor {
            return self.enter(state, method, args);
        }
        let class = self.cx.program.method(method).class;
        let receiver = Symbolic::new_object(&mut self.cx, state, class)?;
        let all: Vec<Value> = std::iter::once(receiver).chain(args.iter().copied()).collect();
        self.enter(state, method, &all)
    }

    /// Puts a call on the stack, and above it the initialisers its class needs.
    fn enter(
        &mut self,
        state: &mut State<Symbolic<'p>>,
        method: MethodId,
        args: &[Value],
    ) -> Result<(), Stop<Symbolic<'p>>> {
        machine::call(&mut self.cx, state, method, args)?;
        let class = self.cx.program.method(method).class;
        machine::initialise(&mut self.cx, state, class)
    }
}
