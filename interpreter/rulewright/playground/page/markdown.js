// What the server says, in the part of Markdown that it writes: paragraphs, headings, lists, tables, code and emphasis.

import { h } from "./draw.js";

export function markdown(text) {
  const made = h("div", { class: "about" });
  for (const [place, block] of text.split(/^```.*$/m).entries()) {
    if (place % 2) made.append(h("pre", {}, block.trim()));
    else for (const each of block.split(/\n{2,}/)) if (each.trim()) made.append(part(each.trim()));
  }
  return made;
}

function part(text) {
  const lines = text.split("\n");
  const [, heading, words] = text.match(/^(#+) (.*)$/) ?? [];
  if (heading) return h("h3", {}, inline(words));
  if (lines.every((each) => /^\s*- /.test(each))) return h("ul", {}, lines.map((each) => h("li", {}, inline(each.replace(/^\s*- /, "")))));
  if (!lines.every((each) => each.startsWith("|"))) return h("p", {}, inline(text));
  const [head, , ...rows] = lines.map((each) => each.slice(1, -1).split(/(?<!\\)\|/).map((cell) => inline(cell.trim())));
  const row = (cells, tag) => h("tr", {}, cells.map((cell) => h(tag, {}, cell)));
  return h("table", {}, h("thead", {}, row(head, "th")), h("tbody", {}, rows.map((each) => row(each, "td"))));
}

const inline = (text) => text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((each) =>
  each.startsWith("`") ? h("code", {}, each.slice(1, -1)) : each.startsWith("**") ? h("b", {}, each.slice(2, -2)) : /^\*[^*]+\*$/.test(each) ? h("em", {}, each.slice(1, -1)) : each.replace(/\\([|*_`\\])/g, "$1"));
