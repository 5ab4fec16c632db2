//! One mistake, one finding: what several methods run into at the same place is told once.
//!
//! It is told of the method that is nearest to it, by its stack; the message says how many others there are.

use std::collections::BTreeMap;

use report::{Finding, Report, Spot};

/// Leaves each kind of finding at each place once.
pub fn tell_once(report: &mut Report) {
    let mut nearest: BTreeMap<Mistake, Seen> = BTreeMap::new();
    for (index, result) in report.results.iter().enumerate() {
        for (number, finding) in result.findings.iter().enumerate() {
            let Some(mistake) = mistake(finding) else { continue };
            let here = Seen { depth: finding.stack.len(), at: (index, number), count: 1 };
            nearest
                .entry(mistake)
                .and_modify(|seen| {
                    let count = seen.count + 1;
                    let nearer = if here.depth < seen.depth { &here } else { &*seen };
                    *seen = Seen { count, ..*nearer };
                })
                .or_insert(here);
        }
    }
    for (index, result) in report.results.iter_mut().enumerate() {
        let mut number = 0;
        let had_some = !result.findings.is_empty();
        result.findings.retain_mut(|finding| {
            let at = (index, number);
            number += 1;
            let Some(mistake) = mistake(finding) else { return true };
            let seen = &nearest[&mistake];
            if seen.at == at && seen.count > 1 {
                finding.message += &format!(" (also reached from {})", others(seen.count - 1));
            }
            seen.at == at
        });
        if had_some && result.findings.is_empty() {
            result.word += " (told of another method)";
        }
    }
}

/// Kind and place; and what is said, if it is no event on a run: there may be several such things on a line.
type Mistake = (String, Spot, Option<String>);

fn mistake(finding: &Finding) -> Option<Mistake> {
    let said = finding.stack.is_empty().then(|| finding.message.clone());
    Some((finding.kind.clone(), finding.spot.clone()?, said))
}

#[derive(Clone, Copy)]
struct Seen {
    depth: usize,
    /// Which result, and which of its findings.
    at: (usize, usize),
    count: usize,
}

fn others(count: usize) -> String {
    match count {
        1 => "another method".to_owned(),
        many => format!("{many} other methods"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::MethodReport;

    #[test]
    fn the_nearest_method_keeps_the_finding() {
        let spot = Some(Spot { file: "A.java".into(), line: 3, column: 0 });
        let finding = |depth: usize| Finding {
            kind: "E".into(),
            message: "broken".into(),
            spot: spot.clone(),
            stack: vec![String::new(); depth],
            ..Finding::default()
        };
        let result = |depth| MethodReport { findings: vec![finding(depth)], ..MethodReport::default() };
        let mut report = Report { results: vec![result(2), result(1), result(3)], ..Report::default() };
        tell_once(&mut report);
        let told: Vec<Vec<&str>> = report
            .results
            .iter()
            .map(|result| result.findings.iter().map(|finding| finding.message.as_str()).collect())
            .collect();
        assert!(report.results[0].word.contains("another method") && report.results[1].word.is_empty());
        assert_eq!(told, [vec![], vec!["broken (also reached from 2 other methods)"], vec![]]);
    }

    #[test]
    fn two_things_on_a_line_are_both_told() {
        let spot = Some(Spot { file: "A.java".into(), line: 3, column: 0 });
        let finding = |said: &str| Finding {
            kind: "irrelevant-code".into(),
            message: said.into(),
            spot: spot.clone(),
            ..Finding::default()
        };
        let result = MethodReport { findings: vec![finding("a"), finding("b")], ..MethodReport::default() };
        let mut report = Report { results: vec![result], ..Report::default() };
        tell_once(&mut report);
        assert_eq!(report.results[0].findings.len(), 2);
    }
}
