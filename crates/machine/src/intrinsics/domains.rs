//! `ProtectionDomain`: where a class of the class path comes from.
//!
//! A class of ours per entry of the class path makes the domain of all classes in it when it is first asked for, and keeps it.

use std::path::Path;

use program::class::Origin;
use program::code::{Body, Builder, CallKind, Inst, Kind, Reg};
use program::define::{ClassDef, FieldDef, MethodCode, MethodDef};
use program::{ClassId, Flags, JavaText, Program};

use super::{Answer, Entry, Reply, class_of_mirror, delegate};
use crate::steps::init;
use crate::{Cx, Domain, State, Stop, Then, link_error};

const DOMAIN: &str = "java/security/ProtectionDomain";
const SOURCE: &str = "java/security/CodeSource";
const OF: &str = "of";
const OF_DESCRIPTOR: &str = "()Ljava/security/ProtectionDomain;";

/// The intrinsics of protection domains.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![("java/lang/Class", "getProtectionDomain0", "", domain)]
}

/// `(class)`: null for classes of the JDK and those nobody has a file of.
fn domain<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?.map(|class| cx.program.class(class));
    let own = class.filter(|class| class.origin == Origin::ClassPath);
    let Some((index, path)) = own.and_then(|class| cx.program.source(&class.name)) else {
        return Reply::null(cx, state);
    };
    let maker = maker(cx, index, path)?;
    init::ensure(cx, state, maker)?;
    let of = cx.program.declared_method(maker, OF, OF_DESCRIPTOR).expect("declared below");
    delegate(cx, state, of, &[], Then::Deliver)
}

/// The class that makes the domain of an entry of the class path.
fn maker<D: Domain>(cx: &Cx<'_, D>, index: usize, path: &Path) -> Result<ClassId, Stop<D>> {
    let name = format!("{DOMAIN}$$Entry{index}");
    if let Some(class) = cx.program.loaded_class(&name) {
        return Ok(class);
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.into()).display().to_string();
    let field =
        FieldDef { name: OF.into(), descriptor: format!("L{DOMAIN};"), flags: Flags::STATIC, constant: None };
    let method = MethodDef {
        name: OF.into(),
        descriptor: OF_DESCRIPTOR.into(),
        flags: Flags::STATIC,
        code: MethodCode::Make(Box::new(move |program, class| make(program, class, &path))),
    };
    let class = ClassDef {
        name,
        flags: Flags::FINAL,
        superclass: Some("java/lang/Object".into()),
        interfaces: Vec::new(),
        fields: vec![field],
        methods: vec![method],
        hidden: true,
    };
    cx.program.define(class).map_err(|error| link_error(&error))
}

/// `new ProtectionDomain(new CodeSource(new File(path).toURI().toURL(), null), null, loader, null)`, once.
fn make(program: &Program, class: ClassId, path: &str) -> Body {
    let mut out = Builder::new(program, class, []);
    let field = out.field(program.class(class).ty, OF, program.class_type(DOMAIN));
    let domain = out.value(Kind::Ref, |dst| Inst::GetStatic { dst, field });
    let made = out.branch(|target| Inst::IfNull { equal: false, src: domain, target });
    let value = program.intern(JavaText::from(path));
    let path = out.value(Kind::Ref, |dst| Inst::ConstString { dst, value });
    let file = new(&mut out, "java/io/File", "(Ljava/lang/String;)V", &[path]);
    let uri = out.call_virtual("java/io/File", "toURI", "()Ljava/net/URI;", &[file]).expect("a URI");
    let url = out.call_virtual("java/net/URI", "toURL", "()Ljava/net/URL;", &[uri]).expect("a URL");
    let null = out.value(Kind::Ref, |dst| Inst::ConstNull { dst });
    let certified = "(Ljava/net/URL;[Ljava/security/cert/Certificate;)V";
    let source = new(&mut out, SOURCE, certified, &[url, null]);
    let loader =
        out.call_static("java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;", &[]);
    let loader = loader.expect("a loader");
    let full = "(Ljava/security/CodeSource;Ljava/security/PermissionCollection;Ljava/lang/ClassLoader;[Ljava/security/Principal;)V";
    let new = new(&mut out, DOMAIN, full, &[source, null, loader, null]);
    out.emit(Inst::PutStatic { field, src: new });
    out.emit(Inst::Move { dst: domain, src: new });
    out.land(made);
    out.emit(Inst::ReturnValue { src: domain });
    out.finish()
}

fn new(out: &mut Builder<'_>, class: &str, descriptor: &str, args: &[Reg]) -> Reg {
    let ty = out.program.class_type(class);
    let object = out.value(Kind::Ref, |dst| Inst::New { dst, ty });
    let constructor = out.method(class, "<init>", descriptor, false);
    let args: Vec<Reg> = [object].into_iter().chain(args.iter().copied()).collect();
    out.call(CallKind::Special, constructor, &args);
    object
}
