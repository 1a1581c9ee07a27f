/** The formula for Homebrew, on macOS and Linux. */
import type { ArchiveFile } from "../archive.ts";
import { addressOf, filesFor, type PackageInput, SUMMARY } from "./package.ts";

const PLATFORMS = [
  [
    "macos",
    [
      ["arm", "darwin-arm64"],
      ["intel", "darwin-x64"],
    ],
  ],
  [
    "linux",
    [
      ["arm", "linux-arm64"],
      ["intel", "linux-x64"],
    ],
  ],
] as const;

export function homebrewFormula(input: PackageInput): ArchiveFile[] {
  const platforms = PLATFORMS.flatMap(([os, targets]) => {
    const sources = filesFor(input, targets).flatMap(([cpu, file]) => [
      `    on_${cpu} do`,
      `      url "${addressOf(input, file)}"`,
      `      sha256 "${file.sha256}"`,
      "    end",
    ]);
    return sources.length === 0 ? [] : [`  on_${os} do`, ...sources, "  end", ""];
  });
  if (platforms.length === 0) return [];
  const formula = `class Svc < Formula
  desc "${SUMMARY}"
  homepage "${input.base}"
  version "${input.manifest.version}"
  license "MIT"

${platforms.join("\n")}
  def install
    bin.install "svc"
    man1.install "svc.1"
    bash_completion.install "completions/svc.bash" => "svc"
    zsh_completion.install "completions/_svc"
    fish_completion.install "completions/svc.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/svc --version")
  end
end
`;
  return [{ name: "homebrew/svc.rb", data: Buffer.from(formula) }];
}
