/** Protocol calls that the filter allows, changes or refuses. */

import { beforeAll, expect, test } from "bun:test";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openable } from "../../../src/platform/gateway/addresses.ts";
import { confined, type Folders } from "../../../src/platform/gateway/confine.ts";
import { judge } from "../../../src/platform/gateway/filter.ts";
import { folderOfFile } from "../../support/folder.ts";

const root = realpathSync(folderOfFile());
let folders: Folders;

beforeAll(() => {
  folders = { uploads: join(root, "uploads"), downloads: join(root, "downloads") };
  for (const folder of [folders.uploads, folders.downloads, join(root, "uploads-of-another")]) mkdirSync(folder);
  writeFileSync(join(folders.uploads, "cv.pdf"), "mine");
  writeFileSync(join(folders.downloads, "cv.pdf"), "downloaded");
  writeFileSync(join(folders.downloads, "report.csv"), "mine");
  writeFileSync(join(root, "secret"), "the server's");
  writeFileSync(join(root, "uploads-of-another", "passwd"), "somebody's");
  symlinkSync(join(root, "secret"), join(folders.uploads, "link"));
});

/** The parameters that Chrome would get, or the message of the refusal. */
function asked(method: string, params: Record<string, unknown>): unknown {
  const verdict = judge({ id: 1, method, params }, folders);
  return "fault" in verdict ? verdict.fault.message : verdict.call.params;
}

test.each([
  "file:///etc/passwd",
  "FILE:///etc/passwd",
  "File:/etc/passwd",
  "file:etc/passwd",
  "file://localhost/etc/passwd",
  " file:///etc/passwd",
  "\tfile:///etc/passwd",
  "\0file:///etc/passwd",
  "\u001ffile:///etc/passwd",
  "fi\nle:///etc/passwd",
  "fil\te:///etc/passwd",
  "f\r\nile:///etc/passwd",
  "view-source:file:///etc/passwd",
  "view-source:https://example.com",
  "VIEW-SOURCE:file:///etc/passwd",
  "view-source:view-source:file:///",
  "blob:file:///0f8fad5b",
  "blob:null/0f8fad5b",
  "filesystem:file:///temporary/x",
  "filesystem:http://example.com/temporary/x",
  "chrome://settings",
  "chrome://version/",
  "chrome-untrusted://x",
  "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html",
  "chrome-search://local-ntp",
  "devtools://devtools/bundled/inspector.html",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "about:version",
  "about:blankish",
  "about:settings",
  "ftp://example.com/",
  "mailto:a@example.com",
  "intent://x",
  "ws://example.com/",
  "isolated-app://x",
  "example.com",
  "/etc/passwd",
  "//etc/passwd",
  "C:\\Windows\\win.ini",
  "\\\\server\\share",
])("%j is not opened", (url) => {
  expect(openable(url)).toBeUndefined();
  for (const method of ["Page.navigate", "Target.createTarget", "Network.loadNetworkResource", "Fetch.continueRequest"])
    expect(asked(method, { url })).toStartWith(`${method}: `);
});

test.each([
  ["https://example.com/a?b#c", "https://example.com/a?b#c"],
  [" HTTPS://Example.com ", "https://example.com/"],
  ["http:example.com", "http://example.com/"],
  ["about:blank", "about:blank"],
  ["ABOUT:blank#x", "about:blank#x"],
  ["", "about:blank"],
  ["data:text/html,<p>a b</p>", "data:text/html,<p>a b</p>"],
  ["blob:https://example.com/0f8fad5b", "blob:https://example.com/0f8fad5b"],
])("%j is opened as %j", (url, passed) => {
  expect(asked("Page.navigate", { url })).toEqual({ url: passed });
});

test.each(["Page.navigate", "Target.createTarget"])("%s refuses a URL that is not a string", (method) => {
  for (const url of [null, 3, ["file:///"], { toString: "x" }])
    expect(asked(method, { url })).toBe(`${method}: url must be a string`);
});

test("finds files of the browser by name, uploads first, or by a path that ends with the name", () => {
  const mine = join(folders.uploads, "cv.pdf");
  const found: Record<string, string | undefined> = {
    "cv.pdf": mine,
    "./cv.pdf": mine,
    "report.csv": join(folders.downloads, "report.csv"),
    [mine]: mine,
    [join(folders.downloads, "cv.pdf")]: join(folders.downloads, "cv.pdf"),
    // A path on the client's machine.
    "/home/me/cv.pdf": mine,
    "C:\\Users\\me\\cv.pdf": mine,
    "../cv.pdf": mine,
    "../secret": undefined,
    "../../etc/passwd": undefined,
    "/etc/passwd": undefined,
    link: undefined,
    [join(folders.uploads, "link")]: undefined,
    [join(root, "secret")]: undefined,
    [join(root, "uploads-of-another", "passwd")]: undefined,
    [`${folders.uploads}-of-another/passwd`]: undefined,
    [folders.uploads]: undefined,
    "": undefined,
    ".": undefined,
    "..": undefined,
    "/": undefined,
    "cv.pdf\0": undefined,
    "file:///etc/passwd": undefined,
  };
  expect(Object.fromEntries(Object.keys(found).map((name) => [name, confined(name, folders)]))).toEqual(found);
});

test("replaces all files by paths of the browser, or refuses the call", () => {
  const mine = join(folders.uploads, "cv.pdf");
  expect(asked("DOM.setFileInputFiles", { files: ["cv.pdf"], nodeId: 3 })).toEqual({ files: [mine], nodeId: 3 });
  for (const files of [["cv.pdf", "/etc/passwd"], ["../secret"], "cv.pdf", [3], [["cv.pdf"]]]) {
    expect(asked("DOM.setFileInputFiles", { files })).toStartWith("DOM.setFileInputFiles: ");
  }
});

test("allows dropping links, refuses files", () => {
  const drop = (data: object) => asked("Input.dispatchDragEvent", { type: "drop", data });
  const item = (data: string, mimeType = "text/uri-list") => ({ items: [{ mimeType, data }], files: [] });
  expect(drop(item("#x\r\nHTTP://a.example\n\nhttp://b.example/"))).toEqual({
    type: "drop",
    data: item("http://a.example/\r\nhttp://b.example/"),
  });
  const text = item("file:///etc/passwd", "text/plain");
  expect(drop(text)).toEqual({ type: "drop", data: text });
  for (const data of [
    "file:///etc/passwd",
    "#x\nfile:///etc/passwd",
    "\n\n FILE:///x",
    "http://a.example/\njavascript:1",
  ])
    expect(drop(item(data))).toStartWith("Input.dispatchDragEvent: ");
  for (const files of [[join(folders.uploads, "cv.pdf")], ["/etc/passwd"], "x", { length: 1 }])
    expect(drop({ items: [], files })).toContain("DOM.setFileInputFiles");
});

test("sends downloads to the browser's folder", () => {
  const { downloads } = folders;
  for (const behavior of ["allow", "allowAndName", "default"])
    expect(asked("Browser.setDownloadBehavior", { behavior, downloadPath: "/etc", eventsEnabled: true })).toEqual({
      behavior: "allowAndName",
      downloadPath: downloads,
      eventsEnabled: true,
    });
  expect(asked("Page.setDownloadBehavior", { behavior: "default" })).toEqual({
    behavior: "allow",
    downloadPath: downloads,
  });
  expect(asked("Browser.setDownloadBehavior", { behavior: "deny", downloadPath: "/etc" })).toEqual({
    behavior: "deny",
  });
});

test("refuses proxy settings of a browser context", () => {
  expect(asked("Target.createBrowserContext", { disposeOnDetach: true })).toEqual({ disposeOnDetach: true });
  for (const own of [{ proxyServer: "" }, { proxyServer: "socks5://x" }, { proxyBypassList: "*" }])
    expect(asked("Target.createBrowserContext", own)).toContain(
      "the network of a browser is chosen when it is created",
    );
  expect(asked("Target.createBrowserContext", { originsWithUniversalNetworkAccess: [] })).toBeString();
});

test.each([
  "Browser.crash",
  "Browser.executeBrowserCommand",
  "Browser.getBrowserCommandLine",
  "Cast.startDesktopMirroring",
  "DeviceAccess.selectPrompt",
  "DOM.getFileInfo",
  "Extensions.loadUnpacked",
  "PWA.launchFilesInApp",
  "SystemInfo.getInfo",
  "SystemInfo.anythingNew",
  "Target.exposeDevToolsProtocol",
  "Target.openDevTools",
  "Target.sendMessageToTarget",
  "Target.setRemoteLocations",
  "Tethering.bind",
])("%s is refused", (method) => {
  expect(asked(method, {})).toStartWith(`${method}: `);
});

test("passes other methods unchanged", () => {
  for (const method of [
    "Runtime.evaluate",
    "Page.addScriptToEvaluateOnNewDocument",
    "Network.setExtraHTTPHeaders",
    "New.method",
  ]) {
    const params = { source: "fetch('file:///')", path: "/etc/passwd" };
    expect(asked(method, params)).toBe(params);
  }
  expect(asked("Tracing.start", { transferMode: "ReturnAsStream" })).toEqual({ transferMode: "ReturnAsStream" });
  expect(asked("Tracing.start", { perfettoConfig: "x" })).toStartWith("Tracing.start: perfettoConfig");
});
