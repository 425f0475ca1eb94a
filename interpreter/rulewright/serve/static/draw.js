// Draws a scene: boards as SVG, zones and pieces as buttons, values as tables. It knows no game.

const SVG = "http://www.w3.org/2000/svg";
const STYLES = { fill: "fill", across: "--across", owner: "--owner", colour: "--own", text: "--text" };
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

// An element with properties, attributes and children: h("p", {class: "note"}, "text").
export function h(tag, given = {}, ...children) {
  const made = /^(svg|g|rect|circle|polygon|text|line|title|path)$/.test(tag)
    ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (tag === "text") made.setAttribute("aria-hidden", "true");
  for (const [key, value] of Object.entries(given)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (STYLES[key]) made.style.setProperty(STYLES[key], value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(9)) if (child != null && child !== false) made.append(child);
  return made;
}

export const button = (onclick, given, ...children) => h("button", { type: "button", onclick, ...given }, ...children);

export const span = (name, ...children) => h("span", { class: name }, ...children);

export const keyOf = (touch) => [touch.sort, touch.where, touch.id, touch.space || ""].join("|");

// Colours are in the style sheet, each with one for a text on it.
const fill = (name) => `var(--c-${name})`;
const ofOwner = (owner) => fill(owner % 8);
export const fillOf = (look) => (look.colour ? fill(look.colour) : look.owner == null ? "" : ofOwner(look.owner));
export const inkOn = (colour) => colour.replace(")", "-ink)");

// `chooser` says what can be touched and what is chosen, `touch(key, copy)` is called on a touch.
export class Drawing {
  constructor(scene, chooser, touch, last) {
    this.scene = scene;
    this.hands = chooser;
    this.touch = touch;
    this.last = last; // the spaces of the last move
    this.counted = /"count":(1\d|[2-9])/.test(JSON.stringify(scene.boards));
    this.kinds = Object.fromEntries(scene.kinds.map((kind) => [kind.id, kind]));
    this.cells = new Map();
  }

  whole() {
    const { scene } = this;
    const ofAll = scene.zones.filter((zone) => zone.owner === null);
    const own = scene.zones.filter((zone) => zone.mine);
    const others = scene.zones.filter((zone) => zone.owner !== null && !zone.mine);
    const boards = scene.boards.map((board) => this.board(board)).filter(Boolean);
    return h("div", { class: "scene" },
      others.length ? this.zones(others, "others") : null,
      h("div", { class: scene.boards.length ? "middle" : "middle bare" }, boards.length ? h("div", { class: "boards" }, boards) : null,
        h("div", { class: "aside" }, this.zones(ofAll, "common"), this.pads(), this.facts())),
      own.length ? this.zones(own, "own") : null);
  }

  zones(zones, where) {
    const shown = zones.filter((zone) => zone.count || this.hands.can(keyOf({ sort: "zone", where: zone.id, id: zone.id })) || where !== "others");
    return h("div", { class: `zones ${where}` }, shown.map((zone) => this.zone(zone)));
  }

  zone(zone) {
    const kind = this.kinds[zone.kind], key = keyOf({ sort: "zone", where: zone.id, id: zone.id });
    const name = `${zone.label}: ${zone.count} ${zone.noun}`;
    const owner = zone.owner === null ? null : ofOwner(zone.owner);
    const inside = this.contents(zone, kind);
    const label = h("h2", {}, zone.label, zone.count > 1 && (zone.pieces === null || zone.pile) ? span("count", ` ${zone.count}`) : null);
    return h("section", { class: `zone ${kind.form}s${zone.pile ? " pile" : ""}`, "aria-label": name, owner },
      this.hands.can(key) ? this.button(key, 0, { class: "place", "aria-label": zone.label }, label) : label,
      h("div", { class: "pieces" }, inside.length ? inside : h("span", { class: "none", "aria-hidden": "true" }, "–")));
  }

  contents(zone, kind) {
    if (zone.pieces === null) return this.backs(zone, kind);
    const many = zone.count > 30 || kind.form === "token";
    const touched = (piece) => this.hands.can(keyOf({ sort: "piece", where: zone.id, id: piece.id }));
    const top = zone.pile && !zone.pieces.slice(0, -1).some(touched) ? zone.pieces.slice(-1) : zone.pieces;
    return top.flatMap((piece) => {
      const key = keyOf({ sort: "piece", where: zone.id, id: piece.id });
      if (many && piece.count > 1) return [this.piece(piece, kind, key, 0, piece.count)];
      return Array.from({ length: zone.pile ? 1 : piece.count }, (_, copy) => this.piece(piece, kind, key, copy));
    });
  }

  backs(zone, kind) {
    const shown = zone.pile || zone.owner === null || zone.count > 14 ? Math.min(zone.count, 1) : zone.count;
    const one = () => h("span", { class: `piece ${kind.form} back`, "aria-hidden": "true" });
    return [...Array.from({ length: shown }, one), span("unseen", `${zone.count} ${zone.noun}, face down`)];
  }

  button(key, copy, given, ...children) {
    const can = this.hands.can(key), chosen = this.hands.chosen(key, copy);
    return h("button", {
      type: "button", "data-key": `${key}#${copy}`, "aria-pressed": can || chosen ? String(chosen) : null,
      onclick: () => this.touch(key, copy), ...given,
      class: `${given.class} ${can ? "can" : ""} ${chosen ? "chosen" : ""}`,
    }, ...children);
  }

  piece(piece, kind, key, copy, count = 1) {
    const { look } = piece, own = fillOf(look);
    const name = count > 1 ? `${look.label}, ${count} of them` : look.label;
    const sides = look.sides.map((side) => side.text).filter(Boolean);
    const full = sides.length ? `${name}: ${sides.join(", ")}` : name;
    return this.button(key, copy, { class: `piece ${kind.form}${look.sides.length ? ` sided ${lies(look.sides)}` : ""}`, "aria-label": full, title: full, colour: own, text: inkOn(own) },
      this.face(piece, kind), count > 1 ? span("count", `×${count}`) : null);
  }

  face(piece, kind) {
    const { look } = piece;
    if (look.sides.length) return sided(look, 1, true);
    if (kind.form === "die" && PIPS[look.face] && look.mark === look.face) return pips(look.face);
    if (kind.form === "card") {
      const corner = look.mark.replace(look.symbol, "") || look.mark;
      if (!look.symbol) return span(corner.length > 3 ? "big whole long" : "big whole", corner.length > 3 ? look.label : corner);
      return [span("big", look.symbol), ["corner", "corner end"].map((place) => span(place, corner, h("b", {}, look.symbol)))];
    }
    return span("mark", kind.form === "die" && look.face ? look.face : look.mark);
  }

  board(board) {
    if (!board.spaces.length) return null;
    const flat = board.plane === "hexagons" ? 0.866 : 1;
    const at = board.spaces.map((space) => [space.x, space.y * flat]);
    const xs = at.map(([x]) => x), ys = at.map(([, y]) => y);
    const rim = (this.named = this.coordinates(board)) ? 1 : 0;
    const below = board.plane === "squares" ? rim * 0.75 : 0, [left, top] = [Math.min(...xs) - 1.2 - rim * 0.9, Math.min(...ys) - 1.2 - rim * 0.75 + below];
    const box = [left, top, Math.max(...xs) + 1.2 - left, Math.max(...ys) + 1.2 + below - top];
    const svg = h("svg", { class: `board ${board.plane}${board.unbounded ? " unbounded" : ""}${box[2] > 2 * box[3] ? " wide" : ""}`, viewBox: box.join(" "), role: "grid", "aria-label": board.label, tabindex: -1, across: Math.ceil(box[2] / 2), onkeydown: (event) => walk(event, svg, at) });
    svg.append(h("rect", { class: "frame", x: box[0], y: box[1], width: box[2], height: box[3], rx: 0.3 }));
    for (const [one, other] of board.edges) svg.append(h("line", { class: "edge", x1: at[one][0], y1: at[one][1], x2: at[other][0], y2: at[other][1] }));
    this.lines = new Map();
    for (const touch of this.scene.moves.flatMap((move) => move.touches)) if (touch.sort === "line" && touch.where === board.id) {
      for (const space of touch.spaces) this.lines.set(space, (this.lines.get(space) || new Set()).add(keyOf(touch)));
    }
    const rows = new Map();
    board.spaces.forEach((space, number) => {
      const y = ys[number], row = rows.get(y) || h("g", { role: "row" });
      rows.set(y, row);
      row.append(this.space(board, space, at[number], number));
    });
    svg.append(...rows.values());
    if (rim) this.rims(svg, board, at);
    const first = svg.querySelector(".can") || svg.querySelector(".space");
    if (first) first.setAttribute("tabindex", 0);
    const title = this.scene.boards.length > 1 || board.owner !== null ? h("figcaption", {}, board.label) : null;
    return h("figure", { class: "boardbox" }, svg, title);
  }

  // Whether names of spaces are written at the rim.
  coordinates(board) {
    return board.plane !== "circles" && !board.unbounded && board.spaces.every((space) => /^[a-z]+\d+$/.test(space.label));
  }

  rims(svg, board, at) {
    const rows = new Map(), columns = new Map(), square = board.plane === "squares";
    board.spaces.forEach((space, number) => {
      const [, letter, digit] = space.label.match(/^([a-z]+)(\d+)$/), [x, y] = at[number];
      if (!rows.has(digit) || x < rows.get(digit)[0]) rows.set(digit, [x, y]);
      if (!columns.has(letter) || (square ? y > columns.get(letter)[1] : y < columns.get(letter)[1])) columns.set(letter, [x, y]);
    });
    for (const [letter, [x, y]] of columns) svg.append(h("text", { class: "rim", x: square ? x : x - 0.5, y: square ? y + 1.7 : y - 1.3 }, letter));
    for (const [digit, [x, y]] of rows) svg.append(h("text", { class: "rim", x: x - 1.55, y: y + 0.28 }, digit));
  }

  space(board, space, [x, y], number) {
    const through = [...(this.lines.get(space.id) || [])].filter((line) => this.hands.can(line) || this.hands.chosen(line, 0));
    const keys = [keyOf({ sort: "space", where: board.id, id: space.id }), ...(through.length === 1 ? through : []),
      ...space.pieces.map((piece) => keyOf({ sort: "piece", where: board.id, id: piece.id, space: space.id }))];
    const key = keys.find((each) => this.hands.can(each)) || keys.find((each) => this.hands.chosen(each, 0)) || keys[0];
    const can = this.hands.can(key), chosen = this.hands.chosen(key, 0);
    const facts = space.values.map((value) => this.valueWords(value));
    const held = space.pieces.map((piece) => (piece.count > 1 ? `${piece.count} × ${piece.look.label}` : piece.look.label));
    const name = [space.label, ...held, ...facts].join(", ") + (held.length || facts.length ? "" : ", empty");
    const colour = space.colour ? fill(space.colour) : null;
    const cell = h("g", {
      role: "gridcell", class: `space ${can ? "can" : ""} ${chosen ? "chosen" : ""} ${colour ? "tinted" : ""} ${this.last.has(`${board.id}|${space.id}`) ? "last" : ""}`, tabindex: -1, id: `${board.id} ${space.id}`, "data-key": `${key}#0`, "data-number": number,
      "aria-label": name + (can ? ", can be chosen" : ""), "aria-selected": can || chosen ? String(chosen) : null, colour,
      onclick: () => this.touch(key, 0),
    }, h("title", {}, name));
    this.cells.set(`${board.id}|${space.id}`, [cell, x, y]);
    cell.append(shape(board.plane, x, y));
    const short = this.named ? "" : space.colour ? space.label.replace(space.colour, "").trim() || space.label : space.label;
    if (!space.pieces.length && short) cell.append(h("text", { class: `name${short.length > 4 ? " long" : ""}`, x, y: y + 0.22 }, short));
    this.onSpace(cell, space, x, y);
    if (can && (held.length ? !key.startsWith("line") : !short)) cell.append(h("circle", { class: held.length ? "target round" : "target", cx: x, cy: y, r: held.length ? 0.92 : 0.24 }));
    return cell;
  }

  onSpace(cell, space, x, y) {
    const pieces = space.pieces, wide = pieces.length > 1 ? Math.ceil(Math.sqrt(pieces.length)) : 1;
    pieces.forEach((piece, number) => {
      const step = 1.7 / wide, left = x - 0.85 + step * ((number % wide) + 0.5), top = y - 0.85 + step * (Math.floor(number / wide) + 0.5);
      cell.append(this.drawn(piece, wide === 1 ? x : left, wide === 1 ? y : top, 0.82 / wide));
    });
    space.values.forEach((value, number) => {
      const owner = value.owner === null ? fill("nobody") : ofOwner(value.owner);
      const text = value.text === "yes" ? (value.owner === null ? "✓" : this.ownerMark(value)) : value.text ?? "?";
      const spread = space.values.length, cx = x + (number - (spread - 1) / 2) * 0.62, cy = y + 0.55;
      cell.append(h("circle", { cx, cy, r: 0.3, fill: owner, class: "fact" }), h("text", { x: cx, y: cy + 0.12, class: "factmark" }, text));
    });
  }

  // Pieces as a move would leave them, in place of those that are there.
  ghosts(changes) {
    for (const [cell] of this.cells.values()) {
      cell.querySelector(".ghost")?.remove();
      cell.classList.remove("changes");
    }
    for (const { board, space, pieces } of changes) {
      const [cell, x, y] = this.cells.get(`${board}|${space}`) || [];
      if (!cell) continue;
      const ghost = h("g", { class: "ghost", "aria-hidden": "true" });
      this.onSpace(ghost, { pieces, values: [] }, x, y);
      cell.append(ghost);
      cell.classList.add("changes");
    }
  }

  ownerMark(value) {
    const seat = this.scene.seats.find((each) => (value.of_team ? each.team : each.number) === value.owner);
    if (seat?.mark) return seat.mark;
    return seat ? seat.name.match(/\d?$/)[0] || seat.name[0].toUpperCase() : "●";
  }

  drawn(piece, x, y, size) {
    const { look } = piece, kind = this.kinds[piece.kind], own = fillOf(look) || fill("blank");
    const group = h("g", { class: `on ${kind.form}` });
    if (look.sides.length) {
      group.append(sided(look, size, false, x, y));
      return group;
    }
    const [wide, high] = { die: [0.85 * size, 0.85 * size], card: [0.8 * size, size], tile: [0.8 * size, size] }[kind.form] || [];
    const body = wide ? h("rect", { x: x - wide, y: y - high, width: 2 * wide, height: 2 * high, rx: 0.2, fill: own }) : h("circle", { cx: x, cy: y, r: size, fill: own });
    const mark = this.counted ? `${look.mark}${piece.count}` : look.mark;
    body.setAttribute("class", "body");
    group.append(body, h("text", { class: mark.length > 2 ? "mark long" : "mark", x, y: y + size * 0.32, fill: inkOn(own) }, mark));
    if (size < 0.8) group.lastChild.classList.add("small");
    return group;
  }

  valueWords(value) {
    const whose = value.owner === null ? "" : ` of ${this.nameOf(value)}`;
    return value.text === "yes" ? `${value.label}${whose}` : `${value.label}${whose} ${value.text ?? "hidden"}`;
  }

  nameOf(value) {
    if (!value.of_team) return this.scene.seats[value.owner].name;
    return this.scene.seats.filter((seat) => seat.team === value.owner).map((seat) => seat.name).join(" and ");
  }

  // Values that belong to nobody, without further indices.
  facts() {
    const plain = this.scene.values.filter((value) => value.owner === null && !value.keys.length && value.text !== "-");
    return plain.length ? h("dl", { class: "facts" }, plain.map((value) => h("div", {}, h("dt", {}, value.label), h("dd", {}, value.text ?? "hidden")))) : null;
  }

  // A row for each index, a column for each owner.
  pads() {
    const keyed = this.scene.values.filter((value) => value.keys.length);
    const names = [...new Set(keyed.map((value) => value.variable))];
    return names.length ? h("div", { class: "pads" }, names.map((name) => this.pad(keyed.filter((value) => value.variable === name)))) : null;
  }

  pad(values) {
    const owners = [...new Set(values.map((value) => value.owner))];
    const rows = [...new Set(values.map((value) => value.keys.join(" · ")))];
    const cell = (row, owner) => values.find((value) => value.owner === owner && value.keys.join(" · ") === row);
    return h("table", { class: "pad" }, h("caption", {}, values[0].label),
      owners[0] !== null ? h("thead", {}, h("tr", {}, h("td", {}), owners.map((owner) => h("th", { scope: "col" }, this.nameOf({ ...values[0], owner }))))) : null,
      h("tbody", {}, rows.map((row) => {
        const key = this.valueKey(row);
        return h("tr", {}, h("th", { scope: "row" }, key ? this.button(key, 0, { class: "line" }, row) : row), owners.map((owner) => h("td", {}, cell(row, owner)?.text ?? "")));
      })));
  }

  // The key of the value that a touched line of a pad chooses, if any.
  valueKey(row) {
    const found = this.scene.moves.flatMap((move) => move.touches).find((touch) => touch.sort === "value" && touch.label === row && this.hands.can(keyOf(touch)));
    return found ? keyOf(found) : "";
  }
}

function shape(plane, x, y) {
  if (plane === "circles") return h("circle", { class: "ground", cx: x, cy: y, r: 0.98 });
  if (plane === "squares") return h("rect", { class: "ground", x: x - 0.97, y: y - 0.97, width: 1.94, height: 1.94, rx: 0.12 });
  const corners = [0, 1, 2, 3, 4, 5].map((n) => [x + 1.1 * Math.sin((n * Math.PI) / 3), y + 1.1 * Math.cos((n * Math.PI) / 3)]);
  return h("polygon", { class: "ground", points: corners.map((corner) => corner.join(",")).join(" ") });
}

// How a piece with two halves lies: "flat" or "tall"; empty for one with four sides.
const lies = ([north, east, south, west]) => (!north.mark && !south.mark ? "flat" : !east.mark && !west.mark ? "tall" : "");

// A square piece with what its sides show, in the colours that they name.
function sided(look, size, alone, x = 0, y = 0) {
  const s = size * 1.18, lie = lies(look.sides), [north, east, south, west] = look.sides;
  const colour = (side) => fill((side.text && side.colour) || "blank"), [w, t] = [lie === "tall" ? s / 2 : s, lie === "flat" ? s / 2 : s];
  const halves = lie === "flat" ? [west, east] : [north, south], at = (number) => (lie === "flat" ? [(number - 0.5) * s, 0] : [0, (number - 0.5) * s]);
  const group = h("g", { "aria-hidden": "true", transform: `translate(${x} ${y})` },
    lie ? [h("rect", { class: "domino", x: -w, y: -t, width: 2 * w, height: 2 * t, rx: 0.16 * s }), halves.map((side, number) => half(side, colour(side), s, ...at(number)))] : quarters(look, colour, s, size));
  return alone ? h("svg", { viewBox: `${-w} ${-t} ${2 * w} ${2 * t}`, class: "tileface" }, group) : group;
}

function half(side, colour, s, x, y) {
  return [h("rect", { class: "side", x: x - s * 0.47, y: y - s * 0.47, width: s * 0.94, height: s * 0.94, rx: s * 0.12, fill: colour }),
    side.mark === "0" ? null : PIPS[side.mark] ? dots(side.mark, x, y, s * 0.26, s * 0.085, inkOn(colour))
      : h("text", { class: "half", x, y: y + s * 0.24, fill: inkOn(colour) }, side.mark)];
}

function quarters(look, colour, s, size) {
  const corners = [[-s, -s], [s, -s], [s, s], [-s, s]];
  const inside = look.sides.flatMap((side, number) => {
    const [one, other] = [corners[number], corners[(number + 1) % 4]];
    return [h("polygon", { class: "side", points: `0,0 ${one} ${other}`, fill: colour(side) }),
      side.mark ? h("text", { class: `sidemark${side.mark.length > 2 ? " long" : ""}`, x: (one[0] + other[0]) * 0.34, y: (one[1] + other[1]) * 0.34 + size * 0.2, fill: inkOn(colour(side)) }, side.mark) : null];
  });
  return [inside, h("circle", { class: "hub", r: size * 0.36 }), h("text", { class: "hubmark", y: size * 0.15 }, look.mark)];
}

const dots = (face, x, y, step, r, colour) => PIPS[face].map((place) => h("circle", { cx: x + ((place % 3) - 1) * step, cy: y + (Math.floor(place / 3) - 1) * step, r, fill: colour }));

export const pips = (face) => (PIPS[face] ? h("svg", { viewBox: "-2 -2 4 4", class: "pips", "aria-hidden": "true" }, dots(face, 0, 0, 1, 0.36)) : face);

// Arrows go to the nearest space that way; Enter and the space bar touch it.
function walk(event, svg, at) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const here = event.target.closest("[data-number]");
  if (!here) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    here.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  if (!way) return;
  event.preventDefault();
  const [x, y] = at[here.dataset.number];
  let best = null, least = Infinity;
  at.forEach(([a, b], number) => {
    const along = (a - x) * way[0] + (b - y) * way[1], aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
    const cost = along + 2.2 * aside;
    if (along > 0.1 && cost < least) [best, least] = [number, cost];
  });
  if (best === null) return;
  here.setAttribute("tabindex", -1);
  const there = svg.querySelector(`[data-number="${best}"]`);
  there.setAttribute("tabindex", 0);
  there.focus();
}
