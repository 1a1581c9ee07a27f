/** The platforms that a release has an executable for. */
import { type BinaryFormat, inspectBinary } from "./inspect.ts";

export interface Target {
  /** As it stands in file names: `linux-x64-musl`. */
  readonly name: string;
  /** The target of `Bun.build`. */
  readonly bun: Bun.Build.CompileTarget;
  /** The npm package with the runtime for it. */
  readonly runtime: string;
  readonly format: BinaryFormat;
  readonly machine: "x64" | "arm64";
  readonly libc?: "glibc" | "musl";
  readonly executable: "svc" | "svc.exe";
  readonly archive: "tar" | "zip";
}

const elf = { format: "ELF", executable: "svc", archive: "tar" } as const;
const macho = { format: "Mach-O", executable: "svc", archive: "tar" } as const;
const pe = { format: "PE", executable: "svc.exe", archive: "zip" } as const;

/**
 * On x64 Bun has one runtime for every processor with SSE4.2; it uses AVX2 where that is there. So no target needs a
 * second, "baseline" build.
 */
export const TARGETS: readonly Target[] = [
  { ...elf, name: "linux-x64", bun: "bun-linux-x64", runtime: "@oven/bun-linux-x64", machine: "x64", libc: "glibc" },
  {
    ...elf,
    name: "linux-arm64",
    bun: "bun-linux-arm64",
    runtime: "@oven/bun-linux-aarch64",
    machine: "arm64",
    libc: "glibc",
  },
  {
    ...elf,
    name: "linux-x64-musl",
    bun: "bun-linux-x64-musl",
    runtime: "@oven/bun-linux-x64-musl",
    machine: "x64",
    libc: "musl",
  },
  {
    ...elf,
    name: "linux-arm64-musl",
    bun: "bun-linux-arm64-musl",
    runtime: "@oven/bun-linux-aarch64-musl",
    machine: "arm64",
    libc: "musl",
  },
  { ...macho, name: "darwin-x64", bun: "bun-darwin-x64", runtime: "@oven/bun-darwin-x64", machine: "x64" },
  { ...macho, name: "darwin-arm64", bun: "bun-darwin-arm64", runtime: "@oven/bun-darwin-aarch64", machine: "arm64" },
  { ...pe, name: "windows-x64", bun: "bun-windows-x64", runtime: "@oven/bun-windows-x64", machine: "x64" },
  { ...pe, name: "windows-arm64", bun: "bun-windows-arm64", runtime: "@oven/bun-windows-aarch64", machine: "arm64" },
];

/** The target whose executables run here: that of the Bun that runs this script. */
export function hostTarget(): Target {
  const { format, machine, libc } = inspectBinary(process.execPath);
  const host = TARGETS.find((one) => one.format === format && one.machine === machine && one.libc === libc);
  if (!host) throw new Error(`there is no target for ${format} on ${machine}`);
  return host;
}
