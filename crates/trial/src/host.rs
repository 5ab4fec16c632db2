//! Between contract heaps and the concrete machine: objects are put into its memory, and read back after the run.

use std::collections::BTreeMap;

use frames::java::table::Table;
use frames::java::types::Type;
use library::names;
use machine::concrete::{Concrete, Handle, Machine, Outcome, Steps, Value as Word};
use machine::{End, Limits, Silent, State};
use num_bigint::BigInt;
use program::class::Origin;
use program::{ClassId, FieldId, Flags, Program, TypeId};

use crate::value::{Heap, Location, Object, Ref, Value};

/// Runs methods of the program on the machine.
pub struct Host<'p> {
    machine: Machine<'p>,
    /// Before anything ran.
    fresh: State<Concrete>,
    /// Objects by their number in heaps.
    known: Vec<Handle>,
    /// Internal names of the given classes by their simple ones; none where two have the same.
    names: BTreeMap<String, Option<String>>,
}

/// What came of a run.
pub enum Ended {
    Returned(Option<Value>),
    Threw(Thrown),
    /// Neither: a limit was reached, or something is not supported.
    Neither,
}

/// An exception that left the method.
pub struct Thrown {
    pub exception: Value,
    /// Its class, without the package.
    pub class: String,
    /// It tells of the program rather than of the machine: no error, but for a failed assertion.
    pub is_programs: bool,
    /// The line of the given sources it comes from, innermost.
    pub at: Option<(String, u32)>,
}

const MAX_STEPS: u64 = 200_000;

/// Larger heaps are not read back.
const MOST_OBJECTS: usize = 2_000;
const MOST_CELLS: usize = 20_000;

impl<'p> Host<'p> {
    /// A machine with the JDK up and running and the given classes initialised, or why there is none.
    pub fn new(program: &'p Program) -> Result<Self, String> {
        let limits = Limits { heap: 64 << 20, ..Limits::default() };
        let mut machine = Machine::new(program, Box::new(Silent), limits);
        machine.boot().map_err(|outcome| outcome.in_words(program))?;
        let mut names = BTreeMap::new();
        for name in program.class_path_names() {
            let found = names.entry(simple(&name)).or_insert_with(|| Some(name.to_string()));
            if found.as_deref() != Some(&*name) {
                *found = None;
            }
            let class = program.class_named(&name).map_err(|error| error.message.clone())?;
            initialise(&mut machine, class)?;
        }
        let fresh = machine.state.clone();
        Ok(Self { machine, fresh, known: Vec::new(), names })
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.machine.cx.program
    }

    /// Whether every object of the class that has these fields is one Java could have made, as far as anybody can tell
    /// from outside: nothing but constructors of the given classes sets them, and none is final.
    pub fn is_plain(&self, class: &str) -> bool {
        let mut next = match self.class(class) {
            Ok(class) => Some(class),
            Err(_) => return false,
        };
        while let Some(id) = next {
            let class = self.program().class(id);
            let is_final = |&field: &FieldId| self.program().field(field).flags.is(Flags::FINAL);
            let is_given = class.origin == Origin::ClassPath || &*class.name == names::OBJECT;
            if !is_given || class.instance_fields.iter().any(is_final) {
                return false;
            }
            next = class.superclass;
        }
        true
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
            let handle = handle.map_err(|outcome| outcome.in_words(self.program()))?;
            self.known.push(handle);
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
                let index = i32::try_from(*index)
                    .ok()
                    .filter(|index| (0..self.machine.length(handle)).contains(index));
                self.machine.set_element(handle, index.ok_or("an index within the array")?, word);
            }
            Location::Field(owner, name) => {
                let Some(field) = self.field(name, table)? else { return Ok(()) };
                let word = self.word(value, self.program().field(field).ty)?;
                match owner {
                    Ref::Object(object) => self.machine.set_field(self.known[*object], field, word),
                    Ref::Class(class) => {
                        let class = self.class(class)?;
                        initialise(&mut self.machine, class)?;
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

    /// A class by the name that contracts have for it.
    pub fn class(&self, name: &str) -> Result<ClassId, String> {
        let name = match self.names.get(name) {
            Some(Some(name)) => name,
            None if name == "Object" => names::OBJECT,
            None | Some(None) => return Err(format!("which class is `{name}`?")),
        };
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
            other => format!("[L{};", self.program().class(self.class(other)?).name),
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
            (Value::Ref(Ref::Object(object)), ty) => {
                let handle = self.known[*object];
                let class = self.machine.type_of(handle);
                // A type parameter with a bound is no plain object.
                if class == self.program().class_type(names::OBJECT) && ty != class {
                    return Err("an object of another type".to_owned());
                }
                Ok(Word::Object(handle))
            }
            // Strings of inputs are literals: the same text is the same object.
            (Value::Ref(Ref::Text(text)), _) => {
                let text = text.trim_matches('"');
                let string = self.machine.literal(&text.into());
                string.map(Word::Object).map_err(|outcome| outcome.in_words(self.program()))
            }
            _ => Err("no Java value".to_owned()),
        }
    }

    /// A new object for a constructor to work on; heaps read from now on have it.
    pub fn allocate(&mut self, class: ClassId) -> Result<(Value, Word), String> {
        let handle = self.machine.new_object(class).map_err(|outcome| outcome.in_words(self.program()))?;
        self.known.push(handle);
        Ok((Value::Ref(Ref::Object(self.known.len() - 1)), Word::Object(handle)))
    }

    /// Calls a method.
    pub fn call(&mut self, method: program::MethodId, arguments: &[Word], result: &Type) -> Ended {
        match self.machine.call(method, arguments, &mut Steps(MAX_STEPS)) {
            Outcome::Returned(None) => Ended::Returned(None),
            Outcome::Returned(Some(word)) => match self.value(word, *result == Type::Boolean) {
                Some(value) => Ended::Returned(Some(value)),
                None => Ended::Neither,
            },
            Outcome::Threw(thrown) => self.threw(&thrown),
            Outcome::Exit(_) | Outcome::Paused | Outcome::Unsupported(_) => Ended::Neither,
        }
    }

    fn threw(&mut self, thrown: &machine::concrete::Thrown) -> Ended {
        let class = simple(&self.program().class(thrown.class).name);
        let above =
            std::iter::successors(Some(thrown.class), |&class| self.program().class(class).superclass);
        let above: Vec<&str> = above.map(|class| &*self.program().class(class).name).collect();
        let is_programs = !above.contains(&names::ERROR) || above[0] == names::ASSERTION;
        let line = thrown.lines.iter().find(|line| !line.is_jdk);
        let at = line.and_then(|line| Some((line.file.clone()?, line.line?)));
        match self.value(Word::Object(thrown.exception), false) {
            Some(exception) => Ended::Threw(Thrown { exception, class, is_programs, at }),
            None => Ended::Neither,
        }
    }

    /// A word as contracts see it; they know nothing of floating point.
    fn value(&mut self, word: Word, is_bool: bool) -> Option<Value> {
        Some(match word {
            Word::Int(value) if is_bool => Value::Bool(value != 0),
            Word::Int(value) => Value::int(value),
            Word::Long(value) => Value::int(value),
            Word::Float(_) | Word::Double(_) => return None,
            Word::Null => Value::NULL,
            Word::Object(handle) => Value::Ref(self.reference(handle)),
        })
    }

    fn reference(&mut self, handle: Handle) -> Ref {
        if let Some(known) = self.known.iter().position(|&known| self.machine.same(known, handle)) {
            return Ref::Object(known);
        }
        if self.machine.type_of(handle) == self.program().class_type(names::STRING)
            && let Some(text) = self.machine.text(handle)
            && self.machine.literal(&text).is_ok_and(|literal| self.machine.same(literal, handle))
        {
            return Ref::Text(text.quoted());
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
            initialise(&mut self.machine, id)?;
            let Some(field) = self.program().declared_field(id, &info.decl.name.text) else { continue };
            let word = self.machine.static_field(field);
            let location = Location::Field(Ref::Class(class.clone()), name);
            heap.cells.extend(self.value(word, info.ty == Type::Boolean).map(|value| (location, value)));
        }
        let mut next = 0;
        while next < self.known.len() {
            if self.known.len() > MOST_OBJECTS || heap.cells.len() > MOST_CELLS {
                return Err("too much to look at".to_owned());
            }
            let object = self.object(next, &mut heap, table)?;
            heap.objects.push(object);
            next += 1;
        }
        Ok(heap)
    }

    fn object(&mut self, number: usize, heap: &mut Heap, table: &Table<'_>) -> Result<Object, String> {
        let (handle, program) = (self.known[number], self.program());
        let ty = self.machine.type_of(handle);
        let class = simple(&program.type_name(ty).replace('.', "/"));
        if let Some(element) = program.element_of(ty) {
            let length = self.machine.length(handle);
            if length as usize > MOST_CELLS {
                return Err("too much to look at".to_owned());
            }
            for index in 0..length {
                let word = self.machine.element_at(handle, index);
                let location = Location::Element(number, i64::from(index));
                heap.cells
                    .extend(self.value(word, element == TypeId::BOOLEAN).map(|value| (location, value)));
            }
            return Ok(Object { class, length: Some(i64::from(length)) });
        }
        let above = table.class_named(&class).map(|class| table.ancestors(class)).unwrap_or_default();
        for field in above.iter().flat_map(|&class| &table.classes[class].fields) {
            let info = &table.fields[*field];
            let owner = &table.classes[info.class].decl.name.text;
            let found =
                self.class(owner).ok().and_then(|id| program.declared_field(id, &info.decl.name.text));
            let Some(found) = found.filter(|_| !info.decl.modifiers.is_static) else { continue };
            let word = self.machine.field(handle, found);
            let location = Location::Field(Ref::Object(number), format!("{owner}.{}", info.decl.name.text));
            heap.cells.extend(self.value(word, info.ty == Type::Boolean).map(|value| (location, value)));
        }
        Ok(Object { class, length: None })
    }
}

/// Initialises a class in a bounded number of steps.
fn initialise(machine: &mut Machine<'_>, class: ClassId) -> Result<(), String> {
    let failed = || "a class is not initialised".to_owned();
    machine::initialise(&mut machine.cx, &mut machine.state, class).map_err(|_| failed())?;
    if machine.state.frames.is_empty() {
        return Ok(());
    }
    match machine::run(&mut machine.cx, &mut machine.state, &mut Steps(MAX_STEPS)) {
        Ok(End::Returned(_)) => Ok(()),
        Ok(End::Threw(_) | End::Paused) | Err(_) => Err(failed()),
    }
}

/// The last part of an internal name.
fn simple(name: &str) -> String {
    name.rsplit(['/', '$']).next().unwrap_or(name).to_owned()
}
