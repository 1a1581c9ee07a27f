/** Rules for connections of browsers, and the selection of proxies. Opens no socket. */

import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { writeSetting } from "../../../src/lib/settings.ts";
import { addressKind } from "../../../src/platform/egress/addresses.ts";
import { readCountries } from "../../../src/platform/egress/countries.ts";
import { Guard, type GuardSetup, hostOf } from "../../../src/platform/egress/guard.ts";
import { framingOf, parseHead } from "../../../src/platform/egress/head.ts";
import { chooseUpstream, customUpstream, offerOf } from "../../../src/platform/egress/upstream.ts";
import { serverOptions } from "../../../src/platform/serve-options.ts";
import { temporaryFolder } from "../../support/folder.ts";

test.each([
  ["93.184.216.34", "public"],
  ["2606:2800:220:1:248:1893:25c8:1946", "public"],
  ["169.254.169.254", "link-local"],
  ["169.254.170.2", "link-local"],
  ["fe80::1", "link-local"],
  ["febf::1", "link-local"],
  ["100.100.100.200", "metadata"],
  ["fd00:ec2::254", "metadata"],
  ["fd00:ec2::23", "metadata"],
  ["fd20:ce::254", "metadata"],
  ["fd00:42::42", "metadata"],
  ["168.63.129.16", "metadata"],
  ["192.0.0.192", "metadata"],
  ["0.0.0.0", "unusable"],
  ["0.1.2.3", "unusable"],
  ["::", "unusable"],
  ["255.255.255.255", "unusable"],
  ["240.0.0.1", "unusable"],
  ["224.0.0.251", "unusable"],
  ["ff02::1", "unusable"],
  ["127.0.0.1", "loopback"],
  ["127.255.0.9", "loopback"],
  ["::1", "loopback"],
  ["10.1.2.3", "private"],
  ["172.16.0.1", "private"],
  ["172.32.0.1", "public"],
  ["192.168.1.1", "private"],
  ["100.64.0.1", "private"],
  ["198.18.0.7", "private"],
  ["fd12:3456::1", "private"],
  ["fec0::1", "private"],
  // Addresses that embed another one.
  ["::ffff:169.254.169.254", "link-local"],
  ["::ffff:a9fe:a9fe", "link-local"],
  ["::ffff:127.0.0.1", "loopback"],
  ["::169.254.169.254", "link-local"],
  ["::ffff:0:169.254.169.254", "link-local"],
  ["64:ff9b::169.254.169.254", "link-local"],
  ["64:ff9b::93.184.216.34", "public"],
  ["64:ff9b:1:a9fe:a9:fe00::", "link-local"],
  ["64:ff9b:1::169.254.169.254", "link-local"],
  ["2002:a9fe:a9fe::1", "link-local"],
  ["2002:7f00:1::", "loopback"],
  ["2001:0:a9fe:a9fe::1", "link-local"],
  ["2001:0:5db8:d822:0:0:5601:5601", "link-local"],
  ["fd12:3456::5efe:a9fe:a9fe", "link-local"],
  ["2606:2800::200:5efe:10.0.0.1", "private"],
])("the address %s is %s", (address, kind) => {
  expect(addressKind(address)).toBe(kind as ReturnType<typeof addressKind>);
});

test.each([
  ["2852039166", "169.254.169.254"],
  ["0xa9fea9fe", "169.254.169.254"],
  ["0251.0376.0251.0376", "169.254.169.254"],
  ["169.254.43518", "169.254.169.254"],
  ["169.254.169.254.", "169.254.169.254"],
  ["[::ffff:169.254.169.254]", "169.254.169.254"],
  ["①⑥⑨.254.169.254", "169.254.169.254"],
  ["169。254。169。254", "169.254.169.254"],
  ["0", "0.0.0.0"],
  ["LOCALHOST..", "localhost"],
  ["LOCALHOST.", "localhost"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["%6c%6f%63alhost", "localhost"],
  ["[fe80::1%25eth0]", undefined],
  ["user@site.test", undefined],
  ["site.test/path", undefined],
  ["site.test:80", undefined],
  ["site.test:81", undefined],
  ["", undefined],
  [".", undefined],
])("the host %s is read as browsers read it", (text, host) => {
  expect(hostOf(text)).toBe(host as string);
});

function guard(setup: Partial<GuardSetup> = {}): Guard {
  return new Guard({ isPrivateOpen: false, ownPorts: () => [], lookup: async () => ["93.184.216.34"], ...setup });
}

async function ruleOf(guard: Guard, host: string, port = 80): Promise<string> {
  const refused = await guard.addresses({ host, port }).catch((error) => error);
  return Array.isArray(refused) ? "allowed" : (refused.rule ?? refused.message);
}

test("always refuses metadata, link-local and unusable addresses", async () => {
  const open = guard({ isPrivateOpen: true, lookup: async () => ["93.184.216.34", "169.254.169.254"] });
  expect(await ruleOf(open, "evil.test")).toBe("link-local");
  for (const name of ["metadata.google.internal", "metadata", "x.metadata.google.internal", "instance-data"])
    expect(await ruleOf(open, name)).toBe("metadata");
  expect(await ruleOf(open, "metadata.example.com")).toBe("link-local");
  expect(await ruleOf(open, "0.0.0.0")).toBe("unusable");
});

test("refuses loopback and private addresses unless they are open, by address and by name", async () => {
  const inside = async () => ["10.0.0.5"];
  for (const host of ["127.0.0.1", "::1", "10.0.0.1", "localhost", "a.localhost", "inside.test"]) {
    expect(await ruleOf(guard({ lookup: inside }), host)).toBe("private");
    expect(await ruleOf(guard({ lookup: inside, isPrivateOpen: true }), host)).toBe("allowed");
  }
  expect(await ruleOf(guard(), "site.test")).toBe("allowed");
});

test("refuses the server's own ports at every address of this machine only", async () => {
  const own = guard({ isPrivateOpen: true, ownPorts: () => [8787], lookup: async () => ["127.0.0.1"] });
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
  for (const host of ["127.0.0.1", "127.9.9.9", "::1", "localhost", "rebound.test", ...addresses])
    if (!host.startsWith("fe80")) expect(await ruleOf(own, host, 8787)).toBe("own");
  expect(await ruleOf(own, "127.0.0.1", 8788)).toBe("allowed");
  expect(await ruleOf(own, "10.255.255.1", 8787)).toBe("allowed");
});

test("resolves a name once and returns the checked addresses", async () => {
  const answers = [["93.184.216.34"], ["127.0.0.1"]];
  const rebinding = guard({ lookup: async () => answers.shift() ?? [] });
  expect(await rebinding.addresses({ host: "rebind.test", port: 80 })).toEqual(["93.184.216.34"]);
  expect(await ruleOf(rebinding, "rebind.test")).toBe("private");
  expect(await ruleOf(rebinding, "rebind.test")).toBe("the host rebind.test does not exist");
});

test("skips results of a name server that are not addresses", async () => {
  expect(await ruleOf(guard({ lookup: async () => ["evil.test", ""] }), "site.test")).toBe(
    "the host site.test does not exist",
  );
});

const OFFER = offerOf("http://ours:8080", { uk: "socks5://u:p%40w@uk.example", DE: "http://de.example:3128" });

test("selects the caller's proxy, else that of the country, else the operator's, else none", () => {
  expect(chooseUpstream(OFFER, undefined, null)).toMatchObject({ host: "ours", port: 8080, isCustom: false });
  expect(chooseUpstream(OFFER, null, null)).toBeUndefined();
  expect(chooseUpstream(OFFER, "de", null)).toMatchObject({ protocol: "http", host: "de.example", port: 3128 });
  for (const code of ["gb", "UK"])
    expect(chooseUpstream(OFFER, code, null)).toMatchObject({ protocol: "socks5", port: 1080, password: "p@w" });
  expect(chooseUpstream(OFFER, "de", { host: "mine.example", port: 1 })).toMatchObject({ isCustom: true, port: 1 });
  expect(chooseUpstream(offerOf(undefined), undefined, null)).toBeUndefined();
});

test("refuses a country without a proxy; the default of clients means the operator's proxy", () => {
  expect(() => chooseUpstream(OFFER, "fr", null)).toThrow(
    expect.objectContaining({ status: 422, hint: "Use one of de, gb." }),
  );
  expect(() => chooseUpstream(offerOf(undefined), "fr", null)).toThrow("no proxy in the country 'fr'");
  expect(chooseUpstream(OFFER, "us", null)).toMatchObject({ host: "ours" });
  expect(chooseUpstream(offerOf(undefined), "us", null)).toBeUndefined();
});

test.each([
  ["proxy.example", { protocol: "http", host: "proxy.example" }],
  ["http://proxy.example/", { protocol: "http", host: "proxy.example" }],
  ["https://proxy.example", { protocol: "https", host: "proxy.example" }],
  ["SOCKS5://proxy.example", { protocol: "socks5", host: "proxy.example" }],
  ["2001:db8::1", { protocol: "http", host: "2001:db8::1" }],
  ["socks5://[2001:db8::1]", { protocol: "socks5", host: "2001:db8::1" }],
  ["0x7f.1", { protocol: "http", host: "127.0.0.1" }],
])("a caller's proxy may be written as %s", (host, expected) => {
  expect(customUpstream({ host, port: 9 })).toMatchObject({ ...expected, port: 9, username: "", password: "" });
});

test.each(["ftp://proxy.example", "proxy.example:80", "a b", "u:p@proxy.example", "http://proxy.example/path"])(
  "a caller's proxy may not be written as %s",
  (host) => {
    expect(() => customUpstream({ host, port: 9 })).toThrow(expect.objectContaining({ status: 422 }));
  },
);

test("reports invalid settings at the start, without URLs", () => {
  const wrong = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return error as Error & { code: string; hint: string };
    }
    throw new Error("nothing was wrong");
  };
  for (const address of ["ours:8080", "ftp://a:geheim@b", "http://a:geheim@b/path", "http://a:geheim%zz@b", ""]) {
    const { code, message, hint } = wrong(() => offerOf(address));
    expect([code, message]).toEqual(["usage", expect.stringContaining("serve_proxy")]);
    expect(message + hint).not.toContain("geheim");
  }
  expect(wrong(() => offerOf(undefined, { usa: "http://a" })).message).toContain("'usa'");
  expect(wrong(() => offerOf(undefined, { uk: "http://a", gb: "http://b" })).message).toContain("twice");
  using folder = temporaryFolder();
  const path = join(folder.path, "countries.json");
  for (const text of ['{"us": "http://a:geheim@b"', '["http://a:geheim@b"]', '{"us": {"host": "geheim"}}']) {
    writeFileSync(path, text);
    const { code, message } = wrong(() => readCountries(path));
    expect(code).toBe("usage");
    expect(message).not.toContain("geheim");
  }
  writeFileSync(path, '{"us": "http://a:geheim@b"}');
  expect(readCountries(path)).toEqual({ us: "http://a:geheim@b" });
  rmSync(path);
  expect(wrong(() => readCountries(path)).code).toBe("not_found");
});

test("reads the settings of proxies at the start", () => {
  using folder = temporaryFolder();
  const home = folder.path;
  const path = join(home, "countries.json");
  writeFileSync(path, '{"uk": "socks5://gb.example"}');
  writeSetting(home, "serve_proxy", "http://u:p@ours.example:3128");
  writeSetting(home, "serve_countries", path);
  expect(serverOptions(home, {}).proxies).toMatchObject({
    fallback: { host: "ours.example", port: 3128, username: "u" },
    countries: new Map([["gb", expect.objectContaining({ protocol: "socks5", port: 1080 })]]),
  });
  writeSetting(home, "serve_proxy", "ours.example:3128");
  expect(() => serverOptions(home, {})).toThrow("serve_proxy: not a valid proxy URL");
});

test("finds the end of a body however its bytes are split", () => {
  const request = (header: string) => parseHead(Buffer.from(`POST http://site.test/ HTTP/1.1\r\n${header}\r\n\r\n`));
  const next = "GET http://site.test/ HTTP/1.1\r\n";
  for (const [header, body] of [
    ["Content-Length: 11", "hello\r\nhell"],
    ["Transfer-Encoding: Chunked", "5;a=b\r\nhello\r\nA\r\n0123456\r\n9\r\n0\r\nTrailer: x\r\n\r\n"],
    ["Transfer-Encoding: chunked", "0\r\n\r\n"],
  ] as const) {
    const bytes = Buffer.from(body + next);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const framing = framingOf(request(header));
      const first = framing.take(bytes.subarray(0, cut), 0);
      const rest = framing.take(bytes, first);
      expect([first + rest, framing.isDone]).toEqual([body.length, true]);
    }
  }
  for (const body of ["x\r\n", "-1\r\n", "fffffffff\r\n", `1;${"a".repeat(20_000)}`])
    expect(() => framingOf(request("Transfer-Encoding: chunked")).take(Buffer.from(body), 0)).toThrow(
      "a chunk is invalid",
    );
});
