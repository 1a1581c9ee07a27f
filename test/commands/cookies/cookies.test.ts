import { expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Data, type Fixture, fixture, write } from "../../fixture.ts";

const namesOf = ({ cookies }: Data) => cookies.map(({ name }: Data) => name).sort();
const sorted = ({ cookies }: Data) => [...cookies].sort((a: Data, b: Data) => (a.name < b.name ? -1 : 1));
/** In a year, in whole seconds: browsers keep no cookie for much longer. */
const EXPIRES = Math.round(Date.now() / 1000) + 365 * 24 * 3600;

/** A cookie of each kind, on hosts whose names end alike. */
async function setMany(t: Fixture): Promise<void> {
  const set = (...argv: string[]) => t.svc("cookies", "set", ...argv);
  await set("exact", "1", "--domain", "example.com");
  await set("dotted", "2", "--domain", ".example.com", "--http-only", "--same-site", "Lax");
  await set("other", "3", "--domain", "notexample.com");
  await set("sub", "4", "--domain", "shop.example.com");
  await set("path", "5", "--domain", "example.com", "--path", "/account");
  await set("secure", '6 = "six" é', "--domain", "example.com", "--secure", "--same-site", "None");
  await set("lasting", "", "--domain", "example.com", "--expires", String(EXPIRES), "--same-site", "strict");
}

test("cookies set belongs to the page that is open, which is sent it", async () => {
  await using t = await fixture();
  const site = t.site("", { "/echo": (request) => new Response(request.headers.get("cookie") ?? "none") });
  await t.svc("open", site);
  expect(await t.svc("cookies", "set", "theme", "dark")).toEqual({ set: "theme", domain: "127.0.0.1" });
  await t.svc("cookies", "set", "id", "7", "--http-only");
  expect(await t.svc("eval", "document.cookie")).toMatchObject({ result: "theme=dark" });
  expect(await t.svc("eval", "await fetch('/echo').then((answer) => answer.text())")).toMatchObject({
    result: expect.stringMatching(/^(theme=dark; id=7|id=7; theme=dark)$/),
  });
  await t.svc("eval", "document.cookie = 'own=1; path=/'");
  expect(namesOf(await t.svc("cookies", "get"))).toEqual(["id", "own", "theme"]);
  await t.svc("cookies", "set", "theme", "light");
  expect(await t.svc("eval", "document.cookie")).toMatchObject({ result: expect.stringContaining("theme=light") });
});

test("cookies get tells everything of a cookie", async () => {
  await using t = await fixture();
  await t.svc(
    "cookies",
    "set",
    "all",
    "v",
    "--domain",
    "example.com",
    "--path",
    "/p",
    "--secure",
    "--http-only",
    "--same-site",
    "none",
    "--expires",
    String(EXPIRES),
  );
  expect(await t.svc("cookies", "get")).toEqual({
    cookies: [
      {
        name: "all",
        value: "v",
        domain: expect.stringMatching(/^\.?example\.com$/),
        path: "/p",
        secure: true,
        httpOnly: true,
        sameSite: "None",
        expires: EXPIRES,
      },
    ],
  });
  expect(await t.text("cookies", "get")).toMatch(
    /^all: v {2}\(domain=\.?example\.com, path=\/p, secure, httpOnly, sameSite=None, expires=\d+\)$/,
  );
  await t.svc("cookies", "clear");
  expect(await t.text("cookies", "get")).toBe("no cookies");
});

test("cookies get --url gives exactly those that the address would be sent", async () => {
  await using t = await fixture();
  await setMany(t);
  expect((await t.svc("cookies", "get")).cookies).toHaveLength(7);
  expect(namesOf(await t.svc("cookies", "get", "--url", "https://example.com/account/x"))).toEqual([
    "dotted",
    "exact",
    "lasting",
    "path",
    "secure",
  ]);
  expect(namesOf(await t.svc("cookies", "get", "--url", "http://example.com/"))).toEqual([
    "dotted",
    "exact",
    "lasting",
  ]);
  expect(namesOf(await t.svc("cookies", "get", "--url", "notexample.com"))).toEqual(["other"]);
  expect(namesOf(await t.svc("cookies", "get", "--url", "example.com/accounts"))).toEqual([
    "dotted",
    "exact",
    "lasting",
    "secure",
  ]);
  expect(namesOf(await t.svc("cookies", "get", "--url", "https://com"))).toEqual([]);
  expect(await t.fails("cookies", "get", "--url", "two words")).toMatchObject({ code: "usage" });
});

test("cookies clear removes all, or exactly those of an address", async () => {
  await using t = await fixture();
  await setMany(t);
  expect(await t.svc("cookies", "clear", "--url", "http://example.com/")).toEqual({ cleared: 3 });
  expect(namesOf(await t.svc("cookies", "get"))).toEqual(["other", "path", "secure", "sub"]);
  expect(await t.svc("cookies", "clear", "--url", "http://nowhere.example/")).toEqual({ cleared: 0 });
  expect(await t.svc("cookies", "clear")).toEqual({ cleared: 4 });
  expect(await t.svc("cookies", "get")).toEqual({ cookies: [] });
});

test("cookies come back the same through a file", async () => {
  await using t = await fixture();
  await t.svc("open", t.site("").replace("127.0.0.1", "localhost"));
  await setMany(t);
  await t.svc("cookies", "set", "host", "only");
  const file = join(t.folder, "cookies.json");
  const before = sorted(await t.svc("cookies", "get"));
  expect(await t.svc("cookies", "export", file)).toEqual({ exported: 8, file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toHaveLength(8);
  await t.svc("cookies", "clear");
  expect(await t.svc("cookies", "import", file)).toEqual({ imported: 8, file });
  expect(sorted(await t.svc("cookies", "get"))).toEqual(before);
});

test("cookies export keeps to --url, replaces a file's content and mode, and takes a path from where it is called", async () => {
  await using t = await fixture();
  await setMany(t);
  const file = write(t.folder, "old.json", "old".repeat(9999));
  const before = process.cwd();
  process.chdir(t.folder);
  try {
    expect(await t.svc("cookies", "export", "old.json", "--url", "notexample.com")).toEqual({ exported: 1, file });
    expect(await t.svc("cookies", "import", "./old.json")).toMatchObject({ imported: 1 });
  } finally {
    process.chdir(before);
  }
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject([{ name: "other" }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await t.fails("cookies", "export", join(t.folder, "no/such/folder.json"))).toMatchObject({
    code: "not_found",
  });
});

test("cookies import reads the files of other tools", async () => {
  await using t = await fixture();
  const list = [
    {
      name: "a",
      value: "1",
      domain: ".example.com",
      hostOnly: false,
      session: false,
      storeId: "0",
      sameSite: "no_restriction",
      secure: true,
      expirationDate: EXPIRES + 0.5,
      path: "/",
    },
    { name: "b", value: "2", url: "https://example.com/" },
    { name: "c", value: "3", domain: "example.com", sameSite: "unspecified", expires: -1 },
  ];
  expect(
    await t.svc(
      "cookies",
      "import",
      write(t.folder, "state.json", `\uFEFF${JSON.stringify({ cookies: list, origins: [] })}`),
    ),
  ).toMatchObject({ imported: 3 });
  expect(sorted(await t.svc("cookies", "get"))).toMatchObject([
    { name: "a", sameSite: "None", expires: expect.closeTo(EXPIRES + 0.5, 1) },
    { name: "b", domain: "example.com" },
    { name: "c" },
  ]);
  expect(await t.svc("cookies", "import", write(t.folder, "empty.json", "[]"))).toMatchObject({ imported: 0 });
});

test("cookies import refuses what is no cookie file, and sets nothing of it", async () => {
  await using t = await fixture();
  const good = { name: "a", value: "1", domain: "example.com" };
  for (const content of [
    "not JSON",
    "",
    "{}",
    "7",
    JSON.stringify([good, { name: "b" }]),
    JSON.stringify([good, { ...good, domain: undefined }]),
    JSON.stringify([good, null]),
  ]) {
    expect(await t.fails("cookies", "import", write(t.folder, "bad.json", content))).toMatchObject({
      code: "bad_file",
      message: expect.stringContaining("bad.json"),
    });
  }
  expect(await t.fails("cookies", "import", join(t.folder, "none.json"))).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("none.json"),
  });
  expect(await t.svc("cookies", "get")).toEqual({ cookies: [] });
});

test("cookies set refuses what a browser would drop", async () => {
  await using t = await fixture();
  expect(await t.fails("cookies", "set", "a", "1")).toMatchObject({
    code: "usage",
    hint: expect.stringContaining("--domain"),
  });
  await t.svc("open", t.site(""));
  expect(await t.fails("cookies", "set", "a", "1", "--same-site", "None")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("--secure"),
  });
  expect(await t.fails("cookies", "set", "a", "1", "--same-site", "Sometimes")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("Strict, Lax, None"),
  });
  expect(await t.fails("cookies", "set", "a", "1", "--expires", "tomorrow")).toMatchObject({ code: "usage" });
  expect(await t.fails("cookies", "set", "", "1")).toMatchObject({ code: "usage" });
  expect(await t.fails("cookies", "set", "a")).toMatchObject({ code: "usage" });
  expect(await t.fails("cookies", "set", "a", "1", "--domain", "exa mple")).toMatchObject({ code: "usage" });
  expect(await t.fails("cookies", "set", "a", "1", "--domain", "https://example.com/x")).toMatchObject({
    code: "usage",
  });
  expect(await t.fails("cookies", "set", "a;b", "1")).toMatchObject({ code: "unsuitable" });
  expect(await t.svc("cookies", "get")).toEqual({ cookies: [] });
});

test("cookies set that is over already is not there", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(""));
  await t.svc("cookies", "set", "a", "1");
  await t.svc("cookies", "set", "a", "2", "--expires", "1");
  expect(await t.svc("cookies", "get")).toEqual({ cookies: [] });
});

test("a time that the browser shortened is told", async () => {
  await using t = await fixture();
  const far = Math.round(Date.now() / 1_000) + 1_000 * 86_400;
  const answer = await t.svc("cookies", "set", "far", "1", "--domain", "example.com", "--expires", String(far));
  expect(answer).toMatchObject({ set: "far", asked_expires: far });
  expect(answer.expires).toBeLessThan(far - 500 * 86_400);
  expect(await t.svc("cookies", "set", "near", "1", "--domain", "example.com", "--expires", String(EXPIRES))).toEqual({
    set: "near",
    domain: "example.com",
  });
  const file = write(
    t.folder,
    "far.json",
    JSON.stringify([
      { name: "a", value: "1", domain: ".example.org", expires: far },
      { name: "b", value: "2", url: "https://example.net/", expirationDate: far },
      { name: "c", value: "3", domain: "example.org", expires: EXPIRES },
      { name: "d", value: "4", domain: "example.org" },
    ]),
  );
  const imported = await t.svc("cookies", "import", file);
  expect(imported.imported).toBe(4);
  expect(imported.shortened).toMatchObject([
    { name: "a", domain: ".example.org" },
    { name: "b", domain: "example.net" },
  ]);
  expect(await t.text("cookies", "import", file)).toContain("shortened: a of .example.org expires=");
});
