//! One mistake, one finding: what several methods run into at the same place is told once.
//!
//! It is told of the method for which it is gravest, and among those of the nearest to it, by its stack; the others are named in it.

use std::collections::BTreeMap;

use base::Severity;
use report::{Finding, Place, Report};

/// Leaves each kind of finding at each place once.
pub fn tell_once(report: &mut Report) {
    let mut seen: BTreeMap<Mistake, Vec<Seen>> = BTreeMap::new();
    for (index, result) in report.results.iter().enumerate() {
        for (number, finding) in result.findings.iter().enumerate() {
            let Some(mistake) = mistake(finding) else { continue };
            let method = result.method.clone();
            let grade = (std::cmp::Reverse(finding.severity), finding.stack.len());
            let here = Seen { grade, at: (index, number), method };
            seen.entry(mistake).or_default().push(here);
        }
    }
    seen.values_mut().for_each(|seen| seen.sort_by_key(|one| one.grade));
    for (index, result) in report.results.iter_mut().enumerate() {
        let mut number = 0;
        let before = result.findings.len();
        result.findings.retain_mut(|finding| {
            let at = (index, number);
            number += 1;
            let Some([nearest, others @ ..]) = mistake(finding).map(|mistake| &seen[&mistake][..]) else {
                return true;
            };
            if nearest.at == at {
                finding.also = others.iter().map(|other| other.method.clone()).collect();
            }
            nearest.at == at
        });
        result.left_out += before - result.findings.len();
    }
}

/// Kind and place; and what is said, if it is no event on a run: there may be several such things on a line.
type Mistake = (String, Place, Option<String>);

fn mistake(finding: &Finding) -> Option<Mistake> {
    let said = finding.stack.is_empty().then(|| finding.message.clone());
    Some((finding.kind.clone(), finding.place.clone()?, said))
}

struct Seen {
    /// The least is the one that is told.
    grade: (std::cmp::Reverse<Severity>, usize),
    /// Which result, and which of its findings.
    at: (usize, usize),
    method: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::{Frame, MethodReport};

    #[test]
    fn the_nearest_method_keeps_the_finding() {
        let place = Some(Place { file: "A.java".into(), line: 3, ..Place::default() });
        let finding = |depth: usize| Finding {
            kind: "E".into(),
            message: "broken".into(),
            place: place.clone(),
            stack: vec![Frame::default(); depth],
            ..Finding::default()
        };
        let result = |method: &str, depth| MethodReport {
            method: method.into(),
            findings: vec![finding(depth)],
            ..MethodReport::default()
        };
        let results = vec![result("far", 2), result("near", 1), result("farther", 3)];
        let mut report = Report { results, ..Report::default() };
        tell_once(&mut report);
        let [far, near, farther] = &report.results[..] else { panic!("three results went in") };
        assert!(far.findings.is_empty() && farther.findings.is_empty());
        assert_eq!((far.left_out, near.left_out, farther.left_out), (1, 0, 1));
        assert_eq!(near.findings[0].also, ["far", "farther"]);
    }

    #[test]
    fn the_gravest_is_told_though_it_is_farther() {
        let place = Some(Place { file: "A.java".into(), line: 3, ..Place::default() });
        let result = |method: &str, depth, severity| MethodReport {
            method: method.into(),
            findings: vec![Finding {
                kind: "E".into(),
                place: place.clone(),
                severity,
                stack: vec![Frame::default(); depth],
                ..Finding::default()
            }],
            ..MethodReport::default()
        };
        let results = vec![result("hidden", 1, Severity::Warning), result("public", 2, Severity::Error)];
        let mut report = Report { results, ..Report::default() };
        tell_once(&mut report);
        assert!(report.results[0].findings.is_empty());
        assert_eq!(report.results[1].findings[0].also, ["hidden"]);
    }

    #[test]
    fn two_things_on_a_line_are_both_told() {
        let place = Some(Place { file: "A.java".into(), line: 3, ..Place::default() });
        let finding = |said: &str| Finding {
            kind: "irrelevant-code".into(),
            message: said.into(),
            place: place.clone(),
            ..Finding::default()
        };
        let result = MethodReport { findings: vec![finding("a"), finding("b")], ..MethodReport::default() };
        let mut report = Report { results: vec![result], ..Report::default() };
        tell_once(&mut report);
        assert_eq!(report.results[0].findings.len(), 2);
    }
}
