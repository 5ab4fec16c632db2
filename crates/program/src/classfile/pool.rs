//! The constant pool (JVMS 4.4), read in place.
//!
//! Opening it checks tags and lengths only and remembers where entries begin; an entry is decoded when asked for, and
//! asking for an entry of another kind than it is, or for one that is not there, is an error.

use std::borrow::Cow;

use super::cursor::{Cursor, Malformed, Result, malformed};
use super::mutf8;

/// Where each entry's tag is; 0 for the unusable ones (index 0, second halves of longs and doubles).
#[derive(Debug)]
pub(crate) struct Offsets(Box<[u32]>);

#[derive(Clone, Copy)]
pub(crate) struct Pool<'c> {
    bytes: &'c [u8],
    offsets: &'c [u32],
}

/// A constant an instruction can load or a bootstrap method can be given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Loadable {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// Index of the UTF-8 entry.
    String(u16),
    /// Index of the class entry.
    Class(u16),
    /// Index of the method handle entry.
    MethodHandle(u16),
    /// Index of the UTF-8 entry with the descriptor.
    MethodType(u16),
    /// Index of the dynamic constant entry.
    Dynamic(u16),
}

/// A field or method reference.
pub(crate) struct Member<'c> {
    /// Internal name, or a descriptor if it begins with `[`.
    pub class: Cow<'c, str>,
    pub name: Cow<'c, str>,
    pub descriptor: Cow<'c, str>,
    pub interface: bool,
}

/// A dynamic constant or call site.
pub(crate) struct Dynamic<'c> {
    /// Index into the bootstrap methods.
    pub bootstrap: u16,
    pub name: Cow<'c, str>,
    pub descriptor: Cow<'c, str>,
}

/// A method handle: what it does (JVMS table 5.4.3.5-A) and to which member entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handle {
    pub kind: u8,
    pub member: u16,
}

mod tag {
    /// Text.
    pub const UTF8: u8 = 1;
    /// An `int`.
    pub const INTEGER: u8 = 3;
    /// A `float`.
    pub const FLOAT: u8 = 4;
    /// A `long`, which takes two entries.
    pub const LONG: u8 = 5;
    /// A `double`, which takes two entries.
    pub const DOUBLE: u8 = 6;
    /// A class.
    pub const CLASS: u8 = 7;
    /// A string.
    pub const STRING: u8 = 8;
    /// A field.
    pub const FIELD: u8 = 9;
    /// A method of a class.
    pub const METHOD: u8 = 10;
    /// A method of an interface.
    pub const INTERFACE_METHOD: u8 = 11;
    /// A name and a descriptor.
    pub const NAME_AND_TYPE: u8 = 12;
    /// A method handle.
    pub const METHOD_HANDLE: u8 = 15;
    /// A method's descriptor.
    pub const METHOD_TYPE: u8 = 16;
    /// A constant that code computes.
    pub const DYNAMIC: u8 = 17;
    /// A call that code links.
    pub const INVOKE_DYNAMIC: u8 = 18;
    /// A module.
    pub const MODULE: u8 = 19;
    /// A package.
    pub const PACKAGE: u8 = 20;
}

impl Offsets {
    /// Reads where each constant lies.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let count = usize::from(cursor.u16()?);
        let mut offsets = vec![0; count];
        let mut index = 1;
        while index < count {
            offsets[index] = cursor.at as u32;
            index += skip_entry(cursor)?;
        }
        if index != count.max(1) {
            return Err(malformed("the constant pool ends inside a long or double"));
        }
        Ok(Self(offsets.into()))
    }

    /// The constants, with the bytes they lie in.
    pub fn pool<'c>(&'c self, bytes: &'c [u8]) -> Pool<'c> {
        Pool { bytes, offsets: &self.0 }
    }

    /// How many entries there are, the unused first one included.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// Moves behind an entry; how many indices it takes.
fn skip_entry(cursor: &mut Cursor<'_>) -> Result<usize> {
    let len = match cursor.u8()? {
        tag::UTF8 => usize::from(cursor.u16()?),
        tag::INTEGER
        | tag::FLOAT
        | tag::FIELD
        | tag::METHOD
        | tag::INTERFACE_METHOD
        | tag::NAME_AND_TYPE
        | tag::DYNAMIC
        | tag::INVOKE_DYNAMIC => 4,
        tag::LONG | tag::DOUBLE => {
            cursor.take(8)?;
            return Ok(2);
        }
        tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => 2,
        tag::METHOD_HANDLE => 3,
        unknown => return Err(Malformed(format!("unknown constant tag {unknown}").into())),
    };
    cursor.take(len)?;
    Ok(1)
}

impl<'c> Pool<'c> {
    /// The bytes of a UTF-8 entry.
    pub fn utf8(self, index: u16) -> Result<&'c [u8]> {
        let mut entry = self.entry(index, tag::UTF8, "a name")?;
        let len = usize::from(entry.u16()?);
        entry.take(len)
    }

    /// Text.
    pub fn text(self, index: u16) -> Result<Cow<'c, str>> {
        mutf8::text(self.utf8(index)?)
    }

    /// The text of an entry that may be absent (index 0).
    pub fn optional_text(self, index: u16) -> Result<Option<Cow<'c, str>>> {
        if index == 0 { Ok(None) } else { self.text(index).map(Some) }
    }

    /// The name of a class.
    pub fn class(self, index: u16) -> Result<Cow<'c, str>> {
        let name = self.entry(index, tag::CLASS, "a class")?.u16()?;
        self.text(name)
    }

    /// The name of a class; none for entry 0.
    pub fn optional_class(self, index: u16) -> Result<Option<Cow<'c, str>>> {
        if index == 0 { Ok(None) } else { self.class(index).map(Some) }
    }

    /// The name of a module or package.
    pub fn module_or_package(self, index: u16) -> Result<Cow<'c, str>> {
        let tag = if self.tag(index)? == tag::MODULE { tag::MODULE } else { tag::PACKAGE };
        let name = self.entry(index, tag, "a module or package")?.u16()?;
        self.text(name)
    }

    /// A name and a descriptor.
    pub fn name_and_type(self, index: u16) -> Result<(Cow<'c, str>, Cow<'c, str>)> {
        let mut entry = self.entry(index, tag::NAME_AND_TYPE, "a name and type")?;
        Ok((self.text(entry.u16()?)?, self.text(entry.u16()?)?))
    }

    /// The field that is named.
    pub fn field(self, index: u16) -> Result<Member<'c>> {
        self.member(self.entry(index, tag::FIELD, "a field")?, false)
    }

    /// A method of a class or an interface.
    pub fn method(self, index: u16) -> Result<Member<'c>> {
        let interface = self.tag(index)? == tag::INTERFACE_METHOD;
        let tag = if interface { tag::INTERFACE_METHOD } else { tag::METHOD };
        self.member(self.entry(index, tag, "a method")?, interface)
    }

    /// A method handle.
    pub fn handle(self, index: u16) -> Result<Handle> {
        let mut entry = self.entry(index, tag::METHOD_HANDLE, "a method handle")?;
        Ok(Handle { kind: entry.u8()?, member: entry.u16()? })
    }

    /// A constant that code computes.
    pub fn dynamic_constant(self, index: u16) -> Result<Dynamic<'c>> {
        self.dynamic(self.entry(index, tag::DYNAMIC, "a dynamic constant")?)
    }

    /// A call that code links.
    pub fn call_site(self, index: u16) -> Result<Dynamic<'c>> {
        self.dynamic(self.entry(index, tag::INVOKE_DYNAMIC, "a dynamic call site")?)
    }

    /// A constant that can be put on the stack.
    pub fn loadable(self, index: u16) -> Result<Loadable> {
        let tag = self.tag(index)?;
        let mut entry = self.entry(index, tag, "a constant")?;
        Ok(match tag {
            tag::INTEGER => Loadable::Int(entry.i32()?),
            tag::FLOAT => Loadable::Float(f32::from_bits(entry.u32()?)),
            tag::LONG => Loadable::Long(entry.u64()? as i64),
            tag::DOUBLE => Loadable::Double(f64::from_bits(entry.u64()?)),
            tag::STRING => Loadable::String(entry.u16()?),
            tag::CLASS => Loadable::Class(index),
            tag::METHOD_HANDLE => Loadable::MethodHandle(index),
            tag::METHOD_TYPE => Loadable::MethodType(entry.u16()?),
            tag::DYNAMIC => Loadable::Dynamic(index),
            _ => return Err(Malformed(format!("constant {index} cannot be loaded").into())),
        })
    }

    fn member(self, mut entry: Cursor<'c>, interface: bool) -> Result<Member<'c>> {
        let class = self.class(entry.u16()?)?;
        let (name, descriptor) = self.name_and_type(entry.u16()?)?;
        Ok(Member { class, name, descriptor, interface })
    }

    fn dynamic(self, mut entry: Cursor<'c>) -> Result<Dynamic<'c>> {
        let bootstrap = entry.u16()?;
        let (name, descriptor) = self.name_and_type(entry.u16()?)?;
        Ok(Dynamic { bootstrap, name, descriptor })
    }

    fn tag(self, index: u16) -> Result<u8> {
        match self.offsets.get(usize::from(index)) {
            Some(&offset) if offset != 0 => Ok(self.bytes[offset as usize]),
            _ => Err(Malformed(format!("no constant {index}").into())),
        }
    }

    /// A cursor behind the tag of an entry that must have this tag.
    fn entry(self, index: u16, tag: u8, what: &str) -> Result<Cursor<'c>> {
        if self.tag(index)? != tag {
            return Err(Malformed(format!("constant {index} is not {what}").into()));
        }
        Ok(Cursor::new(self.bytes, self.offsets[usize::from(index)] as usize + 1))
    }
}
