//! The page that walks through a calculus run, in a real browser: forward, back, other paths, no complaint.

#[path = "support/webdriver.rs"]
mod webdriver;

use report::trace::{StepView, TraceView, render};
use report::{HeapEdge, HeapNode, HeapView};
use webdriver::Browser;

#[test]
fn steps_forward_and_back() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let page = folder.path().join("trace.html");
    std::fs::write(&page, render(&sample())).map_err(|error| error.to_string())?;
    let browser = Browser::start()?;
    browser.open(&page)?;
    let rule = "return document.getElementById('rule').textContent";
    assert_eq!(browser.script(rule)?, "initial state");
    browser.click("#forward")?;
    assert_eq!(browser.script(rule)?, "Variable Lookup");
    assert_eq!(browser.script("return document.querySelectorAll('#heap svg rect.node').length")?, 2);
    assert_eq!(browser.script("return document.getElementById('by').textContent")?, "Summarize of this");
    browser.type_into("body", "\u{E014}")?;
    assert_eq!(browser.script(rule)?, "Field Access");
    assert_eq!(browser.script("return document.getElementById('forward').disabled")?, true);
    browser.type_into("body", "\u{E012}")?;
    assert_eq!(browser.script(rule)?, "Variable Lookup");
    browser.script(
        "const s = document.getElementById('path'); s.value = 1; s.dispatchEvent(new Event('change'))",
    )?;
    assert_eq!(browser.script("return document.querySelectorAll('#steps li').length")?, 2);
    assert_eq!(browser.complaints()?, Vec::<String>::new());
    Ok(())
}

fn sample() -> TraceView {
    let node = |label: &str, round| HeapNode { label: label.into(), fields: vec![], round };
    let heap = HeapView {
        nodes: vec![node("this", true), node("l1 List", false)],
        edges: vec![HeapEdge { from: 0, to: 1, label: "this == @1".into() }],
    };
    let step = |before, rule: &str, heap: &HeapView| StepView {
        before,
        rule: rule.into(),
        state: "η = this ↦ l1".into(),
        heap: heap.clone(),
        ..StepView::default()
    };
    let mut looked_up = step(Some(0), "Variable Lookup", &heap);
    looked_up.heap_rules.push("Summarize of this".into());
    TraceView {
        title: "a.javalite".into(),
        program: "((class …))".into(),
        steps: vec![step(None, "", &HeapView::default()), looked_up, step(Some(1), "Field Access", &heap)],
        paths: vec![(2, "then".into()), (1, "else".into())],
    }
}
