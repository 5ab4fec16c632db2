//! Loading, resolution and selection on the JDK's own classes.

use program::{Flags, LinkErrorKind, MethodName, Type};

#[test]
fn classes_come_with_their_supertypes() {
    let program = testkit::open(Vec::new());
    let list = program.class_named("java/util/ArrayList").expect("is in the JDK");
    let class = program.class(list);
    assert_eq!(&*program.class(class.superclass.expect("has one")).name, "java/util/AbstractList");
    for (name, expected) in
        [("java/util/Collection", true), ("java/lang/Object", true), ("java/util/Map", false)]
    {
        let other = program.class_named(name).expect("is in the JDK");
        assert_eq!(program.is_subclass(list, other), expected, "{name}");
    }
    let slots: Vec<_> = class.instance_fields.iter().map(|&field| &*program.field(field).name).collect();
    assert_eq!(slots, ["modCount", "elementData", "size"], "inherited fields come first");
}

#[test]
fn calls_select_the_overriding_method() {
    let program = testkit::open(Vec::new());
    let list = program.class_named("java/util/ArrayList").expect("is in the JDK");
    for (owner, interface, name, descriptor, expected) in [
        ("java/util/List", true, "size", "()I", "java/util/ArrayList"),
        ("java/lang/Object", false, "toString", "()Ljava/lang/String;", "java/util/AbstractCollection"),
        ("java/util/Collection", true, "stream", "()Ljava/util/stream/Stream;", "java/util/Collection"),
        ("java/util/List", true, "hashCode", "()I", "java/util/ArrayList"),
    ] {
        let method = program.method_ref(MethodName {
            from: list,
            class: program.class_type(owner),
            name: name.into(),
            descriptor: descriptor.into(),
            interface,
        });
        let resolved = program.resolve_method(method).expect("exists");
        let selected = program.method(program.select(list, resolved).expect("has code"));
        assert_eq!(&*program.class(selected.class).name, expected, "{name}");
    }
}

#[test]
fn failures_are_the_errors_java_throws() {
    let program = testkit::open(Vec::new());
    let object = program.class_named("java/lang/Object").expect("is in the JDK");
    let missing = program.class_named("no/such/Class").expect_err("is not there");
    assert_eq!((missing.kind, missing.message.as_str()), (LinkErrorKind::NoClassDefFound, "no/such/Class"));
    let string = program.class_type("java/lang/String");
    let resolve = |class, name: &str, interface| {
        let (name, descriptor) = (name.into(), "()I".into());
        let method = program.method_ref(MethodName { from: object, class, name, descriptor, interface });
        program.resolve_method(method).expect_err("cannot be resolved").clone()
    };
    let error = resolve(string, "size", false);
    assert_eq!(error.to_string(), "java.lang.NoSuchMethodError: 'int java.lang.String.size()'");
    assert_eq!(resolve(string, "length", true).kind, LinkErrorKind::IncompatibleClassChange);
    let field = program.field_ref(
        program.class_named("java/util/Map").expect("is in the JDK"),
        string,
        "hash",
        program::TypeId::INT,
    );
    let error = program.resolve_field(field).expect_err("is private");
    assert_eq!(
        error.to_string(),
        "java.lang.IllegalAccessError: class java.util.Map tried to access private field 'java.lang.String.hash'"
    );
}

#[test]
fn arrays_are_subtypes_by_element() {
    let program = testkit::open(Vec::new());
    let of = |descriptor: &str| program.type_of_descriptor(descriptor).expect("is a descriptor");
    for (sub, sup, expected) in [
        ("[Ljava/lang/String;", "[Ljava/lang/Object;", true),
        ("[[I", "[Ljava/lang/Object;", true),
        ("[I", "[Ljava/lang/Object;", false),
        ("[I", "Ljava/lang/Cloneable;", true),
        ("[I", "[J", false),
        ("[Ljava/lang/Object;", "[Ljava/lang/String;", false),
    ] {
        assert_eq!(program.is_subtype(of(sub), of(sup)), Ok(expected), "{sub} <: {sup}");
    }
    assert_eq!(*program.ty(of("[I")), Type::Array(program::TypeId::INT));
}

#[test]
fn attributes_are_read_on_demand() {
    let program = testkit::open(Vec::new());
    let entry = program.class_named("java/util/AbstractMap$SimpleEntry").expect("is in the JDK");
    let attributes = program.class_attributes(entry);
    assert_eq!(attributes.source_file.as_deref(), Some("AbstractMap.java"));
    assert_eq!(attributes.nest_host.as_deref(), Some("java/util/AbstractMap"));
    assert_eq!(
        program.nest_host(entry),
        program.class_named("java/util/AbstractMap").expect("is in the JDK")
    );
    let functional = program.class_named("java/util/function/Function").expect("is in the JDK");
    let annotations = &program.class_attributes(functional).annotations;
    assert_eq!(&*annotations[0].ty, "Ljava/lang/FunctionalInterface;");
    assert!(program.class(functional).flags.is(Flags::INTERFACE));
}
