//! Results of the analyses as reports: one function for each, so that every form of output works for all of them.

mod explored;
mod heap;
mod stops;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use graph::excluded::Excluded;
use program::Program;
use report::{MethodReport, Place, Report, SourceView, Step};

use crate::target::Target;
pub use explored::{assumed, explored, proven_by_graph};
pub use heap::drawn;
pub use stops::stops;
pub use tree::tree;

/// A report of this command about what the user named so, with the target's sources to show.
pub fn report(command: &str, named: &[String], target: &Target, results: Vec<MethodReport>) -> Report {
    let mut report = Report { results, sources: sources(target), ..bare(command, named) };
    name_files_as_the_user_did(&mut report);
    report
}

/// A report of this command without anything in it.
pub fn bare(command: &str, named: &[String]) -> Report {
    let version = env!("CARGO_PKG_VERSION").into();
    Report { command: command.into(), version, targets: named.to_vec(), ..Report::default() }
}

/// The texts of the target's sources, where they were given.
pub fn sources(target: &Target) -> Vec<SourceView> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut seen = BTreeSet::new();
    for class in target.classes.iter().filter(|_| !target.sources.is_empty()) {
        let Ok(id) = target.program.class_named(class) else { continue };
        let Some(name) = target.program.class_attributes(id).source_file.clone() else { continue };
        let package = target.program.class(id).package();
        let places =
            target.sources.iter().flat_map(|folder| [folder.join(package).join(&*name), folder.join(&*name)]);
        files.extend(places.into_iter().find(|file| file.is_file()).filter(|file| seen.insert(file.clone())));
    }
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).ok()?;
        Some(SourceView { file: file.display().to_string(), text, lines: Vec::new() })
    };
    files.into_iter().filter_map(read).collect()
}

/// What never happens at single lines.
pub fn excluded(program: &Program, all: &[Excluded]) -> Vec<Step> {
    let step = |one: &Excluded| {
        let class = program.method(one.method).class;
        let file = program.class_attributes(class).source_file.clone()?;
        let place = Place { file: file.to_string(), line: one.line, ..Place::default() };
        Some(Step { place: Some(place), message: one.what.sentence().to_owned() })
    };
    let mut steps: Vec<Step> = all.iter().filter_map(step).collect();
    steps.dedup();
    steps
}

/// Finds sources by what class files call them: `p/q/File.java`, or less of the path.
pub struct SourceNames<'s> {
    by_ending: BTreeMap<&'s str, &'s SourceView>,
}

impl<'s> SourceNames<'s> {
    pub fn of(sources: &'s [SourceView]) -> Self {
        let mut by_ending = BTreeMap::new();
        for source in sources {
            let slashes = source.file.match_indices('/').map(|(at, _)| at + 1);
            for start in std::iter::once(0).chain(slashes) {
                by_ending.entry(&source.file[start..]).or_insert(source);
            }
        }
        Self { by_ending }
    }

    pub fn get(&self, file: &str) -> Option<&'s SourceView> {
        self.by_ending.get(file).copied()
    }

    /// The file's name as the user wrote it, if it is a source of the user's.
    pub fn as_written(&self, file: &str) -> String {
        self.get(file).map_or_else(|| file.to_owned(), |source| source.file.clone())
    }
}

fn name_files_as_the_user_did(report: &mut Report) {
    let sources = std::mem::take(&mut report.sources);
    let names = SourceNames::of(&sources);
    let rename = |place: &mut Place| place.file = names.as_written(&place.file);
    for result in &mut report.results {
        result.excluded.iter_mut().filter_map(|step| step.place.as_mut()).for_each(rename);
        for finding in &mut result.findings {
            finding.place.iter_mut().for_each(rename);
            finding.flow.iter_mut().filter_map(|step| step.place.as_mut()).for_each(rename);
        }
    }
    report.sources = sources;
}
