/** What a release says about itself: SBOM, provenance and manifest. The same build gives the same bytes. */

import manifest from "../../package.json" with { type: "json" };
import lock from "../../package-lock.json" with { type: "json" };
import { bunVersion, RUNTIME_COMPONENTS } from "./licenses.ts";
import { compiledPackages, type Package } from "./packages.ts";
import type { Runtime } from "./runtime.ts";
import type { Target } from "./targets.ts";

export interface Build {
  version: string;
  /** All 40 digits. */
  commit: string;
  /** Seconds since 1970: the time of the commit. */
  seconds: number;
}

export interface Archive {
  /** Its name. */
  file: string;
  size: number;
  sha256: string;
}

export interface Artefact {
  target: Target;
  runtime: Runtime;
  /** The first is a `.tar.gz` or `.zip`; the second, if any, a `.tar.xz`. */
  archives: Archive[];
  executable: { size: number; sha256: string };
}

const OS = { ELF: "linux", "Mach-O": "darwin", PE: "windows" } as const;

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** A list of the components in the form of CycloneDX 1.6. */
export async function sbom({ version, commit, seconds }: Build): Promise<object> {
  const packages = (await compiledPackages()).map(packageComponent);
  const runtime = runtimeComponent();
  const root = `pkg:generic/svc@${version}`;
  const component = { type: "application", "bom-ref": root, name: "svc", version };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(`${root}:${commit}`)}`,
    version: 1,
    metadata: {
      timestamp: isoTime(seconds),
      component: { ...component, licenses: [{ expression: manifest.license }] },
    },
    components: [...packages, runtime],
    dependencies: [{ ref: root, dependsOn: [...packages, runtime].map((one) => one["bom-ref"]) }],
  };
}

function packageComponent({ name, version, license }: Package) {
  const locked = (lock.packages as Record<string, { integrity?: string }>)[`node_modules/${name}`];
  const integrity = locked?.integrity?.replace(/^sha512-/, "");
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    licenses: [{ expression: license }],
    ...(integrity ? { hashes: [{ alg: "SHA-512", content: Buffer.from(integrity, "base64").toString("hex") }] } : {}),
  };
}

function runtimeComponent() {
  const purl = `pkg:npm/bun@${bunVersion()}`;
  return {
    type: "platform",
    "bom-ref": purl,
    name: "bun",
    version: bunVersion(),
    purl,
    licenses: [{ expression: "MIT" }],
    components: RUNTIME_COMPONENTS.filter(({ name }) => name !== "Bun").map(({ name, license, url }) => ({
      type: "library",
      "bom-ref": `bun:${name}`,
      name,
      licenses: [{ license: { name: license } }],
      externalReferences: [{ type: "website", url }],
    })),
  };
}

/** A UUID that follows from a text. */
function uuidOf(text: string): string {
  const hex = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** How the archives came to be, as a statement of in-toto with the predicate SLSA provenance 1. */
export function provenance({ commit, seconds }: Build, artefacts: readonly Artefact[]): object {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: artefacts.flatMap(({ archives }) =>
      archives.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
    ),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:svc:release:1",
        externalParameters: { command: "bun build.ts", targets: artefacts.map(({ target }) => target.name) },
        internalParameters: { SOURCE_DATE_EPOCH: seconds },
        resolvedDependencies: [
          { name: "source", digest: { gitCommit: commit } },
          ...artefacts.map(({ runtime }) => ({
            uri: `pkg:npm/${runtime.name.replace("@", "%40")}@${runtime.version}`,
            digest: { sha512: runtime.sha512 },
          })),
        ],
      },
      runDetails: { builder: { id: "urn:svc:build.ts", version: { bun: bunVersion() } } },
    },
  };
}

/** The archive of one platform in the manifest of a release, a `.tar.gz` or `.zip`. */
export interface ReleaseFile extends Archive {
  /** As in `targets.ts`: `linux-x64-musl`. */
  target: string;
  os: "linux" | "darwin" | "windows";
  arch: "x64" | "arm64";
  libc?: "glibc" | "musl";
  /** The same as a `.tar.xz`. */
  xz?: Archive;
  executable: { name: string; size: number; sha256: string };
}

/** `manifest.json` of a release. */
export interface ReleaseManifest {
  name: "svc";
  version: string;
  commit: string;
  date: string;
  bun: string;
  files: ReleaseFile[];
}

/** What there is to install, for programs. The packages of `packages/` are made from it. */
export function releaseManifest({ version, commit, seconds }: Build, artefacts: readonly Artefact[]): ReleaseManifest {
  return {
    name: "svc",
    version,
    commit,
    date: isoTime(seconds),
    bun: bunVersion(),
    files: artefacts.map(({ target, archives: [archive, smaller], executable }) => ({
      target: target.name,
      os: OS[target.format],
      arch: target.machine,
      ...(target.libc ? { libc: target.libc } : {}),
      ...(archive as Archive),
      ...(smaller ? { xz: smaller } : {}),
      executable: { name: target.executable, ...executable },
    })),
  };
}
