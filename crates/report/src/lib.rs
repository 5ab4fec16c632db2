//! Verdicts as people and machines want to see them.
//!
//! Everything an analysis says becomes one value, [`Report`], first; [`text`], [`sarif`], [`junit`], [`html`] and JSON
//! ([`json`], its serde form) are views of it. Baselines and suppressions thin a report out before it is shown. Nothing here prints.

pub mod annotation;
pub mod baseline;
mod drawing;
pub mod explain;
mod field;
pub mod fingerprint;
pub mod html;
pub mod junit;
pub mod layout;
pub mod model;
pub mod picture;
pub mod sarif;
mod source;
pub mod suppress;
pub mod text;
pub mod trace;

pub use base::Severity;
pub use field::FieldView;
pub use model::{
    Binding, ClassFact, EdgeView, Finding, Frame, GraphView, Group, HeapEdge, HeapNode, HeapView, History,
    LineView, Mark, MethodReport, NodeView, Place, Proof, ProofKind, Question, Reason, ReasonKind, Report,
    Schema, SourceView, Step, Verdict,
};
pub use source::together;

/// The report as JSON; its schema is `docs/report.schema.json`.
pub fn json(report: &Report) -> String {
    serde_json::to_string_pretty(report).expect("a report is always JSON") + "\n"
}
