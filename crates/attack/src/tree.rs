//! Methods as trees of statements: text at the leaves, so that a smaller method is one with something left out.

/// A method in a class of its own: the head, the variables declared at its top, and statements that stay well-formed
/// whichever of them are removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// `static int run(int p0)`.
    pub head: String,
    /// Variables: type, name, first value.
    pub locals: Vec<(String, String, String)>,
    pub body: Vec<Statement>,
    pub last: String,
}

/// A statement, which may be taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Line(String),
    /// `head { body } tail { other }`; no tail if there is no other part.
    Block {
        head: String,
        body: Vec<Statement>,
        other: Option<(String, Vec<Statement>)>,
    },
}

impl Method {
    /// The method in Java, a statement a line; variables that nothing mentions are left out.
    pub fn text(&self) -> String {
        let mut body = String::new();
        self.body.iter().for_each(|statement| statement.write(&mut body, 2));
        body += &format!("        {}\n", self.last);
        let mut used = body.clone();
        let mut declared = Vec::new();
        for (ty, name, value) in self.locals.iter().rev() {
            if mentions(&used, name) {
                used += value;
                declared.push(format!("        {ty} {name} = {value};\n"));
            }
        }
        declared.reverse();
        format!("    {} {{\n{}{body}    }}\n", self.head, declared.concat())
    }

    /// The method with other texts.
    pub fn map(&self, change: &dyn Fn(&str) -> String) -> Method {
        let locals = self.locals.iter().map(|(ty, name, value)| (change(ty), change(name), change(value)));
        Method {
            head: change(&self.head),
            locals: locals.collect(),
            body: self.body.iter().map(|statement| statement.map(change)).collect(),
            last: change(&self.last),
        }
    }

    /// The method with one thing less, in all ways.
    pub fn smaller(&self) -> Vec<Method> {
        let bodies = smaller(&self.body);
        bodies.into_iter().map(|body| Method { body, ..self.clone() }).collect()
    }
}

impl Statement {
    fn write(&self, out: &mut String, depth: usize) {
        let indent = "    ".repeat(depth);
        match self {
            Statement::Line(text) => *out += &format!("{indent}{text}\n"),
            Statement::Block { head, body, other } => {
                *out += &format!("{indent}{head} {{\n");
                body.iter().for_each(|statement| statement.write(out, depth + 1));
                if let Some((tail, other)) = other {
                    *out += &format!("{indent}}} {tail} {{\n");
                    other.iter().for_each(|statement| statement.write(out, depth + 1));
                }
                *out += &format!("{indent}}}\n");
            }
        }
    }

    fn map(&self, change: &dyn Fn(&str) -> String) -> Statement {
        let all = |body: &[Statement]| body.iter().map(|statement| statement.map(change)).collect();
        match self {
            Statement::Line(text) => Statement::Line(change(text)),
            Statement::Block { head, body, other } => Statement::Block {
                head: change(head),
                body: all(body),
                other: other.as_ref().map(|(tail, body)| (change(tail), all(body))),
            },
        }
    }

    /// What the statement may become: fewer statements inside, or what is inside alone.
    fn smaller(&self) -> Vec<Vec<Statement>> {
        let Statement::Block { head, body, other } = self else { return Vec::new() };
        let counts = head.starts_with("for");
        let mut out = if counts { Vec::new() } else { vec![body.clone()] };
        if let Some((tail, inside)) = other {
            if tail == "else" {
                out.push(inside.clone());
                out.push(vec![Statement::Block { head: head.clone(), body: body.clone(), other: None }]);
            }
            for inside in smaller(inside) {
                let other = Some((tail.clone(), inside));
                out.push(vec![Statement::Block { head: head.clone(), body: body.clone(), other }]);
            }
        }
        for body in smaller(body) {
            out.push(vec![Statement::Block { head: head.clone(), body, other: other.clone() }]);
        }
        out
    }
}

fn smaller(statements: &[Statement]) -> Vec<Vec<Statement>> {
    let mut out = Vec::new();
    for index in 0..statements.len() {
        let with = |parts: Vec<Statement>| {
            let (before, after) = (&statements[..index], &statements[index + 1..]);
            [before.to_vec(), parts, after.to_vec()].concat()
        };
        out.push(with(Vec::new()));
        out.extend(statements[index].smaller().into_iter().map(with));
    }
    out
}

/// Whether a name occurs as a word of its own.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_methods_have_less() {
        let line = |text: &str| Statement::Line(text.to_owned());
        let block = Statement::Block { head: "if (b)".into(), body: vec![line("i = 1;")], other: None };
        let method = Method {
            head: "static int run(boolean b)".into(),
            locals: vec![("int".into(), "i".into(), "0".into()), ("int".into(), "j".into(), "0".into())],
            body: vec![block, line("i = 2;")],
            last: "return i;".into(),
        };
        assert_eq!(method.smaller().len(), 4);
        assert!(!method.text().contains("int j"));
        assert!(method.smaller().iter().all(|other| other.text().len() < method.text().len()));
    }
}
