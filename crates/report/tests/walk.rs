//! The page that walks through a calculus run, in a real browser: forward, back, other paths, no complaint.

#[path = "support/webdriver.rs"]
mod webdriver;

use report::trace::{Statement, StepView, TraceView, render};
use report::{HeapEdge, HeapNode, HeapView};
use webdriver::Browser;

const LEFT: &str = "\u{E012}";
const UP: &str = "\u{E013}";
const RIGHT: &str = "\u{E014}";
const DOWN: &str = "\u{E015}";
const HOME: &str = "\u{E011}";
const END: &str = "\u{E010}";

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
    assert_eq!(browser.script("return document.getElementById('says').textContent")?, "(η x k) → (η η(x) k)");
    browser.click("#back")?;
    assert_eq!(browser.script(rule)?, "initial state");
    assert_eq!(browser.script("return document.getElementById('back').disabled")?, true);
    assert_eq!(browser.script("return document.getElementById('says').textContent")?, "");
    for (key, reached) in
        [(END, "Field Access"), (HOME, "initial state"), (LEFT, "initial state"), (RIGHT, "Variable Lookup")]
    {
        browser.type_into("body", key)?;
        assert_eq!(browser.script(rule)?, reached);
    }
    browser.type_into("body", RIGHT)?;
    assert_eq!(browser.script(rule)?, "Field Access");
    assert_eq!(browser.script("return document.getElementById('forward').disabled")?, true);
    browser.type_into("body", LEFT)?;
    assert_eq!(browser.script(rule)?, "Variable Lookup");
    browser.script(
        "const s = document.getElementById('path'); s.value = 1; s.dispatchEvent(new Event('change'))",
    )?;
    assert_eq!(browser.script("return document.querySelectorAll('#steps li').length")?, 2);
    browser.script("document.activeElement.blur()")?;
    browser.type_into("body", UP)?;
    assert_eq!(browser.script("return document.querySelectorAll('#steps li').length")?, 3);
    browser.type_into("body", DOWN)?;
    assert_eq!(browser.script("return document.getElementById('path').value")?, "1");
    browser.script("document.querySelector('#steps li').click()")?;
    assert_eq!(browser.script(rule)?, "initial state", "a click on a step goes there");
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
    looked_up.statement =
        Some(Statement { place: "EHS16, Fig. 5".into(), text: "(η x k) → (η η(x) k)".into() });
    looked_up.heap_rules.push("Summarize of this".into());
    TraceView {
        title: "a.javalite".into(),
        program: "((class …))".into(),
        steps: vec![step(None, "", &HeapView::default()), looked_up, step(Some(1), "Field Access", &heap)],
        paths: vec![(2, "then".into()), (1, "else".into())],
    }
}
