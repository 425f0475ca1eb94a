// @ts-check
"use strict";

/** Which program is Rulewright, and what it says when it can't be started. Nothing here needs the editor. */

const { existsSync } = require("node:fs");
const { execFile } = require("node:child_process");
const path = require("node:path");

const DEFAULT = ["rulewright"];
const LARGEST_OUTPUT = 64 * 1024 * 1024;

/**
 * The command and its first arguments: the setting with its folder filled in, or an environment of a trusted folder, or the PATH.
 * @param {readonly string[] | undefined} setting
 * @param {string | undefined} folder
 * @param {boolean} trusted
 * @returns {string[]}
 */
function commandOf(setting, folder, trusted) {
  const words = setting && setting.length > 0 ? setting : DEFAULT;
  if (words.length === 1 && words[0] === DEFAULT[0] && folder && trusted) {
    const found = environments(folder).find((file) => existsSync(file));
    if (found) return [found];
  }
  return words.map((word) => word.replaceAll("${workspaceFolder}", folder ?? ""));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function environments(folder) {
  const inside = process.platform === "win32" ? ["Scripts", "rulewright.exe"] : ["bin", "rulewright"];
  return [".venv", "venv"].map((name) => path.join(folder, name, ...inside));
}

/**
 * What a person can do about a server that did not start.
 * @param {readonly string[]} command
 * @param {{ code?: string | number | null, stderr?: string }} ended
 * @returns {string}
 */
function adviceFor(command, ended) {
  const said = (ended.stderr ?? "").trim();
  if (ended.code === "ENOENT" || ended.code === "EACCES" || /No module named '?rulewright'?/.test(said)) {
    return `Rulewright was not found (${command.join(" ")}). Install it, or set rulewright.command to where it is.`;
  }
  if (/extra `lsp`/.test(said)) {
    return "This Rulewright lacks the packages of its language server. In a copy of Rulewright: pip install '.[lsp]'";
  }
  if (/No such command/.test(said)) {
    return `This Rulewright (${command.join(" ")}) has no language server. Install a newer one.`;
  }
  const last = said.split("\n").at(-1);
  return `The language server of Rulewright ended${last ? `: ${last}` : "."}`;
}

/**
 * Run the program to its end.
 * @param {readonly string[]} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: string | number, stdout: string, stderr: string }>}
 */
function runToEnd(command, args, cwd) {
  const [program, ...first] = command;
  return new Promise((resolve) => {
    execFile(program, [...first, ...args], { cwd, env: plainEnvironment(), maxBuffer: LARGEST_OUTPUT }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code ?? 1 : 0, stdout, stderr });
    });
  });
}

/**
 * The environment of a program whose output is read here: plain text, as soon as it is written.
 * @returns {NodeJS.ProcessEnv}
 */
function plainEnvironment() {
  return { ...process.env, NO_COLOR: "1", PYTHONIOENCODING: "utf-8", PYTHONUNBUFFERED: "1" };
}

module.exports = { adviceFor, commandOf, plainEnvironment, runToEnd };
