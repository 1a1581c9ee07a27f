/** Quick tunnels of Cloudflare: no account, a new address each time. Knows how cloudflared talks, not where it lies. */
import { devNull } from "node:os";
import { inUrl, type Plan, type PlanRequest } from "./provider.ts";

/** A row of the box that cloudflared draws around the address. Other addresses it prints stand in no box. */
const BOXED = /\|\s+(https?:\/\/\S+)\s+\|/;

/** Should the box go. `api.` is whom it asks, and is printed when that fails. */
const ANYWHERE = /https:\/\/(?!api\.)[a-z0-9-]+\.trycloudflare\.com/;

/** Cloudflare's word for an address whose tunnel is not connected: error 1033. */
const NOT_CONNECTED = 530;

export async function cloudflared({ target, hostHeader, cloudflared }: PlanRequest): Promise<Plan> {
  const url = `http://${inUrl(target)}:${target.port}`;
  return {
    command: [
      await cloudflared(),
      "tunnel",
      // An update would start it anew, under another address.
      "--no-autoupdate",
      // A config file of the user's named tunnels would be applied here as well, rules and all.
      "--config",
      devNull,
      "--url",
      url,
      ...(hostHeader === undefined ? [] : ["--http-host-header", hostHeader]),
    ],
    address: (output) => BOXED.exec(output)?.[1] ?? ANYWHERE.exec(output)?.[0],
    // The address is printed before it exists. A name server that is asked too soon remembers that there is none.
    isReady: (output) => output.includes("Registered tunnel connection"),
    notYet: NOT_CONNECTED,
    hint: () =>
      "Check the network and run the command again, or use your own SSH server: `svc config set tunnel_provider ssh`.",
  };
}
