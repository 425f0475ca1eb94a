"use strict";

/**
 * An editor of a few lines: as much of the module `vscode` as the extension and its client for language servers use. Classes hold what
 * they are given, events can be fired, and what the extension shows is kept.
 */

const Module = require("node:module");
const path = require("node:path");
const { URI, Utils } = require("vscode-uri");

class Emitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self) => {
      const bound = self ? listener.bind(self) : listener;
      this.listeners.add(bound);
      return { dispose: () => this.listeners.delete(bound) };
    };
  }
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose() {
    this.listeners.clear();
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(start, end, lastLine, lastCharacter) {
    this.start = typeof start === "number" ? new Position(start, end) : start;
    this.end = typeof start === "number" ? new Position(lastLine, lastCharacter) : end;
  }
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}
class ProcessExecution {
  constructor(process, args, options) {
    Object.assign(this, { process, args, options });
  }
}
class Task {
  constructor(definition, scope, name, source, execution) {
    Object.assign(this, { definition, scope, name, source, execution });
  }
}
class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
for (const name of ["Empty", "QuickFix", "Refactor", "RefactorExtract", "RefactorInline", "RefactorRewrite", "Source", "SourceOrganizeImports", "SourceFixAll"]) {
  CodeActionKind[name] = new CodeActionKind(name === "Empty" ? "" : name[0].toLowerCase() + name.slice(1));
}
class Disposable {
  constructor(dispose) {
    this.dispose = dispose ?? (() => undefined);
  }
  static from(...all) {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
}
class CancellationTokenSource {
  constructor() {
    this.token = { isCancellationRequested: false, onCancellationRequested: new Emitter().event };
  }
  cancel() {}
  dispose() {}
}

/** An enumeration or a class that is only named: every member is its own name. */
function anything(name) {
  const made = class {
    constructor(...args) {
      this.args = args;
    }
  };
  return new Proxy(made, {
    get: (target, key) => (key in target || typeof key === "symbol" ? target[key] : `${name}.${key}`),
  });
}

class Document {
  constructor(uri, text, languageId = "rulewright") {
    Object.assign(this, { uri, text, languageId, version: 1, isDirty: false, isUntitled: false, fileName: uri.fsPath, saves: 0 });
  }
  getText() {
    return this.text;
  }
  async save() {
    this.saves += 1;
    this.isDirty = false;
    return true;
  }
}

/**
 * @param {string} folder  the folder that is open
 * @param {Record<string, unknown>} settings  by full name
 */
function makeEditor(folder, settings) {
  const events = new Map();
  const event = (name) => {
    if (!events.has(name)) events.set(name, new Emitter());
    return events.get(name).event;
  };
  const shown = { messages: [], panels: [], tasks: [], opened: [], executed: [], output: [], diagnostics: new Map(), providers: [] };
  const commands = new Map();
  /** Members that are not written here: an event for `onDid…`, else a function that registers nothing. */
  const open = (members, name) =>
    new Proxy(members, {
      get: (target, key) => {
        if (key in target || typeof key === "symbol") return target[key];
        if (key.startsWith("on")) return event(key);
        return (...args) => {
          shown.providers.push({ name: `${name}.${key}`, args });
          return new Disposable();
        };
      },
    });
  const channel = () => {
    const add = (text) => shown.output.push(String(text));
    const write = { append: add, appendLine: add, info: add, warn: add, error: add, debug: add, trace: add };
    return { ...write, show() {}, clear() {}, hide() {}, replace() {}, dispose() {}, logLevel: 3, onDidChangeLogLevel: new Emitter().event };
  };
  const read = (section, name) => settings[section ? `${section}.${name}` : name];
  const vscode = {
    __esModule: true, // so that compiled imports take the module itself, and find members that are made on demand
    Uri: Object.assign(URI, { joinPath: Utils.joinPath }),
    EventEmitter: Emitter,
    Position, Range, Selection: Range, CodeActionKind, Diagnostic, ProcessExecution, Task, Disposable, CancellationTokenSource,
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    ViewColumn: { Beside: -2 },
    TaskScope: { Workspace: 2 },
    TaskPanelKind: { Dedicated: 2 },
    version: "1.100.0",
    env: { language: "en", appName: "test", uriScheme: "vscode", openExternal: async (uri) => shown.opened.push(uri.toString()), asExternalUri: async (uri) => uri },
    commands: {
      registerCommand: (name, run) => {
        commands.set(name, run);
        return new Disposable(() => commands.delete(name));
      },
      executeCommand: async (name, ...args) => {
        shown.executed.push([name, ...args]);
        if (name === "markdown.api.render") return `<article>${args[0]}</article>`;
        return commands.get(name)?.(...args);
      },
    },
    languages: open({
      match: (selector, document) => (selector.some((each) => each.language === document.languageId) ? 10 : 0),
      createDiagnosticCollection: () => ({
        set: (uri, list) => {
          shown.diagnostics.set(uri.toString(), list);
          events.get("shown")?.fire(uri);
        },
        delete: (uri) => shown.diagnostics.delete(uri.toString()),
        clear() {}, dispose() {}, has: (uri) => shown.diagnostics.has(uri.toString()), forEach() {}, get() {},
      }),
    }, "languages"),
    window: open({
      activeTextEditor: undefined, visibleTextEditors: [], state: { focused: true, active: true },
      tabGroups: { all: [], onDidChangeTabs: new Emitter().event, onDidChangeTabGroups: new Emitter().event },
      createOutputChannel: channel,
      showErrorMessage: async (...args) => void shown.messages.push(args),
      showWarningMessage: async (...args) => void shown.messages.push(args),
      showInformationMessage: async (...args) => void shown.messages.push(args),
      createWebviewPanel: (type, title, place, options) => {
        const gone = new Emitter();
        const panel = { type, title, place, options, webview: { html: "" }, reveal() {}, onDidDispose: gone.event, dispose: () => gone.fire() };
        shown.panels.push(panel);
        return panel;
      },
    }, "window"),
    workspace: open({
      workspaceFolders: [{ uri: URI.file(folder), name: path.basename(folder), index: 0 }],
      isTrusted: true, textDocuments: [], notebookDocuments: [],
      getWorkspaceFolder() { return this.workspaceFolders[0]; },
      getConfiguration: (section) => ({ get: (name, other) => read(section, name) ?? other, has: () => true, inspect: () => undefined }),
      createFileSystemWatcher: () => open({ dispose() {} }, "watcher"),
      fs: { createDirectory: async () => undefined },
    }, "workspace"),
    tasks: { executeTask: async (task) => void shown.tasks.push(task) },
    l10n: { t: (text) => text },
  };
  const module = new Proxy(vscode, {
    get: (target, key) => {
      if (!(key in target) && typeof key === "string" && /^[A-Z]/.test(key)) target[key] = anything(key);
      return target[key];
    },
  });
  return { vscode: module, shown, commands, event, fire: (name, value) => events.get(name)?.fire(value), Document };
}

/** From now on `require("vscode")` is this module. */
function install(vscode) {
  const load = Module._load;
  Module._load = function (request, ...rest) {
    return request === "vscode" ? vscode : load.call(this, request, ...rest);
  };
}

module.exports = { Document, install, makeEditor };
