//! Hash-consed sorted terms.
