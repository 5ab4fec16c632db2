//! What constants hold: objects that the program's class initialisers made, and that other code of the program may have changed
//! since. A path starts with them as initialisation left them; where it reads what may be another thing by then, it proves nothing.
//!
//! What may have changed is asked of the code, as for static fields (see `statics`): fields that code of the class path writes, constructors
//! of the object itself aside; elements of the kinds it stores into arrays that it did not just make; what collections and the like of
//! the JDK hold.

use std::rc::Rc;

use heap::{Field, Loc, Ref, Target};
use machine::{Cx, State};
use program::class::Origin;
use program::code::{Body, Elem, Inst, Reg};
use program::{FieldId, Flags, MethodId, Program};
use rustc_hash::FxHashSet;

use super::{Symbolic, before, statics};

/// What is said where such a thing is read.
const CHANGED: &str = "what a constant holds may have changed before the call";

/// Classes of the JDK whose objects never seem to change, by the start of their name.
const LASTING: [&str; 18] = [
    "java/lang/",
    "java/math/",
    "java/net/URI",
    "java/nio/charset/",
    "java/nio/file/",
    "java/security/",
    "java/time/",
    "java/util/Collections$",
    "java/util/Comparators",
    "java/util/Currency",
    "java/util/ImmutableCollections",
    "java/util/Locale",
    "java/util/Optional",
    "java/util/UUID",
    "java/util/concurrent/locks/",
    "java/util/regex/",
    "jdk/",
    "sun/",
];

/// Methods of the JDK that write into an array they are given, and which argument it is.
const WRITERS: [(&str, &[&str], usize); 2] = [
    ("java/lang/System", &["arraycopy"], 2),
    ("java/util/Arrays", &["fill", "sort", "setAll", "parallelSort", "parallelPrefix", "parallelSetAll"], 0),
];

const ELEMS: [Elem; 8] =
    [Elem::Byte, Elem::Char, Elem::Short, Elem::Int, Elem::Long, Elem::Float, Elem::Double, Elem::Ref];

/// What code of the class path writes, class initialisers aside.
#[derive(Default)]
pub(super) struct Written {
    fields: FxHashSet<FieldId>,
    elements: FxHashSet<Elem>,
}

/// Objects that initialisers of the program's classes made, ascending.
#[derive(Clone, Default)]
pub(crate) struct Constants(Rc<Vec<Loc>>);

impl Constants {
    fn contains(&self, loc: Loc) -> bool {
        self.0.binary_search(&loc).is_ok()
    }
}

/// An object has been allocated while some class is initialised.
pub(super) fn allocated<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, loc: Loc) {
    let mut methods = state.frames.iter().rev().map(|frame| cx.program.method(frame.method));
    let innermost = methods.find(|method| &*method.name == "<clinit>");
    if innermost.is_some_and(|method| cx.program.class(method.class).origin == Origin::ClassPath) {
        Rc::make_mut(&mut state.heap.constants.0).push(loc);
    }
}

/// The object is found to stay as it is.
pub(super) fn lasts(state: &mut State<Symbolic<'_>>, loc: Loc) {
    if let Ok(at) = state.heap.constants.0.binary_search(&loc) {
        Rc::make_mut(&mut state.heap.constants.0).remove(at);
    }
}

/// A field is read.
pub(super) fn field_read<'p>(
    cx: &Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    object: Ref,
    field: Field,
) {
    if !is_constant(cx, state, object) {
        return;
    }
    let Some(changeable) = &cx.domain.changeable else { return };
    let (program, field) = (cx.program, FieldId(field.0));
    let info = program.field(field);
    let class = program.class(info.class);
    let can_change = match class.origin {
        Origin::ClassPath => changeable.contents().fields.contains(&field),
        Origin::Jdk | Origin::Synthetic { .. } => !is_lasting(&class.name),
    };
    if can_change && !info.flags.is(Flags::FINAL) {
        note(cx, state);
    }
}

/// An element is read.
pub(super) fn element_read<'p>(
    cx: &Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    array: Ref,
    elem: Elem,
) {
    let Some(changeable) = &cx.domain.changeable else { return };
    let reader = state.frames.last().map(|frame| cx.program.method(frame.method).class);
    let is_own = reader.is_some_and(|class| cx.program.class(class).origin == Origin::ClassPath);
    if is_own && is_constant(cx, state, array) && changeable.contents().elements.contains(&elem) {
        note(cx, state);
    }
}

/// Whether a reference is certainly to constants. An input that may be one may as well be another object, which holds anything.
fn is_constant(cx: &Cx<'_, Symbolic<'_>>, state: &State<Symbolic<'_>>, object: Ref) -> bool {
    let constants = &state.heap.constants;
    if constants.0.is_empty() {
        return false;
    }
    if let Some(loc) = object.as_loc() {
        return constants.contains(loc);
    }
    let mut objects = before::targets(cx, state, object);
    objects.retain(|target| *target != Target::Loc(Loc::NULL));
    let is_one = |target: &Target| matches!(target, Target::Loc(loc) if constants.contains(*loc));
    !objects.is_empty() && objects.iter().all(is_one)
}

fn is_lasting(class: &str) -> bool {
    LASTING.iter().any(|start| class.starts_with(start)) && !class.contains("StringBu")
}

fn note<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>) {
    if !state.heap.doubts.contains(&CHANGED) && !statics::is_initialising(cx, state) {
        state.heap.doubts.push(CHANGED);
    }
}

impl Written {
    pub fn find(program: &Program) -> Self {
        let mut out = Self::default();
        for class in program.class_path_names().iter().filter_map(|name| program.class_named(name).ok()) {
            for method in program.class(class).methods() {
                if let Ok(body) = program.body(method)
                    && &*program.method(method).name != "<clinit>"
                {
                    out.add(program, method, body);
                }
            }
        }
        out
    }

    fn add(&mut self, program: &Program, method: MethodId, body: &Body) {
        let is_constructor = program.method(method).is_constructor();
        for inst in &body.insts {
            if let Inst::PutField { object, field, .. } = *inst
                && !(is_constructor && comes_from(body, object, Source::This))
                && let Ok(field) = program.resolve_field(field)
            {
                self.fields.insert(field);
            }
            if let Inst::ArrayStore { elem, array, .. } = *inst
                && !comes_from(body, array, Source::NewArray)
            {
                self.elements.insert(elem);
            }
            if let Inst::Call { method, args, .. } = *inst
                && let Ok(callee) = program.resolve_method(method)
                && let Some(at) = written_argument(program, callee)
                && let Some(array) = body.list(args).get(at)
                && !comes_from(body, *array, Source::NewArray)
            {
                self.elements.extend(ELEMS);
            }
        }
    }
}

fn written_argument(program: &Program, callee: MethodId) -> Option<usize> {
    let method = program.method(callee);
    let class = &*program.class(method.class).name;
    let (_, _, at) =
        WRITERS.iter().find(|(owner, names, _)| *owner == class && names.contains(&&*method.name))?;
    Some(*at)
}

/// Where the content of a register comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    This,
    NewArray,
}

/// Whether everything that gets into a register comes from this source.
fn comes_from(body: &Body, reg: Reg, source: Source) -> bool {
    let mut seen = vec![reg];
    let mut next = 0;
    while let Some(&reg) = seen.get(next) {
        next += 1;
        let is_this = source == Source::This && reg.0 == 0;
        if reg.0 < body.params && !is_this {
            return false;
        }
        for inst in body.insts.iter().filter(|inst| inst.def() == Some(reg)) {
            if let Inst::Move { src, .. } = *inst {
                if !seen.contains(&src) {
                    seen.push(src);
                }
                continue;
            }
            let is_array = matches!(inst, Inst::NewArray { .. } | Inst::NewMultiArray { .. });
            if source != Source::NewArray || !is_array {
                return false;
            }
        }
    }
    true
}
