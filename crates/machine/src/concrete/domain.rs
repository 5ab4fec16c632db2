//! [`Concrete`]: what the JVM does.

use program::arith::word;
use program::code::{BinOp, Cond, Convert, Elem, Kind, Switch, UnOp};
use program::{ClassId, MethodId, TypeId};

use super::gc;
use super::heap::{Heap, Ref, Word};
use crate::layout::{ARRAY_HEADER, width};
use crate::{Asked, Cx, Domain, FieldSlot, State, Stop};

/// The domain of actual values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

/// There is no such case: concrete values decide everything.
#[derive(Clone, Copy, Debug)]
pub enum Never {}

/// The reference in a register.
#[inline(always)]
pub fn reference(word: &Word) -> Ref {
    Ref(*word as u32)
}

type Step<T> = Result<T, Stop<Concrete>>;

/// No array has more elements than this, however much memory there is.
const MAX_LENGTH: i32 = i32::MAX - 2;

impl Domain for Concrete {
    type Value = Word;
    type Heap = Heap;
    type Case = Never;

    fn assume(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, case: &Never) -> bool {
        match *case {}
    }

    #[inline(always)]
    fn blank() -> Word {
        0
    }

    #[inline(always)]
    fn null(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>) -> Word {
        0
    }

    #[inline(always)]
    fn int(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: i32) -> Word {
        word::from_int(value)
    }

    #[inline(always)]
    fn long(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: i64) -> Word {
        value as Word
    }

    #[inline(always)]
    fn float(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: f32) -> Word {
        Word::from(value.to_bits())
    }

    #[inline(always)]
    fn double(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: f64) -> Word {
        value.to_bits()
    }

    #[inline(always)]
    fn known_int(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Word) -> Option<i32> {
        Some(*value as i32)
    }

    #[inline(always)]
    fn known_long(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Word) -> Option<i64> {
        Some(*value as i64)
    }

    #[inline(always)]
    fn known_float(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Word) -> Option<f32> {
        Some(f32::from_bits(*value as u32))
    }

    #[inline(always)]
    fn known_double(_cx: &Cx<'_, Self>, _state: &State<Self>, value: &Word) -> Option<f64> {
        Some(f64::from_bits(*value))
    }

    #[inline(always)]
    fn binary(
        _cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        op: BinOp,
        lhs: &Word,
        rhs: &Word,
    ) -> Step<Word> {
        Ok(word::binary(op, *lhs, *rhs).expect("steps throw before they divide by zero"))
    }

    #[inline(always)]
    fn unary(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, op: UnOp, value: &Word) -> Step<Word> {
        Ok(word::unary(op, *value))
    }

    #[inline(always)]
    fn convert(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, op: Convert, value: &Word) -> Step<Word> {
        Ok(word::convert(op, *value))
    }

    #[inline(always)]
    fn test(
        _cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        kind: Kind,
        cond: Cond,
        lhs: &Word,
        rhs: &Word,
    ) -> Step<bool> {
        Ok(word::test(kind, cond, *lhs, *rhs))
    }

    #[inline(always)]
    fn test_const(
        _cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        cond: Cond,
        lhs: &Word,
        rhs: i32,
    ) -> Step<bool> {
        Ok(cond.holds(*lhs as i32, rhs))
    }

    #[inline(always)]
    fn is_null(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, value: &Word) -> Step<bool> {
        Ok(*value == 0)
    }

    #[inline(always)]
    fn same(_cx: &mut Cx<'_, Self>, _state: &mut State<Self>, lhs: &Word, rhs: &Word) -> Step<bool> {
        Ok(lhs == rhs)
    }

    #[inline(always)]
    fn switch(
        _cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        value: &Word,
        switch: &Switch,
    ) -> Step<Option<usize>> {
        let value = *value as i32;
        if !switch.dense {
            return Ok(switch.keys.binary_search(&value).ok());
        }
        let first = switch.keys.first().copied().unwrap_or(0);
        let index = value.wrapping_sub(first) as u32 as usize;
        Ok((value >= first && index < switch.keys.len()).then_some(index))
    }

    #[inline(always)]
    fn in_bounds(
        _cx: &mut Cx<'_, Self>,
        _state: &mut State<Self>,
        index: &Word,
        length: &Word,
    ) -> Step<bool> {
        Ok((*index as u32) < (*length as u32))
    }

    #[inline(always)]
    fn dynamic_type(_cx: &mut Cx<'_, Self>, state: &mut State<Self>, object: &Word) -> Step<TypeId> {
        Ok(state.heap.type_of(reference(object)))
    }

    #[inline(always)]
    fn select(
        cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        receiver: &Word,
        method: MethodId,
    ) -> Step<MethodId> {
        cx.select(state.heap.type_of(reference(receiver)), method)
    }

    fn identity_hash(cx: &mut Cx<'_, Self>, state: &mut State<Self>, object: &Word) -> Step<Word> {
        if state.heap.known_hash(reference(object)) == 0
            && let Some(hash) = cx.host.prepared(Asked::Hash)
        {
            state.heap.set_hash(reference(object), hash as i32);
            return Ok(word::from_int(hash as i32));
        }
        Ok(word::from_int(state.heap.identity_hash(reference(object))))
    }

    #[inline(always)]
    fn new_object(cx: &mut Cx<'_, Self>, state: &mut State<Self>, class: ClassId) -> Step<Word> {
        let ty = cx.program.class(class).ty;
        let size = match cx.shapes.get(ty) {
            Some(Some(shape)) => shape.size,
            _ => cx.shape_of_class(class).size,
        };
        state.heap.allocate(ty, size).map(|object| Word::from(object.0)).ok_or(Stop::Reclaim)
    }

    #[inline(always)]
    fn new_array(cx: &mut Cx<'_, Self>, state: &mut State<Self>, ty: TypeId, length: &Word) -> Step<Word> {
        let (elem, _) = cx.shape(ty)?.element.expect("the type of an array");
        if *length as i32 > MAX_LENGTH {
            return Err(Stop::raise_with(
                "java/lang/OutOfMemoryError",
                "Requested array size exceeds VM limit",
            ));
        }
        let array = state.heap.allocate_array(ty, elem, *length as i32);
        array.map(|array| Word::from(array.0)).ok_or(Stop::Reclaim)
    }

    fn make_room(
        _cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        arrays: u64,
        elements: u64,
    ) -> Step<()> {
        let headers = arrays.saturating_mul(u64::from(ARRAY_HEADER));
        let bytes = headers.saturating_add(elements.saturating_mul(width(elem).into()));
        if state.heap.has_room(bytes) { Ok(()) } else { Err(Stop::Reclaim) }
    }

    #[inline(always)]
    fn load_field(
        _cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Word,
        field: FieldSlot,
    ) -> Step<Word> {
        Ok(state.heap.load(reference(object), field.offset as usize, field.elem))
    }

    #[inline(always)]
    fn store_field(
        _cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        object: &Word,
        field: FieldSlot,
        value: Word,
    ) -> Step<()> {
        state.heap.store(reference(object), field.offset as usize, field.elem, value);
        Ok(())
    }

    #[inline(always)]
    fn load_static(_cx: &mut Cx<'_, Self>, state: &mut State<Self>, field: FieldSlot) -> Step<Word> {
        Ok(state.heap.load_static(field.offset))
    }

    #[inline(always)]
    fn store_static(
        _cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        field: FieldSlot,
        value: Word,
    ) -> Step<()> {
        state.heap.store_static(field.offset, field.elem, value);
        Ok(())
    }

    #[inline(always)]
    fn array_length(_cx: &mut Cx<'_, Self>, state: &mut State<Self>, array: &Word) -> Step<Word> {
        Ok(word::from_int(state.heap.length(reference(array))))
    }

    #[inline(always)]
    fn load_element(
        _cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        array: &Word,
        index: &Word,
    ) -> Step<Word> {
        Ok(state.heap.load(reference(array), Heap::element(elem, *index as i32), elem))
    }

    #[inline(always)]
    fn store_element(
        _cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        array: &Word,
        index: &Word,
        value: Word,
    ) -> Step<()> {
        state.heap.store(reference(array), Heap::element(elem, *index as i32), elem, value);
        Ok(())
    }

    fn copy_elements(
        _cx: &mut Cx<'_, Self>,
        state: &mut State<Self>,
        elem: Elem,
        (from, from_start): (&Word, i32),
        (to, to_start): (&Word, i32),
        length: i32,
    ) -> Step<()> {
        state.heap.copy_elements(elem, (reference(from), from_start), (reference(to), to_start), length);
        Ok(())
    }

    fn write_bytes(_cx: &mut Cx<'_, Self>, state: &mut State<Self>, array: &Word, bytes: &[u8]) -> Step<()> {
        state.heap.elements_mut(reference(array), Elem::Byte, 0, bytes.len() as i32).copy_from_slice(bytes);
        Ok(())
    }

    fn known_bytes(_cx: &mut Cx<'_, Self>, state: &mut State<Self>, array: &Word) -> Step<Option<Vec<u8>>> {
        let array = reference(array);
        Ok(Some(state.heap.elements(array, Elem::Byte, 0, state.heap.length(array)).to_vec()))
    }

    #[inline(always)]
    fn safepoint(cx: &mut Cx<'_, Self>, state: &mut State<Self>) {
        if state.heap.used() > state.heap.trigger {
            gc::collect(cx, state);
        }
    }

    fn reclaim(cx: &mut Cx<'_, Self>, state: &mut State<Self>) -> bool {
        gc::reclaim(cx, state)
    }
}
