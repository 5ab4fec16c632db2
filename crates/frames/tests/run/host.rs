//! Between contract heaps and the concrete machine: objects are put into its memory, and read back after the run.

use frames::java::table::Table;
use frames::java::types::Type;
use machine::concrete::{Concrete, Handle, Machine, Outcome, Value as Word};
use machine::{Limits, Silent, State};
use num_bigint::BigInt;
use program::{ClassId, FieldId, Program, TypeId};

use super::value::{Heap, Location, Object, Ref, Value};

pub struct Host<'p> {
    machine: Machine<'p>,
    /// Before anything ran.
    fresh: State<Concrete>,
    /// Objects by their number in heaps.
    known: Vec<Handle>,
}

/// What came of a run.
pub enum Ended {
    Returned(Option<Value>),
    /// The exception and its class.
    Threw(Value, String),
    /// Neither: a limit was reached.
    Neither,
}

const MAX_STEPS: u64 = 200_000;

impl<'p> Host<'p> {
    pub fn new(program: &'p Program) -> Self {
        let limits = Limits { heap: 64 << 20, ..Limits::default() };
        let machine = Machine::new(program, Box::new(Silent), limits);
        let fresh = machine.state.clone();
        Self { machine, fresh, known: Vec::new() }
    }

    fn program(&self) -> &'p Program {
        self.machine.cx.program
    }

    /// Starts over with the objects of a heap in memory. Ghost fields stay outside.
    pub fn load(&mut self, heap: &Heap, table: &Table<'_>) -> Result<(), String> {
        self.machine.state = self.fresh.clone();
        self.known.clear();
        for object in &heap.objects {
            let handle = match object.length {
                Some(length) => {
                    let ty = self.array_type(&object.class)?;
                    self.machine.new_array(ty, length as i32)
                }
                None => {
                    let class = self.class(&object.class)?;
                    self.machine.new_object(class)
                }
            };
            self.known.push(handle.map_err(|outcome| format!("{outcome:?}"))?);
        }
        for (location, value) in &heap.cells {
            self.store(location, value, table)?;
        }
        Ok(())
    }

    fn store(&mut self, location: &Location, value: &Value, table: &Table<'_>) -> Result<(), String> {
        match location {
            Location::Element(array, index) => {
                let handle = self.known[*array];
                let ty = self.program().element_of(self.machine.type_of(handle)).ok_or("an array")?;
                let word = self.word(value, ty)?;
                self.machine.set_element(handle, *index as i32, word);
            }
            Location::Field(owner, name) => {
                let Some(field) = self.field(name, table)? else { return Ok(()) };
                let word = self.word(value, self.program().field(field).ty)?;
                match owner {
                    Ref::Object(object) => self.machine.set_field(self.known[*object], field, word),
                    Ref::Class(class) => {
                        let class = self.class(class)?;
                        self.machine.initialise(class).map_err(|outcome| format!("{outcome:?}"))?;
                        self.machine.set_static(field, word);
                    }
                    Ref::Null | Ref::Text(_) => return Err("no owner of fields".to_owned()),
                }
            }
        }
        Ok(())
    }

    /// The Java field `C.f`; none if it is ghost.
    fn field(&self, name: &str, table: &Table<'_>) -> Result<Option<FieldId>, String> {
        let (class, field) = name.split_once('.').ok_or("a field has a class")?;
        let declared = table.class_named(class).and_then(|class| table.field(class, field));
        if declared.is_some_and(|field| table.fields[field].decl.is_ghost) {
            return Ok(None);
        }
        let class = self.class(class)?;
        self.program().declared_field(class, field).map(Some).ok_or_else(|| format!("no field {name}"))
    }

    /// Types of a method's arguments, the object's first.
    pub fn parameter_types(&self, method: program::MethodId) -> Vec<TypeId> {
        let info = self.program().method(method);
        let this =
            (!info.is_static()).then(|| self.program().class_type(&self.program().class(info.class).name));
        this.into_iter().chain(info.params.iter().copied()).collect()
    }

    pub fn class(&self, name: &str) -> Result<ClassId, String> {
        let name = if name == "Object" { "java/lang/Object" } else { name };
        self.program().class_named(name).map_err(|error| error.message.clone())
    }

    fn array_type(&self, class: &str) -> Result<TypeId, String> {
        let element = class.strip_suffix("[]").ok_or("an array")?;
        let descriptor = match element {
            "boolean" => "[Z".to_owned(),
            "byte" => "[B".to_owned(),
            "short" => "[S".to_owned(),
            "char" => "[C".to_owned(),
            "int" => "[I".to_owned(),
            "long" => "[J".to_owned(),
            "Object" | "String" => format!("[Ljava/lang/{element};"),
            other => format!("[L{other};"),
        };
        self.program().type_of_descriptor(&descriptor).ok_or(descriptor)
    }

    /// A value as Java has it; an error if the type has no such value.
    pub fn word(&mut self, value: &Value, ty: TypeId) -> Result<Word, String> {
        let small = |value: &BigInt, low: i32, high: i32| {
            let value = i32::try_from(value).ok().filter(|value| (low..=high).contains(value));
            value.map(Word::Int).ok_or_else(|| "too large".to_owned())
        };
        match (value, ty) {
            (Value::Bool(value), _) => Ok(Word::Int(i32::from(*value))),
            (Value::Int(value), TypeId::LONG) => {
                i64::try_from(value).map(Word::Long).map_err(|_| "too large".to_owned())
            }
            (Value::Int(value), TypeId::BYTE) => small(value, -0x80, 0x7f),
            (Value::Int(value), TypeId::SHORT) => small(value, -0x8000, 0x7fff),
            (Value::Int(value), TypeId::CHAR) => small(value, 0, 0xffff),
            (Value::Int(value), _) => small(value, i32::MIN, i32::MAX),
            (Value::Ref(Ref::Null), _) => Ok(Word::Null),
            (Value::Ref(Ref::Object(object)), _) => Ok(Word::Object(self.known[*object])),
            (Value::Ref(Ref::Text(text)), _) => {
                let text = text.trim_matches('"');
                let string = self.machine.new_string(&text.into());
                string.map(Word::Object).map_err(|outcome| format!("{outcome:?}"))
            }
            _ => Err("no Java value".to_owned()),
        }
    }

    /// A new object for a constructor to work on; heaps read from now on have it.
    pub fn allocate(&mut self, class: ClassId) -> Result<(Value, Word), String> {
        let handle = self.machine.new_object(class).map_err(|outcome| format!("{outcome:?}"))?;
        self.known.push(handle);
        Ok((Value::Ref(Ref::Object(self.known.len() - 1)), Word::Object(handle)))
    }

    pub fn call(&mut self, method: program::MethodId, arguments: &[Word], result: &Type) -> Ended {
        let mut steps = machine::concrete::Steps(MAX_STEPS);
        match self.machine.call(method, arguments, &mut steps) {
            Outcome::Returned(None) => Ended::Returned(None),
            Outcome::Returned(Some(word)) => {
                Ended::Returned(Some(self.value(word, *result == Type::Boolean)))
            }
            Outcome::Threw(thrown) => {
                let class = simple(&self.program().class(thrown.class).name);
                Ended::Threw(self.value(Word::Object(thrown.exception), false), class)
            }
            Outcome::Exit(_) | Outcome::Paused | Outcome::Unsupported(_) => Ended::Neither,
        }
    }

    fn value(&mut self, word: Word, is_bool: bool) -> Value {
        match word {
            Word::Int(value) if is_bool => Value::Bool(value != 0),
            Word::Int(value) => Value::int(value),
            Word::Long(value) => Value::int(value),
            Word::Float(_) | Word::Double(_) => unreachable!("there are no contracts about these"),
            Word::Null => Value::NULL,
            Word::Object(handle) => Value::Ref(self.reference(handle)),
        }
    }

    fn reference(&mut self, handle: Handle) -> Ref {
        if let Some(known) = self.known.iter().position(|&known| self.machine.same(known, handle)) {
            return Ref::Object(known);
        }
        if self.program().type_name(self.machine.type_of(handle)) == "java.lang.String"
            && let Some(text) = self.machine.text(handle)
        {
            return Ref::Text(format!("{:?}", text.to_string()));
        }
        self.known.push(handle);
        Ref::Object(self.known.len() - 1)
    }

    /// What the machine's memory holds now: every object known, all it leads to, and the static fields.
    pub fn read(&mut self, table: &Table<'_>) -> Result<Heap, String> {
        let mut heap = Heap::default();
        for info in table.fields.iter().filter(|info| info.decl.modifiers.is_static && !info.decl.is_ghost) {
            let class = &table.classes[info.class].decl.name.text;
            let name = format!("{class}.{}", info.decl.name.text);
            let id = self.class(class)?;
            self.machine.initialise(id).map_err(|outcome| format!("{outcome:?}"))?;
            let Some(field) = self.program().declared_field(id, &info.decl.name.text) else { continue };
            let word = self.machine.static_field(field);
            let value = self.value(word, info.ty == Type::Boolean);
            heap.cells.insert(Location::Field(Ref::Class(class.clone()), name), value);
        }
        let mut next = 0;
        while next < self.known.len() {
            let object = self.object(next, &mut heap, table);
            heap.objects.push(object);
            next += 1;
        }
        Ok(heap)
    }

    fn object(&mut self, number: usize, heap: &mut Heap, table: &Table<'_>) -> Object {
        let (handle, program) = (self.known[number], self.program());
        let ty = self.machine.type_of(handle);
        let class = simple(&program.type_name(ty).replace('.', "/"));
        if let Some(element) = program.element_of(ty) {
            let length = self.machine.length(handle);
            for index in 0..length {
                let word = self.machine.element_at(handle, index);
                let value = self.value(word, element == TypeId::BOOLEAN);
                heap.cells.insert(Location::Element(number, i64::from(index)), value);
            }
            return Object { class, length: Some(i64::from(length)) };
        }
        let above = table.class_named(&class).map(|class| table.ancestors(class)).unwrap_or_default();
        for field in above.iter().flat_map(|&class| &table.classes[class].fields) {
            let info = &table.fields[*field];
            let owner = &table.classes[info.class].decl.name.text;
            let found =
                self.class(owner).ok().and_then(|id| program.declared_field(id, &info.decl.name.text));
            let Some(found) = found.filter(|_| !info.decl.modifiers.is_static) else { continue };
            let word = self.machine.field(handle, found);
            let value = self.value(word, info.ty == Type::Boolean);
            let name = format!("{owner}.{}", info.decl.name.text);
            heap.cells.insert(Location::Field(Ref::Object(number), name), value);
        }
        Object { class, length: None }
    }
}

fn simple(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).to_owned()
}
