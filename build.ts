/**
 * Builds svc.
 *
 *   bun build.ts                     dist/svc, for this platform
 *   bun build.ts --all               dist/release: the archives of every platform, and what goes with them
 *   bun build.ts --target linux-x64  the same for some platforms; may be repeated
 *     --base https://your.server/svc   the address of the release: adds packages for npm, apt, Homebrew and others
 *     --maintainer "Ann <ann@x.org>"   who publishes the packages
 *
 * docs/releasing.md describes the files of a release, and the variables SVC_RELEASE_KEY and SOURCE_DATE_EPOCH.
 */
import { parseArgs } from "node:util";
import { compile } from "./scripts/release/compile.ts";
import { publisherOf } from "./scripts/release/packages/package.ts";
import { release, secretKeyFile } from "./scripts/release/release.ts";
import { readSource } from "./scripts/release/source.ts";
import { hostTarget, TARGETS, type Target } from "./scripts/release/targets.ts";

const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    target: { type: "string", multiple: true, default: [] },
    out: { type: "string", default: "dist/release" },
    base: { type: "string" },
    maintainer: { type: "string" },
  },
});

const source = readSource();
if (values.all || values.target.length > 0) {
  const targets = values.all ? TARGETS : values.target.map(named);
  const publisher = values.base === undefined ? undefined : publisherOf(values.base, values.maintainer);
  const folder = await release({ targets, folder: values.out, source, secretKey: secretKeyFile(), publisher });
  console.error(`wrote ${folder}`);
  if (!secretKeyFile()) console.error(`not signed: minisign -S -m ${folder}/SHA256SUMS -s <secret key>`);
} else {
  const target = hostTarget();
  const path = `dist/${target.executable}`;
  await compile({ target, commit: source.label, path });
  console.error(`built ${path}`);
}

function named(name: string): Target {
  const target = TARGETS.find((one) => one.name === name);
  if (target) return target;
  throw new Error(`unknown target '${name}': one of ${TARGETS.map((one) => one.name).join(", ")}`);
}
