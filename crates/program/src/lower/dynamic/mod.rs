//! `invokedynamic` and dynamic constants.
//!
//! A call site becomes plain instructions: string concatenation in place, everything else through a class of our own
//! that is announced here and loaded when the site first runs. A bootstrap method we do not know is called by the JDK
//! when the site is first reached.

mod concat;
mod condy;
mod lambda;
mod linkage;
mod record;
mod switch;
mod written;

use super::translate::Flowing;
use super::{Lowering, Result};
use crate::classfile::pool::{Dynamic, Handle, Loadable, Member};
use crate::code::{CallKind, Kind, Reg};
use crate::define::{ClassDef, FieldDef, MethodDef};
use crate::{Flags, MethodName, MethodRef, MethodType};

/// A call site or dynamic constant, with what its bootstrap method is given.
struct Site {
    /// Index of the handle of the bootstrap method.
    bootstrap: u16,
    /// Class and name of the bootstrap method.
    class: String,
    method: String,
    name: String,
    descriptor: String,
    arguments: Vec<u16>,
}

impl Lowering<'_> {
    pub(super) fn invoke_dynamic(&mut self, index: u16) -> Result<Flowing> {
        let dynamic = self.pool(self.file().pool().call_site(index))?;
        let site = self.site(dynamic)?;
        let Some(ty) = self.program.method_type(&site.descriptor) else {
            return self.fault(format!("illegal method descriptor `{}`", site.descriptor));
        };
        let done = match (site.class.as_str(), site.method.as_str()) {
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.concat(&site, &ty)?
            }
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                self.lambda(&site, &ty)?
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.object_method(&site, &ty)?,
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => self.type_switch(&site, &ty)?,
            ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => self.enum_switch(&site, &ty)?,
            _ => None,
        };
        match done {
            Some(()) => Ok(Flowing::On),
            None => self.linked_site(&site, &ty),
        }
    }

    fn site(&self, dynamic: Dynamic<'_>) -> Result<Site> {
        let bootstrap = self.pool(self.file().bootstrap(dynamic.bootstrap))?;
        let handle = self.pool(self.file().pool().handle(bootstrap.handle))?;
        let member = self.pool(self.file().pool().method(handle.member))?;
        Ok(Site {
            bootstrap: bootstrap.handle,
            class: member.class.into_owned(),
            method: member.name.into_owned(),
            name: dynamic.name.into_owned(),
            descriptor: dynamic.descriptor.into_owned(),
            arguments: bootstrap.arguments,
        })
    }

    fn argument(&self, site: &Site, index: usize) -> Result<Loadable> {
        match site.arguments.get(index) {
            Some(&argument) => self.pool(self.file().pool().loadable(argument)),
            None => self.fault("a bootstrap method is given too few arguments"),
        }
    }

    /// A string argument.
    fn text(&self, index: u16) -> Result<String> {
        Ok(self.pool(self.file().pool().text(index))?.into_owned())
    }

    /// What a method handle does, and to which member.
    fn handle(&self, index: u16) -> Result<(Handle, Member<'_>)> {
        let pool = self.file().pool();
        let handle = self.pool(pool.handle(index))?;
        let member = if handle.kind <= 4 { pool.field(handle.member) } else { pool.method(handle.member) };
        Ok((handle, self.pool(member)?))
    }

    /// A name for the class behind this site: the same however often it is lowered.
    fn synthetic_name(&self, what: &str) -> String {
        let ordinal = self.method.id.0 - self.class.methods.start;
        format!("{}$${what}${ordinal}_{}", self.class.name, self.at)
    }

    /// Announces a hidden class with one static method and calls that.
    fn call_helper(&mut self, what: &str, helper: MethodDef, ty: &MethodType) -> Result<()> {
        let name = self.synthetic_name(what);
        let method = self.method_ref(&name, &helper.name, &helper.descriptor);
        self.program.announce(hidden_class(name, Vec::new(), Vec::new(), vec![helper]));
        self.call(CallKind::Static, method, ty)
    }

    fn method_ref(&self, class: &str, name: &str, descriptor: &str) -> MethodRef {
        self.program.method_ref(MethodName {
            from: self.class.id,
            class: self.program.class_type(class),
            name: name.into(),
            descriptor: descriptor.into(),
            interface: false,
        })
    }

    /// A temporary that neither the stack nor `busy` holds; it joins `busy`.
    fn temporary(&mut self, kind: Kind, busy: &mut Vec<Reg>) -> Result<Reg> {
        let stack = &self.stack;
        let reg = self.regs.spare(self.at, kind, |reg| stack.names(reg) || busy.contains(&reg))?;
        busy.push(reg);
        Ok(reg)
    }
}

fn hidden_class(
    name: String,
    interfaces: Vec<String>,
    fields: Vec<FieldDef>,
    methods: Vec<MethodDef>,
) -> ClassDef {
    let flags = Flags::FINAL | Flags::SYNTHETIC | Flags::SYNCHRONIZED;
    ClassDef {
        name,
        flags,
        superclass: Some("java/lang/Object".into()),
        interfaces,
        fields,
        methods,
        hidden: true,
    }
}
