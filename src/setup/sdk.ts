/**
 * The SDK packages that `init` writes together with templates that use them. `build.ts` embeds them in the executable;
 * a run from source reads them from `dist/sdk`.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../errors.ts";
import { VERSION } from "../version.ts";

export type SdkLanguage = "typescript" | "python";

interface Sdk {
  /** File name of the package. pip reads the version from it. */
  file: string;
  /** The project's list of dependencies, and its content in a new project. */
  manifest: string;
  content: string;
  /** The command that installs the package. */
  install: string;
}

const NPM = `svc-sdk-${VERSION}.tgz`;
const WHEEL = `svc_sdk-${VERSION}-py3-none-any.whl`;

export const SDKS: Record<SdkLanguage, Sdk> = {
  typescript: {
    file: NPM,
    manifest: "package.json",
    content: `${JSON.stringify({ private: true, type: "module", dependencies: { "svc-sdk": `file:vendor/${NPM}` } }, null, 2)}\n`,
    install: "npm install --prefix {folder} {package}",
  },
  python: {
    file: WHEEL,
    manifest: "requirements.txt",
    content: `./vendor/${WHEEL}\n`,
    install: "python3 -m venv {folder}/.venv && {folder}/.venv/bin/pip install {package}",
  },
};

/** Content of the package. Throws `not_found` when svc runs from source and the packages were not built. */
export async function sdkPackage(language: SdkLanguage): Promise<Uint8Array> {
  const { file } = SDKS[language];
  const embedded = Bun.embeddedFiles.find((one) => "name" in one && one.name === file);
  if (embedded) return await embedded.bytes();
  const built = join(import.meta.dir, "../../dist/sdk", file);
  if (existsSync(built)) return await Bun.file(built).bytes();
  throw new Failure("not_found", `${built} is missing`, "Run `npm run sdk` in the repository.");
}
