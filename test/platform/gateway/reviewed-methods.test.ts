/**
 * The gateway passes every method without a rule, so each method of the protocol and its parameters must be reviewed:
 * `reviewed-methods.txt` lists the reviewed ones. After an update of `devtools-protocol`, review what this test reports, add a
 * rule to `filter.ts` where needed (a path, a URL, a program, access to the protocol), then add the line.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import browser from "devtools-protocol/json/browser_protocol.json";
import js from "devtools-protocol/json/js_protocol.json";
import { judge } from "../../../src/platform/gateway/filter.ts";

interface Domain {
  domain: string;
  commands?: { name: string; parameters?: { name: string }[] }[];
}

const methods = [...(browser.domains as Domain[]), ...(js.domains as Domain[])].flatMap(({ domain, commands = [] }) =>
  commands.map(({ name, parameters = [] }) => `${domain}.${name}(${parameters.map((one) => one.name).join(", ")})`),
);
const reviewed = readFileSync(join(import.meta.dir, "reviewed-methods.txt"), "utf8")
  .trim()
  .split("\n");

test("every method of the protocol is reviewed with its parameters", () => {
  expect(methods.filter((one) => !reviewed.includes(one))).toEqual([]);
  expect(reviewed.filter((one) => !methods.includes(one))).toEqual([]);
});

/** Paths in a document or a cookie, not on the machine. */
const NOT_FILES = ["DOM.pushNodeByPathToFrontend path", "Network.deleteCookies path", "Network.setCookie path"];

test("every parameter with a path of the machine has a rule", () => {
  const folders = { uploads: "/nowhere/uploads", downloads: "/nowhere/downloads" };
  const passes = (method: string, name: string) => {
    const given = { [name]: name === "files" ? ["/etc/passwd"] : "/etc/passwd" };
    const verdict = judge({ id: 1, method, params: given }, folders);
    return "call" in verdict && JSON.stringify(verdict.call.params).includes("/etc/passwd");
  };
  const named = methods.flatMap((line) => {
    const [, method = "", list = ""] = /^(\S+?)\((.*)\)$/.exec(line) ?? [];
    return list
      .split(", ")
      .filter((name) => /^(files?|path|downloadPath|.*[a-z]Path|executable.*)$/.test(name))
      .map((name) => ({ method, name }));
  });
  expect(named.length).toBeGreaterThan(3);
  const passed = named.filter(({ method, name }) => passes(method, name));
  expect(passed.map(({ method, name }) => `${method} ${name}`).sort()).toEqual(NOT_FILES);
});
