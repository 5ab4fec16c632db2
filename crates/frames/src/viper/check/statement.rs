//! Statements: declarations become locals of the method, jumps refer to labels anywhere in it.

use base::{Diagnostic, Place};

use super::{Checked, Scope, not_supported, unknown};
use crate::core::{
    Block, Expr, ExprKind, Label, LabelId, Local, LocalId, MethodId, NewFields, Stmt, StmtKind, Type,
};
use crate::viper::syntax::{Exp, ExpKind, Name, Statement, StatementKind, Value, Variable};

impl Scope<'_> {
    pub(super) fn declare_labels(&mut self, statements: &[Statement]) -> Checked<()> {
        for statement in statements {
            match &statement.kind {
                StatementKind::Label(name, _) => {
                    if name.text == "lhs" {
                        let message = "`lhs` is the name of a state inside magic wands";
                        return Err(Diagnostic::error("reserved-name", message).at(name.place.clone()));
                    }
                    self.refuse_known(name)?;
                    let label = Label { name: name.text.clone(), place: name.place.clone() };
                    let id = self.labels.push(label);
                    super::unique(self.label_names.insert(name.text.clone(), id), name)?;
                }
                StatementKind::If { then, otherwise, .. } => {
                    self.declare_labels(then)?;
                    self.declare_labels(otherwise)?;
                }
                StatementKind::While { body, .. }
                | StatementKind::Block(body)
                | StatementKind::Package(_, body) => self.declare_labels(body)?,
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn label(&self, name: &Name) -> Checked<LabelId> {
        if name.text == "lhs" {
            if self.in_wand_rhs > 0 || self.in_script > 0 {
                return Ok(LabelId::LHS);
            }
            let message =
                "`old[lhs]` may stand only on the right of a magic wand or in the script that makes one";
            return Err(Diagnostic::error("misplaced-old", message).at(name.place.clone()));
        }
        self.label_names.get(&name.text).copied().ok_or_else(|| {
            let message = format!("no label is named `{}`", name.text);
            Diagnostic::error("unknown-label", message).at(name.place.clone())
        })
    }

    pub(super) fn block(&mut self, statements: &[Statement]) -> Checked<Block> {
        let visible = self.names.len();
        self.inner.push(Vec::new());
        let mut out = Block::new();
        for statement in statements {
            let names = self.names.len();
            let checked = self.statement(statement, &mut out);
            if checked.is_err()
                && !matches!(statement.kind, StatementKind::Declare(_) | StatementKind::Assign { .. })
            {
                self.names.truncate(names);
            }
            self.cx.keep(checked);
        }
        let ended = self.inner.pop().unwrap_or_default();
        self.unbind(self.names.len() - visible);
        self.note_ended(ended);
        Ok(out)
    }

    fn statement(&mut self, statement: &Statement, out: &mut Block) -> Checked<()> {
        let place = &statement.place;
        let kind = match &statement.kind {
            StatementKind::Declare(variables) => {
                for local in self.declare(variables)? {
                    out.push(Stmt::new(StmtKind::Havoc(local), place));
                }
                return Ok(());
            }
            StatementKind::Assign { declare, targets, value } => {
                self.declare(declare)?;
                return self.assign(targets, value, place, out);
            }
            StatementKind::Call(call) => self.method_call(&[], call, place, out)?,
            StatementKind::Fold(access) => {
                let (resource, permission) = self.predicate_access(access)?;
                StmtKind::Fold { resource, permission }
            }
            StatementKind::Unfold(access) => {
                let (resource, permission) = self.predicate_access(access)?;
                StmtKind::Unfold { resource, permission }
            }
            StatementKind::Inhale(assertion) => StmtKind::Inhale(self.contract_part(assertion)?),
            StatementKind::Exhale(assertion) => StmtKind::Exhale(self.contract_part(assertion)?),
            StatementKind::Assert(assertion) => StmtKind::Assert(self.contract_part(assertion)?, None),
            StatementKind::Assume(assertion) => match self.contract_part(assertion)? {
                // It is about what is held, and `[A, B]` about what is given or taken.
                two if two.has_two_meanings() => StmtKind::Unsupported("`assume` of `[A, B]`"),
                one => StmtKind::Assume(one),
            },
            StatementKind::Refute(assertion) => StmtKind::Refute(self.contract_part(assertion)?),
            StatementKind::If { condition, then, otherwise } => StmtKind::If {
                condition: self.check(condition, &Type::Bool)?,
                then: self.block(then)?,
                otherwise: self.block(otherwise)?,
            },
            StatementKind::While { condition, invariants, decreases, body } => {
                let condition = self.check(condition, &Type::Bool)?;
                let invariants = self.contracts(invariants)?;
                let (mut inside, last) = self.loop_ends(decreases, &condition, place, out)?;
                inside.extend(self.block(body)?);
                inside.extend(last);
                StmtKind::While { condition, invariants, body: inside }
            }
            StatementKind::Label(name, invariants) => {
                StmtKind::Label(self.label(name)?, self.contracts(invariants)?)
            }
            StatementKind::Goto(name) => StmtKind::Goto(self.label(name)?),
            StatementKind::Block(statements) => {
                out.extend(self.block(statements)?);
                return Ok(());
            }
            StatementKind::Define(found) => {
                let message = "a macro may not stand here";
                return Err(Diagnostic::error("misplaced-macro", message).at(found.name.place.clone()));
            }
            StatementKind::Package(wand, script) => {
                let wand = self.wand_resource(wand)?;
                self.in_script += 1;
                let script = self.block(script);
                self.in_script -= 1;
                StmtKind::Package { wand, script: script? }
            }
            StatementKind::Apply(wand) => StmtKind::Apply(self.wand_resource(wand)?),
            StatementKind::QuasiHavoc { bound, condition, resource } => {
                self.quasi_havoc(bound, condition.as_ref(), resource, place)?
            }
            StatementKind::Unsupported(what) => StmtKind::Unsupported(what),
        };
        out.push(Stmt::new(kind, place));
        Ok(())
    }

    fn quasi_havoc(
        &mut self,
        bound: &[Variable],
        condition: Option<&Exp>,
        resource: &Exp,
        place: &Place,
    ) -> Checked<StmtKind> {
        let ids = self.bind_all(bound)?;
        let condition = match condition {
            Some(condition) => self.check(condition, &Type::Bool)?,
            None => Expr::bool(true, place),
        };
        let resource = match &resource.kind {
            ExpKind::Acc(..) => {
                let message = "expected a field access, a predicate instance or a magic wand";
                return Err(Diagnostic::error("not-a-resource", message).at(resource.place.clone()));
            }
            _ => self.resource(resource)?,
        };
        self.unbind(ids.len());
        Ok(StmtKind::QuasiHavoc { bound: ids, condition, resource })
    }

    fn declare(&mut self, variables: &[Variable]) -> Checked<Vec<LocalId>> {
        variables
            .iter()
            .map(|variable| {
                let name = &variable.name;
                if self.inner.last().is_some_and(|inner| inner.contains(&name.text)) {
                    return Err(super::duplicate(name));
                }
                let ty = self.resolve(&variable.ty).inspect_err(|_| {
                    self.broken.insert(name.text.clone());
                });
                self.bind(name, ty?)
            })
            .collect()
    }

    fn assign(&mut self, targets: &[Exp], value: &Value, place: &Place, out: &mut Block) -> Checked<()> {
        let kind = match value {
            Value::Exp(exp) if self.is_method_call(exp) => self.method_call(targets, exp, place, out)?,
            Value::Exp(exp) => match targets {
                [target] => self.assign_value(target, exp)?,
                _ => return Err(not_supported("an assignment to several targets", place)),
            },
            Value::New(fields) => {
                let fields = self.new_fields(fields.as_deref())?;
                match targets {
                    [target] => return self.assign_new(target, fields, place, out),
                    _ => return Err(not_supported("`new` for several targets", place)),
                }
            }
        };
        out.push(Stmt::new(kind, place));
        Ok(())
    }

    fn assign_value(&mut self, target: &Exp, value: &Exp) -> Checked<StmtKind> {
        match self.infer(target)? {
            Expr { kind: ExprKind::Local(local), ty, .. } => {
                Ok(StmtKind::Assign { local, value: self.check(value, &ty)? })
            }
            Expr { kind: ExprKind::Field(receiver, field), ty, .. } => {
                Ok(StmtKind::WriteField { receiver: *receiver, field, value: self.check(value, &ty)? })
            }
            other => Err(not_assignable(&other.place)),
        }
    }

    fn new_fields(&self, fields: Option<&[Name]>) -> Checked<NewFields> {
        let Some(names) = fields else { return Ok(NewFields::All) };
        let find = |name: &Name| {
            self.cx.globals.fields.get(&name.text).copied().ok_or_else(|| unknown("field", name))
        };
        Ok(NewFields::Some(names.iter().map(find).collect::<Checked<_>>()?))
    }

    fn assign_new(&mut self, target: &Exp, fields: NewFields, place: &Place, out: &mut Block) -> Checked<()> {
        match self.infer(target)? {
            Expr { kind: ExprKind::Local(local), ty: Type::Ref, .. } => {
                out.push(Stmt::new(StmtKind::New { local, fields }, place));
            }
            Expr { kind: ExprKind::Field(receiver, field), .. } => {
                let object = Local { name: "new".to_owned(), ty: Type::Ref, place: place.clone() };
                let local = self.locals.push(object);
                out.push(Stmt::new(StmtKind::New { local, fields }, place));
                let value = Expr::local(local, &self.locals, place);
                out.push(Stmt::new(StmtKind::WriteField { receiver: *receiver, field, value }, place));
            }
            other => return Err(not_assignable(&other.place)),
        }
        Ok(())
    }

    fn is_method_call(&self, exp: &Exp) -> bool {
        matches!(&exp.kind, ExpKind::Call { name, .. } if self.cx.globals.methods.contains_key(&name.text))
    }

    fn method_call(
        &mut self,
        targets: &[Exp],
        call: &Exp,
        place: &Place,
        out: &mut Block,
    ) -> Checked<StmtKind> {
        let ExpKind::Call { name, arguments, .. } = &call.kind else {
            return Err(Diagnostic::error("syntax-error", "expected a call").at(call.place.clone()));
        };
        let Some(&method) = self.cx.globals.methods.get(&name.text) else {
            return Err(unknown("method", name));
        };
        let (params, returns) = self.method_types(method);
        let arguments = self.arguments(name, arguments, &params)?;
        if targets.len() != returns.len() {
            let message = format!("`{}` has {} results, not {}", name.text, returns.len(), targets.len());
            return Err(Diagnostic::error("wrong-results", message).at(place.clone()));
        }
        let mut locals = Vec::new();
        for (target, ty) in targets.iter().zip(&returns) {
            let lowered = self.infer(target)?;
            match self.coerce(lowered, ty)? {
                Expr { kind: ExprKind::Local(local), .. } => locals.push(local),
                other => return Err(not_supported("a call's result in a field", &other.place)),
            }
        }
        self.before_call(name, &arguments, place, out)?;
        Ok(StmtKind::Call { targets: locals, method, arguments })
    }

    fn method_types(&self, method: MethodId) -> (Vec<Type>, Vec<Type>) {
        let signature = &self.cx.signatures.methods[method];
        let types = |ids: &[LocalId]| ids.iter().map(|&id| signature.locals[id].ty.clone()).collect();
        (types(&signature.params), types(&signature.returns))
    }
}

fn not_assignable(place: &Place) -> Diagnostic {
    Diagnostic::error("not-assignable", "only variables and fields can be assigned").at(place.clone())
}
