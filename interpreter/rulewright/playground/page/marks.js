// Hints between the words of the text and lenses above its lines, as CodeMirror shows them.

import { StateEffect, StateField } from "./codemirror/codemirror-state.js";
import { Decoration, EditorView, WidgetType } from "./codemirror/codemirror-view.js";
import { button, h } from "./draw.js";

const put = StateEffect.define();

class Hint extends WidgetType {
  constructor(words, about) { super(); Object.assign(this, { words, about }); }
  eq(other) { return other.words === this.words && other.about === this.about; }
  toDOM() { return h("span", { class: "hint", title: this.about }, this.words); }
}

class Lenses extends WidgetType {
  constructor(commands, indent, run) { super(); Object.assign(this, { commands, indent, run, key: JSON.stringify([commands, indent]) }); }
  eq(other) { return other.key === this.key; }
  get estimatedHeight() { return 22; }
  toDOM(view) {
    const back = (event) => event.key === "Escape" && view.focus();
    return h("div", { class: "lenses", style: `padding-left: ${this.indent + 0.5}ch`, onkeydown: back },
      this.commands.map((command) => button(() => this.run(command), { "data-lens": keyOf(command), title: command.title }, command.title)));
  }
  ignoreEvent() { return true; }
}

const keyOf = (command) => JSON.stringify([command.command, command.arguments]);

// What is shown follows the text when it is changed, until there is something new.
const shown = StateField.define({
  create: () => Decoration.none,
  update: (marks, transaction) => transaction.effects.find((each) => each.is(put))?.value ?? marks.map(transaction.changes),
  provide: (field) => EditorView.decorations.from(field),
});

export const marks = shown;

// Show hints and lenses in place of those before. The lens that has the focus keeps it.
export function mark(view, { hints, lenses, offset, run }) {
  const { doc } = view.state, focused = document.activeElement?.dataset.lens;
  const rows = Map.groupBy(lenses, ({ range }) => range.start.line);
  const found = hints.map(({ position, label, tooltip }) => Decoration.widget({ widget: new Hint(label, tooltip), side: 1 }).range(offset(position)));
  for (const [line, its] of rows) {
    const { from, text } = doc.line(line + 1);
    const widget = new Lenses(its.map(({ command }) => command), text.search(/\S|$/), run);
    found.push(Decoration.widget({ widget, side: -1, block: true }).range(from));
  }
  view.dispatch({ effects: put.of(Decoration.set(found, true)) });
  if (focused && !document.activeElement?.dataset.lens) {
    const same = [...view.dom.querySelectorAll("[data-lens]")].find((each) => each.dataset.lens === focused);
    (same ?? view).focus();
  }
}

// Put the focus on the nearest lens above the cursor.
export function toLens(view) {
  const { head } = view.state.selection.main;
  let nearest = null;
  view.state.field(shown).between(0, head, (from, _, { spec }) => { if (spec.block) nearest = from; });
  if (nearest === null) return false;
  view.dispatch({ effects: EditorView.scrollIntoView(nearest, { yMargin: 60 }) });
  const focus = () => [...view.dom.querySelectorAll(".lenses")].find((each) => view.posAtDOM(each) === nearest)?.firstChild.focus();
  view.requestMeasure({ read: () => setTimeout(focus) });
  return true;
}
