// What this browser keeps: the tables that it knows, with their tokens, and whether the page is light or dark.

export function kept(table) {
  return JSON.parse(localStorage.getItem(`table ${table}`) || "null");
}

export function keep(table, what) {
  localStorage.setItem(`table ${table}`, JSON.stringify(what));
}

export function tables() {
  return Object.keys(localStorage).filter((key) => key.startsWith("table ")).map((key) => [key.slice(6), JSON.parse(localStorage.getItem(key))]);
}

export function theme(button) {
  const show = (mode) => {
    if (mode) document.documentElement.dataset.theme = mode;
    button.setAttribute("aria-pressed", String(mode === "dark"));
  };
  show(localStorage.getItem("theme"));
  button.addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    localStorage.setItem("theme", dark ? "light" : "dark");
    show(localStorage.getItem("theme"));
  });
}
