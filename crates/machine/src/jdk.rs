//! What the JVM keeps for the JDK's own code, beside the state of the program: objects that mirror types, modules and
//! descriptors, and memory outside the heap. No step of the semantics reads it; intrinsics and constants do.

use std::sync::Arc;

use base::IdVec;
use program::TypeId;
use rustc_hash::FxHashMap;

/// The objects behind reflection, modules, method handles and `Unsafe`.
#[derive(Clone, Debug)]
pub(crate) struct Jdk<V> {
    /// `Class` objects of the types that were asked for one.
    pub mirrors: IdVec<TypeId, Option<V>>,
    /// `Module` objects by name; the one without a name has the classes of the class path.
    pub modules: Vec<(Option<Arc<str>>, V)>,
    /// `MethodType` objects of descriptors that method handles were invoked with.
    pub method_types: FxHashMap<Arc<str>, V>,
    /// Memory outside the heap, in arrays of bytes; null where it was given back.
    pub blocks: Vec<V>,
}

impl<V> Default for Jdk<V> {
    fn default() -> Self {
        Self {
            mirrors: IdVec::new(),
            modules: Vec::new(),
            method_types: FxHashMap::default(),
            blocks: Vec::new(),
        }
    }
}

impl<V> Jdk<V> {
    /// The same objects in another domain.
    pub fn translate<W>(&self, mut value: impl FnMut(&V) -> W) -> Jdk<W> {
        Jdk {
            mirrors: self.mirrors.iter().map(|mirror| mirror.as_ref().map(&mut value)).collect(),
            modules: self.modules.iter().map(|(name, module)| (name.clone(), value(module))).collect(),
            method_types: self.method_types.iter().map(|(name, ty)| (name.clone(), value(ty))).collect(),
            blocks: self.blocks.iter().map(value).collect(),
        }
    }

    /// Every value held here.
    pub fn roots(&mut self, mut visit: impl FnMut(&mut V)) {
        self.mirrors.iter_mut().flatten().for_each(&mut visit);
        self.modules.iter_mut().for_each(|(_, module)| visit(module));
        self.method_types.values_mut().for_each(&mut visit);
        self.blocks.iter_mut().for_each(visit);
    }
}
