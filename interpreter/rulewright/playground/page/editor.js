// The text of the rulebook in CodeMirror. It knows nothing of rulebooks: what it shows comes from the language server in the worker.

import { autocompletion, completionKeymap, snippet } from "./codemirror/codemirror-autocomplete.js";
import { defaultKeymap, history, historyKeymap } from "./codemirror/codemirror-commands.js";
import { lintGutter, lintKeymap, setDiagnostics } from "./codemirror/codemirror-lint.js";
import { EditorSelection, EditorState, StateEffect, StateField, Text } from "./codemirror/codemirror-state.js";
import { Decoration, EditorView, MatchDecorator, ViewPlugin, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "./codemirror/codemirror-view.js";
import { h } from "./draw.js";
import { markdown } from "./markdown.js";
import { mark, marks, toLens } from "./marks.js";

const URI = "file:///your.rulebook.yaml";
const FULL = { textDocument: { uri: URI } };
const KINDS = [, "text", "method", "function", , "property", "variable", , , , "property", , , "enum", "keyword", "text", , "namespace", , , "constant", "constant"];
const WAIT = 120; // milliseconds of rest, before the arguments of a call are looked up

// `ask` asks the worker, `changed` is called when the text was changed, `say` shows a sentence, `name` asks for a new name. `run` is called with the
// command of a lens, `outlined` with the outline of the text, and `moved` with the line of the cursor.
export function editor(parent, signature, { ask, changed, say, name, run, outlined, moved }) {
  let sent = null; // the text that the server has
  let version = 0;

  // --- requests

  async function request(method, params = {}, quiet = true) {
    if (sent !== view.state.doc) {
      sent = view.state.doc;
      const text = sent.toString(), document = { uri: URI, version: ++version };
      if (version === 1) notify("didOpen", { textDocument: { ...document, languageId: "rulewright", text } });
      else notify("didChange", { textDocument: document, contentChanges: [{ text }] });
    }
    return told(await ask({ do: "language", method, params: { ...FULL, ...params } }), quiet);
  }
  function told({ result = null, said = [], error }, quiet = false) {
    if (error && !quiet) say(error, true);
    for (const each of said) say(each.split("\n")[0].replaceAll("`", ""));
    return result;
  }
  const notify = (method, params) => ask({ do: "language", method: `textDocument/${method}`, params });
  const at = (offset, doc = view.state.doc) => {
    const line = doc.lineAt(offset);
    return { line: line.number - 1, character: offset - line.from };
  };
  const offset = ({ line, character }, doc = view.state.doc) => {
    const there = doc.line(Math.min(line + 1, doc.lines));
    return Math.min(there.from + character, there.to);
  };
  const here = (place = view.state.selection.main.head) => ({ position: at(place) });

  // --- edits

  function edit({ changes = {} }) {
    const others = Object.keys(changes).filter((uri) => uri !== URI);
    if (others.length) return say(`This name is also in ${others.map(named).join(", ")}, which cannot be changed here.`, true);
    view.dispatch({ changes: changes[URI].map(({ range, newText }) => ({ from: offset(range.start), to: offset(range.end), insert: newText })), userEvent: "input" });
  }

  async function rename() {
    const range = await request("textDocument/prepareRename", here());
    if (!range) return say("There is no name here that can be changed.", true);
    const old = view.state.sliceDoc(offset(range.start), offset(range.end)), newName = await name(old);
    if (!newName || newName === old) return view.focus();
    const found = await request("textDocument/rename", { position: range.start, newName }, false);
    if (found) edit(found);
    view.focus();
  }

  async function define() {
    const [found] = await request("textDocument/definition", here()) || [];
    if (!found) return say("There is no name here that is declared somewhere.", true);
    if (found.uri !== URI) return say(`It is declared in ${named(found.uri)}, line ${found.range.start.line + 1}.`);
    select(found.range);
  }

  function select({ start, end }) {
    const selection = EditorSelection.single(offset(start), offset(end));
    view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.main, { y: "center" }) });
    view.focus();
  }

  // --- what is shown

  async function completions(context) {
    if (!context.explicit && !context.matchBefore(/[\w.<{]$|: $|- $/)) return null;
    const found = await request("textDocument/completion", { position: at(context.pos, context.state.doc) });
    if (!found?.items.length || context.aborted) return null;
    const begin = found.items[0].textEdit.range.start;
    return { from: offset(begin, context.state.doc), options: found.items.map(option), validFor: /^[\w:]*$/ };
  }

  const option = ({ label, kind, detail, documentation, insertTextFormat, textEdit }, place) => ({
    label, detail, type: KINDS[kind], boost: -place / 10,
    info: documentation && (() => markdown(documentation.value)),
    apply: insertTextFormat === 2 ? snippet(textEdit.newText.replace(/\$(\d)/g, "${$1}")) : textEdit.newText,
  });

  const hover = hoverTooltip(async (view, pos) => {
    const found = await request("textDocument/hover", here(pos));
    if (!found) return null;
    return { pos: offset(found.range.start), end: offset(found.range.end), above: true, create: () => ({ dom: markdown(found.contents.value) }) };
  });

  let resting = 0;
  function helpSoon() {
    clearTimeout(resting);
    resting = setTimeout(async () => {
      const found = await request("textDocument/signatureHelp", here());
      const [shown] = found?.signatures || [], part = shown?.parameters?.[found.activeParameter ?? 0]?.label;
      signature.hidden = !shown;
      if (shown) signature.replaceChildren(...emphasised(shown.label, part), h("small", {}, ` ${shown.documentation?.value.split("\n")[0] ?? ""}`));
    }, WAIT);
  }

  const places = Decoration.mark({ class: "k-key" }), remarks = Decoration.mark({ class: "k-comment" });
  const yaml = new MatchDecorator({
    regexp: /(?<=^[\s-]*|[{,]\s*)[\w.-]+(?=:(?:\s|$))|(?<=^|\s)#.*$/g,
    decoration: ([found]) => (found.startsWith("#") ? remarks : places),
  });
  const keys = ViewPlugin.fromClass(class {
    constructor(view) { this.shown = yaml.createDeco(view); }
    update(update) { this.shown = yaml.updateDeco(update, this.shown); }
  }, { decorations: (plugin) => plugin.shown });

  const colour = StateEffect.define();
  const colours = StateField.define({
    create: () => Decoration.none,
    update: (shown, transaction) => transaction.effects.find((each) => each.is(colour))?.value ?? shown.map(transaction.changes),
    provide: (field) => EditorView.decorations.from(field),
  });

  async function coloured() {
    const doc = view.state.doc, found = await request("textDocument/semanticTokens/full");
    if (!found || doc !== view.state.doc) return;
    let line = 0, character = 0;
    const marks = [];
    for (let each = 0; each < found.data.length; each += 5) {
      const [down, right, length, sort] = found.data.slice(each, each + 4);
      character = down ? right : character + right;
      const from = offset({ line: line += down, character }, doc);
      if (length) marks.push(Decoration.mark({ class: `k-${sort}` }).range(from, from + length));
    }
    view.dispatch({ effects: colour.of(Decoration.set(marks, true)) });
  }

  // Hints, lenses and the outline. Those of a text that cannot be read stay until it can be read again.
  let marked = null; // the text for which they are shown
  async function overview(again = false) {
    const doc = view.state.doc, range = { start: at(0, doc), end: at(doc.length, doc) };
    if (doc === marked && !again) return;
    marked = doc;
    const [symbols, lenses, hints] = await Promise.all(["documentSymbol", "codeLens", "inlayHint"].map((each) => request(`textDocument/${each}`, { range })));
    if (doc !== view.state.doc || !symbols?.length) return;
    mark(view, { hints: hints ?? [], lenses: lenses ?? [], offset: (place) => offset(place, doc), run });
    outlined(symbols);
    moved(at(view.state.selection.main.head).line);
  }

  // Do the command of a lens: what it answers. `games` asks another worker, which plays games while this one answers.
  async function command({ command, arguments: given }, games) {
    const params = { command, arguments: given };
    if (command.endsWith(".runExamples")) {
      await games({ do: "language", method: "textDocument/didOpen", params: { textDocument: { uri: URI, version: 1, languageId: "rulewright", text: view.state.doc.toString() } } });
      return told(await games({ do: "language", method: "workspace/executeCommand", params }));
    }
    let found = await request("workspace/executeCommand", params, false);
    while (found?.question) {
      const { answer, error } = await games({ do: "games", question: found.question });
      found = error ? say(error, true) : told(await ask({ do: "go on", number: found.number, answer }));
    }
    overview(true);
    return found;
  }

  // Look at the text: its problems with their ways out; null if it was changed meanwhile.
  async function look(identifier) {
    const doc = view.state.doc, found = await request("textDocument/diagnostic", { identifier });
    const range = { start: { line: 0, character: 0 }, end: at(doc.length, doc) };
    const actions = found?.items.length ? await request("textDocument/codeAction", { range, context: { diagnostics: found.items } }) : [];
    if (!found || doc !== view.state.doc) return null;
    const problems = found.items.map((problem) => ({
      ...problem, isError: problem.severity === 1, select: () => select(problem.range),
      fixes: (actions || []).filter((each) => each.diagnostics?.some((its) => same(its, problem))).map(({ title, edit: its }) => ({ title, apply: () => edit(its) })),
    }));
    view.dispatch(setDiagnostics(view.state, problems.map((each) => ({
      from: offset(each.range.start), to: offset(each.range.end), severity: each.isError ? "error" : "warning", message: each.message,
      actions: each.fixes.map(({ title, apply }) => ({ name: title, apply })),
    }))));
    coloured();
    overview();
    return problems;
  }

  const view = new EditorView({
    parent,
    extensions: [
      lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), keys, colours, marks, hover, autocompletion({ override: [completions], icons: false }),
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ "aria-label": "The text of the rulebook", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      keymap.of([
        { key: "F2", run: () => (rename(), true) }, { key: "F12", run: () => (define(), true) }, { key: "F9", run: toLens },
        ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed();
        if (update.geometryChanged) view.dom.style.setProperty("--shown", `${view.scrollDOM.clientWidth - view.contentDOM.offsetLeft}px`);
        if (update.docChanged || update.selectionSet) helpSoon();
        if (update.selectionSet) moved(at(update.state.selection.main.head, update.state.doc).line);
      }),
    ],
  });

  return {
    look, rename, define, command, select,
    text: () => view.state.doc.toString(),
    put: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: Text.of(text.split("\n")) } }),
  };
}

const same = (one, other) => one.code === other.code && JSON.stringify(one.range) === JSON.stringify(other.range);
const named = (uri) => decodeURIComponent(uri.split("/").at(-1));

function emphasised(label, part) {
  const begin = typeof part === "string" ? label.indexOf(part) : -1;
  return begin < 0 ? [label] : [label.slice(0, begin), h("b", {}, part), label.slice(begin + part.length)];
}
