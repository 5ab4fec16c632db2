//! [`Traced`]: the machine's domain of actual values that remember where they come from.
//!
//! Integers of the user's code are mathematical or Java's, as asked; those of the JDK are always Java's, and where that makes
//! a difference to mathematical ones the run is no witness. Floats are plain values. Nothing is ever undecided, so there are no splits. Identity hash codes depend on addresses and are
//! refused.

use base::Budget;
use graph::Integers;
use library::{Condition, Signature, Source, names};
use machine::{Cx, Domain, FieldSlot, Reply, State, Stop};
use program::arith::{BinShape, ConvertShape, IntOp, Range, Word, word};
use program::class::Origin;
use program::code::{BinOp, Cond, Convert, Elem, Kind, UnOp};
use program::{ClassId, MethodId, Program, TypeId};

use super::heap::{Address, Full, Heap, Location};
use super::number::{Number, Path};

pub struct Traced {
    integers: Integers,
    pub path: Path,
    /// How much memory arrays may take.
    budget: Budget,
}

#[derive(Clone, Debug)]
pub enum Value {
    Blank,
    /// Both `int` and `long`.
    Integer(Number),
    Float(f32),
    Double(f64),
    Reference(Address),
}

/// There is no such case: actual values decide everything.
#[derive(Clone, Copy, Debug)]
pub enum Never {}

impl Traced {
    pub fn new(integers: Integers, budget: &Budget) -> Self {
        Self { integers, path: Path::default(), budget: budget.clone() }
    }

    /// Whether the user's integers wrap around.
    pub fn wraps(&self) -> bool {
        self.integers == Integers::Java
    }
}

impl Value {
    pub fn null() -> Self {
        Value::Reference(0)
    }

    /// The same value as a variable of the path, if it is an integer.
    pub fn as_variable(&self, path: &mut Path) -> Value {
        match self {
            Value::Integer(number) => Value::Integer(path.variable(number.value)),
            Value::Blank | Value::Float(_) | Value::Double(_) | Value::Reference(_) => self.clone(),
        }
    }

    fn address(&self) -> Address {
        match self {
            Value::Reference(address) => *address,
            Value::Blank | Value::Integer(_) | Value::Float(_) | Value::Double(_) => {
                panic!("verified code keeps references apart: {self:?}")
            }
        }
    }

    fn number(&self) -> &Number {
        match self {
            Value::Integer(number) => number,
            Value::Blank | Value::Reference(_) | Value::Float(_) | Value::Double(_) => {
                panic!("verified code keeps integers apart: {self:?}")
            }
        }
    }

    fn as_f64(&self) -> f64 {
        match self {
            Value::Float(value) => f64::from(*value),
            Value::Double(value) => *value,
            Value::Blank | Value::Integer(_) | Value::Reference(_) => {
                panic!("verified code keeps floats apart: {self:?}")
            }
        }
    }

    fn as_f32(&self) -> f32 {
        match self {
            Value::Float(value) => *value,
            Value::Blank | Value::Integer(_) | Value::Double(_) | Value::Reference(_) => {
                panic!("verified code keeps floats apart: {self:?}")
            }
        }
    }
}

fn zero(elem: Elem) -> Value {
    match elem {
        Elem::Byte | Elem::Char | Elem::Short | Elem::Int | Elem::Long => Value::Integer(Number::constant(0)),
        Elem::Float => Value::Float(0.0),
        Elem::Double => Value::Double(0.0),
        Elem::Ref => Value::null(),
    }
}

/// Whom a call asks for what is something else at another time, although the program did nothing; `of_null` if its first parameter is
/// null. Runs do not remember where exceptions come from, so a trace is one of these.
fn source(program: &Program, method: MethodId, of_null: bool) -> Option<Source> {
    let method = program.method(method);
    let class = program.class(method.class);
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    let signature = Signature { name, descriptor, is_native: method.is_native() };
    let asks =
        library::method(&class.name, signature).filter(|_| class.origin == Origin::Jdk)?.asks.as_ref()?;
    let is_asked = match asks.when {
        None => true,
        Some(Condition::IsNull(_)) => of_null,
        Some(_) => true,
    };
    (is_asked && changes_by_itself(asks.source)).then_some(asks.source)
}

/// The rest stays as it is for as long as a program runs, or comes out of something that does not.
fn changes_by_itself(source: Source) -> bool {
    match source {
        Source::Clock
        | Source::Memory
        | Source::Collector
        | Source::Weak
        | Source::Order
        | Source::Trace
        | Source::Lock => true,
        Source::Chance
        | Source::Identity
        | Source::Properties
        | Source::Environment
        | Source::Place
        | Source::Thread
        | Source::Interrupt
        | Source::Input => false,
    }
}

/// Whether the JVM fills the static field before a program starts, which runs here do without: `System.out`, the properties.
fn is_set_at_boot(cx: &Cx<'_, Traced>, field: FieldSlot) -> bool {
    let class = cx.program.class(cx.program.field(field.id).class);
    matches!(&*class.name, names::SYSTEM | names::INTERNAL_VM) && class.origin == Origin::Jdk
}

/// Whether objects of the class say that something of the JVM itself is missing, as it may be here only.
fn is_breakdown(program: &Program, class: ClassId) -> bool {
    let above = std::iter::successors(Some(class), |&class| program.class(class).superclass);
    let mut names = above.map(|class| &program.class(class).name);
    names.any(|name| library::class(name).is_some_and(|class| class.is_breakdown))
}

/// Whether the clock is read only to choose an order ([`Source::Order`]).
fn picks_salt(cx: &Cx<'_, Traced>, state: &State<Traced>) -> bool {
    let caller = state.frames.last().map(|frame| cx.program.method(frame.method).class);
    caller.is_some_and(|class| *cx.program.class(class).name == *names::IMMUTABLE_COLLECTIONS)
}

type Step<T> = Result<T, Stop<Traced>>;

/// Lengths of arrays that need no look at the memory that is left.
const SMALL: i128 = 1_000;
/// What a cell takes with all that is remembered of it once it was read.
const BYTES_OF_CELL: u64 = 256;

fn full(_: Full) -> Stop<Traced> {
    Stop::unsupported("more memory than a run that goes round needs")
}

/// Whether integers of the running method wrap around.
fn wraps(cx: &Cx<'_, Traced>, state: &State<Traced>) -> bool {
    if cx.domain.integers == Integers::Java {
        return true;
    }
    let Some(frame) = state.frames.last() else { return true };
    cx.program.class(cx.program.method(frame.method).class).origin == Origin::Jdk
}

/// What a cell of this kind keeps of a value: types smaller than `int` are what they are however large integers may be.
fn stored(cx: &mut Cx<'_, Traced>, elem: Elem, value: Value) -> Value {
    let range = match elem {
        Elem::Byte => Range::BYTE,
        Elem::Short => Range::SHORT,
        Elem::Char => Range::CHAR,
        Elem::Int | Elem::Long | Elem::Float | Elem::Double | Elem::Ref => return value,
    };
    match value {
        Value::Integer(number) => Value::Integer(cx.domain.path.wrap(number, range)),
        Value::Blank | Value::Float(_) | Value::Double(_) | Value::Reference(_) => value,
    }
}

/// A known number as a word.
fn known(kind: Kind, value: &Value) -> Word {
    match kind {
        Kind::Int | Kind::Long => word::operand(kind, value.number().value),
        Kind::Float | Kind::Double => word::float_operand(kind, value.as_f64()),
        Kind::Ref => panic!("a reference is not a number"),
    }
}

fn from_word(kind: Kind, word: Word) -> Value {
    match kind {
        Kind::Int | Kind::Long => Value::Integer(Number::constant(word::integer(kind, word))),
        Kind::Float => Value::Float(f32::from_bits(word as u32)),
        Kind::Double => Value::Double(f64::from_bits(word)),
        Kind::Ref => panic!("a reference is not a number"),
    }
}

fn index(cx: &mut Cx<'_, Traced>, value: &Value) -> u32 {
    cx.domain.path.fix(value.number()) as u32
}

fn field_index(
    cx: &mut Cx<'_, Traced>,
    state: &State<Traced>,
    object: &Value,
    field: FieldSlot,
) -> Step<Location> {
    let address = object.address();
    let shape = cx.shape(state.heap.object(address).ty)?;
    let index = shape.fields.binary_search_by_key(&field.offset, |slot| slot.offset);
    let index = index.map_err(|_| Stop::unsupported("a field the object does not have"))?;
    Ok(Location::Cell(address, index as u32))
}

impl Domain for Traced {
    type Value = Value;
    type Heap = Heap;
    type Case = Never;

    const BACKTRACES: bool = false;
    const INTERCEPTS: bool = true;

    /// The JVM saves no properties here: those that tune the caches of boxes have their default. What changes by itself in other runs
    /// stands still in this one, so that a run that asks for it is no witness.
    fn intercept(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        method: MethodId,
        args: &[Value],
    ) -> Step<Option<Reply<Self>>> {
        let info = cx.program.method(method);
        let class = &*cx.program.class(info.class).name;
        if class == names::INTERNAL_VM && &*info.name == "getSavedProperty" {
            return Ok(Some(Reply::Value(Value::null())));
        }
        let asks = args.get(1).map(|of| matches!(of, Value::Reference(0)));
        match source(cx.program, method, asks.unwrap_or(false)) {
            Some(Source::Clock) if picks_salt(cx, state) => {
                Ok(Some(Reply::Value(Value::Integer(Number::constant(0)))))
            }
            Some(_) => Err(Stop::unsupported("what changes by itself, such as a clock")),
            None => Ok(None),
        }
    }

    fn assume(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, case: &Never) -> bool {
        match *case {}
    }

    fn blank() -> Value {
        Value::Blank
    }

    fn null(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>) -> Value {
        Value::null()
    }

    fn int(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: i32) -> Value {
        Value::Integer(Number::constant(i128::from(value)))
    }

    fn long(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: i64) -> Value {
        Value::Integer(Number::constant(i128::from(value)))
    }

    fn float(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: f32) -> Value {
        Value::Float(value)
    }

    fn double(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: f64) -> Value {
        Value::Double(value)
    }

    fn known_int(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Value) -> Option<i32> {
        let number = value.number();
        number.expression.is_none().then(|| i32::try_from(number.value).ok()).flatten()
    }

    fn known_long(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Value) -> Option<i64> {
        let number = value.number();
        number.expression.is_none().then(|| i64::try_from(number.value).ok()).flatten()
    }

    fn known_float(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Value) -> Option<f32> {
        Some(value.as_f32())
    }

    fn known_double(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Value) -> Option<f64> {
        Some(value.as_f64())
    }

    fn pick_int(cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: &Value) -> Step<i32> {
        let value = cx.domain.path.fix(value.number());
        i32::try_from(value)
            .map_err(|_| Stop::unsupported("a number beyond Java's integers where one is needed"))
    }

    fn binary(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        op: BinOp,
        lhs: &Value,
        rhs: &Value,
    ) -> Step<Value> {
        let (left, right, kind) = op.kinds();
        let may_overflow = match op.shape() {
            BinShape::Integer(width, IntOp::Ushr) if !width.range().holds(lhs.number().value) => {
                return Err(Stop::unsupported("`>>>` of a number beyond Java's integers"));
            }
            BinShape::Integer(_, op) => op.may_overflow(),
            BinShape::Order => false,
            BinShape::Float(..) | BinShape::FloatOrder { .. } => {
                let result = word::binary(op, known(left, lhs), known(right, rhs));
                return Ok(from_word(kind, result.expect("only integers are not divided by zero")));
            }
        };
        let too_large = || Stop::unsupported("numbers grow too large");
        let result = cx.domain.path.binary(op, lhs.number(), rhs.number()).ok_or_else(too_large)?;
        if !wraps(cx, state) || !may_overflow {
            return Ok(Value::Integer(result));
        }
        let range = if kind == Kind::Long { Range::LONG } else { Range::INT };
        if !cx.domain.wraps() && !range.holds(result.value) {
            return Err(Stop::unsupported("integers of the JDK wrap around here, unbounded ones do not"));
        }
        Ok(Value::Integer(cx.domain.path.wrap(result, range)))
    }

    fn unary(cx: &mut Cx<'_, Self>, state: &mut State<Self>, op: UnOp, value: &Value) -> Step<Value> {
        let zero = Value::Integer(Number::constant(0));
        match op {
            UnOp::IntNeg => Self::binary(cx, state, BinOp::IntSub, &zero, value),
            UnOp::LongNeg => Self::binary(cx, state, BinOp::LongSub, &zero, value),
            UnOp::FloatNeg | UnOp::DoubleNeg => {
                let kind = op.kind();
                Ok(from_word(kind, word::unary(op, known(kind, value))))
            }
        }
    }

    fn convert(cx: &mut Cx<'_, Self>, state: &mut State<Self>, op: Convert, value: &Value) -> Step<Value> {
        let (wraps, differs) = (wraps(cx, state), !cx.domain.wraps());
        let path = &mut cx.domain.path;
        if op == Convert::LongToInt && wraps && differs && !Range::INT.holds(value.number().value) {
            return Err(Stop::unsupported("integers of the JDK wrap around here, unbounded ones do not"));
        }
        let (from, to) = op.kinds();
        match op.shape() {
            ConvertShape::Widen => Ok(value.clone()),
            ConvertShape::Narrow(Range::INT) if !wraps => Ok(value.clone()),
            ConvertShape::Narrow(range) => Ok(Value::Integer(path.wrap(value.number().clone(), range))),
            ConvertShape::ToFloat { from: width, .. } => {
                if !width.range().holds(path.fix(value.number())) {
                    return Err(Stop::unsupported("a number beyond Java's integers as a float"));
                }
                Ok(from_word(to, word::convert(op, known(from, value))))
            }
            ConvertShape::ToInteger(_) | ConvertShape::Round(_) => {
                Ok(from_word(to, word::convert(op, known(from, value))))
            }
        }
    }

    fn test(
        cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        kind: Kind,
        cond: Cond,
        lhs: &Value,
        rhs: &Value,
    ) -> Step<bool> {
        Ok(match kind {
            Kind::Int => cx.domain.path.test_within(Range::INT, cond, lhs.number(), rhs.number()),
            Kind::Long => cx.domain.path.test_within(Range::LONG, cond, lhs.number(), rhs.number()),
            Kind::Float | Kind::Double => cond.holds(lhs.as_f64(), rhs.as_f64()),
            Kind::Ref => return Err(Stop::unsupported("references in a numeric test")),
        })
    }

    fn is_null(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: &Value) -> Step<bool> {
        Ok(value.address() == 0)
    }

    fn same(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, lhs: &Value, rhs: &Value) -> Step<bool> {
        Ok(lhs.address() == rhs.address())
    }

    fn dynamic_type(_cx: &mut Cx<'_, Self>, state: &mut State<Self>, object: &Value) -> Step<TypeId> {
        Ok(state.heap.object(object.address()).ty)
    }

    fn identity_hash(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, _object: &Value) -> Step<Value> {
        Err(Stop::unsupported("identity hash codes"))
    }

    fn new_object(cx: &mut Cx<'_, Self>, state: &mut State<Self>, class: ClassId) -> Step<Value> {
        if is_breakdown(cx.program, class) {
            return Err(Stop::unsupported("a failure that may be the machine's"));
        }
        let shape = cx.shape_of_class(class);
        let cells = shape.fields.iter().map(|field| zero(field.elem));
        state.heap.allocate(shape.ty, cells).map(Value::Reference).map_err(full)
    }

    fn new_array(cx: &mut Cx<'_, Self>, state: &mut State<Self>, ty: TypeId, length: &Value) -> Step<Value> {
        let (elem, _) =
            cx.shape(ty)?.element.ok_or_else(|| Stop::unsupported("an array of no array type"))?;
        let length = cx.domain.path.fix(length.number());
        if !(0..=1 << 20).contains(&length) {
            return Err(Stop::unsupported("a large array"));
        }
        if length > SMALL && !cx.domain.budget.has_room(length as u64 * BYTES_OF_CELL) {
            return Err(full(Full));
        }
        let cells = (0..length as usize).map(|_| zero(elem));
        state.heap.allocate(ty, cells).map(Value::Reference).map_err(full)
    }

    fn make_room(
        _cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        _elem: Elem,
        arrays: u64,
        elements: u64,
    ) -> Step<()> {
        let cells = arrays.saturating_add(elements);
        if cells <= 1 << 20 { Ok(()) } else { Err(Stop::unsupported("large arrays")) }
    }

    fn load_field(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Value,
        field: FieldSlot,
    ) -> Step<Value> {
        let location = field_index(cx, state, object, field)?;
        Ok(state.heap.read(&mut cx.domain.path, location, || Value::Blank))
    }

    fn store_field(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Value,
        field: FieldSlot,
        value: Value,
    ) -> Step<()> {
        let location = field_index(cx, state, object, field)?;
        let value = stored(cx, field.elem, value);
        state.heap.write(location, value);
        Ok(())
    }

    fn load_static(cx: &mut Cx<'_, Self>, state: &mut State<Self>, field: FieldSlot) -> Step<Value> {
        let location = Location::Static(field.offset);
        let content = state.heap.read(&mut cx.domain.path, location, || zero(field.elem));
        match content {
            Value::Reference(0) if is_set_at_boot(cx, field) => {
                Err(Stop::unsupported("what the JVM sets up before a program starts"))
            }
            content => Ok(content),
        }
    }

    fn store_static(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        field: FieldSlot,
        value: Value,
    ) -> Step<()> {
        let value = stored(cx, field.elem, value);
        state.heap.write(Location::Static(field.offset), value);
        Ok(())
    }

    fn array_length(_cx: &mut Cx<'_, Self>, state: &mut State<Self>, array: &Value) -> Step<Value> {
        let length = state.heap.object(array.address()).cells.len();
        Ok(Value::Integer(Number::constant(length as i128)))
    }

    fn load_element(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        _elem: Elem,
        array: &Value,
        at: &Value,
    ) -> Step<Value> {
        let location = Location::Cell(array.address(), index(cx, at));
        Ok(state.heap.read(&mut cx.domain.path, location, || Value::Blank))
    }

    fn store_element(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        array: &Value,
        at: &Value,
        value: Value,
    ) -> Step<()> {
        let location = Location::Cell(array.address(), index(cx, at));
        let value = stored(cx, elem, value);
        state.heap.write(location, value);
        Ok(())
    }
}
