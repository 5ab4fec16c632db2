//! A class before it is linked: what a class file or a definition says, checked for what it says about itself
//! (JVMS 4.8), not yet for how it fits its supertypes.

use rustc_hash::FxHashSet;
use std::sync::Arc;

use crate::class::{CodeSource, Constant, Origin};
use crate::classfile::cursor::Malformed;
use crate::classfile::pool::Loadable;
use crate::classfile::{ClassFile, Member, Refused, mutf8};
use crate::define::{ClassDef, MethodCode};
use crate::text::Strings;
use crate::types::{MethodType, Types, is_class_name, is_unqualified_name};
use crate::{Flags, JavaText, LinkError, LinkErrorKind, TypeId};

pub(crate) struct Draft {
    pub name: Arc<str>,
    pub flags: Flags,
    pub origin: Origin,
    pub superclass: Option<Arc<str>>,
    pub interfaces: Vec<Arc<str>>,
    pub fields: Vec<DraftField>,
    pub methods: Vec<DraftMethod>,
    pub file: Option<ClassFile>,
}

pub(crate) struct DraftField {
    pub name: Arc<str>,
    pub ty: TypeId,
    pub flags: Flags,
    pub constant: Option<Constant>,
}

pub(crate) struct DraftMethod {
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub ty: MethodType,
    pub flags: Flags,
    pub code: CodeSource,
}

/// The tables names, types and strings go into.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'p> {
    pub types: &'p Types,
    pub strings: &'p Strings,
}

type Result<T> = std::result::Result<T, Malformed>;

impl Draft {
    /// Reads a class file that was found under `name`.
    pub fn of_file(
        tables: Tables<'_>,
        name: &str,
        bytes: Box<[u8]>,
        origin: Origin,
    ) -> std::result::Result<Self, LinkError> {
        let file = ClassFile::parse(bytes).map_err(|refused| refusal(name, refused))?;
        let draft = tables.draft(file, origin).map_err(|malformed| refusal(name, malformed.into()))?;
        if *draft.name != *name {
            let message = format!("{name} (wrong name: {})", draft.name);
            return Err(LinkError::new(LinkErrorKind::NoClassDefFound, message));
        }
        Ok(draft)
    }

    /// A class that no file has.
    pub fn of_def(tables: Tables<'_>, def: ClassDef) -> std::result::Result<Self, LinkError> {
        let name = def.name.clone();
        tables.draft_def(def).map_err(|malformed| refusal(&name, malformed.into()))
    }
}

/// The class a file says it is.
pub(crate) fn name_in(bytes: Box<[u8]>) -> std::result::Result<String, LinkError> {
    let named = |file: &ClassFile| file.pool().class(file.this_class).map(std::borrow::Cow::into_owned);
    let name = ClassFile::parse(bytes).and_then(|file| Ok(named(&file)?));
    let name = name.map_err(|refused| match refused {
        Refused::Malformed(malformed) => LinkError::new(LinkErrorKind::ClassFormat, malformed.to_string()),
        Refused::Version(..) => refusal("it", refused),
    })?;
    let proper = is_class_name(&name);
    proper
        .then_some(name.clone())
        .ok_or_else(|| LinkError::new(LinkErrorKind::ClassFormat, format!("illegal class name `{name}`")))
}

impl Tables<'_> {
    fn draft(self, file: ClassFile, origin: Origin) -> Result<Draft> {
        let pool = file.pool();
        let name = self.class_name(&pool.class(file.this_class)?)?;
        let superclass =
            pool.optional_class(file.super_class)?.map(|name| self.class_name(&name)).transpose()?;
        let interfaces = file
            .interfaces
            .iter()
            .map(|&index| self.class_name(&pool.class(index)?))
            .collect::<Result<_>>()?;
        let fields = file.fields.iter().map(|field| self.field(&file, field)).collect::<Result<Vec<_>>>()?;
        let methods = file.methods.iter().map(|method| self.method(&file, method)).collect::<Result<_>>()?;
        let flags = Flags(file.flags);
        let draft = Draft { name, flags, origin, superclass, interfaces, fields, methods, file: Some(file) };
        draft.check()?;
        Ok(draft)
    }

    fn draft_def(self, def: ClassDef) -> Result<Draft> {
        let draft = Draft {
            name: self.class_name(&def.name)?,
            flags: def.flags,
            origin: Origin::Synthetic { hidden: def.hidden },
            superclass: def.superclass.map(|name| self.class_name(&name)).transpose()?,
            interfaces: def.interfaces.iter().map(|name| self.class_name(name)).collect::<Result<_>>()?,
            fields: (def.fields.into_iter())
                .map(|field| {
                    let ty = self.field_type(&field.descriptor)?;
                    let name = self.types.name(&field.name);
                    Ok(DraftField { name, ty, flags: field.flags, constant: field.constant })
                })
                .collect::<Result<_>>()?,
            methods: (def.methods.into_iter())
                .map(|method| {
                    let code = match method.code {
                        MethodCode::None => CodeSource::None,
                        MethodCode::Make(make) => CodeSource::Made(make),
                    };
                    self.draft_method(&method.name, &method.descriptor, method.flags, code)
                })
                .collect::<Result<_>>()?,
            file: None,
        };
        draft.check()?;
        Ok(draft)
    }

    fn class_name(self, name: &str) -> Result<Arc<str>> {
        if !is_class_name(name) {
            return Err(Malformed(format!("illegal class name `{name}`").into()));
        }
        Ok(self.types.name(name))
    }

    fn field(self, file: &ClassFile, field: &Member) -> Result<DraftField> {
        let pool = file.pool();
        let name = pool.text(field.name)?;
        if !is_unqualified_name(&name) {
            return Err(Malformed(format!("illegal field name `{name}`").into()));
        }
        let ty = self.field_type(&pool.text(field.descriptor)?)?;
        let flags = Flags(field.flags);
        let constant = match field.contents {
            Some(at) if flags.is(Flags::STATIC) => Some(self.constant(file, file.cursor(at).u16()?, ty)?),
            _ => None,
        };
        Ok(DraftField { name: self.types.name(&name), ty, flags, constant })
    }

    fn field_type(self, descriptor: &str) -> Result<TypeId> {
        let illegal = || Malformed(format!("illegal field descriptor `{descriptor}`").into());
        self.types.of_descriptor(descriptor).ok_or_else(illegal)
    }

    /// JVMS 4.7.2: the constant's kind must be the field's.
    fn constant(self, file: &ClassFile, index: u16, ty: TypeId) -> Result<Constant> {
        use crate::code::Kind;
        let constant = file.pool().loadable(index)?;
        Ok(match (constant, ty.kind()) {
            (Loadable::Int(value), Some(Kind::Int)) => Constant::Int(value),
            (Loadable::Long(value), Some(Kind::Long)) => Constant::Long(value),
            (Loadable::Float(value), Some(Kind::Float)) => Constant::Float(value),
            (Loadable::Double(value), Some(Kind::Double)) => Constant::Double(value),
            (Loadable::String(index), Some(Kind::Ref)) => {
                let units = mutf8::units(file.pool().utf8(index)?)?;
                Constant::String(self.strings.intern(JavaText::from_units(&units)))
            }
            _ => return Err(Malformed(format!("constant {index} does not fit its field").into())),
        })
    }

    fn method(self, file: &ClassFile, method: &Member) -> Result<DraftMethod> {
        let pool = file.pool();
        let code = method.contents.map_or(CodeSource::None, CodeSource::File);
        let mut flags = Flags(method.flags);
        let name = pool.text(method.name)?;
        if *name == *"<clinit>" {
            // JVMS 4.6: other flags of a class initialiser are ignored.
            flags = Flags(flags.0 & Flags::STRICT.0) | Flags::STATIC;
        }
        self.draft_method(&name, &pool.text(method.descriptor)?, flags, code)
    }

    fn draft_method(
        self,
        name: &str,
        descriptor: &str,
        flags: Flags,
        code: CodeSource,
    ) -> Result<DraftMethod> {
        let special = name == "<init>" || name == "<clinit>";
        if !special && (!is_unqualified_name(name) || name.contains(['<', '>'])) {
            return Err(Malformed(format!("illegal method name `{name}`").into()));
        }
        let ty = self.types.of_method(descriptor);
        let ty = ty.ok_or_else(|| Malformed(format!("illegal method descriptor `{descriptor}`").into()))?;
        let codeless = flags.is(Flags::NATIVE) || flags.is(Flags::ABSTRACT);
        match (codeless, &code) {
            (true, CodeSource::File(_) | CodeSource::Made(_)) => {
                Err(Malformed(format!("code in native or abstract method `{name}`").into()))
            }
            (false, CodeSource::None) => Err(Malformed(format!("no code in method `{name}`").into())),
            (true, CodeSource::None) | (false, CodeSource::File(_) | CodeSource::Made(_)) => {
                let (name, descriptor) = (self.types.name(name), self.types.name(descriptor));
                Ok(DraftMethod { name, descriptor, ty, flags, code })
            }
        }
    }
}

impl Draft {
    /// JVMS 4.1, 4.5, 4.6: what flags and members must not be.
    fn check(&self) -> Result<()> {
        let flags = self.flags;
        let conflict = if flags.is(Flags::INTERFACE) {
            !flags.is(Flags::ABSTRACT) || flags.is(Flags::FINAL)
        } else {
            flags.is(Flags::ABSTRACT | Flags::FINAL)
        };
        if conflict || flags.is(Flags::MODULE) {
            return Err(Malformed(format!("illegal class flags {:#06x}", flags.0).into()));
        }
        let mut seen = FxHashSet::default();
        for field in &self.fields {
            if !seen.insert((field.name.as_ptr(), field.ty.0 as usize)) {
                return Err(Malformed(format!("duplicate field `{}`", field.name).into()));
            }
        }
        seen.clear();
        for method in &self.methods {
            if !seen.insert((method.name.as_ptr(), method.descriptor.as_ptr() as usize)) {
                return Err(Malformed(
                    format!("duplicate method `{}{}`", method.name, method.descriptor).into(),
                ));
            }
        }
        Ok(())
    }
}

fn refusal(name: &str, refused: Refused) -> LinkError {
    match refused {
        Refused::Malformed(malformed) => {
            LinkError::new(LinkErrorKind::ClassFormat, format!("{malformed} in class file {name}"))
        }
        Refused::Version(major, minor) => LinkError::new(
            LinkErrorKind::UnsupportedClassVersion,
            format!("{name} has class file version {major}.{minor}, outside the range 45 to 69 we can read"),
        ),
    }
}
