/** Finds the WebSocket of a running browser, by its CDP URL or in the places where browsers publish their port. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Transport, withoutSecrets } from "../../cdp/transport.ts";
import { openWebSocket } from "../../cdp/websocket.ts";
import { asFailure, Failure } from "../../errors.ts";
import { isLoopback, proxyFor } from "../../lib/loopback.ts";
import { type UserDataDir, userDataDirs } from "./profile-folders.ts";

const CHECK_ADDRESS = "Check that the address is the debugging address of a browser.";

/** Connects to a CDP URL, which `cdpUrl()` of the values has validated. An `http(s)` address is asked for its WebSocket at `/json/version`. */
export async function attachTo(cdpUrl: string, signal: AbortSignal): Promise<Transport> {
  const url = new URL(cdpUrl);
  const address = url.protocol.startsWith("ws") ? cdpUrl : await discover(url, signal);
  return await openWebSocket(address, signal);
}

/** The WebSocket of an http(s) debugging address. The host of the address is kept, because behind a proxy the browser does not know its own. */
async function discover(url: URL, signal: AbortSignal): Promise<string> {
  const shown = withoutSecrets(url.href);
  const target = new URL(url);
  if (!target.pathname.includes("/json/")) target.pathname = `${target.pathname.replace(/\/$/, "")}/json/version`;
  const { user, host } = { user: target.username, host: target.host };
  const headers: Record<string, string> = user
    ? { authorization: `Basic ${btoa(`${decodeURIComponent(user)}:${decodeURIComponent(target.password)}`)}` }
    : {};
  target.username = target.password = "";
  const response = await fetch(target, { signal, headers, ...proxyFor(target) }).catch((error) => {
    if (signal.aborted)
      throw new Failure("timeout", `${shown} accepted the connection but did not respond`, CHECK_ADDRESS);
    throw /refused|connect|ENOTFOUND|resolve|ConnectionRefused/i.test(`${error.code} ${error.message}`)
      ? new Failure(
          "refused",
          `nothing accepts connections at ${shown}`,
          "Start the browser with --remote-debugging-port and check the port.",
        )
      : new Failure("not_a_browser", `${shown} does not respond like a browser: ${error.message}`, CHECK_ADDRESS);
  });
  const body: unknown = await response.json().catch(() => undefined);
  const found = (body as { webSocketDebuggerUrl?: unknown } | undefined)?.webSocketDebuggerUrl;
  if (!response.ok || typeof found !== "string" || !URL.canParse(found)) {
    throw new Failure(
      "not_a_browser",
      `${shown} responds (HTTP ${response.status}), but not like a browser`,
      CHECK_ADDRESS,
    );
  }
  const socket = new URL(found);
  if (isLoopback(socket.hostname) || /^(0\.0\.0\.0)?$/.test(socket.hostname)) socket.host = host;
  socket.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return socket.href;
}

/** The port that most instructions use for `--remote-debugging-port`. */
const USUAL_PORT = 9222;

/** How long each candidate may take. Most of them are left-over files. */
const CANDIDATE_MS = 2_000;

/**
 * Connects to the first running browser: those with a `DevToolsActivePort` file in their user data folder, then port
 * 9222. Chrome 144 and later may serve no HTTP there and ask the user, so the WebSocket itself is tried as well.
 */
export async function attachToRunning(
  signal: AbortSignal,
  folders: UserDataDir[] = userDataDirs(),
  usualPort = USUAL_PORT,
): Promise<{ transport: Transport; label: string; url: string }> {
  const tried: string[] = [];
  for (const { label, path } of folders) {
    const port = activePort(path);
    if (!port) continue;
    const found = await tryPort(port.port, port.path, signal);
    if (found) return { ...found, label };
    tried.push(`${label} (port ${port.port})`);
  }
  const usual = await tryPort(usualPort, undefined, signal);
  if (usual) return { ...usual, label: `the browser at port ${usualPort}` };
  const leftOver =
    tried.length > 0 ? `; the ports that these browsers left behind do not respond: ${tried.join(", ")}` : "";
  throw new Failure(
    "no_browser",
    `no running browser accepts debugging${leftOver}`,
    `Open chrome://inspect/#remote-debugging in your browser and allow it, or start the browser with --remote-debugging-port=${usualPort}.`,
  );
}

function activePort(folder: string): { port: number; path: string | undefined } | undefined {
  try {
    const [port, path] = readFileSync(join(folder, "DevToolsActivePort"), "utf8").split("\n");
    const number = Number(port);
    return Number.isInteger(number) && number > 0 && number < 65_536
      ? { port: number, path: path?.trim() || undefined }
      : undefined;
  } catch {
    return undefined;
  }
}

async function tryPort(
  port: number,
  path: string | undefined,
  signal: AbortSignal,
): Promise<{ transport: Transport; url: string } | undefined> {
  const url = `http://127.0.0.1:${port}`;
  const soon = AbortSignal.any([signal, AbortSignal.timeout(CANDIDATE_MS)]);
  try {
    return { transport: await attachTo(url, soon), url };
  } catch (error) {
    const failure = asFailure(error);
    if (!failure || signal.aborted) throw error;
    if (failure.code === "refused" || path === undefined) return undefined;
  }
  try {
    // The user may have to confirm this in the browser, so it may take as long as the command.
    const direct = `ws://127.0.0.1:${port}${path}`;
    return { transport: await openWebSocket(direct, signal), url: direct };
  } catch (error) {
    if (!asFailure(error) || signal.aborted) throw error;
    return undefined;
  }
}
