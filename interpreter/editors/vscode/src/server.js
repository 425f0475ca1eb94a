// @ts-check
"use strict";

/** The language server: `rulewright lsp`, started for rulebooks, house rules and fragments. */

const { spawn } = require("node:child_process");
const vscode = require("vscode");
const { CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn } = require("vscode-languageclient/node");
const { adviceFor } = require("./programs");

const HOW_TO_INSTALL = "How to install";
const SETTINGS = "Settings";
const TRY_AGAIN = "Try again";
const OUTPUT = "Output";
const MOST_STARTS = 4;
const KEPT = 10_000;

/** A client that leaves it to `Server` to say why a server did not start. */
class Client extends LanguageClient {
  /**
   * @param {string} message
   * @param {any} [data]
   * @param {boolean | "force"} [shown]
   */
  error(message, data, shown = true) {
    super.error(message, data, this.initializeResult === undefined ? false : shown);
  }
}

class Server {
  /**
   * @param {(uri?: vscode.Uri) => string[]} command
   * @param {vscode.Uri} guide
   * @param {(title: string, markdown: string) => unknown} showPage  shows what a command of the server returned
   * @param {() => number} games  how many games are simulated
   */
  constructor(command, guide, showPage, games) {
    this.command = command;
    this.guide = guide;
    this.showPage = showPage;
    this.games = games;
    this.output = vscode.window.createOutputChannel("Rulewright", { log: true });
    /** @type {Client | undefined} */
    this.client = undefined;
    this.starts = 0;
    this.advised = false;
  }

  async start() {
    const command = this.command();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    /** @type {{ code?: string | number | null, stderr: string }} */
    const ended = { stderr: "" };
    this.starts += 1;
    this.advised = false;
    const client = new Client("rulewright", "Rulewright", () => this.#spawn(command, folder, ended), {
      documentSelector: [{ language: "rulewright" }],
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rulebook,overlay,fragment}.yaml") },
      initializationOptions: { games: this.games(), panels: true },
      middleware: {
        executeCommand: async (name, args, next) => {
          const answer = await next(name, args);
          if (answer?.title && answer.markdown) void this.showPage(answer.title, answer.markdown);
          return answer;
        },
      },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.#closed(command, ended),
      },
    });
    this.client = client;
    try {
      await client.start();
    } catch {
      await this.#advise(command, ended);
    }
  }

  async stop() {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) await client.stop();
    await client?.dispose().catch(() => undefined);
  }

  async restart() {
    this.starts = 0;
    await this.stop();
    await this.start();
  }

  /**
   * Start the program, and remember how it ended.
   * @param {readonly string[]} command
   * @param {string | undefined} cwd
   * @param {{ code?: string | number | null, stderr: string }} ended
   * @returns {Promise<import("node:child_process").ChildProcess>}
   */
  #spawn(command, cwd, ended) {
    const [program, ...first] = command;
    return new Promise((resolve, reject) => {
      const child = spawn(program, [...first, "lsp", "--stdio"], { cwd, shell: false });
      child.stderr.setEncoding("utf8").on("data", (text) => {
        ended.stderr = (ended.stderr + text).slice(-KEPT);
      });
      child.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
        ended.code = error.code;
        reject(error);
      });
      child.on("exit", (code) => {
        ended.code ??= code;
      });
      child.on("spawn", () => resolve(child));
    });
  }

  /**
   * A server that was at work is started again, a few times; one that never was is not.
   * @param {readonly string[]} command
   * @param {{ code?: string | number | null, stderr: string }} ended
   */
  #closed(command, ended) {
    const wasAtWork = this.client?.initializeResult !== undefined;
    if (wasAtWork && this.starts < MOST_STARTS) {
      this.starts += 1;
      return { action: CloseAction.Restart, handled: true };
    }
    void this.#advise(command, ended);
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  /**
   * Say once what is wrong, and offer what helps.
   * @param {readonly string[]} command
   * @param {{ code?: string | number | null, stderr: string }} ended
   */
  async #advise(command, ended) {
    if (this.advised) return;
    this.advised = true;
    if (ended.stderr) this.output.appendLine(ended.stderr);
    const advice = adviceFor(command, ended);
    const chosen = await vscode.window.showErrorMessage(advice, HOW_TO_INSTALL, SETTINGS, OUTPUT, TRY_AGAIN);
    if (chosen === HOW_TO_INSTALL) await vscode.commands.executeCommand("markdown.showPreview", this.guide);
    if (chosen === SETTINGS) await vscode.commands.executeCommand("workbench.action.openSettings", "rulewright.command");
    if (chosen === OUTPUT) this.output.show();
    if (chosen === TRY_AGAIN) await this.restart();
  }
}

module.exports = { Server };
