//! Verdicts as people and machines want to see them.
//!
//! Everything an analysis says becomes one value, [`Report`], first; [`sarif`], [`junit`], [`html`] and JSON (its serde form) are views
//! of it. Baselines and suppressions thin a report out before it is shown. Nothing here prints.

pub mod annotation;
pub mod baseline;
pub mod explain;
pub mod fingerprint;
pub mod html;
pub mod junit;
pub mod layout;
pub mod model;
pub mod picture;
pub mod sarif;
pub mod suppress;
pub mod trace;

pub use model::{
    EdgeView, Finding, FlowStep, GraphView, Group, HeapEdge, HeapNode, HeapView, Level, LineView,
    MethodReport, NodeView, Report, SourceView, Spot, Verdict,
};
