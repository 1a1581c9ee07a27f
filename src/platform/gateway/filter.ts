/**
 * What a client may ask of a browser that runs on this server: everything that is the browser's, and nothing that is the
 * server's: its files, its network beside the guard, its processes, its screens. One list of rules by method; what is not in
 * it passes. Pure but for looking paths up.
 *
 * The list is made from the whole protocol: methods that take a path, an address or a program, that reach another process or
 * machine, or that would hand the unfiltered protocol to somebody.
 */
import { type Call, INVALID_PARAMS, type ProtocolFault, SERVER_ERROR } from "../../cdp/shared/call.ts";
import { openable, schemeOf } from "./addresses.ts";
import { confined, type Folders } from "./confine.ts";

/** To be passed on, perhaps changed; or the error that the client gets instead. */
export type Verdict = { call: Call } | { fault: ProtocolFault };

type Params = Record<string, unknown>;

/** Gives the parameters as they may pass on. What it throws is a `Refused`. */
type Rule = (params: Params, folders: Folders) => Params;

class Refused extends Error {}

/** Judges a call of a client of the browser with these folders. Never throws. */
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

/** The address in that parameter must be one that a client may open. */
function address(name: string): Rule {
  return (params) => {
    const value = params[name];
    if (value === undefined) return params;
    if (typeof value !== "string") throw new Refused(`${name} is no text`, { cause: "type" });
    const url = openable(value);
    if (url === undefined) throw new Refused(`${schemeOf(value)} is not opened by browsers of this server`);
    return { ...params, [name]: url };
  };
}

/** Every file in that parameter must be one of the browser's own. */
function paths(name: string): Rule {
  return (params, folders) => {
    const value = params[name];
    if (value === undefined) return params;
    if (!Array.isArray(value) || !value.every((one) => typeof one === "string"))
      throw new Refused(`${name} is no list of texts`, { cause: "type" });
    const found = value.map((one: string) => {
      const path = confined(one, folders);
      if (path === undefined)
        throw new Refused("there is no such file among the uploads and downloads of this browser: upload it first");
      return path;
    });
    return { ...params, [name]: found };
  };
}

/** None of these parameters may be there, whatever it says. */
function without(names: readonly string[], why: string): Rule {
  return (params) => {
    const given = names.find((name) => name in params);
    if (given !== undefined) throw new Refused(`${given}: ${why}`);
    return params;
  };
}

/**
 * Downloads go to the browser's own folder, wherever the client wants them (`default` would be a folder of the machine's
 * user), and by a name that overwrites no other.
 */
function downloads(behavior: "allow" | "allowAndName"): Rule {
  return ({ downloadPath: _, ...rest }, folders) =>
    rest.behavior === "deny" ? rest : { ...rest, behavior, downloadPath: folders.downloads };
}

/**
 * What is dropped where the page does not take it is opened, without a look at who may open it: a link, and a file, which
 * could then frame every other file of the machine. So links are such as may be opened, and no files are dropped.
 */
const dropped: Rule = (params) => {
  const { data } = params;
  if (!isObject(data)) return params;
  if (data.files !== undefined && !(Array.isArray(data.files) && data.files.length === 0))
    throw new Refused("files are given to file inputs, by DOM.setFileInputFiles, and not dropped");
  if (data.items === undefined) return params;
  if (!Array.isArray(data.items)) throw new Refused("items is no list", { cause: "type" });
  return { ...params, data: { ...data, items: data.items.map(draggedItem) } };
};

function draggedItem(item: unknown): unknown {
  if (!isObject(item) || !/uri|url/i.test(String(item.mimeType))) return item;
  const lines = String(item.data).split(/[\r\n]+/);
  const addresses = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const opened = addresses.map((line) => {
    const url = openable(line);
    if (url === undefined) throw new Refused(`${schemeOf(line)} is not opened by browsers of this server`);
    return url;
  });
  return { ...item, data: opened.join("\r\n") };
}

function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const UNFILTERED = "the protocol is to be had by this connection alone";
const OF_THE_SERVER = "that is the server's, not the browser's";
const OWN_PROXY = "the network of a browser is chosen when it is made";

const RULES: ReadonlyMap<string, Rule> = new Map([
  // Addresses.
  ["Page.navigate", address("url")],
  ["Target.createTarget", address("url")],
  ["Network.loadNetworkResource", address("url")],
  ["Fetch.continueRequest", address("url")],
  // Files.
  ["DOM.setFileInputFiles", paths("files")],
  ["Page.handleFileChooser", paths("files")],
  ["Input.dispatchDragEvent", dropped],
  // This one has no way to name them.
  ["Page.setDownloadBehavior", downloads("allow")],
  ["Browser.setDownloadBehavior", downloads("allowAndName")],
  ["DOM.getFileInfo", refuse(OF_THE_SERVER)],
  ["Extensions.loadUnpacked", refuse("extensions are read from files of the server")],
  ["Tracing.start", without(["perfettoConfig", "tracingBackend"], "traces of the machine and into files are not made")],
  // Other ways to the protocol, past this filter.
  ["Target.exposeDevToolsProtocol", refuse(UNFILTERED)],
  ["Target.sendMessageToTarget", refuse("attach with flatten: true, and send to the session itself")],
  ["Target.openDevTools", refuse(UNFILTERED)],
  ["Target.setRemoteLocations", refuse(UNFILTERED)],
  // Networks.
  [
    "Target.createBrowserContext",
    without(["proxyServer", "proxyBypassList", "originsWithUniversalNetworkAccess"], OWN_PROXY),
  ],
  // The process and the machine.
  ["Browser.crash", refuse("Browser.close ends this browser in good order")],
  ["Browser.crashGpuProcess", refuse(OF_THE_SERVER)],
  ["Browser.executeBrowserCommand", refuse(OF_THE_SERVER)],
  ["Browser.getBrowserCommandLine", refuse(OF_THE_SERVER)],
  ["Browser.setDockTile", refuse(OF_THE_SERVER)],
]);

/** Domains none of whose methods is for a client here. */
const DOMAINS: ReadonlyMap<string, Rule> = new Map([
  // Processes, hardware and command line of the machine.
  ["SystemInfo", refuse(OF_THE_SERVER)],
  // Listens on ports of the machine.
  ["Tethering", refuse(OF_THE_SERVER)],
  // Looks for screens in the network of the machine, and shows its desktop on them.
  ["Cast", refuse(OF_THE_SERVER)],
  // Installs programs in the desktop of the machine's user, also from files, and opens files in them.
  ["PWA", refuse(OF_THE_SERVER)],
  // Picks devices that are plugged into the machine.
  ["DeviceAccess", refuse(OF_THE_SERVER)],
]);
