'use strict';
const trace = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
let path = [];
let at = 0;

byId('title').textContent = trace.title;
byId('program').textContent = trace.program;
trace.paths.forEach(([, name], index) => {
  const option = document.createElement('option');
  option.value = index;
  option.textContent = `${index + 1}: ${name}`;
  byId('path').append(option);
});

function choosePath(index) {
  path = [];
  for (let step = trace.paths[index][0]; step !== null && step !== undefined; step = trace.steps[step].before) path.unshift(step);
  at = Math.min(at, path.length - 1);
  byId('steps').replaceChildren(...path.map((step, place) => {
    const item = document.createElement('li');
    item.textContent = trace.steps[step].rule || 'initial state';
    item.addEventListener('click', () => show(place));
    return item;
  }));
  show(at);
}

function show(place) {
  at = Math.max(0, Math.min(place, path.length - 1));
  const step = trace.steps[path[at]];
  byId('rule').textContent = step.rule || 'initial state';
  byId('place').textContent = step.says ? step.says.place : '';
  byId('says').textContent = step.says ? step.says.text : '';
  byId('by').replaceChildren(...step.by.map((rule) => {
    const item = document.createElement('li');
    item.textContent = rule;
    return item;
  }));
  byId('heap').innerHTML = step.heap;
  byId('state').textContent = step.state;
  byId('where').textContent = `step ${at} of ${path.length - 1}`;
  byId('back').disabled = at === 0;
  byId('forward').disabled = at === path.length - 1;
  [...byId('steps').children].forEach((item, index) => {
    if (index === at) {
      item.setAttribute('aria-current', 'step');
      item.scrollIntoView({ block: 'nearest' });
    } else item.removeAttribute('aria-current');
  });
}

byId('back').addEventListener('click', () => show(at - 1));
byId('forward').addEventListener('click', () => show(at + 1));
byId('path').addEventListener('change', (event) => choosePath(Number(event.target.value)));
byId('tools').addEventListener('submit', (event) => event.preventDefault());
document.addEventListener('keydown', (event) => {
  if (document.activeElement.tagName === 'SELECT') return;
  const paths = { ArrowUp: Number(byId('path').value) - 1, ArrowDown: Number(byId('path').value) + 1 };
  if (event.key in paths && paths[event.key] in trace.paths) {
    event.preventDefault();
    byId('path').value = paths[event.key];
    choosePath(paths[event.key]);
    return;
  }
  const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: path.length - 1 };
  if (event.key in moves) {
    event.preventDefault();
    show(moves[event.key]);
  }
});
if (trace.paths.length) choosePath(0);
