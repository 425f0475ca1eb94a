// The page of a table.

import { Connection } from "./connection.js";
import { Drawing, fillOf, h, inkOn } from "./draw.js";
import { Chooser } from "./moves.js";
import { keep, kept, theme } from "./kept.js";

const table = location.pathname.split("/").at(-1);
const given = new URLSearchParams(location.hash.slice(1));
const $ = (id) => document.getElementById(id);
const FEW = 14;

let frame = null; // the last frame of the game
let past = null; // a scene of an earlier step, while somebody looks back
let chooser = null;
let welcome = null;
let known = kept(table) || {};
const previews = new Map();
let pending = null; // the number of the frame in which a move was sent

for (const name of ["seat", "join", "owner"]) if (given.get(name)) known[name === "seat" ? "token" : name] = given.get(name);
keep(table, known);
if (location.hash) history.replaceState(null, "", location.pathname);
theme($("theme"));

const connection = new Connection(table, hello, {
  welcome: (message) => {
    welcome = message;
    if (message.token) keep(table, (known = { ...known, token: message.token }));
    keep(table, (known = { ...known, title: message.table.title }));
    document.title = `${message.table.title} – Rulewright`;
    $("title").textContent = message.table.title;
    seatsChanged(message.table.seats);
  },
  frame: (message) => {
    const before = frame;
    frame = message;
    if (before?.number !== frame.number) pending = null;
    $("waiting").hidden = true;
    if (!past) shown(before);
    if (message.undo_asked) askUndo(message.undo_asked);
  },
  table: (message) => seatsChanged(message.seats || message.table?.seats || []),
  refused: (message) => ended(message.error),
  dismissed: (message) => ended(message.error),
  state: (state, why) => {
    const words = { connecting: "", connected: "", lost: "The connection is lost. Trying again …", refused: why || "This table cannot be opened." };
    $("connection").textContent = words[state] ?? "";
    document.body.classList.toggle("offline", state !== "connected");
  },
});

// The server ends the connection, and says why.
function ended(words) {
  connection.close();
  $("connection").textContent = words;
  $("waiting").hidden = true;
  document.body.classList.add("offline");
}

function hello() {
  const name = known.name || undefined;
  const owner = known.owner ? { owner: known.owner } : {};
  return known.token ? { hello: 1, token: known.token, name, ...owner } : known.join && known.name ? { hello: 1, token: null, join: known.join, name, ...owner } : { hello: 1, token: null, ...owner };
}

// ------------------------------------------------------------------------------------------------- drawing a frame

function shown(before) {
  const scene = past || frame.scene;
  if (!past && (!chooser || !before || before.number !== frame.number)) chooser = new Chooser(scene.moves, make, draw, () => $("confirm").checked);
  draw();
  if (!past && before && before.number !== frame.number) news(scene);
}

function draw() {
  const scene = past || frame.scene, focus = document.activeElement?.dataset?.key, active = past ? nobody : { ...chooser, can: (key) => chooser.can(key), chosen: (key, copy) => chooser.chosen(key, copy), touch };
  $("table").replaceChildren(new Drawing(scene, active, frame.seats).whole());
  drawTurn(scene);
  drawSeats(scene);
  drawActions(scene);
  drawMoves(scene);
  $("undo").disabled = past !== null || frame.can_undo !== true;
  $("undo").title = frame.can_undo === true ? "Take the last move back" : String(frame.can_undo || "");
  $("when").max = frame.number;
  if (!past) $("when").value = frame.number;
  $("present").hidden = past === null;
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

const nobody = { can: () => false, chosen: () => false, touch: () => {} };

function drawTurn(scene) {
  const mover = scene.seats.find((seat) => seat.to_move), winners = scene.winners.map((seat) => scene.seats[seat].name);
  const turn = scene.over ? ending(scene, winners) : !mover ? "" : mover.you ? "Your turn" : `${mover.name} to move`;
  $("turn").textContent = past ? `Move ${$("when").value} of ${frame.number}` : turn;
  $("turn").className = scene.over ? "over" : mover?.you && !past ? "yours" : "";
  $("phase").textContent = [scene.round > 1 ? `Round ${scene.round}` : "", scene.phase].filter(Boolean).join(" · ");
}

function ending(scene, winners) {
  const you = scene.seats.some((seat) => seat.you && scene.winners.includes(seat.number));
  const who = !winners.length ? "Nobody wins" : you && winners.length === 1 ? "You win" : `${winners.join(" and ")} ${winners.length === 1 ? "wins" : "win"}`;
  return scene.ending ? `${who}: ${scene.ending}` : who;
}

function drawSeats(scene) {
  const here = Object.fromEntries(frame.seats.map((seat) => [seat.seat, seat]));
  $("seats").replaceChildren(...scene.seats.map((seat) => {
    const info = here[seat.number] || {}, team = scene.seats.some((other) => other !== seat && other.team === seat.team);
    const values = scene.values.filter((value) => value.owner !== null && !value.keys.length && (value.of_team ? seat.team === value.owner : seat.number === value.owner));
    return h("li", { class: `seat${seat.to_move && !scene.over ? " moving" : ""}${seat.you ? " you" : ""}${scene.winners.includes(seat.number) ? " won" : ""}` },
      h("span", { class: `presence ${info.sort || ""} ${info.here ? "here" : ""}`, title: presence(info) }),
      seat.mark ? h("span", { class: "badge", colour: fillOf(seat), text: inkOn(fillOf(seat)), "aria-hidden": "true" }, seat.mark) : null,
      h("span", { class: "who" }, seat.name, seat.you ? h("em", {}, " you") : null, team ? h("small", {}, ` team ${seat.team + 1}`) : null),
      h("dl", {}, values.map((value) => h("div", {}, h("dt", {}, value.label),
        h("dd", {}, h("button", { type: "button", class: "why", title: `Why is it ${value.text}?`, onclick: () => trace(value) }, value.text ?? "hidden"))))),
      welcome?.owner ? ownerMenu(seat, info) : null);
  }));
}

function presence(info) {
  if (info.sort === "bot") return `the bot ${info.bot || ""}`;
  return info.here ? "here" : info.sort === "open" ? "the seat is free" : "away";
}

function ownerMenu(seat, info) {
  const ask = (what) => request({ do: "seat", seat: seat.number, ...what });
  const bots = welcome.table.bots || [{ name: "greedy" }, { name: "random" }];
  return h("details", { class: "menu" }, h("summary", { "aria-label": `Seat of ${seat.name}` }, "⋯"), h("div", {},
    info.sort !== "bot" ? bots.map((bot) => h("button", { type: "button", onclick: () => ask({ sort: "bot", bot: bot.name || bot }) }, `Give to the bot ${bot.name || bot}`)) : null,
    h("button", { type: "button", onclick: () => ask({ sort: "open" }) }, "Open the seat")));
}

// ------------------------------------------------------------------------------------------------------ choosing

function drawActions(scene) {
  const bar = $("actions"), yours = !past && scene.moves.length > 0;
  bar.hidden = !yours;
  if (!yours) return bar.replaceChildren();
  const complete = chooser.complete(), values = chooser.values(), left = chooser.left();
  const buttons = complete.map((move) => h("button", { type: "button", class: "do", "data-key": `move ${move.id}`, onclick: () => make(move) }, move.touches.length ? move.sentence : move.label, noted(move)));
  if (complete.length) preview(complete);
  if (!complete.length && left.length === 1) buttons.push(h("button", { type: "button", class: "do", onclick: () => make(left[0]) }, left[0].sentence));
  const single = (group) => values.filter((other) => other.action === group.action).length === 1;
  const groups = values.map((group) => h("fieldset", {}, h("legend", {}, single(group) ? group.action : `${group.action}: ${group.where.replaceAll("_", " ")}`),
    [...group.touches].map(([key, touch]) => h("button", { type: "button", "data-key": `${group.action} ${key}`, onclick: () => value(group.action, key) }, touch.label))));
  const hint = !buttons.length && !groups.length ? h("p", {}, chooser.picked.length ? "Choose what is next." : what(left)) : null;
  bar.replaceChildren(...[hint, ...buttons, ...groups, chooser.picked.length ? h("button", { type: "button", class: "clear", onclick: () => chooser.clear() }, "Start again") : null].filter(Boolean));
}

function what(moves) {
  const sorts = new Set(moves.flatMap((move) => move.touches.map((touch) => touch.sort)));
  return sorts.has("piece") ? "Choose one of the marked pieces." : sorts.has("space") ? "Choose one of the marked spaces." : "Choose a move.";
}

function drawMoves(scene) {
  const moves = past ? [] : scene.moves;
  $("allmoves").hidden = !moves.length;
  $("allmoves").querySelector("summary").textContent = moves.length === 1 ? "The only move" : `All ${moves.length} moves`;
  if ($("allmoves").open || moves.length <= FEW) fillMoves(moves);
  else $("movelist").replaceChildren();
}

function fillMoves(moves) {
  $("movelist").replaceChildren(...moves.map((move) => h("li", {}, h("button", { type: "button", onclick: () => make(move) }, move.sentence, noted(move)))));
}

// A value was chosen for an action: the move is made if it is the only one.
function value(action, key) {
  const moves = chooser.with(action, key);
  if (moves.length === 1 && !$("confirm").checked) make(moves[0]);
  else touch(key, 0);
}

// Ask what moves that could be made now are certain to score.
async function preview(moves) {
  for (const move of moves.slice(0, FEW)) {
    const key = `${frame.number} ${move.id}`;
    if (previews.has(key)) continue;
    previews.set(key, "");
    const answer = await connection.ask({ do: "preview", move: move.id });
    previews.set(key, answer.preview || "");
    for (const note of document.querySelectorAll(`[data-preview="${move.id}"]`)) note.textContent = answer.preview ? ` ${answer.preview}` : "";
  }
}

const noted = (move) => h("small", { "data-preview": move.id }, previews.get(`${frame.number} ${move.id}`) || "");

async function touch(key, copy) {
  if (past || !frame.scene.moves.length) return;
  if (chooser.touch(key, copy)) return;
  const text = chooser.like(key);
  if (text) why(text);
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
  else if (!answer.ok) say([answer.error, ...(answer.reasons || [])].filter(Boolean).join(" "));
  return answer;
}

// ----------------------------------------------------------------------------------------------------- questions

async function why(move) {
  const answer = await connection.ask({ do: "why_not", move });
  const reasons = answer.reasons || [];
  say(reasons.length ? reasons.join(" ") : answer.error || "It is allowed.");
}

async function trace(value) {
  const answer = await connection.ask({ do: "trace", of: value.id });
  dialog(`Why is it ${value.text}?`, h("pre", {}, answer.ok ? answer.trace : answer.error || ""));
}

$("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("move").value.trim();
  if (!text) return;
  const asked = text.match(/^why\s+(.*)/);
  if (asked) return why(asked[1]);
  const answer = await request({ do: "move", move: text, at: frame.number });
  if (answer.ok) $("move").value = "";
});

$("advice").addEventListener("click", async () => {
  const answer = await request({ do: "advice" });
  if (answer.ok) say(`${answer.bot ? `The bot ${answer.bot}` : "A bot"} would play: ${answer.sentence}`);
});

$("undo").addEventListener("click", () => request({ do: "undo" }));
$("rules").addEventListener("click", () => $("sheet").hidden ? openSheet() : ($("sheet").hidden = true));
$("closesheet").addEventListener("click", () => ($("sheet").hidden = true));

async function openSheet() {
  if (!$("sheettext").childElementCount) {
    const page = new DOMParser().parseFromString(await (await fetch(`/t/${table}/sheet`)).text(), "text/html");
    page.querySelectorAll("style, script").forEach((each) => each.remove());
    $("sheettext").replaceChildren(...(page.querySelector("main") || page.body).childNodes);
  }
  $("sheet").hidden = false;
  $("sheet").focus();
}

$("share").addEventListener("click", () => {
  const base = `${location.origin}/t/${table}`, links = [];
  if (known.join) links.push(["Sit down", `${base}#join=${known.join}`]);
  for (const seat of known.seats || []) if (seat.token) links.push([seat.name || `Seat ${seat.seat + 1}`, `${base}#seat=${seat.token}`]);
  links.push(["Watch", base]);
  if (known.token) links.push(["Your seat on another device", `${base}#seat=${known.token}`]);
  dialog("Links", h("ul", { class: "links" }, links.map(([name, link]) => h("li", {}, h("span", {}, name), h("input", { readonly: true, value: link, "aria-label": `Link: ${name}`, onfocus: (event) => event.target.select() }),
    h("button", { type: "button", onclick: async (event) => { await navigator.clipboard?.writeText(link); event.target.textContent = "Copied"; } }, "Copy")))));
});

function askUndo(asked) {
  if (asked.of?.includes?.(frame.you) === false || asked.agreed?.includes?.(frame.you)) return;
  dialog("Take a move back?", h("p", {}, asked.text || "A move that others have seen would be taken back. Do you agree?"),
    ["Agree", "Refuse"].map((word) => h("button", { type: "button", onclick: () => { $("dialog").close(); request({ do: "agree", to: "undo", yes: word === "Agree" }); } }, word)));
}

function dialog(title, ...inside) {
  $("dialogtitle").textContent = title;
  $("dialogbody").replaceChildren(...inside.flat());
  if (!$("dialog").open) $("dialog").showModal();
}

$("closedialog").addEventListener("click", () => $("dialog").close());

// ----------------------------------------------------------------------------------------------------- what happened

function news(scene) {
  const lines = frame.last?.length ? frame.last : scene.story;
  for (const line of lines) $("log").append(h("li", { class: /^\s/.test(line) ? "more" : "" }, line.trim()));
  while ($("log").childElementCount > 200) $("log").firstChild.remove();
  $("log").scrollTop = $("log").scrollHeight;
  const turn = $("turn").textContent;
  $("live").textContent = `${lines.map((line) => line.trim()).join(". ")}. ${turn}.`;
  if (scene.seats.some((seat) => seat.you && seat.to_move)) document.title = `● ${welcome.table.title}`;
  else document.title = `${welcome.table.title} – Rulewright`;
}

function say(text) {
  $("said").textContent = text;
  $("said").classList.toggle("shown", Boolean(text));
  clearTimeout(say.timer);
  say.timer = setTimeout(() => $("said").classList.remove("shown"), 9000);
}

async function story() {
  const answer = await connection.ask({ do: "history" });
  if (answer.ok && !$("log").childElementCount) $("log").append(...(answer.steps || answer.story || []).flat().map((line) => h("li", { class: /^\s/.test(line) ? "more" : "" }, line.trim())));
}

$("when").addEventListener("input", async () => {
  const at = Number($("when").value);
  if (at === frame.number) return backToNow();
  const answer = await connection.ask({ do: "look", at });
  if (answer.ok) {
    past = answer.scene;
    draw();
  } else say(answer.error);
});
$("present").addEventListener("click", backToNow);

function backToNow() {
  past = null;
  draw();
}

$("allmoves").addEventListener("toggle", () => $("allmoves").open && frame && fillMoves(frame.scene.moves));
$("confirm").checked = localStorage.getItem("confirm") === "yes";
$("confirm").addEventListener("change", () => localStorage.setItem("confirm", $("confirm").checked ? "yes" : "no"));
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select")) return;
  if (event.key === "Escape" && chooser?.picked.length) chooser.clear();
  if (event.key === "/") { event.preventDefault(); $("move").focus(); }
});

// ------------------------------------------------------------------------------------------------------------ seats

let told = false;
function seatsChanged(seats) {
  if (frame) { frame.seats = seats; draw(); }
  if (!told) { told = true; story(); }
  const open = seats.some((seat) => seat.sort === "open");
  $("sit").hidden = !(known.join && !known.token && open && welcome?.seat == null);
}

$("sitform").addEventListener("submit", (event) => {
  event.preventDefault();
  keep(table, (known = { ...known, name: $("name").value.trim() || "Guest" }));
  connection.socket.close();
});
