//! Calls the domain answers itself: the benchmark interface of SV-COMP, `org.sosy_lab.sv_benchmarks.Verifier`, and methods of
//! strings and characters that have a [model](text), and boxes.

use std::cell::RefCell;

use heap::{Kind, Value};
use library::names;
use machine::{Cx, Domain, Reply, State, Stop};
use program::code::Cond;
use program::{MethodId, Program};
use rustc_hash::FxHashMap;

use crate::draw;

use super::{Answer, Nondet, Script, Symbolic, asked, boxes, outside, text, with_heap};

const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier";

/// Which methods are intercepted, found out on their first call.
#[derive(Default)]
pub(super) struct Table(RefCell<FxHashMap<MethodId, Option<Call>>>);

#[derive(Clone, Copy)]
enum Call {
    Nondet(Kind),
    NondetString,
    /// `assume`: the path is of interest only if its argument holds.
    Assume,
    Text(text::Model),
    /// A box around a number.
    Box(boxes::Boxing),
    /// Shows something of the numbers that objects have for being themselves.
    Tell(library::Tells),
    /// The answer depends on the machine, and is taken to be one of many.
    Guess(outside::Guess),
}

pub(super) fn intercept<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    method: MethodId,
    args: &[Value],
) -> Result<Option<Reply<Symbolic<'p>>>, Stop<Symbolic<'p>>> {
    let known = cx.domain.intercepted.0.borrow().get(&method).copied();
    let call = known.unwrap_or_else(|| {
        let call = recognise(cx.program, method);
        cx.domain.intercepted.0.borrow_mut().insert(method, call);
        call
    });
    match call {
        None => Ok(None),
        Some(Call::Guess(guess)) => {
            outside::guessed(cx, state, guess);
            Ok(None)
        }
        Some(Call::Tell(what)) => {
            asked::told(cx, state, what);
            Ok(None)
        }
        Some(Call::Nondet(kind)) => nondet(cx, state, kind).map(|value| Some(Reply::Value(value))),
        Some(Call::NondetString) => {
            let string = super::JavaTypes::class(cx.program.class_type(names::STRING));
            nondet(cx, state, Kind::Ref(string)).map(|value| Some(Reply::Value(value)))
        }
        Some(Call::Text(model)) => {
            let mut call = text::Call { cx, state, method };
            let reply = model(&mut call, args)?;
            if let Some(reply) = &reply {
                call.note(args, reply);
            }
            Ok(reply)
        }
        Some(Call::Box(boxing)) => boxes::boxed(cx, state, boxing, args),
        Some(Call::Assume) => {
            if Symbolic::test_const(cx, state, Cond::Ne, &args[0], 0)? {
                return Ok(Some(Reply::Void));
            }
            state.heap.discarded = true;
            Err(Stop::Exit(0))
        }
    }
}

/// A value nobody knows.
fn nondet<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    kind: Kind,
) -> Result<Value, Stop<Symbolic<'p>>> {
    let number = state.heap.nondet.len();
    let scripted = cx.domain.script.borrow().as_ref().map(|script| match script {
        Script::Given(answers) => answers.get(number).cloned(),
        Script::Drawn(seed) => Some(draw::answer(*seed, number, kind)),
    });
    let (known, text) = match scripted {
        None => (None, None),
        Some(None) => return Err(Stop::unsupported("more values are asked for than the input has")),
        Some(Some(Answer::Number(value))) => (Some(value), None),
        Some(Some(Answer::Text(text))) => (Some(Symbolic::new_string(cx, state, &text)?), Some(text)),
    };
    let (method, pc) = (state.frame().method, state.frame().pc);
    if let Some(value) = known {
        state.heap.nondet.push(Nondet { kind, value, text, method, pc });
        return Ok(value);
    }
    let name = format!("nondet{number}");
    let value = with_heap(cx, state, |heap, hcx| heap.root(hcx, &name, kind, true))?;
    state.heap.nondet.push(Nondet { kind, value, text, method, pc });
    Ok(value)
}

fn recognise(program: &Program, method: MethodId) -> Option<Call> {
    if let Some(model) = text::find(program, method) {
        return Some(Call::Text(model));
    }
    if let Some(boxing) = boxes::find(program, method) {
        return Some(Call::Box(boxing));
    }
    if let Some(what) = asked::find(program, method) {
        return Some(Call::Tell(what));
    }
    if let Some(guess) = outside::find(program, method) {
        return Some(Call::Guess(guess));
    }
    let method = program.method(method);
    if &*program.class(method.class).name != VERIFIER {
        return None;
    }
    Some(match &*method.name {
        "nondetBoolean" => Call::Nondet(Kind::Boolean),
        "nondetByte" => Call::Nondet(Kind::Byte),
        "nondetChar" => Call::Nondet(Kind::Char),
        "nondetShort" => Call::Nondet(Kind::Short),
        "nondetInt" => Call::Nondet(Kind::Int),
        "nondetLong" => Call::Nondet(Kind::Long),
        "nondetFloat" => Call::Nondet(Kind::Float),
        "nondetDouble" => Call::Nondet(Kind::Double),
        "nondetString" => Call::NondetString,
        "assume" => Call::Assume,
        _ => return None,
    })
}
