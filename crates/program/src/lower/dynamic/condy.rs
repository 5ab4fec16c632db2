//! Dynamic constants. Those whose bootstrap method is one of `ConstantBootstraps` that needs no method handle are plain instructions.

use super::{Lowering, Site};
use crate::classfile::pool::Loadable;
use crate::code::{Inst, Kind};
use crate::lower::Result;
use crate::lower::translate::Flowing;
use crate::{FieldRef, TypeId};

impl Lowering<'_> {
    pub(in crate::lower) fn dynamic_constant(&mut self, index: u16) -> Result<Flowing> {
        let dynamic = self.pool(self.file().pool().dynamic_constant(index))?;
        let site = self.site(dynamic)?;
        let Some(ty) = self.program.type_of_descriptor(&site.descriptor) else {
            return self.fault(format!("illegal field descriptor `{}`", site.descriptor));
        };
        let known = site.class == "java/lang/invoke/ConstantBootstraps";
        match site.method.as_str() {
            "nullConstant" if known && ty.is_reference() => {
                self.push_new(Kind::Ref, |dst| Inst::ConstNull { dst })?;
            }
            "primitiveClass" if known => match self.primitive(&site.name) {
                Some(ty) => self.push_new(Kind::Ref, |dst| Inst::ConstClass { dst, ty })?,
                None => return self.fault(format!("`{}` is no primitive type", site.name)),
            },
            "enumConstant" if known => {
                let field = self.program.field_ref(self.class.id, ty, &site.name, ty);
                self.static_constant(ty, field)?;
            }
            "getStaticFinal" if known => {
                let Some(field) = self.static_final(&site, ty)? else {
                    return self.linked_constant(index, &site, ty);
                };
                self.static_constant(ty, field)?;
            }
            _ => return self.linked_constant(index, &site, ty),
        }
        Ok(Flowing::On)
    }

    fn primitive(&self, descriptor: &str) -> Option<TypeId> {
        if descriptor == "V" {
            return Some(TypeId::VOID);
        }
        self.program.type_of_descriptor(descriptor).filter(|ty| ty.is_primitive())
    }

    /// The field of the class given, or of the wrapper or class that is the constant's type.
    fn static_final(&self, site: &Site, ty: TypeId) -> Result<Option<FieldRef>> {
        let class = match site.arguments.first() {
            Some(_) => match self.argument(site, 0)? {
                Loadable::Class(class) => self.class_constant(class)?,
                _ => return Ok(None),
            },
            None if ty.is_primitive() => self.program.class_type(super::lambda::wrapper(ty).0),
            None => ty,
        };
        Ok(Some(self.program.field_ref(self.class.id, class, &site.name, ty)))
    }

    fn static_constant(&mut self, ty: TypeId, field: FieldRef) -> Result<()> {
        let kind = ty.kind().expect("fields are not void");
        self.push_new(kind, |dst| Inst::GetStatic { dst, field })
    }
}
