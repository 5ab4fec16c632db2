//! SMT-LIB 2.6 text: a whole script for a list of conditions, to look at with other tools.
//!
//! Each different term becomes one definition (`define-fun`), so the text is linear in the number of terms. Where SMT-LIB
//! leaves a case open that we do not, the case is spelled out, as in the translation for the solver.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use crate::{
    BitOp, Comparison, Conversion, Division, FloatOp, FloatUnary, Quantified, Quantifier, Sort, Term,
    TermKind, Terms, Value,
};

impl Terms {
    /// A script that asks whether the conditions can hold together.
    pub fn smt_script(&self, conditions: &[Term]) -> String {
        let mut out = String::new();
        self.write_script(conditions, &mut out).expect("writing to a string does not fail");
        out
    }

    fn write_script(&self, conditions: &[Term], out: &mut String) -> fmt::Result {
        let all = self.reachable_below_quantifiers(conditions);
        for sort in
            all.iter().filter_map(|&term| self.declared_sort(self.sort(term))).collect::<BTreeSet<_>>()
        {
            writeln!(out, "(declare-sort {sort} 0)")?;
        }
        let mut declared = BTreeSet::new();
        for &term in &all {
            if let TermKind::Apply(function, _) = self.kind(term)
                && declared.insert(*function)
            {
                let signature = self.signature(*function);
                let parameters: Vec<String> =
                    signature.parameters.iter().map(|&sort| self.smt_sort(sort)).collect();
                let name = quoted(self.name(signature.name));
                writeln!(
                    out,
                    "(declare-fun {name} ({}) {})",
                    parameters.join(" "),
                    self.smt_sort(signature.result)
                )?;
            }
            if matches!(self.kind(term), TermKind::Var(_)) || self.is_individual(term) {
                writeln!(out, "(declare-const {} {})", self.smt_leaf(term), self.smt_sort(self.sort(term)))?;
            }
        }
        self.write_distinct(&all, out)?;
        for term in self.reachable(conditions) {
            if !self.is_leaf(term) {
                writeln!(
                    out,
                    "(define-fun {term} () {} {})",
                    self.smt_sort(self.sort(term)),
                    self.smt_node(term)
                )?;
            }
        }
        for &condition in conditions {
            writeln!(out, "(assert {})", self.smt_leaf(condition))?;
        }
        writeln!(out, "(check-sat)")
    }

    /// Individuals of one sort are pairwise different.
    fn write_distinct(&self, all: &[Term], out: &mut String) -> fmt::Result {
        let individuals: Vec<Term> = all.iter().copied().filter(|&term| self.is_individual(term)).collect();
        for (position, &lhs) in individuals.iter().enumerate() {
            for &rhs in individuals[..position].iter().filter(|&&rhs| self.sort(rhs) == self.sort(lhs)) {
                writeln!(out, "(assert (distinct {} {}))", self.smt_leaf(rhs), self.smt_leaf(lhs))?;
            }
        }
        Ok(())
    }

    fn reachable_below_quantifiers(&self, roots: &[Term]) -> Vec<Term> {
        let mut out = self.reachable(roots);
        let bodies: Vec<Term> = (out.iter())
            .filter_map(|&term| {
                if let TermKind::Quantified(inner) = self.kind(term) { Some(inner.body) } else { None }
            })
            .collect();
        if !bodies.is_empty() {
            out.extend(self.reachable_below_quantifiers(&bodies));
            out.sort_unstable();
            out.dedup();
        }
        out
    }

    fn is_individual(&self, term: Term) -> bool {
        matches!(self.value(term), Some(Value::Ref(_) | Value::Element(..)))
    }

    fn is_leaf(&self, term: Term) -> bool {
        matches!(self.kind(term), TermKind::Const(_) | TermKind::Var(_))
    }

    fn declared_sort(&self, sort: Sort) -> Option<String> {
        match sort {
            Sort::Ref => Some("Ref".into()),
            Sort::Uninterpreted(name) => Some(quoted(self.name(name))),
            Sort::Bool
            | Sort::Int
            | Sort::Real
            | Sort::BitVec(_)
            | Sort::Float32
            | Sort::Float64
            | Sort::Array(_) => None,
        }
    }

    fn smt_sort(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Bool".into(),
            Sort::Int => "Int".into(),
            Sort::Real => "Real".into(),
            Sort::BitVec(width) => format!("(_ BitVec {width})"),
            Sort::Float32 => "(_ FloatingPoint 8 24)".into(),
            Sort::Float64 => "(_ FloatingPoint 11 53)".into(),
            Sort::Ref | Sort::Uninterpreted(_) => self.declared_sort(sort).expect("the sort has a name"),
            Sort::Array(parts) => {
                let (index, element) = self.array_parts(parts);
                format!("(Array {} {})", self.smt_sort(index), self.smt_sort(element))
            }
        }
    }

    /// A constant or a variable's name; for anything else the name of its definition.
    fn smt_leaf(&self, term: Term) -> String {
        if let Some(value) = self.value(term) {
            return self.smt_value(value, self.sort(term));
        }
        match self.var_name(term) {
            Some(name) => quoted(&format!("{name}:{}", self.sort_name(self.sort(term)))),
            None => term.to_string(),
        }
    }

    fn smt_value(&self, value: &Value, sort: Sort) -> String {
        match value {
            Value::Bool(value) => value.to_string(),
            Value::Int(number) if value.to_string().starts_with('-') => format!("(- {})", -number),
            Value::Int(number) => number.to_string(),
            Value::Real(number) => {
                let (numerator, denominator) = (Value::Int(number.numer().clone()), number.denom());
                format!("(/ {} {denominator})", self.smt_value(&numerator, Sort::Int))
            }
            Value::BitVec(bits) => format!("(_ bv{} {})", bits.unsigned(), bits.width()),
            Value::Float32(bits) => format!("((_ to_fp 8 24) (_ bv{bits} 32))"),
            Value::Float64(bits) => format!("((_ to_fp 11 53) (_ bv{bits} 64))"),
            Value::Ref(number) | Value::Element(_, number) => {
                quoted(&format!("{}#{number}", self.sort_name(sort)))
            }
            Value::Array(array) => {
                let Sort::Array(parts) = sort else { unreachable!("an array value has an array sort") };
                let (index, element) = self.array_parts(parts);
                let mut text = format!(
                    "((as const {}) {})",
                    self.smt_sort(sort),
                    self.smt_value(&array.default, element)
                );
                for (at, value) in &array.entries {
                    text = format!(
                        "(store {text} {} {})",
                        self.smt_value(at, index),
                        self.smt_value(value, element)
                    );
                }
                text
            }
        }
    }

    fn smt_node(&self, term: Term) -> String {
        let get = |term: &Term| self.smt_leaf(*term);
        let list = |name: &str, terms: &[Term]| {
            format!("({name} {})", terms.iter().map(get).collect::<Vec<_>>().join(" "))
        };
        let sort = self.sort(term);
        match self.kind(term) {
            TermKind::Const(_) | TermKind::Var(_) => self.smt_leaf(term),
            TermKind::Not(a) => list("not", &[*a]),
            TermKind::And(parts) => list("and", parts),
            TermKind::Or(parts) => list("or", parts),
            TermKind::Ite(a, b, c) => list("ite", &[*a, *b, *c]),
            TermKind::Eq(a, b) => list("=", &[*a, *b]),
            TermKind::Compare(op, a, b) => list(comparison(*op, self.sort(*a)), &[*a, *b]),
            TermKind::Add(parts) => list(if matches!(sort, Sort::BitVec(_)) { "bvadd" } else { "+" }, parts),
            TermKind::Mul(a, b) => {
                list(if matches!(sort, Sort::BitVec(_)) { "bvmul" } else { "*" }, &[*a, *b])
            }
            TermKind::Divide(op, a, b) => {
                let (name, zero, by_zero) = match op {
                    Division::Div => ("div", "0", "0".to_string()),
                    Division::Mod => ("mod", "0", get(a)),
                    Division::Real => ("/", "0.0", "0.0".to_string()),
                };
                format!("(ite (= {} {zero}) {by_zero} {})", get(b), list(name, &[*a, *b]))
            }
            TermKind::Bits(op, a, b) => list(bit_operator(*op), &[*a, *b]),
            TermKind::Concat(a, b) => list("concat", &[*a, *b]),
            TermKind::Float(FloatOp::Rem, a, b) => list("fmod", &[*a, *b]),
            TermKind::Float(op, a, b) => {
                let name = match op {
                    FloatOp::Add => "fp.add RNE",
                    FloatOp::Sub => "fp.sub RNE",
                    FloatOp::Mul => "fp.mul RNE",
                    FloatOp::Div => "fp.div RNE",
                    FloatOp::Rem => unreachable!("handled above"),
                };
                list(name, &[*a, *b])
            }
            TermKind::FloatUnary(op, a) => list(float_operator(*op), &[*a]),
            TermKind::Convert(op, a) => self.smt_conversion(*op, *a, sort),
            TermKind::Select(a, b) => list("select", &[*a, *b]),
            TermKind::Store(a, b, c) => list("store", &[*a, *b, *c]),
            TermKind::ConstArray(a) => format!("((as const {}) {})", self.smt_sort(sort), get(a)),
            TermKind::Apply(function, arguments) => {
                let name = quoted(self.name(self.signature(*function).name));
                if arguments.is_empty() { name } else { list(&name, arguments) }
            }
            TermKind::Quantified(quantified) => self.smt_quantified(quantified),
        }
    }

    fn smt_conversion(&self, op: Conversion, a: Term, target: Sort) -> String {
        let (source, inner) = (self.sort(a), self.smt_leaf(a));
        let to_float = || if target == Sort::Float32 { "(_ to_fp 8 24)" } else { "(_ to_fp 11 53)" };
        match op {
            Conversion::SignExtend => {
                format!("((_ sign_extend {}) {inner})", target.width() - source.width())
            }
            Conversion::ZeroExtend => {
                format!("((_ zero_extend {}) {inner})", target.width() - source.width())
            }
            Conversion::Extract(low) => format!("((_ extract {} {low}) {inner})", low + target.width() - 1),
            Conversion::SignedToInt => {
                let modulus = 1u128 << source.width();
                let zero = self.smt_value(&Value::zero(source), source);
                format!("(ite (bvslt {inner} {zero}) (- (bv2nat {inner}) {modulus}) (bv2nat {inner}))")
            }
            Conversion::UnsignedToInt => format!("(bv2nat {inner})"),
            Conversion::IntToBits => format!("((_ int2bv {}) {inner})", target.width()),
            Conversion::IntToReal => format!("(to_real {inner})"),
            Conversion::RealToInt => format!("(to_int {inner})"),
            Conversion::SignedToFloat | Conversion::FloatToFloat => format!("({} RNE {inner})", to_float()),
            Conversion::BitsToFloat => format!("({} {inner})", to_float()),
            Conversion::FloatToSigned => self.smt_saturation(&inner, source, target),
            Conversion::FloatToBits => format!("(fp.to_ieee_bv {inner})"),
        }
    }

    fn smt_saturation(&self, inner: &str, source: Sort, target: Sort) -> String {
        let width = target.width();
        let limit = 2.0f64.powi(i32::from(width) - 1);
        let float = |value: f64| {
            let value = if source == Sort::Float32 { Value::f32(value as f32) } else { Value::f64(value) };
            self.smt_value(&value, source)
        };
        let bits = |value: i64| self.smt_value(&Value::bits(width, value as u64), target);
        let (least, greatest) = (bits(i64::MIN >> (64 - width)), bits(i64::MAX >> (64 - width)));
        let (low, high, zero) = (float(-limit), float(limit), bits(0));
        format!(
            "(ite (fp.isNaN {inner}) {zero} (ite (fp.leq {inner} {low}) {least} \
             (ite (fp.leq {high} {inner}) {greatest} ((_ fp.to_sbv {width}) RTZ {inner}))))"
        )
    }

    /// Bodies are written in full: their terms mention bound variables.
    fn smt_quantified(&self, quantified: &Quantified) -> String {
        let name = match quantified.quantifier {
            Quantifier::Forall => "forall",
            Quantifier::Exists => "exists",
        };
        let bound: Vec<String> = (quantified.bound.iter())
            .map(|&variable| format!("({} {})", self.smt_leaf(variable), self.smt_sort(self.sort(variable))))
            .collect();
        let mut body = self.smt_in_full(quantified.body);
        for trigger in &quantified.triggers {
            let trigger: Vec<String> = trigger.iter().map(|&term| self.smt_in_full(term)).collect();
            body = format!("(! {body} :pattern ({}))", trigger.join(" "));
        }
        format!("({name} ({}) {body})", bound.join(" "))
    }

    fn smt_in_full(&self, term: Term) -> String {
        let mut text = String::new();
        let mut closing = 0;
        for part in self.reachable(&[term]) {
            if part != term && !self.is_leaf(part) {
                text.push_str(&format!("(let (({part} {})) ", self.smt_node(part)));
                closing += 1;
            }
        }
        text + &self.smt_node(term) + &")".repeat(closing)
    }
}

fn comparison(op: Comparison, sort: Sort) -> &'static str {
    match (op, matches!(sort, Sort::BitVec(_))) {
        (Comparison::Less, true) => "bvslt",
        (Comparison::LessEq, true) => "bvsle",
        (Comparison::Less, false) => "<",
        (Comparison::LessEq, false) => "<=",
        (Comparison::UnsignedLess, _) => "bvult",
        (Comparison::UnsignedLessEq, _) => "bvule",
        (Comparison::FloatLess, _) => "fp.lt",
        (Comparison::FloatLessEq, _) => "fp.leq",
        (Comparison::FloatEq, _) => "fp.eq",
    }
}

fn bit_operator(op: BitOp) -> &'static str {
    match op {
        BitOp::SDiv => "bvsdiv",
        BitOp::SRem => "bvsrem",
        BitOp::UDiv => "bvudiv",
        BitOp::URem => "bvurem",
        BitOp::And => "bvand",
        BitOp::Or => "bvor",
        BitOp::Xor => "bvxor",
        BitOp::Shl => "bvshl",
        BitOp::LShr => "bvlshr",
        BitOp::AShr => "bvashr",
    }
}

fn float_operator(op: FloatUnary) -> &'static str {
    match op {
        FloatUnary::Neg => "fp.neg",
        FloatUnary::Abs => "fp.abs",
        FloatUnary::Sqrt => "fp.sqrt RNE",
        FloatUnary::Floor => "fp.roundToIntegral RTN",
        FloatUnary::Ceil => "fp.roundToIntegral RTP",
        FloatUnary::Round => "fp.roundToIntegral RNE",
    }
}

fn quoted(name: &str) -> String {
    format!("|{}|", name.replace(['|', '\\'], "_"))
}
