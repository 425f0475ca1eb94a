// A kernel in a page or a worker: modules of WebAssembly that play whole games, called with buffers in their memory.
//
//   const part = await Part.load(bytes, about);          about: what native/wasm/kernels.py says of the game
//   part.playouts(seeds, 10_000)                         Int32Array, a row for each game
//   part.totals(7n, 0, 100_000, 10_000, [[0, 0]])        { games, kept, apart, found, counts, rows, reasons }
//   part.measured(seeds, 10_000, [[0, 1], [1, 0]])       { rows, curve, reasons }
//
// A module works on one memory: its data, then its stack, then buffers, which are laid out anew for each call.

const PAGE = 65536;
const up = (number) => (number + 15) & ~15;

const MASK = 0xffff_ffff_ffff_ffffn;
const GOLDEN = 0x9e37_79b9_7f4a_7c15n;

function mix(z) {
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

// The seeds of the games `first`, `first` + 1, ..., of a series with one seed, as `random_words.seed_of` makes them.
export function seedsOf(seed, first, count) {
  const seeds = new BigUint64Array(count), base = mix(BigInt(seed) & MASK);
  for (let index = 0; index < count; index++) seeds[index] = mix((base + BigInt(first + index + 1) * GOLDEN) & MASK) >> 11n;
  return seeds;
}

export class Part {
  // A module that is ready to be called. Throws an error for one that does not mean what the rules mean.
  static async load(bytes, about) {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const pointer = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
    const { instance } = await WebAssembly.instantiate(bytes, { env: { __linear_memory: memory, __stack_pointer: pointer } });
    const begin = up(instance.exports.data_end.value) + about.stack;
    pointer.value = begin;
    const part = new Part(instance.exports, memory, about, begin);
    part.#check();
    return part;
  }

  #code; #memory; #about; #begin; #used;

  constructor(code, memory, about, begin) {
    this.#code = code;
    this.#memory = memory;
    this.#about = about;
    this.#begin = this.#used = begin;
  }

  // Room for a call: sizes in bytes, by name; the addresses of each.
  #room(sizes) {
    this.#used = this.#begin;
    const at = {};
    for (const [name, size] of Object.entries(sizes)) {
      at[name] = this.#used;
      this.#used += up(Math.max(size, 4));
    }
    const missing = this.#used - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  #ints(at, count) {
    return new Int32Array(this.#memory.buffer, at, count);
  }

  #check() {
    for (const [seed, expected] of this.#about.answers) {
      const { to } = this.#room({ to: 4 * expected.length });
      this.#code.answers(BigInt(seed), to);
      const found = this.#ints(to, expected.length);
      if (expected.some((each, index) => each !== found[index])) throw new Error("the kernel does not mean what the rules mean");
    }
  }

  // The codes of failures, by their numbers in the rows.
  #reasons(rows, width) {
    const found = {}, long = this.#about.reason;
    for (let at = 0; at < rows.length; at += width) {
      const number = rows[at];
      if (number <= 0 || number in found) continue;
      const { to } = this.#room({ to: 4 * long });
      this.#code.reason(BigInt(number), to);
      found[number] = String.fromCharCode(...this.#ints(to, long).filter((each) => each));
    }
    return found;
  }

  playouts(seeds, most, rounds = -1) {
    const size = 4 * seeds.length * this.#about.wide;
    const at = this.#room({ seeds: 8 * seeds.length, rows: 4 * this.#about.rows, out: size });
    new BigUint64Array(this.#memory.buffer, at.seeds, seeds.length).set(seeds);
    this.#code.playouts(at.seeds, BigInt(seeds.length), most, rounds, at.rows, at.out);
    return this.#ints(at.out, size / 4).slice();
  }

  // Games are counted from number `first` on. `tables`: by seat the index of the player among those of the kernel. `found` has the counters
  // that are not 0, in order, and `counts` their numbers; games that could not be counted have `rows`, with their places in `apart`.
  totals(seed, first, count, most, tables) {
    const { players, slots, wide, rows, apart } = this.#about, room = Math.min(count, apart), all = slots * tables.length;
    const at = this.#room({
      rows: 4 * rows, tables: 4 * players * tables.length, out: 4 * room * wide, apart: 4 * room, counts: 4 * all, found: 4 * all, sizes: 12,
    });
    this.#ints(at.tables, players * tables.length).set(tables.flat());
    this.#ints(at.counts, all).fill(0);
    this.#code.totals(
      BigInt(seed) & MASK, BigInt(first), BigInt(count), most, at.rows, at.tables, tables.length,
      at.out, BigInt(room), at.apart, at.counts, at.found, at.sizes,
    );
    const [games, kept, listed] = this.#ints(at.sizes, 3);
    const found = this.#ints(at.found, listed).slice().sort(), counted = this.#ints(at.counts, all);
    const own = this.#ints(at.out, kept * wide).slice();
    return {
      games, kept, apart: this.#ints(at.apart, kept).slice(), found, counts: found.map((slot) => counted[slot]), rows: own,
      reasons: this.#reasons(own, wide),
    };
  }

  measured(seeds, most, tables) {
    const { players, wide, more, rows, curve } = this.#about, width = wide + more, size = seeds.length * width;
    const at = this.#room({
      seeds: 8 * seeds.length, rows: 4 * rows, tables: 4 * players * tables.length, out: 4 * size, curve: 8 * curve,
    });
    new BigUint64Array(this.#memory.buffer, at.seeds, seeds.length).set(seeds);
    this.#ints(at.tables, players * tables.length).set(tables.flat());
    const grown = new BigInt64Array(this.#memory.buffer, at.curve, curve).fill(0n);
    this.#code.measured(at.seeds, BigInt(seeds.length), most, at.rows, at.tables, tables.length, at.out, at.curve);
    const found = { rows: this.#ints(at.out, size).slice(), curve: grown.slice() };
    return { ...found, reasons: this.#reasons(found.rows, width) };
  }
}
