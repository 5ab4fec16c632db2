//! Other code for a line of Java: what it assigns, which way it goes, or nothing at all.

/// The line as it could be instead, in several ways; whether nothing is left of it.
pub fn mutate(line: &str, text: &str) -> Vec<Mutant> {
    let code = line.split("//").next().unwrap_or(line).trim();
    if let Some((head, condition)) = condition(code) {
        return match head {
            "if" | "} else if" => vec![Mutant::other(format!("{head} (!({condition})) {{"))],
            "while" => vec![Mutant::other(format!("while (({condition}) && false) {{"))],
            _ => for_loop(condition),
        };
    }
    let Some(statement) = code.strip_suffix(';') else { return Vec::new() };
    if let Some((target, value)) = statement.split_once(" = ") {
        return match target.split_once(' ') {
            Some((class, name)) => declaration(class, name, value),
            None => assignment(target, text),
        };
    }
    let is_step = ["++", "--", "+=", "-=", "*="].iter().any(|step| statement.contains(step));
    let is_call =
        statement.ends_with(')') && !statement.starts_with("return") && !statement.starts_with("throw");
    match (is_step, is_call) {
        (true, _) => vec![Mutant::nothing(), Mutant::other(format!("{} += 5;", name_in(statement)))],
        (false, true) => vec![Mutant::nothing()],
        (false, false) => Vec::new(),
    }
}

/// The line with a part of it (first column, and the one behind the last) giving another value. A part that is not an assignment as a whole
/// keeps what is to its right.
pub fn mutate_part(line: &str, (from, to): (usize, usize)) -> Vec<Mutant> {
    let letters: Vec<char> = line.chars().collect();
    let text = |from: usize, to: usize| letters[from..to.min(letters.len())].iter().collect::<String>();
    let part = text(from, to);
    let is_statement = text(0, from).trim_end().ends_with([';', ',', '{']);
    let others = match part.split_once('=') {
        Some((target, "")) => vec![format!("{target}= 7 + ")],
        Some((target, _)) => vec![format!("{target}= 41"), format!("{target}= null")],
        None if is_statement && part.contains(['+', '-']) => vec![format!("{} += 5", name_in(&part))],
        None => Vec::new(),
    };
    let whole = |other: String| Mutant::other(text(0, from) + &other + &text(to, letters.len()));
    others.into_iter().map(whole).collect()
}

/// What stands in a line's place.
pub struct Mutant {
    pub line: String,
    pub is_gone: bool,
}

impl Mutant {
    fn nothing() -> Self {
        Self { line: ";".into(), is_gone: true }
    }

    fn other(line: String) -> Self {
        Self { line, is_gone: false }
    }
}

/// A statement's head and the text in its parentheses.
fn condition(code: &str) -> Option<(&str, &str)> {
    let heads = ["if", "} else if", "while", "for"];
    heads.into_iter().find_map(|head| {
        let rest = code.strip_prefix(head)?.strip_prefix(" (")?;
        Some((head, rest.strip_suffix(") {")?))
    })
}

fn for_loop(parts: &str) -> Vec<Mutant> {
    let parts: Vec<&str> = parts.split("; ").collect();
    match parts[..] {
        [start, condition, step] => {
            vec![Mutant::other(format!("for ({start}; ({condition}) && false; {step}) {{"))]
        }
        _ => Vec::new(),
    }
}

fn declaration(class: &str, name: &str, value: &str) -> Vec<Mutant> {
    let others = match class {
        "int" | "long" => vec!["41".to_owned(), format!("({value}) + 1")],
        "boolean" => vec![format!("!({value})")],
        _ => vec!["null".to_owned()],
    };
    others.into_iter().map(|other| Mutant::other(format!("{class} {name} = {other};"))).collect()
}

fn assignment(target: &str, text: &str) -> Vec<Mutant> {
    let is_int = target.ends_with(".value")
        || target.ends_with(']')
        || target == "count"
        || text.contains(&format!("int {target} ="))
        || text.contains(&format!("int {target},"));
    let mut mutants = vec![Mutant::nothing()];
    if is_int {
        mutants.push(Mutant::other(format!("{target} = 41;")));
    }
    mutants
}

pub fn name_in(statement: &str) -> &str {
    let end =
        statement.find(|c: char| !(c.is_alphanumeric() || c == '.' || c == '_')).unwrap_or(statement.len());
    &statement[..end]
}
