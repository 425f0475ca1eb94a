// @ts-check
"use strict";

/** Commands of Rulewright that go on for a while: test, simulate and play in a terminal, and a server with tables. */

const { spawn } = require("node:child_process");
const path = require("node:path");
const vscode = require("vscode");
const { plainEnvironment } = require("./programs");

/** The windows of editors, and the panels in them, may show tables. */
const FRAMED_BY = ["vscode-file:", "vscode-webview:", "https://*.vscode-cdn.net"].flatMap((origin) => ["--framed-by", origin]);
const LINK = /^Open (http:\/\/\S+)/m;

/**
 * Run a command for a file in a terminal. It is started without a shell, so that no name has to be quoted.
 * @param {readonly string[]} command
 * @param {string} name
 * @param {vscode.Uri} file
 * @param {readonly unknown[]} more
 */
async function runTask(command, name, file, more) {
  const [program, ...first] = command;
  const options = more.filter((each) => typeof each === "string");
  const run = new vscode.ProcessExecution(program, [...first, name, file.fsPath, ...options], {
    cwd: path.dirname(file.fsPath),
  });
  const title = `${name} ${path.basename(file.fsPath)}`;
  const task = new vscode.Task({ type: "rulewright", command: name }, vscode.TaskScope.Workspace, title, "Rulewright", run);
  task.presentationOptions = { focus: name === "play", panel: vscode.TaskPanelKind.Dedicated, clear: true };
  await vscode.tasks.executeTask(task);
}

/** Servers with tables, one for each file: they end with the editor. */
class Tables {
  /** @param {vscode.OutputChannel} output */
  constructor(output) {
    this.output = output;
    /** @type {Map<string, { end: () => void, link: Promise<string> }>} */
    this.served = new Map();
  }

  /**
   * Open the page of a game in the browser. Its tables are kept in `storage`.
   * @param {readonly string[]} command
   * @param {vscode.Uri} file
   * @param {vscode.Uri} storage
   */
  async open(command, file, storage) {
    const link = await this.link(command, file, storage);
    if (link) await vscode.env.openExternal(vscode.Uri.parse(link));
  }

  /**
   * The page of a game, from a server that is started where none serves it yet; undefined if it does not start.
   * @param {readonly string[]} command
   * @param {vscode.Uri} file
   * @param {vscode.Uri} storage
   * @returns {Promise<string | undefined>}
   */
  async link(command, file, storage) {
    await vscode.workspace.fs.createDirectory(storage);
    const key = file.toString();
    const served = this.served.get(key) ?? this.#serve(command, file, storage);
    this.served.set(key, served);
    try {
      return await served.link;
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  dispose() {
    for (const { end } of this.served.values()) end();
    this.served.clear();
  }

  /**
   * @param {readonly string[]} command
   * @param {vscode.Uri} file
   * @param {vscode.Uri} storage
   */
  #serve(command, file, storage) {
    const [program, ...first] = command;
    const database = vscode.Uri.joinPath(storage, "tables.sqlite3").fsPath;
    const args = [...first, "serve", file.fsPath, "--port", "0", "--database", database, ...FRAMED_BY];
    const child = spawn(program, args, { cwd: path.dirname(file.fsPath), env: plainEnvironment() });
    /** @type {Promise<string>} */
    const link = new Promise((resolve, reject) => {
      let said = "";
      const take = (/** @type {string} */ text) => {
        said += text;
        this.output.append(text);
        const found = LINK.exec(said);
        if (found) resolve(found[1]);
      };
      child.stdout.setEncoding("utf8").on("data", take);
      child.stderr.setEncoding("utf8").on("data", take);
      child.on("error", reject);
      child.on("exit", () => {
        this.served.delete(file.toString());
        reject(new Error(said.trim().split("\n").at(-1) || "The server of the tables ended."));
      });
    });
    return { link, end: () => void child.kill() };
  }
}

module.exports = { Tables, runTask };
