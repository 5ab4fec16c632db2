//! Objects by the calls that make them, and their way into a recipe.
//!
//! A [`Thing`] that is used twice is one object; what is done to it is seen by all who use it. Steps are taken on the concrete
//! machine as they are written down, so that a recipe is known to work as far as it goes.

use std::rc::Rc;

use machine::concrete::Value;
use program::{MethodId, Program, TypeId};

use crate::access::{Access, class_of};
use crate::build::explore_simple;
use crate::cook::Cook;
use crate::name;
use crate::recipe::{Declared, Expr, Recipe, Step, Var};

pub(crate) type Thing = Rc<Made>;

#[derive(Debug)]
pub(crate) enum Made {
    /// A number, a text, a constant.
    Plain(Expr),
    Array {
        ty: TypeId,
        elements: Vec<Thing>,
    },
    /// What a constructor makes, or a method gives; the receiver comes first.
    Call {
        method: MethodId,
        args: Vec<Thing>,
    },
    /// An object, and one of its methods called.
    After {
        object: Thing,
        method: MethodId,
        args: Vec<Thing>,
    },
}

impl Made {
    pub fn plain(expr: Expr) -> Thing {
        Rc::new(Made::Plain(expr))
    }

    /// How many calls there are to be read.
    pub fn size(&self) -> usize {
        let all = |things: &[Thing]| things.iter().map(|thing| thing.size()).sum::<usize>();
        match self {
            Made::Plain(Expr::Null) => 2,
            Made::Plain(_) => 0,
            Made::Array { elements, .. } => 1 + all(elements),
            Made::Call { args, .. } => 1 + all(args),
            Made::After { object, args, .. } => 1 + object.size() + all(args),
        }
    }

    /// Whether null is handed to somebody.
    pub fn gives_null(&self) -> bool {
        let any = |things: &[Thing]| {
            things.iter().any(|thing| matches!(**thing, Made::Plain(Expr::Null)) || thing.gives_null())
        };
        match self {
            Made::Plain(_) => false,
            Made::Array { elements: args, .. } | Made::Call { args, .. } => any(args),
            Made::After { object, args, .. } => object.gives_null() || any(args),
        }
    }
}

/// Writes things into a recipe.
pub(crate) struct Scribe<'a, 'm, 'p> {
    pub access: &'a Access<'p>,
    pub cook: Cook<'m, 'p>,
    pub recipe: Recipe,
    told: Vec<(Thing, Expr)>,
}

impl<'a, 'm, 'p> Scribe<'a, 'm, 'p> {
    pub fn new(access: &'a Access<'p>, cook: Cook<'m, 'p>) -> Self {
        Self { access, cook, recipe: Recipe::default(), told: Vec::new() }
    }

    fn program(&self) -> &'p Program {
        self.access.program
    }

    /// The thing as an expression, its steps taken.
    pub fn expr(&mut self, thing: &Thing) -> Result<Expr, String> {
        if let Some((_, expr)) = self.told.iter().find(|(told, _)| Rc::ptr_eq(told, thing)) {
            return Ok(expr.clone());
        }
        let expr = match &**thing {
            Made::Plain(expr) => expr.clone(),
            Made::Array { ty, elements } => {
                let elements = self.all(elements)?;
                let var = self.declare(*ty);
                self.apply(Step::Array { var, ty: *ty, elements })?;
                Expr::Var(var)
            }
            Made::Call { method, args } => self.call(*method, args)?,
            Made::After { object, method, args } => {
                let Expr::Var(object) = self.expr(object)? else {
                    return Err("nothing that changes".to_owned());
                };
                let args = self.all(args)?;
                self.apply(Step::Call { object, method: *method, args })?;
                Expr::Var(object)
            }
        };
        self.told.push((thing.clone(), expr.clone()));
        Ok(expr)
    }

    /// The thing itself.
    pub fn value(&mut self, thing: &Thing) -> Result<Value, String> {
        let expr = self.expr(thing)?;
        self.cook.value(&expr)
    }

    fn all(&mut self, things: &[Thing]) -> Result<Vec<Expr>, String> {
        things.iter().map(|thing| self.expr(thing)).collect()
    }

    fn call(&mut self, method: MethodId, args: &[Thing]) -> Result<Expr, String> {
        let program = self.program();
        let info = program.method(method);
        let mut args = self.all(args)?;
        if info.is_constructor() {
            let var = self.declare(program.class(info.class).ty);
            self.apply(Step::New { var, constructor: method, args })?;
            return Ok(Expr::Var(var));
        }
        let receiver = (!info.is_static()).then(|| args.remove(0));
        let var = self.declare(info.result);
        self.apply(Step::Make { var, method, receiver, args })?;
        self.narrow(var);
        Ok(Expr::Var(var))
    }

    /// A variable is declared with the class of what it holds, if that can be named.
    fn narrow(&mut self, var: Var) {
        let Value::Object(object) = self.cook.vars[var.0] else { return };
        let ty = self.cook.machine.type_of(object);
        let is_named = class_of(self.program(), ty).is_some_and(|class| self.access.class(class).is_some());
        if is_named {
            self.recipe.vars[var.0].ty = ty;
        }
    }

    fn declare(&mut self, ty: TypeId) -> Var {
        let base = match self.program().element_of(ty) {
            Some(_) => "array".to_owned(),
            None => name::small(&explore_simple(self.program(), ty)),
        };
        let taken = |name: &str| self.recipe.vars.iter().any(|var| var.name == name);
        let name = name::unused(&name::variable(&base), taken);
        self.recipe.vars.push(Declared { name, ty });
        Var(self.recipe.vars.len() - 1)
    }

    fn apply(&mut self, step: Step) -> Result<(), String> {
        self.cook.step(&step)?;
        self.recipe.steps.push(step);
        Ok(())
    }
}
