//! What the machine does not know: values and the heap.
//!
//! A [`Domain`] supplies them. Java's semantics around them (which checks in which order, which exception, dispatch,
//! initialisation, calls) is written once, generic in the domain. Every operation takes the context first and the
//! state second, and may stop with a split when the domain cannot decide; after the caller has let the domain
//! [`assume`](Domain::assume) a case the same instruction runs again and gets further.
//!
//! What the machine promises: operands have the kind the operation expects; references handed to heap operations
//! were found not to be null; indices were found to be in bounds; array lengths not to be negative; integer divisors
//! not to be zero; a value stored into a reference array passed [`Domain::can_store`]. Operations a domain need not care about have
//! a default written in terms of the others.

use std::fmt::Debug;

use program::code::{BinOp, Cond, Convert, Elem, Kind, Switch, UnOp};
use program::{ClassId, JavaText, MethodId, TypeId};

use crate::{Asked, Cx, FieldSlot, Init, Reply, State, Stop, objects, strings};

/// What values are, what can be done with them, and how much is known about them.
pub trait Domain: Sized {
    /// What a register holds. Cloned on every move: keep it small.
    type Value: Clone + Debug;
    /// The domain's part of a state: objects, static fields, and whatever a path must remember.
    type Heap: Clone;
    /// One way to go on where the domain could not decide. Uninhabited if it always can.
    type Case: Clone + Debug;

    /// Whether [`Domain::intercept`] wants to see calls.
    const INTERCEPTS: bool = false;
    /// Whether exceptions remember where they were created.
    const BACKTRACES: bool = true;

    /// Makes `case` true of the state; false if no concrete state is left.
    fn assume(cx: &mut Cx<'_, Self>, state: &mut State<Self>, case: &Self::Case) -> bool;

    // Constants, and values that turn out to be constants.

    /// What a register holds before it is first written.
    fn blank() -> Self::Value;
    /// The null reference.
    fn null(cx: &mut Cx<'_, Self>, state: &mut State<Self>) -> Self::Value;
    /// A number of type `int`.
    fn int(cx: &mut Cx<'_, Self>, state: &mut State<Self>, value: i32) -> Self::Value;
    /// A number of type `long`.
    fn long(cx: &mut Cx<'_, Self>, state: &mut State<Self>, value: i64) -> Self::Value;
    /// A number of type `float`.
    fn float(cx: &mut Cx<'_, Self>, state: &mut State<Self>, value: f32) -> Self::Value;
    /// A number of type `double`.
    fn double(cx: &mut Cx<'_, Self>, state: &mut State<Self>, value: f64) -> Self::Value;
    /// The number, if it is known.
    fn known_int(cx: &Cx<'_, Self>, state: &State<Self>, value: &Self::Value) -> Option<i32>;
    /// The number, if it is known.
    fn known_long(cx: &Cx<'_, Self>, state: &State<Self>, value: &Self::Value) -> Option<i64>;
    /// The number, if it is known.
    fn known_float(cx: &Cx<'_, Self>, state: &State<Self>, value: &Self::Value) -> Option<f32>;
    /// The number, if it is known.
    fn known_double(cx: &Cx<'_, Self>, state: &State<Self>, value: &Self::Value) -> Option<f64>;

    // Arithmetic.

    /// An operator on two numbers.
    fn binary(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        op: BinOp,
        lhs: &Self::Value,
        rhs: &Self::Value,
    ) -> Result<Self::Value, Stop<Self>>;
    /// An operator on one number.
    fn unary(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        op: UnOp,
        value: &Self::Value,
    ) -> Result<Self::Value, Stop<Self>>;
    /// A conversion between kinds of numbers.
    fn convert(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        op: Convert,
        value: &Self::Value,
    ) -> Result<Self::Value, Stop<Self>>;

    // Decisions.

    /// Compares two values of a numeric kind; false when one is NaN, except for `Ne`.
    fn test(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        kind: Kind,
        cond: Cond,
        lhs: &Self::Value,
        rhs: &Self::Value,
    ) -> Result<bool, Stop<Self>>;
    /// Compares an int with a constant.
    fn test_const(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        cond: Cond,
        lhs: &Self::Value,
        rhs: i32,
    ) -> Result<bool, Stop<Self>> {
        let rhs = Self::int(cx, state, rhs);
        Self::test(cx, state, Kind::Int, cond, lhs, &rhs)
    }
    /// Whether a float or double is NaN.
    fn is_nan(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        kind: Kind,
        value: &Self::Value,
    ) -> Result<bool, Stop<Self>> {
        Self::test(cx, state, kind, Cond::Ne, value, value)
    }
    /// Whether a reference is null.
    fn is_null(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        value: &Self::Value,
    ) -> Result<bool, Stop<Self>>;
    /// Whether a reference that is about to be dereferenced is null.
    #[inline(always)]
    fn dereferences_null(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        value: &Self::Value,
    ) -> Result<bool, Stop<Self>> {
        Self::is_null(cx, state, value)
    }
    /// Whether two references, either of which may be null, are equal.
    fn same(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        lhs: &Self::Value,
        rhs: &Self::Value,
    ) -> Result<bool, Stop<Self>>;
    /// The key of `switch` that equals `value`, by its index; none for the default case.
    fn switch(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        value: &Self::Value,
        switch: &Switch,
    ) -> Result<Option<usize>, Stop<Self>> {
        if let Some(value) = Self::known_int(cx, state, value) {
            return Ok(switch.keys.binary_search(&value).ok());
        }
        for (index, &key) in switch.keys.iter().enumerate() {
            if Self::test_const(cx, state, Cond::Eq, value, key)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
    /// Whether `0 <= index < length`.
    fn in_bounds(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        index: &Self::Value,
        length: &Self::Value,
    ) -> Result<bool, Stop<Self>> {
        Ok(Self::test_const(cx, state, Cond::Ge, index, 0)?
            && Self::test(cx, state, Kind::Int, Cond::Lt, index, length)?)
    }
    /// A number for an int where the machine cannot go on without one (a length to copy, say).
    fn pick_int(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        value: &Self::Value,
    ) -> Result<i32, Stop<Self>> {
        Self::known_int(cx, state, value)
            .ok_or_else(|| Stop::unsupported("an unknown `int` where its value is needed"))
    }

    // Types of objects.

    /// The exact type of an object.
    fn dynamic_type(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Self::Value,
    ) -> Result<TypeId, Stop<Self>>;
    /// Whether an object is of a type; null is of none.
    fn instance_of(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Self::Value,
        ty: TypeId,
    ) -> Result<bool, Stop<Self>> {
        let dynamic = Self::dynamic_type(cx, state, object)?;
        cx.is_subtype(dynamic, ty)
    }
    /// Whether a reference, which may be null, passes a cast to a type (JVMS 6.5, `checkcast`).
    #[inline(always)]
    fn passes_cast(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Self::Value,
        ty: TypeId,
    ) -> Result<bool, Stop<Self>> {
        Ok(Self::is_null(cx, state, object)? || Self::instance_of(cx, state, object, ty)?)
    }
    /// 1 if a reference, which may be null, is an object of a type, otherwise 0 (JVMS 6.5, `instanceof`).
    #[inline(always)]
    fn type_test(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Self::Value,
        ty: TypeId,
    ) -> Result<Self::Value, Stop<Self>> {
        let passes = !Self::is_null(cx, state, object)? && Self::instance_of(cx, state, object, ty)?;
        Ok(Self::int(cx, state, i32::from(passes)))
    }
    /// The exact type of an object for a message; none if that is not known without a split.
    fn type_in_words(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Self::Value,
    ) -> Result<Option<TypeId>, Stop<Self>> {
        Self::dynamic_type(cx, state, object).map(Some)
    }
    /// The method a virtual or interface call of `method` selects.
    fn select(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        receiver: &Self::Value,
        method: MethodId,
    ) -> Result<MethodId, Stop<Self>> {
        let dynamic = Self::dynamic_type(cx, state, receiver)?;
        cx.select(dynamic, method)
    }
    /// Whether a reference may be stored into a reference array (JVMS 6.5, `aastore`).
    fn can_store(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        array: &Self::Value,
        value: &Self::Value,
    ) -> Result<bool, Stop<Self>> {
        if Self::is_null(cx, state, value)? {
            return Ok(true);
        }
        let array = Self::dynamic_type(cx, state, array)?;
        let element = cx.element_type(array).expect("only arrays are stored into");
        Self::instance_of(cx, state, value, element)
    }
    /// The number that an object has for being itself.
    fn identity_hash(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Self::Value,
    ) -> Result<Self::Value, Stop<Self>>;

    // Objects, arrays, static fields.

    /// A new object with all fields zero.
    fn new_object(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        class: ClassId,
    ) -> Result<Self::Value, Stop<Self>>;
    /// A new array with all elements zero; `ty` is the array's type.
    fn new_array(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        ty: TypeId,
        length: &Self::Value,
    ) -> Result<Self::Value, Stop<Self>>;
    /// So many arrays with so many elements, `elem` each, are about to be made by one instruction: stops if there is no room for
    /// them, before any is.
    fn make_room(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        arrays: u64,
        elements: u64,
    ) -> Result<(), Stop<Self>>;
    /// Reads a field of an object that is not null.
    fn load_field(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Self::Value,
        field: FieldSlot,
    ) -> Result<Self::Value, Stop<Self>>;
    /// Writes a field of an object that is not null.
    fn store_field(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Self::Value,
        field: FieldSlot,
        value: Self::Value,
    ) -> Result<(), Stop<Self>>;
    /// Reads a static field of an initialised class.
    fn load_static(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        field: FieldSlot,
    ) -> Result<Self::Value, Stop<Self>>;
    /// Writes a static field of an initialised class.
    fn store_static(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        field: FieldSlot,
        value: Self::Value,
    ) -> Result<(), Stop<Self>>;
    /// How many elements an array has that is not null.
    fn array_length(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        array: &Self::Value,
    ) -> Result<Self::Value, Stop<Self>>;
    /// Reads an element within the array.
    fn load_element(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        array: &Self::Value,
        index: &Self::Value,
    ) -> Result<Self::Value, Stop<Self>>;
    /// Writes an element within the array.
    fn store_element(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        array: &Self::Value,
        index: &Self::Value,
        value: Self::Value,
    ) -> Result<(), Stop<Self>>;
    /// A shallow copy of an object or array.
    fn clone_object(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Self::Value,
    ) -> Result<Self::Value, Stop<Self>> {
        objects::clone_object(cx, state, object)
    }
    /// Copies `length` elements between arrays of the same element representation; all indices are in bounds.
    /// The arrays may be the same.
    fn copy_elements(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        from: (&Self::Value, i32),
        to: (&Self::Value, i32),
        length: i32,
    ) -> Result<(), Stop<Self>> {
        objects::copy_elements(cx, state, elem, from, to, length)
    }

    // Strings: ordinary objects unless the domain says otherwise.

    /// A new `String` with a known text.
    fn new_string(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        text: &JavaText,
    ) -> Result<Self::Value, Stop<Self>> {
        strings::new_string(cx, state, text)
    }
    /// The text of a `String` object, if it is known.
    fn known_text(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        string: &Self::Value,
    ) -> Result<Option<JavaText>, Stop<Self>> {
        strings::known_text(cx, state, string)
    }

    /// Fills a byte array from its start.
    fn write_bytes(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        array: &Self::Value,
        bytes: &[u8],
    ) -> Result<(), Stop<Self>> {
        for (index, &byte) in bytes.iter().enumerate() {
            let (index, byte) =
                (Self::int(cx, state, index as i32), Self::int(cx, state, i32::from(byte as i8)));
            Self::store_element(cx, state, Elem::Byte, array, &index, byte)?;
        }
        Ok(())
    }
    /// The elements of a byte array, if they are known.
    fn known_bytes(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        array: &Self::Value,
    ) -> Result<Option<Vec<u8>>, Stop<Self>> {
        strings::known_bytes(cx, state, array)
    }

    // Hooks.

    /// What the world outside answers, where the domain or somebody before the run says so; otherwise the host does.
    fn asked(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        what: Asked,
    ) -> Result<Option<Self::Value>, Stop<Self>> {
        Ok(cx.host.prepared(what).map(|answer| match what.is_int() {
            true => Self::int(cx, state, answer as i32),
            false => Self::long(cx, state, answer),
        }))
    }

    /// May answer a call in place of the method's code. Only called if [`Domain::INTERCEPTS`].
    fn intercept(
        _cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        _method: MethodId,
        _args: &[Self::Value],
    ) -> Result<Option<Reply<Self>>, Stop<Self>> {
        Ok(None)
    }
    /// How far the initialisation of a class has come.
    fn init_status(
        _cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        class: ClassId,
    ) -> Result<Init, Stop<Self>> {
        Ok(state.init_status(class))
    }
    /// All live references are in registers, static fields and the machine's tables: a good moment to collect
    /// garbage.
    fn safepoint(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>) {}
    /// Memory is full. Whether enough came free that the instruction is worth another try.
    fn reclaim(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>) -> bool {
        false
    }
}
