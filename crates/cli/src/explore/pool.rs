//! Threads that explore. Each takes up the next subtree of a method that has one waiting, with a machine and a solver of its own: every
//! method is begun before one goes on, and the one that has gone least far goes on first, so that a method with very many paths leaves time
//! to the others. Who explored what cannot be seen in the results.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard};

use base::Diagnostic;
use explore::{Booted, Entry, Exploration, Explorer, Harvest, Options, Search, Subtree};

use super::Plan;
use super::progress::ProgressLine;
use crate::unfailing::Proven;

type Explored = Result<Exploration, Diagnostic>;

/// Explores all methods of a plan but those of which all is known.
pub fn explore(plan: &Plan<'_>, known: &[Option<Proven>], jobs: usize, line: &ProgressLine) -> Vec<Explored> {
    let unexplored = |entry: &Entry| Method::Done(Box::new(Ok(Exploration::nothing(entry.clone()))));
    let methods = plan.entries.iter().zip(known).map(|(entry, known)| match known {
        Some(_) => unexplored(entry),
        None => Method::Waiting,
    });
    let methods = Methods { list: methods.collect(), done: 0, begun: 0 };
    let pool = Pool { plan, line, methods: Mutex::new(methods), changed: Condvar::new() };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| pool.work());
        }
    });
    let methods = pool.methods.into_inner().expect("no thread panicked while it held the lock");
    methods.list.into_iter().map(Method::into_explored).collect()
}

struct Pool<'a, 'p> {
    plan: &'a Plan<'p>,
    line: &'a ProgressLine,
    methods: Mutex<Methods>,
    /// There is something new to take up, or nothing more.
    changed: Condvar,
}

struct Methods {
    list: Vec<Method>,
    /// So many from the beginning are done: there may be very many.
    done: usize,
    /// So many from the beginning have been begun.
    begun: usize,
}

enum Method {
    Waiting,
    Running(Box<Running>),
    Done(Box<Explored>),
}

struct Running {
    search: Search,
    /// How many times its waiting states have been dealt out.
    generation: u32,
    /// Subtrees of this generation nobody has taken up, with their numbers.
    queue: VecDeque<(usize, Subtree)>,
    /// What became of the subtrees of this generation.
    harvests: Vec<Option<Harvest>>,
}

/// A subtree a thread has taken up.
struct Job {
    method: usize,
    number: usize,
    subtree: Subtree,
    entry: Entry,
    options: Options,
}

impl Pool<'_, '_> {
    /// One thread.
    fn work(&self) {
        let mut booted = Booted::new(self.plan.program);
        while let Some(job) = self.take_up() {
            let (method, number) = (job.method, job.number);
            let harvest = match &mut booted {
                Ok(booted) => self.explore(booted, job),
                Err(reason) => Err(Diagnostic::error("no-boot", reason.clone())),
            };
            self.lock().list[method].put(number, harvest);
            self.changed.notify_all();
        }
    }

    /// The next subtree; waits until there is one, or until all methods are done.
    fn take_up(&self) -> Option<Job> {
        let mut methods = self.lock();
        loop {
            if let Some(job) = methods.take_up(self.plan) {
                return Some(job);
            }
            if methods.are_done() {
                // Others may wait for methods that were done without being taken up.
                self.changed.notify_all();
                return None;
            }
            methods = self.changed.wait(methods).expect("no thread panicked while it held the lock");
        }
    }

    fn explore<'p>(&'p self, booted: &mut Booted<'p>, job: Job) -> Result<Harvest, Diagnostic> {
        let Job { method, subtree, entry, options, .. } = job;
        let mut show = |progress| self.line.show(&entry.name, method, progress, &options.budget);
        let explored = catch_unwind(AssertUnwindSafe(|| {
            Explorer::explore_subtree(self.plan.program, booted, &entry, &options, subtree, &mut show)
        }));
        explored.unwrap_or_else(|_| {
            Err(Diagnostic::error("internal-error", format!("exploring `{}` failed", entry.name)))
        })
    }

    fn lock(&self) -> MutexGuard<'_, Methods> {
        self.methods.lock().expect("no thread panicked while it held the lock")
    }
}

impl Methods {
    fn take_up(&mut self, plan: &Plan<'_>) -> Option<Job> {
        let done = self.list[self.done..].iter().take_while(|method| matches!(method, Method::Done(_)));
        self.done += done.count();
        let mut job = None;
        while job.is_none() && self.begun < self.list.len() {
            let index = self.begun;
            self.begun += 1;
            if !matches!(self.list[index], Method::Waiting) {
                continue;
            }
            let search = Search::new(plan.entries[index].clone(), plan.options(index));
            self.list[index] = Method::running(search, 0);
            job = self.list[index].take_up(index);
        }
        let mut job = job.or_else(|| {
            let running = self.list.iter().enumerate().skip(self.done);
            let waiting = running.filter_map(|(index, method)| Some((method.generation()?, index)));
            let (_, index) = waiting.min()?;
            self.list[index].take_up(index)
        })?;
        let not_done = self.list[self.done..].iter().filter(|method| !matches!(method, Method::Done(_)));
        job.options.budget = plan.share_of_one(not_done.count());
        Some(job)
    }

    fn are_done(&self) -> bool {
        self.list[self.done..].iter().all(|method| matches!(method, Method::Done(_)))
    }
}

impl Method {
    /// How far a method has gone that has something to take up.
    fn generation(&self) -> Option<u32> {
        match self {
            Method::Running(running) if !running.queue.is_empty() => Some(running.generation),
            Method::Running(_) | Method::Waiting | Method::Done(_) => None,
        }
    }

    fn take_up(&mut self, index: usize) -> Option<Job> {
        let Method::Running(running) = self else { return None };
        let (number, subtree) = running.queue.pop_front()?;
        let (entry, options) = (running.search.entry().clone(), running.search.options().clone());
        Some(Job { method: index, number, subtree, entry, options })
    }

    fn running(mut search: Search, generation: u32) -> Self {
        let queue: VecDeque<(usize, Subtree)> = search.generation().into_iter().enumerate().collect();
        if queue.is_empty() {
            return Method::Done(Box::new(Ok(search.finish())));
        }
        let harvests = queue.iter().map(|_| None).collect();
        Method::Running(Box::new(Running { search, generation, queue, harvests }))
    }

    /// A subtree has been explored; the last of a generation begins the next.
    fn put(&mut self, number: usize, harvest: Result<Harvest, Diagnostic>) {
        let Method::Running(running) = self else { return };
        match harvest {
            Ok(harvest) => running.harvests[number] = Some(harvest),
            Err(diagnostic) => {
                *self = Method::Done(Box::new(Err(diagnostic)));
                return;
            }
        }
        if running.harvests.iter().all(Option::is_some) {
            let Method::Running(running) = std::mem::replace(self, Method::Waiting) else { return };
            let Running { mut search, generation, harvests, .. } = *running;
            search.gather(harvests.into_iter().flatten().collect());
            *self = Self::running(search, generation + 1);
        }
    }

    fn into_explored(self) -> Explored {
        match self {
            Method::Done(explored) => *explored,
            Method::Waiting | Method::Running(_) => panic!("threads end when all methods are done"),
        }
    }
}
