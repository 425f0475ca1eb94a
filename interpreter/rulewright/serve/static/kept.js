// What this browser keeps: tables with their tokens, and whether the page is dark. In a frame of another site its name has it.

export let held;
try { held = localStorage; } catch {
  try { held = Object(JSON.parse(window.name)); } catch { held = {}; }
}

export function put(key, text) {
  if (text) held[key] = text;
  else delete held[key];
  if (!(held instanceof Storage)) window.name = JSON.stringify(held);
}

export function kept(table) {
  return JSON.parse(held[`table ${table}`] || null);
}

export function keep(table, what) {
  put(`table ${table}`, JSON.stringify(what));
}

export function tables() {
  return Object.keys(held).filter((key) => key.startsWith("table ")).map((key) => [key.slice(6), kept(key.slice(6))]);
}

export function theme(button) {
  const page = document.documentElement;
  const show = (mode) => {
    page.dataset.theme = mode;
    button.setAttribute("aria-pressed", String(mode === "dark"));
  };
  show(held.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  button.addEventListener("click", () => {
    show(page.dataset.theme === "dark" ? "light" : "dark");
    put("theme", page.dataset.theme);
  });
}
