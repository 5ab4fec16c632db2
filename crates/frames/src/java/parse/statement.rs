//! Java's statements out of tree-sitter's tree, with ghost statements and loop clauses from the comments between.

use std::ops::Range;

use tree_sitter::Node;

use super::class::{Reader, children, parts, span};
use crate::java::Result;
use crate::java::ast::{Block, Catch, Expr, ExprKind, LoopSpec, Span, Stmt, StmtKind, SwitchGroup};

impl Reader<'_> {
    /// The statements of a `{…}`, ghost statements in their places.
    pub fn block(&mut self, node: Node) -> Result<Block> {
        self.statements(parts(node).collect(), node.start_byte()..node.end_byte(), None)
    }

    /// Statements with what stands between them. In a loop's body the first comments may hold its clauses.
    fn statements(
        &mut self,
        nodes: Vec<Node>,
        range: Range<usize>,
        mut spec: Option<&mut LoopSpec>,
    ) -> Result<Block> {
        let mut out = Vec::new();
        let mut previous_end = range.start;
        for node in nodes {
            let mut next_spec = LoopSpec::default();
            self.ghost_statements(previous_end..node.start_byte(), spec.take(), &mut next_spec, &mut out)?;
            self.statement(node, next_spec, &mut out)?;
            previous_end = node.end_byte();
        }
        let mut dangling = LoopSpec::default();
        self.ghost_statements(previous_end..range.end, spec, &mut dangling, &mut out)?;
        self.refuse_clauses(&dangling)?;
        Ok(out)
    }

    /// Clauses of a loop that is not there.
    fn refuse_clauses(&self, spec: &LoopSpec) -> Result<()> {
        let Some(clause) = spec.invariants.first().or(spec.decreases.iter().flatten().next()) else {
            return Ok(());
        };
        let message = "no loop follows this clause";
        Err(crate::java::error(self.source, clause.span, "misplaced-contract", message))
    }

    /// Ghost statements from the comments in `range`. Loop clauses at their very start go to `enclosing` (when this is
    /// the start of a loop's body), at their end to `following`.
    fn ghost_statements(
        &mut self,
        range: Range<usize>,
        enclosing: Option<&mut LoopSpec>,
        following: &mut LoopSpec,
        out: &mut Block,
    ) -> Result<()> {
        let comments = self.claim(range);
        if comments.is_empty() {
            return Ok(());
        }
        let mut stream = self.stream(&comments)?;
        if let Some(spec) = enclosing {
            stream.loop_clauses(spec)?;
        }
        while !stream.is_done() {
            if stream.starts_loop_clause() {
                stream.loop_clauses(following)?;
            } else {
                let statement = stream.ghost_statement()?;
                out.push(Stmt { span: statement.span, kind: StmtKind::Ghost(Box::new(statement)) });
            }
        }
        Ok(())
    }

    /// One statement; a declaration of several variables becomes several.
    fn statement(&mut self, node: Node, spec: LoopSpec, out: &mut Block) -> Result<()> {
        if !matches!(node.kind(), "while_statement" | "for_statement" | "do_statement" | "labeled_statement")
        {
            self.refuse_clauses(&spec)?;
        }
        if node.kind() == "local_variable_declaration" {
            return self.locals(node, out);
        }
        let kind = self.statement_kind(node, spec)?;
        out.push(Stmt { span: span(node), kind });
        Ok(())
    }

    fn statement_kind(&mut self, node: Node, spec: LoopSpec) -> Result<StmtKind> {
        Ok(match node.kind() {
            "block" => StmtKind::Block(self.block(node)?),
            "expression_statement" => StmtKind::Expr(self.only_expression(node)?),
            "if_statement" => {
                let condition = self.condition(node)?;
                let then = Box::new(self.single(self.child(node, "consequence")?)?);
                let otherwise = match node.child_by_field_name("alternative") {
                    Some(alternative) => Some(Box::new(self.single(alternative)?)),
                    None => None,
                };
                StmtKind::If { condition, then, otherwise }
            }
            "while_statement" => {
                let condition = self.condition(node)?;
                let (spec, body) = self.loop_body(node, spec)?;
                StmtKind::While { condition, spec, body }
            }
            "do_statement" => {
                let condition = self.condition(node)?;
                let (spec, body) = self.loop_body(node, spec)?;
                StmtKind::DoWhile { condition, spec, body }
            }
            "for_statement" => self.for_statement(node, spec)?,
            "enhanced_for_statement" => return Err(self.unsupported(node, "a `for` over a collection")),
            "labeled_statement" => {
                let label = parts(node).next().ok_or_else(|| self.unsupported(node, "this label"))?;
                let body = parts(node).nth(1).ok_or_else(|| self.unsupported(node, "this label"))?;
                let mut inner = Vec::new();
                self.statement(body, spec, &mut inner)?;
                let body = inner.pop().ok_or_else(|| self.unsupported(node, "this label"))?;
                StmtKind::Labeled { label: self.name(label), body: Box::new(body) }
            }
            "break_statement" => StmtKind::Break(parts(node).next().map(|label| self.name(label))),
            "continue_statement" => StmtKind::Continue(parts(node).next().map(|label| self.name(label))),
            "return_statement" => StmtKind::Return(match parts(node).next() {
                Some(value) => Some(self.expression(value)?),
                None => None,
            }),
            "throw_statement" => StmtKind::Throw(self.only_expression(node)?),
            "assert_statement" => StmtKind::Assert(self.only_expression(node)?),
            "switch_expression" => self.switch(node)?,
            "try_statement" => self.try_statement(node)?,
            "explicit_constructor_invocation" if node.child_by_field_name("object").is_some() => {
                return Err(self.unsupported(node, "a superclass's part inside another object"));
            }
            "explicit_constructor_invocation" => StmtKind::Construct {
                is_super: self.text(self.child(node, "constructor")?) == "super",
                args: self.arguments(self.child(node, "arguments")?)?,
            },
            ";" => StmtKind::Empty,
            "synchronized_statement" => return Err(self.unsupported(node, "`synchronized`")),
            "try_with_resources_statement" => return Err(self.unsupported(node, "`try` with resources")),
            "yield_statement" => return Err(self.unsupported(node, "`yield`")),
            "class_declaration" => return Err(self.unsupported(node, "a local class")),
            other => return Err(self.unsupported(node, &format!("`{other}`"))),
        })
    }

    /// A statement that stands alone, such as a branch of an `if`.
    fn single(&mut self, node: Node) -> Result<Stmt> {
        let mut out = Vec::new();
        self.statement(node, LoopSpec::default(), &mut out)?;
        match out.len() {
            1 => Ok(out.remove(0)),
            _ => Ok(Stmt { span: span(node), kind: StmtKind::Block(out) }),
        }
    }

    fn condition(&mut self, node: Node) -> Result<Expr> {
        let condition = self.child(node, "condition")?;
        self.expression(condition)
    }

    fn only_expression(&mut self, node: Node) -> Result<Expr> {
        let expression =
            parts(node).next().ok_or_else(|| self.error(node, "java-syntax", "an expression is missing"))?;
        self.expression(expression)
    }

    fn locals(&mut self, node: Node, out: &mut Block) -> Result<()> {
        let ty = self.type_ref(self.child(node, "type")?)?;
        let is_final = self.modifiers(node).is_final;
        for declarator in children(node).filter(|child| child.kind() == "variable_declarator") {
            let ty = self.with_dimensions(ty.clone(), declarator);
            let init = match declarator.child_by_field_name("value") {
                Some(value) if value.kind() == "array_initializer" => {
                    Some(self.array_initializer(value, &ty)?)
                }
                Some(value) => Some(self.expression(value)?),
                None => None,
            };
            let name = self.name_of(declarator)?;
            out.push(Stmt { span: span(declarator), kind: StmtKind::Local { ty, name, init, is_final } });
        }
        Ok(())
    }

    /// The body of a loop and its clauses: before the loop, between its head and its body, or first in the body.
    fn loop_body(&mut self, node: Node, mut spec: LoopSpec) -> Result<(LoopSpec, Box<Stmt>)> {
        let body = self.child(node, "body")?;
        let comments = self.claim(node.start_byte()..body.start_byte());
        if !comments.is_empty() {
            let mut stream = self.stream(&comments)?;
            stream.loop_clauses(&mut spec)?;
            if !stream.is_done() {
                return Err(stream.unexpected("`invariant` or `decreases`"));
            }
        }
        if body.kind() != "block" {
            return Ok((spec, Box::new(self.single(body)?)));
        }
        let range = body.start_byte()..body.end_byte();
        let block = self.statements(parts(body).collect(), range, Some(&mut spec))?;
        Ok((spec, Box::new(Stmt { span: span(body), kind: StmtKind::Block(block) })))
    }

    fn for_statement(&mut self, node: Node, spec: LoopSpec) -> Result<StmtKind> {
        let mut init = Vec::new();
        let mut update = Vec::new();
        let mut cursor = node.walk();
        for part in node.children_by_field_name("init", &mut cursor) {
            if part.kind() == "local_variable_declaration" {
                self.locals(part, &mut init)?;
            } else if part.is_named() {
                init.push(Stmt { span: span(part), kind: StmtKind::Expr(self.expression(part)?) });
            }
        }
        let condition = match node.child_by_field_name("condition") {
            Some(condition) => Some(self.expression(condition)?),
            None => None,
        };
        for part in node.children_by_field_name("update", &mut cursor) {
            if part.is_named() {
                update.push(self.expression(part)?);
            }
        }
        let (spec, body) = self.loop_body(node, spec)?;
        Ok(StmtKind::For { init, condition, update, spec, body })
    }

    fn switch(&mut self, node: Node) -> Result<StmtKind> {
        let subject = self.condition(node)?;
        let mut groups: Vec<SwitchGroup> = Vec::new();
        for group in parts(self.child(node, "body")?) {
            let mut labels = Vec::new();
            let mut is_default = false;
            let mut body = Vec::new();
            let mut start = group.start_byte();
            for part in parts(group) {
                if part.kind() == "switch_label" {
                    is_default |= self.text(part).starts_with("default");
                    for label in parts(part) {
                        if matches!(label.kind(), "pattern" | "guard") {
                            return Err(self.unsupported(label, "a pattern in `switch`"));
                        }
                        labels.push(self.expression(label)?);
                    }
                    start = part.end_byte();
                } else {
                    body.push(part);
                }
            }
            let is_rule = group.kind() == "switch_rule";
            let body = self.statements(body, start..group.end_byte(), None)?;
            groups.push(SwitchGroup { labels, is_default, is_rule, body });
        }
        Ok(StmtKind::Switch { subject, groups })
    }

    fn try_statement(&mut self, node: Node) -> Result<StmtKind> {
        let body = self.block(self.child(node, "body")?)?;
        let mut catches = Vec::new();
        let mut finally = None;
        for part in parts(node) {
            match part.kind() {
                "catch_clause" => catches.push(self.catch(part)?),
                "finally_clause" => {
                    let block = parts(part).next().ok_or_else(|| self.unsupported(part, "this `finally`"))?;
                    finally = Some(self.block(block)?);
                }
                _ => {}
            }
        }
        Ok(StmtKind::Try { body, catches, finally })
    }

    fn catch(&mut self, node: Node) -> Result<Catch> {
        let missing = |reader: &Self| reader.unsupported(node, "this `catch`");
        let parameter =
            parts(node).find(|part| part.kind() == "catch_formal_parameter").ok_or_else(|| missing(self))?;
        let types = parts(parameter).find(|part| part.kind() == "catch_type").ok_or_else(|| missing(self))?;
        let types = parts(types).map(|ty| self.type_ref(ty)).collect::<Result<Vec<_>>>()?;
        let name = self.name_of(parameter)?;
        let body = self.block(self.child(node, "body")?)?;
        Ok(Catch { types, name, body })
    }

    fn array_initializer(&mut self, node: Node, ty: &crate::java::ast::TypeRef) -> Result<Expr> {
        let crate::java::ast::TypeRefKind::Array(element) = &ty.kind else {
            return Err(self.error(node, "type-mismatch", "only an array can be given as a list of values"));
        };
        let init = parts(node).map(|item| self.expression(item)).collect::<Result<Vec<_>>>()?;
        let kind = ExprKind::NewArray { element: (**element).clone(), dims: Vec::new(), init: Some(init) };
        let span: Span = span(node);
        Ok(Expr { span, kind: Box::new(kind) })
    }
}
