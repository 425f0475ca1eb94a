"use strict";

/**
 * The extension and its client against the real language server. RULEWRIGHT names the program; else it is
 * looked for in the PATH. EXTENSION names what is tested; else it is the source.
 */

const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { URI } = require("vscode-uri");
const { Document, install, makeEditor } = require("./editor");

const PROGRAM = process.env.RULEWRIGHT ?? "rulewright";
const BUNDLED = path.join(__dirname, "..", "..", "..", "..", "rulebooks");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rulewright-"));
const settings = { "rulewright.command": [PROGRAM], "rulewright.simulate.games": 20 };
const { vscode, shown, commands, event, fire } = makeEditor(folder, settings);
install(vscode);
const extension = require(process.env.EXTENSION ?? "../src/extension");

const context = { subscriptions: [], extensionUri: URI.file(path.join(__dirname, "..")), globalStorageUri: URI.file(path.join(folder, "kept")) };

function write(name, text) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return URI.file(file);
}

function open(uri) {
  const document = new Document(uri, fs.readFileSync(uri.fsPath, "utf8"));
  vscode.workspace.textDocuments.push(document);
  fire("onDidOpenTextDocument", document);
  return document;
}

/** The problems of a file, once they are as expected. */
function problems(uri, enough) {
  const now = () => shown.diagnostics.get(uri.toString());
  return new Promise((resolve) => {
    const look = () => now() && enough(now()) && resolve(now());
    event("shown")(look);
    look();
  });
}

const dice = fs.readFileSync(path.join(BUNDLED, "classics", "dice", "pig.rulebook.yaml"), "utf8");

test.before(() => extension.activate(context));
test.after(async () => {
  for (const each of context.subscriptions) each.dispose();
  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});

test("a mistake is underlined, and no longer once it is corrected", async () => {
  const wrong = dice.replace(/^name: .*$/m, "name: my-pig").replace("players", "playes");
  assert.notEqual(wrong, dice);
  const uri = write("my-pig.rulebook.yaml", wrong);
  const document = open(uri);
  const found = await problems(uri, (list) => list.length > 0);
  assert.ok(found.some((each) => /playes/.test(each.message)), found.map((each) => each.message).join("\n"));
  assert.equal(found[0].source, "rulewright");
  document.text = dice.replace(/^name: .*$/m, "name: my-pig");
  document.version = 2;
  fire("onDidChangeTextDocument", { document, contentChanges: [{ range: new vscode.Range(0, 0, 100000, 0), text: document.text }] });
  await problems(uri, (list) => list.length === 0);
  assert.deepEqual(shown.messages, []);
});

test("the rule sheet is shown beside the text, and again when it is saved", async () => {
  const uri = write("sheet.rulebook.yaml", dice.replace(/^name: .*$/m, "name: sheet"));
  await commands.get("rulewright.showRules")(uri);
  const panel = shown.panels.at(-1);
  assert.equal(panel.title, "Rules: sheet");
  assert.match(panel.webview.html, /<h1/);
  assert.match(panel.webview.html, /Content-Security-Policy/);
  assert.equal(panel.options.enableScripts, false);
  write("sheet.rulebook.yaml", dice.replace(/^name: .*$/m, "name: sheet").replace(/^title: .*$/m, "title: Another Pig"));
  fire("onDidSaveTextDocument", { uri });
  while (!panel.webview.html.includes("Another Pig")) await new Promise((resolve) => setTimeout(resolve, 50));
});

test("what a house rule changes", async () => {
  const uri = write("quick.overlay.yaml", "rulebook: 1\nname: quick\nextends: cinq-o\nchange: {options: {target: 50}}\n");
  await commands.get("rulewright.showChanges")(uri);
  assert.match(shown.panels.at(-1).webview.html, /target/);
  assert.match(shown.panels.at(-1).webview.html, /<article>/);
  const count = shown.panels.length;
  await commands.get("rulewright.showChanges")(write("none.rulebook.yaml", dice));
  assert.equal(shown.panels.length, count);
  assert.match(shown.messages.pop()[0], /house rule/);
});

test("what the language server returns as Markdown is shown next to the text", async () => {
  const uri = write("long.overlay.yaml", "rulebook: 1\nname: long\nextends: pig\nchange: {options: {target: 150}}\n");
  open(uri);
  await commands.get("rulewright.effectOfHouseRule")(uri.toString(), 0);
  while (shown.panels.at(-1).title !== "Effect: long") await new Promise((resolve) => setTimeout(resolve, 20));
  const panel = shown.panels.at(-1);
  while (!/150/.test(panel.webview.html ?? "")) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(panel.options.enableScripts, false);
  const count = shown.panels.length;
  await commands.get("rulewright.effectOfHouseRule")(uri.toString(), 0);
  assert.equal(shown.panels.length, count);
});

test("a sheet that can't be made says why", async () => {
  await commands.get("rulewright.showRules")(write("broken.rulebook.yaml", "rulebook: 1\nname: [\n"));
  assert.match(shown.panels.at(-1).webview.html, /nothing to show/);
  assert.match(shown.panels.at(-1).webview.html, /broken\.rulebook\.yaml/);
});

test("test, simulate and play run in a terminal, on what is saved", async () => {
  const uri = write("game.rulebook.yaml", dice);
  const document = open(uri);
  document.isDirty = true;
  for (const name of ["test", "simulate", "play"]) await commands.get(`rulewright.${name}`)(uri.toString());
  assert.equal(document.saves, 1);
  const [tested, simulated, played] = shown.tasks.map((task) => task.execution);
  assert.deepEqual([tested.process, tested.args], [PROGRAM, ["test", uri.fsPath]]);
  assert.deepEqual(simulated.args, ["simulate", uri.fsPath, "--games", "20"]);
  assert.deepEqual(played.args, ["play", uri.fsPath]);
  assert.equal(played.options.cwd, folder);
});

test("without a rulebook in hand the commands say so", async () => {
  await commands.get("rulewright.test")(write("deck.fragment.yaml", "rulebook: 1\n"));
  assert.match(shown.messages.pop()[0], /Open a rulebook/);
});

test("a table is served, and its page opened", async () => {
  fs.mkdirSync(context.globalStorageUri.fsPath);
  await commands.get("rulewright.openTable")(write("table.rulebook.yaml", dice.replace(/^name: .*$/m, "name: table")));
  assert.match(shown.opened.at(-1), /^http:\/\/127\.0\.0\.1/);
});

test("a table is shown next to the text, in a frame that only its server fills", async () => {
  const uri = write("table.rulebook.yaml", dice.replace(/^name: .*$/m, "name: table"));
  await commands.get("rulewright.showTable")(uri);
  const panel = shown.panels.at(-1);
  assert.equal(panel.title, "Table: table");
  assert.equal(panel.options.enableScripts, true);
  const [, link] = panel.webview.html.match(/<iframe src="(http:[^"]+)"/);
  assert.ok(panel.webview.html.includes(`frame-src ${new URL(link).origin}"`));
  const policy = (await fetch(link)).headers.get("content-security-policy");
  assert.match(policy, /frame-ancestors vscode-file: vscode-webview: /);
  const count = shown.panels.length;
  await commands.get("rulewright.showTable")(uri);
  assert.equal(shown.panels.length, count);
});

test("a program that is missing is named, with what to do", async () => {
  settings["rulewright.command"] = [path.join(folder, "nowhere", "rulewright")];
  await commands.get("rulewright.restart")();
  const [said, ...offers] = shown.messages.pop();
  assert.match(said, /was not found .*nowhere/);
  assert.ok(offers.includes("How to install"));
  settings["rulewright.command"] = [process.execPath, "-e", "console.error(\"`lsp` needs the packages of the extra `lsp`\"); process.exit(2)"];
  await commands.get("rulewright.restart")();
  while (shown.messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.match(shown.messages.pop()[0], /pip install '\.\[lsp\]'/);
  settings["rulewright.command"] = [PROGRAM];
  await commands.get("rulewright.restart")();
  assert.deepEqual(shown.messages, []);
});
