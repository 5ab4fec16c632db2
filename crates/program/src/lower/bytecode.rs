//! Bytecode instructions (JVMS 6.5), decoded one at a time.
//!
//! Decoding folds what differs only in encoding: short and wide forms, the many constants, the typed twins of one
//! operation. Branch targets are absolute offsets; whether they hit an instruction is checked later.

use super::Fault;
use crate::classfile::cursor::{Cursor, Malformed};
use crate::code::{BinOp, CallKind, Cond, Convert, Elem, Kind, UnOp};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Op {
    Nop,
    Null,
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// A constant pool entry; of category 2 or not.
    Constant {
        index: u16,
        wide: bool,
    },
    Load(Kind, u16),
    Store(Kind, u16),
    ArrayLoad(Elem),
    ArrayStore(Elem),
    Pop,
    Pop2,
    Dup(Dup),
    Swap,
    Binary(BinOp),
    Unary(UnOp),
    Convert(Convert),
    Increment {
        slot: u16,
        by: i32,
    },
    /// `ifeq` and its like: compares an int with zero.
    IfZero(Cond, u32),
    If(Cond, u32),
    IfSame {
        equal: bool,
        target: u32,
    },
    IfNull {
        equal: bool,
        target: u32,
    },
    Goto(u32),
    Jsr(u32),
    Ret(u16),
    /// Its table is read with [`switch`].
    Switch,
    Return(Option<Kind>),
    GetStatic(u16),
    PutStatic(u16),
    GetField(u16),
    PutField(u16),
    Invoke(CallKind, u16),
    InvokeDynamic(u16),
    New(u16),
    /// An array of a primitive type, by its code.
    NewPrimitiveArray(u8),
    NewArray(u16),
    NewMultiArray {
        index: u16,
        dimensions: u8,
    },
    ArrayLength,
    Throw,
    CheckCast(u16),
    InstanceOf(u16),
    MonitorEnter,
    MonitorExit,
}

/// How many words are copied, and beneath how many further words the copy goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dup {
    pub words: u8,
    pub beneath: u8,
}

/// The cases of a switch: keys with target offsets, and the default.
pub(super) struct Cases {
    pub cases: Vec<(i32, u32)>,
    pub default: u32,
}

const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Ref];
const CONDS: [Cond; 6] = [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Ge, Cond::Gt, Cond::Le];
const ELEMS: [Elem; 8] =
    [Elem::Int, Elem::Long, Elem::Float, Elem::Double, Elem::Ref, Elem::Byte, Elem::Char, Elem::Short];
const UNARY: [UnOp; 4] = [UnOp::IntNeg, UnOp::LongNeg, UnOp::FloatNeg, UnOp::DoubleNeg];

/// From `iadd` (0x60) to `drem` (0x73), by operation, then by kind.
const ARITHMETIC: [BinOp; 20] = [
    BinOp::IntAdd,
    BinOp::LongAdd,
    BinOp::FloatAdd,
    BinOp::DoubleAdd,
    BinOp::IntSub,
    BinOp::LongSub,
    BinOp::FloatSub,
    BinOp::DoubleSub,
    BinOp::IntMul,
    BinOp::LongMul,
    BinOp::FloatMul,
    BinOp::DoubleMul,
    BinOp::IntDiv,
    BinOp::LongDiv,
    BinOp::FloatDiv,
    BinOp::DoubleDiv,
    BinOp::IntRem,
    BinOp::LongRem,
    BinOp::FloatRem,
    BinOp::DoubleRem,
];

/// From `ishl` (0x78) to `lxor` (0x83).
const BITWISE: [BinOp; 12] = [
    BinOp::IntShl,
    BinOp::LongShl,
    BinOp::IntShr,
    BinOp::LongShr,
    BinOp::IntUshr,
    BinOp::LongUshr,
    BinOp::IntAnd,
    BinOp::LongAnd,
    BinOp::IntOr,
    BinOp::LongOr,
    BinOp::IntXor,
    BinOp::LongXor,
];

/// From `i2l` (0x85) to `i2s` (0x93).
const CONVERSIONS: [Convert; 15] = [
    Convert::IntToLong,
    Convert::IntToFloat,
    Convert::IntToDouble,
    Convert::LongToInt,
    Convert::LongToFloat,
    Convert::LongToDouble,
    Convert::FloatToInt,
    Convert::FloatToLong,
    Convert::FloatToDouble,
    Convert::DoubleToInt,
    Convert::DoubleToLong,
    Convert::DoubleToFloat,
    Convert::IntToByte,
    Convert::IntToChar,
    Convert::IntToShort,
];

const COMPARISONS: [BinOp; 5] =
    [BinOp::LongCmp, BinOp::FloatCmpl, BinOp::FloatCmpg, BinOp::DoubleCmpl, BinOp::DoubleCmpg];

/// From `dup` (0x59) to `dup2_x2` (0x5e).
const DUPS: [Dup; 6] = [
    Dup { words: 1, beneath: 0 },
    Dup { words: 1, beneath: 1 },
    Dup { words: 1, beneath: 2 },
    Dup { words: 2, beneath: 0 },
    Dup { words: 2, beneath: 1 },
    Dup { words: 2, beneath: 2 },
];

/// The instruction at an offset and the offset behind it.
pub(super) fn decode(code: &[u8], at: u32) -> Result<(Op, u32), Fault> {
    let mut cursor = Cursor::new(code, at as usize);
    let op = op(&mut cursor, at).map_err(|malformed| match malformed {
        Malformed(text) if text == "truncated" => {
            Fault::new(at, "an instruction runs past the end of the code")
        }
        Malformed(text) => Fault::new(at, text),
    })?;
    Ok((op, cursor.at as u32))
}

fn op(cursor: &mut Cursor<'_>, at: u32) -> Result<Op, Malformed> {
    let opcode = cursor.u8()?;
    let nth = |first: u8| usize::from(opcode - first);
    Ok(match opcode {
        0x00 => Op::Nop,
        0x01 => Op::Null,
        0x02..=0x08 => Op::Int(i32::from(opcode) - 3),
        0x09 | 0x0a => Op::Long(nth(0x09) as i64),
        0x0b..=0x0d => Op::Float(nth(0x0b) as f32),
        0x0e | 0x0f => Op::Double(nth(0x0e) as f64),
        0x10 => Op::Int(i32::from(cursor.u8()? as i8)),
        0x11 => Op::Int(i32::from(cursor.i16()?)),
        0x12 => Op::Constant { index: u16::from(cursor.u8()?), wide: false },
        0x13 => Op::Constant { index: cursor.u16()?, wide: false },
        0x14 => Op::Constant { index: cursor.u16()?, wide: true },
        0x15..=0x19 => Op::Load(KINDS[nth(0x15)], u16::from(cursor.u8()?)),
        0x1a..=0x2d => Op::Load(KINDS[nth(0x1a) / 4], nth(0x1a) as u16 % 4),
        0x2e..=0x35 => Op::ArrayLoad(ELEMS[nth(0x2e)]),
        0x36..=0x3a => Op::Store(KINDS[nth(0x36)], u16::from(cursor.u8()?)),
        0x3b..=0x4e => Op::Store(KINDS[nth(0x3b) / 4], nth(0x3b) as u16 % 4),
        0x4f..=0x56 => Op::ArrayStore(ELEMS[nth(0x4f)]),
        0x57 => Op::Pop,
        0x58 => Op::Pop2,
        0x59..=0x5e => Op::Dup(DUPS[nth(0x59)]),
        0x5f => Op::Swap,
        0x60..=0x73 => Op::Binary(ARITHMETIC[nth(0x60)]),
        0x74..=0x77 => Op::Unary(UNARY[nth(0x74)]),
        0x78..=0x83 => Op::Binary(BITWISE[nth(0x78)]),
        0x84 => Op::Increment { slot: u16::from(cursor.u8()?), by: i32::from(cursor.u8()? as i8) },
        0x85..=0x93 => Op::Convert(CONVERSIONS[nth(0x85)]),
        0x94..=0x98 => Op::Binary(COMPARISONS[nth(0x94)]),
        0x99..=0x9e => Op::IfZero(CONDS[nth(0x99)], short_target(cursor, at)?),
        0x9f..=0xa4 => Op::If(CONDS[nth(0x9f)], short_target(cursor, at)?),
        0xa5 | 0xa6 => Op::IfSame { equal: opcode == 0xa5, target: short_target(cursor, at)? },
        0xa7 => Op::Goto(short_target(cursor, at)?),
        0xa8 => Op::Jsr(short_target(cursor, at)?),
        0xa9 => Op::Ret(u16::from(cursor.u8()?)),
        0xaa | 0xab => {
            read_switch(cursor, at, opcode == 0xaa)?;
            Op::Switch
        }
        0xac..=0xb0 => Op::Return(Some(KINDS[nth(0xac)])),
        0xb1 => Op::Return(None),
        0xb2 => Op::GetStatic(cursor.u16()?),
        0xb3 => Op::PutStatic(cursor.u16()?),
        0xb4 => Op::GetField(cursor.u16()?),
        0xb5 => Op::PutField(cursor.u16()?),
        0xb6 => Op::Invoke(CallKind::Virtual, cursor.u16()?),
        0xb7 => Op::Invoke(CallKind::Special, cursor.u16()?),
        0xb8 => Op::Invoke(CallKind::Static, cursor.u16()?),
        0xb9 => {
            let index = cursor.u16()?;
            cursor.u16()?;
            Op::Invoke(CallKind::Interface, index)
        }
        0xba => {
            let index = cursor.u16()?;
            cursor.u16()?;
            Op::InvokeDynamic(index)
        }
        0xbb => Op::New(cursor.u16()?),
        0xbc => Op::NewPrimitiveArray(cursor.u8()?),
        0xbd => Op::NewArray(cursor.u16()?),
        0xbe => Op::ArrayLength,
        0xbf => Op::Throw,
        0xc0 => Op::CheckCast(cursor.u16()?),
        0xc1 => Op::InstanceOf(cursor.u16()?),
        0xc2 => Op::MonitorEnter,
        0xc3 => Op::MonitorExit,
        0xc4 => wide(cursor)?,
        0xc5 => Op::NewMultiArray { index: cursor.u16()?, dimensions: cursor.u8()? },
        0xc6 | 0xc7 => Op::IfNull { equal: opcode == 0xc6, target: short_target(cursor, at)? },
        0xc8 => Op::Goto(long_target(cursor, at)?),
        0xc9 => Op::Jsr(long_target(cursor, at)?),
        unknown => return Err(Malformed(format!("unknown opcode {unknown:#04x}").into())),
    })
}

fn wide(cursor: &mut Cursor<'_>) -> Result<Op, Malformed> {
    let opcode = cursor.u8()?;
    let slot = cursor.u16()?;
    Ok(match opcode {
        0x15..=0x19 => Op::Load(KINDS[usize::from(opcode - 0x15)], slot),
        0x36..=0x3a => Op::Store(KINDS[usize::from(opcode - 0x36)], slot),
        0x84 => Op::Increment { slot, by: i32::from(cursor.i16()?) },
        0xa9 => Op::Ret(slot),
        unknown => return Err(Malformed(format!("opcode {unknown:#04x} has no wide form").into())),
    })
}

/// The table of the switch at an offset that [`decode`] accepted.
pub(super) fn switch(code: &[u8], at: u32) -> Result<Cases, Fault> {
    let mut cursor = Cursor::new(code, at as usize);
    let table = cursor.u8().map(|opcode| opcode == 0xaa);
    table
        .and_then(|table| read_switch(&mut cursor, at, table))
        .map_err(|malformed| Fault::new(at, malformed.0))
}

fn read_switch(cursor: &mut Cursor<'_>, at: u32, table: bool) -> Result<Cases, Malformed> {
    cursor.take(3 - (at as usize % 4))?;
    let default = long_target(cursor, at)?;
    let mut cases = Vec::new();
    if table {
        let (low, high) = (cursor.i32()?, cursor.i32()?);
        if low > high {
            return Err(Malformed("a tableswitch whose first case is above its last".into()));
        }
        for key in low..=high {
            cases.push((key, long_target(cursor, at)?));
        }
    } else {
        let count = cursor.i32()?;
        for _ in 0..count {
            cases.push((cursor.i32()?, long_target(cursor, at)?));
        }
        if count < 0 || cases.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            return Err(Malformed("a lookupswitch whose keys do not ascend".into()));
        }
    }
    Ok(Cases { cases, default })
}

fn short_target(cursor: &mut Cursor<'_>, at: u32) -> Result<u32, Malformed> {
    target(at, i32::from(cursor.i16()?))
}

fn long_target(cursor: &mut Cursor<'_>, at: u32) -> Result<u32, Malformed> {
    target(at, cursor.i32()?)
}

fn target(at: u32, by: i32) -> Result<u32, Malformed> {
    at.checked_add_signed(by).ok_or(Malformed("a jump before the beginning of the code".into()))
}
