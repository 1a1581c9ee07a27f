/** What a policy refuses: notations of hosts that must not bypass it, and similar hosts that must pass. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Policy, parsePattern, policyOf } from "../../../src/browser/policy/policy.ts";
import { resolverArguments } from "../../../src/browser/policy/resolver.ts";
import { NO_RULES } from "../../../src/lib/rules.ts";

function policy(allowed: string, blocked = "", more: string[] = []): Policy {
  const lists = [allowed, ...more].filter(Boolean).map((list) => list.split(","));
  const made = policyOf({ ...NO_RULES, allowed: lists, blocked: blocked.split(",").filter(Boolean) });
  if (!made) throw new Error("no policy");
  return made;
}

const passes = (one: Policy, address: string) => one.refuses(address, true) === undefined;

test("has no policy without rules", () => {
  expect(policyOf(NO_RULES)).toBeUndefined();
});

test("an allowed name includes its www; a star includes all hosts below it", () => {
  const exact = policy("example.com");
  for (const address of ["https://example.com/", "http://www.example.com/a?b", "wss://example.com:8080/x"])
    expect([address, passes(exact, address)]).toEqual([address, true]);
  for (const address of [
    "https://api.example.com/",
    "https://example.com.evil.com/",
    "https://notexample.com/",
    "https://example.co/",
    "https://www.www.example.com/",
  ])
    expect([address, passes(exact, address)]).toEqual([address, false]);
  const below = policy("*.example.com");
  for (const address of ["https://example.com/", "https://a.b.example.com/", "https://A.Example.COM./"])
    expect([address, passes(below, address)]).toEqual([address, true]);
  expect(passes(below, "https://xexample.com/")).toBe(false);
});

test("a blocked name includes all hosts below it and overrides an allowed one", () => {
  const block = policy("", "evil.com");
  for (const address of ["https://evil.com/", "http://evil.com./", "https://cdn.evil.com/x", "ws://EVIL.com:81/"])
    expect([address, passes(block, address)]).toEqual([address, false]);
  for (const address of ["https://notevil.com/", "https://evil.com.example.org/", "file:///tmp/x", "chrome://version"])
    expect([address, passes(block, address)]).toEqual([address, true]);
  const both = policy("*.example.com", "ads.example.com");
  expect(passes(both, "https://www.example.com/")).toBe(true);
  expect(both.refuses("https://x.ads.example.com/", false)).toMatchObject({
    setting: "blocked_domains",
    message: "x.ads.example.com is in blocked_domains",
  });
});

test("user names and schemes before the host do not bypass a rule", () => {
  const one = policy("allowed.com");
  for (const address of [
    "https://allowed.com:pw@evil.com/",
    "https://allowed.com@evil.com/",
    "https://evil.com/https://allowed.com/",
    "https://evil.com?allowed.com",
    "https://evil.com#@allowed.com/",
    "https://evil.com\\@allowed.com/",
    "view-source:https://evil.com/",
    "view-source: view-source:https://evil.com/",
    "  https://evil.com/",
    "https:evil.com",
    "https:\\\\evil.com\\",
    "ht\ttps://evil.com/",
  ])
    expect([address, passes(one, address)]).toEqual([address, false]);
  for (const address of ["https://evil.com@allowed.com/", "view-source:https://allowed.com/", "https:/allowed.com"])
    expect([address, passes(one, address)]).toEqual([address, true]);
});

/** Notations of 127.0.0.1 and of allowed names. */
const LOOPBACK = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "127.0.0.0x1",
  "127.0.0.1.",
  "１２７.０.０.１",
  "127。0。0。1",
  "127．0｡0．1",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "①②⑦.0.0.1",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:7f00:0001]",
  "user:pw@127.0.0.1",
];

test("all notations of an IP address are equal", () => {
  const allow = policy("127.0.0.1");
  const block = policy("", "127.0.0.1");
  for (const host of LOOPBACK) {
    expect([host, passes(allow, `http://${host}/`)]).toEqual([host, true]);
    expect([host, passes(block, `http://${host}/`)]).toEqual([host, false]);
    expect([host, passes(policy("example.com"), `http://${host}:8080/`)]).toEqual([host, false]);
  }
  for (const host of ["127.0.0.1.example.com", "127-0-0-1.nip.io", "2130706433.com", "127.0.0.2", "localhost"])
    expect([host, passes(block, `http://${host}/`)]).toEqual([host, true]);
  for (const spelled of ["2130706433", "0x7f.1", "127.1"])
    expect(passes(policy("", spelled), "http://127.0.0.1/")).toBe(false);
});

test("compares international names in their ASCII form", () => {
  const one = policy("bücher.example");
  for (const host of [
    "bücher.example",
    "xn--bcher-kva.example",
    "BÜCHER.example",
    "b%C3%BCcher.example",
    "bücher。example",
  ])
    expect([host, passes(one, `https://${host}/`)]).toEqual([host, true]);
  expect(passes(one, "https://bucher.example/")).toBe(false);
  // A Cyrillic а.
  expect(passes(policy("apple.com"), "https://аpple.com/")).toBe(false);
});

test("accepts IPv6 addresses with and without brackets", () => {
  for (const pattern of ["[::1]", "::1", "[0:0:0:0:0:0:0:1]"]) {
    expect(passes(policy(pattern), "http://[::1]:3000/")).toBe(true);
    expect(passes(policy(pattern), "http://[::2]/")).toBe(false);
  }
  expect(passes(policy("[::1]:3000"), "http://[::1]:3000/")).toBe(true);
  expect(passes(policy("[::1]:3000"), "http://[::1]/")).toBe(false);
});

test("respects the scheme and port of a pattern", () => {
  const secure = policy("https://example.com");
  expect(passes(secure, "https://example.com/")).toBe(true);
  expect(passes(secure, "wss://example.com/")).toBe(true);
  expect(passes(secure, "http://example.com/")).toBe(false);
  const any = policy("http*://*.example.com/*");
  expect(passes(any, "http://a.example.com/")).toBe(true);
  expect(passes(any, "https://a.example.com/")).toBe(true);
  const local = policy("localhost:3000");
  expect(passes(local, "http://localhost:3000/")).toBe(true);
  expect(passes(local, "http://localhost:3001/")).toBe(false);
  expect(passes(local, "http://localhost/")).toBe(false);
  expect(passes(policy("example.com:443"), "https://example.com/")).toBe(true);
  expect(passes(policy("https://*"), "https://anything.at.all/")).toBe(true);
  expect(passes(policy("https://*"), "http://anything.at.all/")).toBe(false);
});

test("with allowed hosts, refuses schemes that reach other hosts or files", () => {
  const one = policy("example.com");
  for (const address of [
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    "view-source:file:///etc/passwd",
    "chrome://settings",
    "chrome-extension://abc/page.html",
    "devtools://devtools/bundled/inspector.html",
    "ftp://example.com/",
    "filesystem:https://example.com/temporary/x",
    "mailto:a@example.com",
    "no address at all",
    "https://",
    "",
  ])
    expect([address, passes(one, address)]).toEqual([address, false]);
  for (const address of ["about:blank", "about:srcdoc", "data:text/html,x", "blob:https://example.com/1-2"])
    expect([address, passes(one, address)]).toEqual([address, true]);
  // Content inside the page, not a navigation.
  expect(one.refuses("chrome-extension://abc/icon.png", false)).toBeUndefined();
  expect(one.refuses("file:///etc/passwd", false)?.setting).toBe("allowed_domains");
});

test("two lists allow only hosts that both allow", () => {
  const shared = policy("*.example.com,a.org", "", ["api.example.com,*.b.org,a.org:81"]);
  expect(passes(shared, "https://api.example.com/")).toBe(true);
  expect(passes(shared, "https://example.com/")).toBe(false);
  expect(passes(shared, "https://x.b.org/")).toBe(false);
  expect(passes(shared, "http://a.org:81/")).toBe(true);
  expect(passes(shared, "http://a.org/")).toBe(false);
  const nothing = policy("a.com", "", ["b.com"]);
  expect(passes(nothing, "https://a.com/")).toBe(false);
  expect(passes(nothing, "https://b.com/")).toBe(false);
  expect(passes(policy("https://*", "", ["*.a.com"]), "https://x.a.com/")).toBe(true);
  expect(passes(policy("https://*", "", ["*.a.com"]), "http://x.a.com/")).toBe(false);
});

test("refuses ambiguous patterns", () => {
  for (const pattern of [
    "exa*mple.com",
    "example.*",
    "*example.com",
    "a.*.example.com",
    "ftp://example.com",
    "constructor://example.com",
    "javascript://x",
    "https://",
    "https://example.com/path",
    "user@example.com",
    "exa mple.com",
    "*.127.0.0.1",
    "*.[::1]",
    "example.com:99999",
    "[::1",
    "%",
  ])
    expect(() => parsePattern(pattern, "allowed_domains")).toThrow("allowed_domains: '");
});

test("blocks the resolution of exactly the names in the rules", () => {
  expect(resolverArguments(policy("example.com,*.a.org,[::1],127.0.0.1"), ["proxy.local"]).at(-1)).toBe(
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE example.com, EXCLUDE example.com., EXCLUDE www.example.com, EXCLUDE www.example.com., EXCLUDE a.org, EXCLUDE a.org., EXCLUDE *.a.org, EXCLUDE *.a.org., EXCLUDE ::1, EXCLUDE 127.0.0.1, EXCLUDE proxy.local",
  );
  expect(resolverArguments(policy("", "evil.com"), []).at(-1)).toBe(
    "--host-resolver-rules=MAP evil.com ~NOTFOUND, MAP evil.com. ~NOTFOUND, MAP *.evil.com ~NOTFOUND, MAP *.evil.com. ~NOTFOUND",
  );
});

test("reports lists too long for a command line, or leaves them to interception", () => {
  const many = Array.from({ length: 9_000 }, (_, n) => `host${n}.example.com`).join(",");
  expect(() => resolverArguments(policy(many), [])).toThrow("too long for a browser");
  expect(resolverArguments(policy("", many), []).join(" ")).not.toContain("host-resolver-rules");
  expect(resolverArguments(policy("a.com", many), []).at(-1)).toStartWith("--host-resolver-rules=MAP * ~NOTFOUND");
  expect(passes(policy("a.com", many), "https://host8999.example.com/")).toBe(false);
});

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join("."));

test("allows a listed name with any case, port and path", () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), name, fc.nat(60_000), (listed, other, port) => {
      const one = policy(listed.join(","));
      for (const host of listed) {
        if (!passes(one, `https://${host.toUpperCase()}:${port + 1}/${other}`)) return false;
        if (passes(one, `https://${other}.${host}x/`) && !listed.includes(`${other}.${host}x`)) return false;
      }
      const isMeant = listed.includes(other) || listed.some((host) => other === `www.${host}`);
      return isMeant === passes(one, `http://${other}/`);
    }),
  );
});

test("blocks hosts below a blocked name; two lists allow their intersection", () => {
  fc.assert(fc.property(name, label, (host, below) => !passes(policy("", host), `https://${below}.${host}./`)));
  const pattern = fc
    .tuple(fc.constantFrom("", "*."), fc.constantFrom("a.com", "x.a.com", "y.x.a.com", "b.com"))
    .map((parts) => parts.join(""));
  const list = fc.array(pattern, { minLength: 1, maxLength: 3 }).map((patterns) => patterns.join(","));
  const host = fc.constantFrom("a.com", "x.a.com", "y.x.a.com", "z.y.x.a.com", "www.a.com", "b.com", "c.b.com");
  fc.assert(
    fc.property(list, list, host, (one, other, asked) => {
      const address = `https://${asked}/`;
      const each = passes(policy(one), address) && passes(policy(other), address);
      return passes(policy(one, "", [other]), address) === each;
    }),
  );
});
