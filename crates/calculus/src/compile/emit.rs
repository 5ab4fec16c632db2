//! What both compilers emit: comparisons, decisions, variables in registers.

use program::code::{BinOp, Builder, Cond, Forward, Inst, Kind, Reg};

/// A value in a register of its own.
#[derive(Clone, Copy)]
pub struct Operand {
    pub reg: Reg,
    pub kind: Kind,
}

/// Register code for a program of a model language, in the making.
pub struct Emitter<'p> {
    pub builder: Builder<'p>,
    /// Variables in scope, innermost last.
    pub scope: Vec<(String, Operand)>,
}

impl Emitter<'_> {
    /// A number.
    pub fn int(&mut self, value: i32) -> Operand {
        let reg = self.builder.value(Kind::Int, |dst| Inst::ConstInt { dst, value });
        Operand { reg, kind: Kind::Int }
    }

    /// The null reference.
    pub fn null(&mut self) -> Operand {
        Operand { reg: self.builder.value(Kind::Ref, |dst| Inst::ConstNull { dst }), kind: Kind::Ref }
    }

    /// What a variable of a kind holds before it is assigned.
    pub fn zero(&mut self, kind: Kind) -> Operand {
        if kind == Kind::Ref { self.null() } else { self.int(0) }
    }

    /// A copy, so that assigning the variable later does not change what was read.
    pub fn read(&mut self, name: &str) -> Operand {
        let Operand { reg: src, kind } = self.variable(name);
        Operand { reg: self.builder.value(kind, |dst| Inst::Move { dst, src }), kind }
    }

    /// Gives a variable a value.
    pub fn assign(&mut self, name: &str, value: Operand) {
        let dst = self.variable(name).reg;
        self.builder.emit(Inst::Move { dst, src: value.reg });
    }

    /// The value of a variable.
    pub fn variable(&self, name: &str) -> Operand {
        let found = self.scope.iter().rev().find(|(bound, _)| bound == name);
        found.expect("the checker found every variable in scope").1
    }

    /// Goes on if `test` is not zero; otherwise where the branch lands.
    pub fn decide(&mut self, test: Operand) -> Forward {
        self.builder.branch(|target| Inst::IfConst { cond: Cond::Eq, lhs: test.reg, rhs: 0, target })
    }

    /// A jump forwards, to a place that is named later.
    pub fn go(&mut self) -> Forward {
        self.builder.branch(|target| Inst::Goto { target })
    }

    /// 1 if both are equal, else 0.
    pub fn equal(&mut self, lhs: Operand, rhs: Operand, range: Range) -> Operand {
        match (lhs.kind, range) {
            (Kind::Ref, _) => self.same(lhs.reg, rhs.reg),
            (_, Range::Bit) => {
                let differ = self.binary(BinOp::IntXor, lhs.reg, rhs.reg);
                self.negate(differ)
            }
            (_, Range::Int) => self.same_int(lhs.reg, rhs.reg),
        }
    }

    /// 1 for 0 and 0 for 1.
    pub fn negate(&mut self, bit: Operand) -> Operand {
        let lhs = bit.reg;
        let op = BinOp::IntXor;
        let reg = self.builder.value(Kind::Int, |dst| Inst::BinaryConst { op, dst, lhs, rhs: 1 });
        Operand { reg, kind: Kind::Int }
    }

    fn same(&mut self, lhs: Reg, rhs: Reg) -> Operand {
        let dst = self.builder.reg(Kind::Int);
        let different = self.builder.branch(|target| Inst::IfSame { equal: false, lhs, rhs, target });
        self.builder.emit(Inst::ConstInt { dst, value: 1 });
        let end = self.go();
        self.builder.land(different);
        self.builder.emit(Inst::ConstInt { dst, value: 0 });
        self.builder.land(end);
        Operand { reg: dst, kind: Kind::Int }
    }

    /// Without a branch: the sign of `d | -d` tells whether `d = lhs ^ rhs` is not zero.
    fn same_int(&mut self, lhs: Reg, rhs: Reg) -> Operand {
        let zero = self.int(0).reg;
        let difference = self.binary(BinOp::IntXor, lhs, rhs).reg;
        let negative = self.binary(BinOp::IntSub, zero, difference).reg;
        let either = self.binary(BinOp::IntOr, difference, negative).reg;
        let op = BinOp::IntUshr;
        let reg = self.builder.value(Kind::Int, |dst| Inst::BinaryConst { op, dst, lhs: either, rhs: 31 });
        self.negate(Operand { reg, kind: Kind::Int })
    }

    fn binary(&mut self, op: BinOp, lhs: Reg, rhs: Reg) -> Operand {
        let reg = self.builder.value(Kind::Int, |dst| Inst::Binary { op, dst, lhs, rhs });
        Operand { reg, kind: Kind::Int }
    }
}

/// Which numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// 0 and 1.
    Bit,
    Int,
}
