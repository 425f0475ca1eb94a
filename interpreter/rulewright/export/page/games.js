// A worker that plays whole games by kernels: [{ first, about: [...], buffers: [...] }, ...] for each task, where `about` has a part for each side.

import { Part, seedsOf } from "./kernel.mjs";

const parts = new Map();

function part(rules, name, about) {
  const file = `./kernels/${rules}.${name}.wasm`;
  if (!parts.has(file)) parts.set(file, fetch(file).then((answer) => answer.arrayBuffer()).then((code) => Part.load(code, about)));
  return parts.get(file);
}

// The players of game `first` and those after it.
const from = (tables, first) => tables.map((_, turn) => tables[(first + turn) % tables.length]);

async function played({ part: name, sides, seed, first, count, most }) {
  if (name !== "measured") {
    const [{ rules, tables, about }] = sides, kernel = await part(rules, name, about), found = [];
    for (let at = first; at < first + count;) {
      const { rows, ...told } = kernel.totals(seed, at, first + count - at, most, from(tables, at));
      found.push({ first: at, about: [{ ...told, apart: [...told.apart], found: [...told.found], counts: [...told.counts] }], buffers: [rows.buffer] });
      at += told.games;
    }
    return found;
  }
  const seeds = seedsOf(seed, first, count), about = [], buffers = [];
  for (const side of sides) {
    const { rows, curve, reasons } = (await part(side.rules, name, side.about)).measured(seeds, most, from(side.tables, first));
    about.push({ games: count, reasons });
    buffers.push(rows.buffer, curve.buffer);
  }
  return [{ first, about, buffers }];
}

onmessage = async ({ data: [id, task] }) => {
  try {
    const found = await played(task);
    postMessage([id, { found }], found.flatMap(({ buffers }) => buffers));
  } catch (error) {
    postMessage([id, { error: String(error.message) }]);
  }
};
