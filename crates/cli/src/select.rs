//! Which methods a command is about: those named with `--method` (see [`MethodPattern`]), or all a caller could call.

use program::class::Flags;
use program::{MethodId, MethodPattern, Program};

use crate::target::Target;

/// The methods that fit any of the patterns, each of which fits one at least.
pub fn all_named(target: &Target, patterns: &[String]) -> anyhow::Result<Vec<MethodId>> {
    let named: Result<Vec<_>, _> = patterns.iter().map(|pattern| named(target, pattern)).collect();
    Ok(named?.concat())
}

/// Every method of the target's own classes that fits the pattern; at least one.
pub fn named(target: &Target, pattern: &str) -> anyhow::Result<Vec<MethodId>> {
    Ok(MethodPattern::new(pattern).all(&target.program, &target.classes)?)
}

/// The one method of the target's own classes that fits.
pub fn the_one(target: &Target, pattern: &str) -> anyhow::Result<MethodId> {
    Ok(MethodPattern::new(pattern).one(&target.program, &target.classes)?)
}

/// What the target's own classes offer to callers: methods with a body, neither private nor made by the compiler.
pub fn callable(target: &Target) -> Vec<MethodId> {
    let mut found = Vec::new();
    for id in target.load() {
        found.extend(target.program.class(id).methods().filter(|&method| {
            let info = target.program.method(method);
            let hidden = [Flags::PRIVATE, Flags::SYNTHETIC, Flags::ABSTRACT, Flags::NATIVE];
            !hidden.into_iter().any(|flag| info.flags.is(flag)) && !info.name.starts_with('<')
        }));
    }
    found
}

/// `Class.name(int, String)`, as users write it.
pub fn label(program: &Program, method: MethodId) -> String {
    program.call_name(method)
}
