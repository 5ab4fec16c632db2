//! Who makes objects of a type: constructors, factories, methods of other objects, constants. And who may call a method at all.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use program::class::Origin;
use program::code::Inst;
use program::{ClassId, FieldId, Flags, MethodId, Program, TypeId};

use super::{Failure, History, Unmade};
use crate::access::{Access, class_of};

/// Makers of one type that are tried.
const MAX_MAKERS: usize = 24;

/// What is known of a program's makers. It fills as questions come.
pub struct Makers<'p> {
    program: &'p Program,
    own: OnceCell<Vec<ClassId>>,
    makers: RefCell<BTreeMap<Sought, Rc<[Maker]>>>,
    calls: RefCell<BTreeMap<String, Rc<[Call]>>>,
    /// Histories that were searched for, by entry, failure and input.
    pub(super) known: RefCell<BTreeMap<Question, Result<History, Unmade>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    Call(MethodId),
    Constant(FieldId),
}

/// A type, and from where: the package, and whether only what is public counts.
type Sought = ((String, bool), TypeId);

/// A finding: the entry, how it fails, and with what.
type Question = (MethodId, Failure, String);

/// A call as it stands in the code of a package.
struct Call {
    caller: MethodId,
    class: TypeId,
    name: Arc<str>,
    descriptor: Arc<str>,
}

impl<'p> Makers<'p> {
    /// Nothing is known yet.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            own: OnceCell::new(),
            makers: RefCell::default(),
            calls: RefCell::default(),
            known: RefCell::default(),
        }
    }

    /// From where a method is called in histories; the reason if nobody outside can call it.
    pub(crate) fn vantage(&self, method: MethodId) -> Result<Access<'p>, String> {
        let info = self.program.method(method);
        let stranger = Access::stranger(self.program, info.class);
        if stranger.method(method) {
            return Ok(stranger);
        }
        let inside = Access::new(self.program, info.class);
        if !inside.method(method) {
            return Err("no caller outside its class can call it".to_owned());
        }
        if self.is_called(method) {
            return Err("it is not public, and its callers are asked instead".to_owned());
        }
        Ok(inside)
    }

    /// Whether other code of its package calls a method.
    fn is_called(&self, method: MethodId) -> bool {
        let info = self.program.method(method);
        let ty = self.program.class(info.class).ty;
        let is_related = |other| {
            let below = |sub, sup| self.program.is_subtype(sub, sup).unwrap_or(true);
            below(ty, other) || below(other, ty)
        };
        self.calls(self.program.class(info.class).package()).iter().any(|call| {
            call.caller != method
                && call.name == info.name
                && call.descriptor == info.descriptor
                && is_related(call.class)
        })
    }

    fn calls(&self, package: &str) -> Rc<[Call]> {
        if let Some(known) = self.calls.borrow().get(package) {
            return known.clone();
        }
        let near = self.own().iter().filter(|class| self.program.class(**class).package() == package);
        let mut out = Vec::new();
        for caller in near.flat_map(|class| self.program.class(*class).methods()) {
            let Ok(body) = self.program.body(caller) else { continue };
            for inst in &body.insts {
                let Inst::Call { method, .. } = *inst else { continue };
                let called = self.program.method_name(method);
                let (name, descriptor) = (called.name.clone(), called.descriptor.clone());
                out.push(Call { caller, class: called.class, name, descriptor });
            }
        }
        let out: Rc<[Call]> = out.into();
        self.calls.borrow_mut().insert(package.to_owned(), out.clone());
        out
    }

    /// The makers of objects of a type that can be called from here, the plainest first.
    pub(crate) fn of(&self, access: &Access<'p>, ty: TypeId) -> Rc<[Maker]> {
        let key = ((access.package.clone(), access.is_stranger), ty);
        if let Some(known) = self.makers.borrow().get(&key) {
            return known.clone();
        }
        let found: Rc<[Maker]> = self.find(access, ty).into();
        self.makers.borrow_mut().insert(key, found.clone());
        found
    }

    fn find(&self, access: &Access<'p>, ty: TypeId) -> Vec<Maker> {
        let program = self.program;
        let Some(class) = class_of(program, ty) else { return Vec::new() };
        let known = library::class(&program.class(class).name);
        if known.as_ref().is_some_and(|known| known.is_wide) {
            return Vec::new();
        }
        let taken = known.and_then(|known| program.class_named(known.taken_as.as_ref()?).ok());
        let mut classes: Vec<ClassId> = Vec::new();
        if program.class(class).origin == Origin::Jdk {
            classes.push(class);
        }
        classes.extend(taken);
        classes.extend(self.own());
        let mut out: Vec<(usize, Maker)> = Vec::new();
        for other in classes.into_iter().filter(|other| access.class(*other).is_some()) {
            let methods = program.class(other).methods().filter(|method| access.method(*method));
            let ranked = methods.filter_map(|method| Some((self.rank(class, method)?, Maker::Call(method))));
            out.extend(ranked);
            let fields = program.class(other).static_fields.iter().copied();
            let fields = fields.filter(|field| access.field(*field) && self.is_constant(*field, ty));
            out.extend(fields.map(|field| (usize::from(other != class) * 2, Maker::Constant(field))));
        }
        out.sort_by_key(|(rank, _)| *rank);
        out.into_iter().map(|(_, maker)| maker).take(MAX_MAKERS).collect()
    }

    fn is_constant(&self, field: FieldId, ty: TypeId) -> bool {
        let info = self.program.field(field);
        info.flags.is(Flags::FINAL) && self.program.is_subtype(info.ty, ty).unwrap_or(false)
    }

    /// How late a method is tried for objects of a class; `None` if it makes none.
    fn rank(&self, wanted: ClassId, method: MethodId) -> Option<usize> {
        let program = self.program;
        let info = program.method(method);
        let owner = program.class(info.class);
        let ty = program.class(wanted).ty;
        let is_one = |made| program.is_subtype(made, ty).unwrap_or(false);
        let kind = match (info.is_constructor(), info.is_static()) {
            (true, _) => (!owner.flags.is(Flags::ABSTRACT) && is_one(owner.ty))
                .then_some(if info.class == wanted { 0 } else { 2 }),
            (false, true) => is_one(info.result).then_some(if info.class == wanted { 1 } else { 3 }),
            (false, false) => {
                (owner.origin == Origin::ClassPath && is_one(info.result) && !is_one(owner.ty)).then_some(4)
            }
        };
        Some(kind? * 8 + info.params.len().min(7))
    }

    /// The classes of the class path.
    fn own(&self) -> &[ClassId] {
        self.own.get_or_init(|| {
            let names = self.program.class_path_names();
            names.iter().filter_map(|name| self.program.class_named(name).ok()).collect()
        })
    }

    /// The methods that can be called on an object of this class from here, but for those every object has.
    pub(crate) fn methods(&self, access: &Access<'p>, class: ClassId) -> Vec<MethodId> {
        let program = self.program;
        let mut out: Vec<MethodId> = Vec::new();
        let mut at = Some(class);
        while let Some(class) = at {
            let info = program.class(class);
            at = info.superclass;
            if at.is_none() || info.origin != Origin::ClassPath {
                break;
            }
            let is_new = |out: &[MethodId], method: MethodId| {
                let method = program.method(method);
                !out.iter().any(|known| {
                    let known = program.method(*known);
                    known.name == method.name && known.descriptor == method.descriptor
                })
            };
            for method in info.methods() {
                let info = program.method(method);
                let is_callable = !info.is_static() && !info.is_constructor() && access.method(method);
                if is_callable && is_new(&out, method) {
                    out.push(method);
                }
            }
        }
        out
    }
}
