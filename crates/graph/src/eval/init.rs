//! Class initialisation [JVMS 5.5]. The thesis leaves the details out.
//!
//! Classes without an initialiser count as initialised. The others are marked as running all at once, a class together
//! with the superclasses and superinterfaces that come before it; their `<clinit>` frames are pushed so that the first to
//! run is on top, and the triggering instruction is repeated when all have returned.
//!
//! A method that is no `main` may be called when a class has long been initialised. Its initialiser is run all the same, to
//! see what final static fields hold, and what else it holds is forgotten afterwards
//! ([`forget_statics`](crate::build::start::forget_statics)); that covers both only if it changes nothing else, and depends on nothing that may
//! have been different then, so one that does is a cut. Numbers in static fields of other classes are any numbers to it.

use library::names;
use program::class::Origin;
use program::{ClassId, FieldId, Flags, Program};

use super::table;
use super::throw::raise;
use super::{At, Outcome, Rule, new_frame};
use crate::build::start::Inputs;
use crate::recursion::inputs::leads;
use crate::state::shape::Shape;
use crate::state::{InitStatus, Ref, Role, State};

/// Returns when the class is ready; otherwise interrupts with the step that makes progress.
pub fn initialize(at: At<'_, '_>, class: ClassId) -> Rule<()> {
    match at.state.init_status(class) {
        Some(InitStatus::Running | InitStatus::Done) => return Ok(()),
        Some(InitStatus::Erroneous) | None => {}
    }
    let order = order(at.cx.program, class, |class| has_begun(at.state, class));
    if order.iter().any(|&class| at.state.init_status(class) == Some(InitStatus::Erroneous)) {
        return Err(raise(at, names::NO_CLASS_DEF)?);
    }
    if order.is_empty() {
        return Ok(());
    }
    let mut draft = at.draft();
    push_initializers(at.cx.program, &mut draft.state, &order)?;
    Err(Outcome::Step(Box::new(draft.finish())))
}

impl At<'_, '_> {
    /// What an initialiser that may have been run before must not do: write to an object that it did not make itself.
    pub fn may_write(&self, target: Ref) -> Rule<()> {
        let Some((depth, class)) = self.initializer() else { return Ok(()) };
        let shape = Shape::of(self.state, self.cx.world);
        let waiting =
            self.state.frames[..depth].iter().flat_map(|frame| frame.regs.iter().flatten().copied());
        let foreign = |field: FieldId| self.cx.program.field(field).class != class;
        let statics = self.state.statics.iter().filter(|entry| foreign(entry.0)).map(|entry| entry.1);
        match waiting.chain(statics).any(|root| leads(self.state, &shape, root).contains(target)) {
            true => Err(self.reaches_out(class)),
            false => Ok(()),
        }
    }

    /// Nor must it look into an object that it did not make itself and that others may have changed since.
    pub fn may_read(&self, source: Ref) -> Rule<()> {
        let Some((depth, class)) = self.initializer() else { return Ok(()) };
        let program = self.cx.program;
        let waiting =
            self.state.frames[..depth].iter().flat_map(|frame| frame.regs.iter().flatten().copied());
        // What the compiler caches nobody else writes to; the library looks after its own.
        let foreign = |field: FieldId| {
            let info = program.field(field);
            let owner = program.class(info.class);
            info.class != class && owner.origin != Origin::Jdk && !info.flags.is(Flags::SYNTHETIC)
        };
        let statics = self.state.statics.iter().filter(|entry| foreign(entry.0)).map(|entry| entry.1);
        let mut roots =
            waiting.chain(statics).filter(|&root| self.state.is_object(self.cx.world, root)).peekable();
        if roots.peek().is_none() {
            return Ok(());
        }
        let shape = Shape::of(self.state, self.cx.world);
        match roots.any(|root| leads(self.state, &shape, root).contains(source)) {
            true => Err(self.looks_around(class)),
            false => Ok(()),
        }
    }

    /// As [`At::may_read`], for static fields: whether the field may have held anything then.
    pub fn may_read_static(&self, field: FieldId) -> Rule<bool> {
        let info = self.cx.program.field(field);
        let Some((_, class)) = self.initializer() else { return Ok(false) };
        let is_library = self.cx.program.class(info.class).origin == Origin::Jdk;
        if info.class == class || is_library || info.constant.is_some() {
            return Ok(false);
        }
        // Another order of initialisers would show another content.
        if self.state.init_status(info.class) == Some(InitStatus::Running) {
            return Err(self.looks_around(class));
        }
        let is_fixed = info.flags.is(Flags::FINAL) || info.flags.is(Flags::SYNTHETIC);
        match (is_fixed, info.ty.is_primitive()) {
            (true, _) => Ok(false),
            (false, true) => Ok(true),
            (false, false) => Err(self.looks_around(class)),
        }
    }

    fn looks_around(&self, class: ClassId) -> Outcome {
        let name = self.cx.program.class(class).java_name();
        Outcome::Cut(format!(
            "the initialiser of `{name}`, which may have run before, depends on what may have been different then"
        ))
    }

    /// As [`At::may_write`], for static fields: those of its own class.
    pub fn may_write_static(&self, field: FieldId) -> Rule<()> {
        let owner = self.cx.program.field(field).class;
        match self.initializer() {
            Some((_, class)) if class != owner => Err(self.reaches_out(class)),
            Some(_) | None => Ok(()),
        }
    }

    /// The innermost running initialiser of the program's own classes, unless the program has just begun.
    fn initializer(&self) -> Option<(usize, ClassId)> {
        let roles = self.state.frames.iter().map(|frame| frame.role).enumerate().rev();
        let mut initializers = roles.filter_map(|(depth, role)| match role {
            Role::Initializer(class) => Some((depth, class)),
            Role::Call | Role::Callback | Role::Entry(_) => None,
        });
        let innermost = if self.cx.inputs == Inputs::Main { None } else { initializers.next() };
        innermost.filter(|(_, class)| self.cx.program.class(*class).origin != Origin::Jdk)
    }

    fn reaches_out(&self, class: ClassId) -> Outcome {
        let name = self.cx.program.class(class).java_name();
        Outcome::Cut(format!(
            "the initialiser of `{name}`, which may have run before, changes what is not its own"
        ))
    }
}

/// Puts what a class needs to be initialised on top of a state.
pub fn begin(program: &Program, state: &mut State, class: ClassId) -> Rule<()> {
    let order = order(program, class, |class| has_begun(state, class));
    push_initializers(program, state, &order)
}

/// Classes whose initialisers have to run before `class` can be used, in this order, itself last (JVMS 5.5, step 7).
pub fn order(program: &Program, class: ClassId, has_begun: impl Fn(ClassId) -> bool) -> Vec<ClassId> {
    let mut out = Vec::new();
    collect(program, class, &has_begun, &mut out);
    out
}

/// Whether `class` waits for the initialiser of `other`.
pub fn waits_for(program: &Program, class: ClassId, other: ClassId) -> bool {
    class != other && order(program, class, |_| false).contains(&other)
}

fn has_begun(state: &State, class: ClassId) -> bool {
    matches!(state.init_status(class), Some(InitStatus::Running | InitStatus::Done))
}

fn collect(program: &Program, class: ClassId, has_begun: &impl Fn(ClassId) -> bool, out: &mut Vec<ClassId>) {
    if has_begun(class) || out.contains(&class) {
        return;
    }
    let info = program.class(class);
    if !info.is_interface() {
        if let Some(superclass) = info.superclass {
            collect(program, superclass, has_begun, out);
        }
        collect_interfaces(program, class, has_begun, out);
    }
    if info.initializer.is_some() && !table::skips_initializer(program, class) {
        out.push(class);
    }
}

/// Superinterfaces are initialised only if they declare a default method.
fn collect_interfaces(
    program: &Program,
    class: ClassId,
    has_begun: &impl Fn(ClassId) -> bool,
    out: &mut Vec<ClassId>,
) {
    let is_default = |flags: Flags| !flags.is(Flags::ABSTRACT) && !flags.is(Flags::STATIC);
    for &interface in &program.class(class).interfaces {
        collect_interfaces(program, interface, has_begun, out);
        if program.class(interface).methods().any(|method| is_default(program.method(method).flags)) {
            collect(program, interface, has_begun, out);
        }
    }
}

fn push_initializers(program: &Program, state: &mut State, order: &[ClassId]) -> Rule<()> {
    for &class in order.iter().rev() {
        let initializer = program.class(class).initializer.expect("only classes with code are in the order");
        let frame = new_frame(program, initializer, &[], Role::Initializer(class))?;
        state.set_init_status(class, InitStatus::Running);
        state.frames.push(frame);
    }
    Ok(())
}
