// Options as fields, and what is chosen.

import { h } from "./draw.js";

export function option({ name, label, about, choices, default: given, low, high }) {
  const id = `option ${name}`;
  const input = choices ? h("select", { id }, choices.map((choice) => h("option", { value: choice.id, selected: choice.id === given }, choice.label || choice.id)))
    : typeof given === "boolean" ? h("input", { type: "checkbox", id, checked: given })
      : h("input", { type: typeof given === "number" ? "number" : "text", id, value: given ?? "", min: low, max: high });
  return h("div", { class: "row" }, h("label", { for: id }, label), input, h("small", {}, about || ""));
}

export function chosen(options) {
  const found = {};
  for (const { name, default: given } of options) {
    const { type, checked, value: text } = document.getElementById(`option ${name}`), value = { checkbox: checked, number: +text }[type] ?? text;
    if (value !== given && value !== "") found[name] = value;
  }
  return found;
}
