import { beforeAll, expect, test } from "bun:test";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Data, type Fixture, fixture, write } from "../../fixture.ts";
import { htmlResponse, localServer } from "../../support/server.ts";

const KEY = "correct horse battery staple";

beforeAll(() => {
  process.env.SVC_TEST_STORAGE_KEY = KEY;
  process.env.SVC_TEST_OTHER_KEY = "another";
  process.env.SVC_TEST_EMPTY_KEY = "";
});

/** What a site may keep, and how it tells that it is all there. */
const APP = `<title>App</title><script>
  const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error) });
  async function fill() {
    localStorage.setItem("length", "7");
    localStorage.setItem("t\u00f6ken", 'a"b');
    sessionStorage.setItem("step", "2");
    document.cookie = "sid=1; max-age=1000";
    const opening = indexedDB.open("shop", 3);
    opening.onupgradeneeded = () => {
      const items = opening.result.createObjectStore("items", { keyPath: "id" });
      items.createIndex("pair", ["a", "b"], { unique: true });
      items.createIndex("tags", "tags", { multiEntry: true });
      opening.result.createObjectStore("auto", { autoIncrement: true });
      opening.result.createObjectStore("plain");
    };
    const database = await done(opening);
    const transaction = database.transaction(["items", "auto", "plain"], "readwrite");
    const item = { id: 1, a: 1, b: 2, tags: ["x", "y"], when: new Date(5), nan: NaN, none: undefined, big: 10n, re: /a/g, zero: -0 };
    transaction.objectStore("items").put({ ...item, map: new Map([[{ k: 1 }, new Set([1])]]), bytes: new Uint8Array([1, 2]).buffer, floats: new Float64Array([1.5]), error: new RangeError("out") });
    transaction.objectStore("auto").put({ deep: [1, [2, { x: null }]] });
    transaction.objectStore("auto").put("second");
    const circle = {}; circle.self = circle;
    transaction.objectStore("plain").put(circle, new Date(7));
    transaction.objectStore("plain").put(new File(["hi"], "a.txt", { type: "text/plain", lastModified: 3 }), ["k", 1]);
    transaction.objectStore("plain").put(new Blob(["yo"], { type: "x/y" }), new Uint8Array([9]));
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
    return dump();
  }
  const tell = async (value) =>
    value instanceof Blob ? [value.constructor.name, value.name, value.type, value.lastModified, await value.text()]
    : value instanceof Date ? ["Date", +value] : value instanceof ArrayBuffer ? ["bytes", ...new Uint8Array(value)]
    : value?.self === value ? "circle" : value;
  async function dump() {
    const told = { ls: { ...localStorage, length: localStorage.getItem("length") }, ss: { ...sessionStorage }, cookie: document.cookie };
    if (!(await indexedDB.databases()).some((one) => one.name === "shop")) return JSON.stringify(told);
    const database = await done(indexedDB.open("shop"));
    const store = (name) => database.transaction(name).objectStore(name);
    const item = await done(store("items").get(1));
    const { map, floats, error, ...rest } = item;
    told.version = database.version;
    told.item = Object.fromEntries(await Promise.all(Object.entries(rest).map(async ([name, value]) => [name, String(await tell(value)) + typeof value + Object.is(value, -0)])));
    told.more = [[...map].map(([key, value]) => [key, [...value]]), floats.constructor.name, [...floats], error.name, error.message];
    told.pair = (await done(store("items").index("pair").get([1, 2]))).id;
    told.tag = (await done(store("items").index("tags").get("y"))).id;
    told.auto = [await done(store("auto").getAllKeys()), await done(store("auto").getAll())];
    told.plain = await Promise.all([...(await done(store("plain").getAllKeys())), ...(await done(store("plain").getAll()))].map(tell));
    database.close();
    return JSON.stringify(told);
  }
</script>`;

const dump = async (t: Fixture): Promise<Data> => JSON.parse((await t.svc("eval", "dump()")).result);

/** A site with everything, saved; the browser's own state is removed afterwards. */
async function saved(t: Fixture, ...options: string[]) {
  const site = t.site(APP);
  await t.svc("open", site);
  const all = JSON.parse((await t.svc("eval", "fill()")).result) as Data;
  const file = join(t.folder, "state.json");
  const answer = await t.svc("storage", "save", file, ...options);
  return { site, all, file, answer };
}

async function forget(t: Fixture, site: string): Promise<void> {
  await t.svc("cookies", "clear");
  await t.svc("eval", "localStorage.clear(); sessionStorage.clear(); await done(indexedDB.deleteDatabase('shop'))");
  expect(await dump(t)).toEqual({ ls: { length: null }, ss: {}, cookie: "" });
  await t.svc("open", "about:blank");
  expect(site).toStartWith("http");
}

test("all that a site keeps comes back through a file, before its first script", async () => {
  await using t = await fixture();
  const { site, all, file, answer } = await saved(t);
  expect(all.ls).toMatchObject({ length: "7" });
  expect(answer).toEqual({
    saved: file,
    cookies: 1,
    origins: 1,
    entries: 3,
    databases: 1,
    records: 6,
    encrypted: false,
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await t.svc("tab", "list")).tabs).toHaveLength(1);
  await forget(t, site);
  const loaded = await t.svc("storage", "load", file);
  expect(loaded).toEqual({ loaded: file, cookies: 1, origins: 1, entries: 3, databases: 1, records: 6 });
  expect((await t.svc("tab", "list")).tabs).toHaveLength(1);
  expect(await t.svc("get", "url")).toEqual({ url: "about:blank" });
  await t.svc("open", site);
  expect(await dump(t)).toEqual(all);
  expect(await t.text("storage", "load", file)).toContain("databases: 1 (6 records)");
  expect(await dump(t)).toEqual(all);
});

test("neither save nor load asks the network, or runs a script of the site", async () => {
  await using t = await fixture();
  let asked = 0;
  const site = t.site(APP);
  using server = localServer(() => {
    asked++;
    return htmlResponse("<script>localStorage.setItem('ran', '1')</script>");
  });
  const origin = `http://127.0.0.1:${server.port}`;
  await t.svc("open", site);
  const state = { cookies: [], origins: [{ origin, localStorage: [{ name: "a", value: "1" }] }] };
  await t.svc("storage", "load", write(t.folder, "in.json", JSON.stringify(state)));
  const file = join(t.folder, "out.json");
  expect(await t.svc("storage", "save", file, "--origin", `${origin}/deep/path`)).toMatchObject({
    origins: 1,
    entries: 1,
  });
  expect(JSON.parse(readFileSync(file, "utf8")).origins).toEqual([
    { ...state.origins[0], sessionStorage: [], indexedDB: [] },
  ]);
  expect(asked).toBe(0);
  expect(await t.svc("get", "url")).toEqual({ url: site });
});

test("the tabs that it works in are no tabs of the session, whatever else opens meanwhile", async () => {
  await using t = await fixture();
  const site = t.site(APP);
  await t.svc("open", site);
  const [file, other] = [join(t.folder, "one.json"), join(t.folder, "two.json")];
  await Promise.all([
    t.svc("storage", "save", file),
    t.svc("storage", "save", other, "--origin", "https://not-there.invalid"),
    t.svc("tab", "new", `${site}#second`),
  ]);
  expect((await t.svc("tab", "list")).tabs.map(({ url }: Data) => url)).toEqual([site, `${site}#second`]);
  expect(await t.svc("get", "url")).toEqual({ url: `${site}#second` });
});

test("a storage state of Playwright is one, too", async () => {
  await using t = await fixture();
  const site = t.site(APP);
  const { origin, hostname } = new URL(site);
  const expires = Math.round(Date.now() / 1000) + 3600;
  const cookie = {
    name: "pw",
    value: "1",
    domain: hostname,
    path: "/",
    httpOnly: true,
    secure: false,
    sameSite: "Lax",
  };
  const store = {
    name: "auto",
    autoIncrement: true,
    keyPath: undefined,
    indexes: [],
    records: [
      { key: 4, value: { plain: 1 } },
      {
        key: 5,
        valueEncoded: {
          o: [
            { k: "d", v: { d: "2020-01-01T00:00:00.000Z" } },
            { k: "n", v: { v: "NaN" } },
          ],
          id: 1,
        },
      },
    ],
  };
  const state = {
    cookies: [
      { ...cookie, expires },
      { ...cookie, name: "session", expires: -1 },
    ],
    origins: [
      {
        origin,
        localStorage: [{ name: "from", value: "playwright" }],
        indexedDB: [{ name: "db", version: 1, stores: [store] }],
      },
    ],
  };
  expect(await t.svc("storage", "load", write(t.folder, "pw.json", JSON.stringify(state)))).toMatchObject({
    cookies: 2,
    entries: 1,
    databases: 1,
    records: 2,
  });
  await t.svc("open", site);
  expect(await t.svc("eval", "localStorage.from")).toMatchObject({ result: "playwright" });
  expect((await t.svc("cookies", "get")).cookies.map(({ name }: Data) => name).sort()).toEqual(["pw", "session"]);
  const read =
    "const one = await done((await done(indexedDB.open('db'))).transaction('auto').objectStore('auto').get(5)); [one.d.getTime(), String(one.n)]";
  expect((await t.svc("eval", read)).result).toEqual([Date.UTC(2020, 0, 1), "NaN"]);
});

test("with a key the file says nothing, and opens with that key alone", async () => {
  await using t = await fixture();
  const { site, all, file, answer } = await saved(t, "--key-env", "SVC_TEST_STORAGE_KEY");
  expect(answer.encrypted).toBe(true);
  const text = readFileSync(file, "utf8");
  for (const secret of ["sid", "shop", "127.0.0.1", KEY]) expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toMatchObject({
    svc: "storage",
    version: 1,
    sealed: { cipher: "aes-256-gcm", kdf: "scrypt" },
  });
  await forget(t, site);
  expect(await t.fails("storage", "load", file)).toMatchObject({
    code: "usage",
    hint: expect.stringContaining("--key-env"),
  });
  expect(await t.fails("storage", "load", file, "--key-env", "SVC_TEST_OTHER_KEY")).toMatchObject({ code: "bad_file" });
  expect(await t.fails("storage", "load", file, "--key-env", "SVC_TEST_NO_SUCH")).toMatchObject({ code: "usage" });
  expect(await t.fails("storage", "load", file, "--key-env", "SVC_TEST_EMPTY_KEY")).toMatchObject({ code: "usage" });
  expect(await t.fails("storage", "load", file, "--key", KEY)).toMatchObject({ code: "usage" });
  expect(await t.svc("cookies", "get")).toEqual({ cookies: [] });
  await t.svc("storage", "load", file, "--key-env", "SVC_TEST_STORAGE_KEY");
  await t.svc("open", site);
  expect(await dump(t)).toEqual(all);
  const plain = join(t.folder, "plain.json");
  await t.svc("storage", "save", plain);
  expect(await t.fails("storage", "load", plain, "--key-env", "SVC_TEST_STORAGE_KEY")).toMatchObject({ code: "usage" });
});

test("load puts itself over what is there, or clears it first", async () => {
  await using t = await fixture();
  const { site, file } = await saved(t);
  await t.svc(
    "eval",
    "localStorage.setItem('extra', '1'); localStorage.setItem('length', '8'); document.cookie = 'extra=1'",
  );
  await t.svc("storage", "load", file);
  expect(await dump(t)).toMatchObject({ ls: { extra: "1", length: "7" }, cookie: expect.stringMatching(/extra=1/) });
  await t.svc("storage", "load", file, "--clear");
  const after = await dump(t);
  expect(after.ls.extra).toBeUndefined();
  expect(after).toMatchObject({ ls: { length: "7" }, cookie: "sid=1", item: {} });
  expect(site).toStartWith("http");
});

test("a database that a page holds open is filled where its form is the same, and told where it is not", async () => {
  await using t = await fixture();
  const { file } = await saved(t);
  await t.svc(
    "eval",
    "window.held = await done(indexedDB.open('shop')); const w = held.transaction('auto', 'readwrite').objectStore('auto'); await done(w.clear()); 0",
  );
  await t.svc("storage", "load", file);
  expect((await dump(t)).auto[1]).toHaveLength(2);
  const state = JSON.parse(readFileSync(file, "utf8"));
  state.origins[0].indexedDB[0].version = 9;
  const other = write(t.folder, "other.json", JSON.stringify(state));
  expect(await t.fails("storage", "load", other)).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("'shop'"),
  });
  await t.svc("eval", "held.close()");
  await t.svc("storage", "load", other);
  expect(await dump(t)).toMatchObject({ version: 9 });
});

test("sessionStorage goes to the tab that shows its site; where there is none it is told", async () => {
  await using t = await fixture();
  const { site, file } = await saved(t);
  await t.svc("open", t.site("elsewhere"));
  await t.svc("tab", "new", site);
  await t.svc("eval", "sessionStorage.clear()");
  expect(await t.svc("storage", "load", file)).not.toHaveProperty("withoutTab");
  expect(await t.svc("eval", "sessionStorage.step")).toMatchObject({ result: "2" });
  await t.svc("tab", "close");
  expect(await t.svc("storage", "load", file)).toMatchObject({ withoutTab: [new URL(site).origin] });
  expect(await t.text("storage", "load", file)).toContain("not loaded: sessionStorage of http://127.0.0.1");
});

test("what cannot leave the browser is counted", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(APP).replace("127.0.0.1", "localhost"));
  await t.svc(
    "eval",
    `const opening = indexedDB.open("keys"); opening.onupgradeneeded = () => opening.result.createObjectStore("k");
     const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"]);
     const database = await done(opening); await done(database.transaction("k", "readwrite").objectStore("k").put({ key }, 1)); 0`,
  );
  const file = join(t.folder, "keys.json");
  expect(await t.svc("storage", "save", file)).toMatchObject({ databases: 1, records: 0, skipped: 1 });
  expect(await t.text("storage", "save", file)).toContain("skipped: 1 records");
});

test("of a bad file nothing is loaded", async () => {
  await using t = await fixture();
  const site = t.site(APP);
  await t.svc("open", site);
  const { origin } = new URL(site);
  const cookies = [{ name: "a", value: "1", domain: "example.com", path: "/" }];
  const withStore = (store: object) => ({
    cookies,
    origins: [
      {
        origin,
        localStorage: [{ name: "x", value: "1" }],
        indexedDB: [{ name: "d", version: 1, stores: [{ name: "s", ...store }] }],
      },
    ],
  });
  const bad: [unknown, RegExp][] = [
    ["{", /not JSON/],
    [[], /not an object/],
    [{}, /neither cookies nor origins/],
    [{ svc: "storage", version: 99, cookies }, /version is 99/],
    [{ svc: "other", cookies }, /another kind/],
    [{ cookies: [{ name: "a" }] }, /cookie 1 has no name and value/],
    [{ cookies, origins: [{ origin: "file:///x" }] }, /origin 1: .*not the address/],
    [{ cookies, origins: [{ origin, localStorage: [{ name: "x" }] }] }, /a value in localStorage/],
    [{ cookies, origins: [{ origin, indexedDB: [{ name: "d" }] }] }, /no version/],
    [withStore({ records: [{ value: 1 }] }), /no key/],
    [withStore({ records: [{ key: 1, valueEncoded: { zz: 1 } }] }), /not an encoded value/],
    [withStore({ records: [{ key: 1, valueEncoded: { ta: { b: "AA==", k: "f64" } } }] }), /not an encoded value/],
    [{ svc: "storage", version: 1, sealed: { cipher: "rot13" } }, /encryption is unknown/],
  ];
  for (const [content, why] of bad) {
    const file = write(t.folder, "bad.json", typeof content === "string" ? content : JSON.stringify(content));
    const { code, message } = await t.fails("storage", "load", file);
    expect({ code, message }).toEqual({ code: "bad_file", message: expect.stringMatching(why) });
  }
  expect(await t.fails("storage", "load", join(t.folder, "none.json"))).toMatchObject({ code: "not_found" });
  expect(await t.fails("storage", "save", join(t.folder, "no", "where.json"))).toMatchObject({ code: "not_found" });
  expect(await t.fails("storage", "save", join(t.folder, "x.json"), "--origin", "::")).toMatchObject({ code: "usage" });
  expect(await t.svc("eval", "localStorage.length")).toMatchObject({ result: 0 });
  expect(await t.svc("cookies", "get")).toEqual({ cookies: [] });
});

test("a storage that the browser cannot open is a failure that says what to do", async () => {
  await using t = await fixture();
  const app = t.site(APP);
  await t.svc("open", app);
  const file = join(t.folder, "login.json");
  await t.svc("eval", "fill()");
  await t.svc("storage", "save", file);
  await t.svc("open", t.site("<title>Another</title>"));
  // A file where the browser keeps the databases of sites: it says UnknownError to all of them.
  const [folder] = [...new Bun.Glob("**/profile/Default").scanSync({ cwd: t.home, onlyFiles: false, absolute: true })];
  rmSync(join(folder as string, "IndexedDB"), { recursive: true, force: true });
  write(folder as string, "IndexedDB", "");
  const saved = await t.fails("storage", "save", join(t.folder, "again.json"));
  expect(saved).toMatchObject({ code: "io", hint: expect.stringContaining("svc cookies export") });
  expect(saved.message).toMatch(/^the storage of http:\/\/.* could not be read: the browser reports: UnknownError: /);
  const loaded = await t.fails("storage", "load", file);
  expect(loaded).toMatchObject({ code: "io", hint: expect.stringContaining("`svc close`, `svc open <url>`") });
  expect(loaded.message).toContain("could not be written");
});
