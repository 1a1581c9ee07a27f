/**
 * A browser of the platform for the time of some work. It costs until it is stopped, and only a clean stop keeps what was
 * done to its profile.
 */
import { attachTo } from "../browser/launch/attach.ts";
import { Connection } from "../cdp/connection.ts";
import type { Transport } from "../cdp/transport.ts";
import { asFailure, Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import type { Api } from "./api.ts";
import { leaseBrowser } from "./lease.ts";

/** Minutes after which the platform ends it by itself, whatever becomes of us. */
const LIMIT_MINUTES = 15;

/** Runs `work` on a browser of the cloud profile and stops it, however the work ends. */
export async function onRemoteBrowser<T>(
  api: Api,
  { home, profileId, signal }: { home: string; profileId: string; signal: AbortSignal },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const asked = { profileId, timeout: LIMIT_MINUTES, proxyCountryCode: null };
  const remote = await leaseBrowser(api, { home, asked, signal });
  let result: T;
  try {
    result = await connected(remote.cdpUrl, signal, work);
  } catch (error) {
    await remote
      .stop()
      .catch((second) => log.warn(`the cloud browser ${remote.id} is still running: ${second.message}`));
    throw error;
  }
  const stopped = await remote.stop();
  if (stopped?.profileError !== undefined)
    throw new Failure(
      "api",
      `the platform did not save the cookies to its profile ${profileId}: ${stopped.profileError}`,
      "Stop the platform's browsers that use this profile, then run the command again.",
    );
  if (stopped) return result;
  throw new Failure("api", "the platform's browser ended before it was stopped", "Run the command again.");
}

async function connected<T>(
  url: string,
  signal: AbortSignal,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = new Connection(await attachToRemote(url, signal));
  try {
    return await Promise.race([work(connection), rejectOnAbort(signal)]);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw asFailure(error)?.code === "closed" ? unusable("its connection was closed") : error;
  } finally {
    connection.close();
  }
}

/** Connects to a browser of the platform. Its address is a secret: no failure repeats it. */
export async function attachToRemote(url: string, signal: AbortSignal): Promise<Transport> {
  try {
    return await attachTo(url, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const code = asFailure(error)?.code;
    if (code === "refused") throw unusable("nothing accepts connections at its address");
    if (code === "not_a_browser") throw unusable("its address does not answer like a browser");
    throw code === undefined ? error : unusable("it could not be connected to");
  }
}

function unusable(why: string): Failure {
  return new Failure("api", `the platform's browser cannot be used: ${why}`, "Run the command again.");
}
