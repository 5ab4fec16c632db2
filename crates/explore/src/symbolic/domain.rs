//! [`machine::Domain`] for [`Symbolic`]: numbers go to `numbers`, everything else to the heap.

use heap::{ClassOf, Field, ForkCause, Loc, Ref, Value};
use library::names;
use machine::{Asked, Cx, Domain, FieldSlot, Reply, State, Stop};
use program::code::{BinOp, Cond, Convert, Elem, Kind, Switch, UnOp};
use program::{ClassId, JavaText, MethodId, TypeId};
use term::Term;

use super::{
    Case, JavaTypes, Memory, Symbolic, before, breakdown, contents, numbers, outside, statics, trust,
    with_heap,
};
use crate::path::NO_ROOM;

/// What an element and an array take in a symbolic heap, about.
const VALUE_BYTES: u64 = size_of::<Value>() as u64;
const ARRAY_BYTES: u64 = 256;
/// Whether there is room is asked once in so many bytes: it costs a system call.
const LARGE: u64 = 1 << 22;

type Step<'p, T> = Result<T, Stop<Symbolic<'p>>>;

impl<'p> Domain for Symbolic<'p> {
    type Value = Value;
    type Heap = Memory;
    type Case = Case;

    const INTERCEPTS: bool = true;

    fn assume(cx: &mut Cx<'_, Self>, state: &mut State<Self>, case: &Case) -> bool {
        state.heap.heap.choose(cx.domain.heap_cx(), &case.choice);
        true
    }

    fn blank() -> Value {
        Value::NULL
    }

    fn null(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>) -> Value {
        Value::NULL
    }

    fn int(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: i32) -> Value {
        Value::Int(value)
    }

    fn long(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: i64) -> Value {
        Value::Long(value)
    }

    fn float(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: f32) -> Value {
        Value::float(value)
    }

    fn double(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: f64) -> Value {
        Value::double(value)
    }

    fn known_int(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Value) -> Option<i32> {
        if let Value::Int(value) = value { Some(*value) } else { None }
    }

    fn known_long(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Value) -> Option<i64> {
        if let Value::Long(value) = value { Some(*value) } else { None }
    }

    fn known_float(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Value) -> Option<f32> {
        if let Value::Float(bits) = value { Some(f32::from_bits(*bits)) } else { None }
    }

    fn known_double(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Value) -> Option<f64> {
        if let Value::Double(bits) = value { Some(f64::from_bits(*bits)) } else { None }
    }

    fn binary(
        cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        op: BinOp,
        lhs: &Value,
        rhs: &Value,
    ) -> Step<'p, Value> {
        Ok(numbers::binary(&cx.domain.terms, op, *lhs, *rhs))
    }

    fn unary(cx: &mut Cx<'_, Self>, _state: &mut State<Self>, op: UnOp, value: &Value) -> Step<'p, Value> {
        Ok(numbers::unary(&cx.domain.terms, op, *value))
    }

    fn convert(
        cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        op: Convert,
        value: &Value,
    ) -> Step<'p, Value> {
        Ok(numbers::convert(&cx.domain.terms, op, *value))
    }

    fn test(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        kind: Kind,
        cond: Cond,
        lhs: &Value,
        rhs: &Value,
    ) -> Step<'p, bool> {
        let condition = numbers::test(&cx.domain.terms, kind, cond, *lhs, *rhs);
        decide(cx, state, ForkCause::Branch, condition)
    }

    /// One fork for all cases, however many there are.
    fn switch(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        value: &Value,
        switch: &Switch,
    ) -> Step<'p, Option<usize>> {
        if let Value::Int(known) = *value {
            return Ok(switch.keys.binary_search(&known).ok());
        }
        let terms = &cx.domain.terms;
        let value = value.term(terms);
        let mut cases: Vec<Term> = switch.keys.iter().map(|key| terms.eq(value, terms.i32(*key))).collect();
        cases.push(terms.and(cases.iter().map(|case| terms.not(*case))));
        let case = with_heap(cx, state, |heap, hcx| heap.decide_among(hcx, ForkCause::Branch, &cases))?;
        Ok((case < switch.keys.len()).then_some(case))
    }

    fn in_bounds(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        index: &Value,
        length: &Value,
    ) -> Step<'p, bool> {
        if let (Value::Int(index), Value::Int(length)) = (*index, *length) {
            return Ok((0..length).contains(&index));
        }
        let terms = &cx.domain.terms;
        let (index, length) = (index.term(terms), length.term(terms));
        let inside = terms.and([terms.less_eq(terms.i32(0), index), terms.less(index, length)]);
        decide(cx, state, ForkCause::Bounds, inside)
    }

    /// Forks over the values an int can have, smallest first, as long as they are few.
    fn pick_int(cx: &mut Cx<'_, Self>, state: &mut State<Self>, value: &Value) -> Step<'p, i32> {
        super::pick::pick_int(cx, state, *value)
    }

    fn is_null(cx: &mut Cx<'_, Self>, state: &mut State<Self>, value: &Value) -> Step<'p, bool> {
        let reference = value.reference();
        if let Some(loc) = reference.as_loc() {
            return Ok(loc == Loc::NULL);
        }
        with_heap(cx, state, |heap, hcx| heap.compare_null(hcx, reference))
    }

    fn dereferences_null(cx: &mut Cx<'_, Self>, state: &mut State<Self>, value: &Value) -> Step<'p, bool> {
        with_heap(cx, state, |heap, hcx| heap.null_test(hcx, value.reference()))
    }

    fn same(cx: &mut Cx<'_, Self>, state: &mut State<Self>, lhs: &Value, rhs: &Value) -> Step<'p, bool> {
        let (lhs, rhs) = (lhs.reference(), rhs.reference());
        if before::are_told_apart(cx, state, lhs, rhs) {
            return Ok(lhs == rhs);
        }
        with_heap(cx, state, |heap, hcx| heap.compare(hcx, lhs, rhs))
    }

    fn dynamic_type(cx: &mut Cx<'_, Self>, state: &mut State<Self>, object: &Value) -> Step<'p, TypeId> {
        let class = with_heap(cx, state, |heap, hcx| heap.class_by(hcx, object.reference(), |class| class))?;
        Ok(JavaTypes::ty(class))
    }

    fn instance_of(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Value,
        ty: TypeId,
    ) -> Step<'p, bool> {
        if object.reference().as_loc().is_some_and(|loc| state.heap.heap.location(loc).creator.is_none()) {
            let dynamic = Self::dynamic_type(cx, state, object)?;
            return cx.is_subtype(dynamic, ty);
        }
        let class = JavaTypes::class(ty);
        let test = with_heap(cx, state, |heap, hcx| heap.type_test(hcx, object.reference(), class))?;
        decide(cx, state, ForkCause::Class, test)
    }

    /// One question: null passes.
    fn passes_cast(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Value,
        ty: TypeId,
    ) -> Step<'p, bool> {
        let reference = object.reference();
        if reference == Ref::NULL {
            return Ok(true);
        }
        let class = JavaTypes::class(ty);
        let is_null = with_heap(cx, state, |heap, hcx| heap.is_null(hcx, reference))?;
        let fits = with_heap(cx, state, |heap, hcx| heap.type_test(hcx, reference, class))?;
        let passes = cx.domain.terms.or([is_null, fits]);
        decide(cx, state, ForkCause::Class, passes)
    }

    /// A term: nothing forks until the answer is used.
    fn type_test(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Value,
        ty: TypeId,
    ) -> Step<'p, Value> {
        let reference = object.reference();
        if reference == Ref::NULL {
            return Ok(Value::Int(0));
        }
        let class = JavaTypes::class(ty);
        let test = with_heap(cx, state, |heap, hcx| heap.type_test(hcx, reference, class))?;
        let terms = &cx.domain.terms;
        Ok(Value::of_term(terms, terms.ite(test, terms.i32(1), terms.i32(0))))
    }

    /// One question: null, or an object of the element type of whatever array it is.
    fn can_store(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        array: &Value,
        value: &Value,
    ) -> Step<'p, bool> {
        let (array, value) = (array.reference(), value.reference());
        if value == Ref::NULL {
            return Ok(true);
        }
        let program = cx.program;
        let element = |class| program.element_of(JavaTypes::ty(class)).map(JavaTypes::class);
        let fits = with_heap(cx, state, |heap, hcx| heap.store_test(hcx, array, value, element))?;
        decide(cx, state, ForkCause::Class, fits)
    }

    fn type_in_words(
        _cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Value,
    ) -> Step<'p, Option<TypeId>> {
        Ok(object.reference().as_loc().and_then(|loc| match state.heap.heap.location(loc).class {
            ClassOf::Exact(class) => Some(JavaTypes::ty(class)),
            ClassOf::Open { .. } => None,
        }))
    }

    /// Classes that select the same method are not told apart.
    fn select(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        receiver: &Value,
        method: MethodId,
    ) -> Step<'p, MethodId> {
        let program = cx.program;
        // Arrays of every class have the same methods.
        if with_heap(cx, state, |heap, hcx| heap.is_array(hcx, receiver.reference()))? {
            let object = cx.program.class_type(names::OBJECT);
            return cx.select(object, method);
        }
        let select = |class| {
            let dynamic = match program.ty(JavaTypes::ty(class)) {
                program::Type::Class(_) => program.resolve_class(JavaTypes::ty(class)),
                _ => program.class_named(names::OBJECT),
            };
            dynamic.ok().and_then(|dynamic| program.select(dynamic, method).ok())
        };
        match with_heap(cx, state, |heap, hcx| heap.class_by(hcx, receiver.reference(), select))? {
            Some(method) => Ok(method),
            None => {
                let dynamic = Self::dynamic_type(cx, state, receiver)?;
                cx.select(dynamic, method)
            }
        }
    }

    fn identity_hash(cx: &mut Cx<'_, Self>, state: &mut State<Self>, object: &Value) -> Step<'p, Value> {
        super::asked::identity_hash(cx, state, object)
    }

    fn asked(cx: &mut Cx<'_, Self>, state: &mut State<Self>, what: Asked) -> Step<'p, Option<Value>> {
        super::asked::answer(cx, state, what).map(Some)
    }

    fn new_object(cx: &mut Cx<'_, Self>, state: &mut State<Self>, class: ClassId) -> Step<'p, Value> {
        breakdown::check(cx, state, class)?;
        let class = JavaTypes::class(cx.program.class(class).ty);
        let new = state.heap.heap.allocate(class);
        before::allocated(cx, state, new);
        Ok(Value::Ref(Ref::loc(new)))
    }

    fn new_array(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        ty: TypeId,
        length: &Value,
    ) -> Step<'p, Value> {
        let element = cx.program.element_of(ty).expect("the type of an array");
        let kind = cx.domain.types.kind_of(element).expect("no arrays of void");
        if let Value::Int(length) = *length
            && length as usize > cx.limits.heap / 16
        {
            return Err(too_long(length));
        }
        if let Value::Int(length @ 0..) = *length {
            check_room(cx, ARRAY_BYTES + length as u64 * VALUE_BYTES)?;
        } else if let Value::Term(_) = *length {
            trust::note(state, trust::ROOM);
        }
        let new = state.heap.heap.allocate_array(JavaTypes::class(ty), kind, *length);
        before::allocated(cx, state, new);
        Ok(Value::Ref(Ref::loc(new)))
    }

    fn make_room(
        cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        _elem: Elem,
        arrays: u64,
        elements: u64,
    ) -> Step<'p, ()> {
        let bytes = arrays.saturating_mul(ARRAY_BYTES).saturating_add(elements.saturating_mul(VALUE_BYTES));
        if bytes < LARGE { Ok(()) } else { check_room(cx, bytes) }
    }

    fn load_field(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Value,
        field: FieldSlot,
    ) -> Step<'p, Value> {
        super::sealed::check(cx, state, object, field)?;
        let (object, field) = (object.reference(), Field(field.id.0));
        if let Some(holder) = cx.domain.watched.holder(field) {
            super::text::prepare(cx, state, object, holder)?;
        }
        let value = with_heap(cx, state, |heap, hcx| heap.load(hcx, object, field))?;
        before::accessed(cx, state, object, Some(field), false);
        contents::field_read(cx, state, object, field);
        Ok(value)
    }

    fn store_field(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Value,
        field: FieldSlot,
        value: Value,
    ) -> Step<'p, ()> {
        let (object, field) = (object.reference(), Field(field.id.0));
        with_heap(cx, state, |heap, hcx| heap.store(hcx, object, field, value))?;
        before::accessed(cx, state, object, Some(field), true);
        Ok(())
    }

    fn load_static(cx: &mut Cx<'_, Self>, state: &mut State<Self>, field: FieldSlot) -> Step<'p, Value> {
        statics::before_load(cx, state, field)?;
        outside::read(cx, state, field.id);
        Ok(state.heap.statics.get(field.id).unwrap_or_else(|| zero(field.elem)))
    }

    fn store_static(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        field: FieldSlot,
        value: Value,
    ) -> Step<'p, ()> {
        statics::before_store(cx, state, field);
        state.heap.statics.set(field.id, value);
        before::held(cx, state, field.id, value);
        Ok(())
    }

    fn array_length(cx: &mut Cx<'_, Self>, state: &mut State<Self>, array: &Value) -> Step<'p, Value> {
        with_heap(cx, state, |heap, hcx| heap.length(hcx, array.reference()))
    }

    fn load_element(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        array: &Value,
        index: &Value,
    ) -> Step<'p, Value> {
        let (of, kind) = (array.reference(), element_kind(cx, elem));
        let value = with_heap(cx, state, |heap, hcx| heap.load_element(hcx, of, kind, *index))?;
        before::accessed(cx, state, of, None, false);
        contents::element_read(cx, state, of);
        Ok(value)
    }

    fn store_element(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        array: &Value,
        index: &Value,
        value: Value,
    ) -> Step<'p, ()> {
        let (of, kind) = (array.reference(), element_kind(cx, elem));
        with_heap(cx, state, |heap, hcx| heap.store_element(hcx, of, kind, *index, value))?;
        before::accessed(cx, state, array.reference(), None, true);
        Ok(())
    }

    /// Arrays of unknown length are copied in one piece.
    fn clone_object(cx: &mut Cx<'_, Self>, state: &mut State<Self>, object: &Value) -> Step<'p, Value> {
        let copy = with_heap(cx, state, |heap, hcx| heap.clone_array(hcx, object.reference()))?;
        if let Some(copy) = copy {
            before::accessed(cx, state, object.reference(), None, false);
            contents::element_read(cx, state, object.reference());
            trust::note(state, trust::ROOM);
            return Ok(Value::Ref(copy));
        }
        machine::clone_object(cx, state, object)
    }

    fn known_text(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        string: &Value,
    ) -> Step<'p, Option<JavaText>> {
        super::text::known_text(cx, state, string)
    }

    fn intercept(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        method: MethodId,
        args: &[Value],
    ) -> Step<'p, Option<Reply<Self>>> {
        super::intercept::intercept(cx, state, method, args)
    }
}

/// Decides a condition, or asks for two paths.
pub(super) fn decide<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    cause: ForkCause,
    condition: Term,
) -> Step<'p, bool> {
    with_heap(cx, state, |heap, hcx| heap.decide(hcx, cause, condition))
}

/// What a field holds before it is first written.
fn zero(elem: Elem) -> Value {
    match elem.kind() {
        Kind::Int => Value::Int(0),
        Kind::Long => Value::Long(0),
        Kind::Float => Value::float(0.0),
        Kind::Double => Value::double(0.0),
        Kind::Ref => Value::NULL,
    }
}

/// The longest array there is on any JVM.
const LONGEST_ARRAY: i32 = i32::MAX - 2;

/// There is no room for an array: no JVM has it, or one may have more memory than the machine that explores.
fn too_long<'p>(length: i32) -> Stop<Symbolic<'p>> {
    match length > LONGEST_ARRAY {
        true => Stop::raise_with(names::OUT_OF_MEMORY, "Requested array size exceeds VM limit"),
        false => Stop::unsupported(format!("an array of {length} elements")),
    }
}

/// What instructions on elements say about them.
fn element_kind(cx: &Cx<'_, Symbolic<'_>>, elem: Elem) -> heap::Kind {
    match elem {
        Elem::Byte => heap::Kind::Byte,
        Elem::Char => heap::Kind::Char,
        Elem::Short => heap::Kind::Short,
        Elem::Int => heap::Kind::Int,
        Elem::Long => heap::Kind::Long,
        Elem::Float => heap::Kind::Float,
        Elem::Double => heap::Kind::Double,
        Elem::Ref => heap::Kind::Ref(JavaTypes::class(cx.program.class_type(names::OBJECT))),
    }
}

/// What would not fit into the memory allowed is not allocated.
fn check_room<'p>(cx: &Cx<'_, Symbolic<'p>>, bytes: u64) -> Step<'p, ()> {
    let asked = cx.domain.allocated.get().saturating_add(bytes);
    cx.domain.allocated.set(if asked < LARGE { asked } else { 0 });
    match asked < LARGE || cx.domain.budget.has_room(bytes) {
        true => Ok(()),
        false => Err(Stop::unsupported(NO_ROOM)),
    }
}
