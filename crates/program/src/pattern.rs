//! What users call a method: `name`, `Class.name` or `pack.Class.name`.
//!
//! Where overloads must be told apart the parameters follow, as in the source (`sum(int, String)`) or as a descriptor
//! (`sum(ILjava/lang/String;)V`). A constructor goes by the name of its class, by `new` or by `<init>`. Every command
//! that takes a method reads it here, so that all of them find the same methods and say the same where they find none.

use base::Diagnostic;

use crate::{ClassId, MethodId, Program, TypeId};

/// A method as a user names it.
#[derive(Clone, Copy, Debug)]
pub struct MethodPattern<'t> {
    text: &'t str,
    class: Option<&'t str>,
    name: &'t str,
    /// From the opening parenthesis.
    signature: Option<&'t str>,
}

impl<'t> MethodPattern<'t> {
    /// Reads a pattern.
    pub fn new(text: &'t str) -> Self {
        let text = text.trim();
        let (path, signature) = match text.find('(') {
            Some(at) => (text[..at].trim_end(), Some(&text[at..])),
            None => (text, None),
        };
        let (class, name) = match path.rsplit_once('.') {
            Some((class, name)) => (Some(class), name),
            None => (None, path),
        };
        Self { text, class, name, signature }
    }

    /// Every method of the classes of these internal names that fits; at least one.
    pub fn all(&self, program: &Program, classes: &[impl AsRef<str>]) -> Result<Vec<MethodId>, Diagnostic> {
        let classes = self.classes(program, classes)?;
        let methods = |class: &ClassId| program.class(*class).methods();
        let found: Vec<_> = classes.iter().flat_map(methods).filter(|&id| self.fits(program, id)).collect();
        if found.is_empty() { Err(self.unknown(program, &classes)) } else { Ok(found) }
    }

    /// The one method that fits.
    pub fn one(&self, program: &Program, classes: &[impl AsRef<str>]) -> Result<MethodId, Diagnostic> {
        let found = self.all(program, classes)?;
        let [method] = found[..] else {
            let names: Vec<_> = found.iter().map(|&method| program.call_name(method)).collect();
            let message = format!("`{}` fits {} methods", self.text, found.len());
            return Err(Diagnostic::error("ambiguous-method", message)
                .help(format!("name one of {}", names.join(", "))));
        };
        Ok(method)
    }

    /// The classes the pattern names: those of exactly this name, or else those it is the end of; all if it names none.
    fn classes(&self, program: &Program, names: &[impl AsRef<str>]) -> Result<Vec<ClassId>, Diagnostic> {
        let dotted = |name: &str| name.replace(['/', '$'], ".");
        let names = || names.iter().map(AsRef::as_ref);
        let mut chosen: Vec<&str> = names().collect();
        if let Some(class) = self.class {
            let wanted = dotted(class);
            chosen = names().filter(|name| dotted(name) == wanted).collect();
            if chosen.is_empty() {
                let suffix = format!(".{wanted}");
                chosen = names().filter(|name| dotted(name).ends_with(&suffix)).collect();
            }
            if chosen.is_empty() {
                let message = format!("there is no class `{class}` in the target");
                return Err(Diagnostic::error("unknown-class", message));
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        let load = |name: &str| program.class_named(name).map_err(|error| error.diagnostic());
        chosen.into_iter().map(load).collect()
    }

    fn fits(&self, program: &Program, id: MethodId) -> bool {
        let method = program.method(id);
        let is_named = *method.name == *self.name
            || method.is_constructor()
                && (self.name == "new" || self.name == simple_name(&program.class(method.class).name));
        is_named
            && self.signature.is_none_or(|wanted| {
                *wanted == *method.descriptor || has_parameters(program, &method.params, wanted)
            })
    }

    fn unknown(&self, program: &Program, classes: &[ClassId]) -> Diagnostic {
        const SHOWN: usize = 8;
        let error = Diagnostic::error("unknown-method", format!("the target has no method `{}`", self.text));
        let methods: Vec<_> = classes
            .iter()
            .flat_map(|&class| program.class(class).methods())
            .filter(|&id| !program.method(id).name.starts_with('<'))
            .collect();
        let is_alike = |id: &&MethodId| {
            let known = &program.method(**id).name;
            known.eq_ignore_ascii_case(self.name)
                || known.starts_with(self.name)
                || self.name.starts_with(&**known)
        };
        if let Some(&alike) = methods.iter().find(is_alike) {
            return error.help(format!("did you mean `{}`?", program.call_name(alike)));
        }
        let known: Vec<_> = methods.iter().take(SHOWN).map(|&id| program.call_name(id)).collect();
        if known.is_empty() { error } else { error.help(format!("it has {}", known.join(", "))) }
    }
}

impl Program {
    /// A method as a pattern that fits it alone: `pack.Class.name(int, String)`.
    pub fn call_name(&self, id: MethodId) -> String {
        let method = self.method(id);
        let class = self.class(method.class);
        let types: Vec<_> = method.params.iter().map(|&ty| self.short_type(ty)).collect();
        let name = if method.is_constructor() { simple_name(&class.name) } else { &method.name };
        format!("{}.{name}({})", class.name.replace(['/', '$'], "."), types.join(", "))
    }

    /// A type without its package.
    pub fn short_type(&self, ty: TypeId) -> String {
        simple_name(&self.type_name(ty)).to_owned()
    }
}

/// Whether parameters are those of `(int, String)`.
fn has_parameters(program: &Program, params: &[TypeId], wanted: &str) -> bool {
    let Some(inner) = wanted.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return false };
    let wanted: Vec<_> = inner.split(',').map(str::trim).filter(|ty| !ty.is_empty()).collect();
    let same = |(wanted, &ty): (&&str, &TypeId)| {
        *wanted == program.type_name(ty) || *wanted == program.short_type(ty)
    };
    wanted.len() == params.len() && wanted.iter().zip(params).all(same)
}

fn simple_name(name: &str) -> &str {
    name.rsplit(['/', '$', '.']).next().unwrap_or(name)
}
