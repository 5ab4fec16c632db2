//! Classes of the target that cannot be explored because they cannot be loaded: said, and never passed over as if all were well.

use program::LinkErrorKind;

use crate::outcome::Outcome;
use crate::show;
use crate::target::Target;

/// Says which classes are left out and why. A file that is no class is wrong input; a class that needs another which is not there has no
/// answer.
pub fn classes(target: &Target) -> Outcome {
    let mut outcome = Outcome::Clean;
    for name in &target.classes {
        if let Err(error) = target.program.class_named(name) {
            let class = name.replace('/', ".");
            let left_out =
                format!("`{class}` is left out: without it, what is said is not about the whole target");
            eprintln!("{}", show::draw(&error.diagnostic().help(left_out)));
            let is_incomplete = error.kind == LinkErrorKind::NoClassDefFound && error.message != *name;
            outcome = outcome.and(if is_incomplete { Outcome::Unknown } else { Outcome::WrongInput });
        }
    }
    outcome
}
