// Draws a scene (see the reference of scenes): boards as SVG, zones and pieces as buttons, values as tables. It knows no game.

const SVG = "http://www.w3.org/2000/svg";
const OWNERS = ["#2f6fb2", "#d98a1f", "#2c8a5f", "#b3567f", "#6aa9c9", "#b4552d", "#7d6bb0", "#70757c"];
const COLOURS = {
  red: "#c8342e", green: "#2f8f4e", blue: "#2f6fc4", yellow: "#e8bf2c", white: "#f7f5ee", black: "#23262b",
  orange: "#e07b23", purple: "#7b4fa6", violet: "#7b4fa6", pink: "#dd7ba8", brown: "#80583a", grey: "#8a8f96",
  gray: "#8a8f96", cyan: "#35a3b5", magenta: "#b8479b", gold: "#c9a227", silver: "#b9bec5",
};
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const SIDES = ["north", "east", "south", "west"];

// An element with properties, attributes and children: h("p", {class: "note"}, "text").
export function h(tag, given = {}, ...children) {
  const made = ["svg", "g", "rect", "circle", "polygon", "text", "line", "title", "path"].includes(tag)
    ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "fill" && made instanceof SVGElement) made.style.fill = value;
    else if (key === "owner") made.style.setProperty("--owner", value);
    else if (key === "colour") made.style.setProperty("--own", value);
    else if (key === "text") made.style.setProperty("--text", value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

export const keyOf = (touch) => [touch.sort, touch.where, touch.id, touch.space || ""].join("|");

export function fillOf(look, owners = OWNERS) {
  if (look.colour) return COLOURS[look.colour] || look.colour;
  return look.owner === null || look.owner === undefined ? "" : owners[look.owner % owners.length];
}

// Black or white, whichever is easier to read on a colour.
export function inkOn(fill) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(fill.slice(at, at + 2), 16) / 255);
  return 0.299 * r + 0.587 * g + 0.114 * b > 0.6 ? "#17191c" : "#ffffff";
}

const plural = (count, kind) => `${count} ${count === 1 ? kind.one : kind.many}`;

// ------------------------------------------------------------------------------------------------------- a scene

// `hands` has `can(key)`, `chosen(key, copy)` and `touch(key, copy, element)`: what is possible, and what happens on a touch.
export class Drawing {
  constructor(scene, hands, seats) {
    this.scene = scene;
    this.hands = hands;
    this.seats = seats;
    this.kinds = Object.fromEntries(scene.kinds.map((kind) => [kind.id, kind]));
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
    const owner = zone.owner === null ? null : OWNERS[zone.owner % OWNERS.length];
    const inside = this.contents(zone, kind);
    const label = h("h2", {}, zone.label, zone.count > 1 && (zone.pieces === null || zone.pile) ? h("span", { class: "count" }, ` ${zone.count}`) : null);
    const crowded = inside.length > 8 && zone.owner === null && !inside.some((each) => each.classList.contains("can"));
    return h("section", { class: `zone ${kind.form}s${zone.pile ? " pile" : ""}${crowded ? " crowded" : ""}`, "aria-label": name, owner },
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
    return [...Array.from({ length: shown }, one), h("span", { class: "unseen" }, `${plural(zone.count, kind)}, face down`)];
  }

  button(key, copy, given, ...children) {
    const can = this.hands.can(key), chosen = this.hands.chosen(key, copy);
    return h("button", {
      type: "button", "data-key": `${key}#${copy}`, "aria-pressed": can || chosen ? String(chosen) : null,
      onclick: (event) => this.hands.touch(key, copy, event.currentTarget), ...given,
      class: `${given.class} ${can ? "can" : ""} ${chosen ? "chosen" : ""}`,
    }, ...children);
  }

  // -------------------------------------------------------------------------------------------------------- pieces

  piece(piece, kind, key, copy, count = 1) {
    const { look } = piece, fill = fillOf(look);
    const name = count > 1 ? `${look.label}, ${count} of them` : look.label;
    const sides = look.sides.map((side) => side.text).filter(Boolean);
    const full = sides.length ? `${name}: ${sides.join(", ")}` : name;
    return this.button(key, copy, { class: `piece ${kind.form}${look.sides.length ? " sided" : ""}`, "aria-label": full, title: full, colour: fill || null, text: fill && fill[0] === "#" ? inkOn(fill) : null },
      this.face(piece, kind), count > 1 ? h("span", { class: "count" }, `×${count}`) : null);
  }

  face(piece, kind) {
    const { look } = piece;
    if (look.sides.length) return sided(look, 1, 44);
    if (kind.form === "die" && PIPS[look.face] && look.mark === look.face) return pips(look.face);
    if (kind.form === "card") {
      const corner = look.mark.replace(look.symbol, "") || look.mark;
      if (!look.symbol) return h("span", { class: corner.length > 3 ? "big whole long" : "big whole" }, corner.length > 3 ? look.label : corner);
      return [h("span", { class: "corner" }, corner, h("b", {}, look.symbol)), h("span", { class: "big" }, look.symbol)];
    }
    return h("span", { class: "mark" }, kind.form === "die" && look.face ? look.face : look.mark);
  }

  // -------------------------------------------------------------------------------------------------------- boards

  board(board) {
    if (!board.spaces.length) return null;
    const flat = board.plane === "hexagons" ? 0.866 : 1;
    const at = board.spaces.map((space) => [space.x, space.y * flat]);
    const xs = at.map(([x]) => x), ys = at.map(([, y]) => y);
    const rim = this.coordinates(board) ? 1 : 0;
    const box = [Math.min(...xs) - 1.2 - rim, Math.min(...ys) - 1.25 - rim * 0.7, Math.max(...xs) - Math.min(...xs) + 2.4 + 2 * rim, Math.max(...ys) - Math.min(...ys) + 2.5 + 1.4 * rim];
    const svg = h("svg", { class: `board ${board.plane}${board.unbounded ? " unbounded" : ""}`, viewBox: box.join(" "), role: "grid", "aria-label": board.label, tabindex: -1 });
    svg.style.setProperty("--across", Math.ceil(box[2] / 2));
    for (const [one, other] of board.edges) svg.append(h("line", { class: "edge", x1: at[one][0], y1: at[one][1], x2: at[other][0], y2: at[other][1] }));
    this.lines = new Map();
    for (const touch of this.scene.moves.flatMap((move) => move.touches)) if (touch.sort === "line" && touch.where === board.id) {
      for (const space of touch.spaces) this.lines.set(space, (this.lines.get(space) || new Set()).add(keyOf(touch)));
    }
    const row = h("g", { role: "row" });
    board.spaces.forEach((space, number) => row.append(this.space(board, space, at[number], number)));
    svg.append(row);
    if (rim) this.rims(svg, board, at);
    svg.addEventListener("keydown", (event) => walk(event, svg, at));
    const first = row.querySelector(".can") || row.firstChild;
    if (first) first.setAttribute("tabindex", 0);
    const title = this.scene.boards.length > 1 || board.owner !== null ? h("figcaption", {}, board.label) : null;
    return h("figure", { class: "boardbox" }, svg, title);
  }

  // Whether spaces are named by letters for columns and numbers for rows, so that the names are written at the rim.
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
    for (const [letter, [x, y]] of columns) svg.append(h("text", { class: "rim", x: square ? x : x - 0.5, y: square ? y + 1.75 : y - 1.3, "aria-hidden": "true" }, letter));
    for (const [digit, [x, y]] of rows) svg.append(h("text", { class: "rim", x: x - 1.55, y: y + 0.28, "aria-hidden": "true" }, digit));
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
    const colour = space.colour ? COLOURS[space.colour] : null;
    const cell = h("g", {
      role: "gridcell", class: `space ${can ? "can" : ""} ${chosen ? "chosen" : ""} ${colour ? "tinted" : ""}`, tabindex: -1, "data-key": `${key}#0`, "data-number": number,
      "aria-label": name + (can ? ", can be chosen" : ""), "aria-selected": can || chosen ? String(chosen) : null, colour,
      onclick: (event) => this.hands.touch(key, 0, event.currentTarget),
    }, h("title", {}, name));
    cell.append(shape(board.plane, x, y));
    const short = this.coordinates(board) ? "" : space.colour ? space.label.replace(space.colour, "").trim() || space.label : space.label;
    if (!space.pieces.length && short) cell.append(h("text", { class: `name${short.length > 4 ? " long" : ""}`, x, y: y + 0.22, "aria-hidden": "true" }, short));
    this.onSpace(cell, space, x, y);
    if (can && !(short && !space.pieces.length)) cell.append(h("circle", { class: "target", cx: x, cy: y, r: 0.26 }));
    return cell;
  }

  onSpace(cell, space, x, y) {
    const pieces = space.pieces, wide = pieces.length > 1 ? Math.ceil(Math.sqrt(pieces.length)) : 1;
    pieces.forEach((piece, number) => {
      const step = 1.7 / wide, left = x - 0.85 + step * ((number % wide) + 0.5), top = y - 0.85 + step * (Math.floor(number / wide) + 0.5);
      cell.append(this.drawn(piece, wide === 1 ? x : left, wide === 1 ? y : top, 0.82 / wide));
    });
    space.values.forEach((value, number) => {
      const owner = value.owner === null ? "#555b63" : OWNERS[value.owner % OWNERS.length];
      const text = value.text === "yes" ? (value.owner === null ? "✓" : this.ownerMark(value)) : value.text ?? "?";
      const spread = space.values.length, cx = x + (number - (spread - 1) / 2) * 0.62, cy = y + 0.55;
      cell.append(h("circle", { cx, cy, r: 0.3, fill: owner, class: "fact" }), h("text", { x: cx, y: cy + 0.12, class: "factmark", "aria-hidden": "true" }, text));
    });
  }

  ownerMark(value) {
    const seat = this.scene.seats.find((each) => (value.of_team ? each.team : each.number) === value.owner);
    if (seat?.mark) return seat.mark;
    return seat ? seat.name.trim().slice(-1).match(/\d/) ? seat.name.trim().slice(-1) : seat.name.slice(0, 1).toUpperCase() : "●";
  }

  drawn(piece, x, y, size) {
    const { look } = piece, kind = this.kinds[piece.kind], fill = fillOf(look) || "#f3efe4";
    const group = h("g", { class: `on ${kind.form}`, fill: null });
    if (look.sides.length) {
      group.append(sided(look, size, 0, x, y));
      return group;
    }
    const body = kind.form === "card" || kind.form === "tile" ? h("rect", { x: x - size * 0.8, y: y - size, width: size * 1.6, height: size * 2, rx: 0.15, fill }) : kind.form === "die"
      ? h("rect", { x: x - size * 0.85, y: y - size * 0.85, width: size * 1.7, height: size * 1.7, rx: 0.25, fill }) : h("circle", { cx: x, cy: y, r: size, fill });
    const mark = piece.count > 1 ? `${look.mark}${piece.count}` : look.mark;
    body.setAttribute("class", "body");
    group.append(body, h("text", { class: mark.length > 2 ? "mark long" : "mark", x, y: y + size * 0.32, fill: inkOn(fill), "aria-hidden": "true" }, mark));
    if (size < 0.8) group.lastChild.classList.add("small");
    return group;
  }

  // -------------------------------------------------------------------------------------------------------- values

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

  // Variables with further indices as tables: a row for each index, a column for each owner.
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
        const key = this.valueKey(values[0], row);
        return h("tr", {}, h("th", { scope: "row" }, key ? this.button(key, 0, { class: "line" }, row) : row), owners.map((owner) => h("td", {}, cell(row, owner)?.text ?? "")));
      })));
  }

  // The key of the value that is chosen when a line of a pad is touched, if there is one.
  valueKey(value, row) {
    const found = this.scene.moves.flatMap((move) => move.touches).find((touch) => touch.sort === "value" && touch.label === row && this.hands.can(keyOf(touch)));
    return found ? keyOf(found) : "";
  }
}

// ------------------------------------------------------------------------------------------------------- shapes

function shape(plane, x, y) {
  if (plane === "circles") return h("circle", { class: "ground", cx: x, cy: y, r: 0.98 });
  if (plane === "squares") return h("rect", { class: "ground", x: x - 0.97, y: y - 0.97, width: 1.94, height: 1.94, rx: 0.12 });
  const corners = [0, 1, 2, 3, 4, 5].map((n) => [x + 1.1 * Math.sin((n * Math.PI) / 3), y + 1.1 * Math.cos((n * Math.PI) / 3)]);
  return h("polygon", { class: "ground", points: corners.map((corner) => corner.join(",")).join(" ") });
}

// A square piece with what its sides show, in the colours that they name.
function sided(look, size, pixels, x = 0, y = 0) {
  const s = size * 1.18, blank = "#f3eee0";
  const fill = (side) => (side.text && COLOURS[side.colour]) || blank;
  const [north, east, south, west] = look.sides, flat = !north.mark && !south.mark, tall = !east.mark && !west.mark;
  const halves = flat ? [[west, -1, 0], [east, 1, 0]] : tall ? [[north, 0, -1], [south, 0, 1]] : null;
  const group = halves ? h("g", { "aria-hidden": "true" }, halves.flatMap(([side, a, b]) => [
    h("rect", { class: "side", x: x + Math.min(a, 0) * s - (b ? s * 0.55 : 0), y: y + Math.min(b, 0) * s - (a ? s * 0.55 : 0), width: a ? s : s * 1.1, height: b ? s : s * 1.1, rx: 0.1, fill: fill(side) }),
    h("text", { class: "half", x: x + a * s * 0.5, y: y + b * s * 0.5 + size * 0.27, fill: inkOn(fill(side)) }, side.mark)])) : quarters(look, fill, s, size, x, y);
  return pixels ? h("svg", { viewBox: `${-s} ${-s} ${2 * s} ${2 * s}`, class: "tileface" }, group) : group;
}

function quarters(look, fill, s, size, x, y) {
  const corners = [[-s, -s], [s, -s], [s, s], [-s, s]];
  const inside = look.sides.flatMap((side, number) => {
    const [one, other] = [corners[number], corners[(number + 1) % 4]], middle = [(one[0] + other[0]) * 0.34, (one[1] + other[1]) * 0.34];
    return [h("polygon", { class: `side ${SIDES[number]}`, points: [[0, 0], one, other].map(([a, b]) => `${x + a},${y + b}`).join(" "), fill: fill(side) }),
      side.mark ? h("text", { class: `sidemark${side.mark.length > 2 ? " long" : ""}`, x: x + middle[0], y: y + middle[1] + size * 0.2, fill: inkOn(fill(side)) }, side.mark) : null];
  });
  return h("g", { "aria-hidden": "true" }, inside, h("circle", { class: "hub", cx: x, cy: y, r: size * 0.36 }), h("text", { class: "hubmark", x, y: y + size * 0.15 }, look.mark));
}

function pips(face) {
  const dots = PIPS[face].map((place) => h("circle", { cx: 1 + (place % 3), cy: 1 + Math.floor(place / 3), r: 0.36 }));
  return h("svg", { viewBox: "0 0 4 4", class: "pips", "aria-hidden": "true" }, dots);
}

// Arrows go to the nearest space in their direction; Enter and the space bar touch it.
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
