// How a page reaches its table; the playground replaces it.

export default (table) => new WebSocket(`${location.origin.replace("http", "ws")}/ws/${table}`);
