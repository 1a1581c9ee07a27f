/** Providers by the values of the setting tunnel_provider. */
import { Failure } from "../errors.ts";
import { cloudflared } from "./cloudflared.ts";
import { command } from "./command.ts";
import type { Plan, PlanRequest, Provider, Target } from "./provider.ts";
import { ssh } from "./ssh.ts";

const PROVIDERS: Readonly<Record<ProviderName, Provider>> = { cloudflared, ssh, command };

export type ProviderName = "cloudflared" | "ssh" | "command";

/** The input of a plan, as it is passed to another process. */
export interface PlanInput {
  provider: ProviderName;
  target: Target;
  hostHeader: string | undefined;
  /** Path of cloudflared, for that provider. */
  cloudflared: string | undefined;
}

export async function planOf(name: ProviderName, request: PlanRequest): Promise<Plan> {
  if (Object.hasOwn(PROVIDERS, name)) return await PROVIDERS[name](request);
  throw new Failure(
    "usage",
    `tunnel_provider: expected one of ${Object.keys(PROVIDERS).join(", ")}, got '${name}'`,
    "Run `svc config unset tunnel_provider`.",
  );
}

export interface KeepRequest extends PlanInput {
  home: string;
  /** Pauses before each restart, in milliseconds. */
  pausesMs?: readonly number[];
}
