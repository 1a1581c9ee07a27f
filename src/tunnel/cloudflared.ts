/** Quick tunnels of Cloudflare: no account, a new address for each tunnel. */
import { devNull } from "node:os";
import { inUrl, type Plan, type PlanRequest } from "./provider.ts";

/** A row of the box that cloudflared prints around the address. Other addresses are not in a box. */
const BOXED = /\|\s+(https?:\/\/\S+)\s+\|/;

/** Used when there is no box. `api.` is a server that cloudflared itself uses, and is printed in errors. */
const ANYWHERE = /https:\/\/(?!api\.)[a-z0-9-]+\.trycloudflare\.com/;

/** Cloudflare's status for an address whose tunnel is not connected (error 1033). */
const NOT_CONNECTED = 530;

export async function cloudflared({ target, hostHeader, cloudflared }: PlanRequest): Promise<Plan> {
  const url = `http://${inUrl(target)}:${target.port}`;
  return {
    command: [
      await cloudflared(),
      "tunnel",
      // An update would restart it under another address.
      "--no-autoupdate",
      // Otherwise the config file of the user's named tunnels would apply here too.
      "--config",
      devNull,
      "--url",
      url,
      ...(hostHeader === undefined ? [] : ["--http-host-header", hostHeader]),
    ],
    address: (output) => BOXED.exec(output)?.[1] ?? ANYWHERE.exec(output)?.[0],
    // The address is printed before it exists. A name server that is asked too early caches that it does not exist.
    isReady: (output) => output.includes("Registered tunnel connection"),
    notYet: NOT_CONNECTED,
    hint: () =>
      "Check the network and run the command again, or use your own SSH server: `svc config set tunnel_provider ssh`.",
  };
}
