// The start page: choose a game, set a table, and share its links.

import { h } from "./draw.js";
import { keep, tables, theme } from "./kept.js";

const $ = (id) => document.getElementById(id);
let game = null;
let rulebook = null; // the text of an own rulebook
let overlays = []; // [name, text]

theme($("theme"));
const own = tables().filter(([, known]) => known?.title);
$("mine").hidden = !own.length;
$("tables").append(...own.map(([table, known]) => h("li", {}, h("a", { href: `/t/${table}` }, known.title), h("button", { type: "button", onclick: (event) => { localStorage.removeItem(`table ${table}`); event.target.closest("li").remove(); } }, "Forget"))));

const games = await (await fetch("/api/games")).json();
$("games").append(...(games.games || games).map((each) => h("button", { type: "button", "aria-pressed": "false", onclick: (event) => choose(each, event.currentTarget) },
  h("strong", {}, each.title), h("small", {}, each.about || ""), h("small", {}, players(each.players)))));
$("games").append(h("label", { class: "form" }, h("strong", {}, "Your own rulebook"), h("input", { type: "file", accept: ".yaml,.yml", "aria-label": "Your own rulebook, a YAML file", onchange: upload })));

function players(counts) {
  const [least, most] = [counts[0], counts.at(-1)];
  return least === most ? `${least} ${least === 1 ? "player" : "players"}` : `${least} to ${most} players`;
}

function choose(chosen, button) {
  game = chosen;
  rulebook = null;
  for (const each of $("games").querySelectorAll("[aria-pressed]")) each.setAttribute("aria-pressed", String(each === button));
  show();
  $("form").scrollIntoView({ block: "nearest" });
}

// A rulebook of one's own is read by the server when the table is opened.
async function upload(event) {
  rulebook = await event.target.files[0].text();
  const title = rulebook.match(/^title: *(.+)$/m) || rulebook.match(/^name: *(.+)$/m);
  game = { title: title ? title[1] : event.target.files[0].name, players: Array.from({ length: 12 }, (_, number) => number + 1), bots: [{ name: "random" }, { name: "greedy" }, { name: "rollouts" }] };
  show();
  $("count").value = 2;
  seats();
}

function show(problem = "") {
  const form = $("form");
  form.hidden = false;
  if (!game) return form.replaceChildren(h("p", { class: "problem", role: "alert" }, problem));
  const count = h("select", { id: "count", onchange: seats }, game.players.map((each) => h("option", { value: each }, String(each))));
  form.replaceChildren(
    h("h2", {}, game.title),
    h("div", { class: "row" }, h("label", { for: "count" }, "Players"), count,
      game.variants?.length ? [h("label", { for: "variant" }, "Variant"), h("select", { id: "variant" }, h("option", { value: "" }, "as written"), game.variants.map((each) => h("option", { value: each.name, title: each.about }, each.title || each.name)))] : null),
    h("fieldset", {}, h("legend", {}, "Seats"), h("div", { id: "seatrows" })),
    game.options?.length ? h("details", {}, h("summary", {}, "Options"), h("fieldset", { id: "options" }, game.options.map(option))) : null,
    h("details", {}, h("summary", {}, "House rules"), h("input", { type: "file", multiple: true, accept: ".yaml,.yml", "aria-label": "House rules, YAML files", onchange: async (event) => { overlays = await Promise.all([...event.target.files].map((file) => file.text())); } })),
    h("p", { class: "problem", role: "alert", id: "problem" }, problem),
    h("div", { class: "row" }, h("button", { class: "primary" }, "Open the table")));
  seats();
}

function seats() {
  const count = Number($("count").value), bots = game.bots?.length ? game.bots : [{ name: "random" }];
  const sorts = (number) => [["you", "You"], ["open", "Open, by the link"], ...bots.map((bot) => [`bot ${bot.name}`, `Bot: ${bot.name}`])].slice(number ? 1 : 0);
  $("seatrows").replaceChildren(...Array.from({ length: count }, (_, number) => h("div", { class: "row" }, h("span", {}, `Seat ${number + 1}`),
    h("select", { "data-seat": number, "aria-label": `Seat ${number + 1}` }, sorts(number).map(([value, text]) => h("option", { value }, text))),
    number === 0 ? h("input", { id: "yourname", placeholder: "Your name", "aria-label": "Your name", maxlength: 30, value: localStorage.getItem("name") || "" }) : null)));
}

function option(each) {
  const id = `option ${each.name}`;
  const given = each.default;
  const input = each.choices ? h("select", { id, "data-option": each.name }, each.choices.map((choice) => h("option", { value: choice.id, selected: choice.id === given }, choice.label || choice.id)))
    : typeof given === "boolean" ? h("input", { type: "checkbox", id, "data-option": each.name, checked: given })
      : h("input", { type: typeof given === "number" ? "number" : "text", id, "data-option": each.name, value: given ?? "", min: each.low, max: each.high });
  return h("div", { class: "row" }, h("label", { for: id }, each.name.replaceAll("_", " ")), input, h("small", {}, each.about || ""));
}

function options() {
  const found = {};
  for (const input of document.querySelectorAll("[data-option]")) {
    const each = game.options.find((one) => one.name === input.dataset.option);
    const value = input.type === "checkbox" ? input.checked : input.type === "number" ? Number(input.value) : input.value;
    if (value !== each.default && value !== "") found[each.name] = value;
  }
  return found;
}

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = $("yourname").value.trim() || "Player 1";
  localStorage.setItem("name", name);
  const rows = [...document.querySelectorAll("[data-seat]")].map((select, number) => {
    const [sort, bot] = select.value.split(" ");
    return { sort: sort === "you" ? "person" : sort, name: sort === "you" ? name : `Player ${number + 1}`, bot: bot || null };
  });
  const body = { game: rulebook ? null : game.name, rulebook, players: Number($("count").value), options: options(), variant: $("variant")?.value || null, house_rules: overlays, seats: rows, dice: "server" };
  const answer = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) {
    $("problem").textContent = [told.error, ...(told.problems || []).map((each) => each.text || String(each))].join("\n");
    return;
  }
  const mine = told.seats.find((seat, number) => rows[number].sort === "person" && seat.token);
  keep(told.table, { title: game.title, owner: told.owner, join: told.join, token: mine?.token || null, name, seats: told.seats });
  location.href = `/t/${told.table}`;
});
