// What a page needs to have a table: Python in a worker, the page of the table in a frame, its seats, and the curtain between people.

import { h } from "./draw.js";
import { option } from "./options.js";

const BOT = 350; // milliseconds between the moves of bots
const $ = (id) => document.getElementById(id);
const wait = (time) => new Promise((done) => setTimeout(done, time));

// Ask the worker with Python. Its answers come in the order of the requests. `end` ends it.
export function asking(address, state) {
  const worker = new Worker(address, { type: "module" }), waiting = new Map();
  let next = 1;
  worker.onmessage = ({ data: [id, answer] }) => {
    document.body.dataset.start ??= answer.quickly ? "continued" : "anew";
    waiting.get(id)(answer);
    waiting.delete(id);
  };
  worker.onerror = (event) => state(`Python cannot start here: ${event.message || "its files are missing"}`, true);
  const ask = (request, buffers = []) => {
    const id = next++;
    return new Promise((answer) => {
      waiting.set(id, answer);
      worker.postMessage([id, request, buffers], buffers);
    });
  };
  return Object.assign(ask, { end: () => worker.terminate() });
}

// The table in the frame: `begin` shows a new game.
export function hosting(ask, state) {
  let port = null; // to the page of the table
  let playing = 0; // the number of the game
  let receiver = null; // who is to see the table next
  let moving = 0; // the game in which bots are moving

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
    for (const message of messages) {
      to.postMessage(JSON.stringify(message));
      if (message.type === "frame") hand(message.pass);
    }
    return messages.length;
  }

  // The curtain: one person hands the screen to the next, and nobody sees the hand of another.
  function hand(to) {
    if (to !== receiver) $("curtain").className = "";
    receiver = to;
    $("curtain").hidden = !to;
    $("whose").textContent = $("curtain").className ? `Pass the screen to ${to}.` : `${to} is next.`;
    $("pass").textContent = $("curtain").className ? `I am ${to}` : "Cover the table";
  }

  $("pass").addEventListener("click", async () => {
    if (!$("curtain").className) {
      $("curtain").className = "covering";
      return hand(receiver);
    }
    const { messages = [], error } = await ask({ do: "told", message: { do: "uncover" } });
    send(port, { messages: messages.filter((each) => each.type === "frame"), error });
  });

  async function bots(to, game) {
    if (moving === game) return;
    moving = game;
    while (game === playing && to === port && send(to, await ask({ do: "bots" }))) await wait(BOT);
    moving = 0;
  }

  return {
    begin() {
      playing++;
      port = null;
      hand(null);
      $("table").src = `./table.html?${playing}`;
    },
  };
}

// The form of the seats, the number of players and the options; `play` is called when somebody chooses.
export const seatsChosen = () => [...document.querySelectorAll("[data-seat]")].map((select) => select.value);

export function showSeats({ players, table, bots, seats }, play) {
  $("seats").replaceChildren(...seats.map((seat, number) => h("select", { "data-seat": number, "aria-label": `Seat ${number + 1}`, onchange: play },
    h("option", { value: "" }, `Seat ${number + 1}: you`), bots.map((bot) => h("option", { value: bot, selected: bot === seat }, `Seat ${number + 1}: ${bot}`)))));
  $("players").replaceChildren(...players.map((each) => h("option", { value: each, selected: each === table }, String(each))));
}

export function showOptions(options, set) {
  $("options").replaceChildren(...options.map((each) => option({ ...each, default: set[each.name] ?? each.default })));
  $("options").parentElement.hidden = !options.length;
}

export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
