// The page of the playground: a text, its problems, and a table, with Python in a worker.

import { button, h } from "./draw.js";
import { editor } from "./editor.js";
import { asking, hosting, newSeed, seatsChosen, showOptions, showSeats } from "./hosting.js";
import { theme } from "./kept.js";
import { markdown } from "./markdown.js";
import { chosen } from "./options.js";
import { outline } from "./outline.js";
import { packed, unpacked } from "./shared.js";

const PAUSE = 350; // milliseconds after the last key, before the text is looked at
const LONG_PAUSE = 1500; // and before the whole look, which takes longer
const IDLE = 5 * 60_000; // milliseconds after which the Python that plays games ends, if it is not asked again
const KEPT = "playground text";
const $ = (id) => document.getElementById(id);

// --- Python

const ask = asking("./worker.js", state);

function state(words, bad = false) {
  $("state").textContent = words;
  $("state").classList.toggle("bad", bad);
}

// --- the text and its problems

let looked = 0; // the number of the last look
let pause = 0;

const listed = outline($("entries"), (range) => page.select(range));
const page = editor($("text"), $("signature"), { ask, changed, say: state, name: newName, run, outlined: listed.show, moved: listed.at });

function changed() {
  localStorage.setItem(KEPT, page.text());
  clearTimeout(pause);
  const look = ++looked;
  pause = setTimeout(async () => {
    if (!await show(look, "quick")) return;
    clearTimeout(pause);
    pause = setTimeout(() => show(look, "whole"), LONG_PAUSE);
  }, PAUSE);
}

// Look at the text, and show what is found; whether it has no errors and is still the same.
async function show(look, how) {
  const problems = look === looked && await page.look(how);
  if (!problems || look !== looked) return false;
  $("problems").replaceChildren(...problems.map(item));
  if (!problems.length) $("problems").append(h("li", { class: "fine" }, "No problems."));
  return !problems.some((each) => each.isError);
}

function item({ range, message, isError, select, fixes }) {
  const [first, ...more] = message.split("\n");
  return h("li", { class: isError ? "error" : "warning" },
    button(select, { class: "place" }, `Line ${range.start.line + 1}`), " ", first, " ",
    fixes.map(({ title, apply }) => button(apply, { class: "fix" }, title)), more.map((each) => h("small", {}, each)));
}

// Do the command of a lens, and show what it answers. Another Python plays the games, so that this one answers meanwhile. It takes memory,
// and ends when it has not been asked for a while.
let playing = false;
let player = null; // asks the other one
let idle = 0;

const elsewhere = (request) => (player ??= asking("./worker.js", state))(request);

function dismiss() {
  player?.end();
  player = null;
}

async function run(command) {
  if (command.command.endsWith(".playInBrowser")) return play();
  if (playing) return state("Wait for the games that are being played.", true);
  playing = true;
  clearTimeout(idle);
  state(`${command.title} …`);
  const { markdown: found, title } = await page.command(command, elsewhere) ?? {};
  playing = false;
  idle = setTimeout(dismiss, IDLE);
  if (!found) return;
  $("found").replaceChildren(markdown(found));
  $("found").setAttribute("aria-label", title ?? command.title);
  $("result").hidden = false;
}

$("fold").addEventListener("click", () => {
  $("result").hidden = true;
});

// Ask for a new name of something.
function newName(old) {
  $("name").value = old;
  $("naming").returnValue = "";
  $("naming").showModal();
  $("name").select();
  return new Promise((done) => $("naming").addEventListener("close", () => done($("naming").returnValue && $("name").value.trim()), { once: true }));
}

$("outline").addEventListener("click", () => {
  const opens = $("entries").hidden;
  $("entries").hidden = !opens;
  $("outline").setAttribute("aria-expanded", String(opens));
  listed.reveal();
});
$("another").addEventListener("click", page.rename);
$("define").addEventListener("click", page.define);

// --- the table

const hosted = hosting(ask, state);

async function play() {
  $("play").disabled = true;
  state("The table is set …");
  const wanted = table();
  const answer = await ask({ do: "open", ...wanted, seats: seatsChosen(), seed: newSeed() });
  $("play").disabled = false;
  if (answer.error) return state(answer.error, true);
  setUp(answer, wanted);
  state(`${answer.title}: the table has the text as it was when you pressed Play.`);
  $("rules").disabled = false;
  open("table");
  hosted.begin();
}

// The text, and what is chosen for its table.
const table = () => ({ text: page.text(), players: Number($("players").value) || null, variant: $("variants").value || null, options: chosen(offered) });

let offered = []; // the options of the game at the table
let form = ""; // what can be chosen, as JSON

function setUp(answer, wanted) {
  const { options, variants } = answer;
  showSeats(answer, play);
  if (form === (form = JSON.stringify([options, variants]))) return;
  offered = options;
  $("variants").replaceChildren(h("option", { value: "" }, "as written"), ...variants.map(({ name, title, about }) => h("option", { value: name, title: about }, title)));
  $("variants").parentElement.hidden = !variants.length;
  $("variants").value = variants.some(({ name }) => name === wanted.variant) ? wanted.variant : "";
  showOptions(options, wanted.options);
}

function open(name) {
  for (const each of ["table", "rulesheet"]) $(each).hidden = each !== name;
  $("rules").textContent = name === "table" ? "Rule sheet" : "Table";
}

$("rules").addEventListener("click", async () => {
  if (!$("rulesheet").hidden) return open("table");
  const answer = await ask({ do: "sheet", ...table() });
  if (answer.error) return state(answer.error, true);
  $("rulesheet").srcdoc = answer.html;
  open("rulesheet");
});
$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  play();
});
for (const each of ["players", "variants", "options"]) $(each).addEventListener("change", play);
$("games").addEventListener("change", async () => {
  const name = $("games").value;
  $("games").value = "";
  if (!name) return;
  page.put((await ask({ do: "text", name })).text);
  for (const each of ["seats", "players", "variants", "options"]) $(each).replaceChildren();
  [form, offered] = ["", []];
  play();
});

// --- links

$("link").addEventListener("click", async () => {
  const address = `${location.href.split("#")[0]}#text=${await packed(page.text())}`;
  history.replaceState(null, "", address);
  $("address").value = address;
  $("dialog").showModal();
  $("address").select();
});

const lost = () => location.hash.length > 1 && state("This link cannot be read; perhaps its end is missing.", true);

addEventListener("hashchange", async () => {
  const text = await unpacked(location.hash);
  if (text === null) return lost();
  if (text === page.text()) return;
  page.put(text);
  play();
});

// --- the beginning

theme($("theme"));
const { text: first, games } = await (await fetch("./start.json")).json();
const linked = await unpacked(location.hash);
page.put(linked ?? localStorage.getItem(KEPT) ?? first);
$("games").append(...games.map((name) => h("option", { value: name }, name)));
const opening = play();
show(looked, "quick"); // what is known about the whole text helps while it is changed
await opening;
if (linked === null) lost();
