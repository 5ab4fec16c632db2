//! What a proof takes for granted, and names: without it, next to nothing could be proven of programs that make arrays or texts.
//!
//! What a JVM has no room for is a limit of the machine it runs on. Where sizes are known, the exploration keeps to what fits, or
//! stops; where they depend on the input, the answer says that it takes the room for granted.

use machine::State;

use super::Symbolic;

/// Sizes that depend on the input are no reason to fail.
pub(super) const ROOM: &str = "the JVM has room for arrays and texts whose sizes depend on the input";
/// There are languages in which `i` has no dot above when it is small, or one when it is not.
pub(super) const LETTERS: &str = "the default locale changes letters to upper and lower case as English does";

/// The path takes this for granted.
pub(super) fn note(state: &mut State<Symbolic<'_>>, what: &'static str) {
    if !state.heap.trusts.contains(&what) {
        state.heap.trusts.push(what);
    }
}
