//! What is known of a field of all objects of a class.

use serde::{Deserialize, Serialize};

/// A field and what holds of it in every state. What is not told is not known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FieldView {
    pub name: String,
    pub never_null: bool,
    /// Least and greatest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[i64; 2]>,
    /// Least and greatest length of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<[i64; 2]>,
    /// The exact class of what is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    pub never_changes: bool,
    pub acyclic: bool,
    /// The places that write it, on which all of this rests.
    pub writers: Vec<String>,
    /// Why nothing is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
}
