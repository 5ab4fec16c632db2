//! Which expression was null: the messages of `NullPointerException` (JEP 358).
//!
//! The first half says what could not be done and comes from the instruction; the second names the expression that was
//! null, followed backwards through the registers. Where several values may have come together nothing is said.

use program::code::{Body, Definitions, Elem, Inst, Pc, Reg, Touches, Uses};
use program::{FieldRef, MethodId, MethodRef};

use crate::{Cx, Domain};

/// How deep expressions are followed.
const MAX_DEPTH: usize = 5;

/// The message for an exception thrown at this instruction, if one can be made.
pub fn null_message<D: Domain>(cx: &Cx<'_, D>, method: MethodId, pc: Pc) -> Option<String> {
    let body = cx.program.body(method).ok()?;
    let words = Words { cx, body, method };
    let (action, null) = words.action(pc)?;
    Some(match words.reason(null, pc) {
        Some(reason) => format!("{action} because {reason} is null"),
        None => action,
    })
}

struct Words<'a, 'p, D: Domain> {
    cx: &'a Cx<'p, D>,
    body: &'p Body,
    method: MethodId,
}

impl<D: Domain> Words<'_, '_, D> {
    /// What the instruction could not do, and the register that was null.
    fn action(&self, pc: Pc) -> Option<(String, Reg)> {
        let inst = self.body.inst(pc);
        let effect = inst.effect();
        let null = effect.uses.first(&self.body.operands).filter(|_| effect.dereferences)?;
        let action = match effect.touches {
            Touches::ReadField(field) => format!("Cannot read field \"{}\"", self.field(field)),
            Touches::WriteField(field) => format!("Cannot assign field \"{}\"", self.field(field)),
            Touches::Length => "Cannot read the array length".into(),
            Touches::ReadElement => format!("Cannot load from {} array", element(elem_of(inst)?)),
            Touches::WriteElement => format!("Cannot store to {} array", element(elem_of(inst)?)),
            Touches::Monitor if matches!(inst, Inst::MonitorExit { .. }) => {
                "Cannot exit synchronized block".into()
            }
            Touches::Monitor => "Cannot enter synchronized block".into(),
            Touches::Call(_, method) if &*self.cx.program.method_name(method).name == "<init>" => {
                return None;
            }
            Touches::Call(_, method) => format!("Cannot invoke \"{}\"", self.call(method)),
            Touches::Nothing => "Cannot throw exception".into(),
            Touches::ReadStatic(_)
            | Touches::WriteStatic(_)
            | Touches::Object(_)
            | Touches::Array(_)
            | Touches::Type(_)
            | Touches::Anything => return None,
        };
        Some((action, null))
    }

    fn reason(&self, null: Reg, pc: Pc) -> Option<String> {
        if let Some(Inst::Call { method, .. }) = self.definition(null, pc).map(|at| *self.body.inst(at))
            && self.name(null, pc).is_none()
        {
            return Some(format!("the return value of \"{}\"", self.call(method)));
        }
        Some(format!("\"{}\"", self.expression(null, pc, MAX_DEPTH)?))
    }

    /// The expression a register holds before `pc`; what lies too deep is left out.
    fn expression(&self, reg: Reg, pc: Pc, depth: usize) -> Option<String> {
        let below = depth.checked_sub(1)?;
        if let Some(name) = self.name(reg, pc) {
            return Some(name);
        }
        let at = self.definition(reg, pc)?;
        let effect = self.body.inst(at).effect();
        Some(match (effect.touches, effect.uses) {
            (Touches::ReadStatic(field), _) => {
                let name = self.cx.program.field_name(field);
                format!("{}.{}", self.type_name(name.class), name.name)
            }
            (Touches::ReadField(field), Uses::One(object)) => {
                let object = self.expression(object, at, below).map(|object| format!("{object}."));
                format!("{}{}", object.unwrap_or_default(), self.field(field))
            }
            (Touches::ReadElement, Uses::Two(array, index)) => {
                let array = self.expression(array, at, below).unwrap_or_else(|| "<array>".into());
                let index = self.expression(index, at, depth).unwrap_or_else(|| "...".into());
                format!("{array}[{index}]")
            }
            (Touches::Call(_, method), _) => self.call(method),
            (Touches::Nothing, _) => self.plain(at, depth)?,
            _ => return None,
        })
    }

    /// Constants the JVM spells out, and what is copied.
    fn plain(&self, at: Pc, depth: usize) -> Option<String> {
        let inst = self.body.inst(at);
        if let Inst::Move { src, .. } = *inst {
            return self.expression(src, at, depth);
        }
        if let Inst::ConstInt { value, .. } = *inst {
            return Some(i16::try_from(value).ok()?.to_string());
        }
        matches!(inst, Inst::ConstNull { .. }).then(|| "null".into())
    }

    /// The variable a register holds: by its name in the source, or by its place if it has none.
    fn name(&self, reg: Reg, pc: Pc) -> Option<String> {
        if let Some(local) = self.body.local_at(reg, pc) {
            return Some(local.name.to_string());
        }
        let slot = self.body.slot(reg)?;
        let is_unchanged = self.body.insts.iter().all(|inst| inst.def() != Some(reg));
        let receivers = u16::from(!self.cx.program.method(self.method).is_static());
        Some(if !is_unchanged || reg.0 >= self.body.params {
            format!("<local{slot}>")
        } else if reg.0 < receivers {
            "this".into()
        } else {
            format!("<parameter{}>", reg.0 - receivers + 1)
        })
    }

    /// The one instruction whose result is in the register before `pc`.
    fn definition(&self, reg: Reg, pc: Pc) -> Option<Pc> {
        let found = Definitions::of(self.body).reaching(pc, reg);
        if found.len() == 1 { found.into_iter().next()? } else { None }
    }

    fn field(&self, field: FieldRef) -> &str {
        &self.cx.program.field_name(field).name
    }

    /// A method with the types of its parameters: `java.util.Map.get(Object)`.
    fn call(&self, method: MethodRef) -> String {
        let name = self.cx.program.method_name(method);
        let ty = self.cx.program.method_type(&name.descriptor);
        let params = ty.iter().flat_map(|ty| ty.params.iter());
        let params: Vec<_> = params.map(|&ty| self.type_name(ty)).collect();
        format!("{}.{}({})", self.type_name(name.class), name.name, params.join(", "))
    }

    /// `Object` and `String` go without their package.
    fn type_name(&self, ty: program::TypeId) -> String {
        let name = self.cx.program.type_name(ty);
        ["java.lang.Object", "java.lang.String"]
            .iter()
            .find_map(|long| {
                let rest = name.strip_prefix(long)?;
                (rest.is_empty() || rest.starts_with('['))
                    .then(|| format!("{}{rest}", &long["java.lang.".len()..]))
            })
            .unwrap_or(name)
    }
}

fn element(elem: Elem) -> &'static str {
    match elem {
        Elem::Byte => "byte/boolean",
        Elem::Char => "char",
        Elem::Short => "short",
        Elem::Int => "int",
        Elem::Long => "long",
        Elem::Float => "float",
        Elem::Double => "double",
        Elem::Ref => "object",
    }
}

/// What an array instruction takes its array to be.
fn elem_of(inst: &Inst) -> Option<Elem> {
    let (Inst::ArrayLoad { elem, .. } | Inst::ArrayStore { elem, .. }) = *inst else { return None };
    Some(elem)
}
