//! Imports: the members of other files, each file once, however many import it.
//!
//! `import "path"` is read by the caller ([`Files`]), relative to the importing file and never from outside the folder of
//! the first; `import <path>` is one of the texts that come with the language ([`STANDARD`]).

use std::fmt;
use std::sync::Arc;

use base::{Diagnostic, Source};
use rustc_hash::FxHashSet;

use super::parser;
use super::syntax::{Exp, ExpKind, File, Import, Measure, MeasureKind, Statement, StatementKind};

/// Who reads the files that a file imports, by their path beside the first. By default nobody does.
#[derive(Clone, Default)]
pub struct Files(Option<Arc<Read>>);

type Read = dyn Fn(&str) -> Result<String, String> + Send + Sync;

impl Files {
    pub fn new(read: impl Fn(&str) -> Result<String, String> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(read)))
    }

    fn read(&self, path: &str) -> Result<String, String> {
        match &self.0 {
            Some(read) => read(path),
            None => Err("files cannot be imported here".to_owned()),
        }
    }
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "files" } else { "no files" })
    }
}

/// What `import <path>` may name: orders that termination measures decrease in.
const STANDARD: &[(&str, &str)] = &[
    ("adt/contains.vpr", include_str!("standard/contains.vpr")),
    ("adt/derives.vpr", "import <adt/contains.vpr>"),
    ("decreases/all.vpr", include_str!("standard/all.vpr")),
    ("decreases/bool.vpr", include_str!("standard/bool.vpr")),
    ("decreases/declaration.vpr", include_str!("standard/declaration.vpr")),
    ("decreases/int.vpr", include_str!("standard/int.vpr")),
    ("decreases/multiset.vpr", include_str!("standard/multiset.vpr")),
    ("decreases/perm.vpr", include_str!("standard/perm.vpr")),
    ("decreases/predicate_instance.vpr", include_str!("standard/predicate_instance.vpr")),
    ("decreases/rational.vpr", "import <decreases/perm.vpr>"),
    ("decreases/ref.vpr", include_str!("standard/ref.vpr")),
    ("decreases/seq.vpr", include_str!("standard/seq.vpr")),
    ("decreases/set.vpr", include_str!("standard/set.vpr")),
    ("predicateinstance/pi.vpr", "domain PredicateInstance {}"),
];

/// How many files one program may be made of.
const MAX_FILES: usize = 1_000;

/// A file that waits to be read.
struct Wanted {
    standard: bool,
    path: String,
    /// Nothing for the first.
    import: Option<Import>,
}

/// Reads a text and all it imports.
pub fn read(source: &Arc<Source>, files: &Files) -> Result<File, Diagnostic> {
    let mut whole = parser::parse(source)?;
    let mut known: FxHashSet<(bool, String)> = FxHashSet::default();
    known.insert((false, last(&source.name).to_owned()));
    let mut wanted = Vec::new();
    want(&whole.imports, None, &mut wanted)?;
    while let Some(next) = wanted.pop() {
        if !known.insert((next.standard, next.path.clone())) {
            continue;
        }
        if known.len() > MAX_FILES {
            return Err(problem(format!("more than {MAX_FILES} files are imported"), &next));
        }
        let text = if next.standard { standard(&next.path) } else { files.read(&next.path) };
        let text = text.map_err(|why| problem(format!("cannot import `{}`: {why}", next.path), &next))?;
        let name = if next.standard { format!("<{}>", next.path) } else { beside(&source.name, &next.path) };
        let file = parser::parse(&Source::new(name, text))?;
        want(&file.imports, Some(&next), &mut wanted)?;
        append(&mut whole, file);
    }
    whole.imports.clear();
    add_orders(&mut whole)?;
    Ok(whole)
}

/// The orders a program with measures needs, and their domains; an order that is there already is not added.
const ORDERS: &[(&str, &str)] = &[
    ("WellFoundedOrder", "decreases/declaration.vpr"),
    ("IntWellFoundedOrder", "decreases/int.vpr"),
    ("BoolWellFoundedOrder", "decreases/bool.vpr"),
    ("PermWellFoundedOrder", "decreases/perm.vpr"),
    ("RefWellFoundedOrder", "decreases/ref.vpr"),
    ("SeqWellFoundedOrder", "decreases/seq.vpr"),
    ("SetWellFoundedOrder", "decreases/set.vpr"),
    ("MultiSetWellFoundedOrder", "decreases/multiset.vpr"),
    ("PredicateInstance", "predicateinstance/pi.vpr"),
    ("PredicateInstancesWellFoundedOrder", "decreases/predicate_instance.vpr"),
];

fn add_orders(whole: &mut File) -> Result<(), Diagnostic> {
    let names: Vec<&str> = whole.predicates.iter().map(|predicate| predicate.name.text.as_str()).collect();
    let is_instance = |part: &Exp| match &part.kind {
        ExpKind::Acc(..) => true,
        ExpKind::Call { name, .. } => names.contains(&name.text.as_str()),
        _ => false,
    };
    let (mut has_measures, mut has_instances) = (false, false);
    for_each_measure(whole, &mut |measure| {
        if let MeasureKind::Tuple(parts) = &measure.kind {
            has_measures |= !parts.is_empty();
            has_instances |= parts.iter().any(is_instance);
        }
    });
    if !has_measures {
        return Ok(());
    }
    for (name, path) in ORDERS {
        let is_wanted = has_instances || !name.starts_with("PredicateInstance");
        if is_wanted && whole.domains.iter().all(|domain| domain.name.text != *name) {
            let text = standard(path).unwrap_or_default();
            append(whole, parser::parse(&Source::new(format!("<{path}>"), text))?);
        }
    }
    Ok(())
}

fn for_each_measure(file: &File, visit: &mut dyn FnMut(&Measure)) {
    file.functions.iter().flat_map(|function| &function.decreases).for_each(&mut *visit);
    file.methods.iter().flat_map(|method| &method.decreases).for_each(&mut *visit);
    file.methods.iter().filter_map(|method| method.body.as_ref()).for_each(|body| of_loops(body, visit));
}

fn of_loops(block: &[Statement], visit: &mut dyn FnMut(&Measure)) {
    for statement in block {
        match &statement.kind {
            StatementKind::While { decreases, body, .. } => {
                decreases.iter().for_each(&mut *visit);
                of_loops(body, visit);
            }
            StatementKind::If { then, otherwise, .. } => {
                of_loops(then, visit);
                of_loops(otherwise, visit);
            }
            StatementKind::Block(body) => of_loops(body, visit),
            _ => {}
        }
    }
}

fn want(imports: &[Import], from: Option<&Wanted>, out: &mut Vec<Wanted>) -> Result<(), Diagnostic> {
    for import in imports {
        let standard = import.standard || from.is_some_and(|from| from.standard);
        let folder = match from {
            Some(from) if !import.standard => from.path.rsplit_once('/').map_or("", |(folder, _)| folder),
            _ => "",
        };
        let next = Wanted { standard, path: import.path.clone(), import: Some(import.clone()) };
        match joined(folder, &import.path) {
            Some(path) => out.push(Wanted { path, ..next }),
            None => {
                let message = format!("`{}` is outside the folder of the first file", import.path);
                return Err(problem(message, &next));
            }
        }
    }
    Ok(())
}

fn problem(message: String, wanted: &Wanted) -> Diagnostic {
    let diagnostic = Diagnostic::error("cannot-import", message);
    match &wanted.import {
        Some(import) => diagnostic.at(import.place.clone()),
        None => diagnostic,
    }
}

/// A path below the folder of the first file, without `.` and `..`; nothing if it leads elsewhere.
fn joined(folder: &str, path: &str) -> Option<String> {
    if path.starts_with('/') || path.contains(['\\', ':']) {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn standard(path: &str) -> Result<String, String> {
    let found = STANDARD.iter().find(|(known, _)| *known == path);
    found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "no such file comes with the language".to_owned())
}

fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn beside(first: &str, path: &str) -> String {
    match first.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{path}"),
        None => path.to_owned(),
    }
}

fn append(whole: &mut File, other: File) {
    let File { imports: _, fields, methods, functions, predicates, domains, adts, macros } = other;
    whole.fields.extend(fields);
    whole.methods.extend(methods);
    whole.functions.extend(functions);
    whole.predicates.extend(predicates);
    whole.domains.extend(domains);
    whole.adts.extend(adts);
    whole.macros.extend(macros);
}
