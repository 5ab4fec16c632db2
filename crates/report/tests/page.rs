//! The page in a real browser: opens, filters, expands, draws, and the console stays silent.

#[path = "support/webdriver.rs"]
mod webdriver;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use report::{
    Binding, EdgeView, Finding, Frame, GraphView, Group, HeapEdge, HeapNode, HeapView, LineView, Mark,
    MethodReport, NodeView, Place, Report, Severity, SourceView, Verdict, html,
};
use webdriver::Browser;

#[test]
fn opens_filters_expands_and_stays_silent() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let page = folder.path().join("report.html");
    std::fs::write(&page, html::render(&sample())).map_err(|error| error.to_string())?;
    let browser = Browser::start()?;
    browser.open(&page)?;

    let shown = "return document.querySelectorAll('details.method:not([hidden])').length";
    assert_eq!(browser.script(shown)?, 3);
    browser.type_into("#search", "nullpointer")?;
    assert_eq!(browser.script(shown)?, 1);
    browser.script("const box = document.getElementById('search'); box.value = ''; box.dispatchEvent(new Event('input'))")?;
    browser.click("button[data-verdict=proven]")?;
    assert_eq!(browser.script(shown)?, 2);
    browser.click("button[data-verdict=proven]")?;

    browser.click("#open-all")?;
    browser.wait_for("return document.querySelectorAll('.finding svg.heap rect.node').length", 4)?;
    let guards = "return [...document.querySelectorAll('.finding text.edge')].map((text) => text.firstChild.data).join()";
    assert_eq!(browser.script(guards)?, "next,head != null,next");
    assert_eq!(browser.script("return document.querySelector('pre.source .hit').dataset.line")?, "3");
    assert_eq!(
        browser.script("return document.querySelector('pre.source .code .dim').textContent")?,
        "head.next"
    );
    assert_eq!(browser.script("return document.querySelectorAll('.finding .badge').length")?, 1);

    // The graph: keys choose the first node, its state is shown; every step can be shown.
    browser.type_into(".graph canvas", "\u{E015}")?;
    let state = browser.script("return document.querySelector('.graph .state').textContent")?;
    assert!(state.as_str().is_some_and(|text| text.contains("state of node 0")), "{state}");
    assert_eq!(browser.script("return document.querySelectorAll('.graph .state svg.heap').length")?, 1);
    browser.script("document.querySelectorAll('.graph .bar button')[3].click()")?;
    assert!(ink(&browser)? > 0, "the canvas is blank");

    assert_eq!(browser.complaints()?, Vec::<String>::new());
    keep_screenshot(&browser, "sample")
}

/// Five thousand nodes: drawn a few seconds after the page opens, then moved through without waiting.
#[test]
fn a_large_graph_is_fast() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let page = folder.path().join("large.html");
    let result = MethodReport {
        method: "Large.graph()".into(),
        verdict: Verdict::Proven,
        graphs: vec![large(5000)],
        ..MethodReport::default()
    };
    let report = Report { command: "graph".into(), results: vec![result], ..Report::default() };
    let started = Instant::now();
    std::fs::write(&page, html::render(&report)).map_err(|error| error.to_string())?;
    assert!(started.elapsed() < Duration::from_secs(5), "laid out in {:?}", started.elapsed());
    let browser = Browser::start()?;
    browser.open(&page)?;
    browser.wait_for("return document.querySelectorAll('.graph canvas').length", 1)?;
    let opened =
        browser.script("return performance.timing.loadEventEnd - performance.timing.navigationStart")?;
    assert!(opened.as_u64().is_some_and(|milliseconds| milliseconds < 8_000), "opened in {opened} ms");
    browser.script("document.querySelectorAll('.graph .bar button')[3].click()")?;
    let step = browser.script(
        "const canvas = document.querySelector('.graph canvas'); canvas.focus();
         const key = (key) => canvas.dispatchEvent(new KeyboardEvent('keydown', { key }));
         const started = performance.now();
         for (const name of ['ArrowDown', 'ArrowDown', '-', '-', '+', 'ArrowRight', 'ArrowDown', '-', '-', '-']) key(name);
         return (performance.now() - started) / 10",
    )?;
    assert!(step.as_f64().is_some_and(|milliseconds| milliseconds < 300.0), "a key takes {step} ms");
    let state = browser.script("return document.querySelector('.graph .state').textContent")?;
    assert!(state.as_str().is_some_and(|text| text.contains("state of node")), "{state}");
    assert!(ink(&browser)? > 0, "the canvas is blank");
    assert_eq!(browser.complaints()?, Vec::<String>::new());
    keep_screenshot(&browser, "large")
}

/// For looking at: `CUPPER_SCREENSHOTS=DIR` keeps what the browser shows.
fn keep_screenshot(browser: &Browser, name: &str) -> Result<(), String> {
    let Ok(folder) = std::env::var("CUPPER_SCREENSHOTS") else { return Ok(()) };
    std::fs::write(format!("{folder}/{name}.base64"), browser.screenshot()?)
        .map_err(|error| error.to_string())
}

/// How many pixels of the canvas are drawn on.
fn ink(browser: &Browser) -> Result<u64, String> {
    let count = browser.script(
        "const c = document.querySelector('.graph canvas');
         const data = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
         let ink = 0; for (let i = 3; i < data.length; i += 4) ink += data[i] > 0; return ink",
    )?;
    count.as_u64().ok_or_else(|| "no count".into())
}

fn sample() -> Report {
    let place = |line| Place { file: "List.java".into(), line, ..Place::default() };
    let finding = Finding {
        kind: "NullPointerException".into(),
        severity: Severity::Error,
        message: "`head.next` is null".into(),
        place: Some(place(3)),
        path: vec!["head is not null".into(), "head.next is null".into()],
        stack: vec![Frame { method: "List.second".into(), file: Some("List.java".into()), line: Some(3) }],
        input: vec![Binding { name: "head".into(), value: "Node { next = null }".into() }],
        heap: Some(pointing("", "next")),
        symbolic: Some(guarded()),
        test: Some("@Test void second() {}".into()),
        replayed: true,
        ..Finding::default()
    };
    let refuted = MethodReport {
        method: "List.second(Node)".into(),
        verdict: Verdict::Refuted,
        word: "violation".into(),
        findings: vec![finding],
        figures: BTreeMap::from([("paths".into(), 3.into()), ("queries".into(), 5.into())]),
        ..MethodReport::default()
    };
    let proven = MethodReport {
        method: "List.length(Node)".into(),
        verdict: Verdict::Proven,
        word: "terminates".into(),
        graphs: vec![graph()],
        ..MethodReport::default()
    };
    let unknown = MethodReport {
        method: "List.sort(Node)".into(),
        word: "unknown".into(),
        reasons: vec!["loop bound reached".into()],
        ..MethodReport::default()
    };
    let text = "class List {\n  static int second(Node head) {\n    return head.next.value;\n  }\n}\n";
    let dimmed =
        LineView { line: 2, mark: Mark::Dim, why: "nothing depends on it".into(), ..LineView::default() };
    let part = LineView { line: 3, mark: Mark::Part, columns: Some((11, 20)), ..LineView::default() };
    let source = SourceView { file: "List.java".into(), text: text.into(), lines: vec![dimmed, part] };
    Report {
        command: "explore".into(),
        results: vec![refuted, proven, unknown],
        sources: vec![source],
        ..Report::default()
    }
}

/// A reference to an object, what stands on the arrow to it and on the one to itself.
fn pointing(guard: &str, field: &str) -> HeapView {
    let edge = |from, label: &str| HeapEdge { from, to: 1, label: label.into() };
    HeapView {
        nodes: vec![
            HeapNode { label: "head".into(), fields: vec![], round: true },
            HeapNode { label: "Node".into(), fields: vec!["value = 0".into()], round: false },
        ],
        edges: vec![edge(0, guard), edge(1, field)],
    }
}

fn guarded() -> HeapView {
    pointing("head != null", "next")
}

fn graph() -> GraphView {
    let node = |at: usize| NodeView {
        label: format!("n{at}"),
        detail: format!("state of node {at}"),
        group: (at % 5 == 2).then_some(0),
        heap: (at == 0).then(guarded),
        ..NodeView::default()
    };
    let edge = |from, to, kind: &str| EdgeView {
        from,
        to,
        kind: kind.into(),
        label: "i < n".into(),
        ..EdgeView::default()
    };
    let mut edges: Vec<EdgeView> = (1..60).map(|at| edge((at - 1) / 2, at, "eval")).collect();
    edges.push(edge(40, 3, "instance"));
    edges.push(edge(5, 50, "refine"));
    let groups = vec![Group { name: "loop at line 4".into(), text: "decreases n - i".into() }];
    GraphView { title: "Symbolic execution graph".into(), nodes: (0..60).map(node).collect(), edges, groups }
}

/// Branches, joins, straight lines and loops, as symbolic execution graphs have them.
fn large(count: usize) -> GraphView {
    let node = |at: usize| NodeView {
        label: format!("Large.graph:{at}"),
        detail: format!("state of node {at}"),
        group: (at % 50 < 7).then_some(at / 50 % 8),
        ..NodeView::default()
    };
    let edge = |from, to, kind: &str| EdgeView { from, to, kind: kind.into(), ..EdgeView::default() };
    let mut edges: Vec<EdgeView> = Vec::new();
    for at in 1..count {
        let before = if at % 9 == 0 { at - 1 - (at / 2) % 8 } else { at - 1 };
        edges.push(edge(before, at, if at % 9 == 0 { "refine" } else { "eval" }));
        if at % 31 == 0 {
            edges.push(edge(at, at - 20, "instance"));
        }
    }
    let groups = (0..8).map(|at| Group { name: format!("loop {at}"), text: "decreases n".into() });
    GraphView {
        title: "Symbolic execution graph".into(),
        nodes: (0..count).map(node).collect(),
        edges,
        groups: groups.collect(),
    }
}
