//! All input heaps up to a size, each once up to isomorphism.
//!
//! Places are filled in the order in which they are reached from the roots: null, an object met before, or the next new one. So
//! objects are numbered by the way they are first reached, and isomorphic heaps are the same heap.

use std::collections::BTreeMap;

use heap::{Class, Field, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Val {
    Null,
    /// An object of the memory, by its number.
    Object(usize),
    /// A number; truth values are 0 and 1.
    Int(i32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub class: Class,
    pub fields: BTreeMap<Field, Val>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The values of the roots, in the signature's order.
    pub roots: Vec<Val>,
    pub objects: Vec<Object>,
}

/// What inputs of a program look like.
#[derive(Clone, Debug)]
pub struct Signature {
    pub roots: Vec<Root>,
    /// The fields that matter, of every class.
    pub fields: Vec<(Class, Field, Kind)>,
}

#[derive(Clone, Debug)]
pub struct Root {
    pub name: String,
    pub kind: Kind,
    pub non_null: bool,
}

/// More inputs than this are not tried with one program.
const MANY: usize = 600;

impl Signature {
    /// All inputs with as many objects per class as keeps their number small.
    pub fn inputs(&self) -> Vec<Input> {
        let sizes = (1..=3).map(|limit| self.up_to(limit));
        let mut largest = Vec::new();
        for inputs in sizes {
            match inputs {
                Some(inputs) => largest = inputs,
                None => break,
            }
        }
        largest
    }

    /// All inputs with at most `limit` objects of each class; `None` if they are too many.
    fn up_to(&self, limit: usize) -> Option<Vec<Input>> {
        let mut out = Vec::new();
        let empty = Input { roots: Vec::new(), objects: Vec::new() };
        self.fill(limit, empty, 0, &mut out).then_some(out)
    }

    /// Fills the places from `object` on; false when there are too many ways.
    fn fill(&self, limit: usize, input: Input, object: usize, out: &mut Vec<Input>) -> bool {
        if let Some(root) = self.roots.get(input.roots.len()) {
            return self.values(limit, &input, root.kind).into_iter().all(|(value, created)| {
                let skipped = root.non_null && value == Val::Null;
                let mut next = input.clone();
                next.objects.extend(created);
                next.roots.push(value);
                skipped || self.fill(limit, next, object, out)
            });
        }
        let Some(Object { class, fields }) = input.objects.get(object) else {
            out.push(input);
            return out.len() <= MANY;
        };
        let open = |(of, field, _): &&(Class, Field, Kind)| of == class && !fields.contains_key(field);
        let Some(&(_, field, kind)) = self.fields.iter().find(open) else {
            return self.fill(limit, input, object + 1, out);
        };
        self.values(limit, &input, kind).into_iter().all(|(value, created)| {
            let mut next = input.clone();
            next.objects.extend(created);
            next.objects[object].fields.insert(field, value);
            self.fill(limit, next, object, out)
        })
    }

    /// What a place can hold, with the object that comes into being for it.
    fn values(&self, limit: usize, input: &Input, kind: Kind) -> Vec<(Val, Option<Object>)> {
        let Kind::Ref(class) = kind else { return vec![(Val::Int(0), None), (Val::Int(1), None)] };
        let fits = |(_, object): &(usize, &Object)| object.class == class;
        let known: Vec<usize> = input.objects.iter().enumerate().filter(fits).map(|(at, _)| at).collect();
        let mut out = vec![(Val::Null, None)];
        out.extend(known.iter().map(|at| (Val::Object(*at), None)));
        if known.len() < limit {
            let created = Object { class, fields: BTreeMap::new() };
            out.push((Val::Object(input.objects.len()), Some(created)));
        }
        out
    }
}

#[test]
fn each_list_shape_once() {
    let (node, next) = (Class(0), Field(0));
    let roots = vec![Root { name: "x".into(), kind: Kind::Ref(node), non_null: false }];
    let signature = Signature { roots, fields: vec![(node, next, Kind::Ref(node))] };
    // A list of k nodes ends in null or in one of its k nodes; the empty list is one more.
    let counts: Vec<_> = (1..=3).map(|limit| signature.up_to(limit).map(|all| all.len())).collect();
    assert_eq!(counts, [Some(1 + 2), Some(1 + 2 + 3), Some(1 + 2 + 3 + 4)]);
}
