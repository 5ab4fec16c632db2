//! Loading a class with its supertypes and linking it: hierarchy checks, field slots, the table of virtual methods
//! (JVMS 5.3.5, 5.4.1, 5.4.5).
//!
//! One class is loaded at a time, whoever asks. A failure is remembered under the class' name.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use base::Id;

use crate::class::{Code, Origin};
use crate::draft::{Draft, DraftField, DraftMethod, Tables};
use crate::error::ErrorId;
use crate::lock::{lock, read, write};
use crate::program::Announced;
use crate::{Class, ClassId, Field, FieldId, Flags, LinkError, LinkErrorKind, Method, MethodId, Program};

/// Chains of supertypes longer than this are refused rather than followed.
const MAX_ACTIVE: usize = 1000;

impl Program {
    /// The class of an internal name, loaded with all its supertypes.
    pub fn class_named(&self, name: &str) -> Result<ClassId, &LinkError> {
        self.load(name).map_err(|error| self.errors.get(error))
    }

    pub(crate) fn load(&self, name: &str) -> Result<ClassId, ErrorId> {
        if let Some(&known) = read(&self.loaded).get(name) {
            return known;
        }
        let _one_at_a_time = lock(&self.loading);
        Loader { program: self, active: Vec::new() }.load(name)
    }
}

struct Loader<'p> {
    program: &'p Program,
    /// The classes whose supertypes are being loaded, outermost first.
    active: Vec<Arc<str>>,
}

impl Loader<'_> {
    fn load(&mut self, name: &str) -> Result<ClassId, ErrorId> {
        let program = self.program;
        if let Some(&known) = read(&program.loaded).get(name) {
            return known;
        }
        if self.active.iter().any(|active| **active == *name) {
            return Err(program.errors.push(LinkError::new(LinkErrorKind::ClassCircularity, name)));
        }
        let name = program.types.name(name);
        self.active.push(name.clone());
        let loaded =
            self.draft(&name).map_err(|error| program.errors.push(error)).and_then(|draft| self.link(draft));
        self.active.pop();
        write(&program.loaded).insert(name, loaded);
        loaded
    }

    fn draft(&self, name: &str) -> Result<Draft, LinkError> {
        let program = self.program;
        let tables = Tables { types: &program.types, strings: &program.strings };
        match lock(&program.announced).remove(name) {
            Some(Announced::Def(def)) => return Draft::of_def(tables, def),
            Some(Announced::File(bytes)) => return Draft::of_file(tables, name, bytes, Origin::ClassPath),
            None => {}
        }
        match program.search.class(name) {
            Some((Ok(bytes), origin)) => Draft::of_file(tables, name, bytes, origin),
            Some((Err(error), _)) => Err(LinkError::new(
                LinkErrorKind::ClassFormat,
                format!("cannot read class file {name}: {error}"),
            )),
            None => Err(LinkError::new(LinkErrorKind::NoClassDefFound, name)),
        }
    }

    fn link(&mut self, draft: Draft) -> Result<ClassId, ErrorId> {
        let fail = |kind, message: String| Err(self.program.errors.push(LinkError::new(kind, message)));
        if self.active.len() > MAX_ACTIVE {
            return fail(LinkErrorKind::ClassCircularity, format!("{}: too many supertypes", draft.name));
        }
        let superclass = draft.superclass.as_deref().map(|name| self.load(name)).transpose()?;
        let interfaces =
            draft.interfaces.iter().map(|name| self.load(name)).collect::<Result<Box<[_]>, _>>()?;
        let program = self.program;
        let supertypes =
            Supertypes { superclass: superclass.map(|id| program.class(id)), interfaces: &interfaces };
        supertypes.check(program, &draft).map_err(|error| program.errors.push(error))?;
        program.link_to(draft, &supertypes).map_err(|error| program.errors.push(error))
    }
}

struct Supertypes<'p> {
    superclass: Option<&'p Class>,
    interfaces: &'p [ClassId],
}

impl Supertypes<'_> {
    /// JVMS 5.3.5: a superclass is a class that is not final, a superinterface is an interface.
    fn check(&self, program: &Program, draft: &Draft) -> Result<(), LinkError> {
        let name = &draft.name;
        let incompatible = |message| Err(LinkError::new(LinkErrorKind::IncompatibleClassChange, message));
        match self.superclass {
            None if **name == *"java/lang/Object" || matches!(draft.origin, Origin::Synthetic { .. }) => {}
            None => {
                let message = format!("no superclass in class file {name}");
                return Err(LinkError::new(LinkErrorKind::ClassFormat, message));
            }
            Some(superclass) if superclass.is_interface() => {
                return incompatible(format!(
                    "class {name} has interface {} as super class",
                    superclass.name
                ));
            }
            Some(superclass) if superclass.flags.is(Flags::FINAL) => {
                return incompatible(format!(
                    "class {name} cannot inherit from final class {}",
                    superclass.name
                ));
            }
            Some(superclass) if draft.flags.is(Flags::INTERFACE) && superclass.superclass.is_some() => {
                let message = format!("interface {name} has superclass {}", superclass.name);
                return Err(LinkError::new(LinkErrorKind::ClassFormat, message));
            }
            Some(_) => {}
        }
        match self.interfaces.iter().map(|&id| program.class(id)).find(|class| !class.is_interface()) {
            Some(class) => incompatible(format!(
                "class {name} can not implement {}, because it is not an interface",
                class.name
            )),
            None => Ok(()),
        }
    }

    /// Every superinterface, direct or not, ascending.
    fn superinterfaces(&self, program: &Program) -> Box<[ClassId]> {
        let mut all = self.interfaces.to_vec();
        let supers = self.interfaces.iter().map(|&id| program.class(id)).chain(self.superclass);
        all.extend(supers.flat_map(|class| class.superinterfaces.iter().copied()));
        all.sort_unstable();
        all.dedup();
        all.into()
    }
}

impl Program {
    fn link_to(&self, draft: Draft, supertypes: &Supertypes<'_>) -> Result<ClassId, LinkError> {
        let id = ClassId::from_index(self.classes.len() as usize);
        let (vtable, places) = self.vtable(&draft, supertypes.superclass)?;
        let (fields, instance_fields, static_fields) =
            self.push_fields(id, draft.fields, supertypes.superclass);
        let methods = self.push_methods(id, draft.methods, &places);
        let own = |place: &Place| match *place {
            Place::Inherited(method) => method,
            Place::Own(index) => MethodId(methods.start + index),
        };
        let initializer = methods.clone().map(MethodId).find(|&method| {
            let method = self.method(method);
            *method.name == *"<clinit>" && *method.descriptor == *"()V"
        });
        let ancestors = supertypes.superclass.map_or(&[][..], |class| &class.ancestors);
        let class = Class {
            id,
            ty: self.types.class(&draft.name),
            flags: draft.flags,
            origin: draft.origin,
            superclass: supertypes.superclass.map(|class| class.id),
            interfaces: supertypes.interfaces.into(),
            initializer,
            instance_fields,
            static_fields,
            fields,
            vtable: vtable.iter().map(own).collect(),
            methods,
            ancestors: ancestors.iter().copied().chain([id]).collect(),
            superinterfaces: supertypes.superinterfaces(self),
            name: draft.name,
            file: draft.file,
            attributes: OnceLock::new(),
            refs: OnceLock::new(),
        };
        let pushed = self.classes.push(class);
        assert_eq!(pushed, id, "classes are loaded one at a time");
        Ok(id)
    }

    /// Gives fields their ids and slots: instance fields after the inherited ones, static fields by themselves.
    fn push_fields(
        &self,
        class: ClassId,
        drafts: Vec<DraftField>,
        superclass: Option<&Class>,
    ) -> (Range<u32>, Box<[FieldId]>, Box<[FieldId]>) {
        let mut instance = superclass.map_or(Vec::new(), |class| class.instance_fields.to_vec());
        let mut statics = Vec::new();
        let start = self.fields.len();
        for DraftField { name, ty, flags, constant } in drafts {
            let slots = if flags.is(Flags::STATIC) { &mut statics } else { &mut instance };
            let slot = slots.len() as u32;
            slots.push(self.fields.push_with(|id| Field { id, class, name, ty, flags, slot, constant }));
        }
        (start..self.fields.len(), instance.into(), statics.into())
    }

    fn push_methods(&self, class: ClassId, drafts: Vec<DraftMethod>, places: &[Option<u32>]) -> Range<u32> {
        let start = self.methods.len();
        for (DraftMethod { name, descriptor, ty, flags, code }, &vtable_index) in
            drafts.into_iter().zip(places)
        {
            let (params, result) = (ty.params, ty.result);
            let code = Code { source: code, body: OnceLock::new() };
            self.methods.push_with(|id| Method {
                id,
                class,
                name,
                descriptor,
                params,
                result,
                flags,
                vtable_index,
                code,
            });
        }
        start..self.methods.len()
    }

    /// The table of virtual methods, and the place in it of each own method.
    fn vtable(
        &self,
        draft: &Draft,
        superclass: Option<&Class>,
    ) -> Result<(Vec<Place>, Vec<Option<u32>>), LinkError> {
        let mut table = Vec::new();
        if draft.flags.is(Flags::INTERFACE) {
            return Ok((table, vec![None; draft.methods.len()]));
        }
        table.extend(
            superclass.iter().flat_map(|class| class.vtable.iter().map(|&method| Place::Inherited(method))),
        );
        let inherited = table.len();
        let mut places = Vec::with_capacity(draft.methods.len());
        for (index, method) in draft.methods.iter().enumerate() {
            if method.flags.is(Flags::STATIC)
                || method.flags.is(Flags::PRIVATE)
                || method.name.starts_with('<')
            {
                places.push(None);
                continue;
            }
            let own = Place::Own(index as u32);
            let mut place = None;
            for (at, entry) in table.iter_mut().enumerate().take(inherited) {
                if self.overrides(draft, method, *entry)? {
                    *entry = own;
                    place.get_or_insert(at as u32);
                }
            }
            places.push(Some(place.unwrap_or(table.len() as u32)));
            if place.is_none() {
                table.push(own);
            }
        }
        Ok((table, places))
    }

    /// JVMS 5.4.5: whether a method of the class being linked overrides the one at a place of the inherited table.
    fn overrides(&self, draft: &Draft, method: &DraftMethod, entry: Place) -> Result<bool, LinkError> {
        let Place::Inherited(inherited) = entry else { return Ok(false) };
        let inherited = self.method(inherited);
        let same = Arc::ptr_eq(&inherited.name, &method.name)
            && Arc::ptr_eq(&inherited.descriptor, &method.descriptor);
        if !same {
            return Ok(false);
        }
        let owner = self.class(inherited.class);
        let visible = inherited.flags.is(Flags::PUBLIC)
            || inherited.flags.is(Flags::PROTECTED)
            || owner.package() == draft.name.rsplit_once('/').map_or("", |(package, _)| package);
        if visible && inherited.flags.is(Flags::FINAL) {
            let message = format!(
                "class {} overrides final method {}.{}{}",
                draft.name, owner.name, inherited.name, inherited.descriptor
            );
            return Err(LinkError::new(LinkErrorKind::IncompatibleClassChange, message));
        }
        Ok(visible)
    }
}

/// An entry of the table of virtual methods while it is built.
#[derive(Clone, Copy)]
enum Place {
    Inherited(MethodId),
    /// Index of a method of the class being linked.
    Own(u32),
}
