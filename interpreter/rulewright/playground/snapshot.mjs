// In Node.js: start the Python of a page as the page does, and write a snapshot of its memory.
//   node snapshot.mjs FOLDER FILE

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, file] = process.argv.slice(2).map((each) => resolve(each));
const from = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const [{ loadPyodide }, { started, unpacked }] = await Promise.all([from("pyodide/pyodide.mjs"), from("python.mjs")]);
const python = await started(loadPyodide, await unpacked(readFileSync(`${folder}/python.files`)), { _makeSnapshot: true });
python.runPython("from rulewright.playground.warming import warmed\nbench = warmed()");
writeFileSync(file, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
process.exit(0); // Python would wait for more
