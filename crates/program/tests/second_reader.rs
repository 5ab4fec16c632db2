//! Our reader against an independent one, `ristretto_classfile`, on the JDK's `java.util`.

use program::Program;
use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::{Attribute, Instruction};

#[test]
fn both_readers_see_the_same_classes() {
    let program = testkit::open(Vec::new());
    let in_package = |name: &str| name.strip_prefix("java/util/").is_some_and(|rest| !rest.contains('/'));
    let names: Vec<_> = program.jdk_names().into_iter().filter(|name| in_package(name)).collect();
    assert!(names.len() > 300, "only {} classes", names.len());
    for name in &names {
        let bytes = program.resource(&format!("{name}.class")).expect("is in the JDK");
        let theirs = ClassFile::from_slice(&bytes).expect("the other reader reads it");
        compare(&program, name, &theirs);
    }
}

fn compare(program: &Program, name: &str, theirs: &ClassFile<'_>) {
    let ours = program.class(program.class_named(name).expect("loads"));
    let pool = &theirs.constant_pool;
    let text = |index: u16| pool.try_get_utf8(index).expect("is a name").to_string();
    assert_eq!(theirs.class_name().expect("has a name").to_string(), *ours.name);
    assert_eq!(theirs.access_flags.bits(), ours.flags.0, "{name}");
    let interfaces =
        theirs.interfaces.iter().map(|&index| pool.try_get_class(index).expect("is a class").to_string());
    assert!(interfaces.eq(ours.interfaces.iter().map(|&id| program.class(id).name.to_string())), "{name}");
    let fields = theirs.fields.iter().map(|field| (text(field.name_index), field.access_flags.bits()));
    let our_fields = ours.fields().map(|id| (program.field(id).name.to_string(), program.field(id).flags.0));
    assert!(fields.eq(our_fields), "fields of {name}");
    assert_eq!(theirs.methods.len(), ours.methods().len(), "{name}");
    for (method, id) in theirs.methods.iter().zip(ours.methods()) {
        let our_method = program.method(id);
        assert_eq!(text(method.name_index), *our_method.name);
        assert_eq!(text(method.descriptor_index), *our_method.descriptor);
        let code = method.attributes.iter().find_map(|attribute| match attribute {
            Attribute::Code { code, exception_table, .. } => Some((code, exception_table)),
            _ => None,
        });
        assert_eq!(code.is_none(), our_method.is_abstract() || our_method.is_native(), "{name}");
        if let Some((code, exceptions)) = code {
            let body = program.body(id).expect("lowers");
            let calls = code.iter().filter(|inst| is_plain_call(inst)).count();
            let our_calls =
                body.insts.iter().filter(|inst| matches!(inst, program::code::Inst::Call { .. })).count();
            assert!(
                our_calls >= calls || has_dead_code(code),
                "{name}.{}: {our_calls} of {calls}",
                our_method.name
            );
            assert!(!exceptions.is_empty() || body.handlers.is_empty(), "{name}.{}", our_method.name);
        }
    }
}

fn is_plain_call(inst: &Instruction) -> bool {
    matches!(
        inst,
        Instruction::Invokestatic(_)
            | Instruction::Invokevirtual(_)
            | Instruction::Invokespecial(_)
            | Instruction::Invokeinterface(..)
    )
}

/// javac leaves no code behind that cannot be reached but handlers of code that cannot throw.
fn has_dead_code(code: &[Instruction]) -> bool {
    code.iter().any(|inst| matches!(inst, Instruction::Athrow))
}
