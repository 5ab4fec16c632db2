//! The induction: what every constructor establishes and every writer keeps.
//!
//! At first no object exists and nothing was ever written. Each constructor and writer is run over what is known so far; what
//! it writes is added to what fields may hold, and whoever has read such a field runs again. When nothing changes any more, the
//! fields hold what every write keeps, whatever the order of calls. Fields that strangers may write hold anything
//! from the start. A class for which no constructor runs may be made by somebody unknown: its fields hold anything, too.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::Budget;
use program::class::Origin;
use program::code::{Inst, Pc, Touches};
use program::{ClassId, FieldId, Flags, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::closed::{Open, Openness, is_left_out, is_serializable, is_streamed, read_object};
use crate::fact::{Fall, Lost, Order, Relation, Term};
use crate::hierarchy::Hierarchy;
use crate::interval::Interval;
use crate::run::{At, Run, STEPS};
use crate::state::State;
use crate::statics::Statics;
use crate::value::{Name, Null, Object, What};

/// A method to be run, and as what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Task {
    pub method: MethodId,
    pub role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    Constructor,
    /// `readObject`, which makes objects out of a stream.
    Deserialiser,
    Method,
}

/// What somebody depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Need {
    Field(FieldId),
    Leak(MethodId),
}

/// What is known of a field so far.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Nothing: it was never written.
    pub what: Option<What>,
    pub open: Option<Open>,
    pub growths: u32,
    /// Only written while nobody else could see the object.
    pub once: bool,
    /// Everything it was set to was there before the object was.
    pub older: bool,
    pub writers: BTreeSet<(MethodId, Pc)>,
    pub falls: Vec<Fall>,
}

pub struct Inference<'p> {
    pub program: &'p Program,
    pub hierarchy: Hierarchy,
    pub statics: Statics,
    pub fields: BTreeMap<FieldId, Summary>,
    /// Of each class, what relates its fields at every end of its constructors; nothing while there was none.
    pub relations: BTreeMap<ClassId, BTreeSet<Relation>>,
    arguments: FxHashMap<MethodId, Vec<What>>,
    leaking: FxHashSet<MethodId>,
    readers: FxHashMap<Need, BTreeSet<Task>>,
    work: VecDeque<Task>,
    waiting: FxHashSet<Task>,
    /// Constants the class compares with, where growing intervals stop.
    steps: FxHashMap<ClassId, Vec<i64>>,
    /// Methods that were run in place of some call of theirs.
    followed: FxHashSet<MethodId>,
    /// Those of them that got an object under construction.
    pub unfinished: BTreeSet<MethodId>,
    /// Methods that write fields, and those that call such ones.
    interesting: FxHashSet<MethodId>,
    /// Private methods that others may call all the same.
    called: FxHashSet<MethodId>,
}

/// Times a field may grow before it hurries.
const PATIENCE: u32 = 3;
const MANY: u32 = 12;

impl<'p> Inference<'p> {
    /// Runs to the end; `None` if the budget does not last.
    pub fn run(program: &'p Program, budget: &Budget) -> Option<Self> {
        let mut classes = load(program, budget)?;
        let hierarchy = Hierarchy::of(program, classes.clone());
        let openness = Openness::of(program, &hierarchy);
        classes.extend(lambdas(program, &classes, budget)?);
        let mut out = Self {
            program,
            hierarchy,
            statics: Statics::default(),
            fields: BTreeMap::new(),
            relations: BTreeMap::new(),
            arguments: FxHashMap::default(),
            leaking: FxHashSet::default(),
            readers: FxHashMap::default(),
            work: VecDeque::new(),
            waiting: FxHashSet::default(),
            steps: FxHashMap::default(),
            followed: FxHashSet::default(),
            unfinished: BTreeSet::new(),
            interesting: FxHashSet::default(),
            called: FxHashSet::default(),
        };
        out.begin(&openness, &classes);
        out.finish(budget)?;
        // What nobody was seen to make or to call may be made and called by somebody unknown.
        while out.open_unmade() | out.call_uncalled() {
            out.finish(budget)?;
        }
        Some(out)
    }

    fn begin(&mut self, openness: &Openness, classes: &[ClassId]) {
        let program = self.program;
        for &class in classes {
            for field in program.class(class).fields().filter(|field| !program.field(*field).is_static()) {
                let open = openness.of_field(program, &self.hierarchy, field);
                let what = open.map(|_| What::any(program, program.field(field).ty));
                let summary = Summary {
                    what,
                    open,
                    growths: 0,
                    once: true,
                    older: true,
                    writers: BTreeSet::new(),
                    falls: Vec::new(),
                };
                self.fields.insert(field, summary);
            }
        }
        self.interesting = interesting(program, classes);
        let methods = classes.iter().flat_map(|class| program.class(*class).methods());
        self.called = methods.filter(|method| openness.is_called(program, *method)).collect();
        for &class in classes {
            let steps = constants(program, class);
            self.steps.insert(class, steps);
            for method in program.class(class).methods() {
                let info = program.method(method);
                if info.is_constructor() {
                    self.ask(Task { method, role: Role::Constructor });
                } else if self.interesting.contains(&method) && !self.has_known_callers(method) {
                    self.ask(Task { method, role: Role::Method });
                }
            }
            self.deserialise(class);
        }
    }

    /// Streams make objects, too: what they leave out is zero, what they hold is as it was.
    fn deserialise(&mut self, class: ClassId) {
        let program = self.program;
        if !is_serializable(program, class) {
            return;
        }
        match read_object(program, class) {
            Some(method) => self.ask(Task { method, role: Role::Deserialiser }),
            None => {
                let fields: Vec<FieldId> = self.own_fields(class).collect();
                for field in fields.into_iter().filter(|field| is_left_out(program, *field)) {
                    let zero = What::default(program, program.field(field).ty);
                    self.grow(field, zero, Lost::Streams, None);
                    self.changes(field);
                }
            }
        }
    }

    /// A stream sets the fields of an object that others have seen already.
    pub fn streams_late(&mut self, task: Task) {
        let program = self.program;
        let class = program.method(task.method).class;
        let fields: Vec<FieldId> =
            self.own_fields(class).filter(|field| is_streamed(program, *field)).collect();
        fields.into_iter().for_each(|field| self.changes(field));
    }

    fn own_fields(&self, class: ClassId) -> impl Iterator<Item = FieldId> + use<'p> {
        let program = self.program;
        program.class(class).fields().filter(|field| !program.field(*field).is_static())
    }

    fn ask(&mut self, task: Task) {
        if self.waiting.insert(task) {
            self.work.push_back(task);
        }
    }

    fn finish(&mut self, budget: &Budget) -> Option<()> {
        while let Some(task) = self.work.pop_front() {
            budget.check().ok()?;
            self.waiting.remove(&task);
            if Run::new(self, task).run().is_err() {
                self.give_up(task);
            }
        }
        Some(())
    }

    /// A method is too long to be run: it writes anything, passes anything, and shows its object to anybody.
    fn give_up(&mut self, task: Task) {
        let program = self.program;
        let class = program.method(task.method).class;
        let at = |pc| Some((task.method, pc));
        if task.role != Role::Method {
            self.leaks(task);
            let fields: Vec<FieldId> = self.own_fields(class).collect();
            for field in fields {
                self.grow(field, What::any(program, program.field(field).ty), Lost::TooLong, at(Pc(0)));
                self.changes(field);
            }
        }
        let Ok(body) = program.body(task.method) else { return };
        for pc in body.pcs() {
            let touches = body.inst(pc).effect().touches;
            if let Touches::WriteField(field) = touches
                && let Ok(field) = program.resolve_field(field)
            {
                let any = What::any(program, program.field(field).ty);
                self.grow(field, any, Lost::TooLong, at(pc));
                self.changes(field);
            }
            if let Touches::Call(_, method) = touches
                && let Ok(method) = program.resolve_method(method)
                && self.has_known_callers(method)
            {
                self.call_with_anything(method);
            }
        }
    }

    fn changes(&mut self, field: FieldId) {
        if let Some(summary) = self.fields.get_mut(&field) {
            summary.once = false;
            summary.older = false;
        }
    }

    fn call_with_anything(&mut self, method: MethodId) {
        let info = self.program.method(method);
        let receiver = (!info.is_static()).then_some(What::Object(Object::SOME));
        let params = info.params.iter().map(|ty| What::any(self.program, *ty));
        let all = receiver.into_iter().chain(params).collect();
        self.pass(method, all);
    }

    /// Fields of classes nobody was seen to make.
    fn open_unmade(&mut self) -> bool {
        let unmade = self.fields.iter().filter(|(_, summary)| summary.what.is_none());
        let unmade: Vec<FieldId> = unmade.map(|(field, _)| *field).collect();
        for &field in &unmade {
            self.grow(field, What::any(self.program, self.program.field(field).ty), Lost::NoMaker, None);
            self.changes(field);
        }
        !unmade.is_empty()
    }

    /// Methods whose callers would be known, if there were any.
    fn call_uncalled(&mut self) -> bool {
        let is_uncalled =
            |method: &&MethodId| !self.followed.contains(*method) && !self.arguments.contains_key(*method);
        let uncalled = self.interesting.iter().filter(is_uncalled);
        let uncalled: BTreeSet<MethodId> = uncalled.copied().filter(|m| self.has_known_callers(*m)).collect();
        for &method in &uncalled {
            self.call_with_anything(method);
        }
        !uncalled.is_empty()
    }

    /// A method is run in place of a call.
    pub fn follows(&mut self, method: MethodId) {
        self.followed.insert(method);
    }

    /// Whether all calls of a method are in code that is run here.
    pub fn has_known_callers(&self, method: MethodId) -> bool {
        let info = self.program.method(method);
        let is_hidden = info.flags.is(Flags::SYNTHETIC)
            && !info.flags.is(Flags::BRIDGE)
            && !info.flags.is(Flags::PUBLIC)
            && !info.flags.is(Flags::PROTECTED);
        let is_private = info.flags.is(Flags::PRIVATE);
        let origin = self.program.class(info.class).origin;
        let of_streams = matches!(
            &*info.name,
            "readObject" | "readObjectNoData" | "readResolve" | "writeObject" | "writeReplace" | "<clinit>"
        );
        origin == Origin::ClassPath
            && (is_private || is_hidden)
            && !of_streams
            && !self.called.contains(&method)
    }

    /// What a method is called with; `None` if nobody calls it yet.
    pub fn arguments(&self, task: Task) -> Option<Vec<What>> {
        let program = self.program;
        let info = program.method(task.method);
        let mut all = match self.has_known_callers(task.method) && task.role != Role::Deserialiser {
            true => self.arguments.get(&task.method)?.clone(),
            false => {
                let receiver = (!info.is_static()).then_some(What::Object(Object::SOME));
                let params = info.params.iter().map(|ty| What::any(program, *ty));
                receiver.into_iter().chain(params).collect()
            }
        };
        if task.role != Role::Method {
            all[0] = What::Object(Object { is_new: true, ..Object::SOME });
        }
        Some(all)
    }

    /// What the fields of the object under construction hold at first.
    pub fn first_fields(&self, task: Task) -> Vec<(FieldId, What)> {
        let program = self.program;
        let class = program.method(task.method).class;
        let fields: Vec<FieldId> = self.own_fields(class).collect();
        let mut out = Vec::new();
        for field in fields {
            out.push((field, What::default(program, program.field(field).ty)));
        }
        out
    }

    /// What the fields hold that a stream sets; `None` if there is no such object yet.
    pub fn streamed(&mut self, task: Task) -> Option<Vec<(FieldId, What)>> {
        let program = self.program;
        let class = program.method(task.method).class;
        let fields: Vec<FieldId> =
            self.own_fields(class).filter(|field| is_streamed(program, *field)).collect();
        let mut out = Vec::new();
        for field in fields {
            out.push((field, self.read(task, field)?));
        }
        Some(out)
    }

    /// What a finished object's field may hold; `None` if there is no such object yet.
    pub fn read(&mut self, task: Task, field: FieldId) -> Option<What> {
        let any = What::any(self.program, self.program.field(field).ty);
        let Some(summary) = self.fields.get(&field) else { return Some(any) };
        if summary.open.is_some() {
            return Some(any);
        }
        let what = summary.what;
        self.readers.entry(Need::Field(field)).or_default().insert(task);
        what
    }

    /// A field of an object that others may see is written.
    pub fn write(&mut self, field: FieldId, what: What, at: At) {
        self.grow(field, what, Lost::Written, Some((at.method, at.pc)));
        let Some(summary) = self.fields.get_mut(&field) else { return };
        summary.writers.insert((at.method, at.pc));
        if summary.once {
            summary.falls.push(Fall { lost: Lost::Changes, at: Some((at.method, at.pc)) });
        }
        summary.once = false;
        summary.older = false;
    }

    /// A field of the object under construction is written.
    pub fn written(&mut self, task: Task, field: FieldId, at: At) {
        if let Some(summary) = self.fields.get_mut(&field) {
            summary.writers.insert((at.method, at.pc));
        }
        // A stream knows the object already, and what it holds may refer to it.
        if task.role == Role::Deserialiser {
            self.changes(field);
        }
    }

    /// The object under construction is put into a field of its own.
    pub fn refers_to_itself(&mut self, field: FieldId) {
        if let Some(summary) = self.fields.get_mut(&field) {
            summary.older = false;
        }
    }

    /// The object under construction can be seen from now on.
    pub fn made(&mut self, task: Task, state: &State, at: At) {
        let place = Some((at.method, at.pc));
        for (field, value) in &state.fields {
            self.grow(*field, value.what.public(), Lost::Left, place);
        }
        let class = self.program.method(task.method).class;
        if task.role == Role::Deserialiser {
            let program = self.program;
            let left_out: Vec<FieldId> =
                state.fields.keys().copied().filter(|field| is_left_out(program, *field)).collect();
            left_out.into_iter().for_each(|field| self.changes(field));
            return;
        }
        let terms = self.terms(state);
        let holds = |relation: &Relation| {
            let find = |term: Term| terms.iter().find(|known| known.0 == term);
            let (Some(low), Some(high)) = (find(relation.low), find(relation.high)) else { return false };
            relation.order.holds(state, (low.1, low.2), (high.1, high.2))
        };
        match self.relations.get_mut(&class) {
            Some(known) => known.retain(holds),
            None => {
                let known = Relation::all(terms.iter().map(|term| term.0)).filter(holds).collect();
                self.relations.insert(class, known);
            }
        }
    }

    /// The numbers among the fields: integers and the lengths of arrays.
    fn terms(&self, state: &State) -> Vec<(Term, Name, Interval)> {
        let mut out = Vec::new();
        for (field, value) in &state.fields {
            match value.what {
                What::Number(interval) => out.push((Term::Field(*field), value.name, interval)),
                What::Object(object) if self.program.element_of(self.program.field(*field).ty).is_some() => {
                    if object.null == Null::Never {
                        out.push((Term::Length(*field), object.length_name, object.length));
                    }
                }
                What::Object(_) | What::Float => {}
            }
        }
        out
    }

    /// Another constructor of the class does the work; what was written before may stay.
    pub fn delegates(&mut self, state: &State, at: At) {
        let program = self.program;
        for (field, value) in &state.fields {
            if value.what != What::default(program, program.field(*field).ty) {
                self.write(*field, value.what.public(), at);
            }
        }
    }

    /// The method of the task shows its object to others before it is done.
    pub fn leaks(&mut self, task: Task) {
        if self.leaking.insert(task.method) {
            self.wake(Need::Leak(task.method));
        }
    }

    /// Whether a constructor above shows the object before it is done.
    pub fn is_leaking(&mut self, task: Task, constructor: MethodId) -> bool {
        let is_new = self.readers.entry(Need::Leak(constructor)).or_default().insert(task);
        if is_new && self.program.class(self.program.method(constructor).class).origin != Origin::ClassPath {
            self.ask(Task { method: constructor, role: Role::Constructor });
        }
        self.leaking.contains(&constructor)
    }

    pub fn pass(&mut self, method: MethodId, whats: Vec<What>) {
        self.interesting.insert(method);
        let joined = match self.arguments.get(&method) {
            None => whats,
            Some(known) => {
                let join = |(a, b): (&What, &What)| hurry(*a, a.join(*b), &STEPS);
                known.iter().zip(&whats).map(join).collect()
            }
        };
        if self.arguments.get(&method) != Some(&joined) {
            self.arguments.insert(method, joined);
            let is_constructor = self.program.method(method).is_constructor();
            self.ask(Task { method, role: if is_constructor { Role::Constructor } else { Role::Method } });
        }
    }

    fn grow(&mut self, field: FieldId, what: What, why: Lost, at: Option<(MethodId, Pc)>) {
        let program = self.program;
        let any = What::any(program, program.field(field).ty);
        let class = program.field(field).class;
        let Some(summary) = self.fields.get_mut(&field) else { return };
        if summary.open.is_some() {
            return;
        }
        let what = crate::step::fitting(what.public(), any);
        let joined = match summary.what {
            None => what,
            Some(old) => {
                let joined = old.join(what);
                let steps = self.steps.get(&class).map_or(&STEPS[..], Vec::as_slice);
                match summary.growths {
                    0..PATIENCE => joined,
                    PATIENCE..MANY => crate::step::fitting(hurry(old, joined, steps), any),
                    _ => crate::step::fitting(hurry(old, joined, &[]), any),
                }
            }
        };
        summary.falls.extend(crate::fact::lost(summary.what, joined, why, at));
        if summary.what != Some(joined) {
            summary.what = Some(joined);
            summary.growths += 1;
            self.wake(Need::Field(field));
        }
    }

    fn wake(&mut self, need: Need) {
        for task in self.readers.get(&need).cloned().unwrap_or_default() {
            self.ask(task);
        }
    }
}

fn hurry(old: What, joined: What, steps: &[i64]) -> What {
    match (old, joined) {
        (What::Number(old), What::Number(new)) => {
            What::Number(old.widen(new, steps, Interval { low: i64::MIN, high: i64::MAX }))
        }
        (What::Object(old), What::Object(new)) => {
            What::Object(Object { length: old.length.widen(new.length, steps, Interval::LENGTH), ..new })
        }
        (_, joined) => joined,
    }
}

/// All classes of the class path, with their code.
fn load(program: &Program, budget: &Budget) -> Option<Vec<ClassId>> {
    let names = program.class_path_names();
    let classes: Vec<ClassId> = names.iter().filter_map(|name| program.class_named(name).ok()).collect();
    read(program, &classes, budget)?;
    Some(classes)
}

fn read(program: &Program, classes: &[ClassId], budget: &Budget) -> Option<()> {
    for class in classes {
        budget.check().ok()?;
        for method in program.class(*class).methods() {
            let _ = program.body(method);
        }
    }
    Some(())
}

/// The classes made for lambdas and the like, whose code calls that of the program.
fn lambdas(program: &Program, classes: &[ClassId], budget: &Budget) -> Option<Vec<ClassId>> {
    let mut out: Vec<ClassId> = Vec::new();
    let mut new = classes.to_vec();
    while !new.is_empty() {
        let mut found = BTreeSet::new();
        for body in new.iter().flat_map(|class| program.class(*class).methods()) {
            let Ok(body) = program.body(body) else { continue };
            found.extend(body.insts.iter().filter_map(|inst| made_for(program, inst)));
        }
        found.retain(|class| !out.contains(class));
        new = found.into_iter().collect();
        read(program, &new, budget)?;
        out.extend(&new);
    }
    Some(out)
}

/// The class an instruction uses, if it is made for a call site.
fn made_for(program: &Program, inst: &Inst) -> Option<ClassId> {
    let ty = match inst.effect().touches {
        Touches::Object(ty) => ty,
        Touches::ReadStatic(field) => program.field_name(field).class,
        Touches::Call(_, method) => program.method_name(method).class,
        _ => return None,
    };
    program.element_of(ty).is_none().then_some(())?;
    let class = program.resolve_class(ty).ok()?;
    matches!(program.class(class).origin, Origin::Synthetic { .. }).then_some(class)
}

/// Methods that write fields of objects, and those that call methods whose arguments matter.
fn interesting(program: &Program, classes: &[ClassId]) -> FxHashSet<MethodId> {
    let mut out = FxHashSet::default();
    let mut callers: FxHashMap<MethodId, Vec<MethodId>> = FxHashMap::default();
    let mut work = Vec::new();
    for method in classes.iter().flat_map(|class| program.class(*class).methods()) {
        let Ok(body) = program.body(method) else { continue };
        let mut writes = program.method(method).is_constructor();
        for inst in &body.insts {
            let touches = inst.effect().touches;
            writes |= matches!(touches, Touches::WriteField(_));
            if let Touches::Call(_, named) = touches
                && let Ok(callee) = program.resolve_method(named)
            {
                callers.entry(callee).or_default().push(method);
            }
        }
        if writes && out.insert(method) {
            work.push(method);
        }
    }
    while let Some(method) = work.pop() {
        // Of the others no caller tells anything.
        let flags = program.method(method).flags;
        if !flags.is(Flags::PRIVATE) && !flags.is(Flags::SYNTHETIC) {
            continue;
        }
        for &caller in callers.get(&method).into_iter().flatten() {
            if out.insert(caller) {
                work.push(caller);
            }
        }
    }
    out
}

/// The constants a class compares numbers with, and their neighbours.
fn constants(program: &Program, class: ClassId) -> Vec<i64> {
    let mut out: BTreeSet<i64> = STEPS.into_iter().collect();
    for body in program.class(class).methods().filter_map(|method| program.body(method).ok()) {
        for inst in &body.insts {
            if let Inst::IfConst { rhs, .. } = *inst {
                out.extend((-1..=1).map(|by| i64::from(rhs) + by));
            } else if let Inst::ConstInt { value, .. } = *inst {
                out.insert(value.into());
            } else if let Inst::ConstLong { value, .. } = *inst {
                out.insert(value);
            }
        }
    }
    out.into_iter().collect()
}

impl Order {
    fn holds(self, state: &State, low: (Name, Interval), high: (Name, Interval)) -> bool {
        match self {
            Order::Equal => state.is_less(low, high, false) && state.is_less(high, low, false),
            Order::AtMost => state.is_less(low, high, false),
            Order::Less => state.is_less(low, high, true),
        }
    }
}
