//! The class file format (JVMS 4), read lazily.
//!
//! [`ClassFile::parse`] walks the whole file once, checks its shape, and keeps offsets; names, attributes and code are
//! decoded when asked for. The reader takes any bytes and answers with a value or an error; it never allocates more
//! than a small multiple of the file. Whether names, descriptors and the hierarchy make sense is `link`'s affair.

pub(crate) mod attributes;
pub(crate) mod cursor;
pub(crate) mod mutf8;
pub(crate) mod pool;

use cursor::{Cursor, Malformed, Result, malformed};
use pool::{Offsets, Pool};

const MAGIC: u32 = 0xcafe_babe;
/// Class files of Java 1.0.2 to 25.
const VERSIONS: std::ops::RangeInclusive<u16> = 45..=69;

#[derive(Debug)]
pub(crate) struct ClassFile {
    bytes: Box<[u8]>,
    pool: Offsets,
    /// Major version; 52 is Java 8.
    pub version: u16,
    pub flags: u16,
    pub this_class: u16,
    pub super_class: u16,
    pub interfaces: Box<[u16]>,
    pub fields: Box<[Member]>,
    pub methods: Box<[Member]>,
    /// Where the count of class attributes is.
    attributes: u32,
    /// Where the contents of `BootstrapMethods` are.
    bootstrap_methods: Option<u32>,
}

/// A field or method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub flags: u16,
    pub name: u16,
    pub descriptor: u16,
    /// Where the count of its attributes is.
    attributes: u32,
    /// Where the contents of its `Code` or `ConstantValue` are.
    pub contents: Option<u32>,
}

/// Why a class file cannot be used.
#[derive(Debug)]
pub(crate) enum Refused {
    Malformed(Malformed),
    /// Its version, major and minor.
    Version(u16, u16),
}

/// A bootstrap method and its static arguments, as constant pool indices.
pub(crate) struct Bootstrap {
    pub handle: u16,
    pub arguments: Vec<u16>,
}

impl ClassFile {
    /// Reads the outline of a class file; attributes are read when somebody asks.
    pub fn parse(bytes: Box<[u8]>) -> std::result::Result<Self, Refused> {
        let mut cursor = Cursor::new(&bytes, 0);
        if cursor.u32()? != MAGIC {
            return Err(malformed("not a class file (wrong magic number)").into());
        }
        let (minor, version) = (cursor.u16()?, cursor.u16()?);
        if !VERSIONS.contains(&version) {
            return Err(Refused::Version(version, minor));
        }
        let offsets = Offsets::read(&mut cursor)?;
        let pool = offsets.pool(&bytes);
        let (flags, this_class, super_class) = (cursor.u16()?, cursor.u16()?, cursor.u16()?);
        let interfaces = (0..cursor.u16()?).map(|_| cursor.u16()).collect::<Result<_>>()?;
        let fields = members(&mut cursor, pool, b"ConstantValue")?;
        let methods = members(&mut cursor, pool, b"Code")?;
        let attributes = cursor.at as u32;
        let bootstrap_methods = find_attribute(&mut cursor, pool, b"BootstrapMethods")?;
        if !cursor.is_at_end() {
            return Err(malformed("extra bytes at the end of the class file").into());
        }
        let pool = offsets;
        Ok(Self {
            pool,
            version,
            flags,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
            bootstrap_methods,
            bytes,
        })
    }

    /// The constants.
    pub fn pool(&self) -> Pool<'_> {
        self.pool.pool(&self.bytes)
    }

    /// How many constants there are, unusable indices included.
    pub fn pool_len(&self) -> usize {
        self.pool.len()
    }

    /// Reads the file from a place on.
    pub fn cursor(&self, at: u32) -> Cursor<'_> {
        Cursor::new(&self.bytes, at as usize)
    }

    /// A bootstrap method by its number.
    pub fn bootstrap(&self, index: u16) -> Result<Bootstrap> {
        let at = self.bootstrap_methods.ok_or(malformed("no bootstrap methods"))?;
        let mut cursor = self.cursor(at);
        if index >= cursor.u16()? {
            return Err(malformed("no such bootstrap method"));
        }
        for _ in 0..index {
            cursor.u16()?;
            let arguments = usize::from(cursor.u16()?);
            cursor.take(2 * arguments)?;
        }
        let handle = cursor.u16()?;
        let arguments = (0..cursor.u16()?).map(|_| cursor.u16()).collect::<Result<_>>()?;
        Ok(Bootstrap { handle, arguments })
    }
}

fn members(cursor: &mut Cursor<'_>, pool: Pool<'_>, wanted: &[u8]) -> Result<Box<[Member]>> {
    let count = cursor.u16()?;
    let mut out = Vec::new();
    for _ in 0..count {
        let (flags, name, descriptor) = (cursor.u16()?, cursor.u16()?, cursor.u16()?);
        let attributes = cursor.at as u32;
        let contents = find_attribute(cursor, pool, wanted)?;
        out.push(Member { flags, name, descriptor, attributes, contents });
    }
    Ok(out.into())
}

/// Moves behind a list of attributes; where the contents of the first one named `wanted` are.
fn find_attribute(cursor: &mut Cursor<'_>, pool: Pool<'_>, wanted: &[u8]) -> Result<Option<u32>> {
    let mut found = None;
    for _ in 0..cursor.u16()? {
        let name = pool.utf8(cursor.u16()?)?;
        let len = cursor.u32()? as usize;
        if name == wanted && found.is_none() {
            found = Some(cursor.at as u32);
        }
        cursor.take(len)?;
    }
    Ok(found)
}

impl From<Malformed> for Refused {
    fn from(malformed: Malformed) -> Self {
        Refused::Malformed(malformed)
    }
}
