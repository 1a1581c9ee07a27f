/** Secrets without a browser: where they may be typed, and every form in which their values are found. */
import { expect, test } from "bun:test";
import { Redactor } from "../../../src/agent/guard/redact.ts";
import { missingIn, Secrets, secretsOf } from "../../../src/agent/guard/secrets.ts";

test("clients give secrets by name or by host", () => {
  expect(secretsOf({ token: "abc:def", "github.com": "ann:pw:1", "https://*.example.com": "key" })).toEqual([
    { name: "token", value: "abc:def", domains: [] },
    { name: "github.com user", value: "ann", domains: ["github.com"] },
    { name: "github.com password", value: "pw:1", domains: ["github.com"] },
    { name: "https://*.example.com", value: "key", domains: ["https://*.example.com"] },
  ]);
});

test("code says which secrets it types, unless it puts their names together", () => {
  const code = `type({ text: "<secret>pin</secret><secret>pin</secret>" }); type({ text: "<secret>code:totp</secret>" });
    type({ text: \`<secret>\${name}</secret>\` }); type({ text: "<secret>" + name + "</secret>" });`;
  expect(missingIn(code, {})).toEqual(["pin", "code"]);
  expect(missingIn(code, { pin: "1", code: "2" })).toEqual([]);
  expect(missingIn('"<secret>github.com user</secret>"', { "github.com": "ann:pw" })).toEqual([]);
});

function secrets(domains: string[]) {
  return new Secrets([{ name: "t", value: "v4lue", domains }], { isConfined: false, has: () => undefined });
}

test("a host means https, and http on this network or where it says so", () => {
  const typed = (domains: string[], origin: string) => {
    try {
      return secrets(domains).reveal("<secret>t</secret>", { origins: [origin], isForPassword: false }) === "v4lue";
    } catch {
      return false;
    }
  };
  expect(typed(["example.com"], "https://example.com")).toBe(true);
  expect(typed(["example.com"], "https://www.example.com")).toBe(true);
  expect(typed(["example.com"], "http://example.com")).toBe(false);
  expect(typed(["http://example.com"], "http://example.com")).toBe(true);
  expect(typed(["example.com"], "https://evil.example.com")).toBe(false);
  expect(typed(["example.com"], "https://example.com.evil.test")).toBe(false);
  expect(typed(["*.example.com"], "https://login.example.com")).toBe(true);
  expect(typed(["localhost:3000"], "http://localhost:3000")).toBe(true);
  expect(typed(["localhost:3000"], "http://localhost:3001")).toBe(false);
  expect(typed([], "https://anywhere.test")).toBe(true);
});

test("every frame around a field must belong to the secret", () => {
  const reveal =
    (...origins: (string | undefined)[]) =>
    () =>
      secrets(["example.com"]).reveal("<secret>t</secret>", { origins, isForPassword: false });
  expect(reveal("https://example.com", "https://example.com")()).toBe("v4lue");
  expect(reveal("https://example.com", "https://evil.test")).toThrow("https://evil.test is not one of its hosts");
  expect(reveal("https://evil.test", "https://example.com")).toThrow("cannot be typed here");
  expect(reveal(undefined)).toThrow("this page");
  expect(reveal()).toThrow("this page");
});

const VALUE = 'Tr0ub4dor & "3"/ä';

test.each([
  ["as it is", VALUE],
  ["in other case", VALUE.toUpperCase()],
  ["over lines", VALUE.replaceAll(" ", "\n   ")],
  ["in JSON", JSON.stringify(VALUE)],
  ["in HTML", `value="${Bun.escapeHTML(VALUE)}"`],
  ["in an address", `https://a.test/?q=${encodeURIComponent(VALUE)}&z`],
  ["in a form", `q=${new URLSearchParams({ q: VALUE }).toString()}`],
  ["in base 64", btoa(`x${Buffer.from(VALUE).toString("latin1")}`)],
  ["in base 64, between others", Buffer.from(`user:${VALUE}, and more`).toString("base64")],
  ["in base 64 of addresses", Buffer.from(`ab${VALUE}`).toString("base64url")],
  ["in hexadecimal", Buffer.from(VALUE).toString("hex")],
  ["cut off", `value: ${VALUE.slice(0, 14)}…`],
])("a value is found %s", (_, text) => {
  const redactor = new Redactor();
  redactor.add("pw", VALUE);
  expect(redactor.namesIn(text)).toEqual(["pw"]);
  expect(redactor.text(text)).toContain("<secret>pw</secret>");
  expect(redactor.text(text)).not.toMatch(/Tr0ub4dor|VHIwdWI0|5472307562/i);
});

test("texts that only look like it stay as they are", () => {
  const redactor = new Redactor();
  redactor.add("pin", "42");
  redactor.add("password", "password");
  expect(redactor.text("42 of 421 at 4:42")).toBe("<secret>pin</secret> of 421 at 4:<secret>pin</secret>");
  expect(redactor.text("<secret>password</secret> Password")).toBe(
    "<secret>password</secret> <secret>password</secret>",
  );
  expect(redactor.data({ a: ["42", 42, null], "42": true })).toEqual({
    a: ["<secret>pin</secret>", 42, null],
    "<secret>pin</secret>": true,
  } as never);
});
