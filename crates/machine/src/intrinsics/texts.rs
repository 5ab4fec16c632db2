//! `java.lang.String` and its helpers.

use super::{Answer, Entry, Reply, answer_false};
use crate::{Cx, Domain, State, strings};

/// The intrinsics of texts.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("java/lang/String", "intern", "", intern),
        ("java/lang/StringUTF16", "isBigEndian", "", answer_false),
    ]
}

fn intern<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    Ok(Reply::Value(strings::intern(cx, state, &args[0])?))
}
