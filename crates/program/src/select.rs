//! Which method a call runs (JVMS 5.4.6 and 6.5 `invokespecial`), and whose objects are whose (JVMS 6.5 `checkcast`).

use crate::lock::{read, write};
use crate::resolve::Signature;
use crate::{Class, ClassId, Flags, LinkError, LinkErrorKind, Method, MethodId, Program, Type, TypeId};

impl Program {
    /// The method run for a resolved method on an object of class `class` (JVMS 5.4.6): of virtual and interface
    /// calls alike. Fails with `AbstractMethodError`, `IncompatibleClassChangeError` or `IllegalAccessError`.
    #[inline]
    pub fn select(&self, class: ClassId, method: MethodId) -> Result<MethodId, LinkError> {
        let resolved = self.method(method);
        if let Some(index) = resolved.vtable_index
            && let Some(&selected) = self.class(class).vtable.get(index as usize)
            && self.is_subclass(class, resolved.class)
            && !self.method(selected).is_abstract()
        {
            return Ok(selected);
        }
        if let Some(known) = read(&self.selections).get(&(class, method)) {
            return known.clone();
        }
        let selected = self.select_by_name(self.class(class), resolved);
        write(&self.selections).insert((class, method), selected.clone());
        selected
    }

    /// What an `invokespecial` of `method` in the code of `from` runs (JVMS 6.5).
    pub fn select_special(&self, from: ClassId, method: MethodId) -> Result<MethodId, LinkError> {
        let resolved = self.method(method);
        let current = self.class(from);
        let is_super_call = !resolved.is_constructor()
            && !resolved.flags.is(Flags::PRIVATE)
            && from != resolved.class
            && current.ancestors.contains(&resolved.class);
        match current.superclass {
            Some(superclass) if is_super_call => self.select(superclass, method),
            _ if resolved.is_abstract() => Err(self.abstract_method(current, resolved)),
            _ => Ok(method),
        }
    }

    /// Whether objects of class `sub` are objects of class or interface `sup`.
    #[inline]
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        if sub == sup {
            return true;
        }
        let (sub, sup) = (self.class(sub), self.class(sup));
        if sup.is_interface() {
            sub.superinterfaces.binary_search(&sup.id).is_ok()
        } else {
            sub.ancestors.get(sup.ancestors.len() - 1) == Some(&sup.id)
        }
    }

    /// Whether values of reference type `sub` can be assigned to type `sup` without a cast (JVMS 6.5 `checkcast`).
    pub fn is_subtype(&self, sub: TypeId, sup: TypeId) -> Result<bool, &LinkError> {
        if sub == sup {
            return Ok(true);
        }
        match (self.ty(sub), self.ty(sup)) {
            (Type::Class(_), Type::Class(_)) => {
                Ok(self.is_subclass(self.resolve_class(sub)?, self.resolve_class(sup)?))
            }
            (Type::Array(_), Type::Class(name)) => {
                self.resolve_class(sup)?;
                Ok(matches!(&**name, "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable"))
            }
            (&Type::Array(sub), &Type::Array(sup)) if sub.is_reference() && sup.is_reference() => {
                self.is_subtype(sub, sup)
            }
            _ => Ok(false),
        }
    }

    /// JVMS 5.4.6 without the table.
    fn select_by_name(&self, class: &Class, resolved: &Method) -> Result<MethodId, LinkError> {
        if !self.is_subclass(class.id, resolved.class) {
            let message = format!(
                "Class {} does not implement the requested interface {}",
                class.java_name(),
                self.class(resolved.class).java_name()
            );
            return Err(LinkError::new(LinkErrorKind::IncompatibleClassChange, message));
        }
        if resolved.flags.is(Flags::PRIVATE) {
            return Ok(resolved.id);
        }
        let signature = Signature::of(resolved);
        let overriding = |&class: &ClassId| {
            let found = self.declared(class, &signature)?;
            let flags = self.method(found).flags;
            (!flags.is(Flags::STATIC) && !flags.is(Flags::PRIVATE)).then_some(found)
        };
        let selected = match resolved.vtable_index {
            Some(index) => class.vtable.get(index as usize).copied(),
            None => class.ancestors.iter().rev().find_map(overriding),
        };
        match selected {
            Some(found) if self.method(found).is_abstract() => Err(self.abstract_method(class, resolved)),
            Some(found) if resolved.vtable_index.is_none() && !self.method(found).flags.is(Flags::PUBLIC) => {
                let message = format!(
                    "class {} tried to access method '{}'",
                    self.class(resolved.class).java_name(),
                    self.describe_method(self.method(found))
                );
                Err(LinkError::new(LinkErrorKind::IllegalAccess, message))
            }
            Some(found) => Ok(found),
            None => self.select_default(class, resolved, &signature),
        }
    }

    fn select_default(
        &self,
        class: &Class,
        resolved: &Method,
        signature: &Signature,
    ) -> Result<MethodId, LinkError> {
        let candidates = self.maximally_specific(class.id, signature);
        let with_code: Vec<_> =
            candidates.iter().copied().filter(|&method| !self.method(method).is_abstract()).collect();
        match with_code[..] {
            [only] => Ok(only),
            [] => Err(self.abstract_method(class, resolved)),
            _ => {
                let names: Vec<_> =
                    with_code.iter().map(|&method| self.describe_method(self.method(method))).collect();
                let message = format!("Conflicting default methods: {}", names.join(" "));
                Err(LinkError::new(LinkErrorKind::IncompatibleClassChange, message))
            }
        }
    }

    fn abstract_method(&self, class: &Class, resolved: &Method) -> LinkError {
        let message = format!(
            "Receiver class {} does not define or inherit an implementation of the resolved method 'abstract {}' of {} {}.",
            class.java_name(),
            self.describe_as_member(resolved),
            if self.class(resolved.class).is_interface() { "interface" } else { "abstract class" },
            self.class(resolved.class).java_name(),
        );
        LinkError::new(LinkErrorKind::AbstractMethod, message)
    }

    /// A method without its class: `void bar(int)`.
    fn describe_as_member(&self, method: &Method) -> String {
        let params: Vec<_> = method.params.iter().map(|&param| self.type_name(param)).collect();
        format!("{} {}({})", self.type_name(method.result), method.name, params.join(", "))
    }
}
