//! One mistake, one finding: what several methods run into at the same place is told once.
//!
//! It is told of the method that is nearest to it, by its stack; the message says how many others there are.

use std::collections::BTreeMap;

use report::{Report, Spot};

/// Leaves each kind of finding at each place once.
pub fn tell_once(report: &mut Report) {
    let mut nearest: BTreeMap<(String, Spot), Seen> = BTreeMap::new();
    for (index, result) in report.results.iter().enumerate() {
        for (number, finding) in result.findings.iter().enumerate() {
            let Some(spot) = finding.spot.clone() else { continue };
            let here = Seen { depth: finding.stack.len(), at: (index, number), count: 1 };
            nearest
                .entry((finding.kind.clone(), spot))
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
        result.findings.retain_mut(|finding| {
            let at = (index, number);
            number += 1;
            let Some(spot) = finding.spot.clone() else { return true };
            let seen = &nearest[&(finding.kind.clone(), spot)];
            if seen.at == at && seen.count > 1 {
                finding.message += &format!(" (also reached from {})", others(seen.count - 1));
            }
            seen.at == at
        });
    }
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
    use report::{Finding, MethodReport};

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
        assert_eq!(told, [vec![], vec!["broken (also reached from 2 other methods)"], vec![]]);
    }
}
