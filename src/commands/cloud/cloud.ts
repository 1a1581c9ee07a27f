import { flag, option, positionalOr } from "../../args.ts";
import { stopLeftBrowsers } from "../../cloud/abandoned.ts";
import { command, type LaunchOptions } from "../../command.ts";
import { asFailure, Failure } from "../../errors.ts";
import { MAX_BROWSER_MINUTES } from "../../lib/limits.ts";
import { configFile } from "../../lib/paths.ts";
import { readSettings, resolveSetting, setting, writeSetting } from "../../lib/settings.ts";
import { canAsk } from "../../lib/terminal.ts";
import { bool, integer, oneOf, text } from "../../values.ts";
import { apiKey } from "../../web-values.ts";
import { notKept, profileErrorsOf } from "../session/session.ts";
import { keyOptions } from "./cloud-api.ts";
import { askKey, begin } from "./profile.ts";

/** How long the platform may take to say whether it knows the key. */
const CHECK_MS = 10_000;

export const cloudLogin = command({
  name: "cloud login",
  group: "cloud",
  summary: "Save the API key of the cloud platform in a file that only your user can read",
  effect: "write",
  needs: "nothing",
  // A person may have to look the key up.
  timeoutMs: 600_000,
  args: {
    apikey: positionalOr(apiKey(), undefined, "API key; - reads standard input; without it svc asks for the key"),
    noCheck: flag(bool(), "Save the key without checking it with the platform"),
  },
  examples: ["cloud login", "cloud login -"],
  async run({ home, args, signal }) {
    if (args.apikey === undefined && canAsk() && setting(home, "base_url") === undefined)
      writeSetting(home, "base_url", await (await import("../../cloud/address.ts")).askAddress(signal));
    const { apikey = await askKey(signal, "Run `svc cloud login - < <file>`, or set SVC_API_KEY.") } = args;
    const checked = args.noCheck ? "not requested" : await check(home, apikey, signal);
    writeSetting(home, "api_key", apikey);
    await begin(home);
    const isHidden = resolveSetting(home, "api_key").source === "environment";
    return {
      saved: true,
      file: configFile(home),
      checked: checked === true,
      ...(typeof checked === "string" && !args.noCheck ? { unchecked: checked } : {}),
      ...(isHidden ? { overriddenBy: "SVC_API_KEY" } : {}),
      ...(setting(home, "base_url") === undefined ? { next: "svc config set base_url https://<host>" } : {}),
    };
  },
  text: ({ file, checked, unchecked, overriddenBy, next }) =>
    [
      `API key saved in ${file}`,
      checked
        ? "The platform accepted the key"
        : unchecked === undefined
          ? ""
          : `The key could not be checked: ${unchecked}`,
      overriddenBy ? `The environment variable ${overriddenBy} takes precedence over this key` : "",
      next ? `Set the platform's URL: \`${next}\`` : "",
    ]
      .filter(Boolean)
      .join("\n"),
});

/** True where the platform knows the key, or why that cannot be said. A key that it refuses throws `no_key`. */
async function check(home: string, key: string, signal: AbortSignal): Promise<true | string> {
  const { openApi } = await import("../../cloud/api.ts");
  try {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]);
    await openApi({ home, key }).request("GET", "/v2/profiles?pageSize=1", undefined, soon, { attempts: 1 });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    const failure = asFailure(error);
    if (failure?.code === "no_key")
      throw new Failure(
        "no_key",
        `${failure.message}; the key was not saved`,
        "Check the key, or run `svc cloud login --no-check` to save it anyway.",
      );
    return failure?.message ?? `no answer within ${CHECK_MS / 1_000} s`;
  }
}

export const cloudLogout = command({
  name: "cloud logout",
  group: "cloud",
  summary: "Remove the saved API key of the cloud platform",
  effect: "destroy",
  needs: "nothing",
  args: {},
  examples: ["cloud logout"],
  run({ home }) {
    const removed = readSettings(home).api_key !== undefined;
    if (removed) writeSetting(home, "api_key", undefined);
    return { removed, ...(process.env.SVC_API_KEY ? { stillSetBy: "SVC_API_KEY" } : {}) };
  },
  text: ({ removed, stillSetBy }) =>
    [
      removed ? "API key removed" : "No API key to remove",
      stillSetBy ? `The environment variable ${stillSetBy} still has a key` : "",
    ]
      .filter(Boolean)
      .join("\n"),
});

export const cloudConnect = command({
  name: "cloud connect",
  group: "cloud",
  summary: "Start a cloud browser for this session; `svc close` stops it",
  effect: "write",
  needs: "session",
  pageless: true,
  // All browsers of the platform may be taken for a while.
  timeoutMs: 120_000,
  launch: ({ profileId, proxy, minutes, recording, apiKey }): LaunchOptions => ({
    remote: true,
    remoteProfile: profileId,
    remoteProxy: proxy,
    remoteMinutes: minutes,
    remoteRecording: recording,
    apiKey,
  }),
  args: {
    profileId: option(
      text("id", { nonEmpty: true }),
      "Cloud profile; default the setting cloud_connect_profile_id, created on first use",
    ),
    proxy: option(
      text("country", { nonEmpty: true }),
      "Country code of the proxy, or none; default the setting cloud_connect_proxy",
    ),
    minutes: option(
      integer("n", { min: 1, max: MAX_BROWSER_MINUTES }),
      "Maximum duration in minutes; default the setting cloud_connect_timeout",
    ),
    recording: option(oneOf("true", "false"), "Record the session; default the setting cloud_connect_recording"),
    ...keyOptions,
  },
  examples: ["cloud connect", "cloud connect --proxy de --minutes 30"],
  run({ browser, session }) {
    const { remote } = browser;
    if (!remote) throw new Failure("conflict", `session '${session}' does not run a cloud browser`);
    const isFirst = !greeted.has(remote);
    greeted.add(remote);
    return {
      status: "connected",
      ...(isFirst ? {} : { existing: true }),
      live_url: remote.liveUrl ?? null,
      cdp_url: remote.cdpUrl,
      browser_id: remote.id,
      profile_id: remote.profileId,
      timeout_at: remote.timeoutAt ?? null,
    };
  },
  text: ({ status, existing, live_url, cdp_url }) =>
    [
      `status: ${status}${existing ? " (existing)" : ""}`,
      live_url === null ? "" : `live_url: ${live_url}`,
      `cdp_url: ${cdp_url}`,
    ]
      .filter(Boolean)
      .join("\n"),
});

/** Browsers that a `cloud connect` has told of. */
const greeted = new WeakSet<object>();

export const cloudClose = command({
  name: "cloud close",
  group: "cloud",
  summary: "Stop the session's cloud browser",
  effect: "destroy",
  needs: "nothing",
  timeoutMs: 60_000,
  args: { ...keyOptions },
  examples: ["cloud close", "cloud close --session work"],
  async run({ home, sessions, args, signal, timeoutMs }) {
    const running = (await sessions.list()).find(({ name }) => name === sessions.current);
    if (running && !running.options.remote)
      throw new Failure(
        "conflict",
        `session '${sessions.current}' does not run a cloud browser (${running.config})`,
        "Run `svc close` to end the session.",
      );
    const closed = await sessions.close(sessions.current, signal, timeoutMs);
    const stopped = await stopLeftBrowsers({ home, sessions: [sessions.current], key: args.apiKey, signal });
    const ended = closed ? [closed] : [];
    const names = closed ? [sessions.current] : [];
    return { closed: names.length, sessions: names, ...stopped, ...profileErrorsOf(ended) };
  },
  text: ({ closed, sessions, stopped, ...done }) =>
    [
      closed > 0 ? `Cloud browser stopped (session ${sessions[0]})` : "",
      stopped === undefined
        ? ""
        : `Stopped ${stopped} cloud ${stopped === 1 ? "browser" : "browsers"} of killed sessions`,
      ...notKept(done),
    ]
      .filter(Boolean)
      .join("\n") || "No cloud browser",
});
