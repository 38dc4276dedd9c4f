const data = JSON.parse(document.getElementById('data').textContent);
const main = document.getElementById('main'), contents = document.getElementById('contents');

// A metric that all runs have, run beside run.
function comparison(runs) {
  const keys = [['frame_ms', 'frame time, ms'], ['fps', 'FPS'], ['speedup', 'speedup, x'], ['power_w', 'power, W'], ['fps_per_w', 'FPS/W'], ['edp', 'energy x delay, J s'], ['area_mm2', 'area, mm²']];
  return element('section', { id: 'runs' }, element('h2', {}, 'Runs side by side'), element('div', { class: 'card' }, element('table', {}, element('thead', {}, element('tr', {}, element('th', {}, 'run'), keys.map(([, name]) => element('th', {}, name)))),
    element('tbody', {}, runs.map((run, i) => element('tr', {}, element('td', {}, element('a', { href: `#run-${i}` }, run.name)), keys.map(([key]) => element('td', {}, number(run.result[key])))))))));
}

const links = [];
if (data.runs.length > 1) { main.append(comparison(data.runs)); links.push(['runs', 'Runs']); }
data.runs.forEach((run, i) => { main.append(runSection(run, `run-${i}`)); links.push([`run-${i}`, run.name]); });
data.sweeps.forEach((sweep, i) => { main.append(new SweepView(sweep, `sweep-${i}`).section); links.push([`sweep-${i}`, sweep.experiment]); });
contents.append(...links.map(([id, name]) => element('a', { href: `#${id}` }, name)));
document.getElementById('footer').append(element('p', { class: 'notes' }, `ngpcsim ${data.version}`));

const theme = document.getElementById('theme');
theme.addEventListener('click', () => {
  const dark = theme.getAttribute('aria-pressed') !== 'true';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  theme.setAttribute('aria-pressed', String(dark));
  theme.textContent = dark ? 'Light' : 'Dark';
});
document.documentElement.dataset.ready = 'true';
