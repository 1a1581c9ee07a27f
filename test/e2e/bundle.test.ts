/** `svc bundle`: its archive installs svc and a browser without a network, and nothing tries to use one. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { folderOfFile } from "../support/folder.ts";
import { inNetwork, whyNoNetwork } from "../support/network.ts";
import { homeFixture } from "./home-fixture.ts";

/**
 * Only the loopback device and no route. The resolver is an unreachable address, so that each name lookup counts as an
 * attempt. The system's browsers are hidden, and a small disk fills up quickly.
 */
const NETWORK = `
set -e
ip link set lo up
echo nameserver 192.0.2.53 > "$1/resolv.conf"
mount --bind "$1/resolv.conf" /etc/resolv.conf
for one in /usr/lib/chromium /opt/google; do [ ! -d "$one" ] || mount -t tmpfs none "$one"; done
mkdir -p "$1/small"
mount -t tmpfs -o size=1m none "$1/small"
`;

const reason = whyNoNetwork(NETWORK);
const folder = folderOfFile();

test.skipIf(reason !== undefined)(
  `a bundle installs and works without a network${reason === undefined ? "" : ` (skipped: ${reason})`}`,
  async () => {
    await using h = homeFixture();
    const { data } = await h.json("bundle", "--output", join(folder, "svc-offline.tar.gz"));
    expect(data).toMatchObject({
      bundle: join(folder, "svc-offline.tar.gz"),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    // The command that the reply names; its installer part runs inside the network namespace.
    const [unpack = "", install = ""] = data.install.split(" && ");
    expect(Bun.spawnSync(["sh", "-c", unpack], { cwd: folder }).exitCode).toBe(0);
    const { stdout } = Bun.spawnSync(
      inNetwork(
        NETWORK,
        folder,
        `exec "${process.execPath}" "${join(import.meta.dir, "bundle-run.ts")}" "$1" "${install}"`,
      ),
      {
        stderr: "inherit",
        env: { ...process.env, HOME: join(folder, "home"), SVC_HOME: undefined, SVC_BROWSER: undefined },
      },
    );
    const { attempts, control, installed, doctor, full, ...worked } = JSON.parse(stdout.toString());
    expect(installed).toEqual({ code: 0, out: expect.stringContaining("0 failed") });
    expect(doctor.status).toBe("healthy");
    expect(doctor.checks.find(({ name }: { name: string }) => name === "browser").message).toContain(
      `installed by svc: ${join(folder, "home", ".svc", "browsers")}`,
    );
    expect(full).toMatchObject({ success: false, code: "io", error: expect.stringContaining("the disk is full") });
    expect(worked).toEqual({
      demo: { code: 0, out: expect.stringContaining("It works") },
      mcp: "Offline",
      dashboard: expect.stringContaining("No browser has run yet"),
      hosted: 201,
    });
    expect(attempts).toBe(0);
    // Proves that the counters see a connection and a lookup.
    expect(control).toBeGreaterThanOrEqual(2);
    expect(existsSync(join(folder, "small", "svc-offline.tar.gz"))).toBe(false);
  },
  120_000,
);
