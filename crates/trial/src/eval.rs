//! Expressions over a concrete heap.

use frames::core::{BinaryOp, Expr, ExprKind, FunctionId, UnaryOp};
use frames::java::types::Type;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::value::{Location, Ref, Value};
use crate::world::{Footprint, Outcome, Stop, Store, World};

/// Ranges longer than this have no value.
const LONGEST: i64 = 10_000;

impl World<'_> {
    /// The value of an expression.
    pub fn eval(&mut self, store: &mut Store, expr: &Expr) -> Outcome<Value> {
        self.spend()?;
        match &expr.kind {
            ExprKind::Int(value) => Ok(Value::Int(value.clone())),
            ExprKind::Bool(value) => Ok(Value::Bool(*value)),
            ExprKind::Null => Ok(Value::NULL),
            ExprKind::Write => Ok(Value::Perm(BigRational::one())),
            ExprKind::NoPerm => Ok(Value::Perm(BigRational::zero())),
            ExprKind::Local(local) => {
                if let Some(value) = store.values.get(local) {
                    return Ok(value.clone());
                }
                let Some(ty) = store.types.get(local).filter(|_| self.choosing) else {
                    return unknown("a local without a value");
                };
                let value = self.chooser.value(&mut self.heap, ty);
                store.values.insert(*local, value.clone());
                Ok(value)
            }
            ExprKind::Field(receiver, field) => {
                let owner = self.reference(store, receiver)?;
                self.read(owner, &self.program.fields[*field].name.clone())
            }
            ExprKind::Element { array, index, .. } => {
                let array = self.reference(store, array)?;
                let index = self.int(store, index)?;
                self.element(&array, &index)
            }
            ExprKind::Unary(op, operand) => {
                let operand = self.eval(store, operand)?;
                unary(*op, operand)
            }
            ExprKind::Binary(op, lhs, rhs) => self.binary(store, *op, lhs, rhs),
            ExprKind::Conditional(condition, then, otherwise) => {
                let taken = if self.bool(store, condition)? { then } else { otherwise };
                self.eval(store, taken)
            }
            ExprKind::Apply(function, arguments) => {
                let arguments = self.eval_all(store, arguments)?;
                self.apply(*function, arguments)
            }
            ExprKind::DomainApply { function, arguments, .. } => {
                let arguments = self.eval_all(store, arguments)?;
                let name = self.program.domain_functions[*function].name.clone();
                self.java_function(&name, &arguments)
            }
            ExprKind::Old(None, body) => {
                std::mem::swap(&mut self.heap, &mut self.old);
                let value = self.eval(store, body);
                std::mem::swap(&mut self.heap, &mut self.old);
                value
            }
            ExprKind::Old(Some(label), body) => {
                let Some((_, before)) = self.marks.iter().find(|(known, _)| known == label) else {
                    return unknown("a label not passed");
                };
                let now = std::mem::replace(&mut self.heap, before.clone());
                let value = self.eval(store, body);
                self.heap = now;
                value
            }
            ExprKind::Unfolding { body, .. }
            | ExprKind::Using { body, .. }
            | ExprKind::Dropping { body, .. } => self.eval(store, body),
            ExprKind::Checked { condition, reason, body } => {
                if !self.bool(store, condition)? {
                    return Err(Stop::Undefined((*reason).to_owned()));
                }
                self.eval(store, body)
            }
            ExprKind::Asserting { assertion, body } => {
                if !self.holds(store, assertion, &BigRational::one(), &mut Footprint::new())? {
                    return Err(Stop::Undefined("an assertion inside an expression".to_owned()));
                }
                self.eval(store, body)
            }
            ExprKind::Applying { .. } => unknown("a magic wand"),
            ExprKind::Let { local, value, body } => {
                let value = self.eval(store, value)?;
                store.values.insert(*local, value);
                self.eval(store, body)
            }
            ExprKind::Quantified(quantifier) => self.quantified(store, quantifier),
            ExprKind::Collection(op, operands) => {
                let operands = self.eval_all(store, operands)?;
                crate::collection::apply(*op, &operands, &expr.ty)
            }
            ExprKind::PermOf(_) | ExprKind::Instance(_) | ExprKind::Wildcard => {
                unknown("an expression without a concrete value")
            }
        }
    }

    fn eval_all(&mut self, store: &mut Store, exprs: &[Expr]) -> Outcome<Vec<Value>> {
        exprs.iter().map(|expr| self.eval(store, expr)).collect()
    }

    /// The value of a condition.
    pub fn bool(&mut self, store: &mut Store, expr: &Expr) -> Outcome<bool> {
        match self.eval(store, expr)? {
            Value::Bool(value) => Ok(value),
            _ => unknown("no truth value"),
        }
    }

    /// The value of a number.
    pub fn int(&mut self, store: &mut Store, expr: &Expr) -> Outcome<BigInt> {
        as_int(self.eval(store, expr)?)
    }

    /// The value of an amount of permission.
    pub fn perm(&mut self, store: &mut Store, expr: &Expr) -> Outcome<BigRational> {
        as_perm(self.eval(store, expr)?)
    }

    /// The value of a reference.
    pub fn reference(&mut self, store: &mut Store, expr: &Expr) -> Outcome<Ref> {
        match self.eval(store, expr)? {
            Value::Ref(reference) => Ok(reference),
            _ => unknown("no reference"),
        }
    }

    /// Gives a location a value if it has none.
    pub fn look_at(&mut self, location: &Location) -> Outcome<Value> {
        match location {
            Location::Field(owner, field) => self.read(owner.clone(), field),
            Location::Element(array, index) => self.element(&Ref::Object(*array), &(*index).into()),
        }
    }

    /// The value of the field `C.f` of an object or class.
    fn read(&mut self, owner: Ref, field: &str) -> Outcome<Value> {
        if owner == Ref::Null {
            return Err(Stop::Undefined(format!("`{field}` of null")));
        }
        let location = Location::Field(owner, field.to_owned());
        let table = self.chooser.table;
        let declared = table.fields.iter().find(|info| {
            format!("{}.{}", table.classes[info.class].decl.name.text, info.decl.name.text) == field
        });
        match declared {
            Some(info) if self.choosing && !self.chooser.with_finals && info.decl.modifiers.is_final => {
                unknown("a final field")
            }
            Some(info) => self.cell(location, &info.ty.clone()),
            None => unknown(&format!("`{field}` is not declared")),
        }
    }

    fn element(&mut self, array: &Ref, index: &BigInt) -> Outcome<Value> {
        let (&Ref::Object(array), Ok(index)) = (array, i64::try_from(index)) else {
            return Err(Stop::Undefined("an element of no array".to_owned()));
        };
        let object = &self.heap.objects[array];
        if !(0..object.length.unwrap_or(0)).contains(&index) {
            return Err(Stop::Undefined("an index out of range".to_owned()));
        }
        let Some(class) = object.class.strip_suffix("[]") else { return unknown("an element of no array") };
        let ty = element_type(class);
        self.cell(Location::Element(array, index), &ty)
    }

    fn cell(&mut self, location: Location, ty: &Type) -> Outcome<Value> {
        if let Some(value) = self.heap.cells.get(&location) {
            return Ok(value.clone());
        }
        if !self.choosing {
            return unknown("a ghost field");
        }
        let value = self.chooser.value(&mut self.heap, ty);
        self.heap.cells.insert(location, value.clone());
        Ok(value)
    }

    fn binary(&mut self, store: &mut Store, op: BinaryOp, lhs: &Expr, rhs: &Expr) -> Outcome<Value> {
        let left = self.eval(store, lhs)?;
        match (op, &left) {
            (BinaryOp::And, Value::Bool(false)) => return Ok(Value::Bool(false)),
            (BinaryOp::Or, Value::Bool(true)) | (BinaryOp::Implies, Value::Bool(false)) => {
                return Ok(Value::Bool(true));
            }
            (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, _) => return self.eval(store, rhs),
            _ => {}
        }
        let right = self.eval(store, rhs)?;
        strict(op, left, right)
    }

    /// The value of a function: its body's, or for what Java gives us the heap's.
    pub fn apply(&mut self, function: FunctionId, arguments: Vec<Value>) -> Outcome<Value> {
        let declared = &self.program.functions[function];
        if let Some(body) = &declared.body {
            let values = declared.params.iter().copied().zip(arguments).collect();
            let mut inner = Store { values, ..Store::default() };
            return self.deeper(|world| world.eval(&mut inner, body));
        }
        match (declared.name.as_str(), &arguments[..]) {
            ("length", [Value::Ref(Ref::Object(array))]) => match self.heap.objects[*array].length {
                Some(length) => Ok(Value::int(length)),
                None => unknown("the length of no array"),
            },
            (name, [Value::Ref(array), Value::Int(low), Value::Int(high)])
                if name.starts_with("contents ") =>
            {
                let indices = num_iter(low.clone(), high.clone())?;
                Ok(Value::Seq(indices.map(|index| self.element(array, &index)).collect::<Outcome<_>>()?))
            }
            (name, [Value::Ref(owner)]) => self.read(owner.clone(), name),
            (name, _) => unknown(&format!("`{name}` has no definition")),
        }
    }

    /// Functions the front end leaves to axioms: literals, classes, bits.
    fn java_function(&self, name: &str, arguments: &[Value]) -> Outcome<Value> {
        match (name, arguments) {
            (name, []) if name.starts_with('"') && name.contains('\\') => unknown("a text with escapes"),
            (name, []) if name.starts_with('"') => Ok(Value::Ref(Ref::Text(name.to_owned()))),
            (name, []) => match name.strip_suffix(".class") {
                Some(class) => Ok(Value::Ref(Ref::Class(class.to_owned()))),
                None => unknown(name),
            },
            ("typeOf", [Value::Ref(Ref::Object(object))]) => {
                match self.chooser.class_number(&self.heap.objects[*object].class) {
                    Some(number) => Ok(Value::int(number)),
                    None => unknown("a class that is not given"),
                }
            }
            ("bitAnd", [Value::Int(lhs), Value::Int(rhs)]) => Ok(Value::Int(lhs & rhs)),
            ("bitOr", [Value::Int(lhs), Value::Int(rhs)]) => Ok(Value::Int(lhs | rhs)),
            ("bitXor", [Value::Int(lhs), Value::Int(rhs)]) => Ok(Value::Int(lhs ^ rhs)),
            (name, [Value::Ref(object)]) if name.starts_with("is ") => {
                let class = match object {
                    Ref::Null => return Ok(Value::Bool(false)),
                    Ref::Object(object) => self.heap.objects[*object].class.as_str(),
                    Ref::Text(_) => "String",
                    Ref::Class(_) => "Class",
                };
                Ok(Value::Bool(self.chooser.table.name_is_subclass(class, &name[3..])))
            }
            (name, _) => unknown(name),
        }
    }
}

/// Nothing can be said.
pub fn unknown<T>(why: &str) -> Outcome<T> {
    Err(Stop::Unknown(why.to_owned()))
}

/// `low..high`, unless that is more than anybody waits for.
pub fn num_iter(low: BigInt, high: BigInt) -> Outcome<impl Iterator<Item = BigInt>> {
    if &high - &low > BigInt::from(LONGEST) {
        return unknown("a range too long");
    }
    Ok(std::iter::successors(Some(low), |value| Some(value + 1)).take_while(move |value| *value < high))
}

/// The number, which it must be.
pub fn as_int(value: Value) -> Outcome<BigInt> {
    match value {
        Value::Int(value) => Ok(value),
        _ => unknown("no number"),
    }
}

fn as_perm(value: Value) -> Outcome<BigRational> {
    match value {
        Value::Perm(value) => Ok(value),
        Value::Int(value) => Ok(value.into()),
        _ => unknown("no amount"),
    }
}

/// The Java type of an array's elements, by the name its class has.
fn element_type(name: &str) -> Type {
    use frames::java::types::Number;
    match name {
        "boolean" => Type::Boolean,
        "byte" => Type::Number(Number::Byte),
        "short" => Type::Number(Number::Short),
        "char" => Type::Number(Number::Char),
        "int" => Type::Number(Number::Int),
        "long" => Type::Number(Number::Long),
        other => match other.strip_suffix("[]") {
            Some(inner) => Type::Array(Box::new(element_type(inner))),
            None => Type::Class(other.to_owned(), Vec::new()),
        },
    }
}

fn unary(op: UnaryOp, operand: Value) -> Outcome<Value> {
    let wrap = |value: Value, bits: u32, below: BigInt| {
        let range = BigInt::one() << bits;
        let shifted = (as_int(value)? + &below) % &range;
        let positive = if shifted.is_negative() { shifted + range } else { shifted };
        Ok(Value::Int(positive - below))
    };
    Ok(match (op, operand) {
        (UnaryOp::Not, Value::Bool(value)) => Value::Bool(!value),
        (UnaryOp::Neg, Value::Int(value)) => Value::Int(-value),
        (UnaryOp::Neg, Value::Perm(value)) => Value::Perm(-value),
        (UnaryOp::ToPerm, value) => Value::Perm(as_perm(value)?),
        (UnaryOp::WrapSigned(bits), value) => wrap(value, bits, BigInt::one() << (bits - 1))?,
        (UnaryOp::WrapUnsigned(bits), value) => wrap(value, bits, BigInt::zero())?,
        (UnaryOp::Not | UnaryOp::Neg, _) => return unknown("an operand of another type"),
    })
}

/// Quotient and rest as Java has them, rounded towards zero.
struct Divided {
    quotient: BigInt,
    rest: BigInt,
    divisor: BigInt,
}

fn divided(left: Value, right: Value) -> Outcome<Divided> {
    let (left, divisor) = (as_int(left)?, as_int(right)?);
    not_zero(divisor.is_zero())?;
    Ok(Divided { quotient: &left / &divisor, rest: &left % &divisor, divisor })
}

fn not_zero(is_zero: bool) -> Outcome<()> {
    if is_zero { Err(Stop::Undefined("division by zero".to_owned())) } else { Ok(()) }
}

/// Operators that need both operands.
fn strict(op: BinaryOp, left: Value, right: Value) -> Outcome<Value> {
    Ok(match op {
        BinaryOp::Eq | BinaryOp::Iff => Value::Bool(left == right),
        BinaryOp::NotEq => Value::Bool(left != right),
        BinaryOp::Less => Value::Bool(as_perm(left)? < as_perm(right)?),
        BinaryOp::LessEq => Value::Bool(as_perm(left)? <= as_perm(right)?),
        BinaryOp::Greater => Value::Bool(as_perm(left)? > as_perm(right)?),
        BinaryOp::GreaterEq => Value::Bool(as_perm(left)? >= as_perm(right)?),
        BinaryOp::Fraction => {
            let divisor = as_perm(right)?;
            not_zero(divisor.is_zero())?;
            Value::Perm(as_perm(left)? / divisor)
        }
        BinaryOp::Add => match (left, right) {
            (Value::Int(left), Value::Int(right)) => Value::Int(left + right),
            (left, right) => Value::Perm(as_perm(left)? + as_perm(right)?),
        },
        BinaryOp::Sub => match (left, right) {
            (Value::Int(left), Value::Int(right)) => Value::Int(left - right),
            (left, right) => Value::Perm(as_perm(left)? - as_perm(right)?),
        },
        BinaryOp::Mul => match (left, right) {
            (Value::Int(left), Value::Int(right)) => Value::Int(left * right),
            (left, right) => Value::Perm(as_perm(left)? * as_perm(right)?),
        },
        BinaryOp::JavaDiv => Value::Int(divided(left, right)?.quotient),
        BinaryOp::JavaRem => Value::Int(divided(left, right)?.rest),
        BinaryOp::Div => {
            let Divided { quotient, rest, divisor } = divided(left, right)?;
            Value::Int(if rest.is_negative() { quotient - divisor.signum() } else { quotient })
        }
        BinaryOp::Mod => {
            let Divided { rest, divisor, .. } = divided(left, right)?;
            Value::Int(if rest.is_negative() { rest + divisor.abs() } else { rest })
        }
        BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => return unknown("an operand of another type"),
    })
}
