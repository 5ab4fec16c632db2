//! The repaired conjecture on irrelevant code as a mutation test [Otto15, Conj. 4.17]: replace what `cupper relevance` calls
//! irrelevant by other code, run both versions on the same inputs on the JVM, and see the same outcomes.
//!
//! Programs are the suite's and random ones. Reported lines and parts of lines are changed in the ways [`mutate`] knows. As the conjecture
//! demands, a mutant counts only if the changed line is irrelevant in it, too, and runs that do not end count for
//! nothing. One more repair is needed: a branch that is always decided one way is irrelevant, and so is its negation, which is
//! decided the other way; so a mutant counts only if the other lines it reaches are those the original reaches.
//! Each version is a package of its own; one driver calls all methods of all versions with equal inputs and
//! prints what differs. The same changes to *relevant* lines must show: otherwise the test could not fail.

mod mutate;
mod random;
mod versions;

use std::path::Path;

use versions::{Line, Suite, Was};

/// Random programs looked at, unless `MUTATION_SEEDS=100..200` names others; of each, so many of its irrelevant lines are changed.
const RANDOM: u64 = 12;
const CHANGED: usize = 4;
/// Programs whose relevant lines are changed, too: the longest.
const COUNTERCHECKED: usize = 4;

#[test]
fn irrelevant_code_can_be_replaced_and_relevant_code_cannot() {
    let programs = programs();
    let lengths: Vec<Line> = programs.iter().map(|(_, text)| text.lines().count() as Line).collect();
    let mut longest: Vec<usize> = (0..lengths.len()).collect();
    longest.sort_by_key(|program| std::cmp::Reverse(lengths[*program]));
    longest.truncate(COUNTERCHECKED);
    let mut suite = Suite::new(programs);
    let answers = suite.analyse();
    for (program, said) in answers.iter().enumerate() {
        let irrelevant = &said.irrelevant;
        if longest.contains(&program) {
            let relevant = (1..=lengths[program]).filter(|line| !irrelevant.contains(line));
            suite.mutate(program, Was::Relevant, relevant);
        }
        let step = (irrelevant.len() / CHANGED).max(1);
        suite.mutate(program, Was::Irrelevant, irrelevant.iter().copied().step_by(step));
        suite.mutate_parts(program, &said.parts);
    }
    suite.compile();
    suite.keep_irrelevant(&answers);

    let (differing, mutants) = (suite.compare(Was::Irrelevant), suite.count(Was::Irrelevant));
    assert!(mutants >= 40, "only {mutants} mutants are left to compare");
    assert!(differing.is_empty(), "{} of {mutants} differ:\n{}", differing.len(), differing.join("\n"));

    let (differing, mutants) = (suite.compare(Was::Relevant).len(), suite.count(Was::Relevant));
    assert!(mutants >= 40 && differing * 2 > mutants, "only {differing} of {mutants} relevant changes show");
}

/// The suite's programs whose outcomes are all that a caller can see, and random ones.
fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/relevance");
    let files = std::fs::read_dir(folder).expect("the programs are in the repository").flatten();
    let mut programs: Vec<(String, String)> = files
        .filter_map(|file| {
            let name = file.file_name().to_str()?.strip_suffix(".java")?.to_owned();
            Some((name, std::fs::read_to_string(file.path()).ok()?))
        })
        .filter(|(_, text)| !text.starts_with("// args: "))
        .collect();
    programs.sort();
    let seeds = std::env::var("MUTATION_SEEDS").ok().and_then(|seeds| {
        let (from, to) = seeds.split_once("..")?;
        Some(from.parse().ok()?..to.parse().ok()?)
    });
    let seeds = seeds.unwrap_or(0..RANDOM);
    programs.extend(seeds.map(|seed| (format!("Random{seed}"), random::program(seed))));
    programs
}
