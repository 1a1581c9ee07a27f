import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { normalizeUrl } from "../src/lib/address.ts";
import { failureThrownBy } from "./support/failure.ts";

const file = (path: string) => pathToFileURL(resolve(path)).href;

test.each([
  // Names get https, what is near gets http.
  ["example.com", "https://example.com/"],
  ["example.com/a/b?q=1#part", "https://example.com/a/b?q=1#part"],
  ["EXAMPLE.com", "https://example.com/"],
  ["bücher.de", "https://xn--bcher-kva.de/"],
  ["localhost", "http://localhost/"],
  ["localhost:3000/a?b#c", "http://localhost:3000/a?b#c"],
  ["app.localhost", "http://app.localhost/"],
  ["printer.local", "http://printer.local/"],
  ["127.0.0.1:8123", "http://127.0.0.1:8123/"],
  ["0.0.0.0:8000", "http://0.0.0.0:8000/"],
  ["10.1.2.3", "http://10.1.2.3/"],
  ["192.168.1.1/admin", "http://192.168.1.1/admin"],
  ["172.16.0.1", "http://172.16.0.1/"],
  ["172.31.255.1", "http://172.31.255.1/"],
  ["169.254.1.1", "http://169.254.1.1/"],
  ["[::1]:3000", "http://[::1]:3000/"],
  ["[::1]", "http://[::1]/"],
  ["[fd00::1]", "http://[fd00::1]/"],
  // What only looks near.
  ["172.32.0.1", "https://172.32.0.1/"],
  ["8.8.8.8", "https://8.8.8.8/"],
  ["[2001:db8::1]", "https://[2001:db8::1]/"],
  ["localhost.example.com", "https://localhost.example.com/"],
  ["10.example.com", "https://10.example.com/"],
  ["127.example.com", "https://127.example.com/"],
  // host:port is a server of someone's own.
  ["example.com:8080", "http://example.com:8080/"],
  ["example.com:443", "https://example.com/"],
  ["example.com:80", "http://example.com/"],
  // A scheme is kept.
  ["http://example.com", "http://example.com/"],
  ["HTTPS://localhost", "https://localhost/"],
  ["https://localhost:8443/x", "https://localhost:8443/x"],
  ["http:example.com", "http://example.com/"],
  ["https:/example.com", "https://example.com/"],
  ["about:blank", "about:blank"],
  ["data:text/html,<p>a b</p>", "data:text/html,<p>a b</p>"],
  ["chrome://version", "chrome://version"],
  ["view-source:https://example.com", "view-source:https://example.com"],
  ["file:///tmp/x.html", "file:///tmp/x.html"],
  // Paths are files.
  ["./x.html", file("x.html")],
  ["../x y.html", file("../x y.html")],
  ["/tmp/x.html", "file:///tmp/x.html"],
  ["~/x.html", file(join(homedir(), "x.html"))],
])("%s is opened as %s", (typed, opened) => {
  expect(normalizeUrl(typed)).toBe(opened);
});

test("treats a name as a file if it exists, otherwise as a host", () => {
  const before = process.cwd();
  const name = `svc-values-${process.pid}.html`;
  expect(normalizeUrl(name)).toBe(`https://${name}/`);
  process.chdir(tmpdir());
  try {
    writeFileSync(name, "");
    expect(normalizeUrl(name)).toBe(file(name));
  } finally {
    rmSync(name, { force: true });
    process.chdir(before);
  }
});

test.each([
  "http://",
  "https:",
  "exa mple.com",
  "?q=1",
  "javascript:alert(1)",
  "foo://bar",
  "http://[::1",
  "example.com:99999",
])("%s is no address", (typed) => {
  expect(failureThrownBy(() => normalizeUrl(typed)).code).toBe("usage");
});
