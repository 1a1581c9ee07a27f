/** The flake for Nix, on Linux and macOS. */
import type { ArchiveFile } from "../archive.ts";
import { addressOf, filesFor, type PackageInput, SUMMARY } from "./package.ts";

const TARGETS = [
  ["x86_64-linux", "linux-x64"],
  ["aarch64-linux", "linux-arm64"],
  ["x86_64-darwin", "darwin-x64"],
  ["aarch64-darwin", "darwin-arm64"],
] as const;

export function nixFlake(input: PackageInput): ArchiveFile[] {
  const files = filesFor(input, TARGETS);
  if (files.length === 0) return [];
  const sources = files.map(
    ([system, file]) => `        ${system} = {
          url = "${addressOf(input, file)}";
          sha256 = "${file.sha256}";
        };`,
  );
  const flake = `{
  description = "${SUMMARY}";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { nixpkgs, ... }:
    let
      sources = {
${sources.join("\n")}
      };
      package = system:
        let
          pkgs = nixpkgs.legacyPackages.\${system};
        in
        pkgs.stdenv.mkDerivation {
          pname = "svc";
          version = "${input.manifest.version}";
          src = pkgs.fetchurl sources.\${system};
          nativeBuildInputs = [ pkgs.installShellFiles ]
            ++ pkgs.lib.optionals pkgs.stdenv.isLinux [ pkgs.autoPatchelfHook ];
          # The program is data inside the executable: strip would remove it.
          dontStrip = true;
          installPhase = ''
            runHook preInstall
            install -Dm755 svc $out/bin/svc
            installManPage svc.1
            installShellCompletion --cmd svc \\
              --bash completions/svc.bash --zsh completions/_svc --fish completions/svc.fish
            install -Dm644 -t $out/share/doc/svc LICENSE LICENSES-THIRD-PARTY.txt
            runHook postInstall
          '';
          meta = {
            description = "${SUMMARY}";
            homepage = "${input.base}";
            license = pkgs.lib.licenses.mit;
            mainProgram = "svc";
            platforms = builtins.attrNames sources;
          };
        };
    in
    {
      packages = builtins.mapAttrs (system: _: { default = package system; }) sources;
    };
}
`;
  return [{ name: "nix/flake.nix", data: Buffer.from(flake) }];
}
