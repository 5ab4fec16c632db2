//! Files, classes and members, out of tree-sitter's tree and the contract comments around them.
//!
//! A contract comment belongs to what follows it. Every one must find its owner: one that does
//! not is reported, because a contract silently ignored would be worse than none.

use std::ops::Range;
use std::sync::Arc;

use base::{Diagnostic, Source};
use tree_sitter::Node;

use super::declare::Member;
use super::stream::{Dialect, Stream};
use super::text::{is_harmless, unicode_escapes};
use crate::java::ast::{
    Body, Class, Contract, Field, Method, Modifiers, Name, Param, Span, TypeRef, TypeRefKind, Unit,
};
use crate::java::{Result, error};

/// Reads a Java file. Problems inside a method body stay with the method; others are in `problems`.
pub fn unit(source: &Arc<Source>) -> Unit {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_java::LANGUAGE.into()).expect("grammar and library versions fit");
    let tree = parser.parse(&source.text, None).expect("no time limit is set");
    let mut reader = Reader::new(source, tree.root_node());
    if let Some(problem) = misleading_escape(source, tree.root_node()) {
        reader.unit.problems.push(*problem);
        return reader.unit;
    }
    reader.types_in(tree.root_node());
    reader.report_unowned();
    reader.unit
}

/// The state of reading one file.
pub struct Reader<'a> {
    pub source: &'a Arc<Source>,
    comments: Vec<Comment>,
    unit: Unit,
}

struct Comment {
    /// With its delimiters.
    span: Span,
    /// What stands between them.
    inside: Range<usize>,
    is_owned: bool,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Arc<Source>, root: Node) -> Self {
        let mut comments = Vec::new();
        collect_comments(source, root, &mut comments);
        Self { source, comments, unit: Unit::default() }
    }

    /// The text of a node.
    pub fn text(&self, node: Node) -> &'a str {
        &self.source.text[node.byte_range()]
    }

    /// An error at a node.
    pub fn error(&self, node: Node, code: &'static str, message: impl Into<String>) -> Box<Diagnostic> {
        error(self.source, span(node), code, message)
    }

    /// An error about what cannot be verified yet.
    pub fn unsupported(&self, node: Node, construct: &str) -> Box<Diagnostic> {
        self.error(node, "unsupported-java", format!("{construct} cannot be verified yet"))
    }

    /// The insides of the contract comments within `range`, which now have an owner.
    pub fn claim(&mut self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        for comment in &mut self.comments {
            if !comment.is_owned && comment.span.start >= range.start && comment.span.end <= range.end {
                comment.is_owned = true;
                parts.push(comment.inside.clone());
            }
        }
        parts
    }

    /// The contract comment that follows byte `at` with only blanks between.
    pub fn claim_directly_after(&mut self, at: usize) -> Option<Range<usize>> {
        let text = &self.source.text;
        let comment = self.comments.iter_mut().find(|comment| comment.span.start >= at)?;
        if comment.is_owned || !text[at..comment.span.start].trim().is_empty() {
            return None;
        }
        if !text[comment.inside.clone()].trim_start().starts_with("with") {
            return None;
        }
        comment.is_owned = true;
        Some(comment.inside.clone())
    }

    /// The words of comments.
    pub fn stream(&self, parts: &[Range<usize>]) -> Result<Stream<'a>> {
        Stream::new(self.source, parts, Dialect::Java)
    }

    fn report_unowned(&mut self) {
        for comment in &self.comments {
            if !comment.is_owned {
                let problem = error(
                    self.source,
                    comment.span,
                    "misplaced-contract",
                    "no contract can stand here, so it would be ignored",
                );
                self.unit.problems.push(*problem);
            }
        }
    }

    /// Every type declared directly in `node`.
    fn types_in(&mut self, node: Node) {
        for child in children(node) {
            match child.kind() {
                "class_declaration" => self.class(child, false),
                "interface_declaration" => self.class(child, true),
                "enum_declaration" | "record_declaration" | "annotation_type_declaration" => {
                    let what = match child.kind() {
                        "enum_declaration" => "an enum",
                        "record_declaration" => "a record",
                        _ => "an annotation type",
                    };
                    let problem = self.unsupported(child, what);
                    self.refuse(child);
                    self.unit.problems.push(*problem);
                    self.claim(child.byte_range());
                }
                "import_declaration" => {
                    let words =
                        self.text(child).split(|letter: char| !letter.is_alphanumeric() && letter != '_');
                    self.unit.imports.extend(words.map(str::to_owned));
                }
                "ERROR" => {
                    let problem = self.error(child, "java-syntax", "this is not Java");
                    self.unit.problems.push(*problem);
                    self.claim(child.byte_range());
                }
                _ => {}
            }
        }
    }

    fn class(&mut self, node: Node, is_interface: bool) {
        match self.class_header(node, is_interface) {
            Ok(class) => {
                let Some(body) = node.child_by_field_name("body") else { return };
                let class = self.class_body(class, body);
                self.unit.classes.push(class);
                self.types_in(body);
            }
            Err(problem) => {
                self.refuse(node);
                self.unit.problems.push(*problem);
                self.claim(node.byte_range());
            }
        }
    }

    /// The name of a type nothing is known of: it must not be taken for another type of that name.
    fn refuse(&mut self, node: Node) {
        if let Ok(name) = self.name_of(node) {
            self.unit.refused.push(name.text);
        }
    }

    fn class_header(&mut self, node: Node, is_interface: bool) -> Result<Class> {
        self.check_head(node)?;
        let mut class = Class::named(self.name_of(node)?);
        class.is_interface = is_interface;
        class.modifiers = self.modifiers(node);
        for child in children(node) {
            match child.kind() {
                "type_parameters" => {
                    for parameter in children(child).filter(|child| child.kind() == "type_parameter") {
                        let name = children(parameter).find(|part| part.kind() == "type_identifier");
                        let name = name.map(|name| self.name(name));
                        if children(parameter).any(|part| part.kind() == "type_bound") {
                            class.bounded.extend(name.iter().map(|name| name.text.clone()));
                        }
                        class.type_parameters.extend(name);
                    }
                }
                "superclass" => {
                    let ty = child
                        .named_child(0)
                        .ok_or_else(|| self.error(child, "java-syntax", "a class is missing"))?;
                    class.superclass = Some(self.type_ref(ty)?);
                }
                "super_interfaces" | "extends_interfaces" => {
                    for list in children(child).filter(|child| child.kind() == "type_list") {
                        for ty in children(list).filter(|ty| ty.is_named() && !ty.is_extra()) {
                            class.interfaces.push(self.type_ref(ty)?);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(class)
    }

    fn class_body(&mut self, mut class: Class, body: Node) -> Class {
        let mut previous_end = body.start_byte();
        // What could not be parsed counts as extra, as comments do.
        let is_member = |child: &Node| child.is_named() && (!child.is_extra() || child.is_error());
        for member in children(body).filter(is_member) {
            let head_end =
                member.child_by_field_name("body").map_or(member.end_byte(), |body| body.start_byte());
            let is_type = matches!(member.kind(), "class_declaration" | "interface_declaration");
            let parts = self.claim(previous_end..if is_type { member.start_byte() } else { head_end });
            let result = self
                .contract_and_members(&mut class, &parts)
                .and_then(|contract| self.java_member(&mut class, member, contract));
            if let Err(problem) = result {
                class.unread.extend(self.declared_names(member));
                class.has_initialiser |= self.starts_with_more_than_a_literal(member);
                self.unit.problems.push(*problem);
                self.claim(member.byte_range());
            }
            previous_end = member.end_byte();
        }
        let parts = self.claim(previous_end..body.end_byte());
        match self.contract_and_members(&mut class, &parts) {
            Ok(contract) if contract.is_empty() => {}
            Ok(_) => {
                let last = parts.last().expect("a contract came from some comment").clone();
                let place = Span { start: last.start, end: last.end };
                self.unit.problems.push(*error(
                    self.source,
                    place,
                    "misplaced-contract",
                    "no method follows this contract",
                ));
            }
            Err(problem) => self.unit.problems.push(*problem),
        }
        class
    }

    /// Whether a field that could not be read has an initial value that may do something when an object is made.
    fn starts_with_more_than_a_literal(&self, member: Node) -> bool {
        let is_field = member.kind() == "field_declaration" && !self.modifiers(member).is_static;
        let declarators = children(member).filter(|child| child.kind() == "variable_declarator");
        is_field
            && declarators.filter_map(|declarator| declarator.child_by_field_name("value")).any(|value| {
                let value = match value.kind() {
                    "unary_expression" => value.child_by_field_name("operand").unwrap_or(value),
                    _ => value,
                };
                !value.kind().ends_with("_literal") && value.kind() != "lambda_expression"
            })
    }

    /// Reads ghost members into the class; what remains is the contract of the next Java member.
    fn contract_and_members(&mut self, class: &mut Class, parts: &[Range<usize>]) -> Result<Contract> {
        let mut contract = Contract::default();
        if parts.is_empty() {
            return Ok(contract);
        }
        let mut stream = self.stream(parts)?;
        while !stream.is_done() {
            if stream.clause(&mut contract)? {
                continue;
            }
            match stream.member(std::mem::take(&mut contract))? {
                Member::Field(field) => class.fields.push(field),
                Member::Method(method) => class.methods.push(*method),
                Member::Predicate(predicate) => class.predicates.push(predicate),
            }
        }
        Ok(contract)
    }

    fn java_member(&mut self, class: &mut Class, node: Node, contract: Contract) -> Result<()> {
        self.check_head(node)?;
        match node.kind() {
            "field_declaration" | "constant_declaration" => {
                let fields = self.fields(node, node.kind() == "constant_declaration")?;
                class.fields.extend(fields);
                Ok(())
            }
            "method_declaration" | "constructor_declaration" => {
                let method = self.method(node, class.is_interface, contract)?;
                class.methods.push(method);
                Ok(())
            }
            "class_declaration" | "interface_declaration" | "enum_declaration" | "record_declaration" => {
                Ok(())
            }
            "block" => {
                class.has_initialiser = true;
                Err(self.unsupported(node, "an instance initialiser"))
            }
            "static_initializer" => Err(self.unsupported(node, "a static initialiser")),
            "ERROR" => Err(self.error(node, "java-syntax", "this is not Java")),
            other => Err(self.unsupported(node, &format!("`{other}`"))),
        }
    }

    /// Nothing before the body of a class or a method, or in a field, is left unread: bodies say so themselves.
    fn check_head(&self, node: Node) -> Result<()> {
        let body = node.child_by_field_name("body");
        let mut head = children(node).filter(|child| Some(*child) != body && child.has_error());
        match head.find_map(first_error) {
            Some(wrong) => Err(self.error(wrong, "java-syntax", "this is not Java")),
            None => Ok(()),
        }
    }

    fn fields(&mut self, node: Node, is_constant: bool) -> Result<Vec<Field>> {
        let ty = self.type_ref(self.child(node, "type")?)?;
        let mut modifiers = self.modifiers(node);
        if is_constant {
            (modifiers.is_static, modifiers.is_final) = (true, true);
        }
        let mut out = Vec::new();
        for declarator in children(node).filter(|child| child.kind() == "variable_declarator") {
            let init = match declarator.child_by_field_name("value") {
                Some(value) => Some(self.expression(value)?),
                None => None,
            };
            let ty = self.with_dimensions(ty.clone(), declarator);
            out.push(Field { name: self.name_of(declarator)?, ty, modifiers, init, is_ghost: false });
        }
        Ok(out)
    }

    fn method(&mut self, node: Node, in_interface: bool, contract: Contract) -> Result<Method> {
        if let Some(parameters) = node.child_by_field_name("type_parameters") {
            return Err(self.unsupported(parameters, "a generic method"));
        }
        let result = match node.child_by_field_name("type") {
            Some(ty) => Some(self.type_ref(ty)?),
            None => None,
        };
        let mut params = Vec::new();
        for child in
            children(self.child(node, "parameters")?).filter(|child| child.is_named() && !child.is_extra())
        {
            if child.kind() != "formal_parameter" {
                return Err(self.unsupported(child, "this kind of parameter"));
            }
            let ty = self.type_ref(self.child(child, "type")?)?;
            params.push(Param { name: self.name_of(child)?, ty: self.with_dimensions(ty, child) });
        }
        let mut modifiers = self.modifiers(node);
        let is_constructor = node.kind() == "constructor_declaration";
        if is_constructor && (modifiers.is_static || modifiers.is_abstract || in_interface) {
            let message = "a constructor is neither `static` nor `abstract`, and no interface has one";
            return Err(self.error(node, "java-syntax", message));
        }
        let body = match node.child_by_field_name("body") {
            Some(body) => self.method_body(body),
            None => {
                modifiers.is_abstract |= in_interface;
                Body::Absent
            }
        };
        let name = self.name_of(node)?;
        Ok(Method { name, result, params, modifiers, is_ghost: false, contract, body, span: span(node) })
    }

    fn method_body(&mut self, body: Node) -> Body {
        let found = if body.has_error() { first_error(body) } else { None };
        let block = match found {
            Some(node) => Err(self.error(node, "java-syntax", "this is not Java")),
            None => self.block(body),
        };
        block.map_or_else(
            |problem| {
                self.claim(body.byte_range());
                Body::Bad(*problem)
            },
            Body::Block,
        )
    }

    /// The names a field or method declaration introduces.
    fn declared_names(&self, member: Node) -> Vec<String> {
        let declarators = children(member).filter(|child| child.kind() == "variable_declarator");
        let names = declarators.chain([member]).filter_map(|node| node.child_by_field_name("name"));
        names.map(|name| self.text(name).to_string()).collect()
    }

    /// The modifiers of a declaration.
    pub fn modifiers(&self, node: Node) -> Modifiers {
        let Some(modifiers) = children(node).find(|child| child.kind() == "modifiers") else {
            return Modifiers::default();
        };
        let has = |word| children(modifiers).any(|child| self.text(child) == word);
        Modifiers {
            is_static: has("static"),
            is_final: has("final"),
            is_abstract: has("abstract"),
            is_private: has("private"),
        }
    }

    /// A node that is a name.
    pub fn name(&self, node: Node) -> Name {
        Name { text: self.text(node).to_string(), span: span(node) }
    }

    /// The name of a declaration.
    pub fn name_of(&self, node: Node) -> Result<Name> {
        Ok(self.name(self.child(node, "name")?))
    }

    /// A part the grammar promises, unless the text is broken there.
    pub fn child<'t>(&self, node: Node<'t>, field: &str) -> Result<Node<'t>> {
        node.child_by_field_name(field)
            .ok_or_else(|| self.error(node, "java-syntax", format!("the {field} is missing here")))
    }

    /// A type.
    pub fn type_ref(&self, node: Node) -> Result<TypeRef> {
        let named = |name: &str, arguments| TypeRef {
            span: span(node),
            kind: TypeRefKind::Named(name.to_string(), arguments),
        };
        match node.kind() {
            "type_identifier"
            | "integral_type"
            | "boolean_type"
            | "void_type"
            | "floating_point_type"
            | "identifier" => Ok(named(self.text(node), Vec::new())),
            "scoped_type_identifier" => {
                let last = self.text(node).rsplit('.').next().unwrap_or_default();
                Ok(named(last, Vec::new()))
            }
            "generic_type" => {
                let mut name = "";
                let mut arguments = Vec::new();
                for child in children(node) {
                    match child.kind() {
                        "type_identifier" | "scoped_type_identifier" => {
                            name = self.text(child).rsplit('.').next().unwrap_or_default();
                        }
                        "type_arguments" => {
                            for argument in
                                children(child).filter(|child| child.is_named() && !child.is_extra())
                            {
                                arguments.push(self.type_ref(argument)?);
                            }
                        }
                        _ => {}
                    }
                }
                Ok(named(name, arguments))
            }
            "wildcard" => Ok(named("Object", Vec::new())),
            "annotated_type" => {
                let inner = children(node).filter(|child| child.is_named()).last();
                inner.map_or_else(|| Err(self.unsupported(node, "this type")), |inner| self.type_ref(inner))
            }
            "array_type" => {
                let element = self.type_ref(self.child(node, "element")?)?;
                Ok(self.with_dimensions(element, node))
            }
            other => Err(self.unsupported(node, &format!("the type `{other}`"))),
        }
    }

    /// Wraps `ty` once for each `[]` among the node's dimensions.
    pub fn with_dimensions(&self, mut ty: TypeRef, node: Node) -> TypeRef {
        let brackets =
            node.child_by_field_name("dimensions").map_or(0, |dims| self.text(dims).matches('[').count());
        for _ in 0..brackets {
            ty = TypeRef { span: ty.span, kind: TypeRefKind::Array(Box::new(ty)) };
        }
        ty
    }
}

/// Where a node stands.
pub fn span(node: Node) -> Span {
    Span { start: node.start_byte(), end: node.end_byte() }
}

/// All children, named or not.
pub fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> + use<'t> {
    (0..node.child_count() as u32).filter_map(move |index| node.child(index))
}

/// Named children that are not comments.
pub fn parts<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> + use<'t> {
    children(node).filter(|child| child.is_named() && !child.is_extra())
}

fn first_error(root: Node) -> Option<Node> {
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        if node.is_error() || node.is_missing() {
            return Some(node);
        }
        let mut below: Vec<_> = children(node).filter(Node::has_error).collect();
        below.reverse();
        pending.extend(below);
    }
    None
}

/// A unicode escape that makes the file another one than it looks like.
fn misleading_escape(source: &Arc<Source>, root: Node) -> Option<Box<Diagnostic>> {
    let misleads = |&(at, value): &(usize, Option<u16>)| {
        let token = root.descendant_for_byte_range(at, at + 1).map_or("", |node| node.kind());
        !value.is_some_and(|value| is_harmless(value, token))
    };
    let (at, _) = unicode_escapes(&source.text).into_iter().find(misleads)?;
    let message = "a unicode escape here changes what the file says, which cannot be verified";
    Some(error(source, Span { start: at, end: at + 2 }, "unsupported-java", message))
}

/// Contract comments in the order of the text.
fn collect_comments(source: &Source, root: Node, out: &mut Vec<Comment>) {
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        let span = span(node);
        let text = &source.text[span.start..span.end];
        let end = match node.kind() {
            "line_comment" if text.starts_with("//@") => span.end,
            "block_comment" if text.ends_with("@*/") && text.len() >= 6 => span.end - 3,
            "block_comment" => span.end - 2,
            _ => {
                pending.extend(children(node));
                continue;
            }
        };
        if text.starts_with("//@") || text.starts_with("/*@") {
            out.push(Comment { span, inside: span.start + 3..end.max(span.start + 3), is_owned: false });
        }
    }
    out.sort_by_key(|comment| comment.span);
}
