//! Mutated class files: whatever the bytes, reading and lowering give a value or an error.
//!
//! Mutations are seeded, so a failure can be repeated; the message of a panic says which mutant it was.

#[path = "common/lower.rs"]
mod lower;

const CORPUS: [&str; 12] = [
    "java/lang/Boolean",
    "java/lang/Enum",
    "java/lang/StringBuilder",
    "java/lang/Throwable",
    "java/util/ArrayList$Itr",
    "java/util/Collections$EmptyList",
    "java/util/Map$Entry",
    "java/util/Objects",
    "java/util/Optional",
    "java/util/OptionalInt",
    "java/util/StringJoiner",
    "java/util/function/Function",
];
const MUTANTS: u64 = 100;
/// Far above what these small classes need.
const MAX_BYTES: u64 = 1 << 30;

#[test]
fn mutants_never_panic() {
    let originals = testkit::open(Vec::new());
    let (mut loaded, mut lowered) = (0, 0);
    for name in CORPUS {
        let original = originals.resource(&format!("{name}.class")).expect("is in the JDK");
        for seed in 0..MUTANTS {
            let (is_class, methods) = lower::lower(&mutate(&original, seed));
            loaded += usize::from(is_class);
            lowered += methods;
        }
    }
    assert!(
        loaded > 100,
        "only {loaded} mutants could be loaded: the mutations are too rough to test lowering"
    );
    assert!(lowered > 1_000, "only {lowered} methods of mutants could be lowered");
    assert!(base::budget::resident_bytes().is_none_or(|bytes| bytes < MAX_BYTES), "memory ran away");
}

/// Every file the fuzzer starts from or once found, and mutants of each.
#[test]
fn the_fuzz_corpus_never_panics() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/class_file");
    let entries = std::fs::read_dir(folder).expect("the corpus is part of the repository");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    assert!(files.len() >= 10, "the corpus is there");
    let mut lowered = 0;
    for file in files {
        let original = std::fs::read(&file).expect("a readable file");
        lowered += lower::lower(&original).1;
        for seed in 0..MUTANTS / 5 {
            lower::lower(&mutate(&original, seed));
        }
    }
    assert!(lowered > 20, "only {lowered} methods of the corpus could be lowered");
}

/// A truncation, or one to sixteen changed bytes.
fn mutate(original: &[u8], seed: u64) -> Box<[u8]> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut bytes = original.to_vec();
    if seed.is_multiple_of(10) {
        bytes.truncate(random.below(original.len().max(1)));
        return bytes.into();
    }
    if original.is_empty() {
        return bytes.into();
    }
    for _ in 0..=random.below(16).min(seed as usize % 16) {
        let at = random.below(bytes.len());
        bytes[at] = random.below(256) as u8;
    }
    bytes.into()
}

/// Xorshift: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}
