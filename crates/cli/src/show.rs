//! Draws diagnostics for people: the sentence, the place, the source line with the culprit underlined.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use base::{Diagnostic, Place, Severity};

/// Prints an error to standard error: drawn when it is a diagnostic, as one line otherwise.
pub fn error(error: &anyhow::Error) {
    match error.downcast_ref::<Diagnostic>() {
        Some(diagnostic) => eprintln!("{}", draw(diagnostic)),
        None => eprintln!("error: {error:#}"),
    }
}

/// A diagnostic with source snippets where the text is at hand; no colours in a pipe.
pub fn draw(diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    if let Some(place) = &diagnostic.place {
        group = group.element(snippet(place, None));
    }
    for (place, remark) in &diagnostic.related {
        group = group.element(snippet(place, Some(remark)));
    }
    for advice in &diagnostic.help {
        group = group.element(Level::HELP.message(advice));
    }
    renderer().render(&[group])
}

fn snippet<'a>(place: &'a Place, remark: Option<&'a str>) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let kind = if remark.is_some() { AnnotationKind::Context } else { AnnotationKind::Primary };
    Snippet::source(&place.source.text)
        .path(&place.source.name)
        .annotation(kind.span(place.start..place.end).label(remark))
}

fn renderer() -> Renderer {
    use std::io::IsTerminal;
    if std::io::stderr().is_terminal() { Renderer::styled() } else { Renderer::plain() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Source;

    #[test]
    fn a_snippet_underlines_the_culprit() {
        let source = Source::new("Counter.java", "class Counter {\n  int cout;\n}\n");
        let diagnostic = Diagnostic::error("unknown-code", "there is no code `cout`")
            .at(source.place(22, 26))
            .help("did you mean `count`?");
        let drawn = draw(&diagnostic);
        assert!(drawn.contains("error[unknown-code]: there is no code `cout`"), "{drawn}");
        assert!(drawn.contains("Counter.java:2:7") && drawn.contains("^^^^"), "{drawn}");
        assert!(drawn.contains("did you mean `count`?"), "{drawn}");
    }
}
