//! Classes of the target that nothing can be said about because they cannot be loaded: named, and never passed over as if all were well.

use base::Diagnostic;
use program::{LinkError, LinkErrorKind};

use crate::outcome::Outcome;
use crate::show;
use crate::target::Target;

/// Says which classes are left out and why. A file that is no class is wrong input, and so is a target without any class that can be
/// loaded; a class that needs another which is not there has no answer.
pub fn classes(target: &Target) -> Outcome {
    let (mut outcome, mut count) = (Outcome::Clean, 0);
    for name in &target.classes {
        if let Err(error) = target.program.class_named(name) {
            let class = name.replace('/', ".");
            let left_out =
                format!("`{class}` is left out: without it, what is said is not about the whole target");
            let (problem, status) = match needed(name, error) {
                Some(needed) => {
                    let message = format!("`{class}` needs `{needed}`, which is not on the class path");
                    (Diagnostic::error(error.kind.code(), message), Outcome::Unknown)
                }
                None => (error.diagnostic(), Outcome::WrongInput),
            };
            eprintln!("{}", show::draw(&problem.help(left_out)));
            outcome = outcome.and(status);
            count += 1;
        }
    }
    if count == target.classes.len() { Outcome::WrongInput } else { outcome }
}

/// The other class that is missing, if that is what is wrong with a class.
fn needed(name: &str, error: &LinkError) -> Option<String> {
    let is_other = error.kind == LinkErrorKind::NoClassDefFound
        && error.message != name
        && !error.message.contains("(wrong name");
    is_other.then(|| error.message.replace('/', "."))
}
