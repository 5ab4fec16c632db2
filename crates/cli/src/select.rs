//! Which methods a command is about: those named with `--method`, or all a caller could call.
//!
//! A pattern is `name`, `Class.name` or `pack.Class.name`, with the descriptor behind it (`sum(I)I`) where overloads must be told
//! apart.

use base::Diagnostic;
use program::class::Flags;
use program::{MethodId, Program};

use crate::target::Target;

/// Every method of the target's own classes that fits the pattern; at least one.
pub fn named(target: &Target, pattern: &str) -> anyhow::Result<Vec<MethodId>> {
    let (path, descriptor) = match pattern.find('(') {
        Some(at) => (&pattern[..at], Some(&pattern[at..])),
        None => (pattern, None),
    };
    let (class, name) = match path.rsplit_once('.') {
        Some((class, name)) => (Some(class), name),
        None => (None, path),
    };
    let mut found = Vec::new();
    for id in target.load()? {
        let java_name = target.program.class(id).java_name();
        let fits_class = |class: &str| java_name == class || java_name.ends_with(&format!(".{class}"));
        if class.is_none_or(fits_class) {
            found.extend(target.program.class(id).methods().filter(|&method| {
                let info = target.program.method(method);
                *info.name == *name && descriptor.is_none_or(|descriptor| *info.descriptor == *descriptor)
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
        let message = format!("`{pattern}` fits {} methods: {}", found.len(), overloads.join(", "));
        return Err(Diagnostic::error("ambiguous-method", message)
            .help("add the descriptor, as in `sum(I)I`")
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

/// `Class.name(descriptor)`
pub fn label(program: &Program, method: MethodId) -> String {
    let info = program.method(method);
    format!("{}.{}{}", program.class(info.class).java_name(), info.name, info.descriptor)
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
