/** Version and build of this program. The build defines commit and target; a run from source has none. */
import manifest from "../package.json" with { type: "json" };

declare const SVC_COMMIT: string | undefined;
declare const SVC_TARGET: string | undefined;

export const VERSION: string = manifest.version;
const COMMIT: string = typeof SVC_COMMIT === "string" ? SVC_COMMIT : "source";

/** The target of the build, as in the names of release files: `linux-x64-musl`. */
export const TARGET: string = typeof SVC_TARGET === "string" ? SVC_TARGET : `${process.platform}-${process.arch}`;

/** Version and build. Client and daemon must have the same. */
export const BUILD = `${VERSION}+${COMMIT}`;

export function versionLine(): string {
  return `svc ${VERSION} (${COMMIT}) bun ${Bun.version} ${TARGET}`;
}
