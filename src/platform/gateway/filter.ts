/**
 * Decides which protocol calls of clients reach the browser. Calls must not reach files, processes, screens or the unfiltered
 * network of the server. One table of rules by method; all other methods pass.
 *
 * The table covers the whole protocol: methods that take a path, a URL or a program, that reach another process or machine, or
 * that give access to the unfiltered protocol. Pure except for path lookups.
 */
import { type Call, INVALID_PARAMS, type ProtocolFault, SERVER_ERROR } from "../../cdp/shared/call.ts";
import { openable, schemeOf } from "./addresses.ts";
import { confined, type Folders } from "./confine.ts";

/** The call to send, possibly changed, or the error for the client. */
export type Verdict = { call: Call } | { fault: ProtocolFault };

type Params = Record<string, unknown>;

/** Returns the allowed parameters, or throws `Refused`. */
type Rule = (params: Params, folders: Folders) => Params;

class Refused extends Error {}

/** Applies the rules to a call; `folders` are those of the browser. Never throws. */
export function judge(call: Call, folders: Folders): Verdict {
  const rule = RULES.get(call.method) ?? DOMAINS.get(call.method.slice(0, call.method.indexOf(".")));
  if (!rule) return { call };
  try {
    return { call: { ...call, params: rule(call.params ?? {}, folders) } };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const code = error.cause === "type" ? INVALID_PARAMS : SERVER_ERROR;
    return { fault: { code, message: `${call.method}: ${error.message}` } };
  }
}

function refuse(why: string): Rule {
  return () => {
    throw new Refused(why);
  };
}

/** The parameter must be a URL that a client may open. */
function address(name: string): Rule {
  return (params) => {
    const value = params[name];
    if (value === undefined) return params;
    if (typeof value !== "string") throw new Refused(`${name} must be a string`, { cause: "type" });
    const url = openable(value);
    if (url === undefined) throw new Refused(`${schemeOf(value)} URLs are not allowed on this server`);
    return { ...params, [name]: url };
  };
}

/** The parameter must list files of the browser. */
function paths(name: string): Rule {
  return (params, folders) => {
    const value = params[name];
    if (value === undefined) return params;
    if (!Array.isArray(value) || !value.every((one) => typeof one === "string"))
      throw new Refused(`${name} must be a list of strings`, { cause: "type" });
    const found = value.map((one: string) => {
      const path = confined(one, folders);
      if (path === undefined)
        throw new Refused("the browser has no uploaded or downloaded file of that name; upload it first");
      return path;
    });
    return { ...params, [name]: found };
  };
}

/** Refuses calls with any of these parameters. */
function without(names: readonly string[], why: string): Rule {
  return (params) => {
    const present = names.find((name) => name in params);
    if (present !== undefined) throw new Refused(`${present}: ${why}`);
    return params;
  };
}

/** Sends downloads to the browser's folder, with names that overwrite no file. */
function downloads(behavior: "allow" | "allowAndName"): Rule {
  return ({ downloadPath: _, ...rest }, folders) =>
    rest.behavior === "deny" ? rest : { ...rest, behavior, downloadPath: folders.downloads };
}

/**
 * Chrome opens dropped links and files that the page does not handle, without further checks, and a page of a file can frame
 * other files. So only allowed links and no files may be dropped.
 */
const dropped: Rule = (params) => {
  const { data } = params;
  if (!isObject(data)) return params;
  if (data.files !== undefined && !(Array.isArray(data.files) && data.files.length === 0))
    throw new Refused("dropping files is not allowed; use DOM.setFileInputFiles");
  if (data.items === undefined) return params;
  if (!Array.isArray(data.items)) throw new Refused("items must be a list", { cause: "type" });
  return { ...params, data: { ...data, items: data.items.map(draggedItem) } };
};

function draggedItem(item: unknown): unknown {
  if (!isObject(item) || !/uri|url/i.test(String(item.mimeType))) return item;
  const lines = String(item.data).split(/[\r\n]+/);
  const addresses = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const opened = addresses.map((line) => {
    const url = openable(line);
    if (url === undefined) throw new Refused(`${schemeOf(line)} URLs are not allowed on this server`);
    return url;
  });
  return { ...item, data: opened.join("\r\n") };
}

function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const UNFILTERED = "the protocol is available on this connection only";
const OF_THE_SERVER = "not allowed, because it would affect the server";
const OWN_PROXY = "the network of a browser is chosen when it is created";

const RULES: ReadonlyMap<string, Rule> = new Map([
  // URLs.
  ["Page.navigate", address("url")],
  ["Target.createTarget", address("url")],
  ["Network.loadNetworkResource", address("url")],
  ["Fetch.continueRequest", address("url")],
  // Files.
  ["DOM.setFileInputFiles", paths("files")],
  ["Page.handleFileChooser", paths("files")],
  ["Input.dispatchDragEvent", dropped],
  // This method has no option for names.
  ["Page.setDownloadBehavior", downloads("allow")],
  ["Browser.setDownloadBehavior", downloads("allowAndName")],
  ["DOM.getFileInfo", refuse(OF_THE_SERVER)],
  ["Extensions.loadUnpacked", refuse("extensions would be loaded from files of the server")],
  [
    "Tracing.start",
    without(["perfettoConfig", "tracingBackend"], "traces of the machine and traces into files are not allowed"),
  ],
  // Access to the protocol without this filter.
  ["Target.exposeDevToolsProtocol", refuse(UNFILTERED)],
  ["Target.sendMessageToTarget", refuse("attach with flatten: true, and send messages to the session")],
  ["Target.openDevTools", refuse(UNFILTERED)],
  ["Target.setRemoteLocations", refuse(UNFILTERED)],
  // Networks.
  [
    "Target.createBrowserContext",
    without(["proxyServer", "proxyBypassList", "originsWithUniversalNetworkAccess"], OWN_PROXY),
  ],
  // Process and machine.
  ["Browser.crash", refuse("use Browser.close to end this browser")],
  ["Browser.crashGpuProcess", refuse(OF_THE_SERVER)],
  ["Browser.executeBrowserCommand", refuse(OF_THE_SERVER)],
  ["Browser.getBrowserCommandLine", refuse(OF_THE_SERVER)],
  ["Browser.setDockTile", refuse(OF_THE_SERVER)],
]);

/** Domains that are refused entirely. */
const DOMAINS: ReadonlyMap<string, Rule> = new Map([
  // Reads processes, hardware and command line of the server.
  ["SystemInfo", refuse(OF_THE_SERVER)],
  // Listens on ports of the server.
  ["Tethering", refuse(OF_THE_SERVER)],
  // Searches for screens in the server's network, and shows its desktop on them.
  ["Cast", refuse(OF_THE_SERVER)],
  // Installs programs for the server's user, also from files, and opens files in them.
  ["PWA", refuse(OF_THE_SERVER)],
  // Selects devices that are connected to the server.
  ["DeviceAccess", refuse(OF_THE_SERVER)],
]);
