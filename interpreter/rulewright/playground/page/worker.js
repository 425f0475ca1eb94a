// The worker: Python with the reference engine. It answers the requests of the page one after another.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { continued, started, unpacked } from "./python.mjs";

const read = async (name) => {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} is missing`);
  return unpacked(answer.body);
};

// Python, and whether it was continued from a snapshot. A browser that cannot continue it starts from the beginning.
async function begin() {
  const pack = read("./python.files");
  const { snapshot } = await (await fetch("./start.json")).json();
  if (snapshot && !navigator.connection?.saveData) {
    try {
      const [{ default: create }, memory, files] = await Promise.all([import("./pyodide/pyodide.asm.mjs"), read(snapshot), pack]);
      return [await continued(loadPyodide, create, files, memory), true];
    } catch (error) {
      console.warn(`Python starts from the beginning: ${error.message}`);
    }
  }
  return [await started(loadPyodide, await pack, "playground"), false];
}

const python = begin().then(([running, quickly]) => [running.globals.get("bench"), quickly]);

onmessage = async ({ data: [id, request] }) => {
  let answer;
  try {
    const [bench, quickly] = await python;
    answer = { ...JSON.parse(bench.answer(JSON.stringify(request))), quickly };
  } catch (error) {
    answer = { error: `Python has failed: ${String(error.message).trim().split("\n").at(-1)}` };
  }
  postMessage([id, answer]);
};
