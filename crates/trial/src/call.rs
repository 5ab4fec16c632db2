//! Inputs on the machine: arguments for the compiled method, and what ghost fields hold after it ran.

use std::collections::BTreeSet;

use frames::java::table::MethodInfo;
use frames::java::types::Type;
use machine::concrete::Value as Word;
use num_rational::BigRational;
use num_traits::One;

use crate::host::Host;
use crate::input::{Contract, Inputs};
use crate::value::{Heap, Value};
use crate::world::{Footprint, Store};

/// A machine, and inputs for it.
pub struct Caller<'a, 'p> {
    pub inputs: Inputs<'a>,
    pub host: Host<'p>,
}

impl Caller<'_, '_> {
    /// Puts the input into the machine; returns the heap as the machine has it, and the arguments.
    pub fn prepare(
        &mut self,
        info: &MethodInfo<'_>,
        contract: &Contract<'_>,
        heap: &Heap,
        store: &mut Store,
        target: program::MethodId,
    ) -> Result<(Heap, Vec<Word>), String> {
        self.host.load(heap, self.inputs.table)?;
        let types = self.host.parameter_types(target);
        let mut arguments = Vec::new();
        let mut params = contract.params.iter();
        if !info.decl.modifiers.is_static && info.decl.result.is_some() {
            let this = params.next().ok_or("a receiver")?;
            let value = store.values.get(this).ok_or("a receiver")?;
            arguments.push(self.host.word(value, types[0])?);
        }
        let skip = usize::from(!info.decl.modifiers.is_static);
        let mut values = Vec::new();
        for (param, &ty) in params.zip(&types[skip..]) {
            let value = store.values.get(param).ok_or("an argument")?;
            values.push(self.host.word(value, ty)?);
        }
        let mut before = self.host.read(self.inputs.table)?;
        for (location, value) in &heap.cells {
            before.cells.entry(location.clone()).or_insert_with(|| value.clone());
        }
        if let Some(this) = contract.this {
            let class = self.host.class(&self.inputs.table.classes[info.class].decl.name.text)?;
            let (value, word) = self.host.allocate(class)?;
            store.values.insert(this, value);
            arguments.push(word);
        }
        arguments.extend(values);
        Ok((before, arguments))
    }

    /// Ghost fields a method may not write are as before; of the others nothing is known.
    pub fn keep_ghosts(&self, before: &Heap, after: &mut Heap, owned: &Footprint) {
        for (location, value) in &before.cells {
            let is_writable = owned.get(location).is_some_and(|amount| *amount == BigRational::one());
            if !after.cells.contains_key(location) && !is_writable {
                after.cells.insert(location.clone(), value.clone());
            }
        }
    }

    /// The compiled method: by name, and by simple names of its parameters' types.
    pub fn java_method(&self, info: &MethodInfo<'_>) -> Option<program::MethodId> {
        let (table, classes) = (self.inputs.table, self.host.program());
        let class = self.host.class(&table.classes[info.class].decl.name.text).ok()?;
        let name = if info.decl.result.is_none() { "<init>" } else { info.decl.name.text.as_str() };
        let generic: BTreeSet<&str> =
            table.classes[info.class].decl.type_parameters.iter().map(|name| name.text.as_str()).collect();
        let wanted: Vec<String> = info
            .params
            .iter()
            .map(|ty| match ty {
                Type::Class(name, _) if generic.contains(name.as_str()) => "Object".to_owned(),
                Type::Class(name, _) => name.clone(),
                other => other.to_string(),
            })
            .collect();
        classes.class(class).methods().find(|&method| {
            let declared = classes.method(method);
            let simple = |&ty: &program::TypeId| {
                let name = classes.type_name(ty);
                name.rsplit(['.', '$']).next().unwrap_or(&name).to_owned()
            };
            &*declared.name == name && declared.params.iter().map(simple).collect::<Vec<_>>() == wanted
        })
    }
}

/// What stands for the result of a method that threw: of its type, and nobody looks at it.
pub fn no_result(ty: &Type) -> Option<Value> {
    match ty {
        Type::Void => None,
        Type::Boolean => Some(Value::Bool(false)),
        Type::Number(_) => Some(Value::int(0)),
        _ => Some(Value::NULL),
    }
}
