//! New objects, and which body a call on an object runs.

use frames::core::{
    Assertion, AssertionKind, BinaryOp, ExprKind, LocalId, Method, MethodId, NewFields, Resource, Type,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::exec::{Frame, Ran, Run, Trouble};
use crate::value::{Location, Object, Ref, Value};

impl<'a> Run<'_, 'a> {
    /// An object whose class is not known yet; [`settle`](Self::settle) learns it.
    pub fn new_object(&mut self, frame: &mut Frame<'a>, local: LocalId, fields: &NewFields) -> Ran<()> {
        let (fields, zeroed) = match fields {
            NewFields::Zeroed(fields) => (fields, true),
            NewFields::Some(fields) => (fields, false),
            NewFields::All => return Err(Trouble::Unknown("every field there is".to_owned())),
        };
        let object = self.world.heap.objects.len();
        self.world.heap.objects.push(Object { class: String::new(), length: None });
        for &field in fields {
            let field = &self.world.program.fields[field];
            let location = Location::Field(Ref::Object(object), field.name.clone());
            frame.held.insert(location.clone(), BigRational::one());
            if let (true, Some(zero)) = (zeroed, zero(&field.ty)) {
                self.world.heap.cells.insert(location, zero);
            }
        }
        frame.store.values.insert(local, Value::Ref(Ref::Object(object)));
        Ok(())
    }

    /// The body a call runs: that of the object's class. Who calls what it overrides means `super`.
    pub fn dispatch(&self, frame: &Frame<'_>, method: MethodId, receiver: Option<&Value>) -> MethodId {
        let (table, program) = (self.world.chooser.table, self.world.program);
        let named = |name: &str| table.methods.iter_enumerated().find(|(_, info)| info.name == name);
        let Some((called, info)) = named(&program.methods[method].name) else { return method };
        let Some(Value::Ref(Ref::Object(object))) = receiver else { return method };
        let class = table.class_named(&self.world.heap.objects[*object].class);
        let (Some(class), false) = (class, info.decl.modifiers.is_static || info.decl.result.is_none())
        else {
            return method;
        };
        let overriders = table.overriders(called);
        let runs = std::iter::once(called).chain(overriders.iter().copied()).filter(|&other| {
            let declared_in = table.methods[other].class;
            table.is_subclass(class, declared_in)
        });
        let lowest = runs.max_by_key(|&other| table.ancestors(table.methods[other].class).len());
        let is_super = named(&frame.method.name).is_some_and(|(caller, _)| overriders.contains(&caller));
        let name = match lowest {
            Some(lowest) if !is_super => &table.methods[lowest].name,
            _ => return method,
        };
        let mut methods = program.methods.iter_enumerated();
        methods.find(|(_, method)| method.name == *name).map_or(method, |(id, _)| id)
    }

    /// Where predicates differ by subclass, a body is there once for each class that runs it.
    pub fn version_of(&self, method: MethodId, receiver: Option<&Value>) -> &'a Method {
        let program = self.world.program;
        let method = &program.methods[method];
        let Some(Value::Ref(Ref::Object(object))) = receiver else { return method };
        let version = format!("{} in {}", method.name, self.world.heap.objects[*object].class);
        program.methods.iter().find(|other| other.name == version).unwrap_or(method)
    }

    /// Elements of a new array have Java's initial values.
    pub fn fill_elements(&mut self, frame: &mut Frame<'a>, assertion: &Assertion) -> Ran<()> {
        let AssertionKind::Access(Resource::Elements { array, field, lo, hi }, _) = &assertion.kind else {
            return Ok(());
        };
        let Ref::Object(array) = self.world.reference(&mut frame.store, array)? else { return Ok(()) };
        let (low, high) = (self.world.int(&mut frame.store, lo)?, self.world.int(&mut frame.store, hi)?);
        let Some(zero) = zero(&self.world.program.fields[*field].ty) else { return Ok(()) };
        for index in crate::eval::num_iter(low, high)? {
            let Ok(index) = i64::try_from(index) else { continue };
            self.world.heap.cells.entry(Location::Element(array, index)).or_insert_with(|| zero.clone());
        }
        Ok(())
    }

    /// What an assumption tells about a new object: its class, an array's length, a final field.
    pub fn settle(&mut self, frame: &mut Frame<'a>, assertion: &Assertion) -> Ran<()> {
        let AssertionKind::Pure(fact) = &assertion.kind else { return Ok(()) };
        let (about, value) = match &fact.kind {
            ExprKind::Binary(BinaryOp::Eq, about, value) => (&**about, Some(&**value)),
            _ => (fact, None),
        };
        let (name, [object]) = (match &about.kind {
            ExprKind::Apply(function, arguments) => {
                (self.world.program.functions[*function].name.clone(), &arguments[..])
            }
            ExprKind::DomainApply { function, arguments, .. } => {
                (self.world.program.domain_functions[*function].name.clone(), &arguments[..])
            }
            _ => return Ok(()),
        }) else {
            return Ok(());
        };
        let Value::Ref(Ref::Object(object)) = self.world.eval(&mut frame.store, object)? else {
            return Ok(());
        };
        let value = value.map(|value| self.world.eval(&mut frame.store, value)).transpose()?;
        let table = self.world.chooser.table;
        let known = &mut self.world.heap.objects[object];
        match (name.as_str(), value) {
            ("length", Some(Value::Int(length))) if known.class.is_empty() => {
                *known = Object { class: "Object[]".to_owned(), length: i64::try_from(length).ok() };
            }
            ("typeOf", Some(Value::Int(number))) => {
                let class = table.classes.iter().nth(usize::try_from(number).unwrap_or(usize::MAX));
                known.class = class.map(|class| class.decl.name.text.clone()).unwrap_or_default();
            }
            (name, None) if known.class.is_empty() => {
                known.class = name.strip_prefix("is ").unwrap_or_default().to_owned();
            }
            (name, Some(value)) if name.contains('.') => {
                let location = Location::Field(Ref::Object(object), name.to_owned());
                self.world.heap.cells.entry(location).or_insert(value);
            }
            _ => {}
        }
        Ok(())
    }
}

/// Java's initial value; values of contracts have none.
fn zero(ty: &Type) -> Option<Value> {
    match ty {
        Type::Int => Some(Value::Int(BigInt::zero())),
        Type::Bool => Some(Value::Bool(false)),
        Type::Ref => Some(Value::NULL),
        Type::Seq(_) => Some(Value::Seq(Vec::new())),
        Type::Set(_) => Some(Value::Set(std::collections::BTreeSet::new())),
        Type::Multiset(_) => Some(Value::multiset([])),
        Type::Perm | Type::Domain(..) | Type::Param(_) | Type::Map(..) => None,
    }
}
