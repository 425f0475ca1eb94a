// The worker: Python with the reference engine. It answers the requests of the page one after another.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/lib/playground";

async function begin() {
  const [python, library] = await Promise.all([loadPyodide({ fullStdLib: false }), fetch("./python.zip").then((answer) => answer.arrayBuffer())]);
  python.unpackArchive(library, "zip", { extractDir: HOME });
  python.globals.set("home", HOME);
  return python.runPython(`
import sys
sys.path.insert(0, home)
sys.dont_write_bytecode = True
from rulewright.playground.bench import Bench
Bench()
`);
}

const bench = begin();

onmessage = async ({ data: [id, request] }) => {
  let answer;
  try {
    answer = JSON.parse((await bench).answer(JSON.stringify(request)));
  } catch (error) {
    answer = { error: `Python has failed: ${String(error.message).trim().split("\n").at(-1)}`, problems: [] };
  }
  postMessage([id, answer]);
};
