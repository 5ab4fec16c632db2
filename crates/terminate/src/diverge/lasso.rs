//! Watches a run for a round trip that repeats forever.
//!
//! After a while the run's hot places are looked at: instructions of its outermost active frame that it keeps coming
//! back to, and methods it keeps calling without returning. From such a *head* a trip is watched: the live registers
//! there and every cell the trip reads before writing it are its footprint. When the run comes back to the head, and
//! every footprint cell (i) holds what it held, up to a one-to-one renaming of objects of equal type and length, and
//! (ii) was touched by the trip, so that the next trip finds it the same way, then the next trip goes the same way
//! provided the footprint's integers allow it: because they are the same numbers, or because a closed set contains them
//! before and after. The stack never sinks below the head during a trip, so what lies below does not matter.
//!
//! Class initialisation and the interning of constants happen once: a trip counts only if the trip before it executed
//! the same instructions and repeated as well.

use base::Budget;
use machine::{Cx, End, Observer, State};
use program::code::{Body, Kind, Pc, Reg};
use program::{MethodId, Program};
use rustc_hash::FxHashMap;

use super::Witness;
use super::domain::{Traced, Value};
use super::heap::{Address, Location};
use super::inputs::Input;
use super::number::{Care, Path};
use super::recurrence::{Round, closed_set, fixed};
use crate::linear::{Constraint, Linear, Var};

const WARM_UP: u64 = 300;
const WINDOW: u64 = 3_000;
/// Instructions between two visits of a head.
const LONGEST_TRIP: u64 = 60_000;
/// Heads tried per window.
const HEADS: usize = 6;
/// Only trips of up to this many rounds are generalised; longer ones must repeat exactly.
const SYMBOLIC_ROUNDS: usize = 8;

pub struct Lasso<'a, 'p> {
    cx: &'a mut Cx<'p, Traced>,
    state: &'a mut State<Traced>,
    /// Instructions that may still be executed.
    left: u64,
    taken: u64,
    /// The program has ended or cannot be followed any further.
    over: bool,
    budget: &'a Budget,
}

/// A place the run comes back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Head {
    method: MethodId,
    pc: Pc,
    /// Reached again in a deeper frame, not in the same.
    recursive: bool,
}

pub struct Found {
    head: Head,
    before: u64,
    period: u64,
    invariant: Vec<String>,
}

/// What ended a stretch of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    AtHead,
    /// The frame the stretch started in was left.
    Fell,
    /// The program ended or cannot be followed.
    Over,
    /// Too many instructions.
    Tired,
}

impl<'a, 'p> Lasso<'a, 'p> {
    pub fn new(
        cx: &'a mut Cx<'p, Traced>,
        state: &'a mut State<Traced>,
        steps: u64,
        budget: &'a Budget,
    ) -> Self {
        Self { cx, state, left: steps, taken: 0, over: false, budget }
    }

    pub fn find(&mut self) -> Option<Found> {
        let mut patience = WARM_UP;
        loop {
            self.advance(patience)?;
            let window = self.record(WINDOW)?;
            let lowest = window.iter().map(|entry| entry.0).min().unwrap_or(0);
            for head in heads(&window) {
                if let Some(found) = self.watch(head) {
                    return Some(found);
                }
                if self.state.frames.len() < lowest {
                    break;
                }
            }
            patience *= 4;
        }
    }

    /// Executes instructions without looking; none if the program ends.
    fn advance(&mut self, steps: u64) -> Option<()> {
        self.record(steps).map(|_| ())
    }

    fn record(&mut self, steps: u64) -> Option<Vec<(usize, MethodId, Pc)>> {
        if self.over {
            return None;
        }
        let mut log = Log { left: steps.min(self.left), entries: Vec::new(), budget: self.budget };
        let end = machine::run(self.cx, self.state, &mut log);
        self.spend(log.entries.len() as u64);
        (matches!(end, Ok(End::Paused)) && self.left > 0 && self.budget.check().is_ok())
            .then_some(log.entries)
    }

    fn spend(&mut self, steps: u64) {
        self.taken += steps;
        self.left = self.left.saturating_sub(steps);
    }

    /// Tries to prove that trips from `head` repeat. Where a trip starts is moved forward at powers of two, so that
    /// runs that only become periodic after a while are caught.
    fn watch(&mut self, head: Head) -> Option<Found> {
        for _ in 0..if head.recursive { 4 } else { 1 } {
            // It was met more than once in the window; if it is not met soon, its loop is over.
            match self.travel(head, 0, WINDOW) {
                (Arrival::AtHead, _) => {}
                (Arrival::Fell | Arrival::Over | Arrival::Tired, _) => return None,
            }
            let (mut rounds, mut care) = (1, Care::Exact);
            loop {
                match self.trips(head, rounds, care) {
                    Ok(found) => return Some(found),
                    Err(Arrival::AtHead)
                        if rounds <= 2 && self.cx.domain.wraps() && care != Care::Classes =>
                    {
                        care = if care == Care::Exact { Care::Loose } else { Care::Classes };
                    }
                    Err(Arrival::AtHead) => {
                        care = Care::Exact;
                        rounds = rounds.saturating_mul(2);
                    }
                    Err(Arrival::Fell) if head.recursive => break,
                    // What happens in the frames below is seen in the next window.
                    Err(Arrival::Fell) => return None,
                    Err(Arrival::Over | Arrival::Tired) => return None,
                }
            }
        }
        None
    }

    /// Up to `rounds` rounds from here, compared with here after each. A trip that seems to repeat is made again:
    /// only the second one, in which nothing happens for the first time, is a proof.
    fn trips(&mut self, head: Head, rounds: usize, care: Care) -> Result<Found, Arrival> {
        let floor = self.state.frames.len();
        let registers = self.begin_trip(care);
        let mut trail = 0;
        for round in 1..=rounds {
            trail = combine(trail, self.arrive(head, floor)?);
            if self.repeats(&registers, round).is_some() {
                let start = self.taken;
                let registers = self.begin_trip(care);
                let floor = self.state.frames.len();
                let mut again = 0;
                for _ in 0..round {
                    again = combine(again, self.arrive(head, floor)?);
                }
                return match self.repeats(&registers, round) {
                    Some(invariant) if again == trail => {
                        Ok(Found { head, before: start, period: self.taken - start, invariant })
                    }
                    Some(_) | None => Err(Arrival::AtHead),
                };
            }
        }
        Err(Arrival::AtHead)
    }

    /// Travels to the head; a digest of the instructions executed.
    fn arrive(&mut self, head: Head, floor: usize) -> Result<u64, Arrival> {
        match self.travel(head, floor, LONGEST_TRIP) {
            (Arrival::AtHead, digest) => Ok(digest),
            (arrival, _) => Err(arrival),
        }
    }

    /// Why the trip that began with these registers repeats, if it does. Nobody knows when other threads go on.
    fn repeats(&self, registers: &[(usize, Value)], round: usize) -> Option<Vec<String>> {
        if !self.state.is_alone() {
            return None;
        }
        self.recurs(&self.compare(registers)?, round)
    }

    /// Runs to the next visit of the head; a floor of 0 means any depth will do.
    fn travel(&mut self, head: Head, floor: usize, patience: u64) -> (Arrival, u64) {
        if self.over {
            return (Arrival::Over, 0);
        }
        if self.budget.check().is_err() {
            return (Arrival::Tired, 0);
        }
        let mut guide = Guide {
            head,
            floor,
            left: self.left.min(patience),
            first: true,
            digest: 0,
            arrival: Arrival::Over,
            taken: 0,
            budget: self.budget,
        };
        let end = machine::run(self.cx, self.state, &mut guide);
        self.spend(guide.taken);
        match end {
            Ok(End::Paused) => (guide.arrival, guide.digest),
            Ok(End::Returned(_) | End::Threw(_)) | Err(_) => {
                self.over = true;
                (Arrival::Over, 0)
            }
        }
    }

    /// Makes the live registers' integers variables and starts a new footprint. The registers' contents.
    fn begin_trip(&mut self, care: Care) -> Vec<(usize, Value)> {
        self.state.heap.begin_trip();
        self.cx.domain.path = Path { care, ..Path::default() };
        let frame = self.state.frame();
        let (base, pc) = (frame.base, frame.pc);
        let body = self.cx.body(frame.method);
        let mut out = Vec::new();
        for index in 0..body.kinds.len() {
            if body.liveness().is_live(pc, Reg(index as u16)) {
                let slot = &mut self.state.registers[base + index];
                *slot = slot.as_variable(&mut self.cx.domain.path);
                out.push((index, slot.clone()));
            }
        }
        out
    }

    /// How the footprint now relates to the footprint then; none if it is of another shape.
    fn compare(&self, registers: &[(usize, Value)]) -> Option<Comparison> {
        let base = self.state.frame().base;
        let heap = &self.state.heap;
        let mut comparison =
            Comparison { images: vec![None; self.cx.domain.path.start.len()], ..Default::default() };
        for (index, then) in registers {
            comparison.pair(heap, then, self.state.registers.get(base + index)?)?;
        }
        for (location, then) in &heap.footprint {
            let now = match *location {
                Location::Static(slot) => Location::Static(slot),
                Location::Cell(address, index) => Location::Cell(comparison.image(address), index),
            };
            let cell = heap.cell(now)?;
            if cell.trip != heap.trip {
                return None;
            }
            comparison.pair(heap, then, &cell.value)?;
        }
        for free in &self.cx.domain.path.free {
            let index = free.var.0 as usize;
            comparison.images[index] = Some((self.cx.domain.path.start[index], Linear::constant(0)));
        }
        Some(comparison)
    }

    /// Why the integers let the trip repeat: they are the same, or in a closed set.
    fn recurs(&self, comparison: &Comparison, round: usize) -> Option<Vec<String>> {
        let path = &self.cx.domain.path;
        let images: Option<Vec<(i128, Linear)>> = comparison.images.iter().cloned().collect();
        let images = images?;
        if images.iter().zip(&path.start).all(|((now, _), then)| now == then) {
            return Some(Vec::new());
        }
        if path.lost {
            return None;
        }
        let same: Vec<bool> = images.iter().zip(&path.start).map(|((now, _), then)| now == then).collect();
        if path.depends_only_on(&images, same) {
            return Some(Vec::new());
        }
        if round > SYMBOLIC_ROUNDS {
            return None;
        }
        let steps: Vec<Linear> = images.iter().map(|(_, linear)| linear.clone()).collect();
        let round =
            Round { conditions: &path.constraints, images: &steps, start: &path.start, free: &path.free };
        if !path.keeps_classes(&images, &fixed(&round)) {
            return None;
        }
        let set = closed_set(&round, self.budget)?;
        let names = self.variable_names();
        let name = |var: Var| names.get(var.0 as usize).cloned().unwrap_or_else(|| var.to_string());
        let mentioned = |constraint: &&Constraint| {
            constraint.linear.vars().any(|var| names.get(var.0 as usize).is_some())
        };
        let class = |(index, name): (usize, &String)| {
            let (start, modulus) = (*path.start.get(index)?, *path.moduli.get(index)?);
            let changes = images[index].0 != start;
            (modulus > 1 && changes)
                .then(|| format!("{name} is {} modulo {modulus}", start.rem_euclid(modulus)))
        };
        let classes = names.iter().enumerate().filter_map(class);
        Some(set.iter().filter(mentioned).map(|constraint| constraint.show(name)).chain(classes).collect())
    }

    /// The source names of the registers' variables, which are the first.
    fn variable_names(&self) -> Vec<String> {
        let frame = self.state.frame();
        let body = self.cx.body(frame.method);
        let live = (0..body.kinds.len()).map(|index| Reg(index as u16)).filter(|&reg| {
            matches!(body.kind(reg), Kind::Int | Kind::Long) && body.liveness().is_live(frame.pc, reg)
        });
        let name = |reg: Reg| match body.local_at(reg, frame.pc) {
            Some(local) => local.name.to_string(),
            None => reg.to_string(),
        };
        live.map(name).collect()
    }
}

/// A renaming of objects, and what became of the variables.
#[derive(Default)]
struct Comparison {
    forth: FxHashMap<Address, Address>,
    back: FxHashMap<Address, Address>,
    /// By variable: its value now, and the expression for it.
    images: Vec<Option<(i128, Linear)>>,
}

impl Comparison {
    /// What an object of the trip's start is now; one that was not met before (a constant) stays itself.
    fn image(&mut self, address: Address) -> Address {
        *self.forth.entry(address).or_insert(address)
    }

    fn pair(&mut self, heap: &super::heap::Heap, then: &Value, now: &Value) -> Option<()> {
        match (then, now) {
            (Value::Blank, Value::Blank) => Some(()),
            (Value::Float(then), Value::Float(now)) => (then.to_bits() == now.to_bits()).then_some(()),
            (Value::Double(then), Value::Double(now)) => (then.to_bits() == now.to_bits()).then_some(()),
            (Value::Reference(0), Value::Reference(0)) => Some(()),
            (Value::Reference(then), Value::Reference(now)) if *then != 0 && *now != 0 => {
                let (old, new) = (heap.object(*then), heap.object(*now));
                let alike = old.ty == new.ty && old.cells.len() == new.cells.len();
                let forth = *self.forth.entry(*then).or_insert(*now) == *now;
                let back = *self.back.entry(*now).or_insert(*then) == *then;
                (alike && forth && back).then_some(())
            }
            (Value::Integer(then), Value::Integer(now)) => {
                let var = then.expression.as_ref().and_then(|linear| linear.as_var())?;
                self.images[var.0 as usize] = Some((now.value, now.linear()));
                Some(())
            }
            (
                Value::Blank | Value::Float(_) | Value::Double(_) | Value::Reference(_) | Value::Integer(_),
                _,
            ) => None,
        }
    }
}

/// Instructions between two looks at the budget.
const BETWEEN_LOOKS: u64 = 512;

/// Whether it is time to stop; asked before every instruction.
fn is_spent(budget: &Budget, left: u64) -> bool {
    left == 0 || left.is_multiple_of(BETWEEN_LOOKS) && budget.check().is_err()
}

/// Writes down where the run goes.
struct Log<'a> {
    left: u64,
    entries: Vec<(usize, MethodId, Pc)>,
    budget: &'a Budget,
}

impl Observer<Traced> for Log<'_> {
    fn before(&mut self, _cx: &mut Cx<'_, Traced>, state: &State<Traced>, _body: &Body, pc: Pc) -> bool {
        if is_spent(self.budget, self.left) {
            return false;
        }
        self.left -= 1;
        self.entries.push((state.frames.len(), state.frame().method, pc));
        true
    }
}

/// Runs to the next visit of a head.
struct Guide<'a> {
    head: Head,
    floor: usize,
    left: u64,
    first: bool,
    /// A digest of the instructions executed.
    digest: u64,
    taken: u64,
    arrival: Arrival,
    budget: &'a Budget,
}

impl Observer<Traced> for Guide<'_> {
    fn before(&mut self, _cx: &mut Cx<'_, Traced>, state: &State<Traced>, _body: &Body, pc: Pc) -> bool {
        let depth = state.frames.len();
        let method = state.frame().method;
        let at_head = pc == self.head.pc && method == self.head.method;
        let deep_enough = match (self.floor, self.head.recursive) {
            (0, _) => true,
            (floor, true) => depth > floor,
            (floor, false) => depth == floor,
        };
        let arrival = if depth < self.floor {
            Some(Arrival::Fell)
        } else if at_head && deep_enough && !(self.first && self.floor != 0) {
            Some(Arrival::AtHead)
        } else if is_spent(self.budget, self.left) {
            Some(Arrival::Tired)
        } else {
            None
        };
        self.first = false;
        if let Some(arrival) = arrival {
            self.arrival = arrival;
            return false;
        }
        self.left -= 1;
        self.taken += 1;
        self.digest = combine(self.digest, (u64::from(method.0) << 32) | u64::from(pc.0));
        true
    }
}

fn combine(digest: u64, item: u64) -> u64 {
    (digest.rotate_left(5) ^ item).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// Places worth watching, most frequent first: repeated instructions of the outermost frame seen, and methods
/// entered again and again without the stack sinking below.
fn heads(window: &[(usize, MethodId, Pc)]) -> Vec<Head> {
    let lowest = window.iter().map(|entry| entry.0).min().unwrap_or(0);
    let mut counts: FxHashMap<Head, usize> = FxHashMap::default();
    let mut previous: Option<Pc> = None;
    for &(_, method, pc) in window.iter().filter(|entry| entry.0 == lowest) {
        if previous.is_some_and(|previous| pc <= previous) {
            *counts.entry(Head { method, pc, recursive: false }).or_default() += 1;
        }
        previous = Some(pc);
    }
    let mut least = usize::MAX;
    for pair in window.windows(2).rev() {
        let [(outer, ..), (depth, method, pc)] = [pair[0], pair[1]];
        least = least.min(depth);
        if outer < depth && depth <= least {
            *counts.entry(Head { method, pc, recursive: true }).or_default() += 1;
        }
    }
    let mut out: Vec<(usize, Head)> =
        counts.into_iter().filter(|(_, count)| *count > 1).map(|(h, c)| (c, h)).collect();
    out.sort_by_key(|&(count, head)| (std::cmp::Reverse(count), head));
    out.into_iter().map(|(_, head)| head).take(HEADS).collect()
}

impl Found {
    pub fn witness(self, program: &Program, input: Input) -> Witness {
        let method = program.method(self.head.method);
        let class = program.class(method.class).java_name();
        let line = program.body(self.head.method).ok().and_then(|body| body.line(self.head.pc));
        Witness {
            input,
            place: format!("{class}.{}", method.name),
            line,
            before: self.before,
            period: self.period,
            invariant: self.invariant,
            recursive: self.head.recursive,
        }
    }
}
