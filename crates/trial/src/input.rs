//! Inputs for methods: heaps and arguments for which their preconditions hold.

use frames::core;
use frames::java::table::{ClassId, MethodId, MethodInfo, Table};
use frames::java::types::Type;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use crate::choose::{Chooser, Numbers};
use crate::value::{Heap, Location, Value};
use crate::world::{FUEL, Footprint, Store, World};

/// Where inputs come from: the same seed leads to the same input.
pub struct Inputs<'a> {
    pub table: &'a Table<'a>,
    pub program: &'a core::Program,
    pub seed: u64,
    /// See [`Chooser`].
    pub likely: &'a [BigInt],
    pub with_finals: bool,
    /// What parameters and fields of `this` hold, by name (`x`, `this.f`): not chosen.
    pub preset: Vec<(String, Value)>,
}

/// What a method's contract is made of, whether it is a method or a pure one to the core.
pub struct Contract<'a> {
    pub params: &'a [core::LocalId],
    pub requires: &'a [core::Assertion],
    pub ensures: &'a [core::Assertion],
    /// What a constructor, a result and an exception are bound to.
    pub this: Option<core::LocalId>,
    pub result: Option<core::LocalId>,
    pub exception: Option<core::LocalId>,
    pub function: Option<core::FunctionId>,
    pub method: Option<core::MethodId>,
}

/// An input: what the precondition owns of it, and the values of parameters.
pub struct Input {
    pub heap: Heap,
    pub store: Store,
    pub owned: Footprint,
}

impl<'a> Inputs<'a> {
    /// Inputs for the methods of a program.
    pub fn new(table: &'a Table<'a>, program: &'a core::Program) -> Self {
        Self { table, program, seed: 1, likely: &[], with_finals: true, preset: Vec::new() }
    }

    /// The contract of a method, if it can be evaluated.
    pub fn contract(&self, info: &MethodInfo<'_>) -> Option<Contract<'a>> {
        let is_constructor = info.decl.result.is_none();
        let has_result = info.result != Type::Void;
        let mut methods = self.program.methods.iter_enumerated();
        if let Some((id, method)) = methods.find(|(_, method)| method.name == info.name) {
            let mut returns = method.returns.iter().copied();
            return Some(Contract {
                params: &method.params,
                requires: &method.requires,
                ensures: &method.ensures,
                this: is_constructor.then(|| returns.next()).flatten(),
                result: has_result.then(|| returns.next()).flatten(),
                exception: returns.next(),
                function: None,
                method: Some(id),
            });
        }
        let mut functions = self.program.functions.iter_enumerated();
        let function = functions.find(|(_, function)| function.name == info.name);
        function.map(|(id, function)| Contract {
            params: &function.params,
            requires: &function.requires,
            ensures: &function.ensures,
            this: None,
            result: Some(function.result),
            exception: None,
            function: Some(id),
            method: None,
        })
    }

    /// A world with this heap now and that one before.
    pub fn world(&self, heap: Heap, old: Heap, choosing: bool) -> World<'a> {
        let numbers = Numbers(self.seed.wrapping_mul(0x9e37_79b9));
        let chooser =
            Chooser { table: self.table, numbers, likely: self.likely, with_finals: self.with_finals };
        World { program: self.program, chooser, choosing, heap, old, marks: Vec::new(), depth: 0, fuel: FUEL }
    }

    /// A heap and arguments the precondition holds for, if this seed leads to any.
    pub fn input(&self, method: MethodId, contract: &Contract<'_>) -> Option<Input> {
        let info = &self.table.methods[method];
        let mut world = self.world(Heap::default(), Heap::default(), true);
        let mut store = Store::default();
        let mut params = contract.params.iter().copied();
        if !info.decl.modifiers.is_static && info.decl.result.is_some() {
            let this = world.chooser.object(&mut world.heap, &self.running(method), false);
            self.preset_fields(info.class, &this, &mut world.heap);
            store.values.insert(params.next()?, this);
        }
        let given = &self.table.methods[info.contract].given;
        let params: Vec<core::LocalId> = params.collect();
        store.types = params.iter().copied().zip(info.params.iter().chain(given).cloned()).collect();
        for (local, (param, ty)) in params.into_iter().zip(info.decl.params.iter().zip(&info.params)) {
            let preset = self.preset.iter().find(|(name, value)| *name == param.name.text && fits(value, ty));
            store.values.extend(preset.map(|(_, value)| (local, value.clone())));
        }
        let mut owned = Footprint::new();
        let holds = world.holds_all(&mut store, contract.requires, &BigRational::one(), &mut owned);
        for (&local, ty) in &store.types {
            store.values.entry(local).or_insert_with(|| world.chooser.value(&mut world.heap, ty));
        }
        if holds != Ok(true) {
            return None;
        }
        for location in owned.keys() {
            world.look_at(location).ok()?;
        }
        Some(Input { heap: world.heap, store, owned })
    }

    /// Gives fields of the object what is preset for `this.f`.
    fn preset_fields(&self, class: ClassId, this: &Value, heap: &mut Heap) {
        let Value::Ref(this) = this else { return };
        for (name, value) in &self.preset {
            let field = name.strip_prefix("this.").and_then(|name| self.table.field(class, name));
            let Some(info) = field.map(|field| &self.table.fields[field]) else { continue };
            if fits(value, &info.ty) && !info.decl.modifiers.is_static && !info.decl.modifiers.is_final {
                let owner = &self.table.classes[info.class].decl.name.text;
                let name = format!("{owner}.{}", info.decl.name.text);
                heap.cells.insert(Location::Field(this.clone(), name), value.clone());
            }
        }
    }

    /// Classes whose objects run this body.
    fn running(&self, method: MethodId) -> Vec<String> {
        let info = &self.table.methods[method];
        let overriders = self.table.overriders(method);
        let is_own = |&class: &ClassId| {
            let decl = self.table.classes[class].decl;
            let overridden = overriders
                .iter()
                .any(|&other| self.table.is_subclass(class, self.table.methods[other].class));
            !decl.is_interface && !decl.modifiers.is_abstract && !overridden
        };
        let classes = self.table.descendants(info.class).into_iter().filter(is_own);
        classes.map(|class| self.table.classes[class].decl.name.text.clone()).collect()
    }
}

/// Whether a preset value is one of a type.
fn fits(value: &Value, ty: &Type) -> bool {
    match (value, ty) {
        (Value::Bool(_), Type::Boolean) => true,
        (Value::Int(value), Type::Number(number)) => number
            .bounds()
            .is_none_or(|(low, high)| BigInt::from(low) <= *value && *value <= BigInt::from(high)),
        _ => false,
    }
}
