// The memory of a snapshot, compressed as xz, which is a third shorter than what browsers can unpack themselves. The machine code of Python
// can, before Python has started: `module` has the functions of liblzma.

const STREAM = 160, CHUNK = 1 << 20, FINISH = 3, DONE = 1; // a `lzma_stream`, with room to spare
const NEXT_IN = 0, AVAIL_IN = 4, NEXT_OUT = 16, AVAIL_OUT = 20; // places in it

// Unpack `packed` into `memory`, which is as long as what was packed.
export function unpack(module, packed, memory) {
  const stream = module._malloc(STREAM), input = module._malloc(packed.length), output = module._malloc(CHUNK);
  module.HEAPU8.fill(0, stream, stream + STREAM);
  module.HEAPU8.set(packed, input);
  const word = (at, value) => new DataView(module.HEAPU8.buffer).setUint32(stream + at, value, true);
  if (module._lzma_stream_decoder(stream, 1n << 32n, 0)) throw new Error("the snapshot cannot be read");
  word(NEXT_IN, input);
  word(AVAIL_IN, packed.length);
  for (let at = 0, ended = 0; ended !== DONE;) {
    word(NEXT_OUT, output);
    word(AVAIL_OUT, CHUNK);
    ended = module._lzma_code(stream, FINISH);
    const written = CHUNK - new DataView(module.HEAPU8.buffer).getUint32(stream + AVAIL_OUT, true);
    if (ended > DONE || (ended !== DONE && !written)) throw new Error("the snapshot is damaged");
    memory.set(module.HEAPU8.subarray(output, output + written), at);
    at += written;
  }
  module._lzma_end(stream);
}
