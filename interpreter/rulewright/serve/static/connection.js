// The connection to a table: messages, answers, and coming back.

import connect from "./transport.js";

const SLOWEST = 15000;
const PATIENCE = { advice: 70000, trace: 70000 }; // milliseconds to wait for an answer; 20000 for all others

export class Connection {
  // `told` has a function for each type of message, and `state`.
  constructor(table, hello, told) {
    Object.assign(this, { table, hello, told, waiting: new Map(), next: 1, wait: 500, ended: false });
    addEventListener("offline", () => this.drop());
    addEventListener("online", () => (this.wait = 500));
    this.open();
  }

  open() {
    this.socket = connect(this.table);
    this.socket.onopen = () => this.socket.send(JSON.stringify(this.hello()));
    this.socket.onmessage = (event) => this.read(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lost(event);
  }

  read(message) {
    this.wait = 500;
    if (message.type === "answer") {
      const answer = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (answer) answer(message);
      return;
    }
    if (message.type === "welcome") this.told.state("");
    this.told[message.type]?.(message);
  }

  // What waits for an answer fails: the next frame shows whether a move was made.
  lost(event) {
    for (const answer of this.waiting.values()) answer({ ok: false, error: "", lost: true });
    this.waiting.clear();
    if (this.ended) return;
    if (event.code === 4404 || event.code === 4429) return this.told.state(event.reason || "This table cannot be opened.");
    this.told.state("The connection is lost. Trying again …");
    setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(SLOWEST, this.wait * 2);
  }

  // Do not wait until the browser notices that nothing arrives.
  drop() {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.onclose = null;
    this.socket.close();
    this.lost({});
  }

  ask(what) {
    return new Promise((answer) => {
      if (this.socket.readyState !== WebSocket.OPEN) return answer({ ok: false, error: "", lost: true });
      const id = this.next++;
      this.waiting.set(id, answer);
      setTimeout(() => this.waiting.has(id) && this.drop(), PATIENCE[what.do] || 20000);
      this.socket.send(JSON.stringify({ ...what, id }));
    });
  }

  close() {
    this.ended = true;
    this.socket.close();
  }
}
