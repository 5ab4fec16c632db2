//! What the end of a run tells: the exception and its stack, in any domain.

use heap::Heap;
use library::names;
use machine::concrete::Machine;
use machine::{Cx, Domain, State, Stop, steps::exceptions};
use program::class::Origin;
use program::code::Pc;
use program::{Flags, MethodId, Program, TypeId};
use term::Term;

use crate::entry::Entry;
use crate::path::{Frame, Thrown};
use crate::symbolic::Symbolic;

/// Describes an uncaught exception.
pub fn thrown<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: &D::Value,
) -> Result<Thrown, Stop<D>> {
    let ty = D::dynamic_type(cx, state, exception)?;
    let class = cx.program.type_name(ty);
    let message = message(cx, state, exception)?;
    let places = exceptions::backtrace(cx, state, exception)?;
    let stack = places.into_iter().map(|(method, pc)| frame(cx.program, method, pc)).collect();
    Ok(Thrown { class, message, stack })
}

/// Describes an uncaught exception of a concrete run.
pub fn concrete(machine: &mut Machine<'_>, thrown: &machine::concrete::Thrown) -> Thrown {
    let program = machine.cx.program;
    let frame = |line: &machine::StackLine| Frame {
        method: line.method,
        pc: None,
        name: format!("{}.{}", line.class, line.name),
        file: line.file.clone(),
        line: line.line,
        own: !line.is_jdk && !is_implicit(program, line.method),
    };
    Thrown {
        class: program.class(thrown.class).java_name(),
        message: thrown.message.clone(),
        stack: thrown.lines.iter().map(frame).collect(),
    }
}

/// The parameter, or element of a list, that must be null, if that was the last decision of the path and nobody says that it may be.
pub fn null_parameter(
    cx: &Cx<'_, Symbolic<'_>>,
    heap: &Heap,
    entry: &Entry,
    last: Option<Term>,
) -> Option<String> {
    let terms = &cx.domain.terms;
    let is_param = |info: &heap::SymbolInfo| {
        info.name.contains(".elementData[")
            || entry.params.iter().any(|param| *param.name == *info.name && !param.nullable)
    };
    let mut params = heap.symbols().map(|(_, info)| info).filter(|info| is_param(info));
    params.find(|info| last == Some(terms.is_null(info.var))).map(|info| info.name.to_string())
}

fn message<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: &D::Value,
) -> Result<Option<String>, Stop<D>> {
    let slot = cx.named_field(names::THROWABLE, "detailMessage")?;
    let text = D::load_field(cx, state, exception, slot)?;
    if D::is_null(cx, state, &text)? {
        return Ok(None);
    }
    Ok(D::known_text(cx, state, &text)?.map(|text| text.to_string()))
}

/// An exception of this class, made where the stack says, innermost first.
pub fn foreseen(program: &Program, class: TypeId, stack: &[(MethodId, Option<Pc>)]) -> Thrown {
    let frames = stack.iter().map(|&(method, pc)| frame(program, method, pc));
    Thrown { class: program.type_name(class), message: None, stack: frames.collect() }
}

fn frame(program: &Program, id: MethodId, pc: Option<Pc>) -> Frame {
    let method = program.method(id);
    let class = program.class(method.class);
    let line = pc.and_then(|pc| program.body(id).ok()?.line(pc));
    Frame {
        method: id,
        pc: pc.map(|pc| pc.0),
        name: format!("{}.{}", class.java_name(), method.name),
        file: program.class_attributes(method.class).source_file.clone(),
        line,
        own: class.origin == Origin::ClassPath && !is_implicit(program, id),
    }
}

/// Whether a method stands in no source: `valueOf` of an enum, whose line would be the enum's.
fn is_implicit(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let class = program.class(method.class);
    class.flags.is(Flags::ENUM)
        && method.is_static()
        && &*method.name == "valueOf"
        && method.params[..] == [program.class_type(names::STRING)]
}
