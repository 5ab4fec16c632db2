//! Who asks what next, and what is known so far.
//!
//! Questions are taken up in rounds: each gets a short look first, and those for which that was too short get a longer one when all
//! others had theirs. So the time is spent on many methods before it is spent on few. A question that does not heed its
//! time is given up, and whoever asked it is not waited for.
//!
//! Invariants: a question is waiting, running or settled, never two of them; what is known of a question never gets less.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::time::{Duration, Instant};

use report::{MethodReport, Verdict};

use super::diary::{Diary, Known};

/// The least and most time of the first look.
const FIRST: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(500));
/// How much longer each look is than the one before.
const LONGER: u32 = 4;
/// How much longer than allowed a look may take: so many times, and so much more.
const PATIENCE: (u32, Duration) = (2, Duration::from_secs(1));

pub struct Board {
    keys: Vec<String>,
    waiting: VecDeque<Turn>,
    /// By the number of the one who asks.
    running: BTreeMap<usize, Running>,
    answers: Vec<Option<MethodReport>>,
    diary: Diary,
}

/// A look at a question.
#[derive(Clone, Copy)]
pub struct Turn {
    pub question: usize,
    pub time: Duration,
}

struct Running {
    turn: Turn,
    given_up_at: Instant,
}

impl Board {
    /// A board for questions with these names, in this order, to be looked at within `time` altogether.
    pub fn new(keys: Vec<String>, diary: Diary, time: Duration) -> Self {
        let first = (time / keys.len().max(1) as u32).clamp(FIRST.0, FIRST.1);
        let mut board = Self {
            answers: keys.iter().map(|_| None).collect(),
            waiting: VecDeque::new(),
            running: BTreeMap::new(),
            keys,
            diary,
        };
        let mut again = Vec::new();
        for question in 0..board.keys.len() {
            match board.known(question) {
                None => board.waiting.push_back(Turn { question, time: first }),
                Some(known) => {
                    let next = known.too_short.map(|seconds| Duration::from_secs_f64(seconds) * LONGER);
                    again.extend(next.map(|time| Turn { question, time }));
                    board.answers[question] = Some(known.answer);
                }
            }
        }
        again.sort_by_key(|turn| turn.time);
        board.waiting.extend(again);
        board
    }

    /// What runs before this one found out.
    fn known(&self, question: usize) -> Option<Known> {
        let key = &self.keys[question];
        if self.diary.is_hopeless(key) {
            let answer = super::unknown("not asked again: two runs ended while looking at it");
            return Some(Known { answer, too_short: None });
        }
        self.diary.answer(key)
    }

    /// The next question for this worker.
    pub fn take_up(&mut self, worker: usize) -> anyhow::Result<Option<Turn>> {
        let Some(turn) = self.waiting.pop_front() else { return Ok(None) };
        self.diary.ask(&self.keys[turn.question])?;
        let given_up_at = Instant::now() + turn.time * PATIENCE.0 + PATIENCE.1;
        self.running.insert(worker, Running { turn, given_up_at });
        Ok(Some(turn))
    }

    /// A worker's answer, which may have needed more time. False if it came too late: nobody waits for this worker any more.
    pub fn put(&mut self, worker: usize, answer: MethodReport, is_cut_short: bool) -> anyhow::Result<bool> {
        let Some(Running { turn, .. }) = self.running.remove(&worker) else { return Ok(false) };
        if is_cut_short {
            self.waiting.push_back(Turn { time: turn.time * LONGER, ..turn });
        }
        self.settle(turn, answer, is_cut_short)?;
        Ok(true)
    }

    /// Gives up on the workers that are overdue; says how many there were.
    pub fn give_up_on_overdue(&mut self) -> anyhow::Result<usize> {
        let now = Instant::now();
        let is_overdue = |running: &Running| running.given_up_at <= now;
        let overdue: Vec<Running> =
            self.running.extract_if(.., |_, running| is_overdue(running)).map(|(_, one)| one).collect();
        for Running { turn, .. } in &overdue {
            self.settle(*turn, super::unknown("given up: it did not end when its time was over"), false)?;
        }
        Ok(overdue.len())
    }

    fn settle(&mut self, turn: Turn, answer: MethodReport, is_cut_short: bool) -> anyhow::Result<()> {
        let old = self.answers[turn.question].take();
        let answer = old.filter(|old| is_better(old, &answer)).unwrap_or(answer);
        let too_short = is_cut_short.then_some(turn.time.as_secs_f64());
        let known = Known { answer, too_short };
        self.diary.keep(&self.keys[turn.question], &known)?;
        self.answers[turn.question] = Some(known.answer);
        Ok(())
    }

    pub fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// By question; none if it was not looked at.
    pub fn answers(&self) -> &[Option<MethodReport>] {
        &self.answers
    }
}

/// How far it is: what was looked at, what was found, what is looked at now.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answered = self.answers.iter().flatten();
        let findings: usize = answered.clone().map(|answer| answer.findings.len()).sum();
        write!(f, "[{}/{}] {findings} findings", answered.count(), self.keys.len())?;
        match self.running.values().next() {
            Some(Running { turn, .. }) => write!(f, ", {}", self.keys[turn.question]),
            None => Ok(()),
        }
    }
}

/// Whether an earlier answer says more than a later one.
fn is_better(earlier: &MethodReport, later: &MethodReport) -> bool {
    let worth = |answer: &MethodReport| (answer.findings.len(), answer.verdict != Verdict::Unknown);
    worth(earlier) > worth(later)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::unknown;

    fn board(folder: &tempfile::TempDir, resume: bool) -> anyhow::Result<Board> {
        let diary = Diary::open(&folder.path().join("diary"), resume, 1)?;
        Ok(Board::new(vec!["a".into(), "b".into()], diary, Duration::from_secs(1)))
    }

    #[test]
    fn every_question_is_looked_at_before_one_gets_more_time() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut board = board(&folder, false)?;
        let mut order = Vec::new();
        while let Some(turn) = board.take_up(0)? {
            let is_hard = turn.question == 0 && turn.time < Duration::from_secs(5);
            order.push((turn.question, turn.time.as_millis()));
            assert!(board.put(0, unknown("no"), is_hard)?);
        }
        assert_eq!(order, [(0, 500), (1, 500), (0, 2000), (0, 8000)]);
        assert!(board.answers().iter().all(Option::is_some) && !board.is_running());
        Ok(())
    }

    #[test]
    fn a_resumed_board_goes_on_with_longer_looks() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut first = board(&folder, false)?;
        first.take_up(0)?;
        assert_eq!(first.to_string(), "[0/2] 0 findings, a");
        first.put(0, unknown("too hard"), true)?;
        assert_eq!(first.to_string(), "[1/2] 0 findings");
        drop(first);
        let mut second = board(&folder, true)?;
        assert_eq!(second.answers()[0], Some(unknown("too hard")));
        let turns = [second.take_up(0)?, second.take_up(1)?, second.take_up(2)?];
        let turns = turns.map(|turn| turn.map(|turn| (turn.question, turn.time.as_millis())));
        assert_eq!(turns, [Some((1, 500)), Some((0, 2000)), None]);
        Ok(())
    }

    #[test]
    fn answers_never_get_worse_and_late_ones_do_not_count() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut board = board(&folder, false)?;
        let found =
            MethodReport { findings: vec![report::Finding::default()], ..unknown("more may be found") };
        board.take_up(0)?;
        board.put(0, found.clone(), true)?;
        board.take_up(0)?;
        board.put(0, unknown("b"), false)?;
        board.take_up(0)?;
        board.running.values_mut().for_each(|running| running.given_up_at = Instant::now());
        assert_eq!(board.give_up_on_overdue()?, 1);
        assert_eq!(board.answers()[0], Some(found));
        assert!(!board.put(0, unknown("late"), false)?);
        Ok(())
    }
}
