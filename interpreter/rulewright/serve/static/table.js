// The page of a table.

import { Connection } from "./connection.js";
import { button, Drawing, fillOf, h, inkOn, pips, span } from "./draw.js";
import { Chooser } from "./moves.js";
import { held, keep, kept, put, theme } from "./kept.js";

const table = location.pathname.split("/").at(-1);
const given = new URLSearchParams(location.hash.slice(1));
const $ = (id) => document.getElementById(id);
const on = (id, kind, heard) => $(id).addEventListener(kind, heard);

let frame = null; // the last frame
let past = null; // a scene of an earlier step, while somebody looks back
let chooser = null;
let welcome = null;
let known = kept(table) || {};
let pending = null; // the number of the frame in which a move was sent
let drawing = null;
let last = new Set(); // the spaces of the last move
let aimed = ""; // the key of what the pointer or the focus is on
let turn = 0; // which way of the chosen move is shown
let rolled = []; // what real dice show so far

for (const name of ["seat", "join", "owner"]) if (given.get(name)) known[name === "seat" ? "token" : name] = given.get(name);
keep(table, known);
if (location.hash) history.replaceState(null, "", location.pathname);
theme($("theme"));
addEventListener("hashchange", () => location.reload());

const connection = new Connection(table, () => ({ hello: 1, token: known.token, owner: known.owner }), {
  welcome: (message) => {
    welcome = message;
    keep(table, (known = { ...known, title: message.table.title }));
    $("title").textContent = message.table.title;
    seatsChanged(message.table.seats);
    news = message.news;
    story();
    if (given.has("new")) $("share").click();
    given.delete("new");
  },
  news: (message) => {
    write([message.words], "news");
    say(message.words);
  },
  frame: (message) => {
    if (!welcome) return; // there will be another one
    const before = frame;
    frame = message;
    if (JSON.stringify(before?.roll) !== JSON.stringify(frame.roll)) rolled = [];
    if (before?.number !== frame.number) pending = null;
    $("waiting").hidden = true;
    shown(before);
    if (message.undo_asked) askUndo(message.undo_asked);
    else if (before?.undo_asked) {
      $("dialog").close();
      if (before.number === frame.number) say("Not everybody agrees, so the move is not taken back.");
    }
  },
  table: (message) => welcome && seatsChanged((welcome.table = message.table).seats),
  refused: (message) => ended(message.error),
  dismissed: (message) => {
    delete known.token;
    keep(table, known);
    say(message.error);
  },
  state,
});

// What is wrong with the connection.
function state(words) {
  if ($("connection").textContent !== words) $("connection").textContent = words;
  document.body.classList.toggle("offline", words > "");
}

// The server ends the connection.
function ended(words) {
  connection.close();
  state(words);
  $("waiting").hidden = true;
}

function shown(before) {
  const { scene } = frame;
  if (before?.number !== frame.number || before.you !== frame.you) {
    chooser = new Chooser(scene.moves, make, draw, () => $("confirm").checked);
    [aimed, turn] = ["", 0];
    if (before) last = before.step < frame.step ? differing(before.scene) : new Set();
    else if (frame.step) connection.ask({ do: "look", at: frame.step - 1 }).then((answer) => { if (answer.ok) { last = differing(answer.scene); draw(); } });
  }
  draw();
  if (!before) $("live").textContent = `${$("turn").textContent}.`;
  else if (before.number !== frame.number) happened(scene, frame.step < before.step);
}

// The spaces that have changed since a scene.
function differing(before) {
  const places = (scene) => scene.boards.flatMap((board) => board.spaces.map((space) => [`${board.id}|${space.id}`, JSON.stringify([space.pieces, space.values])]));
  const old = new Map(places(before));
  return new Set(places(frame.scene).filter(([key, there]) => there !== (old.get(key) || "[[],[]]")).map(([key]) => key));
}

function draw() {
  const scene = past || frame.scene, focused = document.activeElement, { key } = focused.dataset;
  const near = () => [...document.querySelectorAll(`[data-key^="${CSS.escape(key.split("|", 2).join("|"))}|"]`)], at = key ? near().indexOf(focused) : -1;
  drawing = new Drawing(scene, past ? new Chooser([]) : chooser, touch, past ? new Set() : last);
  $("table").replaceChildren(drawing.whole());
  drawTurn(scene);
  drawSeats(scene);
  drawActions(scene);
  drawMoves(scene);
  $("undo").disabled = past || frame.can_undo !== true;
  $("undo").title = frame.can_undo === true ? "Take the last move back" : String(frame.can_undo || "");
  $("when").max = frame.step;
  if (!past) $("when").value = frame.step;
  $("present").hidden = !past;
  if (!focused.isConnected || focused.disabled) {
    const again = !focused.disabled && (focused.id ? $(focused.id) : key && document.querySelector(`[data-key="${CSS.escape(key)}"]`));
    (again || (at >= 0 && near()[Math.min(at, near().length - 1)]) || $("turn")).focus({ preventScroll: true });
  }
  outcome();
}

function drawTurn(scene) {
  const mover = scene.seats.find((seat) => seat.to_move), winners = scene.winners.map((seat) => scene.seats[seat].name);
  const turn = scene.over ? ending(scene, winners) : !mover ? "" : mover.you ? "Your turn" : `${mover.name} to move`;
  $("turn").textContent = past ? `Move ${$("when").value} of ${frame.step}` : turn;
  $("turn").className = scene.over ? "over" : mover?.you && !past ? "yours" : "";
  document.title = `${mover?.you && !scene.over ? "● " : ""}${welcome.table.title} – Rulewright`;
  const rolls = frame.rolling ?? frame.you, rolling = rolls !== frame.you && `${scene.seats[rolls].name} rolls real dice`;
  $("phase").textContent = [rolling, scene.round > 1 && `Round ${scene.round}`, scene.phase].filter(Boolean).join(" · ");
}

function ending(scene, winners) {
  const one = winners.length === 1, { worth } = scene;
  const who = !winners.length ? "Nobody wins" : one && scene.winners.includes(frame.you) ? "You win" : `${winners.join(" and ")} win${one ? "s" : ""}`;
  const points = worth && winners.length ? ` ${worth} point${worth === 1 ? "" : "s"}` : "";
  return who + points + (scene.ending ? `: ${scene.ending}` : "");
}

function drawSeats(scene) {
  $("seats").replaceChildren(...scene.seats.map((seat) => {
    const info = frame.seats[seat.number], team = scene.seats.some((other) => other !== seat && other.team === seat.team);
    const values = scene.values.filter((value) => value.owner !== null && !value.keys.length && (value.of_team ? seat.team === value.owner : seat.number === value.owner));
    return h("li", { class: `seat${seat.to_move && !scene.over ? " moving" : ""}${seat.you ? " you" : ""}${scene.winners.includes(seat.number) ? " won" : ""}` },
      h("span", { class: `presence ${info.sort} ${info.here ? "here" : ""}`, title: { bot: `the bot ${info.bot}`, open: "the seat is free" }[info.sort] || (info.here ? "here" : "away") }),
      seat.mark ? h("span", { class: "badge", colour: fillOf(seat), text: inkOn(fillOf(seat)), "aria-hidden": "true" }, seat.mark) : null,
      span("who", seat.you ? button(rename, { id: "rename", title: "Change your name" }, seat.name) : seat.name, seat.you && h("em", {}, " you"), team && h("small", {}, ` team ${seat.team + 1}`), info.owner && h("small", {}, " owner")),
      h("dl", {}, values.map((value) => h("div", {}, h("dt", {}, value.label),
        h("dd", {}, button(() => trace(value), { class: "why", id: `why ${seat.number} ${value.variable}`, title: `Why is it ${value.text}?` }, value.text ?? "hidden"))))),
      info.sort === "open" && mayJoin() && button(() => sitDown(seat.number), {}, "Sit here"),
      welcome.owner && ownerMenu(seat, info));
  }));
}

let menu = null; // the seat whose menu is open
function ownerMenu(seat, info) {
  const ask = (what) => {
    menu = null;
    return request({ do: "seat", seat: seat.number, ...what });
  };
  const invite = async () => {
    const answer = await ask({ sort: "person" });
    if (answer.ok) dialog(`A link for seat ${seat.number + 1}`, h("ul", { class: "links" }, linked(`Seat ${seat.number + 1}`, `${location.href}#seat=${answer.token}`)));
  };
  return h("details", { class: "menu", open: menu === seat.number, ontoggle: (event) => { menu = event.target.open ? seat.number : menu === seat.number ? null : menu; } }, h("summary", { id: `menu ${seat.number}`, "aria-label": `Seat of ${seat.name}` }, "⋯"), h("div", {},
    info.sort !== "bot" ? welcome.bots.map((bot) => button(() => ask({ sort: "bot", bot }), {}, `Give to the bot ${bot}`)) : null,
    button(() => ask({ sort: "open" }), {}, "Open the seat"), button(invite, {}, "Give to a new person")));
}

function drawActions(scene) {
  const bar = $("actions");
  bar.replaceChildren();
  if (past) return;
  if (scene.over) bar.append(welcome.table.next ? button(() => follow(welcome.table.next), { class: "do" }, "To the next game") : welcome.owner ? button(again, { class: "do" }, "Play again") : "");
  if (!scene.moves.length) return;
  if (frame.roll) return drawRoll(bar);
  const ways = chooser.ways(chooser.picked.map(([key]) => key)), way = ways.length > 1 ? ways[turn % ways.length] : null;
  const left = chooser.left(), complete = left.length === 1 ? left : chooser.complete(), values = left.length > 1 ? chooser.values() : [];
  const buttons = complete.map((move) => button(() => make(move), { class: "do", "data-key": `move ${move.id}` }, move.touches.length ? move.sentence : move.label));
  if (way && !complete.length) buttons.push(button(() => make(way), { class: "do", "data-key": "way" }, way.sentence));
  if (way) buttons.push(button(() => another(1), { "data-key": "turn", title: "Another way (r)" }, "↻", span("unseen", "Another way")));
  const single = (group) => values.filter((other) => other.action === group.action).length === 1;
  const groups = values.map((group) => h("fieldset", {}, h("legend", {}, single(group) ? group.action : `${group.action}: ${group.where.replaceAll("_", " ")}`),
    [...group.touches].map(([key, touch]) => button(() => value(group.action, key), { "data-key": `${group.action} ${key}`, "data-aim": `move ${chooser.with(group.action, key)[0]?.id}`, class: way?.keys.includes(key) && "chosen" }, touch.label))));
  bar.append(...buttons, ...groups, chooser.picked.length ? button(() => chooser.clear(), { class: "clear" }, "Start again") : "");
}

function drawMoves(scene) {
  const moves = past ? [] : scene.moves;
  $("allmoves").hidden = !moves.length;
  $("allmoves").querySelector("summary").textContent = moves.length === 1 ? "The only move" : `All ${moves.length} moves`;
  $("movelist").replaceChildren(...($("allmoves").open ? moves : []).map((move) => h("li", {}, button(() => make(move), { "data-aim": `move ${move.id}` }, move.sentence))));
}

// A value was chosen for an action: the move is made if it is the only one.
function value(action, key) {
  const moves = chooser.with(action, key);
  if (moves.length === 1 && !$("confirm").checked) make(moves[0]);
  else touch(key, 0);
}

// Show what the move that is aimed at, or chosen, would change and score.
async function outcome() {
  const picked = past || !chooser ? [] : chooser.picked.map(([key]) => key), where = drawing;
  const keys = aimed && chooser?.can(aimed) ? [...picked, aimed] : picked;
  const ways = past || frame.roll ? [] : aimed.startsWith("move ") ? chooser.moves.filter((each) => aimed === `move ${each.id}`) : chooser.ways(keys);
  const move = outcome.move = ways[turn % (ways.length || 1)], answer = move ? await (move.preview ||= connection.ask({ do: "preview", move: move.id })) : {};
  if (outcome.move !== move || drawing !== where) return;
  drawing.ghosts(answer.changes || []);
  const name = CSS.escape(aimed || keys.at(-1) || ""), spot = answer.preview && document.querySelector(`#table [data-key^="${name}#"], [data-aim="${name}"], [data-key="${name}"]`);
  $("worth").hidden = !spot;
  if (!spot) return;
  const box = spot.getBoundingClientRect();
  $("worth").textContent = answer.preview;
  $("worth").style.left = `${box.left + box.width / 2}px`;
  $("worth").style.top = `${box.top}px`;
  spot.setAttribute("aria-description", answer.preview);
}

function aim(event) {
  const found = event.target.closest?.("[data-aim], [data-key]"), key = found ? found.dataset.aim || found.dataset.key.replace(/#\d+$/, "") : "";
  if (key === aimed) return;
  aimed = key;
  clearTimeout(aim.timer);
  aim.timer = setTimeout(outcome, 60);
}

// Show the chosen move in another way.
function another(by) {
  const ways = past || !chooser ? [] : chooser.ways(chooser.picked.map(([key]) => key));
  if (ways.length < 2) return false;
  turn = (turn + by + ways.length) % ways.length;
  draw();
  return true;
}

// Real dice: what they show is tapped, or typed in a row.
function drawRoll(bar) {
  const { label, dice } = frame.roll, next = dice[rolled.length], many = dice.length > 1;
  const face = (each, title, onclick) => button(onclick, { class: "piece die", title, "aria-label": title }, pips(each.label));
  bar.replaceChildren(
    h("p", { id: "roll" }, next ? `Roll ${many ? `${dice.length} ${label}` : `the ${label}`}. What does ${many ? next.name || `die ${rolled.length + 1}` : "it"} show?` : "Is this what you rolled?"),
    h("div", { class: "pieces rolled" }, rolled.map((each, at) => face(each, `Remove ${each.label}`, () => { rolled.splice(at, 1); draw(); }))),
    h("div", { class: "pieces faces", role: "group", "aria-labelledby": "roll" }, next?.faces.map((each) => face(each, each.label, () => typeDie(each)))),
    next ? "" : button(() => roll(rolled.map((each) => each.id)), { class: "do", "data-key": "rolled" }, "Yes, play it"),
    button(() => request({ do: "dice", cancel: true }), {}, "Call it off"));
}

function typeDie(face) {
  rolled.push(face);
  draw();
  document.querySelector(".faces button, [data-key=rolled]").focus();
}

const roll = (results) => request({ do: "dice", results });

async function touch(key, copy) {
  if (past || frame.roll) return;
  if (!frame.scene.moves.length) return say(`${$("turn").textContent}.`);
  if (chooser.chosen(key, copy) && another(1)) return;
  turn = 0;
  if (chooser.touch(key, copy)) return;
  const text = chooser.like(key);
  if (text) why(text);
  else say("This cannot be chosen now. What can be chosen is marked.");
}

async function make(move) {
  if (pending === frame.number) return;
  pending = frame.number;
  const answer = await request({ do: "move", move: move.id, at: frame.number });
  if (answer.ok) return;
  pending = null;
  chooser.clear();
}

async function request(what) {
  const answer = await connection.ask(what);
  if (answer.lost) say("The connection was lost. What was made shows when it is back.");
  else if (!answer.ok) say(answer.reasons?.length ? answer.reasons.join(" ") : answer.error || "");
  return answer;
}

async function why(move) {
  const { reasons = [], error } = await connection.ask({ do: "why_not", move });
  say(reasons.join(" ") || error || "It is allowed.");
}

async function trace(value) {
  const answer = await connection.ask({ do: "trace", of: `${value.of_team ? "team" : "seat"}(${value.owner + 1}).${value.variable}` });
  dialog(`Why is it ${value.text}?`, h("pre", {}, answer.ok ? answer.text : answer.error || ""));
}

on("typed", "submit", async (event) => {
  event.preventDefault();
  const text = $("move").value.trim();
  if (!text) return;
  if (frame.roll) {
    if ((await roll(text.split(/[\s,]+/))).ok) $("move").value = "";
    return;
  }
  const asked = text.match(/^why\s+(.*)/);
  if (asked) return why(asked[1]);
  const answer = await request({ do: "move", move: text, at: frame.number });
  if (answer.ok) $("move").value = "";
});

on("advice", "click", async () => {
  const answer = await request({ do: "advice" });
  if (!answer.ok) return;
  const { moves, why, basis } = answer.hint;
  if (!moves.length) return say(why);
  dialog("Advice", h("table", { class: "advice" }, moves.map(({ words, told }) => h("tr", {}, h("td", {}, words), h("td", {}, told)))), h("p", {}, why), h("p", { class: "basis" }, basis));
});

on("undo", "click", async () => (await request({ do: "undo" })).asked && say("The others are asked whether they agree."));
on("rules", "click", () => $("sheet").hidden ? openSheet() : ($("sheet").hidden = true));
on("closesheet", "click", () => ($("sheet").hidden = true));

async function openSheet() {
  $("sheet").hidden = false;
  $("sheet").focus();
  if (!$("sheettext").childElementCount) {
    const page = new DOMParser().parseFromString((await (await fetch(`/t/${table}/sheet`)).text()).replace(/<style.*?<\/style>/gs, ""), "text/html");
    $("sheettext").replaceChildren(...(page.querySelector("main") || page.body).childNodes);
  }
}

on("share", "click", () => {
  const base = location.href, links = [];
  if (known.join) links.push(["Invite people to the open seats", `${base}#join=${known.join}`]);
  links.push(["Let people watch", base]);
  if (known.token) links.push(["Your own seat, on another device", `${base}#seat=${known.token}`]);
  dialog("Links", h("ul", { class: "links" }, links.map(([name, link]) => linked(name, link))));
});

function linked(name, link) {
  return h("li", {}, h("span", {}, name), h("input", { readonly: true, value: link, "aria-label": `Link: ${name}`, onfocus: (event) => event.target.select() }),
    button(async (event) => { await navigator.clipboard?.writeText(link); event.target.textContent = "Copied"; }, {}, "Copy"));
}

function askUndo(asked) {
  if (!asked.waits_for.includes(frame.you)) return;
  dialog("Take a move back?", h("p", {}, `${frame.seats[asked.seat].name} would like to take the last move back. Do you agree?`),
    ["Agree", "Refuse"].map((word) => button(() => { $("dialog").close(); request({ do: "agree", to: "undo", yes: word === "Agree" }); }, {}, word)));
}

function dialog(title, ...inside) {
  $("dialogtitle").textContent = title;
  $("dialogbody").replaceChildren(...inside.flat());
  if (!$("dialog").open) $("dialog").showModal();
}

on("closedialog", "click", () => $("dialog").close());

function write(lines, sort = "") {
  for (const line of lines) $("log").append(h("li", { class: /^\s/.test(line) ? "more" : sort }, line.trim()));
  while ($("log").childElementCount > 200) $("log").firstChild.remove();
  $("log").scrollTop = $("log").scrollHeight;
}

function happened(scene, back) {
  if (back) {
    story();
    return say(`A move was taken back. ${$("turn").textContent}.`);
  }
  const lines = frame.last?.length ? frame.last : scene.story;
  write(lines);
  $("live").textContent = `${lines.map((line) => line.trim()).join(". ")}. ${$("turn").textContent}.`;
}

function say(text) {
  $("said").textContent = text;
  $("said").classList.toggle("shown", Boolean(text));
  clearTimeout(say.timer);
  say.timer = setTimeout(() => $("said").classList.remove("shown"), 9000);
}

// All that happened so far, with the news at their places.
let news = [];
async function story() {
  const answer = await connection.ask({ do: "history" });
  if (!answer.ok) return;
  $("log").replaceChildren();
  answer.steps.forEach((lines, step) => {
    write(lines);
    write(news.filter((each) => each.step === step).map((each) => each.words), "news");
  });
}

on("when", "input", async () => {
  const at = Number($("when").value);
  if (at === frame.step) return backToNow();
  const answer = await connection.ask({ do: "look", at });
  if (answer.ok) {
    past = answer.scene;
    draw();
  } else say(answer.error);
});
on("present", "click", backToNow);

function backToNow() {
  past = null;
  draw();
}

on("allmoves", "toggle", () => drawMoves(past || frame.scene));
$("confirm").checked = held.confirm === "yes";
on("confirm", "change", () => put("confirm", $("confirm").checked ? "yes" : "no"));
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select")) return;
  if (event.key === "Escape" && chooser?.picked.length) chooser.clear();
  if (event.key === "/") { event.preventDefault(); $("move").focus(); }
  if (event.key === "r") another(1);
  const face = frame?.roll?.dice[rolled.length]?.faces.find((each) => each.label === event.key);
  if (face) typeDie(face);
});
for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, aim);
on("table", "wheel", (event) => another(Math.sign(event.deltaY)) && event.preventDefault(), { passive: false });

const mayJoin = () => known.join && !known.token;

function seatsChanged(seats) {
  if (frame) { frame.seats = seats; draw(); }
  $("sit").hidden = !(mayJoin() && seats.some((seat) => seat.sort === "open"));
  $("name").value ||= held.name || "";
}

// Sit down at an open seat, or at the first one.
async function sitDown(seat = null) {
  const name = $("name").value.trim() || "Guest", answer = await request({ do: "join", join: known.join, name, seat });
  if (!answer.ok) return;
  put("name", name);
  keep(table, (known = { ...known, token: answer.token }));
  seatsChanged(frame.seats);
}

// Another game for the same people, who keep their links.
async function again() {
  const answer = await request({ do: "again" });
  if (answer.ok) follow(answer.table);
}

function follow(next) {
  keep(next, known);
  location.href = `/t/${next}`;
}

function rename() {
  const name = prompt("Your name", $("rename").textContent)?.trim();
  if (!name) return;
  put("name", name);
  request({ do: "rename", name });
}

on("sitform", "submit", (event) => {
  event.preventDefault();
  sitDown();
});
