//! Code that does not matter.
