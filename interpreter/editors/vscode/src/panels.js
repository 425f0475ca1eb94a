// @ts-check
"use strict";

/**
 * Panels next to the text: the rule sheet, and what a house rule changes, which are written anew when a file is saved; and what
 * commands of the language server return as Markdown; and the page of a game, with its tables.
 */

const path = require("node:path");
const vscode = require("vscode");
const { runToEnd } = require("./programs");

/** @typedef {"rules" | "changes"} Kind */
/** @typedef {{ panel: vscode.WebviewPanel, kind: Kind, file: vscode.Uri, turn: number }} Shown */

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:;";
const SETTLE = 150;
const MARKDOWN =
  "<style>table { border-collapse: collapse; } th, td { padding: 2px 10px; text-align: left; } " +
  "pre > code { background: none; padding: 0; }</style>";

/** @type {Record<Kind, { title: string, args: (file: string) => string[] }>} */
const KINDS = {
  rules: { title: "Rules", args: (file) => ["rules", file, "--format", "html"] },
  changes: { title: "Changes", args: (file) => ["diff", file, "--format", "markdown"] },
};

class Panels {
  /** @param {(uri?: vscode.Uri) => string[]} command */
  constructor(command) {
    this.command = command;
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    /** @type {Map<string, vscode.WebviewPanel>} */
    this.pages = new Map();
    /** @type {NodeJS.Timeout | undefined} */
    this.waiting = undefined;
  }

  /**
   * @param {Kind} kind
   * @param {vscode.Uri} file
   */
  async show(kind, file) {
    if (kind === "changes" && !file.path.endsWith(".overlay.yaml")) {
      void vscode.window.showInformationMessage("Only a house rule (*.overlay.yaml) changes a game.");
      return;
    }
    const key = `${kind} ${file.toString()}`;
    let shown = this.shown.get(key);
    if (shown) {
      shown.panel.reveal(undefined, true);
    } else {
      const title = `${KINDS[kind].title}: ${gameOf(file)}`;
      const panel = beside(kind, title);
      shown = { panel, kind, file, turn: 0 };
      this.shown.set(key, shown);
      panel.onDidDispose(() => this.shown.delete(key));
      panel.webview.html = page("<p>One moment.</p>");
    }
    await this.#write(shown);
  }

  /**
   * Show Markdown that the language server returned, in place of what was shown under the same title.
   * @param {string} title
   * @param {string} markdown
   */
  async showPage(title, markdown) {
    let panel = this.pages.get(title);
    if (panel) {
      panel.reveal(undefined, true);
    } else {
      panel = beside("page", title);
      this.pages.set(title, panel);
      panel.onDidDispose(() => this.pages.delete(title));
    }
    panel.webview.html = await rendered(markdown);
  }

  /**
   * Show the page of a game, at which tables are opened.
   * @param {vscode.Uri} file
   * @param {string} link
   */
  async showTable(file, link) {
    const key = `table ${file.toString()}`;
    let panel = this.pages.get(key);
    if (panel) {
      panel.reveal(undefined, true);
      return;
    }
    panel = beside("table", `Table: ${gameOf(file)}`, { enableScripts: true, enableForms: true, retainContextWhenHidden: true });
    this.pages.set(key, panel);
    panel.onDidDispose(() => this.pages.delete(key));
    panel.webview.html = framed(String(await vscode.env.asExternalUri(vscode.Uri.parse(link))));
  }

  /**
   * A file was saved: every panel may depend on it, as a house rule does on its game.
   * @param {vscode.Uri} uri
   */
  saved(uri) {
    if (this.shown.size === 0 || !/\.(rulebook|overlay|fragment)\.yaml$/.test(uri.path)) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      for (const shown of this.shown.values()) void this.#write(shown);
    }, SETTLE);
  }

  dispose() {
    clearTimeout(this.waiting);
    for (const { panel } of [...this.shown.values()]) panel.dispose();
    for (const panel of [...this.pages.values()]) panel.dispose();
  }

  /** @param {Shown} shown */
  async #write(shown) {
    const turn = (shown.turn += 1);
    const file = shown.file.fsPath;
    const answer = await runToEnd(this.command(shown.file), KINDS[shown.kind].args(file), path.dirname(file));
    const html = await this.#page(shown.kind, answer);
    if (turn === shown.turn && [...this.shown.values()].includes(shown)) shown.panel.webview.html = html;
  }

  /**
   * @param {Kind} kind
   * @param {{ code: string | number, stdout: string, stderr: string }} answer
   * @returns {Promise<string>}
   */
  async #page(kind, answer) {
    if (!answer.stdout.trim()) {
      const said = answer.stderr.trim() || `Rulewright ended with ${answer.code}.`;
      return page(`<p>There is nothing to show.</p><pre>${escaped(said)}</pre>`);
    }
    return kind === "rules" ? withPolicy(answer.stdout) : rendered(answer.stdout);
  }
}

/**
 * @param {vscode.Uri} file
 * @returns {string}
 */
function gameOf(file) {
  return path.basename(file.fsPath).replace(/\.(rulebook|overlay)\.yaml$/, "");
}

/**
 * A page that shows another one in a frame, and a link to it for editors that may not.
 * @param {string} link
 * @returns {string}
 */
function framed(link) {
  const address = escaped(link).replaceAll('"', "&quot;");
  return (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; frame-src ${escaped(new URL(link).origin)}">` +
    "<style>html, body { height: 100%; margin: 0; padding: 0; } body { display: flex; flex-direction: column; } " +
    "iframe { flex: 1; border: 0; } p { margin: 4px 8px; text-align: right; }</style></head>" +
    `<body><p><a href="${address}">In the browser</a></p><iframe src="${address}" title="Table"></iframe></body></html>`
  );
}

/**
 * @param {string} kind
 * @param {string} title
 * @param {vscode.WebviewPanelOptions & vscode.WebviewOptions} [more]
 * @returns {vscode.WebviewPanel}
 */
function beside(kind, title, more) {
  const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  return vscode.window.createWebviewPanel(`rulewright.${kind}`, title, place, {
    enableScripts: false,
    enableFindWidget: true,
    localResourceRoots: [],
    ...more,
  });
}

/**
 * @param {string} markdown
 * @returns {Promise<string>}
 */
async function rendered(markdown) {
  try {
    return page(String(await vscode.commands.executeCommand("markdown.api.render", markdown)));
  } catch {
    return page(`<pre>${escaped(markdown)}</pre>`);
  }
}

/**
 * A page of Rulewright, which may load nothing and takes the colours of the editor.
 * @param {string} html
 * @returns {string}
 */
function withPolicy(html) {
  return html.replace("</head>", `${head()}</head>`);
}

/** @returns {string} */
function head() {
  return (
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
    "<style>body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); }</style>"
  );
}

/**
 * @param {string} body
 * @returns {string}
 */
function page(body) {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${head()}${MARKDOWN}</head><body>${body}</body></html>`;
}

/**
 * @param {string} text
 * @returns {string}
 */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

module.exports = { Panels, escaped, withPolicy };
