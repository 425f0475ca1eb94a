// @ts-check
"use strict";

/** Panels next to the text: the rule sheet, and what a house rule changes. They are written anew when a file is saved. */

const path = require("node:path");
const vscode = require("vscode");
const { runToEnd } = require("./programs");

/** @typedef {"rules" | "changes"} Kind */
/** @typedef {{ panel: vscode.WebviewPanel, kind: Kind, file: vscode.Uri, turn: number }} Shown */

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:;";
const SETTLE = 150;

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
      const title = `${KINDS[kind].title}: ${path.basename(file.fsPath).replace(/\.(rulebook|overlay)\.yaml$/, "")}`;
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      const panel = vscode.window.createWebviewPanel(`rulewright.${kind}`, title, place, {
        enableScripts: false,
        enableFindWidget: true,
        localResourceRoots: [],
      });
      shown = { panel, kind, file, turn: 0 };
      this.shown.set(key, shown);
      panel.onDidDispose(() => this.shown.delete(key));
      panel.webview.html = page("<p>One moment.</p>");
    }
    await this.#write(shown);
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
    if (kind === "rules") return withPolicy(answer.stdout);
    try {
      const body = await vscode.commands.executeCommand("markdown.api.render", answer.stdout);
      return page(String(body));
    } catch {
      return page(`<pre>${escaped(answer.stdout)}</pre>`);
    }
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
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${head()}</head><body>${body}</body></html>`;
}

/**
 * @param {string} text
 * @returns {string}
 */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

module.exports = { Panels, escaped, withPolicy };
