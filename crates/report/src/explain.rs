//! What each finding kind and diagnostic code means, for `cupper explain` and for the rules of a SARIF log.
//!
//! The texts are the book's chapter on codes, one section each: what a reader of the book and a user of the command see is the
//! same page.

const CHAPTER: &str = include_str!("../../../docs/src/codes.md");

/// One code: its first sentence, and all there is to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub code: &'static str,
    pub summary: &'static str,
    pub text: &'static str,
}

pub fn lookup(code: &str) -> Option<Entry> {
    all().find(|entry| entry.code.eq_ignore_ascii_case(code))
}

/// What a finding of a kind is about; kinds without a page of their own are uncaught exceptions.
pub fn of_finding(kind: &str) -> Entry {
    lookup(kind).or_else(|| lookup("UncaughtException")).expect("the chapter has this section")
}

/// Every entry, in the chapter's order.
pub fn all() -> impl Iterator<Item = Entry> {
    CHAPTER.split("\n## ").skip(1).map(|section| {
        let (code, text) = section.split_once('\n').unwrap_or((section, ""));
        let text = text.trim();
        let summary = text.split("\n\n").next().unwrap_or(text);
        Entry { code: code.trim(), summary, text }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_something_to_say_once() {
        let mut codes: Vec<&str> = all().map(|entry| entry.code).collect();
        assert!(codes.len() > 10);
        assert!(all().all(|entry| entry.summary.len() > 20), "a section is empty");
        codes.sort_unstable();
        let before = codes.len();
        codes.dedup();
        assert_eq!(codes.len(), before, "a code has two sections");
    }

    #[test]
    fn an_exception_of_the_users_own_is_explained_too() {
        assert_eq!(of_finding("OutOfCoffeeException").code, "UncaughtException");
        assert_eq!(of_finding("nullpointerexception").code, "NullPointerException");
    }
}
