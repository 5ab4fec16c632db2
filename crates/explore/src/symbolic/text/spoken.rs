//! What a modelled method answered, as a call of it: so that conditions read as the program does.

use heap::{RefKind, Value};
use machine::{Domain, Reply};
use term::{Sort, Term, TermKind};

use super::Call;
use crate::symbolic::Symbolic;

/// Texts of arguments longer than this are not repeated.
const MAX_TEXT: usize = 24;

impl<'p> Call<'_, '_, 'p> {
    /// Notes that a term is what this call answered.
    pub fn note(&mut self, args: &[Value], reply: &Reply<Symbolic<'p>>) {
        let Reply::Value(Value::Term(term)) = *reply else { return };
        if let Some(name) = self.in_words(args) {
            self.say(term, &name);
        }
    }

    /// Gives a term a name, unless it has one.
    pub(super) fn say(&self, term: Term, name: &str) {
        let terms = self.terms();
        let mut spoken = self.cx.domain.spoken.borrow_mut();
        if matches!(terms.kind(term), TermKind::Var(_) | TermKind::Const(_)) {
            return;
        }
        let (what, sort) = if let TermKind::Ite(condition, one, zero) = terms.kind(term)
            && (*one, *zero) == (terms.i32(1), terms.i32(0))
        {
            (*condition, Sort::Bool)
        } else {
            (term, terms.sort(term))
        };
        if !matches!(terms.kind(what), TermKind::Var(_) | TermKind::Const(_) | TermKind::Convert(..)) {
            spoken.entry(what).or_insert_with(|| terms.var(name, sort));
        }
    }

    /// `s.startsWith("x")`; `None` where an argument has no short name.
    pub(super) fn in_words(&mut self, args: &[Value]) -> Option<String> {
        let method = self.cx.program.method(self.method);
        let named = args.iter().map(|arg| self.argument(*arg)).collect::<Option<Vec<String>>>()?;
        if method.is_static() {
            let class = &self.cx.program.class(method.class).name;
            let class = class.rsplit('/').next().unwrap_or(class);
            return Some(format!("{class}.{}({})", method.name, named.join(", ")));
        }
        let (receiver, rest) = named.split_first()?;
        Some(format!("{receiver}.{}({})", method.name, rest.join(", ")))
    }

    fn argument(&mut self, value: Value) -> Option<String> {
        match value {
            Value::Int(number) => Some(number.to_string()),
            Value::Long(number) => Some(format!("{number}L")),
            Value::Term(term) => {
                let (text, is_all) = crate::words::printed(self.terms(), term, MAX_TEXT);
                is_all.then_some(text)
            }
            Value::Ref(reference) => {
                if let Ok(Some(text)) = Symbolic::known_text(self.cx, self.state, &value) {
                    return (text.len() <= MAX_TEXT).then(|| text.quoted());
                }
                let heap = &self.state.heap.heap;
                let is_input = match reference.kind() {
                    RefKind::Loc(loc) => heap.location(loc).creator.is_some(),
                    RefKind::Sym(_) => true,
                    RefKind::Set(_) => false,
                };
                is_input.then(|| heap.describe(self.cx.domain.heap_cx(), reference))
            }
            Value::Float(_) | Value::Double(_) => None,
        }
    }
}
