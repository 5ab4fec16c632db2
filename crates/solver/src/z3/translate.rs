//! Terms as Z3 expressions. Each term is translated once per [`Translator`] and kept.
//!
//! Z3's operators are used where their meaning is ours; where SMT-LIB leaves a case open (division of `Int` and `Real` by
//! zero, conversion of floats out of range, the bits of NaN) the case is spelled out. Java's `%` on floats has no
//! counterpart and becomes an unknown function: proofs stay proofs, and models are evaluated before they are believed.

use std::ffi::CString;

use rustc_hash::FxHashMap;
use term::{
    BitOp, Comparison, Conversion, Division, FloatOp, FloatUnary, Function, Quantified, Quantifier, Sort,
    Term, TermKind, Terms, Value,
};

use super::library::{Ast, Context, Decl, Pattern, SortHandle, SymbolHandle};

/// Turns terms into those of Z3, each once.
#[derive(Default)]
pub struct Translator {
    asts: FxHashMap<Term, Ast>,
    sorts: FxHashMap<Sort, SortHandle>,
    functions: FxHashMap<Function, Decl>,
    /// Java's `%`, by float sort.
    remainders: FxHashMap<Sort, Decl>,
}

impl Translator {
    /// The term of Z3.
    pub fn term(&mut self, cx: &Context, terms: &Terms, term: Term) -> Ast {
        if let Some(&ast) = self.asts.get(&term) {
            return ast;
        }
        for term in terms.reachable_unless(&[term], |term| self.asts.contains_key(&term)) {
            let ast = self.node(cx, terms, term);
            cx.inc_ref(ast);
            self.asts.insert(term, ast);
        }
        self.asts[&term]
    }

    /// The sort of Z3.
    pub fn sort(&mut self, cx: &Context, terms: &Terms, sort: Sort) -> SortHandle {
        if let Some(&handle) = self.sorts.get(&sort) {
            return handle;
        }
        let handle = match sort {
            Sort::Bool => cx.mk_bool_sort(),
            Sort::Int => cx.mk_int_sort(),
            Sort::Real => cx.mk_real_sort(),
            Sort::BitVec(width) => cx.mk_bv_sort(width.into()),
            Sort::Float32 => cx.mk_fpa_sort_32(),
            Sort::Float64 => cx.mk_fpa_sort_64(),
            Sort::Ref => cx.mk_uninterpreted_sort(symbol(cx, "Ref")),
            Sort::Uninterpreted(name) => cx.mk_uninterpreted_sort(symbol(cx, terms.name(name))),
            Sort::Array(parts) => {
                let (index, element) = terms.array_parts(parts);
                let (index, element) = (self.sort(cx, terms, index), self.sort(cx, terms, element));
                cx.mk_array_sort(index, element)
            }
        };
        cx.inc_ref(cx.sort_to_ast(handle));
        self.sorts.insert(sort, handle);
        handle
    }

    /// A term whose children are translated.
    fn node(&mut self, cx: &Context, terms: &Terms, term: Term) -> Ast {
        let sort = terms.sort(term);
        let get = |term: &Term| self.asts[term];
        let all = |list: &[Term]| list.iter().map(get).collect::<Vec<Ast>>();
        match terms.kind(term) {
            TermKind::Const(value) => self.constant(cx, terms, value, sort),
            TermKind::Var(name) => cx.mk_const(symbol(cx, terms.name(*name)), self.sort(cx, terms, sort)),
            TermKind::Not(a) => cx.mk_not(get(a)),
            TermKind::And(list) => cx.mk_and(list.len() as u32, all(list).as_ptr()),
            TermKind::Or(list) => cx.mk_or(list.len() as u32, all(list).as_ptr()),
            TermKind::Ite(a, b, c) => cx.mk_ite(get(a), get(b), get(c)),
            TermKind::Eq(a, b) => cx.mk_eq(get(a), get(b)),
            TermKind::Compare(op, a, b) => compare(cx, *op, terms.sort(*a), get(a), get(b)),
            TermKind::Add(list) => sum(cx, sort, &all(list)),
            TermKind::Mul(a, b) if matches!(sort, Sort::BitVec(_)) => cx.mk_bvmul(get(a), get(b)),
            TermKind::Mul(a, b) => cx.mk_mul(2, [get(a), get(b)].as_ptr()),
            TermKind::Divide(op, a, b) => {
                let (a, b, literal) = (get(a), get(b), terms.value(*b).is_some());
                self.divide(cx, terms, *op, a, b, literal)
            }
            TermKind::Bits(op, a, b) => bits(cx, *op, get(a), get(b)),
            TermKind::Concat(a, b) => cx.mk_concat(get(a), get(b)),
            TermKind::Float(FloatOp::Rem, a, b) => {
                let arguments = [get(a), get(b)];
                cx.mk_app(self.remainder(cx, terms, sort), 2, arguments.as_ptr())
            }
            TermKind::Float(op, a, b) => float(cx, *op, get(a), get(b)),
            TermKind::FloatUnary(op, a) => float_unary(cx, *op, get(a)),
            TermKind::Convert(op, a) => {
                let inner = get(a);
                self.convert(cx, terms, *op, inner, terms.sort(*a), sort)
            }
            TermKind::Select(a, b) => cx.mk_select(get(a), get(b)),
            TermKind::Store(a, b, c) => cx.mk_store(get(a), get(b), get(c)),
            TermKind::ConstArray(a) => {
                let value = get(a);
                cx.mk_const_array(self.index_sort(cx, terms, sort), value)
            }
            TermKind::Apply(function, list) => {
                let arguments = all(list);
                let decl = self.function(cx, terms, *function);
                cx.mk_app(decl, arguments.len() as u32, arguments.as_ptr())
            }
            TermKind::Quantified(quantified) => self.quantified(cx, terms, quantified),
        }
    }

    fn constant(&mut self, cx: &Context, terms: &Terms, value: &Value, sort: Sort) -> Ast {
        let handle = self.sort(cx, terms, sort);
        match value {
            Value::Bool(true) => cx.mk_true(),
            Value::Bool(false) => cx.mk_false(),
            Value::Int(_) | Value::Real(_) => cx.mk_numeral(text(&value.to_string()).as_ptr(), handle),
            Value::BitVec(bits) => cx.mk_unsigned_int64(bits.unsigned(), handle),
            Value::Float32(bits) => match f32::from_bits(*bits) {
                value if value.is_nan() => cx.mk_fpa_nan(handle),
                value => cx.mk_fpa_numeral_float(value, handle),
            },
            Value::Float64(bits) => match f64::from_bits(*bits) {
                value if value.is_nan() => cx.mk_fpa_nan(handle),
                value => cx.mk_fpa_numeral_double(value, handle),
            },
            Value::Ref(number) | Value::Element(_, number) => {
                cx.mk_const(symbol(cx, &format!("individual!{number}")), handle)
            }
            Value::Array(array) => {
                let Sort::Array(parts) = sort else { unreachable!("an array value has an array sort") };
                let (index_sort, element) = terms.array_parts(parts);
                let default = self.kept_constant(cx, terms, &array.default, element);
                let mut ast = cx.mk_const_array(self.sort(cx, terms, index_sort), default);
                for (index, value) in &array.entries {
                    cx.inc_ref(ast);
                    let index = self.kept_constant(cx, terms, index, index_sort);
                    let value = self.kept_constant(cx, terms, value, element);
                    ast = cx.mk_store(ast, index, value);
                }
                ast
            }
        }
    }

    fn kept_constant(&mut self, cx: &Context, terms: &Terms, value: &Value, sort: Sort) -> Ast {
        kept(cx, self.constant(cx, terms, value, sort))
    }

    /// By zero: 0, and the dividend for `mod`.
    fn divide(&mut self, cx: &Context, terms: &Terms, op: Division, a: Ast, b: Ast, nonzero: bool) -> Ast {
        let (ast, sort) = match op {
            Division::Div => (cx.mk_div(a, b), Sort::Int),
            Division::Mod => (cx.mk_mod(a, b), Sort::Int),
            Division::Real => (cx.mk_div(a, b), Sort::Real),
        };
        if nonzero {
            return ast;
        }
        let ast = kept(cx, ast);
        let zero = self.kept_constant(cx, terms, &Value::zero(sort), sort);
        let by_zero = kept(cx, cx.mk_eq(b, zero));
        cx.mk_ite(by_zero, if op == Division::Mod { a } else { zero }, ast)
    }

    fn convert(
        &mut self,
        cx: &Context,
        terms: &Terms,
        op: Conversion,
        a: Ast,
        source: Sort,
        target: Sort,
    ) -> Ast {
        let handle = self.sort(cx, terms, target);
        let extra = || u32::from(target.width() - source.width());
        match op {
            Conversion::SignExtend => cx.mk_sign_ext(extra(), a),
            Conversion::ZeroExtend => cx.mk_zero_ext(extra(), a),
            Conversion::Extract(low) => cx.mk_extract(u32::from(low + target.width() - 1), low.into(), a),
            Conversion::SignedToInt => cx.mk_bv2int(a, true),
            Conversion::UnsignedToInt => cx.mk_bv2int(a, false),
            Conversion::IntToBits => cx.mk_int2bv(target.width().into(), a),
            Conversion::IntToReal => cx.mk_int2real(a),
            Conversion::RealToInt => cx.mk_real2int(a),
            Conversion::SignedToFloat => cx.mk_fpa_to_fp_signed(kept(cx, cx.mk_fpa_rne()), a, handle),
            Conversion::FloatToSigned => self.saturate(cx, terms, a, source, target),
            Conversion::FloatToFloat => cx.mk_fpa_to_fp_float(kept(cx, cx.mk_fpa_rne()), a, handle),
            Conversion::BitsToFloat => cx.mk_fpa_to_fp_bv(a, handle),
            Conversion::FloatToBits => {
                let nan = match source {
                    Sort::Float32 => u64::from(f32::NAN.to_bits()),
                    Sort::Float64 => f64::NAN.to_bits(),
                    sort => panic!("{sort:?} is not a float sort"),
                };
                let nan = kept(cx, cx.mk_unsigned_int64(nan, handle));
                let is_nan = kept(cx, cx.mk_fpa_is_nan(a));
                cx.mk_ite(is_nan, nan, kept(cx, cx.mk_fpa_to_ieee_bv(a)))
            }
        }
    }

    /// Java's narrowing: NaN is 0, everything beyond the range is its end.
    fn saturate(&mut self, cx: &Context, terms: &Terms, a: Ast, source: Sort, target: Sort) -> Ast {
        let width = target.width();
        let limit = (2.0f64).powi(i32::from(width) - 1);
        let mut bound = |value: f64| {
            let value = if source == Sort::Float32 { Value::f32(value as f32) } else { Value::f64(value) };
            self.kept_constant(cx, terms, &value, source)
        };
        let (low, high) = (bound(-limit), bound(limit));
        let is_nan = kept(cx, cx.mk_fpa_is_nan(a));
        let too_low = kept(cx, cx.mk_fpa_leq(a, low));
        let too_high = kept(cx, cx.mk_fpa_leq(high, a));
        let mut number =
            |value: i64| self.kept_constant(cx, terms, &Value::bits(width, value as u64), target);
        let (zero, least, greatest) =
            (number(0), number(i64::MIN >> (64 - width)), number(i64::MAX >> (64 - width)));
        let inside = kept(cx, cx.mk_fpa_to_sbv(kept(cx, cx.mk_fpa_rtz()), a, width.into()));
        let below_high = kept(cx, cx.mk_ite(too_high, greatest, inside));
        let in_range = kept(cx, cx.mk_ite(too_low, least, below_high));
        cx.mk_ite(is_nan, zero, in_range)
    }

    fn function(&mut self, cx: &Context, terms: &Terms, function: Function) -> Decl {
        if let Some(&decl) = self.functions.get(&function) {
            return decl;
        }
        let signature = terms.signature(function);
        let domain: Vec<SortHandle> =
            signature.parameters.iter().map(|&sort| self.sort(cx, terms, sort)).collect();
        let range = self.sort(cx, terms, signature.result);
        let name = symbol(cx, terms.name(signature.name));
        let decl = cx.mk_func_decl(name, domain.len() as u32, domain.as_ptr(), range);
        cx.inc_ref(cx.func_decl_to_ast(decl));
        self.functions.insert(function, decl);
        decl
    }

    fn remainder(&mut self, cx: &Context, terms: &Terms, sort: Sort) -> Decl {
        let handle = self.sort(cx, terms, sort);
        *self.remainders.entry(sort).or_insert_with(|| {
            let decl = cx.mk_func_decl(symbol(cx, "fmod!"), 2, [handle, handle].as_ptr(), handle);
            cx.inc_ref(cx.func_decl_to_ast(decl));
            decl
        })
    }

    fn index_sort(&mut self, cx: &Context, terms: &Terms, sort: Sort) -> SortHandle {
        let Sort::Array(parts) = sort else { unreachable!("a constant array is an array") };
        self.sort(cx, terms, terms.array_parts(parts).0)
    }

    /// A trigger Z3 refuses (it lacks a bound variable, say) is left out.
    fn quantified(&mut self, cx: &Context, terms: &Terms, quantified: &Quantified) -> Ast {
        let mut all =
            |list: &[Term]| list.iter().map(|&term| self.term(cx, terms, term)).collect::<Vec<Ast>>();
        let bound = all(&quantified.bound);
        let body = all(&[quantified.body])[0];
        let mut patterns: Vec<Pattern> = Vec::new();
        for trigger in &quantified.triggers {
            let trigger = all(trigger);
            let pattern = cx.mk_pattern(trigger.len() as u32, trigger.as_ptr());
            if cx.error().is_none() {
                cx.inc_ref(cx.pattern_to_ast(pattern));
                patterns.push(pattern);
            }
        }
        let forall = quantified.quantifier == Quantifier::Forall;
        let (bound_count, pattern_count) = (bound.len() as u32, patterns.len() as u32);
        let build = |count| {
            cx.mk_quantifier_const(forall, 1, bound_count, bound.as_ptr(), count, patterns.as_ptr(), body)
        };
        let ast = build(pattern_count);
        if cx.error().is_none() { ast } else { build(0) }
    }
}

fn kept(cx: &Context, ast: Ast) -> Ast {
    cx.inc_ref(ast);
    ast
}

fn symbol(cx: &Context, name: &str) -> SymbolHandle {
    cx.mk_string_symbol(text(name).as_ptr())
}

fn text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).expect("zero bytes were replaced")
}

fn sum(cx: &Context, sort: Sort, arguments: &[Ast]) -> Ast {
    if !matches!(sort, Sort::BitVec(_)) {
        return cx.mk_add(arguments.len() as u32, arguments.as_ptr());
    }
    let (&first, others) = arguments.split_first().expect("a sum has summands");
    others.iter().fold(first, |sum, &argument| kept(cx, cx.mk_bvadd(sum, argument)))
}

fn compare(cx: &Context, op: Comparison, sort: Sort, a: Ast, b: Ast) -> Ast {
    match (op, sort) {
        (Comparison::Less, Sort::BitVec(_)) => cx.mk_bvslt(a, b),
        (Comparison::LessEq, Sort::BitVec(_)) => cx.mk_bvsle(a, b),
        (Comparison::Less, _) => cx.mk_lt(a, b),
        (Comparison::LessEq, _) => cx.mk_le(a, b),
        (Comparison::UnsignedLess, _) => cx.mk_bvult(a, b),
        (Comparison::UnsignedLessEq, _) => cx.mk_bvule(a, b),
        (Comparison::FloatLess, _) => cx.mk_fpa_lt(a, b),
        (Comparison::FloatLessEq, _) => cx.mk_fpa_leq(a, b),
        (Comparison::FloatEq, _) => cx.mk_fpa_eq(a, b),
    }
}

fn bits(cx: &Context, op: BitOp, a: Ast, b: Ast) -> Ast {
    match op {
        BitOp::SDiv => cx.mk_bvsdiv(a, b),
        BitOp::SRem => cx.mk_bvsrem(a, b),
        BitOp::UDiv => cx.mk_bvudiv(a, b),
        BitOp::URem => cx.mk_bvurem(a, b),
        BitOp::And => cx.mk_bvand(a, b),
        BitOp::Or => cx.mk_bvor(a, b),
        BitOp::Xor => cx.mk_bvxor(a, b),
        BitOp::Shl => cx.mk_bvshl(a, b),
        BitOp::LShr => cx.mk_bvlshr(a, b),
        BitOp::AShr => cx.mk_bvashr(a, b),
    }
}

fn float(cx: &Context, op: FloatOp, a: Ast, b: Ast) -> Ast {
    let mode = kept(cx, cx.mk_fpa_rne());
    match op {
        FloatOp::Add => cx.mk_fpa_add(mode, a, b),
        FloatOp::Sub => cx.mk_fpa_sub(mode, a, b),
        FloatOp::Mul => cx.mk_fpa_mul(mode, a, b),
        FloatOp::Div => cx.mk_fpa_div(mode, a, b),
        FloatOp::Rem => unreachable!("remainders are unknown functions"),
    }
}

fn float_unary(cx: &Context, op: FloatUnary, a: Ast) -> Ast {
    match op {
        FloatUnary::Neg => cx.mk_fpa_neg(a),
        FloatUnary::Abs => cx.mk_fpa_abs(a),
        FloatUnary::Sqrt => cx.mk_fpa_sqrt(kept(cx, cx.mk_fpa_rne()), a),
        FloatUnary::Floor => cx.mk_fpa_round_to_integral(kept(cx, cx.mk_fpa_rtn()), a),
        FloatUnary::Ceil => cx.mk_fpa_round_to_integral(kept(cx, cx.mk_fpa_rtp()), a),
        FloatUnary::Round => cx.mk_fpa_round_to_integral(kept(cx, cx.mk_fpa_rne()), a),
    }
}
