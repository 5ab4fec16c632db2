//! `java.lang.StackWalker`: the frames below it, a batch at a time.
//!
//! A walk is known by its field `anchor`: one more than the number of frames that are left to be seen, so that it is never
//! zero. Frames do not change below a walk, so that this is all there is to remember.

use program::code::{Elem, Pc};
use program::{JavaText, MethodId};

use super::{Answer, Entry, Reply, answer_true, delegate, get, handles, pick_long, set, throwables};
use crate::steps::{exceptions, types};
use crate::{Cx, Domain, State, Stop, Then};

const WALKER: &str = "java/lang/StackStreamFactory$AbstractStackWalker";
const FRAME: &str = "java/lang/StackFrameInfo";
/// The bits of a walk's mode.
const CLASSES_ONLY: i64 = 2;
const SHOW_HIDDEN: i64 = 0x20;

/// The intrinsics of `StackWalker`.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("java/lang/StackStreamFactory", "checkStackWalkModes", "", answer_true),
        (WALKER, "callStackWalk", "", begin),
        (WALKER, "fetchStackFrames", "(JJII[Ljava/lang/Object;)I", go_on),
        (
            "java/lang/StackTraceElement",
            "initStackTraceElement",
            "(Ljava/lang/StackTraceElement;Ljava/lang/StackFrameInfo;)V",
            element,
        ),
    ]
}

/// `(walker, mode, skip, size, start, buffer)`, since JDK 21 with a continuation and its scope behind `skip`: fills the first batch
/// and lets the walker look at it.
fn begin<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let own = |cx: &Cx<'_, D>, method: MethodId| {
        let name = &cx.program.class(cx.program.method(method).class).name;
        name.starts_with("java/lang/StackStreamFactory") || &**name == "java/lang/StackWalker"
    };
    let walking = state.frames.iter().rev().take_while(|frame| own(cx, frame.method)).count();
    let left = state.frames.len() - walking;
    let [.., size, start, buffer] = args else { return Err(Stop::unsupported("another way to walk stacks")) };
    let (left, end) = fill(cx, state, left, (&args[1], size, start), buffer)?;
    let method = cx.named_method(WALKER, "doStackWalk", "(JIIII)Ljava/lang/Object;")?;
    let (anchor, end) = (D::long(cx, state, left as i64 + 1), D::int(cx, state, end));
    let values = [args[0].clone(), anchor, args[2].clone(), size.clone(), start.clone(), end];
    delegate(cx, state, method, &values, Then::Deliver)
}

/// `(walker, mode, anchor, size, start, buffer)`: the next batch; where it ends.
fn go_on<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let left = pick_long(cx, state, &args[2])? as usize - 1;
    let (left, end) = fill(cx, state, left, (&args[1], &args[3], &args[4]), &args[5])?;
    let anchor = D::long(cx, state, left as i64 + 1);
    set(cx, state, &args[0], (WALKER, "anchor"), anchor)?;
    Reply::int(cx, state, end)
}

/// Puts frames into a buffer: how many are left, and where the batch ends.
fn fill<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    mut left: usize,
    (mode, size, start): (&D::Value, &D::Value, &D::Value),
    buffer: &D::Value,
) -> Result<(usize, i32), Stop<D>> {
    let mode = pick_long(cx, state, mode)?;
    let (size, start) = (D::pick_int(cx, state, size)?, D::pick_int(cx, state, start)?);
    let mut end = start;
    while left > 0 && end < start + size {
        left -= 1;
        let (method, pc) = (state.frames[left].method, state.frames[left].pc);
        if mode & SHOW_HIDDEN == 0 && exceptions::is_hidden(cx, method) {
            continue;
        }
        let index = D::int(cx, state, end);
        if mode & CLASSES_ONLY != 0 {
            let class = cx.program.class(cx.program.method(method).class).ty;
            let mirror = types::mirror(cx, state, class)?;
            D::store_element(cx, state, Elem::Ref, buffer, &index, mirror)?;
        } else {
            let frame = D::load_element(cx, state, Elem::Ref, buffer, &index)?;
            describe(cx, state, &frame, method, pc)?;
        }
        end += 1;
    }
    Ok((left, end))
}

fn describe<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    frame: &D::Value,
    method: MethodId,
    pc: Pc,
) -> Result<(), Stop<D>> {
    const MEMBER: &str = "java/lang/invoke/MemberName";
    let member = get(cx, state, frame, (FRAME, "memberName"))?;
    handles::fill_method(cx, state, &member, method)?;
    let info = cx.program.method(method);
    for (field, text) in [("name", &info.name), ("type", &info.descriptor)] {
        let id = cx.program.intern(JavaText::from(&**text));
        let text = crate::interned(cx, state, id)?;
        set(cx, state, &member, (MEMBER, field), text)?;
    }
    let pc = D::int(cx, state, pc.0 as i32);
    set(cx, state, frame, (FRAME, "bci"), pc)
}

/// `(element, frame)`.
fn element<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let member = get(cx, state, &args[1], (FRAME, "memberName"))?;
    let method = handles::method_of(cx, state, &member)?;
    let pc = get(cx, state, &args[1], (FRAME, "bci"))?;
    let pc = Pc(D::pick_int(cx, state, &pc)? as u32);
    throwables::describe(cx, state, &args[0], method, pc)?;
    Ok(Reply::Void)
}
