// The page of the host: what people did at all tables of a game.

import { button, h } from "./draw.js";

const $ = (id) => document.getElementById(id), given = new URLSearchParams(location.hash.slice(1)).get("host");
if (given) sessionStorage.setItem("host", given);
history.replaceState(null, "", location.pathname);

const get = async (path) => (await fetch(`/api/host${path}`, { headers: { Authorization: `Bearer ${sessionStorage.getItem("host")}` } })).json();
const games = await get("");
if (games.error || !games.length) $("games").append(h("p", {}, games.error || "Nobody has opened a table yet."));
else $("games").append(...games.map((game) => button(() => show(game), {}, h("strong", {}, game.title),
  h("small", {}, `${game.players} players${Object.entries(game.options).map(([name, value]) => `, ${name.replaceAll("_", " ")}: ${value}`).join("")}`), h("small", {}, `${game.finished} over, ${game.running} not over`))));

async function show(game, simulated = 0) {
  $("figures").replaceChildren(h("p", { role: "status" }, "Counting …"));
  const found = await get(`/${encodeURIComponent(game.rules)}?games=${simulated}`);
  $("figures").replaceChildren(h("h2", {}, game.title),
    ...(found.error ? [found.error] : [...found.parts, ...found.failed]).map((part) => part.rows ? sheet(part) : h("p", {}, part)),
    found.records?.length ? h("details", {}, h("summary", {}, `Records of all games (${found.records.length})`), h("ol", {}, found.records.map((id) => h("li", {}, h("a", { href: `/t/${id}/record`, download: true }, `${game.game}-${id}`))))) : "",
    simulated || !game.finished ? "" : button(() => show(game, 200), { class: "primary" }, "Compare with 200 simulated games"));
}

function sheet({ heading, rows }) {
  const [first, ...more] = heading.map((name) => name.toLowerCase());
  return h("div", { class: "wide" }, h("table", { class: "pad" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, first), more.map((name) => h(name ? "th" : "td", { scope: name ? "col" : null }, name)))),
    h("tbody", {}, rows.map(([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell) => h("td", {}, cell)))))));
}
