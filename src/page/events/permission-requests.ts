/**
 * Permissions that a page requested and did not get. The browser has no event for them, so a script in the page's own world
 * (`inject/permissions/`) dispatches DOM events of a random type; a script in an isolated world passes them on. Only names
 * and verdicts of fixed lists are accepted.
 */
import type { Session } from "../../cdp/connection.ts";
import type { Page_FrameTree } from "../../cdp/protocol.gen.ts";
import { Changes } from "../../lib/changes.ts";
import { rejectOnAbort } from "../../lib/deadline.ts";
import type { CommandEvent } from "../../outcome.ts";
import { PERMISSION_HOOK } from "../permission-hook.gen.ts";
import { PERMISSIONS, type Permission, VERDICTS, type Verdict } from "./permissions.ts";

export interface PermissionRequest {
  permission: Permission;
  /** Origin of the page or frame that requested it. */
  origin: string;
  /** `asked` is not answered yet: the browser shows a prompt. */
  outcome: Exclude<Verdict, "answered">;
}

/** The interface of the tab. */
export interface RequestsHost {
  /** Address of the page: the permissions of its frames depend on it, too. */
  url(): string;
  emit(event: CommandEvent): void;
}

/** The isolated world, and the CDP binding in it. */
const WORLD = "svc permissions";
const BINDING = "tell";

/** The longest time of an answer that needs no person. */
const ANSWER_MS = 300;

/**
 * Passes on the events with the origin of the document, which a page cannot forge in an isolated world. Events that arrive
 * before the binding exists are stored. `document.open()` keeps the listeners of `performance`.
 */
const listener = (channel: string) => `globalThis.tellAll ??= (() => {
  const heard = [];
  const tellAll = () => { while (globalThis.${BINDING} && heard.length > 0) ${BINDING}(heard.shift()) };
  performance.addEventListener(${JSON.stringify(channel)}, ({ detail }) => {
    heard.push(detail + " " + origin);
    tellAll();
  });
  return tellAll;
})()`;

const hook = (channel: string) => `(CHANNEL => { "use strict"; ${PERMISSION_HOOK} })(${JSON.stringify(channel)})`;

export class PermissionRequests {
  readonly #channel: string;
  readonly #host: RequestsHost;
  /** Requests of this document and its frames, by permission and origin. */
  readonly #requests = new Map<string, PermissionRequest>();
  /** Keys of the requests reported since the last `settle`. */
  readonly #reported = new Set<string>();
  /** Requests whose prompt has been open for a while. */
  readonly #waiting = new Set<PermissionRequest>();
  readonly #changes = new Changes();
  /** Documents whose binding is being added. */
  readonly #beginning = new Set<Promise<unknown>>();

  constructor(channel: string, host: RequestsHost) {
    this.#channel = channel;
    this.#host = host;
  }

  /** Adds the scripts to the documents of a session. Call it before the scripts of the documents run. */
  async follow(session: Session): Promise<void> {
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === BINDING) this.#heard(payload);
    });
    session.on("Page.frameAttached", ({ frameId }) => this.#begin(session, frameId));
    session.on("Page.frameNavigated", ({ frame }) => this.#begin(session, frame.id));
    const once = { runImmediately: true };
    const [, , tree] = await Promise.all([
      session.sendMayFail("Page.addScriptToEvaluateOnNewDocument", {
        source: listener(this.#channel),
        worldName: WORLD,
        ...once,
      }),
      session.sendMayFail("Page.addScriptToEvaluateOnNewDocument", { source: hook(this.#channel), ...once }),
      session.sendMayFail("Page.getFrameTree"),
    ]);
    if (tree) this.#beginAll(session, tree.frameTree);
  }

  #beginAll(session: Session, { frame, childFrames = [] }: Page_FrameTree): void {
    this.#begin(session, frame.id);
    for (const child of childFrames) this.#beginAll(session, child);
  }

  #begin(session: Session, frameId: string): void {
    const begun: Promise<unknown> = this.#listen(session, frameId).finally(() => this.#beginning.delete(begun));
    this.#beginning.add(begun);
  }

  /** Adds the binding to one document. The browser adds bindings to new documents only while `Runtime` is enabled, which it is not. */
  async #listen(session: Session, frameId: string): Promise<void> {
    const world = await session.sendMayFail("Page.createIsolatedWorld", { frameId, worldName: WORLD });
    if (!world) return;
    const { executionContextId: contextId } = world;
    await Promise.all([
      session.sendMayFail("Runtime.addBinding", { name: BINDING, executionContextId: contextId }),
      session.sendMayFail("Runtime.evaluate", { contextId, expression: "globalThis.tellAll?.()" }),
    ]);
  }

  #heard(payload: string): void {
    const [verdict, permission, origin = "null"] = payload.split(" ");
    const outcome = VERDICTS.find((one) => one === verdict);
    const known = PERMISSIONS.find((one) => one === permission);
    if (!outcome || !known) return;
    const key = `${known} ${origin}`;
    if (outcome === "answered") this.#requests.delete(key);
    else this.#requests.set(key, { permission: known, origin, outcome });
    if (outcome !== "answered" && outcome !== "asked") this.#report(key);
    this.#changes.notify();
  }

  /** Reports a request once for each command, no matter how often the page repeats it. */
  #report(key: string): void {
    const request = this.#requests.get(key);
    const mark = `${key} ${request?.outcome}`;
    if (!request || this.#reported.has(mark)) return;
    this.#reported.add(mark);
    this.#host.emit({ kind: "permission", text: requestText(request, this.#host.url()), ...request });
  }

  /** Called when another document is committed. */
  reset(): void {
    this.#requests.clear();
    this.#waiting.clear();
  }

  /** Waits for pending answers, and reports the prompts that stay open. */
  async settle(signal: AbortSignal): Promise<void> {
    const isNew = (request: PermissionRequest) => request.outcome === "asked" && !this.#waiting.has(request);
    const open = () => [...this.#requests].filter(([, request]) => isNew(request));
    const soon = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    if (this.#beginning.size > 0)
      await Promise.race([Promise.all(this.#beginning), rejectOnAbort(soon)]).catch(() => {});
    // So that a page that hangs delays only one command.
    this.#beginning.clear();
    while (open().length > 0 && !soon.aborted) await this.#changes.next(soon).catch(() => {});
    for (const [key, request] of open()) {
      this.#waiting.add(request);
      this.#report(key);
    }
    this.#reported.clear();
  }

  /** The requests of this document that are not granted. */
  get refused(): PermissionRequest[] {
    return [...this.#requests.values()].filter((request) => request.outcome !== "asked" || this.#waiting.has(request));
  }
}

/** Text of a request: its result, and the command that grants it. */
export function requestText({ permission, origin, outcome }: PermissionRequest, url: string): string {
  const who = origin === "null" ? "a page without an origin" : origin;
  const request = `${who} asked for ${permission}`;
  if (outcome === "policy")
    return `${request} and was refused: the page around the frame (allow="…") or the server (Permissions-Policy) does not allow it`;
  if (outcome === "insecure") return `${request} and was refused: it is available only over https and on localhost`;
  // For a frame, the page around it counts. The origin of a blank page is that of its opener.
  const site = [URL.parse(url)?.origin, origin].find((candidate) => candidate !== undefined && candidate !== "null");
  // Storage access is granted to a pair of sites.
  const isOfSite = site !== undefined && permission !== "storage-access";
  const option = `--permissions ${permission}${isOfSite ? `@${site}` : ""}`;
  if (outcome === "asked")
    return `${request} and waits for a person to answer in the browser's window; to allow it, run \`svc close\`, then add ${option} to the next command`;
  return `${request} and was refused; to allow it, run \`svc close\`, then \`svc open <url> ${option}\``;
}
