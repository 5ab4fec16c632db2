//! Sequences, sets, multisets and maps as mathematical values: uninterpreted sorts with axioms.
//!
//! A sequence is known by its length and its elements, a set by its members, a multiset by how often each value
//! occurs, a map by the set of its keys and what it has for each. Equality is extensional: two values that agree on these
//! are the same. Every set, map and sequence is finite, but nothing relies on it.

use std::collections::BTreeSet;

use term::{Sort, Term};

use super::report::Reason;
use super::state::State;
use super::{Engine, Outcome};
use crate::core::{CollectionOp, Expr, ExprKind, Type};

impl Engine<'_> {
    /// `i in [lo..hi)`, without the sequence.
    fn eval_in_range(&mut self, state: &mut State, number: &Expr, bounds: &[Expr]) -> Outcome<Term> {
        let number = self.eval(state, number)?;
        let bounds = self.eval_all(state, bounds)?;
        Ok(self.terms.and([self.terms.less_eq(bounds[0], number), self.terms.less(number, bounds[1])]))
    }

    pub(super) fn eval_collection(
        &mut self,
        state: &mut State,
        op: CollectionOp,
        operands: &[Expr],
        expr: &Expr,
    ) -> Outcome<Term> {
        if op == CollectionOp::Contains
            && let ExprKind::Collection(CollectionOp::Range, bounds) = &operands[1].kind
        {
            return self.eval_in_range(state, &operands[0], bounds);
        }
        let collection = match op {
            CollectionOp::Literal | CollectionOp::Range => &expr.ty,
            CollectionOp::Contains => &operands[1].ty,
            _ => &operands[0].ty,
        };
        let ty = collection.instantiate(&self.type_arguments);
        let values = self.eval_all(state, operands)?;
        match &ty {
            Type::Seq(element) => {
                if let CollectionOp::Index | CollectionOp::Update = op {
                    self.require_index(state, &ty, values[0], values[1], expr)?;
                }
                let words = Words::new(self, &ty, element);
                match words.sequence(op, &values) {
                    Some(term) => Ok(term),
                    None => self.unsupported("this operation on sequences", &expr.place),
                }
            }
            Type::Set(element) => match Words::new(self, &ty, element).set(op, &values) {
                Some(term) => Ok(term),
                None => self.unsupported("this operation on sets", &expr.place),
            },
            Type::Multiset(element) => match Words::new(self, &ty, element).multiset(op, &values) {
                Some(term) => Ok(term),
                None => self.unsupported("this operation on multisets", &expr.place),
            },
            Type::Map(key, value) => {
                let maps = Maps::new(self, &ty, key, value);
                if op == CollectionOp::Index {
                    let has_key = maps.has_key(values[0], values[1]);
                    self.require(state, has_key, Reason::Named("map.key.contains"), &expr.place)?;
                }
                match Maps::new(self, &ty, key, value).operation(op, &values) {
                    Some(term) => Ok(term),
                    None => self.unsupported("this operation on maps", &expr.place),
                }
            }
            Type::Int | Type::Bool | Type::Perm | Type::Ref | Type::Domain(..) | Type::Param(_) => {
                self.unsupported("an operation on something that is no collection", &expr.place)
            }
        }
    }

    /// Equality at a type: identity, extensional for collections.
    pub(super) fn equal(&self, left: Term, right: Term, ty: &Type) -> Term {
        let ty = ty.instantiate(&self.type_arguments);
        match &ty {
            Type::Seq(element) | Type::Set(element) | Type::Multiset(element) if left != right => {
                Words::new(self, &ty, element).equal(left, right)
            }
            Type::Map(key, value) if left != right => Maps::new(self, &ty, key, value).equal(left, right),
            _ => self.terms.eq(left, right),
        }
    }

    fn require_index(
        &mut self,
        state: &mut State,
        ty: &Type,
        of: Term,
        index: Term,
        expr: &Expr,
    ) -> Outcome<()> {
        let Type::Seq(element) = ty else { unreachable!("only sequences are indexed here") };
        let length = Words::new(self, ty, element).length(of);
        let not_negative = self.terms.less_eq(self.terms.int(0), index);
        self.require(state, not_negative, Reason::Named("seq.index.negative"), &expr.place)?;
        self.require(state, self.terms.less(index, length), Reason::Named("seq.index.length"), &expr.place)
    }

    /// Axioms for every collection type the program mentions.
    pub(super) fn collection_axioms(&self) -> Vec<Term> {
        let program = self.program;
        let mut types = BTreeSet::new();
        let locals = (program.methods.iter().map(|member| &member.locals))
            .chain(program.functions.iter().map(|member| &member.locals))
            .chain(program.predicates.iter().map(|member| &member.locals));
        for local in locals.flat_map(|locals| locals.iter()) {
            collect(&local.ty, &mut types);
        }
        program.fields.iter().for_each(|field| collect(&field.ty, &mut types));
        program.for_each_expr(&mut |expr| collect(&expr.ty, &mut types));
        let mut out = Vec::new();
        for ty in &types {
            match ty {
                Type::Seq(element) => out.extend(Words::new(self, ty, element).sequence_axioms()),
                Type::Set(element) => out.extend(Words::new(self, ty, element).set_axioms()),
                Type::Multiset(element) => out.extend(Words::new(self, ty, element).multiset_axioms()),
                Type::Map(key, value) => out.extend(Maps::new(self, ty, key, value).axioms()),
                _ => {}
            }
        }
        out
    }
}

/// Collection types without type parameters inside a type.
fn collect(ty: &Type, out: &mut BTreeSet<Type>) {
    match ty {
        Type::Seq(element) | Type::Set(element) | Type::Multiset(element) => {
            if !has_params(element) {
                out.insert(ty.clone());
                collect(element, out);
            }
        }
        Type::Map(key, value) if !has_params(ty) => {
            out.insert(ty.clone());
            collect(&Type::Set(key.clone()), out);
            collect(&Type::Set(value.clone()), out);
            collect(key, out);
            collect(value, out);
        }
        Type::Int
        | Type::Bool
        | Type::Perm
        | Type::Ref
        | Type::Domain(..)
        | Type::Param(_)
        | Type::Map(..) => {}
    }
}

/// Whether a type mentions a parameter of the domain around.
fn has_params(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Bool | Type::Perm | Type::Ref => false,
        Type::Param(_) => true,
        Type::Domain(_, parts) => parts.iter().any(has_params),
        Type::Seq(part) | Type::Set(part) | Type::Multiset(part) => has_params(part),
        Type::Map(key, value) => has_params(key) || has_params(value),
    }
}

/// The symbols of one type of maps.
struct Maps<'e, 'p> {
    words: Words<'e, 'p>,
    keys: Words<'e, 'p>,
    values: Words<'e, 'p>,
}

impl<'e, 'p> Maps<'e, 'p> {
    fn new(engine: &'e Engine<'p>, ty: &Type, key: &Type, value: &Type) -> Self {
        let set = |element: &Type| Words::new(engine, &Type::Set(Box::new(element.clone())), element);
        Self { words: Words::new(engine, ty, value), keys: set(key), values: set(value) }
    }

    fn keys_of(&self, map: Term) -> Term {
        self.words.apply("keys", &[map], self.keys.own)
    }

    fn values_of(&self, map: Term) -> Term {
        self.words.apply("values", &[map], self.values.own)
    }

    fn has_key(&self, map: Term, key: Term) -> Term {
        self.keys.contains(key, self.keys_of(map))
    }

    fn equal(&self, left: Term, right: Term) -> Term {
        self.words.equal(left, right)
    }

    fn operation(&self, op: CollectionOp, values: &[Term]) -> Option<Term> {
        Some(match op {
            CollectionOp::Literal if values.is_empty() => self.words.empty(),
            CollectionOp::Length => self.keys.length(self.keys_of(values[0])),
            CollectionOp::Index => self.words.index(values[0], values[1]),
            CollectionOp::Update => self.words.own("update", values),
            CollectionOp::Contains => self.has_key(values[1], values[0]),
            CollectionOp::Keys => self.keys_of(values[0]),
            CollectionOp::Values => self.values_of(values[0]),
            CollectionOp::Literal
            | CollectionOp::Range
            | CollectionOp::Take
            | CollectionOp::Drop
            | CollectionOp::Append
            | CollectionOp::Union
            | CollectionOp::Intersection
            | CollectionOp::Difference
            | CollectionOp::Subset => return None,
        })
    }

    fn axioms(&self) -> Vec<Term> {
        let t = self.words.engine.terms;
        let (m, n) = (t.var("m!", self.words.own), t.var("n!", self.words.own));
        let (k, l) = (t.var("k!", self.keys.element), t.var("l!", self.keys.element));
        let v = t.var("v!", self.words.element);
        let empty = self.words.empty();
        let update = self.words.own("update", &[m, k, v]);
        let has = |map, key| self.has_key(map, key);
        let at = |map, key| self.words.index(map, key);
        let source = self.words.apply("source", &[m, v], self.keys.element);
        let (keys, of_update) = (self.keys_of(m), self.keys_of(update));
        let in_values = self.values.contains(v, self.values_of(m));
        let mut out = vec![
            t.eq(self.keys_of(empty), self.keys.empty()),
            t.forall(&[m, k, v], &[&[update]], t.and([has(update, k), t.eq(at(update, k), v)])),
            t.forall(
                &[m, k, v],
                &[&[of_update]],
                t.eq(of_update, self.keys.own("union", &[keys, self.keys.single(k)])),
            ),
            t.forall(
                &[m, k, v, l],
                &[&[has(update, l)], &[update, has(m, l)]],
                t.eq(has(update, l), t.or([t.eq(k, l), has(m, l)])),
            ),
            t.forall(
                &[m, k, v, l],
                &[&[at(update, l)], &[update, at(m, l)]],
                t.implies(t.ne(k, l), t.eq(at(update, l), at(m, l))),
            ),
            t.forall(
                &[m, v],
                &[&[in_values]],
                t.implies(in_values, t.and([has(m, source), t.eq(at(m, source), v)])),
            ),
            t.forall(
                &[m, k],
                &[&[at(m, k)]],
                t.implies(has(m, k), self.values.contains(at(m, k), self.values_of(m))),
            ),
        ];
        let agree = t.and([
            self.keys.equal(keys, self.keys_of(n)),
            t.forall(&[k], &[&[at(m, k)], &[at(n, k)]], t.implies(has(m, k), t.eq(at(m, k), at(n, k)))),
        ]);
        out.push(self.words.extensional(m, n, agree));
        out
    }
}

/// The symbols of one collection type.
struct Words<'e, 'p> {
    engine: &'e Engine<'p>,
    name: String,
    own: Sort,
    element: Sort,
}

impl<'e, 'p> Words<'e, 'p> {
    fn new(engine: &'e Engine<'p>, ty: &Type, element: &Type) -> Self {
        let name = ty.show(engine.program).to_string();
        Self { engine, name, own: engine.sort(ty), element: engine.sort(element) }
    }

    fn apply(&self, operation: &str, arguments: &[Term], result: Sort) -> Term {
        let terms = self.engine.terms;
        let sorts: Vec<Sort> = arguments.iter().map(|&argument| terms.sort(argument)).collect();
        terms.apply(terms.function(&format!("{}.{operation}", self.name), &sorts, result), arguments)
    }

    fn own(&self, operation: &str, arguments: &[Term]) -> Term {
        self.apply(operation, arguments, self.own)
    }

    fn truth(&self, operation: &str, arguments: &[Term]) -> Term {
        self.apply(operation, arguments, Sort::Bool)
    }

    fn empty(&self) -> Term {
        self.own("empty", &[])
    }

    fn single(&self, value: Term) -> Term {
        self.own("single", &[value])
    }

    fn length(&self, of: Term) -> Term {
        self.apply("length", &[of], Sort::Int)
    }

    fn index(&self, of: Term, index: Term) -> Term {
        self.apply("index", &[of, index], self.element)
    }

    fn contains(&self, value: Term, of: Term) -> Term {
        self.truth("contains", &[value, of])
    }

    fn count(&self, value: Term, of: Term) -> Term {
        self.apply("count", &[value, of], Sort::Int)
    }

    fn equal(&self, left: Term, right: Term) -> Term {
        self.truth("equal", &[left, right])
    }

    /// The operands joined one by one; none: empty.
    fn literal(&self, join: &str, values: &[Term]) -> Term {
        let mut parts = values.iter().map(|&value| self.single(value));
        let Some(first) = parts.next() else { return self.empty() };
        parts.fold(first, |joined, part| self.own(join, &[joined, part]))
    }

    fn sequence(&self, op: CollectionOp, values: &[Term]) -> Option<Term> {
        Some(match op {
            CollectionOp::Literal => self.literal("append", values),
            CollectionOp::Length => self.length(values[0]),
            CollectionOp::Index => self.index(values[0], values[1]),
            CollectionOp::Update => self.own("update", values),
            CollectionOp::Take => self.own("take", values),
            CollectionOp::Drop => self.own("drop", values),
            CollectionOp::Append if values[0] == self.empty() => values[1],
            CollectionOp::Append if values[1] == self.empty() => values[0],
            CollectionOp::Append => self.own("append", values),
            CollectionOp::Contains => self.contains(values[0], values[1]),
            CollectionOp::Range => self.own("range", values),
            CollectionOp::Union
            | CollectionOp::Intersection
            | CollectionOp::Difference
            | CollectionOp::Subset
            | CollectionOp::Keys
            | CollectionOp::Values => return None,
        })
    }

    fn set(&self, op: CollectionOp, values: &[Term]) -> Option<Term> {
        Some(match op {
            CollectionOp::Literal => self.literal("union", values),
            CollectionOp::Length => self.length(values[0]),
            CollectionOp::Contains => self.contains(values[0], values[1]),
            CollectionOp::Union => self.own("union", values),
            CollectionOp::Intersection => self.own("intersection", values),
            CollectionOp::Difference => self.own("difference", values),
            CollectionOp::Subset => self.truth("subset", values),
            CollectionOp::Range
            | CollectionOp::Index
            | CollectionOp::Update
            | CollectionOp::Take
            | CollectionOp::Drop
            | CollectionOp::Append
            | CollectionOp::Keys
            | CollectionOp::Values => return None,
        })
    }

    fn multiset(&self, op: CollectionOp, values: &[Term]) -> Option<Term> {
        Some(match op {
            CollectionOp::Literal => self.literal("union", values),
            CollectionOp::Contains => self.count(values[0], values[1]),
            CollectionOp::Union => self.own("union", values),
            CollectionOp::Difference => self.own("difference", values),
            CollectionOp::Intersection => self.own("intersection", values),
            CollectionOp::Length => self.length(values[0]),
            CollectionOp::Subset => self.truth("subset", values),
            CollectionOp::Range
            | CollectionOp::Index
            | CollectionOp::Update
            | CollectionOp::Take
            | CollectionOp::Drop
            | CollectionOp::Append
            | CollectionOp::Keys
            | CollectionOp::Values => return None,
        })
    }

    /// `[i..j)`, a sequence of integers.
    fn range_axioms(&self) -> Vec<Term> {
        if self.element != Sort::Int {
            return Vec::new();
        }
        let t = self.engine.terms;
        let (i, j, k) = (t.var("i!", Sort::Int), t.var("j!", Sort::Int), t.var("k!", Sort::Int));
        let range = self.own("range", &[i, j]);
        let length = t.ite(t.less(i, j), t.sub(j, i), t.int(0));
        let inside = t.and([t.less_eq(t.int(0), k), t.less(k, length)]);
        let element = self.index(range, k);
        vec![
            t.forall(&[i, j], &[&[range]], t.eq(self.length(range), length)),
            t.forall(&[i, j, k], &[&[element]], t.implies(inside, t.eq(element, t.add(i, k)))),
        ]
    }

    fn sequence_axioms(&self) -> Vec<Term> {
        let t = self.engine.terms;
        let (s, u) = (t.var("s!", self.own), t.var("u!", self.own));
        let (i, j) = (t.var("i!", Sort::Int), t.var("j!", Sort::Int));
        let x = t.var("x!", self.element);
        let zero = t.int(0);
        let between = |index, of| t.and([t.less_eq(zero, index), t.less(index, self.length(of))]);
        let within = |index, of| t.and([t.less_eq(zero, index), t.less_eq(index, self.length(of))]);
        let (single, append) = (self.single(x), self.own("append", &[s, u]));
        let (take, drop) = (self.own("take", &[s, i]), self.own("drop", &[s, i]));
        let update = self.own("update", &[s, i, x]);
        let (head, tail) = (self.index(s, j), self.index(u, t.sub(j, self.length(s))));
        let joined = self.index(append, j);
        let shifted = self.index(s, t.add(j, i));
        let mut out = self.range_axioms();
        out.extend([
            t.forall(&[s], &[&[self.length(s)]], t.less_eq(zero, self.length(s))),
            t.eq(self.length(self.empty()), zero),
            t.forall(
                &[s],
                &[&[self.length(s)]],
                t.implies(t.eq(self.length(s), zero), t.eq(s, self.empty())),
            ),
            t.forall(
                &[x],
                &[&[single]],
                t.and([t.eq(self.length(single), t.int(1)), t.eq(self.index(single, zero), x)]),
            ),
            t.forall(&[s, u], &[&[append]], t.eq(self.length(append), t.add(self.length(s), self.length(u)))),
            t.forall(
                &[s, u, j],
                &[&[joined]],
                t.and([
                    t.implies(between(j, s), t.eq(joined, head)),
                    t.implies(
                        t.and([t.less_eq(self.length(s), j), t.less(j, self.length(append))]),
                        t.eq(joined, tail),
                    ),
                ]),
            ),
            t.forall(&[s, u, j], &[&[head, append]], t.implies(between(j, s), t.eq(joined, head))),
            t.forall(&[s, i, x], &[&[update]], t.eq(self.length(update), self.length(s))),
            t.forall(
                &[s, i, x, j],
                &[&[self.index(update, j)], &[head, update]],
                t.implies(between(j, s), t.eq(self.index(update, j), t.ite(t.eq(i, j), x, head))),
            ),
            t.forall(&[s, i], &[&[take]], t.implies(within(i, s), t.eq(self.length(take), i))),
            t.forall(
                &[s, i, j],
                &[&[self.index(take, j)], &[head, take]],
                t.implies(
                    t.and([t.less_eq(zero, j), t.less(j, i), t.less_eq(i, self.length(s))]),
                    t.eq(self.index(take, j), head),
                ),
            ),
            t.forall(
                &[s, i],
                &[&[drop]],
                t.implies(within(i, s), t.eq(self.length(drop), t.sub(self.length(s), i))),
            ),
            t.forall(
                &[s, i, j],
                &[&[self.index(drop, j)]],
                t.implies(
                    t.and([t.less_eq(zero, i), t.less_eq(zero, j), t.less(t.add(j, i), self.length(s))]),
                    t.eq(self.index(drop, j), shifted),
                ),
            ),
            t.forall(
                &[s, i, j],
                &[&[head, drop]],
                t.implies(
                    t.and([t.less_eq(zero, i), t.less_eq(i, j), t.less(j, self.length(s))]),
                    t.eq(self.index(drop, t.sub(j, i)), head),
                ),
            ),
        ]);
        out.extend(self.append_laws(s, u, i));
        out.push(self.extensional(
            s,
            u,
            t.and([
                t.eq(self.length(s), self.length(u)),
                t.forall(&[j], &[&[head], &[self.index(u, j)]], {
                    t.implies(between(j, s), t.eq(head, self.index(u, j)))
                }),
            ]),
        ));
        out.extend(self.membership_of_sequences(s, u, x, i));
        out
    }

    /// Facts that follow from extensionality, given so that they need not be found.
    fn append_laws(&self, s: Term, u: Term, i: Term) -> Vec<Term> {
        let t = self.engine.terms;
        let w = t.var("w!", self.own);
        let append = |left, right| self.own("append", &[left, right]);
        let joined = append(s, u);
        let (take, drop) = (self.own("take", &[joined, i]), self.own("drop", &[joined, i]));
        let at_seam = t.eq(i, self.length(s));
        let inside = t.and([t.less_eq(t.int(0), i), t.less_eq(i, self.length(s))]);
        let shorter = append(self.own("drop", &[s, i]), u);
        vec![
            t.forall(&[s], &[&[append(s, self.empty())]], t.eq(append(s, self.empty()), s)),
            t.forall(&[s], &[&[append(self.empty(), s)]], t.eq(append(self.empty(), s), s)),
            t.forall(&[s, u, w], &[&[append(joined, w)]], t.eq(append(joined, w), append(s, append(u, w)))),
            t.forall(&[s, u, i], &[&[take]], t.implies(at_seam, t.eq(take, s))),
            t.forall(&[s, u, i], &[&[drop]], t.implies(at_seam, t.eq(drop, u))),
            t.forall(&[s, u, i], &[&[drop]], t.implies(inside, t.eq(drop, shorter))),
            t.forall(&[s], &[&[self.own("drop", &[s, t.int(0)])]], t.eq(self.own("drop", &[s, t.int(0)]), s)),
            t.forall(
                &[s],
                &[&[self.own("take", &[s, self.length(s)])]],
                t.eq(self.own("take", &[s, self.length(s)]), s),
            ),
        ]
    }

    fn membership_of_sequences(&self, s: Term, u: Term, x: Term, i: Term) -> Vec<Term> {
        let t = self.engine.terms;
        let y = t.var("y!", self.element);
        let place = self.apply("place", &[x, s], Sort::Int);
        let found =
            t.and([t.less_eq(t.int(0), place), t.less(place, self.length(s)), t.eq(self.index(s, place), x)]);
        let inside = t.and([t.less_eq(t.int(0), i), t.less(i, self.length(s))]);
        let append = self.own("append", &[s, u]);
        vec![
            t.forall(&[s, x], &[&[self.contains(x, s)]], t.implies(self.contains(x, s), found)),
            t.forall(&[s, i], &[&[self.index(s, i)]], t.implies(inside, self.contains(self.index(s, i), s))),
            t.forall(
                &[s, u, x],
                &[&[self.contains(x, append)]],
                t.eq(self.contains(x, append), t.or([self.contains(x, s), self.contains(x, u)])),
            ),
            t.forall(
                &[x, y],
                &[&[self.contains(y, self.single(x))]],
                t.eq(self.contains(y, self.single(x)), t.eq(x, y)),
            ),
            t.forall(&[x], &[&[self.contains(x, self.empty())]], t.not(self.contains(x, self.empty()))),
        ]
    }

    /// `equal(s, u)` is what `agree` says, and then they are the same.
    fn extensional(&self, s: Term, u: Term, agree: Term) -> Term {
        let t = self.engine.terms;
        let equal = self.equal(s, u);
        let body = t.and([t.eq(equal, agree), t.implies(equal, t.eq(s, u))]);
        t.forall(&[s, u], &[&[equal]], body)
    }

    fn set_axioms(&self) -> Vec<Term> {
        let t = self.engine.terms;
        let (s, u) = (t.var("s!", self.own), t.var("u!", self.own));
        let (x, y) = (t.var("x!", self.element), t.var("y!", self.element));
        let (in_s, in_u) = (self.contains(x, s), self.contains(x, u));
        let member = |of: Term, means: Term| {
            let triggers: [&[Term]; 3] = [&[self.contains(x, of)], &[in_s, of], &[in_u, of]];
            t.forall(&[s, u, x], &triggers, t.eq(self.contains(x, of), means))
        };
        let subset = self.truth("subset", &[s, u]);
        let each = |body| t.forall(&[x], &[&[in_s], &[in_u]], body);
        vec![
            t.forall(&[x], &[&[self.contains(x, self.empty())]], t.not(self.contains(x, self.empty()))),
            t.forall(
                &[x, y],
                &[&[self.contains(y, self.single(x))]],
                t.eq(self.contains(y, self.single(x)), t.eq(x, y)),
            ),
            t.forall(&[x], &[&[self.single(x)]], self.contains(x, self.single(x))),
            member(self.own("union", &[s, u]), t.or([in_s, in_u])),
            member(self.own("intersection", &[s, u]), t.and([in_s, in_u])),
            member(self.own("difference", &[s, u]), t.and([in_s, t.not(in_u)])),
            t.forall(&[s, u], &[&[subset]], t.eq(subset, each(t.implies(in_s, in_u)))),
            self.extensional(s, u, each(t.eq(in_s, in_u))),
        ]
        .into_iter()
        .chain(self.sizes_of_sets(s, u, x))
        .collect()
    }

    /// How many members sets have: all are finite.
    fn sizes_of_sets(&self, s: Term, u: Term, x: Term) -> Vec<Term> {
        let t = self.engine.terms;
        let (zero, one) = (t.int(0), t.int(1));
        let size = |of: Term| self.length(of);
        let some = self.apply("some", &[s], self.element);
        let single = self.single(x);
        let with = self.own("union", &[s, single]);
        let [union, both, left] =
            ["union", "intersection", "difference"].map(|operation| self.own(operation, &[s, u]));
        let subset = self.truth("subset", &[s, u]);
        let is_empty = t.eq(size(s), zero);
        vec![
            t.forall(&[s], &[&[size(s)]], t.less_eq(zero, size(s))),
            t.eq(size(self.empty()), zero),
            t.forall(&[s], &[&[size(s)]], t.implies(is_empty, t.eq(s, self.empty()))),
            t.forall(&[s], &[&[size(s)]], t.or([is_empty, self.contains(some, s)])),
            t.forall(&[s, x], &[&[self.contains(x, s), size(s)]], {
                t.implies(self.contains(x, s), t.less(zero, size(s)))
            }),
            t.forall(&[x], &[&[single]], t.eq(size(single), one)),
            t.forall(&[s, x], &[&[with]], {
                let more = t.ite(self.contains(x, s), size(s), t.add(size(s), one));
                t.eq(size(with), more)
            }),
            t.forall(
                &[s, u],
                &[&[size(union)], &[size(both)]],
                t.eq(t.add(size(union), size(both)), t.add(size(s), size(u))),
            ),
            t.forall(&[s, u], &[&[size(left)]], t.eq(t.add(size(left), size(both)), size(s))),
            t.forall(
                &[s, u],
                &[&[subset, size(s)], &[subset, size(u)]],
                t.implies(subset, t.less_eq(size(s), size(u))),
            ),
        ]
    }

    fn multiset_axioms(&self) -> Vec<Term> {
        let t = self.engine.terms;
        let (s, u) = (t.var("s!", self.own), t.var("u!", self.own));
        let (x, y) = (t.var("x!", self.element), t.var("y!", self.element));
        let (in_s, in_u) = (self.count(x, s), self.count(x, u));
        let (union, difference) = (self.own("union", &[s, u]), self.own("difference", &[s, u]));
        let left = t.sub(in_s, in_u);
        let each = t.forall(&[x], &[&[in_s], &[in_u]], t.eq(in_s, in_u));
        let counted = |of: Term, means: Term| {
            let triggers: [&[Term]; 3] = [&[self.count(x, of)], &[in_s, of], &[in_u, of]];
            t.forall(&[s, u, x], &triggers, t.eq(self.count(x, of), means))
        };
        vec![
            t.forall(&[s, x], &[&[in_s]], t.less_eq(t.int(0), in_s)),
            t.forall(&[x], &[&[self.count(x, self.empty())]], t.eq(self.count(x, self.empty()), t.int(0))),
            t.forall(
                &[x, y],
                &[&[self.count(y, self.single(x))]],
                t.eq(self.count(y, self.single(x)), t.ite(t.eq(x, y), t.int(1), t.int(0))),
            ),
            counted(union, t.add(in_s, in_u)),
            counted(difference, t.ite(t.less(left, t.int(0)), t.int(0), left)),
            counted(self.own("intersection", &[s, u]), t.ite(t.less(in_s, in_u), in_s, in_u)),
            t.forall(
                &[s, u],
                &[&[self.truth("subset", &[s, u])]],
                t.eq(
                    self.truth("subset", &[s, u]),
                    t.forall(&[x], &[&[in_s], &[in_u]], t.less_eq(in_s, in_u)),
                ),
            ),
            self.extensional(s, u, each),
        ]
        .into_iter()
        .chain(self.sizes_of_multisets(s, u, x))
        .collect()
    }

    /// How many elements multisets have: all are finite.
    fn sizes_of_multisets(&self, s: Term, u: Term, x: Term) -> Vec<Term> {
        let t = self.engine.terms;
        let zero = t.int(0);
        let size = |of: Term| self.length(of);
        let some = self.apply("some", &[s], self.element);
        let single = self.single(x);
        let [union, both, left] =
            ["union", "intersection", "difference"].map(|operation| self.own(operation, &[s, u]));
        let is_empty = t.eq(size(s), zero);
        vec![
            t.forall(&[s], &[&[size(s)]], t.less_eq(zero, size(s))),
            t.eq(size(self.empty()), zero),
            t.forall(&[s], &[&[size(s)]], t.implies(is_empty, t.eq(s, self.empty()))),
            t.forall(&[s], &[&[size(s)]], t.or([is_empty, t.less(zero, self.count(some, s))])),
            t.forall(&[s, x], &[&[self.count(x, s), size(s)]], t.less_eq(self.count(x, s), size(s))),
            t.forall(&[x], &[&[single]], t.eq(size(single), t.int(1))),
            t.forall(&[s, u], &[&[size(union)]], t.eq(size(union), t.add(size(s), size(u)))),
            t.forall(&[s, u], &[&[size(left)]], t.eq(t.add(size(left), size(both)), size(s))),
        ]
    }
}
