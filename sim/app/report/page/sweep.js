// A sweep: scatter with front and filters, a table that sorts, and the command behind each point.
const ROWS_SHOWN = 200;

class SweepView {
  constructor(sweep, id) {
    this.sweep = sweep;
    this.filters = sweep.axes.map(() => null);  // null: all values
    this.values = sweep.axes.map((_, a) => [...new Set(sweep.rows.map(row => row.values[a]))].sort(compareTexts));
    const known = sweep.metrics.map((m, i) => i).filter(i => sweep.rows.some(row => row.metrics[i] !== null));
    const first = key => Math.max(0, known.indexOf(sweep.metrics.findIndex(m => m.name === key)));
    this.known = known;
    this.x = known[first(sweep.objectives[1]?.key ?? 'area_mm2')];
    this.y = known[first(sweep.objectives[0]?.key ?? 'fps')];
    this.color = 0;
    this.sort = { column: `m${this.y}`, down: true };
    this.chosen = null;
    this.section = element('section', { id, class: 'sweep' }, element('h2', {}, `Sweep ${sweep.experiment}`));
    this.counts = element('p', { class: 'notes' });
    this.plot = element('div', { class: 'scatter' });
    this.detail = element('div', { class: 'detail', 'aria-live': 'polite' });
    this.table = element('div', { class: 'table' });
    this.section.append(this.counts, this.controls(), element('div', { class: 'cards' }, card('Designs and their front', this.plot, true), card('Design', this.detail, true), card('All designs', this.table, true)));
    this.draw();
  }

  controls() {
    const pick = (label, options, value, change) => {
      const select = element('select', { 'aria-label': label }, options.map(([key, text]) => element('option', key === value ? { value: key, selected: '' } : { value: key }, text)));
      select.addEventListener('change', () => { change(select.value); this.draw(); });
      return element('label', {}, label, select);
    };
    const metrics = this.known.map(i => [String(i), `${this.sweep.metrics[i].label}${this.sweep.metrics[i].unit ? ', ' + this.sweep.metrics[i].unit : ''}`]);
    const filters = this.sweep.axes.map((axisName, a) => element('fieldset', {}, element('legend', {}, shortName(axisName)), this.values[a].map(value => {
      const box = element('input', { type: 'checkbox', checked: '', 'data-axis': axisName, value });
      box.addEventListener('change', () => this.filter(a));
      return element('label', {}, box, value);
    })));
    return element('div', { class: 'controls' }, pick('x', metrics, String(this.x), v => { this.x = Number(v); }), pick('y', metrics, String(this.y), v => { this.y = Number(v); }),
      pick('colour', this.sweep.axes.map((name, a) => [String(a), shortName(name)]), '0', v => { this.color = Number(v); }), filters);
  }

  filter(a) {
    const boxes = [...this.section.querySelectorAll(`input[data-axis="${CSS.escape(this.sweep.axes[a])}"]`)];
    this.filters[a] = boxes.every(box => box.checked) ? null : new Set(boxes.filter(box => box.checked).map(box => box.value));
    this.draw();
  }

  shown() { return this.sweep.rows.filter(row => row.status === 'done' && this.filters.every((allowed, a) => allowed === null || allowed.has(row.values[a]))); }

  better(metric) { return this.sweep.objectives.find(o => o.key === this.sweep.metrics[metric].name)?.most ?? /fps|speedup|gain/.test(this.sweep.metrics[metric].name); }

  // Those that no other one beats in both x and y.
  front(rows) {
    const sx = this.better(this.x) ? 1 : -1, sy = this.better(this.y) ? 1 : -1;
    const sorted = [...rows].sort((a, b) => sx * (b.metrics[this.x] - a.metrics[this.x]) || sy * (b.metrics[this.y] - a.metrics[this.y]));
    let best = -Infinity;
    return sorted.filter(row => { const value = sy * row.metrics[this.y]; if (value <= best) return false; best = value; return true; });
  }

  draw() {
    const rows = this.shown().filter(row => row.metrics[this.x] !== null && row.metrics[this.y] !== null), front = this.front(rows), failed = this.sweep.rows.filter(row => row.status === 'failed');
    this.counts.textContent = `${rows.length} of ${this.sweep.rows.length} designs shown, ${front.length} on the front${failed.length ? `, ${failed.length} failed` : ''}`;
    this.drawPlot(rows, front);
    this.drawTable(rows, new Set(front));
    this.drawDetail();
  }

  drawPlot(rows, front) {
    this.plot.replaceChildren();
    if (rows.length === 0) return this.plot.append(element('p', { class: 'notes' }, 'no design passes the filters'));
    const width = 900, height = 420, xs = rows.map(r => r.metrics[this.x]), ys = rows.map(r => r.metrics[this.y]);
    const span = values => { let low = Infinity, high = -Infinity; for (const v of values) { if (v < low) low = v; if (v > high) high = v; } return [low, high]; };
    const range = values => { const [low, high] = span(values), log = low > 0 && high / low > 20; return log ? [low / 1.1, high * 1.1, true] : [low - 0.04 * (high - low || 1), high + 0.04 * (high - low || 1), false]; };
    const [xl, xh, xlog] = range(xs), [yl, yh, ylog] = range(ys), x = axis(xl, xh, 56, width - 8, xlog), y = axis(yl, yh, height - 34, 8, ylog), label = i => `${this.sweep.metrics[i].label}${this.sweep.metrics[i].unit ? ', ' + this.sweep.metrics[i].unit : ''}`;
    const svg = frame(width, height, x, y, label(this.x), label(this.y)), order = this.values[this.color];
    svg.setAttribute('tabindex', '0');
    svg.setAttribute('aria-label', 'Scatter of designs; arrow keys go from design to design');
    svg.append(element('polyline', { class: 'front', points: front.map(r => `${x.at(r.metrics[this.x])},${y.at(r.metrics[this.y])}`).join(' ') }));
    for (const row of rows) svg.append(element('circle', { class: row === this.chosen ? 'dot chosen' : 'dot', cx: x.at(row.metrics[this.x]).toFixed(1), cy: y.at(row.metrics[this.y]).toFixed(1), r: 4, fill: COLORS[order.indexOf(row.values[this.color]) % COLORS.length], 'data-point': row.point }));
    svg.addEventListener('click', event => { if (event.target.dataset.point !== undefined) this.choose(rows.find(r => r.point === Number(event.target.dataset.point))); });
    svg.addEventListener('keydown', event => this.walk(event, [...rows].sort((a, b) => a.metrics[this.x] - b.metrics[this.x] || a.metrics[this.y] - b.metrics[this.y])));
    this.plot.append(element('div', { class: 'chart', 'data-points': String(rows.length) }, svg, legend(order)));
  }

  walk(event, rows) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || rows.length === 0) return;
    event.preventDefault();
    const at = rows.indexOf(this.chosen);
    this.choose(rows[at < 0 ? 0 : (at + step + rows.length) % rows.length]);
  }

  choose(row) {
    this.chosen = row;
    for (const dot of this.plot.querySelectorAll('.dot')) dot.classList.toggle('chosen', Number(dot.dataset.point) === row.point);
    for (const line of this.table.querySelectorAll('tbody tr')) line.classList.toggle('chosen', Number(line.dataset.point) === row.point);
    this.drawDetail();
  }

  drawDetail() {
    if (!this.chosen) return this.detail.replaceChildren(element('p', { class: 'notes' }, 'Choose a design in the plot or the table; arrow keys go from one to the next.'));
    const copy = element('button', { type: 'button' }, 'Copy command');
    copy.addEventListener('click', () => navigator.clipboard?.writeText(this.chosen.command));
    this.detail.replaceChildren(element('p', {}, this.sweep.axes.map((name, a) => `${shortName(name)} = ${this.chosen.values[a]}`).join(' · ')),
      tiles(['fps', 'frame_ms', 'speedup', 'power_w', 'area_mm2', 'fps_per_w'].map(key => { const i = this.sweep.metrics.findIndex(m => m.name === key); return [this.sweep.metrics[i].label, this.chosen.metrics[i], this.sweep.metrics[i].unit]; })),
      element('code', { tabindex: '0' }, this.chosen.command), copy);
  }

  columns() {
    const own = [...new Set([this.y, this.x, ...this.sweep.objectives.map(o => this.sweep.metrics.findIndex(m => m.name === o.key)), ...['fps', 'power_w', 'area_mm2', 'speedup'].map(key => this.sweep.metrics.findIndex(m => m.name === key))])].filter(i => this.known.includes(i));
    return [['point', 'point', row => row.point], ...this.sweep.axes.map((name, a) => [`a${a}`, shortName(name), row => row.values[a]]), ...own.map(i => [`m${i}`, this.sweep.metrics[i].label, row => row.metrics[i]])];
  }

  drawTable(rows, front) {
    const columns = this.columns(), column = columns.find(([key]) => key === this.sort.column) ?? columns[0], way = this.sort.down ? -1 : 1;
    const sorted = [...rows].sort((a, b) => way * compareValues(column[2](a), column[2](b)));
    const head = element('tr', {}, columns.map(([key, name]) => {
      const button = element('button', { type: 'button' }, name + (key === column[0] ? (this.sort.down ? ' ▾' : ' ▴') : ''));
      button.addEventListener('click', () => { this.sort = { column: key, down: this.sort.column === key ? !this.sort.down : true }; this.drawTable(rows, front); });
      return element('th', { 'aria-sort': key === column[0] ? (this.sort.down ? 'descending' : 'ascending') : 'none' }, button);
    }));
    const body = element('tbody', {}, sorted.slice(0, ROWS_SHOWN).map(row => {
      const line = element('tr', { tabindex: '0', 'data-point': row.point, class: row === this.chosen ? 'chosen' : '' }, columns.map(([key, , get]) => element('td', {}, key === 'point' ? `${row.point}${front.has(row) ? ' ★' : ''}` : typeof get(row) === 'number' || get(row) === null ? number(get(row)) : get(row))));
      line.addEventListener('click', () => this.choose(row));
      line.addEventListener('keydown', event => { if (event.key === 'Enter') this.choose(row); });
      return line;
    }));
    this.table.replaceChildren(element('table', {}, element('thead', {}, head), body));
    if (sorted.length > ROWS_SHOWN) this.table.append(element('p', { class: 'notes' }, `the first ${ROWS_SHOWN} of ${sorted.length}; sort or filter to see others`));
  }
}

function shortName(path) { return path.split('.').slice(-2).join(' ').replaceAll('_', ' '); }
function compareTexts(a, b) { return compareValues(a !== '' && !Number.isNaN(Number(a)) ? Number(a) : a, b !== '' && !Number.isNaN(Number(b)) ? Number(b) : b); }
function compareValues(a, b) {
  if (a === null || b === null) return (a === null) - (b === null);
  if (typeof a === 'string' && typeof b === 'string') return Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? (a < b ? -1 : a > b ? 1 : 0) : Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}
