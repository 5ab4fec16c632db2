//! Where fields lie: byte offsets within objects, slots of static fields.
//!
//! An object is an eight-byte header and its fields, a superclass's before its subclasses', each class's own from
//! large to small. An array is a sixteen-byte header (the length in its third word) and its elements. References
//! take four bytes. These numbers are visible to Java through `Unsafe`, so every domain shares them; only the
//! concrete one stores bytes there.

use std::rc::Rc;

use program::code::Elem;
use program::{ClassId, FieldId, Type, TypeId};

use crate::cx::put;
use crate::{Cx, Domain, Stop};

/// Bytes before the fields of an object.
pub const OBJECT_HEADER: u32 = 8;
/// Bytes before the elements of an array.
pub const ARRAY_HEADER: u32 = 16;

/// A field, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldSlot {
    pub id: FieldId,
    /// The class that declares it.
    pub class: ClassId,
    pub elem: Elem,
    pub is_static: bool,
    /// Byte offset in the object, or number among all static fields.
    pub offset: u32,
}

/// How objects of one type are laid out.
#[derive(Debug)]
pub struct Shape {
    pub ty: TypeId,
    /// Arrays: how elements are stored, and their type.
    pub element: Option<(Elem, TypeId)>,
    /// Size in bytes with header; of arrays, the header alone.
    pub size: u32,
    /// All instance fields, by ascending offset.
    pub fields: Box<[FieldSlot]>,
    /// Offsets of the reference fields.
    pub references: Box<[u32]>,
}

/// Bytes an element takes.
#[inline]
pub const fn width(elem: Elem) -> u32 {
    match elem {
        Elem::Byte => 1,
        Elem::Char | Elem::Short => 2,
        Elem::Int | Elem::Float | Elem::Ref => 4,
        Elem::Long | Elem::Double => 8,
    }
}

impl<D: Domain> Cx<'_, D> {
    /// The slot of a field.
    pub fn slot(&mut self, field: FieldId) -> FieldSlot {
        if let Some(&Some(slot)) = self.slots.get(field) {
            return slot;
        }
        let class = self.program.field(field).class;
        if self.program.field(field).is_static() {
            self.place_static(field)
        } else {
            self.shape_of_class(class);
            self.slots[field].expect("laying out a class places its fields")
        }
    }

    /// How the objects of a class are laid out.
    pub fn shape_of_class(&mut self, class: ClassId) -> Rc<Shape> {
        let ty = self.program.class(class).ty;
        if let Some(Some(shape)) = self.shapes.get(ty) {
            return shape.clone();
        }
        let shape = Rc::new(self.lay_out(class));
        put(&mut self.shapes, ty, shape.clone());
        shape
    }

    /// The shape of objects of a class or array type.
    pub fn shape(&mut self, ty: TypeId) -> Result<Rc<Shape>, Stop<D>> {
        if let Some(Some(shape)) = self.shapes.get(ty) {
            return Ok(shape.clone());
        }
        let Type::Array(element) = *self.program.ty(ty) else {
            let class = self.class_of_type(ty)?;
            return Ok(self.shape_of_class(class));
        };
        let elem = self.storage(element).expect("no arrays of void");
        let shape = Shape {
            ty,
            element: Some((elem, element)),
            size: ARRAY_HEADER,
            fields: Box::default(),
            references: Box::default(),
        };
        let shape = Rc::new(shape);
        put(&mut self.shapes, ty, shape.clone());
        Ok(shape)
    }

    fn lay_out(&mut self, id: ClassId) -> Shape {
        let program = self.program;
        let class = program.class(id);
        let inherited = class.superclass.map(|superclass| self.shape_of_class(superclass));
        let mut size = inherited.as_ref().map_or(OBJECT_HEADER, |shape| shape.size);
        let mut fields = inherited.map_or_else(Vec::new, |shape| shape.fields.to_vec());
        let mut own: Vec<_> = class.fields().filter(|&field| !program.field(field).is_static()).collect();
        own.sort_by_key(|&field| std::cmp::Reverse(width(self.elem_of(field))));
        for field in own {
            let elem = self.elem_of(field);
            let offset = size.next_multiple_of(width(elem));
            let slot = FieldSlot { id: field, class: id, elem, is_static: false, offset };
            put(&mut self.slots, field, slot);
            fields.push(slot);
            size = offset + width(elem);
        }
        let references =
            fields.iter().filter(|slot| slot.elem == Elem::Ref).map(|slot| slot.offset).collect();
        Shape { ty: class.ty, element: None, size, fields: fields.into(), references }
    }

    fn place_static(&mut self, field: FieldId) -> FieldSlot {
        let slot = FieldSlot {
            id: field,
            class: self.program.field(field).class,
            elem: self.elem_of(field),
            is_static: true,
            offset: self.static_count,
        };
        self.static_count += 1;
        put(&mut self.slots, field, slot);
        slot
    }

    fn elem_of(&self, field: FieldId) -> Elem {
        self.storage(self.program.field(field).ty).expect("no fields of type void")
    }
}
