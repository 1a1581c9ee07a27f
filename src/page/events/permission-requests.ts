/**
 * Permissions that a page asked for and did not get. The browser tells nobody of them, so that a script in the page's own world
 * does (`inject/permissions/`): by events of a random type, which a script in a world of ours hears and passes on. Only names
 * and verdicts of closed lists are taken from it.
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
  /** Who asked: a page, or a frame in it. */
  origin: string;
  /** `asked` is not answered yet: the browser shows a question. */
  outcome: Exclude<Verdict, "answered">;
}

/** What tells of a tab's requests asks of the tab. */
export interface RequestsHost {
  /** Address of the page: it decides about its frames' permissions, too. */
  url(): string;
  tell(happening: CommandEvent): void;
}

/** Our world, and the function in it that reaches us. */
const WORLD = "svc permissions";
const BINDING = "tell";

/** How long an answer that needs no person takes at most. */
const ANSWER_MS = 300;

/**
 * Passes on what it hears, with the origin of the document, which no page can forge here; what it heard before the binding was
 * there is kept. `document.open()` leaves the listeners of this target alone.
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
  /** Of this document and its frames, by permission and origin. */
  readonly #requests = new Map<string, PermissionRequest>();
  /** Told since somebody last asked what happened. */
  readonly #told = new Set<string>();
  /** The browser's question has been open for a while. */
  readonly #waiting = new Set<PermissionRequest>();
  readonly #changes = new Changes();
  /** Documents that are only beginning to be heard. */
  readonly #beginning = new Set<Promise<unknown>>();

  constructor(channel: string, host: RequestsHost) {
    this.#channel = channel;
    this.#host = host;
  }

  /** Sent before the scripts of the session's documents run. */
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

  /** The browser gives a binding to new documents only while `Runtime` is on, which it is not: each gets its own. */
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
    if (outcome !== "answered" && outcome !== "asked") this.#tell(key);
    this.#changes.notify();
  }

  /** Once for each answer of ours, however often a page asks. */
  #tell(key: string): void {
    const request = this.#requests.get(key);
    const mark = `${key} ${request?.outcome}`;
    if (!request || this.#told.has(mark)) return;
    this.#told.add(mark);
    this.#host.tell({ kind: "permission", text: requestText(request, this.#host.url()), ...request });
  }

  /** Another document came. */
  reset(): void {
    this.#requests.clear();
    this.#waiting.clear();
  }

  /** Waits for answers that are on their way, and tells of the questions that stay open. */
  async settle(signal: AbortSignal): Promise<void> {
    const isNew = (request: PermissionRequest) => request.outcome === "asked" && !this.#waiting.has(request);
    const open = () => [...this.#requests].filter(([, request]) => isNew(request));
    const soon = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    if (this.#beginning.size > 0)
      await Promise.race([Promise.all(this.#beginning), rejectOnAbort(soon)]).catch(() => {});
    // A page that hangs is waited for once.
    this.#beginning.clear();
    while (open().length > 0 && !soon.aborted) await this.#changes.next(soon).catch(() => {});
    for (const [key, request] of open()) {
      this.#waiting.add(request);
      this.#tell(key);
    }
    this.#told.clear();
  }

  /** What stands in the way of this document. */
  get refused(): PermissionRequest[] {
    return [...this.#requests.values()].filter((request) => request.outcome !== "asked" || this.#waiting.has(request));
  }
}

/** What was asked for, what became of it, and what allows it. */
export function requestText({ permission, origin, outcome }: PermissionRequest, url: string): string {
  const who = origin === "null" ? "a page without an origin" : origin;
  const asked = `${who} asked for ${permission}`;
  if (outcome === "policy")
    return `${asked} and was refused: the page around the frame (allow="…") or the server (Permissions-Policy) does not let it`;
  if (outcome === "insecure") return `${asked} and was refused: pages get it over https and from localhost alone`;
  // What counts for a frame is the page around it; a blank one belongs to whoever opened it.
  const site = [URL.parse(url)?.origin, origin].find((one) => one !== undefined && one !== "null");
  // That one is of two sites.
  const isOfSite = site !== undefined && permission !== "storage-access";
  const option = `--permissions ${permission}${isOfSite ? `@${site}` : ""}`;
  if (outcome === "asked")
    return `${asked} and waits for a person to answer in the browser's window; to allow it, run \`svc close\`, then give the next command ${option}`;
  return `${asked} and was refused; to allow it, run \`svc close\`, then \`svc open <url> ${option}\``;
}
