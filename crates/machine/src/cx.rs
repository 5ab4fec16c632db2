//! The context of a run: the program, the domain's own data, and what was resolved so far.
//!
//! Everything here is shared by all states of a run and only ever grows; nothing in it changes what a program does.

use std::rc::Rc;

use base::{Id, IdVec};
use program::code::{Body, Elem};
use program::{ClassId, FieldId, FieldRef, LinkError, MethodId, MethodRef, Program, Type, TypeId};
use rustc_hash::FxHashMap;

use crate::cache::PairCache;
use crate::intrinsics::{Intrinsic, Intrinsics};
use crate::layout::{FieldSlot, Shape};
use crate::{Domain, Host, Limits, Stop};

/// What all steps share: the program, the domain, the host, and what was found out on the way.
pub struct Cx<'p, D: Domain> {
    pub program: &'p Program,
    pub domain: D,
    pub host: Box<dyn Host>,
    pub limits: Limits,
    intrinsics: Intrinsics<D>,
    pub(crate) shapes: IdVec<TypeId, Option<Rc<Shape>>>,
    pub(crate) slots: IdVec<FieldId, Option<FieldSlot>>,
    pub(crate) static_count: u32,
    field_refs: IdVec<FieldRef, Option<FieldSlot>>,
    method_refs: IdVec<MethodRef, Option<MethodId>>,
    special_refs: IdVec<MethodRef, Option<MethodId>>,
    links: IdVec<MethodId, Option<Link<'p, D>>>,
    named: FxHashMap<(&'static str, &'static str), FieldSlot>,
    selections: PairCache<TypeId, MethodId, MethodId>,
    subtypes: PairCache<TypeId, TypeId, bool>,
    /// Proxy classes by their interfaces.
    pub(crate) proxies: FxHashMap<Box<[TypeId]>, ClassId>,
}

/// What executing a method means.
pub enum Link<'p, D: Domain> {
    Code {
        body: &'p Body,
        synchronized: bool,
    },
    Intrinsic(Intrinsic<D>),
    /// A native method without an intrinsic.
    Missing,
}

impl<D: Domain> Clone for Link<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Link<'_, D> {}

impl<'p, D: Domain> Cx<'p, D> {
    /// A context for one run.
    pub fn new(program: &'p Program, domain: D, host: Box<dyn Host>, limits: Limits) -> Self {
        Self {
            program,
            domain,
            host,
            limits,
            intrinsics: Intrinsics::new(),
            shapes: IdVec::new(),
            slots: IdVec::new(),
            static_count: 0,
            field_refs: IdVec::new(),
            method_refs: IdVec::new(),
            special_refs: IdVec::new(),
            links: IdVec::new(),
            named: FxHashMap::default(),
            selections: PairCache::new(),
            subtypes: PairCache::new(),
            proxies: FxHashMap::default(),
        }
    }

    // Members named by instructions.

    /// The field a reference means, linked.
    #[inline]
    pub fn field_ref(&mut self, field: FieldRef) -> Result<FieldSlot, Stop<D>> {
        if let Some(&Some(slot)) = self.field_refs.get(field) {
            return Ok(slot);
        }
        let id = self.program.resolve_field(field).map_err(link_error)?;
        let slot = self.slot(id);
        put(&mut self.field_refs, field, slot);
        Ok(slot)
    }

    /// The method a reference means, linked.
    #[inline]
    pub fn method_ref(&mut self, method: MethodRef) -> Result<MethodId, Stop<D>> {
        if let Some(&Some(id)) = self.method_refs.get(method) {
            return Ok(id);
        }
        let id = self.program.resolve_method(method).map_err(link_error)?;
        put(&mut self.method_refs, method, id);
        Ok(id)
    }

    /// What an `invokespecial` of `method` runs.
    #[inline]
    pub fn special_ref(&mut self, method: MethodRef) -> Result<MethodId, Stop<D>> {
        if let Some(&Some(id)) = self.special_refs.get(method) {
            return Ok(id);
        }
        let resolved = self.method_ref(method)?;
        let from = self.program.method_name(method).from;
        let id = self.program.select_special(from, resolved).map_err(|error| link_error(&error))?;
        put(&mut self.special_refs, method, id);
        Ok(id)
    }

    /// What executing a method means; lowers its code on first use.
    #[inline]
    pub fn link(&mut self, method: MethodId) -> Result<Link<'p, D>, Stop<D>> {
        if let Some(&Some(link)) = self.links.get(method) {
            return Ok(link);
        }
        let link = self.find_link(method)?;
        put(&mut self.links, method, link);
        Ok(link)
    }

    fn find_link(&self, id: MethodId) -> Result<Link<'p, D>, Stop<D>> {
        let method = self.program.method(id);
        let class = self.program.class(method.class);
        if let Some(intrinsic) = self.intrinsics.find(&class.name, &method.name, &method.descriptor) {
            return Ok(Link::Intrinsic(intrinsic));
        }
        if method.is_native() {
            return Ok(Link::Missing);
        }
        let body = self.program.body(id).map_err(link_error)?;
        Ok(Link::Code { body, synchronized: method.flags.is(program::Flags::SYNCHRONIZED) })
    }

    /// The methods whose intrinsic has been called.
    pub fn used_intrinsics(&self) -> impl Iterator<Item = MethodId> {
        let is_intrinsic = |link: &Option<Link<'p, D>>| matches!(link, Some(Link::Intrinsic(_)));
        self.links.iter_enumerated().filter(move |(_, link)| is_intrinsic(link)).map(|(id, _)| id)
    }

    /// The code of a method in a frame.
    #[inline]
    pub fn body(&self, method: MethodId) -> &'p Body {
        match self.links.get(method) {
            Some(&Some(Link::Code { body, .. })) => body,
            _ => self.program.body(method).expect("only methods with code get a frame"),
        }
    }

    // Members named by the machine.

    /// A class by its internal name.
    pub fn class(&self, name: &str) -> Result<ClassId, Stop<D>> {
        self.program.class_named(name).map_err(link_error)
    }

    /// A field the machine knows by name; the JDK has it or is not one we support.
    pub fn named_field(&mut self, class: &'static str, name: &'static str) -> Result<FieldSlot, Stop<D>> {
        if let Some(&slot) = self.named.get(&(class, name)) {
            return Ok(slot);
        }
        let id = self.class(class)?;
        let field = (self.program.find_field(id, name))
            .ok_or_else(|| Stop::unsupported(format!("this JDK's `{class}` has no field `{name}`")))?;
        let slot = self.slot(field);
        self.named.insert((class, name), slot);
        Ok(slot)
    }

    /// A method the machine knows by name.
    pub fn named_method(&self, class: &str, name: &str, descriptor: &str) -> Result<MethodId, Stop<D>> {
        let id = self.class(class)?;
        (self.program.find_method(id, name, descriptor)).ok_or_else(|| {
            Stop::unsupported(format!("this JDK's `{class}` has no method `{name}{descriptor}`"))
        })
    }

    // Types.

    /// The class whose methods objects of a type have: arrays are objects of `java/lang/Object` in this respect.
    pub fn class_of_type(&self, ty: TypeId) -> Result<ClassId, Stop<D>> {
        match self.program.ty(ty) {
            Type::Class(_) => self.program.resolve_class(ty).map_err(link_error),
            _ => self.class("java/lang/Object"),
        }
    }

    /// The type of an array's elements.
    pub fn element_type(&self, array: TypeId) -> Option<TypeId> {
        self.program.element_of(array)
    }

    /// Whether one type is the other or below it.
    #[inline]
    pub fn is_subtype(&mut self, sub: TypeId, sup: TypeId) -> Result<bool, Stop<D>> {
        if sub == sup {
            return Ok(true);
        }
        if let Some(answer) = self.subtypes.get(sub, sup) {
            return Ok(answer);
        }
        let answer = self.program.is_subtype(sub, sup).map_err(link_error)?;
        self.subtypes.put(sub, sup, answer);
        Ok(answer)
    }

    /// The method a call of `method` selects for an object of exactly this type (JVMS 5.4.6).
    #[inline]
    pub fn select(&mut self, dynamic: TypeId, method: MethodId) -> Result<MethodId, Stop<D>> {
        if let Some(selected) = self.selections.get(dynamic, method) {
            return Ok(selected);
        }
        let class = self.class_of_type(dynamic)?;
        let selected = self.program.select(class, method).map_err(|error| link_error(&error))?;
        self.selections.put(dynamic, method, selected);
        Ok(selected)
    }

    /// How values of a type are stored in fields and arrays; void has no storage.
    pub fn storage(&self, ty: TypeId) -> Option<Elem> {
        Some(match self.program.ty(ty) {
            Type::Void => return None,
            Type::Boolean | Type::Byte => Elem::Byte,
            Type::Char => Elem::Char,
            Type::Short => Elem::Short,
            Type::Int => Elem::Int,
            Type::Long => Elem::Long,
            Type::Float => Elem::Float,
            Type::Double => Elem::Double,
            Type::Class(_) | Type::Array(_) => Elem::Ref,
        })
    }
}

/// A link-time failure as the error it throws.
pub fn link_error<D: Domain>(error: &LinkError) -> Stop<D> {
    Stop::raise_with(error.kind.class_name(), error.message.as_str())
}

pub(crate) fn put<I: Id, T: Clone>(table: &mut IdVec<I, Option<T>>, id: I, item: T) {
    table.grow(id.index() + 1, None);
    table[id] = Some(item);
}
