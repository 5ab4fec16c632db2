//! Java's expressions out of tree-sitter's tree.

use tree_sitter::Node;

use super::class::{Reader, children, parts, span};
use super::lexer::{character, integer};
use super::text::canonical;
use crate::java::Result;
use crate::java::ast::{BinOp, Expr, ExprKind, Literal, Name, Receiver, UnOp};

/// Deeper nesting is refused instead of exhausting the stack.
const MAX_DEPTH: usize = 150;

impl Reader<'_> {
    /// An expression of code.
    pub fn expression(&mut self, node: Node) -> Result<Expr> {
        self.expression_at(node, 0)
    }

    /// The arguments of a call.
    pub fn arguments(&mut self, node: Node) -> Result<Vec<Expr>> {
        parts(node).map(|argument| self.expression(argument)).collect()
    }

    fn expression_at(&mut self, node: Node, depth: usize) -> Result<Expr> {
        if depth > MAX_DEPTH {
            return Err(self.error(node, "expression-too-deep", "this expression is nested too deeply"));
        }
        let kind = self.expression_kind(node, depth + 1)?;
        Ok(Expr { span: span(node), kind: Box::new(kind) })
    }

    fn expression_kind(&mut self, node: Node, depth: usize) -> Result<ExprKind> {
        let text = self.text(node);
        Ok(match node.kind() {
            "null_literal" => ExprKind::Null,
            "this" => ExprKind::This,
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "identifier" => ExprKind::Name(text.to_string()),
            "decimal_integer_literal"
            | "hex_integer_literal"
            | "octal_integer_literal"
            | "binary_integer_literal" => {
                let value = integer(text)
                    .ok_or_else(|| self.error(node, "bad-literal", "this number is too large"))?;
                ExprKind::Int(value.0, value.1)
            }
            "character_literal" => {
                let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
                let value = character(inside)
                    .ok_or_else(|| self.error(node, "bad-literal", "this is not a character"))?;
                ExprKind::Int(value, Literal::Char)
            }
            "string_literal" if text.starts_with("\"\"\"") => {
                return Err(self.unsupported(node, "a text block"));
            }
            "string_literal" => {
                let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
                let text = canonical(inside)
                    .ok_or_else(|| self.error(node, "bad-literal", "this is not a string"))?;
                ExprKind::Str(text)
            }
            "parenthesized_expression" => return Ok(*self.part(node, 0, depth)?.kind),
            "field_access" => {
                if self.text(self.child(node, "object")?) == "super" {
                    return Err(self.unsupported(node, "`super.` before a field"));
                }
                ExprKind::Field(self.field(node, "object", depth)?, self.name(self.child(node, "field")?))
            }
            "array_access" => {
                ExprKind::Index(self.field(node, "array", depth)?, self.field(node, "index", depth)?)
            }
            "method_invocation" => self.call(node, depth)?,
            "object_creation_expression" => self.creation(node)?,
            "array_creation_expression" => self.array_creation(node, depth)?,
            "unary_expression" => {
                let op = match self.text(self.child(node, "operator")?) {
                    "-" => UnOp::Neg,
                    "+" => UnOp::Plus,
                    "!" => UnOp::Not,
                    _ => UnOp::BitNot,
                };
                ExprKind::Unary(op, self.field(node, "operand", depth)?)
            }
            "update_expression" => self.step(node, depth)?,
            "binary_expression" => {
                let operator = self.text(self.child(node, "operator")?);
                let op =
                    binary_op(operator).ok_or_else(|| self.unsupported(node, &format!("`{operator}`")))?;
                ExprKind::Binary(op, self.field(node, "left", depth)?, self.field(node, "right", depth)?)
            }
            "assignment_expression" => {
                let operator = self.text(self.child(node, "operator")?);
                let op = match operator.strip_suffix('=') {
                    Some("") | None => None,
                    Some(op) => {
                        Some(binary_op(op).ok_or_else(|| self.unsupported(node, &format!("`{operator}`")))?)
                    }
                };
                let (target, value) = (self.field(node, "left", depth)?, self.field(node, "right", depth)?);
                ExprKind::Assign { target, op, value }
            }
            "ternary_expression" => ExprKind::Conditional(
                self.field(node, "condition", depth)?,
                self.field(node, "consequence", depth)?,
                self.field(node, "alternative", depth)?,
            ),
            "cast_expression" => {
                let mut cursor = node.walk();
                if node.children_by_field_name("type", &mut cursor).count() > 1 {
                    return Err(self.unsupported(node, "a cast to several types"));
                }
                let ty = self.type_ref(self.child(node, "type")?)?;
                ExprKind::Cast(ty, self.field(node, "value", depth)?)
            }
            "instanceof_expression" => {
                if node.child_by_field_name("pattern").is_some() || node.child_by_field_name("name").is_some()
                {
                    return Err(self.unsupported(node, "a pattern in `instanceof`"));
                }
                let ty = self.type_ref(self.child(node, "right")?)?;
                ExprKind::InstanceOf(self.field(node, "left", depth)?, ty)
            }
            "lambda_expression" => return Err(self.unsupported(node, "a lambda expression")),
            "method_reference" => return Err(self.unsupported(node, "a method reference")),
            "switch_expression" => return self.switch_value(node, depth),
            "class_literal" => return Err(self.unsupported(node, "a class literal")),
            "decimal_floating_point_literal" | "hex_floating_point_literal" => {
                return Err(self.unsupported(node, "floating-point arithmetic"));
            }
            other => return Err(self.unsupported(node, &format!("`{other}`"))),
        })
    }

    fn field(&mut self, node: Node, field: &str, depth: usize) -> Result<Expr> {
        let child = self.child(node, field)?;
        self.expression_at(child, depth)
    }

    fn part(&mut self, node: Node, index: usize, depth: usize) -> Result<Expr> {
        let part = parts(node)
            .nth(index)
            .ok_or_else(|| self.error(node, "java-syntax", "something is missing here"))?;
        self.expression_at(part, depth)
    }

    fn call(&mut self, node: Node, depth: usize) -> Result<ExprKind> {
        let receiver = match node.child_by_field_name("object") {
            None => Receiver::Implicit,
            Some(object) if object.kind() == "super" => Receiver::Super,
            Some(object) => Receiver::Expr(self.expression_at(object, depth)?),
        };
        let method = self.name_of(node)?;
        let args = self.arguments(self.child(node, "arguments")?)?;
        let given = self.given(node)?;
        Ok(ExprKind::Call { receiver, method, args, given })
    }

    /// Ghost arguments in a comment directly after a call.
    fn given(&mut self, node: Node) -> Result<Vec<(Name, Expr)>> {
        match self.claim_directly_after(node.end_byte()) {
            Some(comment) => self.stream(&[comment])?.given_arguments(),
            None => Ok(Vec::new()),
        }
    }

    fn creation(&mut self, node: Node) -> Result<ExprKind> {
        if let Some(body) = parts(node).find(|part| part.kind() == "class_body") {
            return Err(self.unsupported(body, "an anonymous class"));
        }
        if node.child(0).is_some_and(|first| first.kind() != "new") {
            return Err(self.unsupported(node, "making an inner object of another one"));
        }
        let class = self.type_ref(self.child(node, "type")?)?;
        let args = self.arguments(self.child(node, "arguments")?)?;
        let given = self.given(node)?;
        Ok(ExprKind::New { class, args, given })
    }

    /// A `switch` that has a value, as one choice after the other: rules over something that can be read again and again.
    fn switch_value(&mut self, node: Node, depth: usize) -> Result<ExprKind> {
        let subject = self.field(node, "condition", depth)?;
        if !matches!(*subject.kind, ExprKind::Name(_) | ExprKind::Field(..)) {
            return Err(self.unsupported(node, "a `switch` over something computed"));
        }
        let mut rules = Vec::new();
        let mut default = None;
        for rule in parts(self.child(node, "body")?) {
            let mut inside = parts(rule);
            let label = inside.next().filter(|label| label.kind() == "switch_label");
            let value = inside.next().filter(|value| value.kind() == "expression_statement");
            let (Some(label), Some(value), true) = (label, value, rule.kind() == "switch_rule") else {
                return Err(
                    self.unsupported(rule, "a `switch` with a value and something other than one in a case")
                );
            };
            let value = self.part(value, 0, depth)?;
            if self.text(label).starts_with("default") {
                default = Some(value);
            } else {
                rules.push((self.is_one_of(&subject, label, depth)?, value));
            }
        }
        let Some(default) = default else {
            return Err(self.unsupported(node, "a `switch` with a value and without `default`"));
        };
        let choices = rules.into_iter().rev().fold(default, |otherwise, (condition, value)| {
            let span = condition.span.to(value.span);
            Expr { span, kind: Box::new(ExprKind::Conditional(condition, value, otherwise)) }
        });
        Ok(*choices.kind)
    }

    /// Whether the subject of a `switch` is one of a label's values.
    fn is_one_of(&mut self, subject: &Expr, label: Node, depth: usize) -> Result<Expr> {
        let mut out: Option<Expr> = None;
        for value in parts(label) {
            let value = self.expression_at(value, depth)?;
            let span = value.span;
            // Strings are compared by their text, which `==` does not do.
            if !matches!(*value.kind, ExprKind::Int(..) | ExprKind::Unary(UnOp::Neg, _)) {
                return Err(self.unsupported(label, "a label that is not a number"));
            }
            let same = Expr { span, kind: Box::new(ExprKind::Binary(BinOp::Eq, subject.clone(), value)) };
            out = Some(match out {
                Some(other) => Expr { span, kind: Box::new(ExprKind::Binary(BinOp::Or, other, same)) },
                None => same,
            });
        }
        out.ok_or_else(|| self.unsupported(label, "this label"))
    }

    fn array_creation(&mut self, node: Node, depth: usize) -> Result<ExprKind> {
        let mut element = self.type_ref(self.child(node, "type")?)?;
        let mut dims = Vec::new();
        let mut open = 0;
        for child in children(node) {
            match child.kind() {
                "dimensions_expr" => dims.push(self.part(child, 0, depth)?),
                "dimensions" => open += self.text(child).matches('[').count(),
                _ => {}
            }
        }
        let init = match node.child_by_field_name("value") {
            Some(value) => {
                Some(parts(value).map(|item| self.expression_at(item, depth)).collect::<Result<Vec<_>>>()?)
            }
            None => None,
        };
        if dims.len() > 1 || (init.is_some() && open > 1) {
            return Err(self.unsupported(node, "creating an array of several dimensions at once"));
        }
        let wraps = if init.is_some() { open.saturating_sub(1) } else { open };
        for _ in 0..wraps {
            element = crate::java::ast::TypeRef {
                span: element.span,
                kind: crate::java::ast::TypeRefKind::Array(Box::new(element)),
            };
        }
        Ok(ExprKind::NewArray { element, dims, init })
    }

    fn step(&mut self, node: Node, depth: usize) -> Result<ExprKind> {
        let text = self.text(node);
        let is_prefix = text.starts_with("++") || text.starts_with("--");
        let sign = if is_prefix { &text[..1] } else { &text[text.len() - 1..] };
        let op = if sign == "+" { BinOp::Add } else { BinOp::Sub };
        Ok(ExprKind::Step { target: self.part(node, 0, depth)?, op, is_prefix })
    }
}

fn binary_op(text: &str) -> Option<BinOp> {
    Some(match text {
        "+" => BinOp::Add,
        "-" => BinOp::Sub,
        "*" => BinOp::Mul,
        "/" => BinOp::Div,
        "%" => BinOp::Rem,
        "<<" => BinOp::Shl,
        ">>" => BinOp::Shr,
        ">>>" => BinOp::UShr,
        "<" => BinOp::Lt,
        "<=" => BinOp::Le,
        ">" => BinOp::Gt,
        ">=" => BinOp::Ge,
        "==" => BinOp::Eq,
        "!=" => BinOp::Ne,
        "&" => BinOp::BitAnd,
        "|" => BinOp::BitOr,
        "^" => BinOp::BitXor,
        "&&" => BinOp::And,
        "||" => BinOp::Or,
        _ => return None,
    })
}
