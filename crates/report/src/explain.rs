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

/// The entry of a code or kind. A contract's failure `what:why` is explained by its first half, an exception without a page of
/// its own by that of uncaught exceptions.
pub fn lookup(code: &str) -> Option<Entry> {
    let section = |code: &str| all().find(|entry| entry.code.eq_ignore_ascii_case(code));
    let what = code.split(':').next().unwrap_or(code);
    let is_exception = ["Exception", "Error", "Throwable"].iter().any(|ending| what.ends_with(ending));
    section(code).or_else(|| section(what)).or_else(|| section("UncaughtException").filter(|_| is_exception))
}

/// What a finding of a kind is about; kinds without a page of their own are contracts that do not hold, or uncaught exceptions.
pub fn of_finding(kind: &str) -> Entry {
    let other = if kind.contains('.') { "contract-violation" } else { "UncaughtException" };
    lookup(kind).or_else(|| lookup(other)).expect("the chapter has this section")
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
        assert_eq!(lookup("OutOfCoffeeException").map(|entry| entry.code), Some("UncaughtException"));
        assert_eq!(lookup("no-such-code"), None);
        assert_eq!(of_finding("nullpointerexception").code, "NullPointerException");
    }

    #[test]
    fn failures_of_contracts_are_explained_by_what_fails() {
        assert_eq!(of_finding("postcondition.violated:assertion.false").code, "postcondition.violated");
        assert_eq!(of_finding("something.new:why").code, "contract-violation");
    }
}
