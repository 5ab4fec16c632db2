//! Context concretization against brute force: a random caller heap, a random callee that allocates and writes, and
//! random abstractions of the call and the return state. The heap after the call must be represented.

use graph::recursion::concretize::concretize;
use graph::recursion::inputs::with_inputs;
use graph::state::{Frame, Input, Object, Ref, Role, Site, State, Value};
use graph::world::WorldType;
use program::MethodId;
use program::code::Pc;

use crate::brute::{DEPTH, violation};
use crate::random::{FIELDS, Random, generalize_mapped, world};

fn frame(regs: &[Ref], role: Role) -> Frame {
    let regs = regs.iter().map(|&r| Some(r)).collect();
    Frame { method: MethodId(0), pc: Pc(0), regs, role, inputs: Vec::new() }
}

/// A heap of nodes; reference `i + 1` is the i-th node.
struct Heap {
    fields: Vec<[Ref; 2]>,
}

impl Heap {
    fn new(random: &mut Random) -> Self {
        let count = 2 + random.below(4);
        let density = random.below(100);
        let pick = |random: &mut Random| {
            if random.chance(density) { Ref(1 + random.below(count) as u32) } else { Ref::NULL }
        };
        Self { fields: (0..count).map(|_| [pick(random), pick(random)]).collect() }
    }

    fn reach(&self, from: &[Ref]) -> Vec<Ref> {
        let mut seen: Vec<Ref> = Vec::new();
        let mut work = from.to_vec();
        while let Some(r) = work.pop() {
            if r != Ref::NULL && !seen.contains(&r) {
                seen.push(r);
                work.extend(self.fields[r.0 as usize - 1]);
            }
        }
        seen.sort_unstable();
        seen
    }

    /// The heap as a concrete state with these frames.
    fn state(&self, frames: Vec<Frame>) -> State {
        let mut state = State { frames, ..State::empty() };
        let types = world().set([WorldType(1)]);
        for contents in &self.fields {
            let fields = FIELDS.into_iter().zip(*contents).collect();
            state.fresh(Value::Object(Object { types, maybe_null: false, fields }));
        }
        state
    }
}

/// The callee: allocates, follows references, writes; `changed` learns which shadows lead to a written object.
fn run_callee(heap: &mut Heap, held: &mut Vec<Ref>, inputs: &mut [Input], random: &mut Random) {
    for _ in 0..random.below(5) {
        if random.chance(30) {
            heap.fields.push([Ref::NULL; 2]);
            held.push(Ref(heap.fields.len() as u32));
        }
        let visible = heap.reach(held);
        if random.chance(50) {
            held.push(visible[random.below(visible.len())]);
        }
        let target = visible[random.below(visible.len())];
        let value = if random.chance(20) { Ref::NULL } else { visible[random.below(visible.len())] };
        for input in inputs.iter_mut() {
            input.changed |= heap.reach(&[input.r]).contains(&target);
        }
        heap.fields[target.0 as usize - 1][random.below(2)] = value;
    }
}

/// Guards `graph::recursion::concretize::result`, `graph::recursion::concretize::predicates`,
/// `graph::recursion::concretize::null_classes`, `graph::recursion::concretize::is_applicable`.
#[test]
fn returns_are_covered() {
    let world = world();
    let mut random = Random::new(12);
    let mut mutating = 0;
    for _ in 0..400 {
        let mut heap = Heap::new(&mut random);
        let locals: Vec<Ref> =
            (0..2 + random.below(3)).map(|_| Ref(1 + random.below(heap.fields.len()) as u32)).collect();
        let args = &locals[..1 + random.below(2)];
        let before = heap.state(vec![frame(&locals, Role::Call), frame(args, Role::Call)]);
        let (abstracted, phi) = generalize_mapped(world, &before, &mut random);
        let call = with_inputs(world, &abstracted);
        let shadows = &call.frames.last().expect("there is a callee").inputs;
        let mut inputs: Vec<Input> =
            shadows.iter().map(|input| Input { r: phi[input.r.0 as usize], ..input.clone() }).collect();
        let mut held = args.to_vec();
        run_callee(&mut heap, &mut held, &mut inputs, &mut random);
        mutating += u32::from(inputs.iter().any(|input| input.changed));
        let results: Vec<Ref> = (0..random.below(3)).map(|_| held[random.below(held.len())]).collect();
        let mut callee = frame(&results, Role::Entry(Site { method: MethodId(0), pc: Pc(0) }));
        callee.inputs = inputs;
        let (returned, _) = generalize_mapped(world, &heap.state(vec![callee]), &mut random);
        let after = heap.state(vec![frame(&locals, Role::Call), frame(&results, Role::Call)]);
        let after = after.canonical(world).0;
        let result = concretize(world, &returned, &call);
        let result = result.unwrap_or_else(|| panic!("no result\n{returned:#?}\n{call:#?}")).state;
        if let Some(reason) = violation(world, &after, &result, DEPTH) {
            panic!(
                "{reason}\nafter: {after:#?}\nresult: {result:#?}\nreturned: {returned:#?}\ncall: {call:#?}"
            );
        }
    }
    assert!(mutating > 100, "only {mutating} callees write");
}
