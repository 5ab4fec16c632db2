//! Laws of the strategies, on small programs over a linked list, with an oracle that tries everything.

mod common;

use std::collections::BTreeSet;

use common::{DATA, ELEM, Fork, NEXT, NODE, Path, VAL, World, model, paths};
use heap::{InputReader, STRATEGIES, ShapeKind, Strategy, Value, by_name};
use term::Terms;

type Program = fn(&mut Path<'_>) -> Result<(), Fork>;

fn strategy(name: &str) -> &'static (dyn Strategy + Sync) {
    by_name(name).expect("a strategy")
}

fn flows(name: &str, program: Program) -> (usize, BTreeSet<Vec<bool>>) {
    let world = World::new();
    let ends = paths(world.cx(strategy(name)), program);
    (ends.len(), ends.into_iter().map(|path| path.flow).collect())
}

/// `x = a.next; y = b.next; if (x == y) …; x.next = b; if (y.next == b) …`
fn alias_writes(path: &mut Path<'_>) -> Result<(), Fork> {
    let (a, b) = (path.root("a", NODE), path.root("b", NODE));
    let (Some(x), Some(y)) = (path.load(a, NEXT)?, path.load(b, NEXT)?) else { return Ok(()) };
    path.same(x.reference(), y.reference())?;
    if !path.store(x.reference(), NEXT, Value::Ref(b))? {
        return Ok(());
    }
    if let Some(z) = path.load(y.reference(), NEXT)? {
        path.same(z.reference(), b)?;
    }
    Ok(())
}

/// `while (x != null) x = x.next`, three times.
fn traverse(path: &mut Path<'_>) -> Result<(), Fork> {
    let mut x = path.root("x", NODE);
    for _ in 0..3 {
        match path.load(x, NEXT)? {
            Some(next) => x = next.reference(),
            None => return Ok(()),
        }
    }
    Ok(())
}

/// The inner loop of the papers' linked-list example: is `data` in the list?
fn contains(path: &mut Path<'_>) -> Result<(), Fork> {
    let (mut node, data) = (path.root("head", NODE), path.root("data", DATA));
    for _ in 0..2 {
        let Some(elem) = path.load(node, ELEM)? else { return Ok(()) };
        if path.same(elem.reference(), data)? {
            return Ok(());
        }
        let next = path.load(node, NEXT)?.expect("dereferenced just before");
        node = next.reference();
    }
    Ok(())
}

/// A new node in front of an unknown list is not part of it.
fn prepend(path: &mut Path<'_>) -> Result<(), Fork> {
    let head = path.root("head", NODE);
    let fresh = heap::Ref::loc(path.heap.allocate(NODE));
    path.store(fresh, NEXT, Value::Ref(head))?;
    if let Some(second) = path.load(head, NEXT)? {
        assert!(!path.same(second.reference(), fresh)?, "input never reaches a new object");
        path.same(second.reference(), head)?;
    }
    Ok(())
}

const PROGRAMS: [Program; 4] = [alias_writes, traverse, contains, prepend];

#[test]
fn strategies_agree_on_control_flow() {
    for program in PROGRAMS {
        let (_, expected) = flows("summary", program);
        assert!(expected.len() > 1);
        for other in STRATEGIES {
            assert_eq!(flows(other.name(), program).1, expected, "{}", other.name());
        }
    }
}

#[test]
fn summary_has_one_final_state_per_control_flow_path() {
    for program in PROGRAMS {
        for name in ["summary", "implicit", "term"] {
            let (ends, flows) = flows(name, program);
            assert_eq!(ends, flows.len(), "{name}");
        }
        let (lazy, flows) = flows("lazy", program);
        assert!(lazy >= flows.len());
    }
}

/// [EHS16, Thm. 2] and totality: in every final state the guards of every value set partition the path condition.
///
/// Guards `heap::strategy::summary::summarize`.
#[test]
fn guards_partition() {
    let world = World::new();
    for name in ["summary", "implicit"] {
        let cx = world.cx(strategy(name));
        for path in PROGRAMS.into_iter().flat_map(|program| paths(cx, program)) {
            for (_, info) in path.heap.symbols() {
                let Some(value) = info.value else { continue };
                let guards: Vec<_> = world.sets.entries(value).iter().map(|entry| entry.guard).collect();
                let none = world.terms.not(world.terms.or(guards.iter().copied()));
                assert!(!cx.oracle.is_feasible(&world.terms, path.heap.path(), &[none]), "total");
                for (at, &a) in guards.iter().enumerate() {
                    for &b in &guards[at + 1..] {
                        assert!(!cx.oracle.is_feasible(&world.terms, path.heap.path(), &[a, b]), "exclusive");
                    }
                }
            }
        }
    }
}

/// Erratum 4: a write through a reference that only may point to an object must not be lost when the object's field
/// is first read afterwards. With the rule as printed, `b.val` would be unknown even where `a == b`.
///
/// Guards `heap::access::load`, `heap::equality::same`.
#[test]
fn guarded_write_survives() {
    let program: Program = |path| {
        let (a, b) = (path.root("a", NODE), path.root("b", NODE));
        if path.store(a, NEXT, Value::NULL)?
            && let Some(next) = path.load(b, NEXT)?
        {
            let same = path.same(a, b)?;
            let null = path.same(next.reference(), heap::Ref::NULL)?;
            assert!(!same || null, "what was written through `a` is read through `b`");
        }
        Ok(())
    };
    for strategy in STRATEGIES {
        assert_eq!(flows(strategy.name(), program).1.len(), 5, "{}", strategy.name());
    }
}

/// What a path says outright is not kept as a possibility: a reference found to be no object met before is one object, and
/// what is stored through it needs no guard.
#[test]
fn told_apart_is_one_object() {
    let program: Program = |path| {
        let a = path.root("a", NODE);
        let Some(next) = path.load(a, NEXT)? else { return Ok(()) };
        let next = next.reference();
        if path.load(next, VAL)?.is_none() {
            return Ok(());
        }
        path.same(next, a)?;
        let targets = path.heap.accessible(path.cx, next).expect("a summary does not fork");
        assert_eq!((targets.len(), targets[0].guard), (1, Terms::TRUE));
        Ok(())
    };
    assert_eq!(flows("summary", program).1.len(), 4);
}

/// Erratum 2: *Field Write* stores the value, not the object written to.
///
/// Guards `heap::access::store`.
#[test]
fn a_write_stores_the_value() {
    for strategy in STRATEGIES {
        let world = World::new();
        let ends = paths(world.cx(strategy), |path| {
            let (a, d) = (path.root("a", NODE), path.root("d", DATA));
            if path.store(a, ELEM, Value::Ref(d))? {
                let read = path.load(a, ELEM)?.expect("not null");
                assert!(path.same(read.reference(), d)?);
            }
            Ok(())
        });
        assert_eq!(ends.len(), 2, "{}", strategy.name());
    }
}

/// The branches considered at the n-th iteration of the traversal loop [VTU, Sect. 6]: n(n+1)/2+2 for hyperactive
/// enumeration, n(n-1)/2+2 for the lazy variable-unit symbols; a summary has only nil and not nil.
#[test]
fn branch_counts_of_the_traversal_loop() {
    let branches = |name: &str, rounds: usize| {
        let world = World::new();
        let ends = paths(world.cx(strategy(name)), |path| {
            let mut x = path.root("x", NODE);
            for _ in 0..rounds {
                match path.load(x, NEXT)? {
                    Some(next) => x = next.reference(),
                    None => return Ok(()),
                }
            }
            Ok(())
        });
        // The hyperactive strategy has decided on nil when it read the field, one iteration earlier.
        let considered =
            |path: &&Path<'_>| path.flow.len() == rounds && (name != "lazy" || !path.flow[rounds - 1]);
        ends.iter().filter(considered).count()
    };
    for n in 1..=4 {
        assert_eq!(branches("lazy", n), n * (n + 1) / 2 + 2);
        assert_eq!(branches("lazier", n), n * (n - 1) / 2 + 2);
        assert_eq!(branches("summary", n), 2);
    }
}

/// Every final state's input heap, built from a model, takes the path again when its choices are fixed.
#[test]
fn models_describe_input_heaps() {
    for strategy in STRATEGIES {
        let world = World::new();
        let cx = world.cx(strategy);
        for path in paths(cx, contains) {
            let model = model(&world.terms, path.heap.path()).expect("a final state is feasible");
            let mut reader = InputReader::new(cx, &path.heap, &model);
            let head = path.heap.symbols().next().map(|(sym, _)| sym).expect("the first root");
            reader.value(Value::Ref(heap::Ref::sym(head))).expect("all classes are known");
            let input = reader.finish();
            let first_is_null = path.flow[0];
            assert_eq!(input.objects.is_empty(), first_is_null, "{}", strategy.name());
        }
    }
}

#[test]
fn shapes_prune_aliases() {
    let count = |kind| {
        let mut world = World::new();
        world.shape.kind = kind;
        let ends = paths(world.cx(strategy("lazy")), traverse);
        ends.len()
    };
    assert_eq!(count(ShapeKind::Tree), 5, "null after 0, 1, 2, 3 nodes, or more");
    assert!(count(ShapeKind::Tree) < count(ShapeKind::Any));
}

#[test]
fn numbers_are_chosen_by_guards() {
    let world = World::new();
    let ends = paths(world.cx(strategy("summary")), |path| {
        let (a, b) = (path.root("a", NODE), path.root("b", NODE));
        if path.store(a, VAL, Value::Int(1))?
            && let Some(value) = path.load(b, VAL)?
        {
            let one = path.cx.terms.eq(value.term(path.cx.terms), path.cx.terms.i32(1));
            let same = path.heap.same(path.cx, a, b).unwrap_or(Terms::FALSE);
            let wrong = path.cx.terms.and([same, path.cx.terms.not(one)]);
            assert!(!path.cx.is_feasible(&path.heap, &[wrong]));
            assert!(path.cx.is_feasible(&path.heap, &[path.cx.terms.not(one)]));
        }
        Ok(())
    });
    assert_eq!(ends.len(), 3);
}
