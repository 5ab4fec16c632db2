//! Why nothing depends on a line, in a programmer's words.
//!
//! Of the irrelevant instructions of a line the one that says most speaks for it: a variable that gets a value, then a
//! write to an object, a branch, a call, a computation.

use std::collections::BTreeSet;

use program::code::{Body, Inst, Pc, Reg};
use program::{MethodId, Program};

use crate::control::Control;
use crate::mark::Marks;
use crate::place::Op;
use crate::reliance::Idle;

/// A method's code, and what was found out about it.
pub struct Judged<'a> {
    pub method: MethodId,
    pub body: &'a Body,
    pub control: &'a Control,
    pub marks: &'a Marks,
    pub idle: &'a Idle,
}

/// A sentence, and the lines of the method it names.
#[derive(Default)]
pub struct Said {
    pub text: String,
    pub lines: BTreeSet<u32>,
}

impl From<&str> for Said {
    fn from(text: &str) -> Self {
        Said { text: text.to_owned(), lines: BTreeSet::new() }
    }
}

/// Whether a saying is about an instruction.
type Speaks = fn(&Inst) -> bool;

/// What irrelevant instructions that set no variable say, in the order in which they are heard.
const SAYINGS: [(Speaks, &str); 7] = [
    (|inst| matches!(inst, Inst::PutField { .. }), "nobody looks at this value of the field"),
    (|inst| matches!(inst, Inst::PutStatic { .. }), "nobody looks at this value of the field"),
    (|inst| matches!(inst, Inst::ArrayStore { .. }), "nobody looks at the elements of this array again"),
    (is_branch, "nothing that matters depends on which way it goes"),
    (|inst| matches!(inst, Inst::ReturnValue { .. }), "nobody uses what is returned"),
    (|inst| matches!(inst, Inst::Call { dst, .. } if dst.is_none()), "the call changes nothing that matters"),
    (|inst| matches!(inst, Inst::Call { .. }), "its result is not used, and it changes nothing that matters"),
];

/// Whether it decides where control goes.
pub fn is_branch(inst: &Inst) -> bool {
    inst.effect().flow.target().is_some() || inst.effect().flow.forks()
}

impl Judged<'_> {
    /// Why none of these instructions of one line matters.
    pub fn reason(&self, pcs: &[Pc]) -> Said {
        let telling = pcs.iter().min_by_key(|&&pc| self.rank(pc));
        telling.map_or_else(Said::default, |&pc| self.reason_of(pc))
    }

    /// Lower says more.
    fn rank(&self, pc: Pc) -> usize {
        if self.variable(pc).is_some() {
            return 0;
        }
        let said = SAYINGS.iter().position(|(speaks, _)| speaks(self.body.inst(pc)));
        said.map_or(usize::MAX, |place| place + 1)
    }

    fn reason_of(&self, pc: Pc) -> Said {
        if let Some((reg, name)) = self.variable(pc) {
            return self.fate_of(pc, reg, &name);
        }
        if self.control.is_one_way(self.op(pc)) {
            return "it always goes the same way".into();
        }
        let saying = SAYINGS.iter().find(|(speaks, _)| speaks(self.body.inst(pc)));
        saying.map_or("nothing that matters uses its value", |(_, text)| *text).into()
    }

    /// The variable of the source an instruction gives a value to.
    pub fn variable(&self, pc: Pc) -> Option<(Reg, String)> {
        let reg = self.body.inst(pc).def()?;
        let local = self.body.local_at(reg, pc.next()).or_else(|| self.body.local_at(reg, pc))?;
        Some((reg, local.name.to_string()))
    }

    /// Whether an instruction gives a variable one of the usual values to begin with, where it is declared, and nobody uses it.
    pub fn is_default(&self, program: &Program, pc: Pc) -> bool {
        let is_usual = matches!(
            *self.body.inst(pc),
            Inst::ConstInt { value: 0 | -1, .. }
                | Inst::ConstLong { value: 0 | -1, .. }
                | Inst::ConstFloat { value: 0.0, .. }
                | Inst::ConstDouble { value: 0.0, .. }
                | Inst::ConstNull { .. }
        ) || matches!(*self.body.inst(pc), Inst::ConstString { value, .. } if program.string(value).is_empty());
        let reg = self.body.inst(pc).def();
        let declares = reg.is_some_and(|reg| self.body.local_at(reg, pc).is_none());
        is_usual && declares && reg.is_some_and(|reg| self.readers(pc, reg).is_empty())
    }

    /// Whether an instruction declares a variable with a constant nobody uses: if it is `final`, `javac` has put the constant
    /// wherever the source names the variable.
    pub fn may_be_inlined(&self, pc: Pc) -> bool {
        let is_constant = matches!(
            self.body.inst(pc),
            Inst::ConstInt { .. }
                | Inst::ConstLong { .. }
                | Inst::ConstFloat { .. }
                | Inst::ConstDouble { .. }
                | Inst::ConstString { .. }
        );
        let reg = self.body.inst(pc).def().filter(|&reg| self.body.local_at(reg, pc).is_none());
        is_constant && reg.is_some_and(|reg| self.readers(pc, reg).is_empty())
    }

    /// What becomes of the value `name` gets at `pc`.
    fn fate_of(&self, pc: Pc, reg: Reg, name: &str) -> Said {
        let readers = self.readers(pc, reg);
        if readers.iter().any(|&reader| self.marks.is_relevant(self.op(reader))) {
            return format!("this value of `{name}` is only used where it does not matter").as_str().into();
        }
        let others = readers.iter().filter(|&&reader| self.body.line(reader) != self.body.line(pc));
        let lines: BTreeSet<u32> = others.filter_map(|&reader| self.body.line(reader)).collect();
        let matters = lines.iter().any(|&line| self.has_relevant(line));
        let decides = lines.iter().any(|&line| self.has_one_way(line));
        let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
        let text = match &numbers[..] {
            [] if readers.is_empty() => format!("this value of `{name}` is never used"),
            [] if readers.iter().all(|&reader| self.body.inst(reader).def() == Some(reg)) => {
                format!("`{name}` is only used to compute itself")
            }
            [] => format!("`{name}` is only used on its own line, for what does not matter either"),
            [line] if matters => {
                format!("`{name}` is only used on line {line}, for what does not matter there")
            }
            [first @ .., last] if matters => {
                let lines = first.join(", ");
                format!("`{name}` is only used on lines {lines} and {last}, for what does not matter there")
            }
            [line] if decides => {
                format!("`{name}` is only used on line {line}, which always goes the same way")
            }
            [line] => format!("`{name}` is only used on line {line}, which does not matter either"),
            [first @ .., last] => {
                let why =
                    if decides { "do not matter or always go the same way" } else { "do not matter either" };
                format!("`{name}` is only used on lines {} and {last}, which {why}", first.join(", "))
            }
        };
        Said { text, lines }
    }

    /// Whether a line of the method holds a branch that always goes the same way.
    fn has_one_way(&self, line: u32) -> bool {
        let mut of_line = self.body.pcs().filter(|&pc| self.body.line(pc) == Some(line));
        of_line.any(|pc| self.control.is_one_way(self.op(pc)))
    }

    /// Whether something on a line of the method matters.
    fn has_relevant(&self, line: u32) -> bool {
        let mut of_line = self.body.pcs().filter(|&pc| self.body.line(pc) == Some(line));
        of_line.any(|pc| self.marks.is_relevant(self.op(pc)))
    }

    /// The instructions that run and may read what `pc` puts into `reg`.
    pub fn readers(&self, pc: Pc, reg: Reg) -> BTreeSet<Pc> {
        self.readers_from(self.after(pc), reg)
    }

    /// The instructions that run and may read what `reg` holds before any of `work`.
    pub fn readers_from(&self, mut work: Vec<Pc>, reg: Reg) -> BTreeSet<Pc> {
        let mut readers = BTreeSet::new();
        let mut seen = BTreeSet::new();
        while let Some(at) = work.pop() {
            if !self.control.states.contains_key(&self.op(at)) || !seen.insert(at) {
                continue;
            }
            let inst = self.body.inst(at);
            inst.uses(&self.body.operands, |used| {
                if used == reg {
                    readers.insert(at);
                }
            });
            if inst.def() != Some(reg) {
                work.extend(self.after(at));
            }
        }
        readers
    }

    /// The instructions that may come next.
    pub fn after(&self, pc: Pc) -> Vec<Pc> {
        let mut next: Vec<Pc> = self.body.handlers_at(pc).map(|handler| handler.target).collect();
        self.body.successors(pc, |successor| next.push(successor));
        next
    }

    /// The instruction, with its method.
    pub fn op(&self, pc: Pc) -> Op {
        Op { method: self.method, pc }
    }
}
