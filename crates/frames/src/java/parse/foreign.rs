//! Words of JML and VerCors that mean something here under another name, or nothing: whoever writes one is told what to write.

/// A word and what to write instead.
const WORDS: &[(&str, &str)] = &[
    ("assignable", "what a method may change is what its `requires` owns: write `requires acc(x.f);`"),
    ("assigns", "what a method may change is what its `requires` owns: write `requires acc(x.f);`"),
    ("modifies", "what a method may change is what its `requires` owns: write `requires acc(x.f);`"),
    ("modifiable", "what a method may change is what its `requires` owns: write `requires acc(x.f);`"),
    ("accessible", "what a method may read is what its `requires` owns: write `requires acc(x.f, 1/2);`"),
    ("context_everywhere", "write `context F;`, and `invariant F;` at each loop"),
    ("also", "write one contract with `==>` for its cases: `requires c ==> p; ensures old(c) ==> q;`"),
    ("behavior", "leave it out and write `requires` and `ensures`"),
    ("behaviour", "leave it out and write `requires` and `ensures`"),
    ("normal_behavior", "leave it out: methods may not throw unless `signals` says so"),
    ("normal_behaviour", "leave it out: methods may not throw unless `signals` says so"),
    ("exceptional_behavior", "write `signals (E e) F;`"),
    ("exceptional_behaviour", "write `signals (E e) F;`"),
    ("signals_only", "write `signals (E e) true;` for each exception"),
    ("diverges", "leave it out: only methods with `decreases` promise to end"),
    ("yields", "write the value in a ghost field, or `ensures` what is known of it"),
    ("kernel_invariant", "only methods and loops have contracts here"),
    ("lock_invariant", "locks have no invariants here"),
    ("model", "write `pure` with a body, or a `predicate`"),
    ("maintains", "write `context F;`"),
    ("pre", "write `requires`"),
    ("post", "write `ensures`"),
];

/// Words of expressions.
const CALLS: &[(&str, &str)] = &[
    ("Value", "write `acc(x.f, 1/2)`, or any other amount below 1"),
    ("PointsTo", "write `acc(x.f, p) && x.f == v`"),
    ("HPerm", "write `acc(x.f, p)`"),
    ("APerm", "write `acc(x.f, p)`"),
    ("fresh", "a new object is owned: write `acc(result.f)` in `ensures`"),
    ("nonnullelements", "write `forall int i; 0 <= i && i < a.length ==> a[i] != null`"),
    ("not_modified", "write `x.f == old(x.f)`, or `untouched(acc(x.f))`"),
    ("only_assigned", "what a method may change is what its `requires` owns"),
    ("typeof", "write `x instanceof C`, or `exact(x, C)`"),
    ("sum", "write a `pure` method that adds up"),
    ("num_of", "write a `pure` method that counts"),
    ("product", "write a `pure` method that multiplies"),
    ("max", "write a `pure` method for it"),
    ("min", "write a `pure` method for it"),
];

/// What to write in place of a clause that starts with this word.
pub fn clause(word: &str) -> Option<&'static str> {
    find(WORDS, word)
}

/// What to write in place of `\\word`, or of a call VerCors knows.
pub fn call(word: &str) -> Option<&'static str> {
    find(CALLS, word)
}

fn find(words: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    words.iter().find(|(known, _)| *known == word).map(|(_, advice)| *advice)
}
