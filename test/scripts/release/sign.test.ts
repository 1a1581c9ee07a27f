/** Signatures in the format of minisign, against the program itself where Debian has it. */

import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newKeys, signature } from "../../../scripts/release/sign.ts";
import { readPublicKey, verifySignature } from "../../../src/setup/minisign.ts";
import { folderOfFile } from "../../support/folder.ts";

const root = folderOfFile();

const keys = newKeys();
const secretFile = write("secret.key", keys.secret);
const publicFile = write("public.key", keys.public);
const key = readPublicKey(keys.public);
const DATA = Buffer.from("the sums\n");
const SIGNATURE = signature(DATA, secretFile, "svc 1.2.3");

function write(name: string, content: string | Uint8Array): string {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
}

function minisign(...args: string[]): { code: number; out: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["minisign", ...args], { stdin: "ignore" });
  return { code: exitCode, out: `${stdout}${stderr}` };
}

test("a signature is of its file, its key and its comment", () => {
  expect(verifySignature(DATA, SIGNATURE, key)).toBe("svc 1.2.3");
  expect(verifySignature(DATA, SIGNATURE.replaceAll("\n", "\r\n"), key)).toBe("svc 1.2.3");
  expect(signature(DATA, secretFile, "svc 1.2.3")).toBe(SIGNATURE);
});

test.each([
  ["other data", Buffer.from("the sums!\n"), SIGNATURE, key, "it is not of this file"],
  ["another key", DATA, SIGNATURE, readPublicKey(newKeys().public), "it was made with another key"],
  [
    "another key of the same id",
    DATA,
    SIGNATURE,
    { ...readPublicKey(newKeys().public), id: key.id },
    "not of this file",
  ],
  ["another comment", DATA, SIGNATURE.replace("1.2.3", "1.2.4"), key, "its comment was changed"],
  ["no comment", DATA, SIGNATURE.replace("\ntrusted comment: ", "\n"), key, "not a signature of minisign"],
  ["a page of HTML", DATA, "<html>\nnot found\n</html>\n", key, "not a signature of minisign"],
  ["nothing", DATA, "", key, "not a signature of minisign"],
])("refuses %s", (_what, data, text, by, message) => {
  expect(() => verifySignature(data, text, by)).toThrow(message);
});

test("refuses what is not a public key", () => {
  expect(() => readPublicKey("")).toThrow("not a public key of minisign");
  expect(() => readPublicKey(keys.secret)).toThrow("not a public key of minisign");
});

test.skipIf(!Bun.which("minisign"))("the program minisign accepts our signatures, and we accept its", () => {
  const data = write("SHA256SUMS", DATA);
  write("SHA256SUMS.minisig", SIGNATURE);
  const ours = minisign("-Vm", data, "-p", publicFile);
  expect(ours).toEqual({ code: 0, out: expect.stringContaining("Trusted comment: svc 1.2.3") });
  writeFileSync(data, "tampered");
  expect(minisign("-Vm", data, "-p", publicFile).code).not.toBe(0);

  writeFileSync(data, DATA);
  expect(minisign("-Sm", data, "-s", secretFile, "-t", "by the program").code).toBe(0);
  expect(verifySignature(DATA, readFileSync(`${data}.minisig`, "utf8"), key)).toBe("by the program");
});

test.skipIf(!Bun.which("minisign"))("keys that the program makes without a password sign", () => {
  const [theirSecret, theirPublic] = [join(root, "their.key"), join(root, "their.pub")];
  expect(minisign("-G", "-W", "-s", theirSecret, "-p", theirPublic).code).toBe(0);
  const text = signature(DATA, theirSecret, "svc 9");
  expect(verifySignature(DATA, text, readPublicKey(readFileSync(theirPublic, "utf8")))).toBe("svc 9");
});
