//! Path exploration on a symbolic heap.
