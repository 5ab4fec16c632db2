'use strict';
const report = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'text') element.textContent = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Words between backquotes are code.
function prose(text) {
  return text.split('`').map((part, at) => (at % 2 ? make('code', { text: part }) : part));
}

// ---- header and filters -------------------------------------------------------------------------------------------
const VERDICTS = ['refuted', 'unknown', 'proven'];
const count = (verdict) => report.results.filter((result) => result.verdict === verdict).length;
byId('title').textContent = `Cupper ${report.command}`;
const found = report.results.reduce((sum, result) => sum + result.findings.length, 0);
const methods = new Set(report.results.map((result) => result.method)).size;
const answers = methods === report.results.length ? '' : `, ${plural(report.results.length, 'answer')}`;
byId('summary').textContent =
  `${plural(methods, 'method')}${answers}, ${plural(found, 'finding')}: ` +
  VERDICTS.map((verdict) => `${count(verdict)} ${verdict}`).join(', ') + ` — ${report.seconds.toFixed(2)} s`;

const filter = { text: '', kind: '', verdicts: new Set(VERDICTS) };
for (const verdict of VERDICTS) {
  const button = make('button', { type: 'button', class: verdict, 'aria-pressed': 'true', 'data-verdict': verdict,
    text: `${verdict} ${count(verdict)}`,
    onclick: () => {
      if (filter.verdicts.has(verdict)) filter.verdicts.delete(verdict); else filter.verdicts.add(verdict);
      button.setAttribute('aria-pressed', String(filter.verdicts.has(verdict)));
      applyFilter();
    } });
  byId('verdicts').append(button, ' ');
}
const kinds = [...new Set(report.results.flatMap((result) => result.findings.map((finding) => finding.kind)))].sort();
byId('kind').append(make('option', { value: '', text: 'all' }), ...kinds.map((kind) => make('option', { value: kind, text: kind })));
byId('kind').addEventListener('change', (event) => { filter.kind = event.target.value; applyFilter(); });
byId('search').addEventListener('input', (event) => { filter.text = event.target.value.toLowerCase(); applyFilter(); });
byId('tools').addEventListener('submit', (event) => event.preventDefault());
byId('open-all').addEventListener('click', (event) => {
  const open = event.target.textContent === 'Open all';
  for (const method of document.querySelectorAll('details.method:not([hidden])')) method.open = open;
  event.target.textContent = open ? 'Close all' : 'Open all';
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !['INPUT', 'SELECT'].includes(document.activeElement.tagName)) {
    event.preventDefault();
    byId('search').focus();
  }
});

function words(result) {
  const parts = [result.method, result.word, ...result.why];
  for (const finding of result.findings) {
    parts.push(finding.kind, finding.sentence);
    if (finding.place) parts.push(`${finding.place.file}:${finding.place.line}`);
  }
  return parts.join('\n').toLowerCase();
}

function applyFilter() {
  let shown = 0;
  for (const entry of entries) {
    const hit = filter.verdicts.has(entry.result.verdict) && entry.words.includes(filter.text) &&
      (filter.kind === '' || entry.result.findings.some((finding) => finding.kind === filter.kind));
    entry.element.hidden = !hit;
    shown += hit ? 1 : 0;
  }
  byId('shown').textContent = `${shown} of ${entries.length} shown`;
}

// ---- methods and findings -----------------------------------------------------------------------------------------
function methodElement(result) {
  const more = [];
  if (result.findings.length) more.push(plural(result.findings.length, 'finding'));
  if (result.seconds > 0) more.push(`${result.seconds.toFixed(2)} s`);
  const element = make('details', { class: 'method' },
    make('summary', {},
      make('span', { class: `badge ${result.verdict}`, text: result.word || result.verdict }),
      make('span', { class: 'name', text: result.method }),
      make('span', { class: 'more', text: more.join(' · ') })));
  element.addEventListener('toggle', () => {
    if (element.open && element.children.length === 1) element.append(methodBody(result));
  });
  return element;
}

function methodBody(result) {
  const body = make('div', { class: 'body' });
  if (result.why.length) body.append(make('h4', { text: result.verdict === 'unknown' ? 'Why' : 'What was not looked at, and why' }), list(result.why));
  const assumptions = [...report.assumptions, ...(result.assumptions || [])];
  if (assumptions.length) body.append(make('h4', { text: 'Assumed' }), list(assumptions));
  const figures = Object.entries(result.figures || {});
  if (figures.length) {
    body.append(make('table', { class: 'facts' }, ...figures.map(([name, value]) =>
      make('tr', {}, make('td', { text: name }), make('td', { text: value })))));
  }
  const steps = (result.proof && result.proof.steps) || [];
  if (steps.length) body.append(make('h4', { text: 'Proof' }), make('pre', { text: steps.map(said).join('\n') }));
  for (const finding of result.findings) body.append(findingElement(finding));
  for (const graph of result.graphs || []) body.append(make('h4', { text: graph.title }), graphElement(graph));
  return body;
}

const at = (place) => `${place.file}:${place.line}`;
const said = (step) => (step.place ? `${at(step.place)}: ${step.message}` : step.message);
const equations = (bindings) => bindings.map(({ name, value }) => `${name} = ${value}`).join('\n');

function list(items) {
  return make('ul', {}, ...items.map((item) => make('li', {}, ...prose(item))));
}

function findingElement(finding) {
  const place = finding.place ? at(finding.place) : '';
  const section = make('section', { class: 'finding' },
    make('h3', {}, make('span', { class: `badge ${finding.severity}`, text: finding.kind }), ' ', ...prose(finding.sentence), ' ',
      make('small', { class: 'note', text: place + (finding.replayed ? ' · replayed' : '') })));
  if (finding.place) {
    const source = sourceAround(finding.place);
    if (source) section.append(source);
  }
  const part = (title, content) => { if (content) section.append(make('h4', { text: title }), content); };
  part('Path', finding.path && list(finding.path));
  part(finding.replayed ? 'Input' : 'Possible state', finding.input && make('pre', { text: equations(finding.input) }));
  part('After the call', finding.after && make('pre', { text: equations(finding.after) }));
  part('Facts', finding.facts && list(finding.facts));
  const heapTitle = report.command === 'verify' ? 'Heap where it fails' : 'Input heap';
  const heaps = [[heapTitle, finding.heap], ['Symbolic heap where the path ends', finding.symbolic]].filter(([, svg]) => svg);
  if (heaps.length) {
    section.append(make('div', { class: 'heaps' }, ...heaps.map(([title, svg]) => make('div', {}, make('h4', { text: title }), drawing(svg)))));
  }
  part('Stack', finding.stack && make('pre', { text: finding.frames.join('\n') }));
  if (finding.flow && !finding.stack) part('See', list(finding.flow.map(said)));
  if (finding.test) {
    const copy = make('button', { type: 'button', text: 'Copy test', onclick: () => copyText(finding.test, copy) });
    part('Test', make('div', {}, copy, make('pre', { text: finding.test })));
  }
  return section;
}

// Pictures of heaps come as SVG that Cupper wrote.
function drawing(svg) {
  const holder = make('div', { class: 'drawing' });
  holder.innerHTML = svg;
  return holder;
}

async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Select the text below to copy it';
  }
}

function sourceLines(source, from, to, hit) {
  const marks = new Map();
  for (const mark of source.lines || []) marks.set(mark.line, [...(marks.get(mark.line) || []), mark]);
  const lines = source.text.split('\n');
  const pre = make('pre', { class: 'source' });
  for (let number = from; number <= Math.min(to, lines.length); number += 1) {
    const here = marks.get(number) || [];
    const classes = ['line', number === hit ? 'hit' : '', ...here.map((mark) => mark.mark)];
    const line = make('span', { class: classes.join(' '), 'data-line': number }, codeElement(lines[number - 1] || ' ', here));
    const remarks = here.map((mark) => mark.remark).filter((remark) => remark);
    if (remarks.length) line.append(make('span', { class: 'remark' }, ...prose(`   // ${remarks.join('; ')}`)));
    pre.append(line);
  }
  return pre;
}

// A line of code with the parts that do not matter dimmed; columns count characters, not UTF-16 units.
function codeElement(text, marks) {
  const letters = [...text];
  const dimmed = letters.map((_, at) => marks.some(({ columns }) => columns && at >= columns[0] && at < columns[1]));
  const code = make('span', { class: 'code' });
  for (let at = 0; at < letters.length;) {
    let end = at;
    while (end < letters.length && dimmed[end] === dimmed[at]) end += 1;
    code.append(make('span', { class: dimmed[at] ? 'dim' : '', text: letters.slice(at, end).join('') }));
    at = end;
  }
  return code;
}

// A few lines around the place; what is marked from there on belongs to it.
function sourceAround(place) {
  const source = (report.sources || []).find((one) => one.file === place.file);
  if (!source) return null;
  const marked = new Set((source.lines || []).map((mark) => mark.line));
  let last = place.line;
  for (let line = last + 1; line <= Math.min(last + 3, place.line + 40); line += 1) if (marked.has(line)) last = line;
  return sourceLines(source, Math.max(1, place.line - 3), last + 3, place.line);
}

// ---- graphs ---------------------------------------------------------------------------------------------------------
const EDGE_COLOURS = { eval: '#7a8190', refine: '#3b7dd8', split: '#3b7dd8', instance: '#b5651d', call: '#8e44ad', return: '#16a085', branch: '#3b7dd8' };
const GROUP_COLOURS = ['#f4a261', '#2a9d8f', '#e76f51', '#8ab17d', '#577590', '#c77dff', '#e9c46a', '#ef476f'];
const CELL = { width: 190, height: 78, boxWidth: 164, boxHeight: 38 };

function graphElement(graph) {
  const canvas = make('canvas', { tabindex: '0', 'aria-label': `${graph.title}; arrow keys follow edges, plus and minus zoom` });
  const state = make('pre', { class: 'state', text: 'Click a node, or focus the graph and use the arrow keys.' });
  const picture = { graph, canvas, state, which: 0, zoom: 1, x: 0, y: 0, chosen: -1, colours: {} };
  const button = (text, action) => make('button', { type: 'button', text, onclick: () => { action(); draw(picture); } });
  const collapse = button('Show every step', () => {
    picture.which = 1 - picture.which;
    picture.chosen = -1;
    collapse.textContent = picture.which ? 'Collapse straight lines' : 'Show every step';
    index(picture);
    fit(picture);
  });
  const bar = make('div', { class: 'bar' },
    button('+', () => zoomBy(picture, 1.3)), button('−', () => zoomBy(picture, 1 / 1.3)), button('Fit', () => fit(picture)), collapse,
    ...legend(graph));
  const element = make('div', { class: 'graph' }, bar, canvas, state);
  index(picture);
  listen(picture);
  new ResizeObserver(() => { resize(picture); draw(picture); }).observe(canvas);
  requestAnimationFrame(() => { resize(picture); fit(picture); draw(picture); });
  return element;
}

function legend(graph) {
  const swatch = (colour, text) => make('span', {}, make('span', { class: 'swatch', style: `background:${colour}` }), text);
  const used = [...new Set(graph.views[1].edges.map((edge) => edge.kind))];
  return [...used.map((kind) => swatch(EDGE_COLOURS[kind] || '#7a8190', kind)),
    ...graph.groups.map((group, at) => swatch(GROUP_COLOURS[at % GROUP_COLOURS.length], `${group.name}: ${group.text}`))];
}

const view = (picture) => picture.graph.views[picture.which];

function index(picture) {
  const { nodes, edges } = view(picture);
  picture.out = nodes.map(() => []);
  picture.in = nodes.map(() => []);
  for (const edge of edges) {
    picture.out[edge.from].push(edge.to);
    picture.in[edge.to].push(edge.from);
  }
}

function centre(picture, node) {
  const [x, y] = view(picture).places[node];
  return [x * CELL.width, y * CELL.height];
}

function resize(picture) {
  const { canvas } = picture;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  picture.ratio = ratio;
}

function fit(picture) {
  const { places } = view(picture);
  const width = extent(places, 0) * CELL.width + CELL.width / 2;
  const height = extent(places, 1) * CELL.height + CELL.height / 2;
  const { clientWidth, clientHeight } = picture.canvas;
  picture.zoom = Math.min(1.1, clientWidth / width, Math.max(clientHeight / height, 0.35));
  picture.x = (clientWidth - width * picture.zoom) / 2;
  picture.y = 6;
}

function extent(places, axis) {
  let most = 1;
  for (const place of places) most = Math.max(most, place[axis]);
  return most;
}

function zoomBy(picture, factor, at = [picture.canvas.clientWidth / 2, picture.canvas.clientHeight / 2]) {
  const zoom = Math.min(4, Math.max(0.02, picture.zoom * factor));
  picture.x = at[0] - (at[0] - picture.x) * (zoom / picture.zoom);
  picture.y = at[1] - (at[1] - picture.y) * (zoom / picture.zoom);
  picture.zoom = zoom;
}

// `p.C.m@3 (line 6) … 4 steps` in two rows that fit into a box: the method, then the line.
function labelRows(label) {
  const [, name, line, steps] = /^(.*?)(?: \((line \d+)\))?( … \d+ steps)?$/.exec(label);
  const short = name.includes('@') ? name.replace(/^.*\.(?=[^.]*@)/, '') : name;
  const rows = line ? [short, `${line}${steps || ''}`] : [`${short}${steps || ''}`];
  return rows.map((row) => (row.length > 22 ? `${row.slice(0, 21)}…` : row));
}

// Read once a frame: asking the style for each of thousands of nodes takes longer than drawing them.
function themeColours(element) {
  const style = getComputedStyle(element);
  const read = (name) => style.getPropertyValue(name).trim();
  return { card: read('--card'), accent: read('--accent'), faint: read('--faint'), ink: read('--ink') };
}

function draw(picture) {
  const { canvas, zoom } = picture;
  const { nodes, edges } = view(picture);
  const colours = themeColours(canvas);
  const context = canvas.getContext('2d');
  context.setTransform(picture.ratio, 0, 0, picture.ratio, 0, 0);
  context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  context.translate(picture.x, picture.y);
  context.scale(zoom, zoom);
  const left = -picture.x / zoom, top = -picture.y / zoom;
  const right = left + canvas.clientWidth / zoom, bottom = top + canvas.clientHeight / zoom;
  const visible = (x, y) => x > left - CELL.width && x < right + CELL.width && y > top - CELL.height && y < bottom + CELL.height;
  context.lineWidth = Math.max(1, 0.7 / zoom);
  for (const edge of edges) {
    const [x1, y1] = centre(picture, edge.from), [x2, y2] = centre(picture, edge.to);
    if (!visible(x1, y1) && !visible(x2, y2)) continue;
    drawEdge(context, edge, x1, y1, x2, y2, zoom, colours);
  }
  context.font = '12px ui-monospace, monospace';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  nodes.forEach((node, at) => {
    const [x, y] = centre(picture, at);
    if (!visible(x, y)) return;
    context.fillStyle = node.group === undefined || node.group === null ? colours.card : GROUP_COLOURS[node.group % GROUP_COLOURS.length];
    context.strokeStyle = at === picture.chosen ? colours.accent : colours.faint;
    context.lineWidth = at === picture.chosen ? 3 : 1;
    context.beginPath();
    context.roundRect(x - CELL.boxWidth / 2, y - CELL.boxHeight / 2, CELL.boxWidth, CELL.boxHeight, 5);
    context.fill();
    context.stroke();
    if (zoom > 0.3) {
      context.fillStyle = node.group === undefined || node.group === null ? colours.ink : '#111';
      const rows = labelRows(node.label);
      rows.forEach((row, at) => context.fillText(row, x, y + (at - (rows.length - 1) / 2) * 14));
    }
  });
}

function drawEdge(context, edge, x1, y1, x2, y2, zoom, colours) {
  const down = y2 > y1;
  const startY = y1 + (down ? 1 : -1) * CELL.boxHeight / 2, endY = y2 - (down ? 1 : -1) * CELL.boxHeight / 2;
  const bend = down ? 0 : CELL.width * 0.6;
  context.strokeStyle = EDGE_COLOURS[edge.kind] || '#7a8190';
  context.setLineDash(edge.kind === 'instance' ? [6, 4] : []);
  context.beginPath();
  context.moveTo(x1, startY);
  context.bezierCurveTo(x1 + bend, startY + (down ? 20 : -20), x2 + bend, endY - (down ? 20 : -20), x2, endY);
  context.stroke();
  context.setLineDash([]);
  arrowHead(context, x2, endY, down);
  if (zoom > 0.5 && edge.label) {
    context.fillStyle = colours.faint;
    context.font = '10px ui-monospace, monospace';
    context.textAlign = 'left';
    context.fillText(edge.label.slice(0, 28), (x1 + x2) / 2 + bend * 0.75 + 4, (startY + endY) / 2);
  }
}

function arrowHead(context, x, y, down) {
  const back = down ? -7 : 7;
  context.fillStyle = context.strokeStyle;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 4, y + back);
  context.lineTo(x + 4, y + back);
  context.fill();
}

function choose(picture, node) {
  picture.chosen = node;
  if (node < 0) return;
  const { label, detail, spot, heap } = view(picture).nodes[node];
  picture.state.textContent = `${label}${spot ? `\n${spot.file}:${spot.line}` : ''}\n\n${detail}`;
  if (heap) picture.state.append('\n\nsymbolic heap:', drawing(heap));
  const [x, y] = centre(picture, node);
  const { clientWidth, clientHeight } = picture.canvas;
  const screenX = x * picture.zoom + picture.x, screenY = y * picture.zoom + picture.y;
  if (screenX < 60 || screenX > clientWidth - 60) picture.x += clientWidth / 2 - screenX;
  if (screenY < 40 || screenY > clientHeight - 40) picture.y += clientHeight / 2 - screenY;
}

function listen(picture) {
  const { canvas } = picture;
  let grabbed = null;
  canvas.addEventListener('pointerdown', (event) => {
    grabbed = { x: event.offsetX, y: event.offsetY, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!grabbed) return;
    const dx = event.offsetX - grabbed.x, dy = event.offsetY - grabbed.y;
    if (grabbed.moved || Math.hypot(dx, dy) > 4) {
      picture.x += dx; picture.y += dy;
      grabbed = { x: event.offsetX, y: event.offsetY, moved: true };
      draw(picture);
    }
  });
  canvas.addEventListener('pointerup', (event) => {
    if (grabbed && !grabbed.moved) {
      choose(picture, nodeAt(picture, event.offsetX, event.offsetY));
      draw(picture);
    }
    grabbed = null;
  });
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoomBy(picture, event.deltaY < 0 ? 1.15 : 1 / 1.15, [event.offsetX, event.offsetY]);
    draw(picture);
  }, { passive: false });
  canvas.addEventListener('keydown', (event) => {
    const chosen = picture.chosen;
    const siblings = chosen < 0 ? [] : picture.in[chosen].flatMap((parent) => picture.out[parent]);
    const beside = (step) => siblings[(siblings.indexOf(chosen) + step + siblings.length) % siblings.length];
    const moves = {
      ArrowDown: () => (chosen < 0 ? 0 : picture.out[chosen][0]),
      ArrowUp: () => (chosen < 0 ? 0 : picture.in[chosen][0]),
      ArrowRight: () => (siblings.length ? beside(1) : chosen),
      ArrowLeft: () => (siblings.length ? beside(-1) : chosen),
    };
    if (moves[event.key]) {
      const next = moves[event.key]();
      if (next !== undefined && next >= 0) choose(picture, next);
    } else if (event.key === '+') zoomBy(picture, 1.3);
    else if (event.key === '-') zoomBy(picture, 1 / 1.3);
    else return;
    event.preventDefault();
    draw(picture);
  });
}

function nodeAt(picture, screenX, screenY) {
  const x = (screenX - picture.x) / picture.zoom, y = (screenY - picture.y) / picture.zoom;
  return view(picture).places.findIndex(([px, py]) =>
    Math.abs(px * CELL.width - x) <= CELL.boxWidth / 2 && Math.abs(py * CELL.height - y) <= CELL.boxHeight / 2);
}

// ---- start ------------------------------------------------------------------------------------------------------------
const worst = (a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict);
const entries = [...report.results].sort(worst).map((result) => ({ result, words: words(result), element: methodElement(result) }));
byId('results').append(...entries.map((entry) => entry.element));
for (const source of report.sources || []) {
  if (source.lines && source.lines.length) {
    byId('results').append(make('h4', { class: 'file', text: source.file }), sourceLines(source, 1, Infinity, 0));
  }
}
applyFilter();
if (entries.length === 1 || (entries.length && entries[0].result.findings.length)) entries[0].element.open = true;
