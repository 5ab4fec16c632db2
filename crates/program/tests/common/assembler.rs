//! Class files byte by byte, for what javac would never write.

#![allow(dead_code, reason = "not every test writes methods")]

/// A class being written.
pub struct Assembler {
    pool: Vec<u8>,
    constants: u16,
    pub version: u16,
    pub flags: u16,
    this_class: u16,
    super_class: u16,
    interfaces: Vec<u16>,
    methods: Vec<Vec<u8>>,
}

/// The code of a method.
#[derive(Clone, Default)]
pub struct Code {
    pub max_stack: u16,
    pub max_locals: u16,
    pub bytes: Vec<u8>,
    /// Start, end, target, and the constant of the class caught.
    pub handlers: Vec<[u16; 4]>,
}

impl Assembler {
    /// A public class with no members.
    pub fn new(name: &str, superclass: &str) -> Self {
        let mut out = Self {
            pool: Vec::new(),
            constants: 1,
            version: 61,
            flags: 0x21,
            this_class: 0,
            super_class: 0,
            interfaces: Vec::new(),
            methods: Vec::new(),
        };
        out.this_class = out.class(name);
        out.super_class = out.class(superclass);
        out
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        let mut entry = vec![1];
        entry.extend((text.len() as u16).to_be_bytes());
        entry.extend(text.as_bytes());
        self.constant(&entry)
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let [high, low] = self.utf8(name).to_be_bytes();
        self.constant(&[7, high, low])
    }

    pub fn interface(&mut self, name: &str) {
        let index = self.class(name);
        self.interfaces.push(index);
    }

    pub fn method(&mut self, flags: u16, name: &str, descriptor: &str, code: &Code) {
        let mut contents = Vec::new();
        contents.extend(code.max_stack.to_be_bytes());
        contents.extend(code.max_locals.to_be_bytes());
        contents.extend((code.bytes.len() as u32).to_be_bytes());
        contents.extend(&code.bytes);
        contents.extend((code.handlers.len() as u16).to_be_bytes());
        contents.extend(code.handlers.iter().flatten().flat_map(|word| word.to_be_bytes()));
        contents.extend([0, 0]);
        let words = [flags, self.utf8(name), self.utf8(descriptor), 1, self.utf8("Code")];
        let mut method: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        method.extend((contents.len() as u32).to_be_bytes());
        method.extend(contents);
        self.methods.push(method);
    }

    pub fn finish(&self) -> Box<[u8]> {
        let mut out = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        let words =
            |out: &mut Vec<u8>, words: &[u16]| out.extend(words.iter().flat_map(|word| word.to_be_bytes()));
        words(&mut out, &[self.version, self.constants]);
        out.extend(&self.pool);
        words(&mut out, &[self.flags, self.this_class, self.super_class, self.interfaces.len() as u16]);
        words(&mut out, &self.interfaces);
        words(&mut out, &[0, self.methods.len() as u16]);
        out.extend(self.methods.iter().flatten());
        words(&mut out, &[0]);
        out.into()
    }

    fn constant(&mut self, entry: &[u8]) -> u16 {
        self.pool.extend(entry);
        self.constants += 1;
        self.constants - 1
    }
}
