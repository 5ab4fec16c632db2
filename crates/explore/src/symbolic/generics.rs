//! Type arguments of inputs: a `Box<Integer>` that comes in holds an `Integer`, though its class says `Object`.
//!
//! Code is compiled against declared types and casts what it takes out of a `Box<Integer>`. No caller that compiles without a warning
//! gives it a box that holds something else, so such a box is no input. A declared type that says more than its class is an
//! *instance*, a heap class with a number beyond those of the program's types. Type variables of which nothing is known and
//! wildcards without a bound are what their erasure is. Objects that the program itself makes have no arguments: their fields hold what was put there.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use heap::Class;
use program::{ClassId, FieldId, GenericArgument, GenericClass, GenericType, Program, Type, TypeId};
use rustc_hash::FxHashMap;

/// Numbers from here on are instances'.
const FIRST: u32 = 1 << 30;
/// Numbers from here on stand for type variables while supertypes are matched.
const VARIABLE: u32 = 1 << 31;
/// `class Node<T> extends Base<Node<Node<T>>>`: beyond this depth of nesting arguments are not followed.
const MAX_DEPTH: u32 = 8;

pub(super) struct Generics<'p> {
    program: &'p Program,
    instances: RefCell<Vec<Rc<Instance>>>,
    numbers: RefCell<FxHashMap<Rc<Instance>, Class>>,
    classes: RefCell<FxHashMap<ClassId, Rc<GenericClass>>>,
    fields: RefCell<FxHashMap<FieldId, Option<Rc<GenericType>>>>,
    fields_in: RefCell<FxHashMap<(Class, FieldId), Class>>,
}

#[derive(PartialEq, Eq, Hash)]
enum Instance {
    Class {
        erased: Class,
        scope: Scope,
        depth: u32,
    },
    /// An array of whose elements more is known than its class tells.
    Array {
        erased: Class,
        element: Class,
        depth: u32,
    },
}

/// What type variables stand for; inner ones last.
type Scope = Vec<(Arc<str>, Argument)>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Argument {
    class: Class,
    /// This type, or else some subtype of it.
    exact: bool,
}

impl<'p> Generics<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            instances: RefCell::default(),
            numbers: RefCell::default(),
            classes: RefCell::default(),
            fields: RefCell::default(),
            fields_in: RefCell::default(),
        }
    }

    /// The class a declared type has at run time.
    pub fn erase(&self, class: Class) -> Class {
        match self.instance(class).as_deref() {
            Some(Instance::Class { erased, .. } | Instance::Array { erased, .. }) => *erased,
            None => class,
        }
    }

    /// What the elements of an array are known to be beyond its class.
    pub fn element(&self, class: Class) -> Option<Class> {
        match self.instance(class).as_deref() {
            Some(Instance::Array { element, .. }) => Some(*element),
            Some(Instance::Class { .. }) | None => None,
        }
    }

    /// The type of something outside any class: a parameter, a static field.
    pub fn declared(&self, erased: TypeId, generic: &GenericType) -> Class {
        self.typed(erased, generic, &Scope::new())
    }

    /// The declared type of a field.
    pub fn of_field(&self, field: FieldId) -> Option<Rc<GenericType>> {
        let read = || {
            let signature = self.program.field_attributes(field).signature?;
            GenericType::of_field(&signature).map(Rc::new)
        };
        self.fields.borrow_mut().entry(field).or_insert_with(read).clone()
    }

    /// What a field holds in objects of this declared type.
    pub fn field_in(&self, owner: Class, field: FieldId) -> Class {
        if let Some(known) = self.fields_in.borrow().get(&(owner, field)) {
            return *known;
        }
        let info = self.program.field(field);
        let found = match self.of_field(field) {
            Some(generic) => {
                let mut scope = self.bounds(info.class);
                scope.extend(self.scope_in(owner, info.class));
                self.typed(info.ty, &generic, &scope)
            }
            None => Class(info.ty.0),
        };
        self.fields_in.borrow_mut().insert((owner, field), found);
        found
    }

    /// See [`super::JavaTypes::array_of_argument`].
    pub fn array_of_argument(&self, array: Class, declared: Class, class: ClassId, name: &str) -> Class {
        let scope = self.scope_in(declared, class);
        let argument = scope.iter().rev().find(|(known, _)| **known == *name);
        argument.map_or(array, |(_, argument)| self.array(array, argument.class))
    }

    /// Whether one object can have both declared types, as far as type arguments go.
    pub fn agree(&self, a: Class, b: Class) -> bool {
        if a == b || (self.instance(a).is_none() && self.instance(b).is_none()) {
            return true;
        }
        if let (Some(a), Some(b)) = (self.element(a), self.element(b)) {
            return self.may_meet(a, b) && self.agree(a, b);
        }
        let (Some(left), Some(right)) = (self.class_id(a), self.class_id(b)) else { return true };
        if self.program.is_subclass(left, right) {
            return self.scopes_agree(&self.scope_in(a, right), &self.scope_in(b, right));
        }
        if self.program.is_subclass(right, left) {
            return self.scopes_agree(&self.scope_in(a, left), &self.scope_in(b, left));
        }
        true
    }

    fn instance(&self, class: Class) -> Option<Rc<Instance>> {
        let index = class.0.checked_sub(FIRST)?;
        self.instances.borrow().get(index as usize).cloned()
    }

    fn depth(&self, class: Class) -> u32 {
        match self.instance(class).as_deref() {
            Some(Instance::Class { depth, .. } | Instance::Array { depth, .. }) => *depth,
            None => 0,
        }
    }

    fn intern(&self, instance: Instance) -> Class {
        let mut numbers = self.numbers.borrow_mut();
        if let Some(known) = numbers.get(&instance) {
            return *known;
        }
        let mut instances = self.instances.borrow_mut();
        let class = Class(FIRST + instances.len() as u32);
        let instance = Rc::new(instance);
        instances.push(instance.clone());
        numbers.insert(instance, class);
        class
    }

    fn class_id(&self, class: Class) -> Option<ClassId> {
        let ty = TypeId(self.erase(class).0);
        match self.program.ty(ty) {
            Type::Class(_) => self.program.resolve_class(ty).ok(),
            _ => None,
        }
    }

    /// What a class declares about its type parameters.
    fn generic_class(&self, class: ClassId) -> Rc<GenericClass> {
        let read = || {
            let signature = self.program.class_attributes(class).signature.as_deref();
            Rc::new(signature.and_then(GenericClass::of_class).unwrap_or_default())
        };
        self.classes.borrow_mut().entry(class).or_insert_with(read).clone()
    }

    /// What is known of the type variables of a class in any object of it.
    fn bounds(&self, class: ClassId) -> Scope {
        let generic = self.generic_class(class);
        let bound = |(name, bound): &(Arc<str>, GenericType)| {
            let argument = self.argument(bound, &Scope::new())?;
            Some((name.clone(), Argument { exact: false, ..argument }))
        };
        generic.bounds.iter().filter_map(bound).collect()
    }

    /// A declared type whose erasure is known: never less than that.
    fn typed(&self, erased: TypeId, generic: &GenericType, scope: &Scope) -> Class {
        if let (GenericType::Array(generic), Some(element)) = (generic, self.program.element_of(erased)) {
            let declared = self.typed(element, generic, scope);
            return self.array(Class(erased.0), declared);
        }
        let found = self.argument(generic, scope).map(|argument| argument.class);
        let fits = |class: &Class| self.is_subtype(*class, Class(erased.0));
        found.filter(fits).unwrap_or(Class(erased.0))
    }

    fn is_subtype(&self, class: Class, of: Class) -> bool {
        let of = TypeId(self.erase(of).0);
        self.program.is_subtype(TypeId(self.erase(class).0), of).unwrap_or(false)
    }

    fn may_meet(&self, a: Class, b: Class) -> bool {
        self.is_subtype(a, b) || self.is_subtype(b, a)
    }

    fn array(&self, erased: Class, element: Class) -> Class {
        let depth = self.depth(element) + 1;
        let plain = self.program.element_of(TypeId(erased.0)).is_some_and(|plain| Class(plain.0) == element);
        if plain || depth > MAX_DEPTH {
            erased
        } else {
            self.intern(Instance::Array { erased, element, depth })
        }
    }

    /// A type that stands alone; `None` for a variable nothing is known of.
    fn argument(&self, generic: &GenericType, scope: &Scope) -> Option<Argument> {
        let class = match generic {
            GenericType::Primitive => return None,
            GenericType::Variable(name) => {
                return scope.iter().rev().find(|(known, _)| known == name).map(|(_, argument)| *argument);
            }
            GenericType::Array(element) => {
                let element = self.argument(element, scope)?.class;
                self.array(Class(self.program.array_of(TypeId(self.erase(element).0)).0), element)
            }
            GenericType::Class { name, arguments } => {
                let mut inside = Scope::new();
                for arguments in arguments {
                    let class = self.program.class_named(&arguments.class).ok()?;
                    let parameters = self.generic_class(class);
                    let given = arguments.given.iter().map(|given| self.given(given, scope));
                    let bound = parameters.parameters.iter().cloned().zip(given);
                    inside.extend(bound.filter_map(|(name, given)| Some((name, given?))));
                }
                self.class(Class(self.program.class_type(name).0), inside)
            }
        };
        Some(Argument { class, exact: true })
    }

    fn given(&self, argument: &GenericArgument, scope: &Scope) -> Option<Argument> {
        match argument {
            GenericArgument::Is(generic) => self.argument(generic, scope),
            GenericArgument::Extends(generic) => {
                self.argument(generic, scope).map(|argument| Argument { exact: false, ..argument })
            }
            GenericArgument::Any => None,
        }
    }

    fn class(&self, erased: Class, scope: Scope) -> Class {
        let depth = scope.iter().map(|(_, argument)| self.depth(argument.class)).max().unwrap_or(0) + 1;
        if scope.is_empty() || depth > MAX_DEPTH {
            return erased;
        }
        self.intern(Instance::Class { erased, scope, depth })
    }

    /// What the type variables of `class` stand for in an object of declared type `owner`, one of whose sub- or supertypes it is.
    fn scope_in(&self, owner: Class, class: ClassId) -> Scope {
        let Some(own) = self.class_id(owner) else { return Scope::new() };
        if own == class {
            return match self.instance(owner).as_deref() {
                Some(Instance::Class { scope, .. }) => scope.clone(),
                Some(Instance::Array { .. }) | None => Scope::new(),
            };
        }
        if self.program.is_subclass(own, class) {
            let above = self.supertypes(owner, own).into_iter();
            let fits =
                |sup: &Class| self.class_id(*sup).is_some_and(|sup| self.program.is_subclass(sup, class));
            return above.filter(fits).map(|sup| self.scope_in(sup, class)).next().unwrap_or_default();
        }
        if self.program.is_subclass(class, own) { self.scope_below(owner, own, class) } else { Scope::new() }
    }

    /// The direct supertypes with their arguments.
    fn supertypes(&self, owner: Class, own: ClassId) -> Vec<Class> {
        let scope = self.scope_in(owner, own);
        let generic = self.generic_class(own);
        if generic.supertypes.is_empty() {
            let info = self.program.class(own);
            let plain = info.superclass.iter().chain(info.interfaces.iter());
            return plain.map(|sup| Class(self.program.class(*sup).ty.0)).collect();
        }
        let known = generic.supertypes.iter().filter_map(|sup| self.argument(sup, &scope));
        known.map(|argument| argument.class).collect()
    }

    /// `class` extends the type of `owner`: its variables are what they must be for that.
    fn scope_below(&self, owner: Class, own: ClassId, class: ClassId) -> Scope {
        let parameters = &self.generic_class(class).parameters;
        let placeholder = |(index, name): (u32, &Arc<str>)| {
            (name.clone(), Argument { class: Class(VARIABLE + index), exact: true })
        };
        let open: Scope = (0..).zip(parameters).map(placeholder).collect();
        let open = self.class(Class(self.program.class(class).ty.0), open);
        let seen = self.scope_in(open, own);
        let known = self.scope_in(owner, own);
        let mut out = Scope::new();
        for (name, argument) in seen {
            let parameter = argument.class.0.checked_sub(VARIABLE).and_then(|at| parameters.get(at as usize));
            let given = known.iter().rev().find(|(known, _)| *known == name);
            if let (Some(parameter), Some((_, given))) = (parameter, given) {
                out.push((parameter.clone(), *given));
            }
        }
        out
    }

    fn scopes_agree(&self, a: &Scope, b: &Scope) -> bool {
        a.iter().all(|(name, left)| {
            let right = b.iter().rev().find(|(other, _)| other == name);
            right.is_none_or(|(_, right)| self.arguments_agree(*left, *right))
        })
    }

    fn arguments_agree(&self, a: Argument, b: Argument) -> bool {
        let same = self.erase(a.class) == self.erase(b.class);
        let possible = same || (!(a.exact && b.exact) && self.may_meet(a.class, b.class));
        possible && self.agree(a.class, b.class)
    }
}
