//! Generic types as `Signature` attributes write them [JVMS 4.7.9.1].
//!
//! Only types: of the bounds of type variables the first counts, declared exceptions are passed over. What does not follow the grammar is `None`; a
//! JVM does not look at these attributes either.

use std::sync::Arc;

/// Types nest; deeper than this is refused.
const MAX_NESTING: u32 = 64;

/// A type as it is declared in source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenericType {
    Primitive,
    /// A class and what its type parameters, and those of the classes around it, are given.
    Class {
        /// Internal name, as in `java/util/Map$Entry`.
        name: String,
        arguments: Vec<Arguments>,
    },
    Variable(Arc<str>),
    Array(Box<GenericType>),
}

/// The type arguments of one class of a nest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The internal name of the class they are given to.
    pub class: String,
    pub given: Vec<GenericArgument>,
}

/// What stands between `<` and `>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenericArgument {
    Is(GenericType),
    /// `? extends T`.
    Extends(GenericType),
    /// `?` or `? super T`: anything.
    Any,
}

/// What a class declares about its type parameters and supertypes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GenericClass {
    pub parameters: Vec<Arc<str>>,
    /// What they must be, where that is said.
    pub bounds: Bounds,
    /// The superclass first.
    pub supertypes: Vec<GenericType>,
}

/// Type variables and what they must be.
pub type Bounds = Vec<(Arc<str>, GenericType)>;

impl GenericType {
    /// The type of a field.
    pub fn of_field(signature: &str) -> Option<Self> {
        let mut at = Reader { rest: signature };
        at.ty(0).filter(|_| at.rest.is_empty())
    }

    /// The types of a method's parameters. Parameters the compiler made up are not among them. Of the method's type variables,
    /// and those of its class, their bounds are known.
    pub fn of_parameters(signature: &str, class: &Bounds) -> Option<Vec<Self>> {
        let mut at = Reader { rest: signature };
        let (names, own) = at.parameters()?;
        at.take('(')?;
        let hidden = class.iter().filter(|(name, _)| !names.contains(name)).cloned();
        let bounds: Bounds = hidden.chain(own).collect();
        let mut out = Vec::new();
        while at.take(')').is_none() {
            out.push(at.ty(0)?.bound(&bounds));
        }
        Some(out)
    }

    fn is_object(&self) -> bool {
        matches!(self, GenericType::Class { name, .. } if name == "java/lang/Object")
    }

    /// The type with variables replaced by what they must be.
    fn bound(self, bounds: &Bounds) -> Self {
        match self {
            GenericType::Primitive => self,
            GenericType::Variable(ref name) => {
                let bound = bounds.iter().find(|(known, _)| known == name);
                bound.map_or(self.clone(), |(_, bound)| bound.clone())
            }
            GenericType::Array(element) => GenericType::Array(Box::new(element.bound(bounds))),
            GenericType::Class { name, arguments } => {
                let bind = |arguments: Arguments| Arguments {
                    given: arguments.given.into_iter().map(|given| given.bound(bounds)).collect(),
                    ..arguments
                };
                GenericType::Class { name, arguments: arguments.into_iter().map(bind).collect() }
            }
        }
    }
}

impl GenericArgument {
    fn bound(self, bounds: &Bounds) -> Self {
        match self {
            GenericArgument::Is(ty @ GenericType::Variable(_)) => match ty.clone().bound(bounds) {
                bound if bound != ty => GenericArgument::Extends(bound),
                ty => GenericArgument::Is(ty),
            },
            GenericArgument::Is(ty) => GenericArgument::Is(ty.bound(bounds)),
            GenericArgument::Extends(ty) => GenericArgument::Extends(ty.bound(bounds)),
            GenericArgument::Any => GenericArgument::Any,
        }
    }
}

impl GenericClass {
    /// The signature of a class.
    pub fn of_class(signature: &str) -> Option<Self> {
        let mut at = Reader { rest: signature };
        let (parameters, bounds) = at.parameters()?;
        let mut supertypes = Vec::new();
        while !at.rest.is_empty() {
            supertypes.push(at.ty(0)?);
        }
        Some(Self { parameters, bounds, supertypes })
    }
}

struct Reader<'s> {
    rest: &'s str,
}

impl<'s> Reader<'s> {
    fn take(&mut self, wanted: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(wanted)?;
        Some(())
    }

    fn until(&mut self, ends: &[char]) -> Option<&'s str> {
        let (name, rest) = self.rest.split_at(self.rest.find(ends)?);
        self.rest = rest;
        Some(name)
    }

    /// `<T:Bound;U::Bound;>`, or nothing: the names, and the first bound of each that says something.
    fn parameters(&mut self) -> Option<(Vec<Arc<str>>, Bounds)> {
        let (mut names, mut bounds): (Vec<Arc<str>>, Bounds) = (Vec::new(), Vec::new());
        if self.take('<').is_none() {
            return Some((names, bounds));
        }
        while self.take('>').is_none() {
            let name: Arc<str> = self.until(&[':'])?.into();
            let mut first = None;
            while self.take(':').is_some() {
                if !self.rest.starts_with(':') {
                    let bound = Some(self.ty(0)?).filter(|bound| !bound.is_object());
                    first = first.or(bound);
                }
            }
            bounds.extend(first.map(|bound| (name.clone(), bound)));
            names.push(name);
        }
        Some((names, bounds))
    }

    fn ty(&mut self, depth: u32) -> Option<GenericType> {
        if depth > MAX_NESTING {
            return None;
        }
        let first = self.rest.chars().next()?;
        self.take(first)?;
        match first {
            'L' => self.class(depth),
            'T' => {
                let name = self.until(&[';'])?.into();
                self.take(';')?;
                Some(GenericType::Variable(name))
            }
            '[' => Some(GenericType::Array(Box::new(self.ty(depth + 1)?))),
            'B' | 'C' | 'D' | 'F' | 'I' | 'J' | 'S' | 'Z' | 'V' => Some(GenericType::Primitive),
            _ => None,
        }
    }

    fn class(&mut self, depth: u32) -> Option<GenericType> {
        let mut name = String::new();
        let mut arguments = Vec::new();
        loop {
            name.push_str(self.until(&['<', '.', ';'])?);
            if self.take('<').is_some() {
                let mut given = Vec::new();
                while self.take('>').is_none() {
                    given.push(self.argument(depth + 1)?);
                }
                arguments.push(Arguments {
                    class: name.clone(),
                    given: Some(given).filter(|given| !given.is_empty())?,
                });
            }
            if self.take(';').is_some() {
                return Some(GenericType::Class { name, arguments });
            }
            self.take('.')?;
            name.push('$');
        }
    }

    fn argument(&mut self, depth: u32) -> Option<GenericArgument> {
        if self.take('*').is_some() {
            return Some(GenericArgument::Any);
        }
        if self.take('+').is_some() {
            return self.ty(depth).map(GenericArgument::Extends);
        }
        if self.take('-').is_some() {
            return self.ty(depth).map(|_| GenericArgument::Any);
        }
        self.ty(depth).map(GenericArgument::Is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, arguments: Vec<Arguments>) -> GenericType {
        GenericType::Class { name: name.into(), arguments }
    }

    #[test]
    fn inner_classes_keep_the_arguments_of_the_classes_around_them() {
        let read = GenericType::of_field("Lp/List<TT;>.Node<[I>;");
        let given = |class: &str, of: GenericType| Arguments {
            class: class.into(),
            given: vec![GenericArgument::Is(of)],
        };
        let ints = GenericType::Array(Box::new(GenericType::Primitive));
        let expected = class(
            "p/List$Node",
            vec![given("p/List", GenericType::Variable("T".into())), given("p/List$Node", ints)],
        );
        assert_eq!(read, Some(expected));
    }

    #[test]
    fn a_method_has_the_parameters_it_declares() {
        let read = GenericType::of_parameters(
            "<T:Ljava/lang/Object;U:Ljava/lang/Object;:LX;>(ITT;Ljava/util/Map<TU;+TT;>;)TT;^TX;",
            &vec![("T".into(), class("Y", Vec::new()))],
        );
        let given = vec![
            GenericArgument::Extends(class("X", Vec::new())),
            GenericArgument::Extends(GenericType::Variable("T".into())),
        ];
        let map = class("java/util/Map", vec![Arguments { class: "java/util/Map".into(), given }]);
        let expected = vec![GenericType::Primitive, GenericType::Variable("T".into()), map];
        assert_eq!(read, Some(expected), "the method's own `T` hides that of its class");
    }

    #[test]
    fn a_class_has_parameters_and_supertypes() {
        let read = GenericClass::of_class("<K:Ljava/lang/Object;V::LX;>Lp/Base<TV;>;LI;")
            .expect("a class signature");
        assert_eq!(read.parameters, ["K".into(), "V".into()]);
        assert_eq!(read.supertypes.len(), 2);
    }

    #[test]
    fn what_is_no_signature_is_nothing() {
        let deep = format!("{}I", "[".repeat(10_000));
        for text in ["", "L", "Lx", "Lx<", "Lx<>", "TT", "Q", "IX", &deep] {
            assert_eq!(GenericType::of_field(text), None, "{text:.20}");
        }
        assert_eq!(GenericClass::of_class("<T"), None);
        assert_eq!(GenericType::of_parameters("<T:LX;>(I", &Bounds::new()), None);
    }
}
