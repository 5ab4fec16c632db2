//! Views of verdicts.
