//! Java's small steps, generic in a domain, and the concrete domain.
