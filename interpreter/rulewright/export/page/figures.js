// Simulations and comparisons: workers play the games, and Python adds them up.

import { h } from "./draw.js";

const MOST_WORKERS = 8;
const $ = (id) => document.getElementById(id);

const pool = []; // functions that let a worker carry out a task

function workers() {
  const many = Math.max(1, Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS));
  while (pool.length < many) pool.push(worker());
  return pool;
}

function worker() {
  const own = new Worker("./games.js", { type: "module" }), waiting = new Map();
  let next = 1;
  own.onmessage = ({ data: [id, answer] }) => {
    waiting.get(id)(answer);
    waiting.delete(id);
  };
  own.onerror = () => waiting.forEach((answer) => answer({ error: "The games cannot be played here: a file is missing." }));
  return (task) => new Promise((answer) => {
    const id = next++;
    waiting.set(id, answer);
    own.postMessage([id, task]);
  });
}

// Play the games of a plan; `ask` asks Python, and `said` is called with how many of them it has added up. Ends early if `stopped()`.
export async function play(ask, plan, sides, said, stopped) {
  const { part, games, seed, most, size } = plan;
  let next = 0, done = 0, wrong = null, seconds = 0;
  const began = performance.now();
  await Promise.all(workers().map(async (carryOut) => {
    while (next < games && !wrong && !stopped()) {
      const first = next, count = Math.min(size, games - first);
      next += count;
      const { found, error } = await carryOut({ part, sides, seed, first, count, most });
      seconds = (performance.now() - began) / 1000;
      wrong ??= error;
      for (const each of found ?? []) {
        const answer = await ask({ do: "take", first: each.first, sides: each.about }, each.buffers);
        wrong ??= answer.error;
        done += each.about[0].games;
        said(done, games);
      }
    }
  }));
  return { done, wrong, seconds, spent: (performance.now() - began) / 1000 };
}

// The answer of Python, drawn.
export function drawn({ heading, parts, notes }) {
  return [
    h("h2", {}, heading),
    ...parts.map((part) => (typeof part === "string" ? h("p", {}, part) : table(part))),
    notes ? h("p", { class: "notes" }, notes) : "",
  ];
}

function table({ headings: [first, ...others], rows }) {
  const words = first.charAt(0).toUpperCase() + first.slice(1).toLowerCase();
  return h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": words },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words), others.map((each) => h("th", { scope: "col" }, each)))),
      h("tbody", {}, rows.map(([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell) => h("td", {}, cell)))))));
}

// The form: which rules, and who plays.
export function figures(ask, { rules }) {
  const options = (selected) => rules.map(({ title, kernel }, number) => h("option", { value: number, disabled: !kernel, selected: number === selected }, title));
  const there = rules.findIndex(({ kernel }) => kernel);
  $("a").append(...options(there));
  $("b").append(h("option", { value: "" }, "nothing"), ...options(-1));
  if (there < 0) $("progress").textContent = "Games are not simulated here: there was no machine code of them for web pages. The table plays all the same.";
  const missing = rules.filter(({ kernel }) => !kernel);
  if (there >= 0 && missing.length) $("progress").textContent = `There is no machine code for ${missing.map(({ title }) => title).join(", ")}; the table plays all the same.`;
  let running = false, stopped = false;

  const chosen = () => [$("a").value, $("b").value].filter((each) => each !== "").map(Number);

  async function offer() {
    const answer = await ask({ do: "players", sides: chosen() });
    if (answer.error) return void ($("progress").textContent = answer.error);
    const before = [...document.querySelectorAll("[data-who]")].map((select) => select.value); // also what was chosen meanwhile
    $("who").replaceChildren(...Array.from({ length: answer.seats }, (_, seat) => h("select", { "data-who": seat, "aria-label": `Player ${seat + 1}` },
      answer.players.map((name) => h("option", { value: name, selected: name === before[seat] }, answer.seats > 1 ? `Player ${seat + 1}: ${name}` : name)))));
    $("go").disabled = false;
  }

  async function run() {
    const numbers = chosen(), who = [...document.querySelectorAll("[data-who]")].map((select) => select.value);
    running = true;
    stopped = false;
    $("go").disabled = true;
    $("stop").hidden = $("bar").hidden = false;
    $("bar").value = 0;
    $("progress").textContent = "The games are played …";
    const plan = await ask({ do: "figures", sides: numbers, players: who, games: Number($("many").value), seed: Number($("luck").value) });
    let said = plan.error;
    if (!said) {
      const sides = numbers.map((number, side) => ({ rules: number, tables: side ? plan.other : plan.tables, about: rules[number].kernel }));
      const { done, wrong, seconds, spent } = await play(ask, plan, sides, (played, all) => {
        $("bar").value = played / all;
      }, () => stopped);
      said = wrong;
      if (!wrong) {
        const answer = await ask({ do: "result" });
        said = answer.error;
        if (!said) {
          $("found").replaceChildren(...drawn(answer));
          $("found").hidden = false;
          $("found").dataset.seconds = seconds;
          const all = done * numbers.length;
          $("progress").textContent = `${stopped && done < plan.games ? "Stopped after " : ""}${all.toLocaleString("en")} games in ${spent.toFixed(1)} s.`;
        }
      }
    }
    if (said) $("progress").textContent = said;
    $("progress").classList.toggle("bad", Boolean(said));
    $("stop").hidden = $("bar").hidden = true;
    $("go").disabled = false;
    running = false;
  }

  for (const each of ["a", "b"]) $(each).addEventListener("change", offer);
  $("stop").addEventListener("click", () => {
    stopped = true;
  });
  $("run").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!running) run();
  });
  return { begin: () => there >= 0 && !$("who").children.length && offer() };
}
