//! How much of what crates offer each other is documented: functions, methods, types, traits and constants that are `pub`. Methods of
//! trait implementations say what the trait says and do not count; nor do fields, whose type says what they are, and modules, whose
//! files open with their docs. The share may only rise.

use anyhow::{Context, Result};
use syn::visit::{self, Visit};

use crate::sources::SourceFile;

/// So many of a thousand public items are documented at least. Raise it when more are.
const FLOOR: usize = 850;

/// A complaint if less is documented than was.
pub fn too_little(files: &[SourceFile]) -> Result<Vec<String>> {
    let mut count = Count::default();
    for file in files.iter().filter(|file| is_library(file)) {
        let parsed = syn::parse_file(&file.text).with_context(|| file.path.display().to_string())?;
        count.visit_file(&parsed);
    }
    let share = count.documented * 1000 / count.all.max(1);
    let complaint = || {
        format!(
            "{} of {} public items are documented, less than {FLOOR} of 1000",
            count.documented, count.all
        )
    };
    Ok(if share < FLOOR { vec![complaint()] } else { Vec::new() })
}

/// Whether other crates may see what a file declares: tests and binaries offer nothing.
fn is_library(file: &SourceFile) -> bool {
    let mut parts = file.path.iter().map(|part| part.to_string_lossy());
    let (first, name, sources) = (parts.next(), parts.next(), parts.next());
    first.as_deref() == Some("crates") && name.as_deref() != Some("cli") && sources.as_deref() == Some("src")
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    all: usize,
    documented: usize,
}

impl Count {
    fn item(&mut self, attributes: &[syn::Attribute]) {
        self.all += 1;
        self.documented += usize::from(attributes.iter().any(|attribute| attribute.path().is_ident("doc")));
    }

    fn public(&mut self, visibility: &syn::Visibility, attributes: &[syn::Attribute]) {
        if matches!(visibility, syn::Visibility::Public(_)) {
            self.item(attributes);
        }
    }
}

impl<'ast> Visit<'ast> for Count {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.public(&item.vis, &item.attrs);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.public(&item.vis, &item.attrs);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.public(&item.vis, &item.attrs);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.public(&item.vis, &item.attrs);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.public(&item.vis, &item.attrs);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.public(&item.vis, &item.attrs);
        if matches!(item.vis, syn::Visibility::Public(_)) {
            visit::visit_item_trait(self, item);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.item(&item.attrs);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if item.trait_.is_none() {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.public(&item.vis, &item.attrs);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_items_count_and_others_do_not() {
        let text = "/// Said.\npub struct A;\nimpl A { pub fn f() {} fn g() {} }\nimpl B for A { fn h() {} }\nfn i() {}\n";
        let mut count = Count::default();
        count.visit_file(&syn::parse_file(text).expect("it can be parsed"));
        assert_eq!(count, Count { all: 2, documented: 1 });
    }
}
