// One run: tiles and charts from its result.json.
const STALLS = ['busy', 'output_full', 'conflict', 'line_fill', 'page_fill', 'weights', 'dependency', 'table_miss', 'page_load', 'page_sweep', 'input_empty'];

function tiles(items) { return element('div', { class: 'tiles' }, items.filter(([, value]) => value !== null && value !== undefined).map(([name, value, unit]) => element('div', { class: 'tile' }, element('b', {}, typeof value === 'number' ? number(value) : value), element('span', {}, `${name}${unit ? ', ' + unit : ''}`)))); }

function runTiles(r) {
  const gpu = r.gpu?.name ?? 'GPU';
  return tiles([['frames per second', r.fps], ['frame time', r.frame_ms, 'ms'], ['time of the list', r.gemm?.time_ms, 'ms'], [`speedup over ${gpu}`, r.speedup, 'x'], ['over it with ngp-jit', r.speedup_vs_jit_gpu, 'x'], ['power', r.power_w, 'W'], ['energy per frame', r.energy_mj, 'mJ'], ['energy per query', r.nj_per_query, 'nJ'],
    ['FPS per watt', r.fps_per_w], ['energy x delay', r.edp, 'J s'], ['energy gain over GPU', r.energy_gain, 'x'], ['area', r.area_mm2, 'mm²'], ['queries per pixel', r.queries_per_pixel], ['memory', r.memory?.bandwidth_gb_s, 'GB/s'], ['NGPC cycles', r.cycles]]);
}

const presentBlocks = r => Object.entries(r.blocks ?? {}).filter(([, block]) => block !== null && block.total > 0);

function stallChart(r) { return stackedRows(presentBlocks(r).map(([name, b]) => ({ name: name.replaceAll('_', ' '), parts: STALLS.map(s => s === 'busy' ? b.busy : b.stalls[s] ?? 0), note: `${number(100 * b.busy / b.total, 3)} %` })), STALLS); }

function energyChart(r) {
  const blocks = Object.entries(r.energy).filter(([name, b]) => name !== 'host_gpu' && b.total_mj > 0), most = Math.max(...blocks.map(([, b]) => b.total_mj));
  return stackedRows(blocks.map(([name, b]) => ({ name: name.replaceAll('_', ' '), parts: [b.dynamic_mj ?? b.total_mj, b.leakage_mj ?? 0], note: `${number(b.total_mj, 3)} mJ` })), ['dynamic', 'leakage'], most);
}

function areaChart(r) {
  const blocks = Object.entries(r.energy).filter(([, b]) => b.area_mm2 > 0), most = Math.max(...blocks.map(([, b]) => b.area_mm2));
  return stackedRows(blocks.map(([name, b]) => ({ name: name.replaceAll('_', ' '), parts: [b.area_mm2], note: `${number(b.area_mm2, 3)} mm²` })), ['area'], most);
}

function powerChart(r) { return stackedRows([{ name: 'average', parts: [r.power.ngpc_w, r.power.dram_w ?? 0, r.power.host_gpu_w ?? 0], note: `${number(r.power_w, 3)} W` }], ['NGPC', 'DRAM', 'host GPU']); }

function levelCharts(r) {
  const levels = r.blocks?.encoding_engine?.levels;
  if (!levels?.length || r.queries === null) return [];
  const columns = levels.map(l => String(l.level)), per = (l, value) => l.queries > 0 ? value / l.queries : null;
  return [card('Bank conflicts and cycles by level', heatmap(['conflict cycles / query', 'cycles / query', 'accesses / query'], columns, [levels.map(l => per(l, l.conflict_cycles)), levels.map(l => l.cycles_per_query), levels.map(l => per(l, l.accesses))], ''), true),
    card('Utilisation by level', stackedRows(levels.map(l => ({ name: `level ${l.level}`, parts: [Math.max(0, (l.cycles_per_query ?? 0) - (l.conflict_cycles / Math.max(1, l.queries))), l.conflict_cycles / Math.max(1, l.queries)], note: number(l.cycles_per_query, 3) })), ['look-ups', 'conflicts'], Math.max(...levels.map(l => l.cycles_per_query ?? 0))))];
}

function rooflines(r) {
  const mlp = r.blocks?.mlp_engine, seconds = r.cycles / (r.clock_ghz * 1e9), bytes = (r.memory?.read_bytes ?? 0) + (r.memory?.write_bytes ?? 0), peak = r.memory?.peak_gb_s ?? 0, cards = [];
  if (mlp?.steps > 0 && bytes > 0) {
    const roof = mlp.macs_clocked / mlp.steps * mlp.instances * r.clock_ghz / 1e3;
    cards.push(card('Roofline: MACs', roofline(roof, peak / 1e3, [{ name: 'useful MACs', x: mlp.macs_useful / bytes, y: mlp.macs_useful / seconds / 1e12 }, { name: 'clocked MACs', x: mlp.macs_clocked / bytes, y: mlp.macs_clocked / seconds / 1e12 }], 'MAC/B', 'TMAC/s')));
  }
  const levels = r.blocks?.encoding_engine?.levels, engines = r.blocks?.encoding_engine?.instances;
  if (levels?.length && bytes > 0) {
    const lookups = levels.reduce((sum, l) => sum + l.lookups, 0), corners = lookups / Math.max(1, levels.reduce((sum, l) => sum + l.queries, 0));
    cards.push(card('Roofline: look-ups', roofline(corners * engines * r.clock_ghz, peak, [{ name: 'look-ups', x: lookups / bytes, y: lookups / seconds / 1e9 }], 'look-ups/B', 'G look-ups/s')));
  }
  return cards;
}

function frameTimes(r) {
  const frames = (r.frames ?? []).filter(f => f.frame_ms !== null);
  return frames.length < 2 ? [] : [card('Frame times', lineChart([{ name: 'frame', points: frames.map((f, i) => [i + 1, f.frame_ms]) }], 'frame', 'ms'))];
}

function bandwidth(series) {
  if (!series?.bandwidth?.length) return [];
  return [card('Bandwidth over time', lineChart(['read', 'write'].map(way => ({ name: way, points: series.bandwidth.map(s => [s.ms, s[`${way}_gb_s`]]) })), 'ms', 'GB/s'))];
}

function runSection(run, id) {
  const r = run.result, section = element('section', { id, class: 'run' }, element('h2', {}, `${r.chip} on ${r.workload}`), element('p', { class: 'notes' }, `${run.name} · configuration ${r.config_hash} · version ${r.version}${r.status === 'done' ? '' : ' · ' + r.status.toUpperCase()}`), runTiles(r));
  const cards = [card('Where cycles went', stallChart(r), true), ...rooflines(r)];
  if (r.energy) cards.push(card('Energy per frame by block, GPU left out', energyChart(r)), card('Area by block', areaChart(r)));
  if (r.power?.ngpc_w) cards.push(card('Power', powerChart(r)));
  cards.push(...levelCharts(r), ...bandwidth(run.series), ...frameTimes(r));
  section.append(element('div', { class: 'cards' }, cards));
  for (const text of [...(r.idealised ?? []).map(t => `idealised: ${t}`), ...(r.warnings ?? []).map(t => `warning: ${t}`), ...(r.assumptions ?? []).map(t => `assumed: ${t}`)]) section.append(element('p', { class: 'notes' }, text));
  return section;
}
