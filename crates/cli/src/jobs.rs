//! `--jobs N`: how many threads work.

/// Threads for each processor: more than this many only take memory from each other.
const EACH: usize = 4;

/// As many threads as were asked for, at least one and no more than could ever help; says so if that is fewer.
pub fn threads(asked: usize) -> usize {
    let most = all().saturating_mul(EACH);
    if asked > most {
        eprintln!("note: `--jobs {asked}` is more than can work at once here; {most} threads do");
    }
    asked.clamp(1, most)
}

/// A thread for each processor.
pub fn all() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
