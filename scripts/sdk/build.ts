/**
 * `npm run sdk [-- <folder>]`: the packages of both SDKs: a tarball for npm, a wheel and an sdist for pip. Nothing is fetched.
 * The sdist needs python3, since it is made by the build backend that it carries.
 */
import { join, relative, resolve } from "node:path";
import { sdkPackages } from "./packages.ts";

const ROOT = join(import.meta.dir, "..", "..");
const folder = resolve(process.argv[2] ?? join(ROOT, "dist/sdk"));

const packages = await sdkPackages(folder);
const code = "import sys, build_backend as b; print(b.build_sdist(sys.argv[1]))";
const sdist = await Bun.$`cd ${join(ROOT, "sdk/python")} && python3 -B -c ${code} ${folder}`.text();
for (const file of [...packages, join(folder, sdist.trim())]) console.log(relative(process.cwd(), file));
