// The page of one game: a table in this browser, its rules, and figures of many games.

import { h } from "./draw.js";
import { figures } from "./figures.js";
import { asking, hosting, newSeed, seatsChosen, showOptions, showSeats } from "./hosting.js";
import { theme } from "./kept.js";
import { chosen } from "./options.js";

const $ = (id) => document.getElementById(id);
const ask = asking("./python.js", state);
const hosted = hosting(ask, state);

function state(words, bad = false) {
  $("state").textContent = words;
  $("state").classList.toggle("bad", bad);
  $("state").hidden = !words;
}

// --- the table

let offered = []; // the options of the game at the table
let form = ""; // what can be chosen, as JSON

const table = () => ({ rules: Number($("which").value), players: Number($("players").value) || null, options: chosen(offered) });

async function play() {
  $("play").disabled = true;
  const wanted = table(), seats = seatsChosen();
  const answer = await ask({ do: "open", ...wanted, seats, seed: newSeed() });
  $("play").disabled = false;
  if (answer.error) return state(answer.error, true);
  showSeats(answer, play);
  if (form !== (form = JSON.stringify(answer.options))) showOptions(offered = answer.options, wanted.options);
  state("");
  $("table").hidden = false;
  hosted.begin();
  sheetOf = null;
}

$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  play();
});
for (const each of ["players", "which", "options"]) $(each).addEventListener("change", play);

// --- the tabs

const panels = ["game", "text", "figures"];
let sheetOf = null; // the table whose rules are shown

async function show(name) {
  for (const each of panels) {
    $(each).hidden = each !== name;
    $(`tab-${each}`).setAttribute("aria-selected", String(each === name));
    $(`tab-${each}`).tabIndex = each === name ? 0 : -1;
  }
  if (name === "figures") counting.begin();
  if (name !== "text" || sheetOf === JSON.stringify(table())) return;
  const wanted = table(), answer = await ask({ do: "sheet", ...wanted });
  if (answer.error) return state(answer.error, true);
  sheetOf = JSON.stringify(wanted);
  $("rulesheet").srcdoc = answer.html;
}

for (const [place, each] of panels.entries()) {
  $(`tab-${each}`).addEventListener("click", () => show(each));
  $(`tab-${each}`).addEventListener("keydown", (event) => {
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: panels.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const name = panels.at(next % panels.length);
    show(name);
    $(`tab-${name}`).focus();
  });
}

// --- the beginning

theme($("theme"));
$("theme").addEventListener("click", () => {
  $("table").contentDocument.documentElement.dataset.theme = document.documentElement.dataset.theme;
});
const start = await (await fetch("./export.json")).json();
document.title = $("title").textContent = start.title;
$("which").append(...start.rules.map(({ title, about }, number) => h("option", { value: number, title: about }, title)));
$("rulesfield").hidden = start.rules.length < 2;
const counting = figures(ask, start);
await play();
