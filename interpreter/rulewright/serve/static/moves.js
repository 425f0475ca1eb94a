// Choosing a move by touching: every touch leaves fewer of the legal moves.

import { keyOf } from "./draw.js";

const seen = new Map(); // by what is touched, and where: a move, also one of an earlier turn

export class Chooser {
  // `make(move)` carries a move out, `changed()` draws the scene again.
  constructor(moves, make, changed, confirm) {
    this.moves = moves.map((move) => ({ ...move, keys: move.touches.map(keyOf) }));
    this.make = make;
    this.changed = changed;
    this.confirm = confirm;
    this.picked = []; // [key, copy]
    for (const move of moves) for (const touch of move.touches) seen.set(`${touch.sort} ${touch.where}`, move);
  }

  // The moves that touch everything picked so far.
  left() {
    return this.moves.filter((move) => fits(this.picked.map(([key]) => key), move.keys));
  }

  // Those that touch nothing else.
  complete() {
    return this.left().filter((move) => move.keys.length === this.picked.length);
  }

  // Whether some move that is left touches a key more often than it was picked; found once for each drawing.
  can(key) {
    if (this.asked !== this.picked || this.count !== this.picked.length) {
      const picked = this.picked.map(([each]) => each);
      this.next = new Set(this.left().flatMap((move) => without(move.keys, picked)));
      [this.asked, this.count] = [this.picked, this.picked.length];
    }
    return this.next.has(key);
  }

  chosen(key, copy) {
    return this.picked.some(([each, which]) => each === key && which === copy);
  }

  // Pick something, put it back, or begin again with it. Returns whether it is possible.
  touch(key, copy) {
    if (this.chosen(key, copy)) this.picked = this.picked.filter(([each, which]) => each !== key || which !== copy);
    else if (this.can(key)) this.picked.push([key, copy]);
    else if (this.moves.some((move) => move.keys.includes(key))) this.picked = [[key, copy]];
    else return false;
    const left = this.left();
    const only = this.picked.length && left.length === 1 && left[0].keys.length === this.picked.length;
    if (only && !this.confirm()) this.make(left[0]);
    else this.changed();
    return true;
  }

  // The moves of an action that are complete with one more touch.
  with(action, key) {
    const have = [...this.picked.map(([each]) => each), key];
    return this.moves.filter((move) => move.label === action && move.keys.length === have.length && fits(have, move.keys));
  }

  // The moves of one action that touch these things and else only values, such as turned.
  ways(keys) {
    const found = this.moves.filter((move) => fits(keys, move.keys) && without(move.keys, keys).every((key) => key.startsWith("value|")));
    return keys.length && found.every((move) => move.action === found[0].action) ? found : [];
  }

  clear() {
    this.picked = [];
    this.changed();
  }

  // What the moves that are left choose next that is no thing on the table: [parameter, [touch, ...]].
  values() {
    const found = new Map();
    for (const move of this.left()) {
      const rest = without(move.keys, this.picked.map(([key]) => key));
      move.touches.forEach((touch, number) => {
        if ((touch.sort !== "value" && touch.sort !== "line") || !rest.includes(move.keys[number])) return;
        const group = `${move.label} ${touch.sort} ${touch.where}`;
        if (!found.has(group)) found.set(group, { action: move.label, where: touch.where, touches: new Map() });
        found.get(group).touches.set(move.keys[number], touch);
      });
    }
    return [...found.values()];
  }

  // The text of a move that would touch something, to ask why it is not legal; null if there is none.
  like(key) {
    const [sort, where, id] = key.split("|");
    for (const move of [...this.left(), ...seen.values()]) {
      const touch = move.touches.findLast((each) => each.sort === sort && each.where === where);
      if (!touch) continue;
      const at = move.text.lastIndexOf(touch.id);
      if (at >= 0) return move.text.slice(0, at) + id + move.text.slice(at + touch.id.length);
    }
    return null;
  }
}

// Whether the first list is part of the second, counting repetitions.
function fits(some, all) {
  return without(all, some).length === all.length - some.length;
}

function without(all, some) {
  const rest = [...all];
  for (const each of some) {
    const at = rest.indexOf(each);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}
