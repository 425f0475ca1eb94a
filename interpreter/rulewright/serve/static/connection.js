// The connection to a table: messages in order, answers to questions, and coming back after it was lost.

const SLOWEST = 15000;

export class Connection {
  // `told` has a function for each type of message, and `state(words)` for what the connection does.
  constructor(table, hello, told) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`;
    this.hello = hello;
    this.told = told;
    this.waiting = new Map();
    this.next = 1;
    this.wait = 500;
    this.ended = false;
    this.open();
  }

  open() {
    this.told.state("connecting");
    this.socket = new WebSocket(this.url);
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
    if (message.type === "welcome") this.told.state("connected");
    this.told[message.type]?.(message);
  }

  // Everything that waits for an answer fails: whether a move was made shows in the next frame.
  lost(event) {
    for (const answer of this.waiting.values()) answer({ ok: false, error: "", lost: true });
    this.waiting.clear();
    if (this.ended) return;
    if (event.code === 4404 || event.code === 4429) return this.told.state("refused", event.reason);
    this.told.state("lost");
    setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(SLOWEST, this.wait * 2);
  }

  ask(what) {
    return new Promise((answer) => {
      if (this.socket.readyState !== WebSocket.OPEN) return answer({ ok: false, error: "", lost: true });
      const id = this.next++;
      this.waiting.set(id, answer);
      this.socket.send(JSON.stringify({ ...what, id }));
    });
  }

  close() {
    this.ended = true;
    this.socket.close();
  }
}
