//! Which methods a command is about: those named with `--method`, or all a caller could call.
//!
//! A pattern is `name`, `Class.name` or `pack.Class.name`; where overloads must be told apart the parameter types follow, as in
//! `sum(int, String)`, or the descriptor, as in `sum(I)I`.

use base::Diagnostic;
use explore::Entry;
use program::class::Flags;
use program::{MethodId, Program};

use crate::target::Target;

/// The methods that fit any of the patterns, each of which fits one at least.
pub fn all_named(target: &Target, patterns: &[String]) -> anyhow::Result<Vec<MethodId>> {
    let named: Result<Vec<_>, _> = patterns.iter().map(|pattern| named(target, pattern)).collect();
    Ok(named?.concat())
}

/// Every method of the target's own classes that fits the pattern; at least one.
pub fn named(target: &Target, pattern: &str) -> anyhow::Result<Vec<MethodId>> {
    let (path, signature) = match pattern.find('(') {
        Some(at) => (&pattern[..at], Some(&pattern[at..])),
        None => (pattern, None),
    };
    let (class, name) = match path.rsplit_once('.') {
        Some((class, name)) => (Some(class), name),
        None => (None, path),
    };
    let mut found = Vec::new();
    for id in target.load()? {
        let java_name = target.program.class(id).java_name().replace('$', ".");
        let fits_class = |class: &str| {
            let class = class.replace(['/', '$'], ".");
            java_name == class || java_name.ends_with(&format!(".{class}"))
        };
        if class.is_none_or(fits_class) {
            found.extend(target.program.class(id).methods().filter(|&method| {
                *target.program.method(method).name == *name
                    && signature.is_none_or(|signature| has_signature(&target.program, method, signature))
            }));
        }
    }
    if found.is_empty() {
        return Err(no_such_method(target, pattern, name).into());
    }
    Ok(found)
}

/// The one method that fits.
pub fn the_one(target: &Target, pattern: &str) -> anyhow::Result<MethodId> {
    let found = named(target, pattern)?;
    let [method] = found[..] else {
        let overloads: Vec<String> = found.iter().map(|&method| label(&target.program, method)).collect();
        let message = format!("`{pattern}` fits {} methods", found.len());
        return Err(Diagnostic::error("ambiguous-method", message)
            .help(format!("name one of {}", overloads.join(", ")))
            .into());
    };
    Ok(method)
}

/// What the target's own classes offer to callers: methods with a body, neither private nor made by the compiler.
pub fn callable(target: &Target) -> anyhow::Result<Vec<MethodId>> {
    let mut found = Vec::new();
    for id in target.load()? {
        found.extend(target.program.class(id).methods().filter(|&method| {
            let info = target.program.method(method);
            let hidden = [Flags::PRIVATE, Flags::SYNTHETIC, Flags::ABSTRACT, Flags::NATIVE];
            !hidden.into_iter().any(|flag| info.flags.is(flag)) && !info.name.starts_with('<')
        }));
    }
    Ok(found)
}

/// `Class.name(int, String)`, as users write it.
pub fn label(program: &Program, method: MethodId) -> String {
    Entry::new(program, method).name
}

fn has_signature(program: &Program, method: MethodId, wanted: &str) -> bool {
    let tight = |text: &str| text.replace(' ', "");
    let label = label(program, method);
    let types = label.find('(').map_or("", |at| &label[at..]);
    *wanted == *program.method(method).descriptor || tight(wanted) == tight(types)
}

fn no_such_method(target: &Target, pattern: &str, name: &str) -> Diagnostic {
    let error = Diagnostic::error("no-such-method", format!("the target has no method `{pattern}`"));
    let alike = callable(target).unwrap_or_default().into_iter().find(|&method| {
        let known = &target.program.method(method).name;
        known.eq_ignore_ascii_case(name) || known.starts_with(name) || name.starts_with(&**known)
    });
    match alike {
        Some(method) => error.help(format!("did you mean `{}`?", label(&target.program, method))),
        None => error,
    }
}
