/** The check of the cloud platform in `doctor`: its URL, and whether it accepts the key. No message contains the key. */
import { openApi } from "../cloud/api.ts";
import { asFailure } from "../errors.ts";
import { resolveSetting } from "../lib/settings.ts";
import type { CheckRequest, Finding } from "./finding.ts";

export async function platform({ home, signal }: CheckRequest): Promise<Finding> {
  const address = resolveSetting(home, "base_url");
  const key = resolveSetting(home, "api_key");
  if (address.value === undefined)
    return { status: "ok", message: "no URL is set (base_url); only `svc cloud` and `svc profile sync` need one" };
  const where = `${address.value} (${address.source})`;
  if (key.value === undefined)
    return { status: "warning", message: `${where}, but no key is set`, fix: "svc cloud login" };
  try {
    await openApi({ home }).request("GET", "/v2/profiles?pageSize=1", undefined, signal, { attempts: 1 });
    return { status: "ok", message: `${where} accepts the key (${key.source})` };
  } catch (error) {
    signal.throwIfAborted();
    const failure = asFailure(error);
    if (!failure) throw error;
    const fix = failure.code === "no_key" ? "svc cloud login" : "svc config set base_url https://<host>";
    return { status: "warning", message: `${where}, key from ${key.source}: ${failure.message}`, fix };
  }
}
