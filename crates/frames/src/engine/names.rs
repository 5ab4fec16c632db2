//! Terms in the words of the program: a value a variable has is shown as that variable, a value the heap holds as the
//! expression that reads it, one the heap held at the start as `old` of it.

use rustc_hash::FxHashMap;
use term::{Sort, Term, TermKind};

use super::Engine;
use super::state::{Chunk, Heap, Location, OldKey, State};

/// What to say for some terms.
pub(super) struct Names(FxHashMap<Term, Term>);

impl Engine<'_> {
    pub(super) fn names(&self, state: &State) -> Names {
        let mut names = self.local_names(state);
        self.name_values(&mut names, self.shown_heap(state), |shown| shown);
        if let Some(old) = state.old(OldKey::Pre) {
            self.name_values(&mut names, old, |shown| format!("old({shown})"));
        }
        names
    }

    pub(super) fn local_names(&self, state: &State) -> Names {
        let mut names = Names(FxHashMap::default());
        self.name_locals(&mut names, state);
        names
    }

    /// The heap to show: a consumption takes away what would explain why it fails.
    pub(super) fn shown_heap<'s>(&'s self, state: &'s State) -> &'s Heap {
        self.consuming.as_ref().unwrap_or(&state.heap)
    }

    /// Fields with a name in the program and their values now, then what those that changed held at the start.
    pub(super) fn field_values(&self, state: &State) -> Vec<(String, Term)> {
        let mut values = self.values_in(state, self.shown_heap(state));
        let old = state.old(OldKey::Pre).map(|heap| self.values_in(state, heap)).unwrap_or_default();
        let changed: Vec<_> = old.into_iter().filter(|then| !values.contains(then)).collect();
        values.extend(changed.into_iter().map(|(name, value)| (format!("old({name})"), value)));
        values
    }

    /// Fields of a heap in the words of the program, each once.
    fn values_in(&self, state: &State, heap: &Heap) -> Vec<(String, Term)> {
        let mut names = self.local_names(state);
        self.name_values(&mut names, heap, |shown| shown);
        let mut out: Vec<(String, Term)> = Vec::new();
        let fields = heap.chunks().iter().filter(|chunk| matches!(chunk.location, Location::Field(_)));
        for chunk in fields {
            let name = self.show_location(&names, chunk.location, &chunk.arguments);
            if !name.contains('!') && out.iter().all(|(known, _)| *known != name) {
                out.push((name, chunk.value));
            }
        }
        out
    }

    fn name_locals(&self, names: &mut Names, state: &State) {
        for (name, value) in self.named_locals(state) {
            self.name(names, value, name);
        }
    }

    /// Values of the locals the programmer wrote; of two with the same name, the later one's.
    pub(super) fn named_locals(&self, state: &State) -> Vec<(String, Term)> {
        let locals = self.locals(state.store.owner);
        let mut out: Vec<(String, Term)> = Vec::new();
        for (local, value) in state.store.values() {
            let name = &locals[local].name;
            out.retain(|(known, _)| known != name);
            if !name.is_empty() {
                out.push((name.clone(), value));
            }
        }
        out
    }

    /// Names values of fields, those of an owner before those of what it leads to.
    fn name_values(&self, names: &mut Names, heap: &Heap, shown: impl Fn(String) -> String) {
        for chunk in heap.chunks() {
            match chunk.location {
                Location::Field(_) => {
                    let name = shown(self.show_location(names, chunk.location, &chunk.arguments));
                    self.name(names, chunk.value, name);
                }
                Location::Elements(_) => {
                    let name = shown(self.show(names, chunk.arguments[0]));
                    self.name(names, chunk.value, name);
                }
                Location::Predicate(_) => {}
            }
        }
    }

    /// Names a term, unless it has a name or needs none.
    fn name(&self, names: &mut Names, term: Term, name: String) {
        if let TermKind::Var(_) | TermKind::Apply(..) | TermKind::Select(..) = self.terms.kind(term) {
            let named = self.terms.var(&name, self.terms.sort(term));
            names.0.entry(term).or_insert(named);
        }
    }

    /// A fact in the program's words, if it can be said in them: neither snapshots nor collections nor arithmetic that wraps
    /// around have any.
    pub(super) fn readable(&self, names: &Names, fact: Term) -> Option<String> {
        let named = self.terms.substitute(fact, &names.0);
        let has_words = |term: Term| match self.terms.kind(term) {
            TermKind::Var(name) => !self.terms.name(*name).contains('!'),
            TermKind::Const(value) => value.as_bool().is_none(),
            TermKind::Quantified(_) | TermKind::Divide(..) => false,
            TermKind::Apply(function, _) if self.is_internal(*function) => false,
            TermKind::Not(_)
            | TermKind::And(_)
            | TermKind::Or(_)
            | TermKind::Ite(..)
            | TermKind::Eq(..)
            | TermKind::Compare(..)
            | TermKind::Add(_)
            | TermKind::Mul(..)
            | TermKind::Bits(..)
            | TermKind::Concat(..)
            | TermKind::Float(..)
            | TermKind::FloatUnary(..)
            | TermKind::Convert(..)
            | TermKind::Select(..)
            | TermKind::Store(..)
            | TermKind::ConstArray(_)
            | TermKind::Apply(..) => {
                matches!(self.terms.sort(term), Sort::Bool | Sort::Int | Sort::Real | Sort::Ref)
            }
        };
        let readable = self.terms.reachable(&[named]).into_iter().all(has_words);
        readable.then(|| self.terms.infix(named).to_string())
    }

    /// Functions no programmer writes have names none can have, such as `is C`, or stand for Java's literals and operators.
    fn is_internal(&self, function: term::Function) -> bool {
        let name = self.terms.name(self.terms.signature(function).name);
        name.contains(' ') || name.starts_with("Java::")
    }

    pub(super) fn show(&self, names: &Names, term: Term) -> String {
        self.terms.infix(self.terms.substitute(term, &names.0)).to_string()
    }

    pub(super) fn show_location(&self, names: &Names, location: Location, arguments: &[Term]) -> String {
        let shown: Vec<String> = arguments.iter().map(|&term| self.show(names, term)).collect();
        match location {
            Location::Field(field) => format!("{}.{}", shown[0], last(&self.program.fields[field].name)),
            Location::Predicate(predicate) => {
                format!("{}({})", self.program.predicates[predicate].name, shown.join(", "))
            }
            Location::Elements(_) => format!("{}[{}..{}]", shown[0], shown[1], shown[2]),
        }
    }

    /// A chunk; the value of a named location is named after it, so what it is worth is said by the names of locals alone.
    pub(super) fn show_chunk(&self, names: &Names, locals: &Names, chunk: &Chunk) -> String {
        let location = self.show_location(names, chunk.location, &chunk.arguments);
        let permission = self.show(names, chunk.permission);
        let value = self.show(locals, chunk.value);
        match chunk.location {
            Location::Field(_) => format!("{location} -> {value} # {permission}"),
            Location::Predicate(_) | Location::Elements(_) => format!("{location} # {permission}"),
        }
    }
}

/// `f` of `C.f`
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
