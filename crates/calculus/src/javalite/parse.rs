//! Reads Javalite: S-expressions to a resolved and type-checked [`Program`].
//!
//! Declarations first (so that classes may mention each other), then each body with its variables in scope; an expression's type is
//! found as it is read, so that a member is resolved in the class it is asked of.

use std::sync::Arc;

use base::{Diagnostic, IdVec, Place, Source};

use super::syntax::{Class, ClassId, Expr, ExprKind, Field, Method, MethodId, Node, Program, Type};
use crate::sexp::{self, Sexp};

/// Reads a program.
pub fn parse(source: &Arc<Source>) -> Result<Program, Diagnostic> {
    let file = sexp::read(source)?;
    let [classes, entry] = items(&file, "a program is `((class …) … (Class method))`")? else {
        return Err(syntax(&file, "a program is `((CL …) (C m))`: a list of classes and where to start"));
    };
    let classes = items(classes, "the classes come in a list")?;
    let mut program = declare_classes(classes, entry)?;
    let mut bodies = Vec::new();
    for (class, text) in program.classes.ids().zip(classes) {
        bodies.extend(declare_members(&mut program, class, text)?);
    }
    program.entry = entry_method(&program, entry)?;
    for (method, body) in bodies {
        program.methods[method].body = check_body(&program, method, body)?;
    }
    Ok(program)
}

fn declare_classes(classes: &[Sexp], entry: &Sexp) -> Result<Program, Diagnostic> {
    let mut program =
        Program { classes: IdVec::new(), fields: IdVec::new(), methods: IdVec::new(), entry: MethodId(0) };
    for class in classes {
        let [keyword, name, _, _] = items(class, "a class is `(class C ([T f] …) (M …))`")? else {
            return Err(syntax(class, "a class is `(class C ([T f] …) (M …))`"));
        };
        if keyword.atom() != Some("class") {
            return Err(syntax(keyword, "`class` belongs here"));
        }
        let (name, place) = (ident(name)?, name.place().clone());
        if program.class(name).is_some() {
            return Err(
                Diagnostic::error("duplicate-name", format!("class `{name}` is declared twice")).at(place)
            );
        }
        program.classes.push(Class { name: name.into(), place, fields: vec![], methods: vec![] });
    }
    if program.classes.is_empty() {
        return Err(syntax(entry, "a program needs at least one class"));
    }
    Ok(program)
}

/// Declares fields and method heads of a class; returns the bodies, still to be read.
fn declare_members<'a>(
    program: &mut Program,
    class: ClassId,
    text: &'a Sexp,
) -> Result<Vec<(MethodId, &'a Sexp)>, Diagnostic> {
    let parts = text.list().unwrap_or_default();
    for field in items(&parts[2], "the fields come in a list")? {
        let [ty, name] = items(field, "a field is `[T f]`")? else {
            return Err(syntax(field, "a field is `[T f]`"));
        };
        let (ty, name) = (type_of(program, ty)?, ident(name)?);
        if program.field_of(class, name).is_some() {
            let message = format!("field `{name}` is declared twice");
            return Err(Diagnostic::error("duplicate-name", message).at(field.place().clone()));
        }
        let field = program.fields.push(Field { name: name.into(), class, ty });
        program.classes[class].fields.push(field);
    }
    let mut bodies = Vec::new();
    for method in items(&parts[3], "the methods come in a list")? {
        let form = "a method is `(T m [T x] e)`";
        let [result, name, parameter, body] = items(method, form)? else { return Err(syntax(method, form)) };
        let [parameter_type, parameter_name] = items(parameter, "a parameter is `[T x]`")? else {
            return Err(syntax(parameter, "a method has exactly one parameter, `[T x]`"));
        };
        let name = ident(name)?;
        if program.method_of(class, name).is_some() {
            let message = format!("method `{name}` is declared twice");
            return Err(Diagnostic::error("duplicate-name", message).at(method.place().clone()));
        }
        let placeholder = node(ExprKind::Null, body.place());
        let id = program.methods.push(Method {
            name: name.into(),
            class,
            result: type_of(program, result)?,
            parameter: (ident(parameter_name)?.into(), type_of(program, parameter_type)?),
            body: placeholder,
        });
        program.classes[class].methods.push(id);
        bodies.push((id, body));
    }
    Ok(bodies)
}

fn entry_method(program: &Program, entry: &Sexp) -> Result<MethodId, Diagnostic> {
    let [class, method] = items(entry, "the start is `(C m)`")? else {
        return Err(syntax(entry, "the start is `(C m)`: a class and a method of it"));
    };
    let class_id = class_named(program, class)?;
    let name = ident(method)?;
    program.method_of(class_id, name).ok_or_else(|| {
        let message =
            format!("class `{}` has no method `{name}` to start in", program.classes[class_id].name);
        Diagnostic::error("missing-main", message).at(method.place().clone())
    })
}

fn check_body(program: &Program, method: MethodId, text: &Sexp) -> Result<Expr, Diagnostic> {
    let Method { class, result, parameter: (name, ty), .. } = &program.methods[method];
    let scope = vec![("this".to_string(), Type::Class(*class)), (name.clone(), *ty)];
    let mut checker = Checker { program, scope };
    let (body, found) = checker.expr(text)?;
    checker.expect(*result, found, text.place())?;
    Ok(body)
}

struct Checker<'a> {
    program: &'a Program,
    /// Variables in scope, innermost last.
    scope: Vec<(String, Type)>,
}

impl Checker<'_> {
    fn expr(&mut self, text: &Sexp) -> Result<(Expr, Type), Diagnostic> {
        let (kind, ty) = match text {
            Sexp::Atom(word, place) => self.atom(word, place)?,
            Sexp::List(parts, _) => self.form(text, parts)?,
        };
        Ok((node(kind, text.place()), ty))
    }

    fn atom(&self, word: &str, place: &Place) -> Result<(ExprKind, Type), Diagnostic> {
        Ok(match word {
            "null" => (ExprKind::Null, Type::Null),
            "true" => (ExprKind::Bool(true), Type::Bool),
            "false" => (ExprKind::Bool(false), Type::Bool),
            name => (ExprKind::Var(name.into()), self.variable(name, place)?),
        })
    }

    fn form(&mut self, whole: &Sexp, parts: &[Sexp]) -> Result<(ExprKind, Type), Diagnostic> {
        let word = |index: usize| parts.get(index).and_then(Sexp::atom);
        match parts {
            [_, class] if word(0) == Some("new") => {
                let class = class_named(self.program, class)?;
                Ok((ExprKind::New(class), Type::Class(class)))
            }
            [_, test, yes, _, no] if word(0) == Some("if") && word(3) == Some("else") => self.conditional(test, yes, no),
            [_, ty, name, _, value, _, body]
                if word(0) == Some("var") && word(3) == Some(":=") && word(5) == Some("in") =>
            {
                self.declaration(ty, name, value, body)
            }
            [_, rest @ ..] if word(0) == Some("begin") => self.sequence(rest),
            [object, field] if word(1).is_some_and(|word| word.starts_with('$')) => self.read(object, field),
            [variable, field, _, value] if word(2) == Some(":=") && word(0).is_some() => {
                self.write(variable, field, value)
            }
            [left, _, right] if word(1) == Some("=") => self.equality(left, right),
            [variable, _, value] if word(1) == Some(":=") => self.assignment(variable, value),
            [object, _, method, argument] if word(1) == Some("@") => self.call(object, method, argument),
            _ => Err(syntax(whole, "this is no Javalite expression").help(
                "expressions: x, (new C), (e $f), (x $f := e), (e = e), (if e e else e), (var T x := e in e), (e @ m e), (x := e), (begin e …), null, true, false",
            )),
        }
    }

    fn conditional(&mut self, test: &Sexp, yes: &Sexp, no: &Sexp) -> Result<(ExprKind, Type), Diagnostic> {
        let (test_expr, test_type) = self.expr(test)?;
        self.expect(Type::Bool, test_type, test.place())?;
        let (yes, yes_type) = self.expr(yes)?;
        let (no_expr, no_type) = self.expr(no)?;
        let ty = if yes_type == Type::Null { no_type } else { yes_type };
        self.expect(ty, no_type, no.place())?;
        Ok((ExprKind::If(test_expr, yes, no_expr), ty))
    }

    fn declaration(
        &mut self,
        ty: &Sexp,
        name: &Sexp,
        value: &Sexp,
        body: &Sexp,
    ) -> Result<(ExprKind, Type), Diagnostic> {
        let ty = type_of(self.program, ty)?;
        let (value_expr, value_type) = self.expr(value)?;
        self.expect(ty, value_type, value.place())?;
        let name = ident(name)?.to_string();
        self.scope.push((name.clone(), ty));
        let body = self.expr(body);
        self.scope.pop();
        let (body, result) = body?;
        Ok((ExprKind::Let(ty, name, value_expr, body), result))
    }

    fn sequence(&mut self, parts: &[Sexp]) -> Result<(ExprKind, Type), Diagnostic> {
        let mut exprs = Vec::new();
        let mut ty = Type::Null;
        for part in parts {
            let (expr, part_type) = self.expr(part)?;
            exprs.push(expr);
            ty = part_type;
        }
        Ok((ExprKind::Begin(exprs), ty))
    }

    fn read(&mut self, object: &Sexp, field: &Sexp) -> Result<(ExprKind, Type), Diagnostic> {
        let (object_expr, object_type) = self.expr(object)?;
        let field = self.field(object_type, object.place(), field)?;
        Ok((ExprKind::Read(object_expr, field), self.program.fields[field].ty))
    }

    fn write(&mut self, variable: &Sexp, field: &Sexp, value: &Sexp) -> Result<(ExprKind, Type), Diagnostic> {
        let name = ident(variable)?;
        let object_type = self.variable(name, variable.place())?;
        let field = self.field(object_type, variable.place(), field)?;
        let (value_expr, value_type) = self.expr(value)?;
        let ty = self.program.fields[field].ty;
        self.expect(ty, value_type, value.place())?;
        Ok((ExprKind::Write(name.into(), field, value_expr), ty))
    }

    fn equality(&mut self, left: &Sexp, right: &Sexp) -> Result<(ExprKind, Type), Diagnostic> {
        let (left, left_type) = self.expr(left)?;
        let (right_expr, right_type) = self.expr(right)?;
        if (left_type == Type::Bool) != (right_type == Type::Bool) {
            self.expect(left_type, right_type, right.place())?;
        }
        Ok((ExprKind::Equals(left, right_expr), Type::Bool))
    }

    fn assignment(&mut self, variable: &Sexp, value: &Sexp) -> Result<(ExprKind, Type), Diagnostic> {
        let name = ident(variable)?;
        let ty = self.variable(name, variable.place())?;
        if name == "this" {
            return Err(
                Diagnostic::error("type-error", "`this` cannot be assigned").at(variable.place().clone())
            );
        }
        let (value_expr, value_type) = self.expr(value)?;
        self.expect(ty, value_type, value.place())?;
        Ok((ExprKind::Assign(name.into(), value_expr), ty))
    }

    fn call(
        &mut self,
        object: &Sexp,
        method: &Sexp,
        argument: &Sexp,
    ) -> Result<(ExprKind, Type), Diagnostic> {
        let (object_expr, object_type) = self.expr(object)?;
        let class = self.class_of(object_type, object.place())?;
        let name = ident(method)?;
        let method = self.program.method_of(class, name).ok_or_else(|| {
            let message = format!("class `{}` has no method `{name}`", self.program.classes[class].name);
            Diagnostic::error("unknown-name", message).at(method.place().clone())
        })?;
        let (argument_expr, argument_type) = self.expr(argument)?;
        self.expect(self.program.methods[method].parameter.1, argument_type, argument.place())?;
        Ok((ExprKind::Call(object_expr, method, argument_expr), self.program.methods[method].result))
    }

    fn variable(&self, name: &str, place: &Place) -> Result<Type, Diagnostic> {
        let found = self.scope.iter().rev().find(|(variable, _)| variable == name);
        found.map(|(_, ty)| *ty).ok_or_else(|| {
            let message = format!("no variable is named `{name}` here");
            Diagnostic::error("unknown-name", message).at(place.clone())
        })
    }

    fn field(&self, object: Type, place: &Place, field: &Sexp) -> Result<super::syntax::FieldId, Diagnostic> {
        let class = self.class_of(object, place)?;
        let name = field.atom().and_then(|word| word.strip_prefix('$'));
        let name = name.ok_or_else(|| syntax(field, "a field is written `$f`"))?;
        self.program.field_of(class, name).ok_or_else(|| {
            let message = format!("class `{}` has no field `{name}`", self.program.classes[class].name);
            Diagnostic::error("unknown-name", message).at(field.place().clone())
        })
    }

    fn class_of(&self, ty: Type, place: &Place) -> Result<ClassId, Diagnostic> {
        match ty {
            Type::Class(class) => Ok(class),
            Type::Bool | Type::Null => {
                let message = format!("an object is needed here, not `{}`", self.program.type_name(ty));
                Err(Diagnostic::error("type-error", message).at(place.clone()))
            }
        }
    }

    fn expect(&self, wanted: Type, found: Type, place: &Place) -> Result<(), Diagnostic> {
        let fits = wanted == found || (found == Type::Null && wanted != Type::Bool);
        if fits {
            return Ok(());
        }
        let (wanted, found) = (self.program.type_name(wanted), self.program.type_name(found));
        let message = format!("`{wanted}` is wanted here, this is `{found}`");
        Err(Diagnostic::error("type-error", message).at(place.clone()))
    }
}

fn node(kind: ExprKind, place: &Place) -> Expr {
    Arc::new(Node { kind, place: place.clone() })
}

fn type_of(program: &Program, text: &Sexp) -> Result<Type, Diagnostic> {
    match text.atom() {
        Some("bool") => Ok(Type::Bool),
        _ => class_named(program, text).map(Type::Class),
    }
}

fn class_named(program: &Program, text: &Sexp) -> Result<ClassId, Diagnostic> {
    let name = ident(text)?;
    program.class(name).ok_or_else(|| {
        Diagnostic::error("unknown-name", format!("no class is named `{name}`")).at(text.place().clone())
    })
}

fn ident(text: &Sexp) -> Result<&str, Diagnostic> {
    const WORDS: [&str; 12] =
        ["class", "new", "if", "else", "var", "in", "begin", "null", "true", "false", ":=", "="];
    match text.atom() {
        Some(word) if !WORDS.contains(&word) && !word.starts_with('$') => Ok(word),
        _ => Err(syntax(text, "a name belongs here")),
    }
}

fn items<'a>(text: &'a Sexp, form: &str) -> Result<&'a [Sexp], Diagnostic> {
    text.list().ok_or_else(|| syntax(text, form))
}

fn syntax(text: &Sexp, message: &str) -> Diagnostic {
    Diagnostic::error("bad-syntax", message).at(text.place().clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (&'static str, u32, u32) {
        let error = parse(&Source::new("a.javalite", text)).expect_err("the program is wrong");
        let place = error.place.expect("an error in a file has a place");
        (error.code, place.line, place.column)
    }

    #[test]
    fn a_program_with_every_expression() {
        let text = "(((class Node ([Node next] [bool mark])
            ((bool run [Node x]
              (begin
                (x := (new Node))
                (x $next := (this $next))
                (var Node y := null in
                  (if ((y = x) = true) (this @ run y) else (x $mark := false))))))))
           (Node run))";
        let program = parse(&Source::new("a.javalite", text)).expect("well formed");
        assert_eq!((program.classes.len(), program.fields.len(), program.methods.len()), (1, 2, 1));
    }

    #[test]
    fn wrong_programs_get_a_code_and_a_place() {
        let class = |body: &str| format!("(((class C ([C f]) ((C m [C x]\n{body}))))\n(C m))");
        assert_eq!(error(&class("(new D)")), ("unknown-name", 2, 6));
        assert_eq!(error(&class("y")), ("unknown-name", 2, 1));
        assert_eq!(error(&class("(x $g)")), ("unknown-name", 2, 4));
        assert_eq!(error(&class("(x @ n x)")), ("unknown-name", 2, 6));
        assert_eq!(error(&class("true")), ("type-error", 2, 1));
        assert_eq!(error(&class("(if x x else x)")), ("type-error", 2, 5));
        assert_eq!(error(&class("(x = true)")), ("type-error", 2, 6));
        assert_eq!(error(&class("(x $f := false)")), ("type-error", 2, 10));
        assert_eq!(error(&class("(this := x)")), ("type-error", 2, 2));
        assert_eq!(error(&class("(x f)")), ("bad-syntax", 2, 1));
        assert_eq!(error("(((class C () ())) (C main))"), ("missing-main", 1, 23));
        assert_eq!(error("(((class C () ()) (class C () ())) (C m))"), ("duplicate-name", 1, 26));
    }
}
