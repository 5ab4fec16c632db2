//! What is known of all classes of a package.

/// Facts about a package. What is not said does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// As in class files.
    pub name: String,
    /// `and below`: all this is said of the packages below it, too.
    pub with_inner: bool,
    /// `lasting`: objects of its classes seem to stay as they are, unless their class says otherwise.
    pub is_lasting: bool,
    /// `shown`: what its objects hold can be told by calling their methods.
    pub is_shown: bool,
    /// `imported`: tests call its classes by their short names. No two packages have a class of the same name.
    pub is_imported: bool,
}

impl Package {
    /// Whether it speaks of a package.
    pub fn covers(&self, package: &str) -> bool {
        match package.strip_prefix(&*self.name) {
            Some("") => true,
            Some(inner) => self.with_inner && inner.starts_with('/'),
            None => false,
        }
    }
}
