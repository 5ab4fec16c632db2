//! From bytecode to register code.
//!
//! Each basic block is executed once on a symbolic operand stack whose entries say where a value is: in a register, or
//! nowhere yet because it is a small constant. Loads, stores, `dup` and `swap` only move entries, so what is emitted
//! is three-address code. At the end of a block the stack is put into its canonical registers, one per depth and
//! kind. Local variables have one register per slot and kind. Subroutines (`jsr`, `ret`) are copied per call.
//!
//! Lowering refuses what the JVM's verifier refuses as far as kinds of values, stack heights, jump targets and
//! assignment before use go. It does not check classes of references: a machine must expect an object of any class
//! where verified code would have a certain one.

mod assign;
mod attribute;
mod bytecode;
mod constants;
mod dynamic;
mod flow;
mod layout;
mod members;
mod registers;
mod stack;
mod translate;

use std::borrow::Cow;

use crate::code::{Body, Inst, Reg, Switch};
use crate::{Class, LinkError, LinkErrorKind, Method, Program};
use attribute::CodeAttribute;
use flow::Flow;
use registers::Registers;
use stack::Stack;

/// Lowers the code of a method, which its class file has at offset `at`.
pub(crate) fn lower(program: &Program, method: &Method, at: u32) -> Result<Body, LinkError> {
    let class = program.class(method.class);
    let file = class.file.as_ref().expect("code at an offset is in a class file");
    let attribute = CodeAttribute::read(file, at).map_err(|malformed| {
        let message = format!("{malformed} in method {} of class file {}", method.name, class.name);
        LinkError::new(LinkErrorKind::ClassFormat, message)
    })?;
    Lowering::new(program, class, method, attribute).and_then(Lowering::run).map_err(|fault| {
        let message = format!(
            "{} (in class {}, method {}{}, offset {})",
            fault.message, class.name, method.name, method.descriptor, fault.offset
        );
        LinkError::new(LinkErrorKind::Verify, message)
    })
}

/// What is wrong with the code, and where.
#[derive(Debug)]
struct Fault {
    /// Byte offset of the instruction.
    offset: u32,
    message: Cow<'static, str>,
}

type Result<T, E = Fault> = std::result::Result<T, E>;

/// A method being lowered.
struct Lowering<'p> {
    program: &'p Program,
    class: &'p Class,
    method: &'p Method,
    attribute: CodeAttribute<'p>,
    regs: Registers,
    flow: Flow,
    stack: Stack,
    /// Offset of the instruction being translated.
    at: u32,
    /// The code of all blocks so far; jump targets are block numbers until `layout` places them.
    insts: Vec<Inst>,
    /// The offset each instruction comes from.
    offsets: Vec<u32>,
    operands: Vec<Reg>,
    switches: Vec<Switch>,
    reasons: Vec<Box<str>>,
}

impl<'p> Lowering<'p> {
    fn new(
        program: &'p Program,
        class: &'p Class,
        method: &'p Method,
        attribute: CodeAttribute<'p>,
    ) -> Result<Self> {
        let mut regs = Registers::new(attribute.max_locals, attribute.max_stack);
        let mut slot = 0;
        if !method.is_static() {
            slot = regs.add_param(0, crate::code::Kind::Ref)?;
        }
        for param in method.params.iter() {
            slot = regs.add_param(slot, param.kind().expect("parameters are not void"))?;
        }
        let flow = Flow::new(&attribute)?;
        Ok(Self {
            program,
            class,
            method,
            attribute,
            regs,
            flow,
            stack: Stack::default(),
            at: 0,
            insts: Vec::new(),
            offsets: Vec::new(),
            operands: Vec::new(),
            switches: Vec::new(),
            reasons: Vec::new(),
        })
    }

    fn run(mut self) -> Result<Body> {
        self.translate_blocks()?;
        self.check_assignment()?;
        self.lay_out()
    }

    fn fault<T>(&self, message: impl Into<Cow<'static, str>>) -> Result<T> {
        Err(Fault::new(self.at, message))
    }

    fn emit(&mut self, inst: Inst) {
        self.insts.push(inst);
        self.offsets.push(self.at);
    }
}

impl Fault {
    fn new(offset: u32, message: impl Into<Cow<'static, str>>) -> Self {
        Self { offset, message: message.into() }
    }
}
