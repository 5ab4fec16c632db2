//! `decreases`: that calls and loops come to an end, as obligations in the members that make them.
//!
//! A function or method with a measure must make every call of a member it is recursive with for a smaller value of that
//! member's measure, and may call others only where these end themselves; the same for the rounds of a loop. *Smaller* is
//! what `decreasing` and `bounded` of the orders that come with the language (`import <decreases/…>`) say; tuples are
//! compared part by part. A measure with a condition promises something only where the condition holds, `decreases _`
//! promises without proof, and a member without a measure promises nothing.
//!
//! Contracts of functions are looked at like bodies; calls in measures themselves are not looked at.

use base::{Diagnostic, Place};
use rustc_hash::FxHashMap;

use super::{Checked, Scope};
use crate::core::{
    Assertion, BinaryOp, Block, Expr, ExprKind, FunctionId, LabelId, Local, LocalId, Resource, Stmt,
    StmtKind, Type, UnaryOp,
};
use crate::viper::expand::{mentions, mentions_of_block};
use crate::viper::syntax::{Exp, ExpKind, File, Function, Measure, MeasureKind, Method, Name, Variable};

const NOT_SMALLER: &str = "termination.failed:tuple.false";
const OUTSIDE_MEASURE: &str = "termination.failed:tuple.condition.false";
const ENDLESS: &str = "termination.failed:termination.condition.false";

/// Measures by member, and who is recursive with whom.
#[derive(Default)]
pub(super) struct Measures<'a> {
    functions: FxHashMap<&'a str, &'a Function>,
    methods: FxHashMap<&'a str, &'a Method>,
    /// Members that a member calls, through others too.
    reached: FxHashMap<&'a str, Vec<&'a str>>,
}

/// The member whose body is being lowered.
#[derive(Clone, Copy)]
pub(super) enum Ending<'a> {
    Function(&'a Function),
    Method(&'a Method),
}

/// A measure at one place: what it is worth there.
struct Worth {
    /// The parts and the condition of the tuple.
    tuple: Option<(Vec<Expr>, Option<Expr>)>,
    /// Where the member ends, as far as it says.
    ends: Option<Expr>,
}

impl<'a> Measures<'a> {
    pub(super) fn new(file: &'a File) -> Self {
        let functions: FxHashMap<&str, &Function> =
            file.functions.iter().map(|function| (function.name.text.as_str(), function)).collect();
        let methods: FxHashMap<&str, &Method> =
            file.methods.iter().map(|method| (method.name.text.as_str(), method)).collect();
        let mut called: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for function in &file.functions {
            let mut names = Vec::new();
            let parts = function.requires.iter().chain(&function.ensures).chain(&function.body);
            parts.for_each(|part| mentions(part, &mut names));
            let known = names.iter().filter_map(|name| functions.get_key_value(name.as_str()));
            called.insert(&function.name.text, known.map(|(name, _)| *name).collect());
        }
        for method in &file.methods {
            let mut names = Vec::new();
            method.body.iter().for_each(|body| mentions_of_block(body, &mut names));
            let known = names.iter().filter_map(|name| methods.get_key_value(name.as_str()));
            called.insert(&method.name.text, known.map(|(name, _)| *name).collect());
        }
        let members = file.functions.iter().map(|function| &function.name);
        let members = members.chain(file.methods.iter().map(|method| &method.name));
        let reached = members.map(|name| (name.text.as_str(), reached(&name.text, &called))).collect();
        Self { functions, methods, reached }
    }

    fn are_recursive(&self, one: &str, other: &str) -> bool {
        let reaches =
            |from: &str, to: &str| self.reached.get(from).is_some_and(|reached| reached.contains(&to));
        reaches(one, other) && reaches(other, one)
    }
}

fn reached<'a>(from: &str, called: &FxHashMap<&'a str, Vec<&'a str>>) -> Vec<&'a str> {
    let mut out: Vec<&str> = Vec::new();
    let mut work = called.get(from).cloned().unwrap_or_default();
    while let Some(next) = work.pop() {
        if !out.contains(&next) {
            out.push(next);
            work.extend(called.get(next).into_iter().flatten());
        }
    }
    out
}

/// At most one measure of a kind, and `*` alone.
pub(super) fn check_clauses(measures: &[Measure]) -> Checked<()> {
    let count = |wanted: fn(&MeasureKind) -> bool| measures.iter().filter(|one| wanted(&one.kind)).count();
    let tuples = count(|kind| matches!(kind, MeasureKind::Tuple(_)));
    let wildcards = count(|kind| matches!(kind, MeasureKind::Wildcard));
    let stars = count(|kind| matches!(kind, MeasureKind::Star));
    if tuples > 1 || wildcards > 1 || stars > 1 || (stars == 1 && measures.len() > 1) {
        let message = "more than one measure of a kind, or one beside `*`";
        return Err(Diagnostic::error("misplaced-measure", message).at(measures[0].place.clone()));
    }
    Ok(())
}

/// Whether there is a tuple: a promise to be kept.
fn promises(measures: &[Measure]) -> bool {
    measures.iter().any(|measure| matches!(measure.kind, MeasureKind::Tuple(_)))
}

impl<'a> Scope<'a> {
    /// A call of a function, with what its caller owes for it.
    pub(super) fn ending_call(
        &mut self,
        name: &Name,
        function: FunctionId,
        arguments: Vec<Expr>,
        result: &Type,
        place: &Place,
    ) -> Checked<Expr> {
        let caller = match self.ending {
            Some(Ending::Function(caller)) if promises(&caller.decreases) => caller,
            _ => return Ok(Expr::new(ExprKind::Apply(function, arguments), result.clone(), place)),
        };
        let Some(&callee) = self.cx.measures.functions.get(name.text.as_str()) else {
            return Ok(Expr::new(ExprKind::Apply(function, arguments), result.clone(), place));
        };
        let recursive = self.cx.measures.are_recursive(&caller.name.text, &callee.name.text);
        let (own, given) = (self.own_names(&caller.params), self.given_names(&callee.params, &arguments));
        let before = match self.in_contract {
            // A contract has the heap the function begins with, as far as it is known there.
            true => self.worth(&caller.decreases, own)?,
            false => self.at_the_start(&caller.decreases, own, Some(LabelId::START))?,
        };
        let after = self.worth(&callee.decreases, given.clone())?;
        let obligations = self.obligations(before, after, recursive, place);
        let passed = given.iter().map(|(_, local)| Expr::local(*local, &self.locals, place)).collect();
        let call = Expr::new(ExprKind::Apply(function, passed), result.clone(), place);
        let checked = obligations.into_iter().rev().fold(call, |body, (condition, reason)| {
            let kind = ExprKind::Checked { condition: Box::new(condition), reason, body: Box::new(body) };
            Expr::new(kind, result.clone(), place)
        });
        Ok(with_arguments(checked, given, arguments))
    }

    /// What the caller of a method owes for the call, as assertions before it.
    pub(super) fn before_call(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        place: &Place,
        out: &mut Block,
    ) -> Checked<()> {
        let Some(Ending::Method(caller)) = self.ending else { return Ok(()) };
        let Some(&callee) = self.cx.measures.methods.get(name.text.as_str()) else { return Ok(()) };
        if !promises(&caller.decreases) {
            return Ok(());
        }
        let recursive = self.cx.measures.are_recursive(&caller.name.text, &callee.name.text);
        let (own, given) = (self.own_names(&caller.params), self.given_names(&callee.params, arguments));
        let before = self.at_the_start(&caller.decreases, own, None)?;
        let after = self.worth(&callee.decreases, given.clone())?;
        for (condition, what) in self.obligations(before, after, recursive, place) {
            let condition = with_arguments(condition, given.clone(), arguments.to_vec());
            out.push(Stmt::new(StmtKind::Assert(Assertion::pure(condition), Some(what)), place));
        }
        Ok(())
    }

    /// What a loop owes: assertions before it, and what to put at the start and at the end of its body.
    pub(super) fn loop_ends(
        &mut self,
        decreases: &[Measure],
        again: &Expr,
        place: &Place,
        out: &mut Block,
    ) -> Checked<(Block, Block)> {
        check_clauses(decreases)?;
        let visible = self.names.clone();
        let worth = self.worth(decreases, visible)?;
        if let Some(Ending::Method(caller)) = self.ending
            && promises(&caller.decreases)
        {
            let own = self.own_names(&caller.params);
            let before = self.at_the_start(&caller.decreases, own, None)?;
            let ends = worth.ends.clone().unwrap_or_else(|| Expr::bool(false, place));
            let condition = implied(required(&before), implied(Some(again.clone()), ends, place), place);
            out.push(Stmt::new(StmtKind::Assert(Assertion::pure(condition), Some(ENDLESS)), place));
        }
        let (mut first, mut last) = (Block::new(), Block::new());
        let Some((parts, condition)) = worth.tuple else { return Ok((first, last)) };
        let place = decreases.first().map_or(place, |measure| &measure.place);
        let mut remember = |scope: &mut Self, value: &Expr| {
            let local = Local { name: String::new(), ty: value.ty.clone(), place: place.clone() };
            let local = scope.locals.push(local);
            first.push(Stmt::new(StmtKind::Assign { local, value: value.clone() }, place));
            Expr::local(local, &scope.locals, place)
        };
        let before: Vec<Expr> = parts.iter().map(|part| remember(self, part)).collect();
        let held = condition.as_ref().map(|condition| remember(self, condition));
        let smaller = self.smaller(&parts, &before, place);
        // Only if there is a next round must the measure be smaller, and say anything at all.
        let mut owe = |fact: Expr, what: &'static str| {
            let fact = implied(held.clone(), implied(Some(again.clone()), fact, place), place);
            last.push(Stmt::new(StmtKind::Assert(Assertion::pure(fact), Some(what)), place));
        };
        if let Some(condition) = condition {
            owe(condition, OUTSIDE_MEASURE);
        }
        owe(smaller, NOT_SMALLER);
        Ok((first, last))
    }

    /// The measure as it was when the member began.
    fn at_the_start(
        &mut self,
        measures: &[Measure],
        names: Vec<(String, LocalId)>,
        label: Option<LabelId>,
    ) -> Checked<Worth> {
        let old = |expr: Expr| {
            let (ty, place) = (expr.ty.clone(), expr.place.clone());
            Expr::new(ExprKind::Old(label, Box::new(expr)), ty, &place)
        };
        let Worth { tuple, ends } = self.worth(measures, names)?;
        let tuple =
            tuple.map(|(parts, condition)| (parts.into_iter().map(old).collect(), condition.map(old)));
        Ok(Worth { tuple, ends: ends.map(old) })
    }

    fn own_names(&self, params: &[Variable]) -> Vec<(String, LocalId)> {
        // Parameters are the first locals of every member.
        params
            .iter()
            .enumerate()
            .map(|(index, param)| (param.name.text.clone(), LocalId(index as u32)))
            .collect()
    }

    fn given_names(&mut self, params: &[Variable], arguments: &[Expr]) -> Vec<(String, LocalId)> {
        let mut out = Vec::new();
        for (param, argument) in params.iter().zip(arguments) {
            let local = Local { name: String::new(), ty: argument.ty.clone(), place: argument.place.clone() };
            out.push((param.name.text.clone(), self.locals.push(local)));
        }
        out
    }

    /// Measures in a scope of these names.
    fn worth(&mut self, measures: &[Measure], names: Vec<(String, LocalId)>) -> Checked<Worth> {
        let outside = (std::mem::replace(&mut self.names, names), self.ending.take());
        let worth = self.worth_here(measures);
        (self.names, self.ending) = outside;
        worth
    }

    fn worth_here(&mut self, measures: &[Measure]) -> Checked<Worth> {
        let mut worth = Worth { tuple: None, ends: None };
        for measure in measures {
            let place = &measure.place;
            let condition = match &measure.condition {
                Some(condition) => Some(self.check(condition, &Type::Bool)?),
                None => None,
            };
            let here = condition.clone().unwrap_or_else(|| Expr::bool(true, place));
            let ends = match worth.ends.take() {
                Some(other) => Expr::binary(BinaryOp::Or, other, here, place),
                None => here,
            };
            match &measure.kind {
                MeasureKind::Star => continue,
                MeasureKind::Wildcard => {}
                MeasureKind::Tuple(parts) => {
                    let parts = parts.iter().map(|part| self.part(part)).collect::<Checked<Vec<_>>>()?;
                    worth.tuple = Some((parts, condition));
                }
            }
            worth.ends = Some(ends);
        }
        Ok(worth)
    }

    fn part(&mut self, part: &Exp) -> Checked<Expr> {
        if !self.is_impure(part) {
            return self.infer(part);
        }
        let resource = match &part.kind {
            ExpKind::Acc(resource, _) => self.resource(resource)?,
            _ => self.resource(part)?,
        };
        match (resource, self.cx.globals.domains.get("PredicateInstance")) {
            (resource @ Resource::Predicate { .. }, Some(&domain)) => {
                let ty = Type::Domain(domain, Vec::new());
                Ok(Expr::new(ExprKind::Instance(Box::new(resource)), ty, &part.place))
            }
            _ => Err(super::not_supported("this as a measure", &part.place)),
        }
    }

    fn obligations(
        &mut self,
        before: Worth,
        after: Worth,
        recursive: bool,
        place: &Place,
    ) -> Vec<(Expr, &'static str)> {
        let required = required(&before);
        match (after.tuple, &before.tuple) {
            (Some((parts, condition)), Some((own, _))) if recursive => {
                let smaller = self.smaller(&parts, own, place);
                let mut out = Vec::new();
                if let Some(condition) = condition {
                    out.push((implied(required.clone(), condition, place), OUTSIDE_MEASURE));
                }
                out.push((implied(required, smaller, place), NOT_SMALLER));
                out
            }
            _ => {
                let ends = after.ends.unwrap_or_else(|| Expr::bool(false, place));
                vec![(implied(required, ends, place), ENDLESS)]
            }
        }
    }

    /// Whether a tuple is smaller than another: in the first part in which they differ.
    fn smaller(&mut self, new: &[Expr], old: &[Expr], place: &Place) -> Expr {
        let mut pairs = Vec::new();
        for (new, old) in new.iter().zip(old) {
            if self.infer.known(&new.ty) != self.infer.known(&old.ty) {
                break;
            }
            pairs.push((new, old));
        }
        let mut out = Expr::bool(false, place);
        for (new, old) in pairs.into_iter().rev() {
            let Some(less) = self.ordered(new, old, place) else { return Expr::bool(false, place) };
            let same = Expr::binary(BinaryOp::Eq, new.clone(), old.clone(), place);
            let rest = Expr::binary(BinaryOp::And, same, out, place);
            out = Expr::binary(BinaryOp::Or, less, rest, place);
        }
        out
    }

    /// `decreasing(new, old) && bounded(old)`, if the program has these.
    fn ordered(&mut self, new: &Expr, old: &Expr, place: &Place) -> Option<Expr> {
        let functions = &self.cx.globals.domain_functions;
        let (&decreasing, &bounded) = (functions.get("decreasing")?, functions.get("bounded")?);
        let declared = &self.cx.signatures.domain_functions;
        if declared[decreasing].params.len() != 2 || declared[bounded].params.len() != 1 {
            return None;
        }
        let apply = |function, arguments: Vec<Expr>| {
            let kind = ExprKind::DomainApply { function, type_arguments: vec![old.ty.clone()], arguments };
            Expr::new(kind, Type::Bool, place)
        };
        let less = apply(decreasing, vec![new.clone(), old.clone()]);
        Some(Expr::binary(BinaryOp::And, less, apply(bounded, vec![old.clone()]), place))
    }
}

/// Where the member must end: nothing for everywhere.
fn required(worth: &Worth) -> Option<Expr> {
    worth.tuple.as_ref().and_then(|(_, condition)| condition.clone())
}

fn implied(premise: Option<Expr>, conclusion: Expr, place: &Place) -> Expr {
    match premise {
        Some(premise) => {
            let not = Expr::unary(UnaryOp::Not, premise, place);
            Expr::binary(BinaryOp::Or, not, conclusion, place)
        }
        None => conclusion,
    }
}

/// An expression that speaks of a call's arguments by names of its own.
fn with_arguments(body: Expr, names: Vec<(String, LocalId)>, arguments: Vec<Expr>) -> Expr {
    names.into_iter().zip(arguments).rev().fold(body, |body, ((_, local), value)| {
        let (ty, place) = (body.ty.clone(), body.place.clone());
        Expr::new(ExprKind::Let { local, value: Box::new(value), body: Box::new(body) }, ty, &place)
    })
}
