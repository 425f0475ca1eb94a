// The page of the playground: a text, its problems, and a table, with Python in a worker.

import { button, h } from "./draw.js";
import { theme } from "./kept.js";
import { packed, unpacked } from "./shared.js";

const PAUSE = 350; // milliseconds after the last key, before the text is looked at
const LONG_PAUSE = 1500; // and before the whole look, which takes longer
const BOT = 350; // and between the moves of bots
const KEPT = "playground text";
const $ = (id) => document.getElementById(id);
const wait = (time) => new Promise((done) => setTimeout(done, time));

// --- the worker

const worker = new Worker("./worker.js", { type: "module" });
const waiting = new Map();
let next = 1;

worker.onmessage = ({ data: [id, answer] }) => {
  document.body.dataset.start ??= answer.quickly ? "continued" : "anew";
  waiting.get(id)(answer);
  waiting.delete(id);
};
worker.onerror = (event) => state(`Python cannot start here: ${event.message || "its files are missing"}`, true);

function ask(request) {
  const id = next++;
  return new Promise((answer) => {
    waiting.set(id, answer);
    worker.postMessage([id, request]);
  });
}

function state(words, bad = false) {
  $("state").textContent = words;
  $("state").classList.toggle("bad", bad);
}

// --- the text and its problems

let looked = 0; // the number of the last look
let pause = 0;

function changed() {
  localStorage.setItem(KEPT, $("text").value);
  clearTimeout(pause);
  const look = ++looked;
  pause = setTimeout(async () => {
    if (!await show(look, false)) return;
    clearTimeout(pause);
    pause = setTimeout(() => show(look, true), LONG_PAUSE);
  }, PAUSE);
}

// Look at the text, and show what is found; whether it has no errors and is still the same.
async function show(look, whole) {
  const { problems, error } = await ask({ do: "check", text: $("text").value, whole });
  if (look !== looked) return false;
  if (error) state(error, true);
  else list(problems);
  return !error && problems.every((each) => each.severity !== "error");
}

function list(problems) {
  $("problems").replaceChildren(...problems.map(item));
  if (!problems.length) $("problems").append(h("li", { class: "fine" }, "No problems."));
}

function item(problem) {
  const { range, fix } = problem;
  return h("li", { class: problem.severity },
    range ? button(() => select(range), { class: "place" }, `Line ${range[0] + 1}`) : problem.file, " ",
    problem.message, problem.label ? ` (${problem.label})` : "", " ", fix && button(() => mend(fix), { class: "fix" }, fix.title),
    problem.help && h("small", {}, problem.help), problem.notes.map((note) => h("small", {}, `Line ${note.line}: ${note.text}`)));
}

function offset(line, character) {
  let at = 0;
  for (let passed = 0; passed < line; passed++) at = $("text").value.indexOf("\n", at) + 1;
  return at + character;
}

function select([line, character, endLine, endCharacter]) {
  const box = $("text");
  box.focus();
  box.setSelectionRange(offset(line, character), offset(endLine, endCharacter));
  box.scrollTop = Math.max(0, line * parseFloat(getComputedStyle(box).lineHeight) - box.clientHeight / 2);
}

// Carry out the edits of a way out, the last ones first.
function mend(fix) {
  const edits = [...fix.edits].sort((one, other) => other.range[0] - one.range[0] || other.range[1] - one.range[1]);
  let text = $("text").value;
  for (const { range, text: written } of edits) text = text.slice(0, offset(range[0], range[1])) + written + text.slice(offset(range[2], range[3]));
  put(text);
}

function put(text) {
  $("text").value = text;
  changed();
}

// --- the table

let port = null; // to the page of the table
let playing = 0; // the number of the game

async function play() {
  $("play").disabled = true;
  state("The table is set …");
  const players = Number($("players").value) || null, seats = [...document.querySelectorAll("[data-seat]")].map((select) => select.value);
  const answer = await ask({ do: "open", text: $("text").value, players, seats, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
  $("play").disabled = false;
  if (answer.error) {
    if (answer.problems.length) list(answer.problems);
    return state(answer.error, true);
  }
  playing++;
  port = null;
  setUp(answer);
  state(`${answer.title}: the table has the text as it was when you pressed Play.`);
  $("rules").disabled = false;
  open("table");
  $("table").src = `./table.html?${playing}`;
}

function setUp({ players, tables, bots, seats }) {
  $("players").replaceChildren(...tables.map((each) => h("option", { value: each, selected: each === players }, String(each))));
  $("seats").replaceChildren(...seats.map((seat, number) => h("select", { "data-seat": number, "aria-label": `Seat ${number + 1}`, onchange: play },
    h("option", { value: "" }, `Seat ${number + 1}: you`), bots.map((bot) => h("option", { value: bot, selected: bot === seat }, `Seat ${number + 1}: ${bot}`)))));
}

addEventListener("message", (event) => {
  if (event.source !== $("table").contentWindow || event.origin !== location.origin || event.data !== "table") return;
  const mine = (port = event.ports[0]), game = playing;
  mine.onmessage = async ({ data }) => {
    if (game !== playing) return;
    send(mine, await ask({ do: "told", message: JSON.parse(data) }));
    bots(mine, game);
  };
});

// Pass messages on to the page of the table; how many.
function send(to, { messages = [], error }) {
  if (error) state(error, true);
  for (const message of messages) to.postMessage(JSON.stringify(message));
  return messages.length;
}

let moving = 0; // the game in which bots are moving
async function bots(to, game) {
  if (moving === game) return;
  moving = game;
  while (game === playing && to === port && send(to, await ask({ do: "bots" }))) await wait(BOT);
  moving = 0;
}

function open(name) {
  for (const each of ["table", "rulesheet"]) $(each).hidden = each !== name;
  $("rules").textContent = name === "table" ? "Rule sheet" : "Table";
}

$("rules").addEventListener("click", async () => {
  if (!$("rulesheet").hidden) return open("table");
  const answer = await ask({ do: "sheet", text: $("text").value, players: Number($("players").value) || null });
  if (answer.error) return state(answer.error, true);
  $("rulesheet").srcdoc = answer.html;
  open("rulesheet");
});
$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  play();
});
$("players").addEventListener("change", play);
$("text").addEventListener("input", changed);
$("games").addEventListener("change", async () => {
  const name = $("games").value;
  $("games").value = "";
  if (!name) return;
  put((await ask({ do: "text", name })).text);
  $("seats").replaceChildren();
  play();
});

// --- links

$("link").addEventListener("click", async () => {
  const address = `${location.href.split("#")[0]}#text=${await packed($("text").value)}`;
  history.replaceState(null, "", address);
  $("address").value = address;
  $("dialog").showModal();
  $("address").select();
});

const lost = () => location.hash.length > 1 && state("This link cannot be read; perhaps its end is missing.", true);

addEventListener("hashchange", async () => {
  const text = await unpacked(location.hash);
  if (text === null) return lost();
  if (text === $("text").value) return;
  put(text);
  play();
});

// --- the beginning

theme($("theme"));
const { text: first, games } = await (await fetch("./start.json")).json();
const linked = await unpacked(location.hash);
$("text").value = linked ?? localStorage.getItem(KEPT) ?? first;
$("games").append(...games.map((name) => h("option", { value: name }, name)));
await play();
if (linked === null) lost();
show(++looked, false);
