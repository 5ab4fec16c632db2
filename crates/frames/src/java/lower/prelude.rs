//! Parts of Java that become core members of their own when a program first needs them: array elements and
//! length, string literals, the objects that hold static fields, type tests, operations on bits.

use std::collections::BTreeMap;

use base::{IdVec, Place};

use super::Builder;
use super::declare::{between, not_null};
use super::operator::not;
use crate::core::{
    self, Assertion, AssertionKind, BinaryOp, CollectionOp, DomainFunctionId, Expr, ExprKind, FieldId,
    FunctionId, Local, Quantifier, Resource,
};
use crate::java::types::{Number, Type};

/// What every program needs of the core: domains of types, arrays and strings.
#[derive(Default)]
pub struct Prelude {
    domain: Option<core::DomainId>,
    elements: BTreeMap<String, FieldId>,
    contents: BTreeMap<String, FunctionId>,
    length: Option<FunctionId>,
    strings: BTreeMap<String, DomainFunctionId>,
    class_objects: BTreeMap<String, DomainFunctionId>,
    type_tests: BTreeMap<String, DomainFunctionId>,
    exact_arrays: BTreeMap<String, DomainFunctionId>,
    type_of: Option<DomainFunctionId>,
    bits: BTreeMap<&'static str, DomainFunctionId>,
}

impl Builder<'_> {
    /// The field that stands for the elements of arrays of `element`.
    pub fn element_field(&mut self, element: &Type, place: &Place) -> FieldId {
        let name = element_name(element);
        if let Some(&field) = self.prelude.elements.get(&name) {
            return field;
        }
        let field = self.program.fields.push(core::Field {
            name: name.clone(),
            ty: element.core(),
            place: place.clone(),
            bounds: element.bounds(),
        });
        self.prelude.elements.insert(name, field);
        field
    }

    /// `array.length`, a function of a non-null array; never negative, at most the largest `int`.
    pub fn length_function(&mut self, place: &Place) -> FunctionId {
        if let Some(function) = self.prelude.length {
            return function;
        }
        let mut function = self.empty_function("length".to_string(), &Type::INT, place.clone());
        let array =
            function.locals.push(Local { name: "array".into(), ty: core::Type::Ref, place: place.clone() });
        function.params.push(array);
        function.requires.push(not_null(array, &function.locals, place));
        let result = Expr::local(function.result, &function.locals, place);
        let (_, most) = Number::Int.bounds().expect("`int` has bounds");
        function.ensures.push(Assertion::pure(between(&result, (0, most), place)));
        self.hidden.insert(function.name.clone());
        let id = self.program.functions.push(function);
        self.prelude.length = Some(id);
        id
    }

    /// `array[lo..hi]` as a sequence: a function of the elements it reads, known by its length and its members.
    pub fn contents_function(&mut self, element: &Type, place: &Place) -> FunctionId {
        let key = element_name(element);
        if let Some(&function) = self.prelude.contents.get(&key) {
            return function;
        }
        let field = self.element_field(element, place);
        let sequence = Type::Seq(Box::new(element.clone()));
        let mut function = self.empty_function(format!("contents {key}"), &sequence, place.clone());
        let mut local = |name: &str, ty: core::Type| {
            function.locals.push(Local { name: name.to_string(), ty, place: place.clone() })
        };
        let (array, low, high) =
            (local("array", core::Type::Ref), local("lo", core::Type::Int), local("hi", core::Type::Int));
        let index = local("i", core::Type::Int);
        let locals = &function.locals;
        let read = |id| Expr::local(id, locals, place);
        let binary = |op, lhs, rhs| Expr::binary(op, lhs, rhs, place);
        let ordered = binary(BinaryOp::LessEq, read(low), read(high));
        let owned = Assertion::access(
            Resource::Elements { array: read(array), field, lo: read(low), hi: read(high) },
            Expr::new(ExprKind::Wildcard, core::Type::Perm, place),
            place,
        );
        let result = read(function.result);
        let length = Expr::new(
            ExprKind::Collection(CollectionOp::Length, vec![result.clone()]),
            core::Type::Int,
            place,
        );
        let size = binary(BinaryOp::Eq, length, binary(BinaryOp::Sub, read(high), read(low)));
        let member = |at| {
            let kind = ExprKind::Collection(CollectionOp::Index, vec![result.clone(), at]);
            Expr::new(kind, element.core(), place)
        };
        let stored = |at| {
            let kind = ExprKind::Element { array: Box::new(read(array)), field, index: Box::new(at) };
            Expr::new(kind, element.core(), place)
        };
        let for_all = |from, to, trigger, fact| {
            let inside = binary(
                BinaryOp::And,
                binary(BinaryOp::LessEq, from, read(index)),
                binary(BinaryOp::Less, read(index), to),
            );
            let quantifier = Quantifier {
                existential: false,
                bound: vec![index],
                triggers: vec![vec![trigger]],
                body: Box::new(binary(BinaryOp::Implies, inside, fact)),
            };
            Assertion::pure(Expr::new(ExprKind::Quantified(quantifier), core::Type::Bool, place))
        };
        let position = binary(BinaryOp::Add, read(low), read(index));
        let same = binary(BinaryOp::Eq, member(read(index)), stored(position));
        let count = binary(BinaryOp::Sub, read(high), read(low));
        let members = for_all(Expr::int(0, place), count, member(read(index)), same);
        let offset = binary(BinaryOp::Sub, read(index), read(low));
        let same = binary(BinaryOp::Eq, stored(read(index)), member(offset));
        let elements = for_all(read(low), read(high), stored(read(index)), same);
        function.requires = vec![not_null(array, locals, place), Assertion::pure(ordered), owned];
        function.ensures = vec![Assertion::pure(size), members, elements];
        function.params = vec![array, low, high];
        self.hidden.insert(function.name.clone());
        let id = self.program.functions.push(function);
        self.prelude.contents.insert(key, id);
        id
    }

    /// A string literal: some object, the same for equal texts, never null.
    pub fn string(&mut self, text: &str, place: &Place) -> Expr {
        let known = self.prelude.strings.get(text).copied();
        let function = known.unwrap_or_else(|| {
            let function = self.constant_object(format!("{text:?}"), place);
            self.prelude.strings.insert(text.to_string(), function);
            function
        });
        self.apply_domain(function, Vec::new(), core::Type::Ref, place)
    }

    /// The object that holds the static fields of a class.
    pub fn class_object(&mut self, class: &str, place: &Place) -> Expr {
        let known = self.prelude.class_objects.get(class).copied();
        let function = known.unwrap_or_else(|| {
            let function = self.constant_object(format!("{class}.class"), place);
            self.prelude.class_objects.insert(class.to_string(), function);
            function
        });
        self.apply_domain(function, Vec::new(), core::Type::Ref, place)
    }

    /// Whether a non-null object is an instance of the named class.
    pub fn type_test(&mut self, object: Expr, class: &str, place: &Place) -> Expr {
        let function = self.type_test_function(class, place);
        self.apply_domain(function, vec![object], core::Type::Bool, place)
    }

    /// Whether the elements of an array may be whatever is of type `element`.
    pub fn exact_array_test(&mut self, array: Expr, element: &str, place: &Place) -> Expr {
        let function = match self.prelude.exact_arrays.get(element) {
            Some(&function) => function,
            None => {
                let name = format!("exact {element}[]");
                let (params, result) = (vec![core::Type::Ref], core::Type::Bool);
                let function = self.domain_function(name, params, result, false, place);
                self.prelude.exact_arrays.insert(element.to_string(), function);
                function
            }
        };
        self.apply_domain(function, vec![array], core::Type::Bool, place)
    }

    /// Whether an object's class is exactly `class`.
    pub fn exact_type_test(&mut self, object: Expr, class: usize, place: &Place) -> Expr {
        let function = match self.prelude.type_of {
            Some(function) => function,
            None => {
                let function = self.domain_function(
                    "typeOf".to_string(),
                    vec![core::Type::Ref],
                    core::Type::Int,
                    false,
                    place,
                );
                self.prelude.type_of = Some(function);
                function
            }
        };
        let found = self.apply_domain(function, vec![object], core::Type::Int, place);
        Expr::binary(BinaryOp::Eq, found, Expr::int(class, place), place)
    }

    /// An operation on bits about which nothing is known but that it is a function.
    pub fn bit_operation(&mut self, name: &'static str, operands: Vec<Expr>, place: &Place) -> Expr {
        let function = match self.prelude.bits.get(name) {
            Some(&function) => function,
            None => {
                let params = vec![core::Type::Int; operands.len()];
                let function = self.domain_function(name.to_string(), params, core::Type::Int, false, place);
                self.prelude.bits.insert(name, function);
                function
            }
        };
        self.apply_domain(function, operands, core::Type::Int, place)
    }

    fn type_test_function(&mut self, class: &str, place: &Place) -> DomainFunctionId {
        if let Some(&function) = self.prelude.type_tests.get(class) {
            return function;
        }
        let function = self.domain_function(
            format!("is {class}"),
            vec![core::Type::Ref],
            core::Type::Bool,
            false,
            place,
        );
        self.prelude.type_tests.insert(class.to_string(), function);
        for parent in self.table.parents(class) {
            self.type_test_function(&parent, place);
        }
        function
    }

    fn constant_object(&mut self, name: String, place: &Place) -> DomainFunctionId {
        let function = self.domain_function(name.clone(), Vec::new(), core::Type::Ref, true, place);
        let object = self.apply_domain(function, Vec::new(), core::Type::Ref, place);
        let body = Expr::binary(BinaryOp::NotEq, object, Expr::null(place), place);
        self.axiom(format!("{name} exists"), IdVec::new(), body, place);
        function
    }

    fn domain(&mut self, place: &Place) -> core::DomainId {
        if let Some(domain) = self.prelude.domain {
            return domain;
        }
        let domain = self.program.domains.push(core::Domain {
            name: "Java".to_string(),
            place: place.clone(),
            params: Vec::new(),
            axioms: Vec::new(),
        });
        self.hidden.insert("Java".to_string());
        self.prelude.domain = Some(domain);
        domain
    }

    fn domain_function(
        &mut self,
        name: String,
        params: Vec<core::Type>,
        result: core::Type,
        unique: bool,
        place: &Place,
    ) -> DomainFunctionId {
        let domain = self.domain(place);
        let place = place.clone();
        self.program.domain_functions.push(core::DomainFunction {
            name,
            place,
            domain,
            params,
            result,
            unique,
        })
    }

    fn apply_domain(
        &self,
        function: DomainFunctionId,
        arguments: Vec<Expr>,
        ty: core::Type,
        place: &Place,
    ) -> Expr {
        Expr::new(ExprKind::DomainApply { function, type_arguments: Vec::new(), arguments }, ty, place)
    }

    fn axiom(&mut self, name: String, locals: core::Locals, body: Expr, place: &Place) {
        let domain = self.domain(place);
        self.program.domains[domain].axioms.push(core::Axiom { name, place: place.clone(), locals, body });
    }

    /// Axioms about the type tests that were asked for: subclasses imply superclasses, unrelated classes exclude each
    /// other.
    pub fn finish_prelude(&mut self) {
        let names: Vec<String> = self.prelude.type_tests.keys().cloned().collect();
        for (index, class) in names.iter().enumerate() {
            for parent in self.table.parents(class) {
                self.type_axiom(class, &parent, BinaryOp::Implies, false);
            }
            for other in &names[index + 1..] {
                if self.table.is_class(class) && self.table.is_class(other) && !self.related(class, other) {
                    self.type_axiom(class, other, BinaryOp::Implies, true);
                }
            }
        }
    }

    fn related(&self, lhs: &str, rhs: &str) -> bool {
        self.table.name_is_subclass(lhs, rhs) || self.table.name_is_subclass(rhs, lhs)
    }

    /// `forall o :: is class(o) op [not] is other(o)`
    fn type_axiom(&mut self, class: &str, other: &str, op: BinaryOp, negated: bool) {
        let domain = self.prelude.domain.expect("type tests live in the domain");
        let place = self.program.domains[domain].place.clone();
        let mut locals = core::Locals::new();
        let object = locals.push(Local { name: "o".into(), ty: core::Type::Ref, place: place.clone() });
        let test = |builder: &mut Self, name: &str| {
            builder.type_test(Expr::local(object, &locals, &place), name, &place)
        };
        let (lhs, rhs) = (test(self, class), test(self, other));
        let trigger = if negated { vec![lhs.clone(), rhs.clone()] } else { vec![lhs.clone()] };
        let rhs = if negated { not(rhs) } else { rhs };
        let quantifier = Quantifier {
            existential: false,
            bound: vec![object],
            triggers: vec![trigger],
            body: Box::new(Expr::binary(op, lhs, rhs, &place)),
        };
        let body = Expr::new(ExprKind::Quantified(quantifier), core::Type::Bool, &place);
        let relation = if negated { "excludes" } else { "is" };
        self.axiom(format!("{class} {relation} {other}"), locals, body, &place);
    }
}

fn element_name(element: &Type) -> String {
    match element {
        Type::Class(..) | Type::Array(_) | Type::Null => "Object[]".to_string(),
        other => format!("{other}[]"),
    }
}

/// A pure assertion that is known when produced and asks for nothing when consumed.
pub fn assumed(condition: Expr) -> Assertion {
    let place = condition.place.clone();
    let nothing = Assertion::pure(Expr::bool(true, &place));
    Assertion::new(
        AssertionKind::InhaleExhale(Box::new(Assertion::pure(condition)), Box::new(nothing)),
        &place,
    )
}
