//! Domains: uninterpreted sorts and functions, axioms for each instance of a domain the program mentions.

use rustc_hash::FxHashSet;
use term::{Function, Sort, Term};

use super::state::{Owner, Path, State, Store};
use super::{Engine, Outcome};
use crate::core::visit::statements;
use crate::core::{DomainFunctionId, DomainId, Expr, ExprKind, Locals, Program, Type};

/// Axioms of the instances of domains.
#[derive(Default)]
pub(super) struct Domains {
    pub(super) axioms: Vec<Term>,
}

/// How deep type arguments may nest in instances made by axioms themselves.
const MAX_NESTING: usize = 3;

impl Engine<'_> {
    /// The sort of a type, with the type arguments at hand filled in.
    pub(super) fn sort(&self, ty: &Type) -> Sort {
        self.words.sort(&ty.instantiate(&self.type_arguments), self.program)
    }

    pub(super) fn apply_domain_function(
        &self,
        function: DomainFunctionId,
        type_arguments: &[Type],
        arguments: &[Term],
    ) -> Term {
        self.terms.apply(self.domain_function(function, type_arguments), arguments)
    }

    fn domain_function(&self, function: DomainFunctionId, type_arguments: &[Type]) -> Function {
        let declared = &self.program.domain_functions[function];
        let type_arguments: Vec<Type> =
            type_arguments.iter().map(|ty| ty.instantiate(&self.type_arguments)).collect();
        let sort = |ty: &Type| self.words.sort(&ty.instantiate(&type_arguments), self.program);
        let params: Vec<Sort> = declared.params.iter().map(sort).collect();
        let instance = Type::Domain(declared.domain, type_arguments.clone());
        let name = format!("{}::{}", instance.show(self.program), declared.name);
        self.terms.function(&name, &params, sort(&declared.result))
    }

    /// Evaluates the axioms of every instance the program mentions.
    pub(super) fn assume_domains(&mut self) -> Outcome<()> {
        let mut axioms = Vec::new();
        for (domain, arguments) in instances(self.program) {
            self.type_arguments = arguments;
            for (index, axiom) in self.program.domains[domain].axioms.iter().enumerate() {
                let mut state = State::new(Store::new(Owner::Axiom(domain, index)), Path::default());
                let fact = self.eval(&mut state, &axiom.body)?;
                axioms.extend(state.path.facts());
                axioms.push(fact);
            }
            axioms.extend(self.unique_constants(domain));
        }
        self.type_arguments = Vec::new();
        self.domains.axioms = axioms;
        Ok(())
    }

    /// Unique functions of one domain instance are different constants.
    fn unique_constants(&self, domain: DomainId) -> Vec<Term> {
        let count = self.program.domains[domain].params.len() as u32;
        let own: Vec<Type> = (0..count).map(Type::Param).collect();
        let unique = self.program.domain_functions.iter_enumerated();
        let constants: Vec<Term> = unique
            .filter(|(_, function)| function.domain == domain && function.unique)
            .map(|(id, _)| self.apply_domain_function(id, &own, &[]))
            .collect();
        let mut out = Vec::new();
        for (index, &one) in constants.iter().enumerate() {
            for &other in &constants[index + 1..] {
                if self.terms.sort(one) == self.terms.sort(other) {
                    out.push(self.terms.ne(one, other));
                }
            }
        }
        out
    }
}

/// All instances of domains the program mentions, closed under the instances' own mentions.
fn instances(program: &Program) -> Vec<(DomainId, Vec<Type>)> {
    let mut found = Found { known: FxHashSet::default(), queue: Vec::new() };
    for (domain, declared) in program.domains.iter_enumerated() {
        if declared.params.is_empty() {
            found.add(&Type::Domain(domain, Vec::new()));
        }
    }
    program.fields.iter().for_each(|field| found.add(&field.ty));
    for predicate in program.predicates.iter() {
        found.locals(&predicate.locals);
        predicate.parts().for_each(|body| body.for_each(&mut |expr| found.expr(program, expr, &[])));
    }
    for function in program.functions.iter() {
        found.locals(&function.locals);
        let clauses = function.requires.iter().chain(&function.ensures);
        clauses.for_each(|clause| clause.for_each(&mut |expr| found.expr(program, expr, &[])));
        function.body.iter().for_each(|body| body.for_each(&mut |expr| found.expr(program, expr, &[])));
    }
    for method in program.methods.iter() {
        found.locals(&method.locals);
        let clauses = method.requires.iter().chain(&method.ensures);
        clauses.for_each(|clause| clause.for_each(&mut |expr| found.expr(program, expr, &[])));
        let mut all = Vec::new();
        method.body.iter().for_each(|body| statements(body, &mut |statement| all.push(statement)));
        for statement in all {
            let mut exprs = Vec::new();
            let mut assertions = Vec::new();
            let mut resources = Vec::new();
            statement.for_each_part(
                &mut |assertion| assertions.push(assertion),
                &mut |expr| exprs.push(expr),
                &mut |resource| resources.push(resource),
            );
            assertions.into_iter().for_each(|part| part.for_each(&mut |expr| found.expr(program, expr, &[])));
            exprs.into_iter().for_each(|part| part.for_each(&mut |expr| found.expr(program, expr, &[])));
            resources.into_iter().for_each(|part| part.for_each(&mut |expr| found.expr(program, expr, &[])));
        }
    }
    found.close(program)
}

struct Found {
    known: FxHashSet<(DomainId, Vec<Type>)>,
    queue: Vec<(DomainId, Vec<Type>)>,
}

impl Found {
    fn add(&mut self, ty: &Type) {
        match ty {
            Type::Domain(domain, arguments) => {
                arguments.iter().for_each(|argument| self.add(argument));
                if nesting(ty) <= MAX_NESTING && !mentions_params(ty) {
                    let instance = (*domain, arguments.clone());
                    if self.known.insert(instance.clone()) {
                        self.queue.push(instance);
                    }
                }
            }
            Type::Seq(element) | Type::Set(element) | Type::Multiset(element) => self.add(element),
            Type::Map(key, value) => {
                self.add(key);
                self.add(value);
            }
            Type::Int | Type::Bool | Type::Perm | Type::Ref | Type::Param(_) => {}
        }
    }

    fn locals(&mut self, locals: &Locals) {
        locals.iter().for_each(|local| self.add(&local.ty));
    }

    /// Types an expression mentions itself, its children left out.
    fn expr(&mut self, program: &Program, expr: &Expr, arguments: &[Type]) {
        self.add(&expr.ty.instantiate(arguments));
        if let Some(ty) = owner_of(program, expr) {
            // A call of a domain's function mentions that domain, even if no type shows it.
            self.add(&ty.instantiate(arguments));
        }
    }

    fn close(mut self, program: &Program) -> Vec<(DomainId, Vec<Type>)> {
        let mut next = 0;
        while let Some((domain, arguments)) = self.queue.get(next).cloned() {
            next += 1;
            for function in program.domain_functions.iter().filter(|function| function.domain == domain) {
                let types = function.params.iter().chain([&function.result]);
                types.for_each(|ty| self.add(&ty.instantiate(&arguments)));
            }
            self.instances_by_mention(program, domain, &arguments);
            for axiom in &program.domains[domain].axioms {
                axiom.locals.iter().for_each(|local| self.add(&local.ty.instantiate(&arguments)));
                axiom.body.for_each(&mut |expr| self.expr(program, expr, &arguments));
            }
        }
        self.queue
    }
}

impl Found {
    /// Axioms of other domains that mention this one are about this instance too.
    fn instances_by_mention(&mut self, program: &Program, domain: DomainId, arguments: &[Type]) {
        for (owner, declared) in program.domains.iter_enumerated() {
            let mut mentioned = Vec::new();
            for axiom in &declared.axioms {
                mentioned.extend(axiom.locals.iter().map(|local| local.ty.clone()));
                axiom.body.for_each(&mut |expr| {
                    mentioned.push(expr.ty.clone());
                    mentioned.extend(owner_of(program, expr));
                });
            }
            for ty in mentioned {
                let Type::Domain(other, pattern) = &ty else { continue };
                let mut binding = vec![None; declared.params.len()];
                let fits = *other == domain
                    && pattern.iter().zip(arguments).all(|(pattern, ty)| bind(pattern, ty, &mut binding));
                if let (true, Some(types)) = (fits, binding.into_iter().collect::<Option<Vec<_>>>()) {
                    self.add(&Type::Domain(owner, types));
                }
            }
        }
    }
}

/// The domain instance whose function an expression applies.
fn owner_of(program: &Program, expr: &Expr) -> Option<Type> {
    match &expr.kind {
        ExprKind::DomainApply { function, type_arguments, .. } => {
            Some(Type::Domain(program.domain_functions[*function].domain, type_arguments.clone()))
        }
        _ => None,
    }
}

/// Finds type arguments that make `pattern` equal to `ty`.
fn bind(pattern: &Type, ty: &Type, binding: &mut [Option<Type>]) -> bool {
    match (pattern, ty) {
        (Type::Param(index), _) => match &mut binding[*index as usize] {
            Some(known) => known == ty,
            unknown => {
                *unknown = Some(ty.clone());
                true
            }
        },
        (Type::Domain(one, parts), Type::Domain(other, types)) => {
            one == other && parts.iter().zip(types).all(|(part, ty)| bind(part, ty, binding))
        }
        (Type::Seq(part), Type::Seq(ty))
        | (Type::Set(part), Type::Set(ty))
        | (Type::Multiset(part), Type::Multiset(ty)) => bind(part, ty, binding),
        (Type::Map(key, value), Type::Map(key2, value2)) => {
            bind(key, key2, binding) && bind(value, value2, binding)
        }
        _ => pattern == ty,
    }
}

fn nesting(ty: &Type) -> usize {
    match ty {
        Type::Domain(_, arguments) => 1 + arguments.iter().map(nesting).max().unwrap_or(0),
        Type::Seq(element) | Type::Set(element) | Type::Multiset(element) => 1 + nesting(element),
        Type::Map(key, value) => 1 + nesting(key).max(nesting(value)),
        Type::Int | Type::Bool | Type::Perm | Type::Ref | Type::Param(_) => 0,
    }
}

fn mentions_params(ty: &Type) -> bool {
    match ty {
        Type::Param(_) => true,
        Type::Domain(_, arguments) => arguments.iter().any(mentions_params),
        Type::Seq(element) | Type::Set(element) | Type::Multiset(element) => mentions_params(element),
        Type::Map(key, value) => mentions_params(key) || mentions_params(value),
        Type::Int | Type::Bool | Type::Perm | Type::Ref => false,
    }
}
