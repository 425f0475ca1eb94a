// @ts-check
"use strict";

/** The extension: the language server for rulebooks, and commands that run Rulewright for the file in hand. */

const vscode = require("vscode");
const { Server } = require("./server");
const { Panels } = require("./panels");
const { Tables, runTask } = require("./terminals");
const { commandOf } = require("./programs");

/** @type {InstanceType<typeof Server> | undefined} */
let server;

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  const panels = new Panels(command);
  const guide = vscode.Uri.joinPath(context.extensionUri, "README.md");
  server = new Server(command, guide, (title, markdown) => panels.showPage(title, markdown), games);
  const tables = new Tables(server.output);
  /** @type {Record<string, (...args: any[]) => unknown>} */
  const commands = {
    "rulewright.showRules": (uri) => withFile(uri, (file) => panels.show("rules", file)),
    "rulewright.showChanges": (uri) => withFile(uri, (file) => panels.show("changes", file)),
    "rulewright.openTable": (uri) => withFile(uri, (file) => tables.open(command(file), file, context.globalStorageUri)),
    "rulewright.showTable": (uri) =>
      withFile(uri, async (file) => {
        const link = await tables.link(command(file), file, context.globalStorageUri);
        if (link) await panels.showTable(file, link);
      }),
    "rulewright.play": (uri, ...more) => withFile(uri, (file) => runTask(command(file), "play", file, more)),
    "rulewright.test": (uri, ...more) => withFile(uri, (file) => runTask(command(file), "test", file, more)),
    "rulewright.simulate": (uri, ...more) => withFile(uri, (file) => runTask(command(file), "simulate", file, ["--games", String(games()), ...more])),
    "rulewright.restart": () => server?.restart(),
    "rulewright.showOutput": () => server?.output.show(),
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
  context.subscriptions.push(
    server.output,
    panels,
    tables,
    vscode.workspace.onDidSaveTextDocument((document) => panels.saved(document.uri)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => server?.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("rulewright.command") || change.affectsConfiguration("rulewright.simulate")) void server?.restart();
    }),
  );
  await server.start();
}

async function deactivate() {
  await server?.stop();
}

/**
 * The program for a file, or for the folder that is open.
 * @param {vscode.Uri} [uri]
 * @returns {string[]}
 */
function command(uri) {
  const folder = uri ? vscode.workspace.getWorkspaceFolder(uri) : vscode.workspace.workspaceFolders?.[0];
  const setting = vscode.workspace.getConfiguration("rulewright", uri).get("command");
  return commandOf(/** @type {string[]} */ (setting), folder?.uri.fsPath, vscode.workspace.isTrusted);
}

/** @returns {number} */
function games() {
  return vscode.workspace.getConfiguration("rulewright").get("simulate.games", 1000);
}

/**
 * Do something with a file: the one that is named, or the one in hand. It is saved first, since Rulewright reads it from the disk.
 * @param {vscode.Uri | string | undefined} uri
 * @param {(file: vscode.Uri) => unknown} action
 */
async function withFile(uri, action) {
  const named = typeof uri === "string" ? vscode.Uri.parse(uri) : uri;
  const file = named ?? vscode.window.activeTextEditor?.document.uri;
  if (!file || !/\.(rulebook|overlay)\.yaml$/.test(file.path)) {
    void vscode.window.showInformationMessage("Open a rulebook or a house rule first.");
    return;
  }
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === file.toString());
  if (open?.isUntitled || (open?.isDirty && !(await open.save()))) {
    void vscode.window.showInformationMessage("Save the file first.");
    return;
  }
  await action(file);
}

module.exports = { activate, deactivate };
