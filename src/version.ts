/** What this program is. `build.ts` replaces the commit; run from source it is "source". */
import manifest from "../package.json" with { type: "json" };

declare const SVC_COMMIT: string | undefined;

export const VERSION: string = manifest.version;
const COMMIT: string = typeof SVC_COMMIT === "string" ? SVC_COMMIT : "source";

/** Version and build. Client and daemon must have the same. */
export const BUILD = `${VERSION}+${COMMIT}`;

export function versionLine(): string {
  return `svc ${VERSION} (${COMMIT}) bun ${Bun.version} ${process.platform}-${process.arch}`;
}
