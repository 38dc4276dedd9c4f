'use strict';
// Drawing: small, of SVG and HTML elements only. Colours of Okabe and Ito, which people with any colour vision tell apart.
const COLORS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'];

function element(tag, attributes = {}, ...children) {
  const svg = ['svg', 'g', 'line', 'rect', 'circle', 'path', 'text', 'title', 'polyline'].includes(tag);
  const made = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of children.flat()) if (child !== null && child !== undefined) made.append(child);
  return made;
}

function number(value, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-3)) return value.toExponential(2);
  return String(Number(value.toPrecision(size >= 1e4 ? 6 : digits)));
}

function card(title, content, wide = false) { return element('section', { class: wide ? 'card wide' : 'card' }, element('h3', {}, title), content); }

function legend(names) { return element('div', { class: 'legend' }, names.map((name, i) => element('span', {}, element('i', { style: `background:${COLORS[i % COLORS.length]}` }), name))); }

// Rows of stacked parts: [{name, parts: [value of each key], note}], keys in one order.
function stackedRows(rows, keys, scale) {
  const used = keys.filter((_, k) => rows.some(row => row.parts[k] > 0));
  const body = rows.map(row => {
    const whole = scale ?? row.parts.reduce((sum, part) => sum + part, 0);
    const parts = used.map(key => [key, row.parts[keys.indexOf(key)]]).filter(([, value]) => value > 0);
    return element('div', { class: 'row' }, element('span', {}, row.name),
      element('div', { class: 'bar', role: 'img', 'aria-label': parts.map(([key, value]) => `${key} ${number(100 * value / whole, 3)} %`).join(', ') },
        parts.map(([key, value]) => element('i', { style: `width:${100 * value / whole}%;background:${COLORS[used.indexOf(key) % COLORS.length]}`, title: `${key}: ${number(value)} (${number(100 * value / whole, 3)} %)` }))),
      element('output', {}, row.note));
  });
  return element('div', { class: 'chart', 'data-points': String(rows.length) }, body, used.length > 1 ? legend(used) : null);
}

// Axes of a plot: maps values to pixels, linear or logarithmic.
function axis(low, high, from, to, log) {
  const t = value => (log ? Math.log10(value) : value), a = t(low), b = t(high);
  const at = value => from + (b > a ? (t(value) - a) / (b - a) : 0.5) * (to - from);
  let ticks = [];
  if (log) for (let e = Math.floor(a); e <= Math.ceil(b); ++e) for (const m of b - a > 3 ? [1] : [1, 2, 5]) ticks.push(m * 10 ** e);
  else { const step = niceStep((high - low) / 5); for (let v = Math.ceil(low / step) * step; v <= high + step * 1e-6; v += step) ticks.push(v); }
  return { at, ticks: ticks.filter(v => v >= low * (log ? 0.999 : 1) - (log ? 0 : 1e-12) && v <= high * (log ? 1.001 : 1) + (log ? 0 : 1e-12)) };
}

function niceStep(step) {
  const power = 10 ** Math.floor(Math.log10(step || 1)), part = step / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

function frame(width, height, x, y, xLabel, yLabel) {
  const svg = element('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img' });
  for (const tick of y.ticks) svg.append(element('line', { class: 'axis', x1: 56, x2: width - 8, y1: y.at(tick), y2: y.at(tick) }), element('text', { x: 51, y: y.at(tick) + 4, 'text-anchor': 'end' }, number(tick)));
  for (const tick of x.ticks) svg.append(element('line', { class: 'axis', x1: x.at(tick), x2: x.at(tick), y1: 8, y2: height - 34 }), element('text', { x: x.at(tick), y: height - 20, 'text-anchor': 'middle' }, number(tick)));
  svg.append(element('text', { class: 'soft', x: width / 2, y: height - 4, 'text-anchor': 'middle' }, xLabel), element('text', { class: 'soft', x: 12, y: height / 2 - 10, transform: `rotate(-90 12 ${height / 2 - 10})`, 'text-anchor': 'middle' }, yLabel));
  return svg;
}

// Lines over x: [{name, points: [[x, y], ...]}].
function lineChart(series, xLabel, yLabel, { fromZero = true } = {}) {
  const all = series.flatMap(s => s.points), width = 560, height = 240;
  if (all.length === 0) return element('p', { class: 'notes' }, 'nothing to show');
  const ys = all.map(p => p[1]), x = axis(Math.min(...all.map(p => p[0])), Math.max(...all.map(p => p[0])), 56, width - 8, false), y = axis(fromZero ? 0 : Math.min(...ys), Math.max(...ys) * 1.05 || 1, height - 34, 8, false);
  const svg = frame(width, height, x, y, xLabel, yLabel);
  series.forEach((s, i) => svg.append(element('polyline', { points: s.points.map(p => `${x.at(p[0])},${y.at(p[1])}`).join(' '), fill: 'none', stroke: COLORS[i % COLORS.length], 'stroke-width': 1.5 })));
  return element('div', { class: 'chart', 'data-points': String(all.length) }, svg, series.length > 1 ? legend(series.map(s => s.name)) : null);
}

// A roofline: what the machine could do at each intensity, and where the run is.
function roofline(roof, slope, points, xLabel, yLabel) {
  const width = 560, height = 260, ridge = slope > 0 ? roof / slope : 1;
  const xs = points.map(p => p.x).concat(ridge).filter(v => v > 0), low = Math.min(...xs) / 10, high = Math.max(...xs) * 10;
  const x = axis(low, high, 56, width - 8, true), y = axis(Math.min(...points.map(p => p.y).filter(v => v > 0), roof) / 10, roof * 3, height - 34, 8, true);
  const svg = frame(width, height, x, y, xLabel, yLabel), floor = v => Math.min(height - 34, y.at(v));
  const line = slope > 0 ? [[low, Math.min(roof, low * slope)], [ridge, roof], [high, roof]] : [[low, roof], [high, roof]];
  svg.append(element('polyline', { points: line.map(p => `${x.at(p[0])},${floor(p[1])}`).join(' '), fill: 'none', stroke: COLORS[5], 'stroke-width': 2 }));
  points.forEach((p, i) => svg.append(element('circle', { cx: x.at(p.x), cy: floor(p.y), r: 5, fill: COLORS[i % COLORS.length] }, element('title', {}, `${p.name}: ${number(p.y)} of ${number(Math.min(roof, slope > 0 ? p.x * slope : roof))}`))));
  return element('div', { class: 'chart', 'data-points': String(points.length) }, svg, legend(points.map(p => p.name)));
}

// Cells coloured by value, rows x columns.
function heatmap(rowNames, columnNames, values, unit) {
  const cell = 30, left = 130, top = 22, width = Math.max(560, left + cell * columnNames.length + 10), height = top + cell * rowNames.length + 6, flat = values.flat().filter(v => v !== null), most = Math.max(...flat, 1e-12);
  const svg = element('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img' }), wide = (width - left - 10) / columnNames.length;
  columnNames.forEach((name, c) => svg.append(element('text', { x: left + wide * (c + 0.5), y: 14, 'text-anchor': 'middle' }, name)));
  rowNames.forEach((name, r) => {
    svg.append(element('text', { x: left - 6, y: top + cell * (r + 0.62), 'text-anchor': 'end' }, name));
    columnNames.forEach((column, c) => {
      const value = values[r][c];
      if (value === null) return;
      svg.append(element('rect', { x: left + wide * c + 1, y: top + cell * r + 1, width: wide - 2, height: cell - 2, rx: 3, fill: COLORS[5], 'fill-opacity': 0.08 + 0.92 * value / most }, element('title', {}, `${name}, ${column}: ${number(value)} ${unit}`)),
        element('text', { x: left + wide * (c + 0.5), y: top + cell * (r + 0.62), 'text-anchor': 'middle', 'font-size': 9 }, number(value, 2)));
    });
  });
  return element('div', { class: 'chart', 'data-points': String(flat.length) }, svg);
}
