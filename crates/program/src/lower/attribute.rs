//! The `Code` attribute (JVMS 4.7.3) and the debug tables inside it.

use crate::classfile::ClassFile;
use crate::classfile::cursor::{Malformed, Result, malformed};

/// A method's bytecode and tables; positions are byte offsets into `code`.
pub(super) struct CodeAttribute<'c> {
    pub max_stack: u16,
    pub max_locals: u16,
    pub code: &'c [u8],
    pub handlers: Vec<Entry>,
    /// First offset and line, ascending.
    pub lines: Vec<(u16, u16)>,
    pub locals: Vec<Variable>,
}

/// An entry of the exception table.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub start: u32,
    pub end: u32,
    pub target: u32,
    /// Class constant; 0 catches everything.
    pub catch: u16,
}

/// An entry of the local variable table.
pub(super) struct Variable {
    pub start: u32,
    pub end: u32,
    /// Constants.
    pub name: u16,
    pub descriptor: u16,
    pub slot: u16,
}

impl<'c> CodeAttribute<'c> {
    /// Reads the code attribute that lies there.
    pub fn read(file: &'c ClassFile, at: u32) -> Result<Self> {
        let mut cursor = file.cursor(at);
        let (max_stack, max_locals) = (cursor.u16()?, cursor.u16()?);
        let length = cursor.u32()? as usize;
        if length == 0 || length > 0xffff {
            return Err(Malformed(format!("code of {length} bytes").into()));
        }
        let code = cursor.take(length)?;
        let mut out =
            Self { max_stack, max_locals, code, handlers: Vec::new(), lines: Vec::new(), locals: Vec::new() };
        for _ in 0..cursor.u16()? {
            let [start, end, target] = [cursor.u16()?, cursor.u16()?, cursor.u16()?].map(u32::from);
            if start >= end || end as usize > length || target as usize >= length {
                return Err(malformed("an exception handler outside the code"));
            }
            out.handlers.push(Entry { start, end, target, catch: cursor.u16()? });
        }
        for _ in 0..cursor.u16()? {
            let name = file.pool().utf8(cursor.u16()?)?;
            let len = cursor.u32()?;
            let at = cursor.at as u32;
            cursor.take(len as usize)?;
            // Debug tables that are malformed are as good as absent.
            let _ = match name {
                b"LineNumberTable" => out.read_lines(file, at),
                b"LocalVariableTable" => out.read_locals(file, at),
                _ => Ok(()),
            };
        }
        out.lines.sort_by_key(|&(start, _)| start);
        Ok(out)
    }

    fn read_lines(&mut self, file: &ClassFile, at: u32) -> Result<()> {
        let mut cursor = file.cursor(at);
        for _ in 0..cursor.u16()? {
            self.lines.push((cursor.u16()?, cursor.u16()?));
        }
        Ok(())
    }

    fn read_locals(&mut self, file: &ClassFile, at: u32) -> Result<()> {
        let mut cursor = file.cursor(at);
        for _ in 0..cursor.u16()? {
            let (start, length) = (u32::from(cursor.u16()?), u32::from(cursor.u16()?));
            let (name, descriptor, slot) = (cursor.u16()?, cursor.u16()?, cursor.u16()?);
            self.locals.push(Variable { start, end: start + length, name, descriptor, slot });
        }
        Ok(())
    }
}
