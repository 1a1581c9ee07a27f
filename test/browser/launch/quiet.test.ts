/** No browser sends unrequested traffic: counts packets and name lookups in a network of its own. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../support/folder.ts";
import { inNetwork, whyNoNetwork } from "../../support/network.ts";

/**
 * A network with a route to nowhere, so that packets leave and are counted. The resolver has an address that Chrome
 * knows for DNS over HTTPS; `quiet-run.ts` answers it.
 */
const NETWORK = `
set -e
ip link set lo up
ip link add out0 type veth peer name out1
for one in out0 out1; do echo 1 > /proc/sys/net/ipv6/conf/$one/disable_ipv6; done
ip address add 10.9.9.2/24 dev out0
ip address add 8.8.8.8/32 dev lo
ip link set out0 up
ip link set out1 up
ip neighbour add 10.9.9.1 lladdr 02:00:00:00:00:01 dev out0 nud permanent
ip route add default via 10.9.9.1
echo nameserver 8.8.8.8 > "$1/resolv.conf"
mount --bind "$1/resolv.conf" /etc/resolv.conf
`;

/** Long enough for the traffic after a start. SVC_TEST_QUIET_S=60 runs 60 s idle and 60 s driven. */
const SECONDS = process.env.SVC_TEST_QUIET_S ?? "3";

const reason = whyNoNetwork(NETWORK);

test.skipIf(reason !== undefined)(
  `no browser contacts anybody unasked${reason === undefined ? "" : ` (left out: ${reason})`}`,
  async () => {
    using folder = temporaryFolder();
    const child = Bun.spawn(
      inNetwork(
        NETWORK,
        folder.path,
        `exec "${process.execPath}" "${join(import.meta.dir, "quiet-run.ts")}" "${folder.path}" ${SECONDS}`,
      ),
      { stdout: "pipe", stderr: "inherit", env: { ...process.env, HOME: folder.path, XDG_CONFIG_HOME: undefined } },
    );
    const [told] = await Promise.all([new Response(child.stdout).text(), child.exited]);
    const { control, modes } = JSON.parse(told);
    // Checks that the counters work: a request of a page is counted.
    expect(control).toEqual({ names: ["far.example"], packets: expect.any(Number) });
    expect(control.packets).toBeGreaterThan(0);
    expect(modes.length).toBeGreaterThan(1);
    const quiet = { names: [], packets: 0 };
    expect(modes).toEqual(modes.map(({ mode }: { mode: string }) => ({ mode, idle: quiet, driven: quiet })));
  },
  1_800_000,
);
