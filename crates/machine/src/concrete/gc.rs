//! Garbage collection: live objects are copied to fresh memory, breadth first (Cheney's algorithm).
//!
//! Precise: a register is a root exactly if its method says it holds a reference, and every field and element is known
//! by its layout. Collections happen at safepoints only, where no Rust code holds a
//! reference.

use std::rc::Rc;

use program::TypeId;
use program::code::{Elem, Kind};

use super::Concrete;
use super::heap::{Heap, Ref, Word};
use super::memory::Memory;
use crate::layout::{ARRAY_HEADER, Shape, width};
use crate::{Cx, Frame, State};

/// Room above the limit for the error that says that memory is full.
pub const RESERVE: usize = 1 << 20;
/// In the place of the type of an object that has moved.
const MOVED: u32 = u32::MAX;

/// Copies what is live, drops the rest, and decides when to collect next.
pub fn collect(cx: &mut Cx<'_, Concrete>, state: &mut State<Concrete>) {
    let capacity = state.heap.memory.capacity();
    let mut target = state.heap.spare.take().unwrap_or_else(|| Memory::reserve(capacity));
    target.clear();
    target.allocate(8, 8);
    let mut copier = Copier { from: std::mem::replace(&mut state.heap.memory, target), scanned: 8 };
    copier.visit_roots(cx, state);
    copier.scan(cx, &mut state.heap.memory);
    state.heap.spare = Some(copier.from);
    state.heap.limit = state.heap.usual_limit;
    let live = state.heap.used();
    state.heap.trigger = (live * 2).max(live + Heap::FIRST_TRIGGER).min(state.heap.limit);
}

/// Memory is full: collects; if that frees too little to be worth another try, opens the reserve for the error.
pub fn reclaim(cx: &mut Cx<'_, Concrete>, state: &mut State<Concrete>) -> bool {
    let before = state.heap.used();
    collect(cx, state);
    let freed = before - state.heap.used();
    if freed >= state.heap.limit / 64 {
        return true;
    }
    state.heap.limit = state.heap.memory.capacity();
    false
}

struct Copier {
    from: Memory,
    /// All objects below this address have been scanned.
    scanned: usize,
}

impl Copier {
    fn visit_roots(&mut self, cx: &mut Cx<'_, Concrete>, state: &mut State<Concrete>) {
        self.visit_stack(cx, &mut state.heap.memory, &state.frames, &mut state.registers);
        for (frames, registers) in state.threads.stacks() {
            self.visit_stack(cx, &mut state.heap.memory, frames, registers);
        }
        for slot in 0..state.heap.statics.len() {
            if state.heap.static_refs[slot] {
                self.forward_word(cx, &mut state.heap.memory, &mut state.heap.statics[slot]);
            }
        }
        for pin in 0..state.heap.pins.len() {
            let moved = self.forward(cx, &mut state.heap.memory, state.heap.pins[pin]);
            state.heap.pins[pin] = moved;
        }
        let mut roots = Vec::new();
        state.machine_roots(|value| roots.push(*value));
        for root in &mut roots {
            self.forward_word(cx, &mut state.heap.memory, root);
        }
        let mut roots = roots.into_iter();
        state.machine_roots(|value| *value = roots.next().expect("as many roots as before"));
    }

    fn visit_stack(
        &mut self,
        cx: &mut Cx<'_, Concrete>,
        to: &mut Memory,
        frames: &[Frame<Word>],
        registers: &mut [Word],
    ) {
        for frame in frames {
            let kinds = &cx.body(frame.method).kinds;
            for (index, _) in kinds.iter().enumerate().filter(|&(_, &kind)| kind == Kind::Ref) {
                self.forward_word(cx, to, &mut registers[frame.base + index]);
            }
        }
    }

    /// Visits the references in every copied object, copying what they lead to.
    fn scan(&mut self, cx: &mut Cx<'_, Concrete>, to: &mut Memory) {
        while self.scanned < to.top() {
            let at = self.scanned;
            let shape = shape_at(cx, to, at);
            self.scanned += size_at(to, at, &shape);
            match shape.element {
                Some((Elem::Ref, _)) => {
                    let length = u32::from_le_bytes(to.read(at + 8)) as usize;
                    for index in 0..length {
                        self.forward_at(cx, to, at + ARRAY_HEADER as usize + 4 * index);
                    }
                }
                Some(_) => {}
                None => {
                    shape.references.iter().for_each(|&offset| self.forward_at(cx, to, at + offset as usize))
                }
            }
        }
    }

    fn forward_at(&mut self, cx: &mut Cx<'_, Concrete>, to: &mut Memory, at: usize) {
        let old = Ref(u32::from_le_bytes(to.read(at)));
        let new = self.forward(cx, to, old);
        to.write(at, new.0.to_le_bytes());
    }

    fn forward_word(&mut self, cx: &mut Cx<'_, Concrete>, to: &mut Memory, word: &mut Word) {
        *word = Word::from(self.forward(cx, to, Ref(*word as u32)).0);
    }

    /// Where an object is now; copies it if it has not moved yet.
    fn forward(&mut self, cx: &mut Cx<'_, Concrete>, to: &mut Memory, object: Ref) -> Ref {
        if object == Ref::NULL {
            return object;
        }
        let at = object.address();
        if u32::from_le_bytes(self.from.read(at)) == MOVED {
            return Ref(u32::from_le_bytes(self.from.read(at + 4)));
        }
        let shape = shape_at(cx, &self.from, at);
        let new = to.append(&self.from, at, size_at(&self.from, at, &shape));
        let new = Ref((new >> 3) as u32);
        self.from.write(at, MOVED.to_le_bytes());
        self.from.write(at + 4, new.0.to_le_bytes());
        new
    }
}

fn shape_at(cx: &mut Cx<'_, Concrete>, memory: &Memory, at: usize) -> Rc<Shape> {
    let ty = TypeId(u32::from_le_bytes(memory.read(at)));
    cx.shape(ty).unwrap_or_else(|_| unreachable!("objects are of types that were laid out"))
}

fn size_at(memory: &Memory, at: usize, shape: &Shape) -> usize {
    let elements = match shape.element {
        Some((elem, _)) => u32::from_le_bytes(memory.read(at + 8)) as usize * width(elem) as usize,
        None => 0,
    };
    (shape.size as usize + elements + 7) & !7
}
