/**
 * Makes one browser trust the certificate authorities of a file. On Linux Chrome reads them from the NSS database in
 * its home folder. The browser gets a home folder of its own, with a copy of the user's database plus those
 * authorities. The NSS library writes it; no browser runs without that library.
 */
import { dlopen, FFIType, type Pointer, ptr } from "bun:ffi";
import { X509Certificate } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../errors.ts";
import { readText } from "../../lib/atomic-file.ts";

const { cstring, i32, pointer, u64 } = FFIType;

const SYMBOLS = {
  NSS_InitReadWrite: { args: [cstring], returns: i32 },
  NSS_Shutdown: { args: [], returns: i32 },
  PK11_GetInternalKeySlot: { args: [], returns: pointer },
  PK11_FreeSlot: { args: [pointer], returns: FFIType.void },
  PK11_NeedUserInit: { args: [pointer], returns: i32 },
  PK11_InitPin: { args: [pointer, cstring, cstring], returns: i32 },
  PK11_ImportCert: { args: [pointer, pointer, u64, cstring, i32], returns: i32 },
  CERT_GetDefaultCertDB: { args: [], returns: pointer },
  CERT_NewTempCertificate: { args: [pointer, pointer, pointer, i32, i32], returns: pointer },
  CERT_ChangeCertTrust: { args: [pointer, pointer, pointer], returns: i32 },
  CERT_DestroyCertificate: { args: [pointer], returns: FFIType.void },
} as const;

/** Trust flags for server certificates, from `certdb.h`: for an authority and for a single server. */
const TRUSTED_AUTHORITY = (1 << 3) | (1 << 4);
const TRUSTED_PEER = (1 << 0) | (1 << 1);

/** The certificates of a PEM or DER file. Throws `bad_file` when there is none. */
export function certificatesOf(file: string): X509Certificate[] {
  const blocks = readText(file).match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  try {
    if (blocks) return blocks.map((block) => new X509Certificate(block));
  } catch (error) {
    throw new Failure("bad_file", `${file} holds a damaged certificate: ${(error as Error).message}`, PEM_HINT);
  }
  throw new Failure("bad_file", `${file} holds no certificate`, PEM_HINT);
}

const PEM_HINT = "Give a PEM file, which has lines like -----BEGIN CERTIFICATE-----.";

/** The environment of a browser that trusts the certificates. Creates its home folder in `folder`. */
export function trustingEnvironment(
  certificates: readonly X509Certificate[],
  folder: string,
): Record<string, string | undefined> {
  const home = join(folder, "home");
  const database = join(home, ".pki", "nssdb");
  mkdirSync(database, { recursive: true, mode: 0o700 });
  const own = homedir();
  for (const name of ["cert9.db", "key4.db"]) {
    const from = join(own, ".pki", "nssdb", name);
    if (existsSync(from)) copyFileSync(from, join(database, name));
  }
  addTo(database, certificates);
  // Only the database moves. Fonts and other files stay those of the user.
  const { XDG_CONFIG_HOME = join(own, ".config"), XDG_DATA_HOME = join(own, ".local", "share") } = process.env;
  return { ...process.env, HOME: home, XDG_CONFIG_HOME, XDG_DATA_HOME };
}

function addTo(database: string, certificates: readonly X509Certificate[]): void {
  const { symbols: nss } = library();
  const failed = (what: string) =>
    new Failure("launch", `the certificate authority cannot be added: NSS refused to ${what}`, "Run `svc doctor`.");
  if (nss.NSS_InitReadWrite(text(`sql:${database}`)) !== 0) throw failed("open its database");
  const slot = nss.PK11_GetInternalKeySlot();
  try {
    if (nss.PK11_NeedUserInit(slot) !== 0 && nss.PK11_InitPin(slot, null as never, text("")) !== 0)
      throw failed("create a database");
    for (const certificate of certificates) {
      const decodedCertificate = decoded(nss, certificate);
      if (!decodedCertificate) throw failed("read a certificate");
      const flags = certificate.ca ? TRUSTED_AUTHORITY : TRUSTED_PEER;
      const trust = new Uint32Array([flags, 0, 0]);
      const isAdded =
        nss.PK11_ImportCert(slot, decodedCertificate, 0, text(certificate.fingerprint256), 0) === 0 &&
        nss.CERT_ChangeCertTrust(nss.CERT_GetDefaultCertDB(), decodedCertificate, ptr(trust)) === 0;
      nss.CERT_DestroyCertificate(decodedCertificate);
      if (!isAdded) throw failed("trust a certificate; is ~/.pki/nssdb protected by a password?");
    }
  } finally {
    nss.PK11_FreeSlot(slot);
    nss.NSS_Shutdown();
  }
}

type Nss = ReturnType<typeof library>["symbols"];

function decoded(nss: Nss, { raw }: X509Certificate): Pointer | null {
  const der = new Uint8Array(raw);
  // SECItem: a type, the address of the bytes, and their number.
  const item = new DataView(new ArrayBuffer(24));
  item.setBigUint64(8, BigInt(ptr(der)), true);
  item.setUint32(16, der.length, true);
  return nss.CERT_NewTempCertificate(
    nss.CERT_GetDefaultCertDB(),
    ptr(new Uint8Array(item.buffer)),
    null,
    0,
    1,
  ) as Pointer | null;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function library() {
  if (process.platform !== "linux")
    throw new Failure(
      "usage",
      "--ca-cert works on Linux only: on this system browsers trust what the system trusts",
      "Add the authority to the system's key store, or accept the certificate of one host: --accept-cert <host>.",
    );
  try {
    return dlopen("libnss3.so", SYMBOLS);
  } catch {
    throw new Failure(
      "missing_program",
      "--ca-cert needs the library libnss3, which is not installed",
      "Install the package libnss3, or accept the certificate of one host: --accept-cert <host>.",
    );
  }
}
