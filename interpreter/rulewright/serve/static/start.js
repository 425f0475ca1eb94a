// The start page: choose a game, set a table, and share its links.

import { button, h } from "./draw.js";
import { held, keep, put, tables, theme } from "./kept.js";
import { chosen, option } from "./options.js";

const $ = (id) => document.getElementById(id), row = (...inside) => h("div", { class: "row" }, ...inside);
let game = null;
let rulebook = null, file = ""; // an own rulebook, and how it is called
let overlays = []; // the house rules: [name, text]

theme($("theme"));
const own = tables().filter(([, known]) => known?.title);
$("mine").hidden = !own.length;
$("tables").append(...own.map(([table, known]) => h("li", {}, h("a", { href: `/t/${table}` }, known.title), button((event) => { put(`table ${table}`); event.target.closest("li").remove(); }, {}, "Forget"))));

const games = await (await fetch("/api/games")).json();
$("games").append(...games.map((each) => button((event) => choose(each, event.currentTarget), { "aria-pressed": "false" },
  h("strong", {}, each.title), h("small", {}, each.about || ""), h("small", {}, players(each.players)))));
$("games").append(h("label", { class: "form" }, h("strong", {}, "Your own rulebook"), h("input", { type: "file", accept: ".yaml,.yml", "aria-label": "Your own rulebook, a YAML file", onchange: upload })));

function players(counts) {
  const [least, most] = [counts[0], counts.at(-1)];
  return least === most ? `${least} player${least === 1 ? "" : "s"}` : `${least} to ${most} players`;
}

function press(button) {
  for (const each of $("games").querySelectorAll("[aria-pressed]")) each.setAttribute("aria-pressed", String(each === button));
}

function choose(one, button) {
  [game, rulebook, overlays] = [one, null, []];
  press(button);
  show();
}

const read = (files) => Promise.all([...files].map(async (file) => [file.name, await file.text()]));

async function upload(event) {
  const [[name, text]] = await read(event.target.files);
  event.target.value = "";
  press();
  file = name;
  await describe(text, [], null);
}

async function houseRules(event) {
  await describe(rulebook, await read(event.target.files), game.name);
}

// The server says what can be chosen for one's own texts, or what is wrong.
async function describe(text, rules, name) {
  const answer = await post("/api/games", { game: name, rulebook: text, house_rules: rules.map(([, each]) => each) });
  if (answer.error && !rules.length) game = null;
  if (!answer.error) [game, rulebook, overlays] = [{ ...answer, name: name || answer.name }, text, rules];
  show(problems(answer, rules));
}

async function post(path, body) {
  return (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
}

function problems(answer, rules) {
  const called = (text) => rules.reduce((so, [name], at) => so.replaceAll(`house-rules${at ? `-${at + 1}` : ""}.yaml`, name), text.replace(/(?<![\w.-])rulebook\.yaml/g, file));
  return answer.error ? called([answer.error, ...(answer.problems || []).map((each) => each.text)].join("\n\n")) : "";
}

function show(problem = "") {
  const form = $("form");
  form.hidden = false;
  const trouble = h("p", { class: "problem", role: "alert", id: "problem", tabindex: -1 }, problem), heading = h("h2", { tabindex: -1 }, game?.title);
  if (!game) return form.replaceChildren(trouble);
  const count = h("select", { id: "count", onchange: seats }, game.players.map((each) => h("option", { value: each }, String(each))));
  form.replaceChildren(
    heading,
    row(h("label", { for: "count" }, "Players"), count,
      game.variants?.length ? [h("label", { for: "variant" }, "Variant"), h("select", { id: "variant" }, h("option", { value: "" }, "as written"), game.variants.map((each) => h("option", { value: each.name, title: each.about }, each.title || each.name)))] : null),
    h("fieldset", {}, h("legend", {}, "Seats"), h("div", { id: "seatrows" })),
    game.options?.length ? h("details", {}, h("summary", {}, "Options"), h("fieldset", { id: "options" }, game.options.map(option))) : "",
    game.dice ? h("label", {}, h("input", { type: "checkbox", id: "dice" }), " We roll real dice, and type what they show") : "",
    h("details", { open: overlays.length > 0 || problem > "" }, h("summary", {}, "House rules"), h("input", { type: "file", multiple: true, accept: ".yaml,.yml", "aria-label": "House rules, YAML files", onchange: houseRules }), h("p", {}, overlays.map(([name]) => name).join(", "))),
    trouble,
    row(h("button", { class: "primary" }, "Open the table")));
  seats();
  form.scrollIntoView({ block: "nearest" });
  (problem ? trouble : heading).focus();
}

function seats() {
  const count = Number($("count").value), bots = game.bots?.length ? game.bots : [{ name: "random" }];
  const sorts = (number) => [["you", "You"], ["open", "Open, by the link"], ...bots.map((bot) => [`bot ${bot.name}`, `Bot: ${bot.name}`])].slice(number ? 1 : 0);
  $("seatrows").replaceChildren(...Array.from({ length: count }, (_, number) => row(h("span", {}, `Seat ${number + 1}`),
    h("select", { "data-seat": number, "aria-label": `Seat ${number + 1}` }, sorts(number).map(([value, text]) => h("option", { value }, text))),
    number === 0 ? h("input", { id: "yourname", placeholder: "Your name", "aria-label": "Your name", maxlength: 30, value: held.name || "" }) : null)));
}

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = $("yourname").value.trim() || "Player 1";
  put("name", name);
  const rows = [...document.querySelectorAll("[data-seat]")].map((select) => {
    const [sort, bot] = select.value.split(" ");
    return { sort: sort === "you" ? "person" : sort, name: sort === "you" ? name : null, bot };
  });
  const body = { game: rulebook ? null : game.name, rulebook, players: Number($("count").value), options: chosen(game.options), variant: $("variant")?.value || null, house_rules: overlays.map(([, text]) => text), seats: rows, dice: $("dice")?.checked ? "typed" : "server" };
  const told = await post("/api/tables", body);
  $("problem").textContent = problems(told, overlays);
  if (told.error) return;
  const mine = told.seats.find((seat) => seat.token);
  keep(told.table, { title: game.title, owner: told.owner, join: told.join, token: mine?.token });
  location.href = `/t/${told.table}${rows.some((seat) => seat.sort === "open") ? "#new" : ""}`;
});
