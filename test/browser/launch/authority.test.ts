import { afterEach, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { trustingEnvironment } from "../../../src/browser/launch/authority.ts";
import { netHint } from "../../../src/page/navigation/network-errors.ts";
import { SELF_SIGNED } from "../../platform/egress/self-signed.ts";
import { temporaryFolder } from "../../support/folder.ts";

const { platform } = process;

afterEach(() => {
  Object.defineProperty(process, "platform", { value: platform });
});

test.each(["darwin", "win32"])("--ca-cert is refused on %s, with what to do there", (name) => {
  using folder = temporaryFolder();
  Object.defineProperty(process, "platform", { value: name });
  expect(() => trustingEnvironment([new X509Certificate(SELF_SIGNED.cert)], folder.path)).toThrow(
    expect.objectContaining({
      code: "usage",
      message: "--ca-cert works on Linux only: on this system browsers trust what the system trusts",
      hint: expect.stringContaining("--accept-cert <host>"),
    }),
  );
});

test.each([
  ["linux", "give --ca-cert <file> instead."],
  ["darwin", "add its certificate to the system's key store."],
])("on %s the hint of a certificate names what works there", (name, how) => {
  Object.defineProperty(process, "platform", { value: name });
  const hint = netHint("net::ERR_CERT_AUTHORITY_INVALID", "https://localhost:8443/");
  expect(hint).toContain("--accept-cert localhost:8443`");
  expect(hint).toEndWith(how);
});
