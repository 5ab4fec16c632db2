//! Java programs as the JVM reads them: class path, hierarchy, resolution, register code.
