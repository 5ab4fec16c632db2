//! The papers' model languages and their laws.
