//! Pictures of a concrete heap, to be compared: what a call left of the objects that were there, and what is new.
//!
//! Objects keep their number from one picture to the next; new ones get numbers after them. Strings are their text, constants of
//! enums their field. Objects of the JDK are looked into where programs can tell the difference (collections, builders), others are
//! closed.

use library::names;
use machine::concrete::{Handle, Machine, Value};
use program::class::Origin;
use program::{ClassId, FieldId, Flags, JavaText, Program, Type, TypeId};
use rustc_hash::FxHashMap;

use crate::access::class_of;
use crate::recipe::Number;

/// Objects in one picture.
const MAX_NODES: usize = 5_000;

#[derive(Default)]
pub struct Picture {
    pub nodes: Vec<Node>,
    /// What was asked for.
    pub roots: Vec<Seen>,
    by_identity: FxHashMap<u32, usize>,
}

pub struct Node {
    pub handle: Handle,
    pub ty: TypeId,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(JavaText),
    /// A constant of an enum.
    Constant(FieldId),
    Fields(Vec<(FieldId, Seen)>),
    Elements(Vec<Seen>),
    Closed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    Number(Number),
    Null,
    Node(usize),
}

impl Picture {
    /// What is reachable from these values. Objects of an earlier picture come first, with the same numbers.
    pub fn take(
        machine: &mut Machine<'_>,
        earlier: Option<&Picture>,
        roots: &[Value],
    ) -> Result<Self, String> {
        let mut out = Picture::default();
        for node in earlier.iter().flat_map(|earlier| &earlier.nodes) {
            out.see(machine, Value::Object(node.handle));
        }
        for root in roots {
            let seen = out.see(machine, *root);
            out.roots.push(seen);
        }
        let mut next = 0;
        while next < out.nodes.len() {
            if out.nodes.len() > MAX_NODES {
                return Err("too many objects are involved".to_owned());
            }
            out.look_into(machine, next);
            next += 1;
        }
        Ok(out)
    }

    /// The number of an object, if it is in the picture. Valid until something is allocated.
    pub fn number_of(&self, machine: &Machine<'_>, object: Handle) -> Option<usize> {
        self.by_identity.get(&machine.identity(object)).copied()
    }

    fn see(&mut self, machine: &mut Machine<'_>, value: Value) -> Seen {
        let handle = match value {
            Value::Int(value) => return Seen::Number(Number::Int(value)),
            Value::Long(value) => return Seen::Number(Number::Long(value)),
            Value::Float(value) => return Seen::Number(Number::Float(value.to_bits())),
            Value::Double(value) => return Seen::Number(Number::Double(value.to_bits())),
            Value::Null => return Seen::Null,
            Value::Object(handle) => handle,
        };
        let identity = machine.identity(handle);
        if let Some(known) = self.by_identity.get(&identity) {
            return Seen::Node(*known);
        }
        self.nodes.push(Node { handle, ty: machine.type_of(handle), content: Content::Closed });
        self.by_identity.insert(identity, self.nodes.len() - 1);
        Seen::Node(self.nodes.len() - 1)
    }

    fn look_into(&mut self, machine: &mut Machine<'_>, index: usize) {
        let Node { handle, ty, .. } = self.nodes[index];
        let program = machine.cx.program;
        let content = if ty == program.class_type(names::STRING) {
            machine.text(handle).map_or(Content::Closed, Content::Text)
        } else if let Type::Array(_) = program.ty(ty) {
            let elements = (0..machine.length(handle)).map(|at| machine.element_at(handle, at));
            let elements: Vec<Value> = elements.collect();
            Content::Elements(elements.into_iter().map(|element| self.see(machine, element)).collect())
        } else if let Some(field) = constant(machine, handle, ty) {
            Content::Constant(field)
        } else {
            match class_of(program, ty) {
                Some(class) if is_open(program, class) => self.fields(machine, handle, class),
                _ => Content::Closed,
            }
        };
        self.nodes[index].content = content;
    }

    fn fields(&mut self, machine: &mut Machine<'_>, object: Handle, class: ClassId) -> Content {
        let fields = &machine.cx.program.class(class).instance_fields;
        let mut out = Vec::new();
        for field in fields {
            let value = machine.field(object, *field);
            out.push((*field, self.see(machine, value)));
        }
        Content::Fields(out)
    }
}

/// The constant an object of an enum is.
fn constant(machine: &mut Machine<'_>, object: Handle, ty: TypeId) -> Option<FieldId> {
    let program = machine.cx.program;
    let class = class_of(program, ty)?;
    let with_super = [Some(class), program.class(class).superclass];
    let declaring =
        with_super.into_iter().flatten().find(|class| program.class(*class).flags.is(Flags::ENUM))?;
    let declaring = match program.class(declaring).superclass {
        Some(above) if program.class(above).flags.is(Flags::ENUM) => above,
        _ => declaring,
    };
    let mut fields =
        program.class(declaring).fields().filter(|field| program.field(*field).flags.is(Flags::ENUM));
    fields.find(|field| match machine.static_field(*field) {
        Value::Object(constant) => machine.same(constant, object),
        _ => false,
    })
}

/// Whether the contents of such objects can be told apart by a program.
fn is_open(program: &Program, class: ClassId) -> bool {
    let class = program.class(class);
    match class.origin {
        Origin::ClassPath => true,
        Origin::Synthetic { .. } => false,
        Origin::Jdk => {
            let mut packages = library::packages_of(class.package());
            packages.any(|package| package.is_shown) || is_value(&class.name)
        }
    }
}

fn is_value(name: &str) -> bool {
    library::class(name).is_some_and(|class| class.box_of.is_some() || class.is_builder)
}
