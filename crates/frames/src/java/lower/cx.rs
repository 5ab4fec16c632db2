//! What is known while one member is lowered: names in scope, locals and labels made so far, the block being filled.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Diagnostic, IdVec, Place, Source};

use super::{Broken, Builder};
use crate::core::{self, Expr, ExprKind, LabelId, LocalId, Stmt, StmtKind};
use crate::java::ast::{self, Span};
use crate::java::table::{ClassId, FieldId, MethodId, PredicateId};
use crate::java::types::Type;
use crate::java::{Result, error};

/// A core expression with its Java type.
#[derive(Clone, Debug)]
pub struct Typed {
    pub expr: Expr,
    pub ty: Type,
}

/// Who is speaking, which decides what may be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Java code: machine arithmetic, no ghost state.
    Code,
    /// Contracts and ghost code: unbounded arithmetic, everything visible.
    Contract,
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub local: LocalId,
    pub ty: Type,
    pub is_ghost: bool,
    /// The parameter this is the changeable copy of: what `old` means by the name.
    pub original: Option<LocalId>,
}

/// Where translation is in a member.
pub struct Cx<'b, 'a> {
    pub build: &'b mut Builder<'a>,
    /// Where names are looked up; none in the paper's main routine.
    pub class: Option<ClassId>,
    pub source: &'a Arc<Source>,
    pub mode: Mode,
    pub locals: core::Locals,
    pub labels: IdVec<LabelId, core::Label>,
    pub scope: Vec<Var>,
    /// Locals declared `final` with a value, which may be constants of the language.
    pub constants: BTreeSet<LocalId>,
    pub this: Option<LocalId>,
    /// What `result` means, where it means something.
    pub result: Option<(LocalId, Type)>,
    pub in_old: bool,
    /// The state `old` means, when it is not the pre-state of the member.
    pub old_label: Option<LabelId>,
    pub block: Vec<Stmt>,
    pub flow: super::flow::Flow,
    /// The method being lowered.
    pub method: Option<MethodId>,
    /// Values of the method's termination measure on entry.
    pub measure: Vec<LocalId>,
    /// Final fields of the object under construction that are not set yet, those of its possible subclasses included.
    /// While there are some, nobody else sees the object: a final field is a constant only once it is set.
    pub finals: BTreeSet<FieldId>,
    /// How many branches and loops enclose the block being filled.
    pub nesting: usize,
    pub depth: usize,
}

/// Deeper trees are refused instead of exhausting the stack.
const MAX_DEPTH: usize = 400;

impl<'b, 'a> Cx<'b, 'a> {
    /// At the beginning of a member.
    pub fn new(build: &'b mut Builder<'a>, class: Option<ClassId>, source: &'a Arc<Source>) -> Self {
        Self {
            build,
            class,
            source,
            mode: Mode::Contract,
            locals: IdVec::new(),
            labels: IdVec::new(),
            scope: Vec::new(),
            constants: BTreeSet::new(),
            this: None,
            result: None,
            in_old: false,
            old_label: None,
            block: Vec::new(),
            flow: super::flow::Flow::default(),
            method: None,
            measure: Vec::new(),
            finals: BTreeSet::new(),
            nesting: 0,
            depth: 0,
        }
    }

    /// The place of a part of the source.
    pub fn place(&self, span: Span) -> Place {
        self.source.place(span.start, span.end)
    }

    /// An error at a part of the source.
    pub fn error(&self, span: Span, code: &'static str, message: impl Into<String>) -> Box<Diagnostic> {
        error(self.source, span, code, message)
    }

    /// Runs `work` one level deeper in the tree.
    pub fn deeper<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth > MAX_DEPTH {
            return Err(self.error(span, "expression-too-deep", "this is nested too deeply"));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// The type that is written.
    pub fn resolve(&self, ty: &ast::TypeRef) -> Result<Type> {
        self.build.table.resolve_type(self.class, self.source, ty)
    }

    /// The type that is written, whatever its arguments.
    pub fn resolve_erased(&self, ty: &ast::TypeRef) -> Result<Type> {
        self.build.table.resolve_erased(self.class, self.source, ty)
    }

    /// A new local.
    pub fn local(&mut self, name: &str, ty: &Type, place: &Place) -> LocalId {
        self.locals.push(core::Local { name: name.to_string(), ty: ty.core(), place: place.clone() })
    }

    /// A local the programmer did not write.
    pub fn temporary(&mut self, ty: &Type, place: &Place) -> LocalId {
        self.local("", ty, place)
    }

    /// A new local with a name in scope.
    pub fn declare(&mut self, name: &ast::Name, ty: Type, is_ghost: bool) -> LocalId {
        let place = self.place(name.span);
        let local = self.local(&name.text, &ty, &place);
        self.scope.push(Var { name: name.text.clone(), local, ty, is_ghost, original: None });
        local
    }

    /// The variable of a name.
    pub fn lookup(&self, name: &str) -> Option<&Var> {
        self.scope.iter().rev().find(|var| var.name == name)
    }

    /// The value of a local.
    pub fn read(&self, local: LocalId, ty: &Type, place: &Place) -> Typed {
        Typed { expr: Expr::local(local, &self.locals, place), ty: ty.clone() }
    }

    /// `this` as a value anybody may keep, which an object still under construction is not.
    pub fn this(&self, span: Span) -> Result<Typed> {
        let this = self.this_as_owner(span)?;
        self.check_escape(std::slice::from_ref(&this.expr), span)?;
        Ok(this)
    }

    /// `this` where one of its members is named.
    pub fn this_as_owner(&self, span: Span) -> Result<Typed> {
        let Some(this) = self.this else {
            return Err(self.error(span, "no-this", "there is no `this` here"));
        };
        let class = self.class.expect("`this` belongs to a class");
        let decl = self.build.table.classes[class].decl;
        let arguments =
            decl.type_parameters.iter().map(|name| Type::Class(name.text.clone(), Vec::new())).collect();
        Ok(self.read(this, &Type::Class(decl.name.text.clone(), arguments), &self.place(span)))
    }

    /// Appends a statement.
    pub fn emit(&mut self, kind: StmtKind, place: &Place) {
        self.block.push(Stmt::new(kind, place));
    }

    /// Appends an assignment.
    pub fn assign(&mut self, local: LocalId, value: Expr, place: &Place) {
        self.emit(StmtKind::Assign { local, value }, place);
    }

    /// An obligation that is not the user's own assertion.
    pub fn oblige(&mut self, condition: Expr, reason: &'static str) {
        let place = condition.place.clone();
        self.emit(StmtKind::Assert(core::Assertion::pure(condition), Some(reason)), &place);
    }

    /// Appends an assumption.
    pub fn assume(&mut self, condition: Expr) {
        let place = condition.place.clone();
        self.emit(StmtKind::Assume(core::Assertion::pure(condition)), &place);
    }

    /// The statements `work` emits, on their own.
    pub fn collect<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<(core::Block, T)> {
        let outer = std::mem::take(&mut self.block);
        self.nesting += 1;
        let result = work(self);
        self.nesting -= 1;
        let inner = std::mem::replace(&mut self.block, outer);
        Ok((inner, result?))
    }

    /// Runs `work` and forgets the names it declared.
    pub fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let depth = self.scope.len();
        let result = work(self);
        self.scope.truncate(depth);
        result
    }

    /// Translates in another mode.
    pub fn in_mode<T>(&mut self, mode: Mode, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = std::mem::replace(&mut self.mode, mode);
        let result = work(self);
        self.mode = outer;
        result
    }

    /// The value kept in a new local, so that later effects do not change it.
    pub fn spill(&mut self, value: Typed) -> Typed {
        if matches!(value.expr.kind, ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Null) {
            return value;
        }
        let place = value.expr.place.clone();
        let local = self.temporary(&value.ty, &place);
        self.assign(local, value.expr, &place);
        self.read(local, &value.ty, &place)
    }

    /// A new label.
    pub fn label(&mut self, name: &str, place: &Place) -> LabelId {
        self.labels.push(core::Label { name: name.to_string(), place: place.clone() })
    }

    /// Nothing may rely on a member whose contract has a problem.
    pub fn rely_on_method(&self, method: MethodId, span: Span) -> Result<()> {
        let contract = self.build.table.methods[method].contract;
        if self.method != Some(method) && self.build.broken.contains(&Broken::Method(contract)) {
            let name = &self.build.table.methods[method].name;
            return Err(self.error(
                span,
                "unusable-contract",
                format!("the contract of `{name}` has a problem"),
            ));
        }
        Ok(())
    }

    /// Refuses a predicate whose definition has a problem.
    pub fn rely_on_predicate(&self, predicate: PredicateId, span: Span) -> Result<()> {
        let root = self.build.table.predicates[predicate].root;
        if self.build.broken.contains(&Broken::Predicate(root)) {
            let name = &self.build.table.predicates[predicate].decl.name.text;
            return Err(self.error(
                span,
                "unusable-contract",
                format!("the definition of `{name}` has a problem"),
            ));
        }
        Ok(())
    }
}
