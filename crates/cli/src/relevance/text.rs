//! Irrelevant code at a terminal: methods with such lines dimmed, and the chain of dependence of one line.

use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;

use relevance::{LineReport, LineVerdict};
use report::{LineView, Mark, SourceView, together};

use super::Answer;
use crate::outcome::Outcome;
use crate::views::SourceNames;

/// The methods with irrelevant lines, those lines dimmed and marked, each with its reason.
pub fn print_sources(sources: &[SourceView], lines: &[LineReport]) {
    let (dim, normal) = if std::io::stdout().is_terminal() { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
    for source in sources.iter().filter(|source| !source.lines.is_empty()) {
        println!("{}", source.file);
        let mut marks: BTreeMap<u32, Vec<&LineView>> = BTreeMap::new();
        for mark in &source.lines {
            marks.entry(mark.line).or_default().push(mark);
        }
        let mut shown = 0;
        for (from, to) in extents(&source.file, lines) {
            let texts = source.text.lines().enumerate().skip(from.max(shown + 1) as usize - 1);
            for (index, text) in texts.take_while(|(index, _)| *index < to as usize) {
                let number = index as u32 + 1;
                match marks.get(&number) {
                    Some(marks) => {
                        let whys: Vec<String> = marks.iter().map(|mark| mark.remark()).collect();
                        let text = dimmed(text, marks, (dim, normal));
                        println!("{number:5} ~ {text}{dim}   // {}{normal}", whys.join("; "));
                    }
                    None => println!("{number:5}   {text}"),
                }
            }
            println!();
            shown = to;
        }
    }
}

/// A line with what does not matter dimmed: all of it, or its parts.
fn dimmed(text: &str, marks: &[&LineView], (dim, normal): (&str, &str)) -> String {
    if marks.iter().any(|mark| mark.mark != Mark::Part) {
        return format!("{dim}{text}{normal}");
    }
    let parts: Vec<(usize, usize)> = marks.iter().filter_map(|mark| mark.columns).collect();
    let mut out = String::new();
    for (at, letter) in text.chars().enumerate() {
        out.extend(parts.iter().filter(|part| part.0 == at).map(|_| dim));
        out.push(letter);
        out.extend(parts.iter().filter(|part| part.1 == at + 1).map(|_| normal));
    }
    out
}

/// First and last lines of the methods of a file that have something to show, in order; a method's head stands above its code
/// and its closing brace below.
fn extents(file: &str, lines: &[LineReport]) -> Vec<(u32, u32)> {
    let mut extents: BTreeMap<_, (u32, u32, bool)> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.file == file) {
        let hit = matches!(line.verdict, LineVerdict::Irrelevant | LineVerdict::Unreached)
            || !line.parts.is_empty();
        let extent = extents.entry(line.method_id).or_insert((line.line, line.line, false));
        *extent = (extent.0.min(line.line), extent.1.max(line.line), extent.2 || hit);
    }
    let shown = extents.into_values().filter(|(_, _, hit)| *hit);
    let mut shown: Vec<(u32, u32)> =
        shown.map(|(from, to, _)| (from.saturating_sub(1).max(1), to + 1)).collect();
    shown.sort_unstable();
    shown
}

/// Why a line matters: the lines from it to the outcome that needs it; or that it does not.
pub fn print_why(sources: &[SourceView], answers: &[Answer], line: u32) -> Outcome {
    let names = SourceNames::of(sources);
    let mut said = false;
    for answer in answers {
        let Some(relevance) = &answer.relevance else { continue };
        for ((file, _), chain) in relevance.chains.iter().filter(|((_, number), _)| *number == line) {
            if std::mem::replace(&mut said, true) {
                continue;
            }
            println!("{file}:{line} matters:");
            for (index, step) in chain.steps.iter().enumerate() {
                let text = names.get(&step.file).and_then(|source| source.line(step.line));
                let text = text.map_or_else(|| format!("({})", step.file), |text| text.trim().to_owned());
                let arrow = if index == 0 { " " } else { "→" };
                println!("  {arrow} {:4}  {text:50}  in `{}`", step.line, step.method);
            }
            println!("  → {}", chain.outcome);
        }
    }
    if said {
        return Outcome::Clean;
    }
    let mut lines =
        answers.iter().flat_map(|answer| &answer.relevance).flat_map(|relevance| &relevance.lines);
    if let Some(found) = lines.find(|found| found.line == line && !found.fate.why.is_empty()) {
        let beside = together(&super::beside(&found.fate.companions, &BTreeSet::from([line])));
        println!("{}:{line} does not matter: {}{beside}", found.file, found.fate.why);
        return Outcome::Clean;
    }
    println!("no code of the methods looked at is on line {line}");
    Outcome::Unknown
}
