//! Monitors on one thread: nobody ever waits, but balance is checked.

use program::code::Reg;

use super::fields::non_null;
use super::{Away, Next};
use crate::state::Monitor;
use crate::{Cx, Domain, State, Stop, threads};

/// `monitorenter` (JVMS 6.5): `NullPointerException` on null.
pub fn enter<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, src: Reg) -> Result<(), Stop<D>> {
    let object = non_null(cx, state, src)?;
    threads::await_monitor(cx, state, |_, _| Ok(object.clone()))?;
    let depth = state.frames.len() - 1;
    state.monitors.push(Monitor { depth, object, by_call: false, released: false });
    Ok(())
}

/// `monitorexit` (JVMS 6.5): `IllegalMonitorStateException` unless this frame entered the monitor.
pub fn exit<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, src: Reg) -> Result<(), Stop<D>> {
    let object = non_null(cx, state, src)?;
    match find(cx, state, &object, state.frames.len() - 1)? {
        Some(index) => {
            state.monitors.remove(index);
            Ok(())
        }
        None => Err(Stop::raise("java/lang/IllegalMonitorStateException")),
    }
}

/// `return` in all its forms (JVMS 6.5): `IllegalMonitorStateException` if a monitor entered here is still held.
#[inline(always)]
pub fn leave<D: Domain>(_cx: &mut Cx<'_, D>, state: &mut State<D>, value: Option<D::Value>) -> Next<D> {
    if !state.monitors.is_empty() && still_held(state) {
        let depth = state.frames.len() - 1;
        state.monitors.retain(|monitor| monitor.depth != depth);
        return Err(Stop::raise("java/lang/IllegalMonitorStateException").into());
    }
    Err(Away::Return(value))
}

/// Whether the thread holds the object's monitor.
pub fn holds<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
) -> Result<bool, Stop<D>> {
    Ok(find(cx, state, object, 0)?.is_some())
}

/// Gives up the monitor of an object, however often the thread has entered it, or takes it back.
pub fn set_released<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    released: bool,
) -> Result<(), Stop<D>> {
    let mut found = Vec::new();
    for index in 0..state.monitors.len() {
        let entered = state.monitors[index].object.clone();
        if D::same(cx, state, &entered, object)? {
            found.push(index);
        }
    }
    found.into_iter().for_each(|index| state.monitors[index].released = released);
    Ok(())
}

/// The newest entry of `object` made at `depth` or deeper.
fn find<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    depth: usize,
) -> Result<Option<usize>, Stop<D>> {
    for index in (0..state.monitors.len()).rev() {
        let monitor = state.monitors[index].clone();
        if monitor.depth < depth {
            break;
        }
        if D::same(cx, state, &monitor.object, object)? {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

#[cold]
fn still_held<D: Domain>(state: &State<D>) -> bool {
    let depth = state.frames.len() - 1;
    state.monitors.iter().any(|monitor| monitor.depth == depth && !monitor.by_call)
}
