//! A run of a calculus as a page to walk through.

use calculus::language::{Flow, Language, RuleName};
use calculus::rules;
use calculus::run::Event;
use heap::Cx;
use report::trace::{Statement, StepView, TraceView};

use crate::views;

/// Listens to a run and keeps every step.
pub struct Recorder<'a, L> {
    language: &'a L,
    cx: Cx<'a>,
    trace: TraceView,
    /// The last step of each path so far.
    last: Vec<Option<usize>>,
}

impl<'a, L: Language> Recorder<'a, L> {
    pub fn new(language: &'a L, cx: Cx<'a>, title: String, program: String) -> Self {
        let trace = TraceView { title, program, ..TraceView::default() };
        Self { language, cx, trace, last: vec![None] }
    }

    pub fn observe(&mut self, event: &Event<'_, L::State>) {
        match event {
            Event::Step { path, rule, heap_rules, before, after } => {
                if self.last[*path].is_none() {
                    self.last[*path] = Some(self.keep(None, "", Vec::new(), before));
                }
                let by = heap_rules.iter().map(|rule| format!("{} of {}", rule.name, rule.subject)).collect();
                self.last[*path] = Some(self.keep(self.last[*path], rule, by, after));
            }
            Event::Fork { path, into } => {
                let end = into.iter().max().map_or(0, |last| last + 1);
                self.last.resize(self.last.len().max(end), None);
                for &new in into {
                    self.last[new] = self.last[*path];
                }
                self.last[*path] = None;
            }
            Event::End { path, flow } => {
                if let Some(step) = self.last[*path] {
                    self.trace.paths.push((step, name(flow)));
                }
            }
        }
    }

    pub fn finish(self) -> TraceView {
        self.trace
    }

    fn keep(
        &mut self,
        before: Option<usize>,
        rule: RuleName,
        heap_rules: Vec<String>,
        state: &L::State,
    ) -> usize {
        let heap = views::drawn(self.language.draw(self.cx, state));
        let state = self.language.show(self.cx, state);
        let statement = rules::statement(rule)
            .map(|found| Statement { place: found.place.into(), text: found.text.into() });
        self.trace.steps.push(StepView { before, rule: rule.into(), statement, heap_rules, state, heap });
        self.trace.steps.len() - 1
    }
}

/// A control-flow sequence in words.
pub fn name(flow: &[Flow]) -> String {
    let words = flow.iter().map(|decision| match decision {
        Flow::Then => "then".to_owned(),
        Flow::Else => "else".to_owned(),
        Flow::Same => "=".to_owned(),
        Flow::Different => "≠".to_owned(),
        Flow::Null(number) => format!("null at dereference {number}"),
        Flow::Stuck => "stuck".to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}
