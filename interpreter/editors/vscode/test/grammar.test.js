"use strict";

/** The grammar over every bundled rulebook, by the tokenizer of the editor. */

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { INITIAL, Registry } = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

const HERE = path.join(__dirname, "..");
const RULEBOOKS = path.join(HERE, "..", "..", "..", "rulebooks");
const FILES = fs.readdirSync(RULEBOOKS, { recursive: true }).map(String).filter((name) => /\.(rulebook|overlay|fragment)\.yaml$/.test(name));

const grammar = (async () => {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const text = fs.readFileSync(path.join(HERE, "syntaxes", "rulewright.tmLanguage.json"), "utf8");
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (string) => new oniguruma.OnigString(string),
    }),
    loadGrammar: async () => JSON.parse(text),
  });
  return registry.loadGrammar("source.rulewright");
})();

/** The tokens of a text: for each the line, the text and its scopes. */
async function tokens(text) {
  const found = [];
  let state = INITIAL;
  for (const [number, line] of text.split("\n").entries()) {
    const answer = (await grammar).tokenizeLine(line, state);
    state = answer.ruleStack;
    for (const { startIndex, endIndex, scopes } of answer.tokens) {
      found.push({ line: number + 1, text: line.slice(startIndex, endIndex), scopes: scopes.slice(1), depth: state.depth });
    }
  }
  return found;
}

/** The innermost scope of a word, without the name of the language. */
async function scopeOf(text, word, nth = 0) {
  const all = (await tokens(text)).filter((token) => token.text.trim() === word);
  assert.ok(all[nth], `no token ${word} in ${JSON.stringify((await tokens(text)).map((token) => token.text))}`);
  return (all[nth].scopes.at(-1) ?? "").replace(/\.rulewright$/, "");
}

test("there are rulebooks to look at", () => assert.ok(FILES.length > 40));

for (const name of FILES) {
  test(`every character of ${name} has a scope, and comments are comments`, async () => {
    const text = fs.readFileSync(path.join(RULEBOOKS, name), "utf8");
    const all = await tokens(text);
    const bare = all.filter((token) => token.text.trim() && token.scopes.length === 0);
    assert.deepEqual(bare.map((token) => `${token.line}: ${token.text}`), []);
    for (const [number, line] of text.split("\n").entries()) {
      if (!/^\s*#/.test(line)) continue;
      const scopes = all.filter((token) => token.line === number + 1 && token.text.trim()).flatMap((token) => token.scopes);
      assert.ok(scopes.some((scope) => scope.startsWith("comment")), `${number + 1}: ${line}`);
    }
    const sections = all.filter((token) => token.scopes.some((scope) => scope.startsWith("keyword.control.section")));
    const written = text.split("\n").filter((line) => /^[a-z_]+:/.test(line)).map((line) => line.split(":")[0]);
    const prose = new Set(["title", "about"]);
    assert.deepEqual(sections.map((token) => token.text), written.filter((word) => !prose.has(word)));
  });
}

test("a flow collection ends where its bracket does", async () => {
  assert.equal(await scopeOf("define: {a: {is: 1, about: one, or so}}\nend: x", "end"), "keyword.control.section");
  assert.equal(await scopeOf("zones:\n  bank: {holds: dice, about: those kept}\n  rack: {}", "rack"), "entity.name.type.declared");
});

test("words for people are prose, and the values in them are expressions", async () => {
  assert.equal(await scopeOf("about: not in order, and count them <sum(rack.face)> times", "sum"), "support.function");
  assert.equal(await scopeOf("about: not in order, and count them", "not in order, and count them"), "string.unquoted.prose");
  assert.equal(await scopeOf("  a: {label: one of them, is: 3}", "3"), "constant.numeric");
  assert.equal(await scopeOf('  about: "your points so far, # no comment"', '"'), "string.quoted.double");
  assert.equal(await scopeOf("  about: words # a comment", "# a comment"), "comment.line.number-sign");
  assert.equal(await scopeOf("  about: words\n    and more words\n  is: 3", "3"), "constant.numeric");
  assert.equal(await scopeOf("  about: words\n    and more words\n  is: 3", "and more words"), "string.unquoted.prose");
  assert.equal(await scopeOf("  about: |\n    if any\n  is: 3", "if any"), "string.unquoted.block");
});

test("expressions", async () => {
  const line = "    when: {high: me.score >= target and not any(p.won for p in players)}";
  assert.equal(await scopeOf(line, "me"), "variable.language");
  assert.equal(await scopeOf(line, "score"), "variable.other.property");
  assert.equal(await scopeOf(line, ">="), "keyword.operator");
  assert.equal(await scopeOf(line, "target"), "variable.other");
  assert.equal(await scopeOf(line, "and"), "keyword.operator.word");
  assert.equal(await scopeOf(line, "any"), "support.function");
  assert.equal(await scopeOf(line, "for"), "keyword.operator.word");
  assert.equal(await scopeOf("  is: hi(total) otherwise none", "hi"), "entity.name.function");
  assert.equal(await scopeOf("  is: hi(total) otherwise none", "none"), "constant.language");
  assert.equal(await scopeOf('  when: "a: b"', "a"), "variable.other");
  assert.equal(await scopeOf("      - |\n        count(s for a in cards) == 3\n    x: y", "count"), "support.function");
  assert.equal(await scopeOf("      - if: |\n          me.owns(last)\n        do:", "me"), "variable.language");
  assert.equal(await scopeOf("      - if: |\n          me.owns(last)\n        do:", "do"), "entity.name.tag.key");
  assert.equal(await scopeOf("  rows: {30: 10, ..22: 1}", "22"), "constant.numeric");
  assert.equal(await scopeOf("    given: {seat(1).score: 25}", "seat"), "support.function");
});

test("effects", async () => {
  assert.equal(await scopeOf("  do: [{move: die, to: rack}, end_turn]", "move"), "keyword.other.effect");
  assert.equal(await scopeOf("  do: [{move: die, to: rack}, end_turn]", "to"), "entity.name.tag.key");
  assert.equal(await scopeOf("  do: [{move: die, to: rack}, end_turn]", "end_turn"), "keyword.other.effect");
  assert.equal(await scopeOf("    - roll: tray", "roll"), "keyword.other.effect");
  assert.equal(await scopeOf("    - if: a\n      do: [b]", "if"), "keyword.other.effect");
});
