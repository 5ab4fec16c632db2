//! States as values: equal snapshots mean that the machine will do the same from both.
//!
//! Objects are numbered in the order they are reached from registers and static fields, so that where they lie in
//! memory does not matter. Identity hashes count as contents. Standard input and clocks are not part of a snapshot.

use program::code::{Elem, Kind};
use rustc_hash::FxHashMap;

use super::Concrete;
use super::heap::{Heap, Ref, Word};
use crate::{Cx, Init, State};

/// The state of a run, to be compared with another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    words: Box<[Word]>,
}

impl Snapshot {
    pub(super) fn of(cx: &mut Cx<'_, Concrete>, state: &State<Concrete>) -> Self {
        let mut writer =
            Writer { heap: &state.heap, numbers: FxHashMap::default(), found: Vec::new(), out: Vec::new() };
        for (depth, frame) in state.frames.iter().enumerate() {
            let body = cx.body(frame.method);
            writer.out.extend([Word::from(frame.method.0), Word::from(frame.pc.0)]);
            let live = body.liveness();
            for (index, &word) in state.registers_of(depth).iter().enumerate() {
                let reg = program::code::Reg(index as u16);
                let word =
                    if live.is_live(frame.pc, reg) || depth + 1 < state.frames.len() { word } else { 0 };
                writer.word(body.kinds[index], word);
            }
        }
        for (class, status) in state.initialised_classes().filter(|&(_, status)| status != Init::Done) {
            writer.out.extend([Word::from(class.0), status as Word]);
        }
        for (&word, &is_ref) in state.heap.statics.iter().zip(&state.heap.static_refs) {
            writer.word(if is_ref { Kind::Ref } else { Kind::Long }, word);
        }
        writer.contents(cx);
        Self { words: writer.out.into() }
    }
}

struct Writer<'h> {
    heap: &'h Heap,
    numbers: FxHashMap<Ref, Word>,
    /// Objects in the order of their numbers.
    found: Vec<Ref>,
    out: Vec<Word>,
}

impl Writer<'_> {
    fn word(&mut self, kind: Kind, word: Word) {
        let word = if kind == Kind::Ref { self.number(Ref(word as u32)) } else { word };
        self.out.push(word);
    }

    /// The number of an object; zero for null.
    fn number(&mut self, object: Ref) -> Word {
        if object == Ref::NULL {
            return 0;
        }
        *self.numbers.entry(object).or_insert_with(|| {
            self.found.push(object);
            self.found.len() as Word
        })
    }

    /// Writes the objects found, which finds more.
    fn contents(&mut self, cx: &mut Cx<'_, Concrete>) {
        let mut next = 0;
        while let Some(&object) = self.found.get(next) {
            next += 1;
            let ty = self.heap.type_of(object);
            let Ok(shape) = cx.shape(ty) else { continue };
            self.out.extend([Word::from(ty.0), self.heap.known_hash(object)]);
            match shape.element {
                Some((elem, _)) => self.elements(object, elem),
                None => {
                    for slot in &shape.fields {
                        let word = self.heap.load(object, slot.offset as usize, slot.elem);
                        self.word(slot.elem.kind(), word);
                    }
                }
            }
        }
    }

    fn elements(&mut self, array: Ref, elem: Elem) {
        let length = self.heap.length(array);
        self.out.push(length as Word);
        for index in 0..length {
            let word = self.heap.load(array, Heap::element(elem, index), elem);
            self.word(elem.kind(), word);
        }
    }
}
