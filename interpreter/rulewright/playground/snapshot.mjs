// In Node.js: start the Python of a page as the page does, and write a snapshot of its memory.
//   node snapshot.mjs FOLDER FILE ROOM         ROOM: which room of the package has the bench, and warms it

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

// Memory that is free again still has what was in it: it is set to 0, so that the snapshot becomes smaller.
function clear(module) {
  const end = module.HEAPU8.length, blocks = [];
  for (let size = 1 << 20; size >= 1 << 8; size >>= 1) {
    for (let at; (at = module._malloc(size)) && at + size <= end; blocks.push(at)) module.HEAPU8.fill(0, at, at + size);
  }
  blocks.forEach(module._free);
}

const [folder, file] = process.argv.slice(2, 4).map((each) => resolve(each)), room = process.argv[4];
const from = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const [{ loadPyodide }, { started, unpacked }] = await Promise.all([from("pyodide/pyodide.mjs"), from("python.mjs")]);
const python = await started(loadPyodide, await unpacked(readFileSync(`${folder}/python.files`)), "", { _makeSnapshot: true });
python.runPython(`from rulewright.${room}.warming import warmed\nbench = warmed()`);
clear(python._module);
writeFileSync(file, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
process.exit(0); // Python would wait for more
