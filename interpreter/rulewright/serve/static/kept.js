// What this browser keeps: tables with their tokens, and whether the page is dark.

export function kept(table) {
  return JSON.parse(localStorage.getItem(`table ${table}`) || "null");
}

export function keep(table, what) {
  localStorage.setItem(`table ${table}`, JSON.stringify(what));
}

export function tables() {
  return Object.keys(localStorage).filter((key) => key.startsWith("table ")).map((key) => [key.slice(6), kept(key.slice(6))]);
}

export function theme(button) {
  const page = document.documentElement;
  const show = (mode) => {
    page.dataset.theme = mode;
    button.setAttribute("aria-pressed", String(mode === "dark"));
  };
  show(localStorage.getItem("theme") || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  button.addEventListener("click", () => {
    show(page.dataset.theme === "dark" ? "light" : "dark");
    localStorage.setItem("theme", page.dataset.theme);
  });
}
