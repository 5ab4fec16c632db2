//! Static fields: what class initialisation gave them, or unknown where the program may have changed them since.
//!
//! A field is *changeable* if some code of the class path other than a class initialiser writes it. On entry such a field is one
//! more input. Class initialisers run before anything else could have changed a field, so they see, and leave, what they are
//! written to; once none is under way, a changeable field that nobody has touched on this path is unknown.

use std::cell::OnceCell;
use std::rc::Rc;

use heap::Value;
use machine::{Cx, FieldSlot, Init, State, Stop};
use program::class::Origin;
use program::code::Touches;
use program::{FieldId, Flags, MethodId, Program};
use rustc_hash::FxHashSet;

use super::contents::Written;
use super::{Symbolic, with_heap};

/// Which static fields a program can change.
pub struct Changeable<'p> {
    program: &'p Program,
    /// Found out when somebody asks.
    written: OnceCell<FxHashSet<FieldId>>,
    contents: OnceCell<Written>,
}

/// The static fields of a state.
#[derive(Clone, Default)]
pub(crate) struct Statics {
    /// By their number.
    values: Rc<Vec<Option<Value>>>,
    /// Changeable fields this path has read or written.
    touched: Rc<Vec<FieldId>>,
    /// Fields that were unknown when they were first read, and what they held then.
    pub inputs: Rc<Vec<(FieldId, Value)>>,
}

impl<'p> Changeable<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, written: OnceCell::new(), contents: OnceCell::new() }
    }

    /// What the program can change inside objects.
    pub(super) fn contents(&self) -> &Written {
        self.contents.get_or_init(|| Written::find(self.program))
    }

    /// Whether the program can change this field once its class is initialised.
    pub fn contains(&self, field: FieldId) -> bool {
        let info = self.program.field(field);
        info.is_static()
            && !info.flags.is(Flags::FINAL)
            && self.program.class(info.class).origin == Origin::ClassPath
            && self.written.get_or_init(|| written(self.program)).contains(&field)
    }
}

/// The static fields that the class path's code writes, class initialisers aside.
fn written(program: &Program) -> FxHashSet<FieldId> {
    let mut out = FxHashSet::default();
    for class in program.class_path_names().iter().filter_map(|name| program.class_named(name).ok()) {
        let methods = program.class(class).methods().filter(|method| !is_initialiser(program, *method));
        for body in methods.filter_map(|method| program.body(method).ok()) {
            let fields = body.insts.iter().filter_map(|inst| {
                let Touches::WriteStatic(field) = inst.effect().touches else { return None };
                program.resolve_field(field).ok()
            });
            out.extend(fields);
        }
    }
    out
}

fn is_initialiser(program: &Program, method: MethodId) -> bool {
    &*program.method(method).name == "<clinit>"
}

impl Statics {
    /// What a booted JDK starts with.
    pub fn new(values: Vec<Option<Value>>) -> Self {
        Self { values: values.into(), ..Self::default() }
    }

    /// All fields that hold something, with their values.
    pub fn all(&self) -> impl Iterator<Item = (FieldId, Value)> {
        let numbered = self.values.iter().enumerate();
        numbered.filter_map(|(index, value)| Some((FieldId(index as u32), (*value)?)))
    }

    pub fn get(&self, field: FieldId) -> Option<Value> {
        self.values.get(field.0 as usize).copied().flatten()
    }

    pub fn set(&mut self, field: FieldId, value: Value) {
        let values = Rc::make_mut(&mut self.values);
        let index = field.0 as usize;
        if values.len() <= index {
            values.resize(index + 1, None);
        }
        values[index] = Some(value);
    }

    fn is_touched(&self, field: FieldId) -> bool {
        self.touched.contains(&field)
    }

    fn touch(&mut self, field: FieldId) {
        if !self.is_touched(field) {
            Rc::make_mut(&mut self.touched).push(field);
        }
    }
}

/// A static field is about to be read: an untouched one the program can change becomes an input.
pub(super) fn before_load<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    slot: FieldSlot,
) -> Result<(), Stop<Symbolic<'p>>> {
    let field = slot.id;
    if !is_open(cx, state, field) {
        return Ok(());
    }
    let kind = cx.domain.types.static_kind(field);
    let name = unmistakable(state, field_name(cx.program, field));
    let value = with_heap(cx, state, |heap, hcx| heap.root(hcx, &name, kind, false))?;
    let statics = &mut state.heap.statics;
    statics.touch(field);
    statics.set(field, value);
    Rc::make_mut(&mut statics.inputs).push((field, value));
    Ok(())
}

/// A static field is about to be written: what it held on entry is of no interest any more.
pub(super) fn before_store<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, slot: FieldSlot) {
    if is_open(cx, state, slot.id) {
        state.heap.statics.touch(slot.id);
    }
}

/// Whether a field still holds what it held on entry, and that is unknown.
fn is_open<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &State<Symbolic<'p>>, field: FieldId) -> bool {
    let Some(changeable) = &cx.domain.changeable else { return false };
    let is_initialised = state.init_status(cx.program.field(field).class) == Init::Done;
    is_initialised
        && changeable.contains(field)
        && !state.heap.statics.is_touched(field)
        && !is_initialising(cx, state)
}

/// Whether some class initialiser is under way.
pub(super) fn is_initialising<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &State<Symbolic<'p>>) -> bool {
    state.frames.iter().any(|frame| is_initialiser(cx.program, frame.method))
}

/// A parameter may be called like the class, and its object have a field called like this one.
fn unmistakable(state: &State<Symbolic<'_>>, name: String) -> String {
    let reads_as_path = |root: &str| name.strip_prefix(root).is_some_and(|rest| rest.starts_with('.'));
    let is_mistakable = state.heap.heap.symbols().any(|(_, info)| reads_as_path(&info.name));
    if is_mistakable { format!("static {name}") } else { name }
}

/// `Class.field`, as users write it.
pub fn field_name(program: &Program, field: FieldId) -> String {
    let info = program.field(field);
    format!("{}.{}", program.type_name(program.class(info.class).ty).replace('$', "."), info.name)
}
