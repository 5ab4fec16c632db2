//! Calls: constructors, callees that are followed, and what is known of the results of others.

use library::{Argument, Method, Roughly, Signature};
use program::class::Origin;
use program::code::{CallKind, Inst, Reg};
use program::{MethodId, MethodRef, Program};

use crate::closed::is_left_out;
use crate::infer::Role;
use crate::interval::Interval;
use crate::names::Part;
use crate::run::{At, Run, TooLong, Walk};
use crate::state::State;
use crate::value::{Name, Null, Object, Value, What};

/// Longer methods are followed only if they get the object under construction.
const SHORT: usize = 40;

impl<'p> Run<'_, 'p> {
    /// A call. Nothing if it never returns.
    pub fn call(
        &mut self,
        walk: &mut Walk<'p>,
        state: &mut State,
        at: At,
        kind: CallKind,
        named: MethodRef,
    ) -> Result<Option<()>, TooLong> {
        let program = self.inference.program;
        let body = walk.body;
        let Inst::Call { dst, args, .. } = *body.inst(at.pc) else { unreachable!("it is a call") };
        let args = body.list(args);
        if kind != CallKind::Static && self.not_null(state, args[0]).is_none() {
            return Ok(None);
        }
        if self.task.role == Role::Deserialiser && is_default_read(program, named) {
            if state.is_raw {
                return Ok(self.read_fields(walk, state, at));
            }
            self.inference.streams_late(self.task);
        }
        let is_new = |state: &State, reg: &Reg| state.get(*reg).is_some_and(|value| value.is_new());
        let gets_new = state.is_raw && args.iter().any(|arg| is_new(state, arg));
        let Ok(method) = program.resolve_method(named) else {
            // It may be there where the program runs.
            let may_read = self.may_read_fields(state, named);
            if gets_new {
                self.leak(state, at);
            }
            if gets_new || may_read {
                walk.throw(self, state, at.pc);
            }
            if !dst.is_none() {
                self.result(state, at, dst, crate::run::anything(body.kind(dst)));
            }
            return Ok(Some(()));
        };
        if state.is_raw && program.method(method).is_constructor() && is_new(state, &args[0]) {
            self.construct(state, at, method, args);
            return Ok(Some(()));
        }
        let target = self.target(at, kind, method);
        if gets_new {
            self.inference.unfinished.extend(target);
        }
        if let Some(target) = target.filter(|target| gets_new || self.is_short(*target))
            && let Some(ends) = self.follow(walk, state, at, target, args)?
        {
            let Some(mut after) = ends.returned else { return Ok(None) };
            after.frames.pop();
            *state = after;
            if let (false, Some(result)) = (dst.is_none(), ends.result) {
                state.set(dst, result);
            }
            if !dst.is_none() && ends.result.is_none() {
                self.result(state, at, dst, What::any(program, program.method(method).result));
            }
            return Ok(Some(()));
        }
        let may_read = self.may_read_fields(state, named);
        if gets_new {
            self.leak(state, at);
        }
        if gets_new || may_read {
            walk.throw(self, state, at.pc);
        }
        self.pass(state, method, args);
        if !dst.is_none() {
            let what = match program.element_of(program.method_name(named).class) {
                // An array's method is `clone`, and the copy is like the array.
                Some(_) if &*program.method(method).name == "clone" => {
                    let array = state.get(args[0]).and_then(|array| array.what.object());
                    What::Object(Object { is_new: false, ..array.unwrap_or(Object::SOME) })
                }
                _ => self.told(method),
            };
            self.result(state, at, dst, what);
        }
        Ok(Some(()))
    }

    /// `in.defaultReadObject()`: the stream sets the fields of the object that is being read. Nothing if it never returns.
    fn read_fields(&mut self, walk: &mut Walk<'p>, state: &mut State, at: At) -> Option<()> {
        let fields = self.inference.streamed(self.task)?;
        let program = self.inference.program;
        // Where it fails, some are set and some are not.
        let mut failed = state.clone();
        for (number, (field, what)) in (0..).zip(fields) {
            let name = self.names.of(at.context, at.pc, Part::Streamed(number));
            state.forget(name);
            let before = failed.fields.get(&field).map_or(what, |value| value.what);
            let may_be = Value { name: Name::NONE, what: before.public().join(what) };
            failed.fields.insert(field, may_be);
            // A class that says for itself what streams hold may leave a field out.
            let set = if is_left_out(program, field) { may_be } else { Value { name, what } };
            state.fields.insert(field, set);
        }
        walk.throw(self, &failed, at.pc);
        Some(())
    }

    /// A call that is not followed, in a method that reads an object from a stream: it may tell the stream to set the fields.
    fn may_read_fields(&mut self, state: &mut State, named: MethodRef) -> bool {
        let program = self.inference.program;
        let reads = self.task.role == Role::Deserialiser && state.is_raw;
        let origin =
            program.resolve_method(named).map(|method| program.class(program.method(method).class).origin);
        if !reads || origin == Ok(Origin::Jdk) {
            return false;
        }
        for (field, what) in self.inference.streamed(self.task).unwrap_or_default() {
            if let Some(value) = state.fields.get_mut(&field) {
                *value = Value { name: Name::NONE, what: value.what.public().join(what) };
            }
        }
        true
    }

    /// `this(…)` or `super(…)`.
    fn construct(&mut self, state: &mut State, at: At, constructor: MethodId, args: &[Reg]) {
        let program = self.inference.program;
        let own = program.method(self.task.method).class;
        let is_delegation = program.method(constructor).class == own;
        if args[1..].iter().any(|arg| state.get(*arg).is_some_and(|value| value.is_new())) {
            self.leak(state, at);
        }
        self.pass(state, constructor, args);
        let is_leaking = self.inference.is_leaking(self.task, constructor);
        if is_delegation {
            self.inference.delegates(state, at);
            // Its own fields are done; those of subclasses are not, so that it must not be seen yet.
            state.fields.clear();
            if is_leaking {
                self.leak(state, at);
            }
        } else if is_leaking {
            self.leak(state, at);
        }
    }

    /// What the arguments are is known of methods all of whose callers are.
    fn pass(&mut self, state: &State, method: MethodId, args: &[Reg]) {
        let program = self.inference.program;
        if !self.inference.has_known_callers(method) {
            return;
        }
        let types = program.method(method).params.clone();
        let receiver = args.len() - types.len();
        let whats = args.iter().enumerate().map(|(index, arg)| {
            let ty = index.checked_sub(receiver).map(|index| types[index]);
            match (state.get(*arg), ty) {
                (Some(value), Some(ty)) => crate::step::fitting(value.what.public(), What::any(program, ty)),
                (_, None) => What::Object(Object::SOME),
                (None, Some(ty)) => What::any(program, ty),
            }
        });
        let whats = whats.collect();
        self.inference.pass(method, whats);
    }

    /// The one method a call reaches, if that is known.
    fn target(&self, at: At, kind: CallKind, method: MethodId) -> Option<MethodId> {
        let program = self.inference.program;
        let info = program.method(method);
        if info.is_constructor() || info.is_native() || info.is_abstract() {
            return None;
        }
        match kind {
            CallKind::Static => Some(method),
            CallKind::Special => program.select_special(program.method(at.method).class, method).ok(),
            CallKind::Virtual => {
                (!self.inference.hierarchy.is_overridable(program, method)).then_some(method)
            }
            CallKind::Interface => None,
        }
    }

    fn is_short(&self, method: MethodId) -> bool {
        let program = self.inference.program;
        program.body(method).is_ok_and(|body| body.insts.len() <= SHORT)
    }

    /// What is known of the result of a call that is not followed.
    fn told(&self, method: MethodId) -> What {
        let program = self.inference.program;
        let info = program.method(method);
        let any = What::any(program, info.result);
        let class = program.class(info.class);
        if class.origin != Origin::Jdk
            || self.inference.hierarchy.is_overridable(program, method) && !info.is_static()
        {
            return any;
        }
        let signature =
            Signature { name: &info.name, descriptor: &info.descriptor, is_native: info.is_native() };
        let Some(line) = library::method(&class.name, signature) else { return any };
        match any {
            What::Number(all) => What::Number(promised(line, all)),
            What::Object(object) if line.returns.never_null => {
                What::Object(Object { null: Null::Never, ..object })
            }
            What::Float | What::Object(_) => any,
        }
    }
}

/// A stream's `defaultReadObject`; a subclass whose own does something else would forge streams.
fn is_default_read(program: &Program, named: MethodRef) -> bool {
    let name = program.method_name(named);
    (&*name.name, &*name.descriptor) == ("defaultReadObject", "()V")
}

/// The numbers that a line allows, whatever the method is given.
fn promised(line: &Method, all: Interval) -> Interval {
    let within = |known: Interval, range: library::Range| {
        let end = |end: Option<i128>| end.and_then(|end| i64::try_from(end).ok());
        let (low, high) = (end(range.lo).unwrap_or(i64::MIN), end(range.hi).unwrap_or(i64::MAX));
        known.meet(Interval { low, high })
    };
    let ranges = line.ensures.iter().filter_map(|ensures| ensures.results(&Anything));
    ranges.fold(all, |known, range| within(known, range).unwrap_or(known))
}

/// A call of which nothing is known.
struct Anything;

impl Roughly for Anything {
    fn number(&self, _: Argument) -> library::Range {
        library::Range::ALL
    }

    fn length(&self, _: Argument) -> library::Range {
        library::Range { lo: Some(0), hi: Some(i32::MAX.into()) }
    }
}
