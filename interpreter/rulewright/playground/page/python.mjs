// Python with Rulewright: started from its files, or continued from a snapshot of its memory, which is much quicker.

const HOME = "/lib/playground";
const START = `
import sys
sys.path.insert(0, "${HOME}")
sys.dont_write_bytecode = True
`;
const BENCH = (room) => `
from rulewright.${room}.bench import Bench
bench = Bench()
`;
const CONTINUE = `
import random
random.seed()
`;
const WHOLE = { fullStdLib: false, env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" } };

// What was compressed by gzip, from a stream or bytes.
export async function unpacked(content) {
  const stream = content instanceof ReadableStream ? content : new Blob([content]).stream();
  return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// Write the files of a pack: the length of its list, the list of names and lengths, and then the contents.
function write(python, pack) {
  const begin = 4 + new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  let at = begin, folder = "";
  for (const [name, length] of JSON.parse(new TextDecoder().decode(pack.subarray(4, begin)))) {
    const path = `${HOME}/${name}`, within = path.slice(0, path.lastIndexOf("/"));
    if (within !== folder) python.FS.mkdirTree(folder = within);
    python.FS.writeFile(path, pack.subarray(at, at += length));
  }
}

// `room` has the bench, which answers the page; without one Python is only ready to import it.
export async function started(loadPyodide, pack, room, more = {}) {
  const python = await loadPyodide({ ...WHOLE, ...more });
  write(python, pack);
  python.runPython(START + (room ? BENCH(room) : ""));
  return python;
}

// The memory must have room for the snapshot before it is put there. Pyodide asks for that when it makes the memory, but its memory
// is made by the module itself; so it grows here, by asking for as much as the snapshot has.
export async function continued(loadPyodide, create, pack, snapshot) {
  const createPyodideModule = async (settings) => {
    const module = await create(settings);
    if (module.HEAPU8.length < snapshot.length) module._malloc(snapshot.length);
    module.HEAPU8.fill(0);
    return module;
  };
  const python = await loadPyodide({ ...WHOLE, _loadSnapshot: snapshot, createPyodideModule });
  write(python, pack);
  python.runPython(CONTINUE);
  return python;
}
