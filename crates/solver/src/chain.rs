//! The chain of layers. A layer answers, or asks the [`Rest`] of the chain, perhaps more than once and perhaps about
//! something smaller. Who answered, and how long it took, is counted here and nowhere else.

use std::time::{Duration, Instant};

use term::{Term, Terms};

use crate::answer::{Answer, Reason};
use crate::options::{LayerKind, Limits};

/// A conjunction to decide.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    pub terms: &'a Terms,
    /// In the order they were asserted, none of them a conjunction or `true`, none twice.
    pub conditions: &'a [Term],
    pub limits: Limits,
    /// Whether somebody will look at a model; reading one out of Z3 takes time.
    pub wants_model: bool,
}

/// One way to answer. Law: whatever the chain, the answers agree where both know (`layers_agree`).
pub trait Layer {
    /// Answers a query, or hands it to the layers behind.
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer;
}

/// The layers below the one that asks.
pub struct Rest<'a> {
    links: &'a mut [Link],
    /// Time spent in layers below the asking one.
    below: Duration,
    asked: bool,
}

/// Layers in order: each answers what it can and asks the next one.
pub struct Chain {
    links: Vec<Link>,
}

struct Link {
    layer: Box<dyn Layer>,
    statistics: LayerStatistics,
}

/// Questions and time, layer by layer, from the top.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub queries: u64,
    /// Entailments the [`Assumptions`](crate::Assumptions) showed before any layer was asked.
    pub at_first_sight: u64,
    pub layers: Vec<LayerStatistics>,
}

/// What a layer did.
#[derive(Clone, Debug)]
pub struct LayerStatistics {
    pub kind: LayerKind,
    pub asked: u64,
    /// Answered without asking further down.
    pub answered: u64,
    pub unknown: u64,
    /// Without the layers below.
    pub time: Duration,
}

impl Chain {
    /// Layers in the order in which they are asked.
    pub fn new(layers: Vec<(LayerKind, Box<dyn Layer>)>) -> Self {
        let link = |(kind, layer)| Link { layer, statistics: LayerStatistics::new(kind) };
        Self { links: layers.into_iter().map(link).collect() }
    }

    /// Asks the first layer.
    pub fn check(&mut self, query: &Query) -> Answer {
        Rest { links: &mut self.links, below: Duration::ZERO, asked: false }.check(query)
    }

    /// What each layer did, in order.
    pub fn statistics(&self) -> impl Iterator<Item = &LayerStatistics> {
        self.links.iter().map(|link| &link.statistics)
    }
}

impl Rest<'_> {
    /// Asks the layers that are left.
    pub fn check(&mut self, query: &Query) -> Answer {
        self.asked = true;
        let Some((link, links)) = self.links.split_first_mut() else {
            return Answer::unknown(Reason::NoLayer);
        };
        let start = Instant::now();
        let mut rest = Rest { links, below: Duration::ZERO, asked: false };
        let answer = link.layer.check(query, &mut rest);
        let elapsed = start.elapsed();
        link.statistics.count(&answer, elapsed.saturating_sub(rest.below), !rest.asked);
        self.below += elapsed;
        answer
    }
}

impl Statistics {
    /// Adds what a chain of the same layers did.
    pub fn add(&mut self, other: &Statistics) {
        self.queries += other.queries;
        self.at_first_sight += other.at_first_sight;
        for layer in &other.layers {
            match self.layers.iter_mut().find(|known| known.kind == layer.kind) {
                Some(known) => known.add(layer),
                None => self.layers.push(layer.clone()),
            }
        }
    }
}

impl LayerStatistics {
    fn add(&mut self, other: &LayerStatistics) {
        self.asked += other.asked;
        self.answered += other.answered;
        self.unknown += other.unknown;
        self.time += other.time;
    }

    fn new(kind: LayerKind) -> Self {
        Self { kind, asked: 0, answered: 0, unknown: 0, time: Duration::ZERO }
    }

    fn count(&mut self, answer: &Answer, time: Duration, alone: bool) {
        self.asked += 1;
        self.answered += u64::from(alone);
        self.unknown += u64::from(alone && matches!(answer, Answer::Unknown(_)));
        self.time += time;
    }
}
