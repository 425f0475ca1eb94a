// The outline of the text: its sections and entries, each of which leads to its place.

import { button, h } from "./draw.js";

export function outline(list, select) {
  let places = []; // of all entries in order: the button, and the lines of the entry
  let shown = "";

  let current = null;

  // Scroll to the current entry, unless somebody is using the list.
  const reveal = () => {
    if (current && list.offsetParent && !list.contains(document.activeElement)) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  };

  const entry = ({ name, detail, range, selectionRange, children = [] }) => {
    const to = button(() => select(selectionRange), {}, name, detail ? h("small", {}, ` ${detail}`) : null);
    places.push({ to, first: range.start.line, last: range.end.line });
    return h("li", {}, to, children.length ? h("ul", {}, children.map(entry)) : null);
  };

  return {
    show(symbols) {
      if (shown === (shown = JSON.stringify(symbols))) return;
      const focused = places.findIndex(({ to }) => to === document.activeElement);
      places = [];
      list.replaceChildren(...symbols.map(entry));
      places[focused]?.to.focus();
    },
    // The innermost entry around a line is the current one.
    at(line) {
      const here = places.findLast(({ first, last }) => first <= line && line <= last);
      if (current !== here?.to) current?.removeAttribute("aria-current");
      (current = here?.to)?.setAttribute("aria-current", "true");
      reveal();
    },
    reveal,
  };
}
