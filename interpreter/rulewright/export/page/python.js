// The worker with Python: the table, the rules, and the sums of games that kernels have played. It answers one request after another.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { continued, started, unpacked } from "./python.mjs";
import { unpack } from "./unpacking.mjs";

const read = async (name) => {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} is missing`);
  return unpacked(answer.body);
};

// The machine code of Python is there in compressed form; Pyodide asks for it by its own name.
const plain = globalThis.fetch;
globalThis.fetch = async (what, more) => {
  const name = String(what?.url ?? what);
  if (!name.endsWith("pyodide.asm.wasm")) return plain(what, more);
  const answer = await plain(`${name}.gz`, more);
  if (!answer.ok) return answer;
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } });
};

// Python, and whether it was continued from a snapshot. A browser that cannot continue it starts from the beginning.
async function begin() {
  const pack = read("./python.files");
  const { snapshot } = await (await plain("./export.json")).json();
  if (snapshot && !navigator.connection?.saveData) {
    try {
      const whole = plain(snapshot.file).then((answer) => answer.arrayBuffer());
      const [{ default: create }, packed, files] = await Promise.all([import("./pyodide/pyodide.asm.mjs"), whole, pack]);
      const memory = new Uint8Array(snapshot.size);
      const filling = async (settings) => {
        const module = await create(settings);
        unpack(module, new Uint8Array(packed), memory);
        return module;
      };
      return [await continued(loadPyodide, filling, files, memory), true];
    } catch (error) {
      console.warn(`Python starts from the beginning: ${error.message}`);
    }
  }
  return [await started(loadPyodide, await pack, "export"), false];
}

const python = begin().then(([running, quickly]) => [running, running.globals.get("bench"), quickly]);

onmessage = async ({ data: [id, request, buffers] }) => {
  let answer;
  try {
    const [running, bench, quickly] = await python;
    const said = request.do === "take"
      ? bench.take(JSON.stringify([request.first, request.sides]), ...buffers.map((each) => running.toPy(new Uint8Array(each))))
      : bench.answer(JSON.stringify(request));
    answer = { ...JSON.parse(said), quickly };
  } catch (error) {
    answer = { error: `Python has failed: ${String(error.message).trim().split("\n").at(-1)}` };
  }
  postMessage([id, answer]);
};
