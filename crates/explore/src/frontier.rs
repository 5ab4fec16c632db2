//! States waiting to be taken up, in one of the search orders.

use std::collections::VecDeque;

use program::MethodId;
use program::code::Pc;
use rustc_hash::FxHashMap;

use crate::Order;

/// Something with a place in the code.
pub struct Waiting<T> {
    pub item: T,
    pub place: (MethodId, Pc),
}

pub struct Frontier<T> {
    order: Order,
    waiting: VecDeque<Waiting<T>>,
    /// How often a state was taken up at each place.
    pub visits: FxHashMap<(MethodId, Pc), u64>,
    seed: u64,
    /// States taken up so far.
    taken: u64,
}

/// In a mixed order, one state of so many is the oldest.
const OLDEST_EVERY: u64 = 4;

impl<T> Frontier<T> {
    pub fn new(order: Order) -> Self {
        let seed = if let Order::Random(seed) = order { seed | 1 } else { 1 };
        Self { order, waiting: VecDeque::new(), visits: FxHashMap::default(), seed, taken: 0 }
    }

    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// What is left, in the order it would be taken up (depth-first) or came (otherwise).
    pub fn into_waiting(self) -> impl Iterator<Item = T> {
        let mut waiting = self.waiting;
        if let Order::DepthFirst | Order::Mixed = self.order {
            waiting.make_contiguous().reverse();
        }
        waiting.into_iter().map(|waiting| waiting.item)
    }

    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Adds the ways a fork goes on; the first is the first to be taken depth-first.
    pub fn push(&mut self, forked: impl DoubleEndedIterator<Item = Waiting<T>>) {
        match self.order {
            Order::DepthFirst | Order::Mixed => self.waiting.extend(forked.rev()),
            Order::BreadthFirst | Order::Coverage | Order::Random(_) => self.waiting.extend(forked),
        }
    }

    pub fn pop(&mut self) -> Option<T> {
        self.taken += 1;
        let newest = self.waiting.len().checked_sub(1)?;
        let index = match self.order {
            Order::Mixed if self.taken.is_multiple_of(OLDEST_EVERY) => 0,
            Order::DepthFirst | Order::Mixed => newest,
            Order::BreadthFirst => 0,
            Order::Coverage => self.least_visited()?,
            Order::Random(_) => self.random()?,
        };
        let waiting = self.waiting.remove(index)?;
        *self.visits.entry(waiting.place).or_default() += 1;
        Some(waiting.item)
    }

    /// The newest among those whose place was taken up least.
    fn least_visited(&self) -> Option<usize> {
        let visits = |waiting: &Waiting<T>| self.visits.get(&waiting.place).copied().unwrap_or(0);
        let newest_first = self.waiting.iter().enumerate().rev();
        newest_first.min_by_key(|(_, waiting)| visits(waiting)).map(|(index, _)| index)
    }

    /// Xorshift: the same seed, the same order.
    fn random(&mut self) -> Option<usize> {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (!self.waiting.is_empty()).then(|| (self.seed % self.waiting.len() as u64) as usize)
    }
}
