//! Input arguments and context concretization [Otto15, Ch. 3]. With all input arguments unchanged, concretization is the
//! intersection of two states [Otto15, §1.5], so its examples are here too.

use graph::recursion::concretize::{Concretized, concretize};
use graph::recursion::inputs::with_inputs;
use graph::state::{Ref, Role, Site, State};
use graph::world::World;
use program::MethodId;
use program::code::Pc;

use crate::assert_state;
use crate::notation::{Example, world};

/// A return state on a call state.
struct Pair {
    returned: Example,
    call: Example,
    result: Concretized,
}

impl Pair {
    fn new(world: &World, returned: &str, call: &str) -> Self {
        let (mut returned, call) = (Example::new(world, returned), Example::new(world, call));
        returned.state.frames[0].role = Role::Entry(Site { method: MethodId(0), pc: Pc(0) });
        let result = concretize(world, &returned.state, &call.state).expect("they fit together");
        Self { returned, call, result }
    }

    /// What the names are in the result; a name of the call state is written in brackets.
    fn classes(&self, names: &[&str]) -> Vec<Option<Ref>> {
        let class = |name: &&str| {
            let (map, origin) = match name.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
                Some(name) => (&self.result.from_call, self.call.at(name)),
                None => (&self.result.from_return, self.returned.at(name)),
            };
            map.iter().find(|(_, source)| *source == origin).map(|(target, _)| target)
        };
        names.iter().map(class).collect()
    }

    /// All names stand for one reference of the result.
    fn are_one(&self, names: &[&str]) -> bool {
        let classes = self.classes(names);
        classes[0].is_some() && classes.iter().all(|class| *class == classes[0])
    }
}

fn held(state: &State) -> Vec<Ref> {
    state.frames.last().expect("there is a callee").inputs.iter().map(|input| input.r).collect()
}

/// **Example 1.19**, Fig. 1.27: equality spreads along common fields.
///
/// Guards `graph::order::unify::close`.
#[test]
fn equality_spreads_along_fields() {
    let world = &world();
    let a = r"x:r1 #0:r1 #1:r2 | r1:List(next:r3) r2:List(next:r1) r3:List | r1=?r2 r1=?r3 r2=?r3 r1\/r1 r2\/r2 r3\/r3
        r1\/r2 r1\/r3 r2\/r3 r1@next r2@next r3@next";
    let b = r"one:r4 / x:r4 #0:r4 #1:r4 | r4:List(value:i1) i1:[0,oo) | r4\/r4 r4@next";
    let expected = r"one:r5 / x:r5 | r5:List(next:r5,value:i1) i1:[0,oo) | r5\/r5 r5@next";
    assert_state(world, Pair::new(world, a, b).result.state, expected);
}

/// **Examples 1.21 and 1.23**, Fig. 1.29: paths of both states together.
///
/// Guards `graph::order::unify::arrivals`.
#[test]
fn paths_of_both_states_are_followed() {
    let world = &world();
    let a = r"x:r1 #0:r1 #1:r2 #2:r3 | r1:List(next:r2) r2:List r3:List | r2\/r3 r1\/r3";
    let b = r"one:r4 / x:r4 #0:r4 #1:r5 #2:r6 | r4:List r5:List(next:r6) r6:List | r4\/r5 r4\/r6";
    let pair = Pair::new(world, a, b);
    for names in [["r1", "<r4>"], ["r2", "<r5>"], ["r3", "<r6>"]] {
        assert!(pair.are_one(&names), "{names:?}");
    }
    let state = &pair.result.state;
    let [r1, r2, r3] = pair.classes(&["r1", "r2", "r3"])[..] else { panic!("three names") };
    let next = |r: Option<Ref>| state.field(r.expect("in the result"), crate::NEXT);
    assert_eq!((next(r1), next(r2), next(r3)), (r2, r3, None));
}

/// **Example 1.31**, Fig. 1.39: a list that may be a ring, and one object in two places.
#[test]
fn the_intersection_is_a_ring_of_one() {
    let world = &world();
    let a = r"one:r1 two:r2 #0:r1 #1:r2 | r1:List(next:r2) r2:List(next:r3) r3:List(value:i1) i1:(-oo,1] |
        r1=?r2 r1=?r3 r2=?r3 r1\/r1 r1\/r2 r1\/r3 r2\/r2 r2\/r3 r3\/r3 r1@next r2@next r3@next";
    let b = r"one:r4 two:r4 / one:r4 two:r4 #0:r4 #1:r4 | r4:List(value:i2) i2:[0,oo) | r4\/r4 r4@next";
    let expected = r"one:r5 two:r5 / one:r5 two:r5 | r5:List(next:r5,value:i3) i3:[0,1] | r5\/r5 r5@next";
    assert_state(world, Pair::new(world, a, b).result.state, expected);
}

/// **Example 3.3**, Fig. 3.7: shadows of what the callee can reach and the caller holds; `r4` is unrelated.
///
/// Guards `graph::recursion::inputs::with_inputs`.
#[test]
fn input_arguments_shadow_what_the_callee_reaches() {
    let world = &world();
    let call = r"one:r3 two:r4 / one:r1 two:r2 | r1:List r2:List(next:r5) r3:List r4:List r5:List | r2\/r3";
    let example = Example::new(world, call);
    let state = with_inputs(world, &example.state);
    assert_eq!(held(&state), ["r1", "r2", "r3"].map(|name| example.at(name)));
    assert!(state.frames.iter().flat_map(|frame| &frame.inputs).all(|input| !input.changed));
}

/// **Example 3.4**, Fig. 3.13: contents of a changed object are not equal to what they were.
///
/// Guards `graph::recursion::concretize::equate`.
#[test]
fn stale_contents_are_not_equated() {
    let world = &world();
    let returned =
        "one:r3 #0:r3! #1:r4 | r3:List(next:r3,value:i1) r4:List(next:r3,value:i2) i1:[0,1] i2:[1,1]";
    let call = "one:r2 / one:r1 #0:r1 #1:r2 | r1:List(next:r2) r2:List(next:r1)";
    let pair = Pair::new(world, returned, call);
    assert!(pair.are_one(&["r3", "<r1>"]) && pair.are_one(&["r4", "<r2>"]));
    assert!(!pair.are_one(&["r3", "r4"]) && !pair.are_one(&["i1", "i2"]));
}

/// **Example 3.5**, Fig. 3.24: what the call state knew of a changed object is discarded, the rest is united, and an
/// older input argument that shares with a changed one is changed too.
#[test]
fn a_return_discards_what_is_stale() {
    let world = &world();
    let returned =
        "one:r3 #0:r3! #1:r4 | r3:List(next:r3,value:i1) r4:List(next:r3,value:i2) i1:[0,1] i2:[1,1]";
    let call =
        "one:r2 top:r1 #3:r1 / one:r1 #0:r1 #1:r2 | r1:List(next:r2,value:i0) r2:List(next:r1) i0:[0,0]";
    let expected = "one:r7 top:r6 #3:r6! / one:r6 | r6:List(next:r6,value:i1) r7:List(next:r6,value:i2) i1:[0,1] i2:[1,1]";
    assert_state(world, Pair::new(world, returned, call).result.state, expected);
}
