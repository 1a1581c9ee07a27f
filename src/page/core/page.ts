/** One tab: its session, frames, loads and the indices of its elements. Its state follows the events of the browser. */
import type { Session } from "../../cdp/connection.ts";
import type { Events, Page_FrameTree } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import { Changes } from "../../lib/changes.ts";
import { rejectOnAbort, withTimeout } from "../../lib/deadline.ts";
import type { CommandEvent } from "../../outcome.ts";
import { type Activity, activityOf, afterLoad, type Expected } from "../events/activity.ts";
import { type Dialog, Dialogs, dialogFailure } from "../events/dialogs.ts";
import { type Load, Loads } from "../events/loads.ts";
import { PermissionRequests } from "../events/permission-requests.ts";
import { ScriptErrors } from "../events/script-errors.ts";
import { Traffic } from "../events/traffic.ts";
import { UnpromptedNavigation } from "../events/unprompted-navigation.ts";
import { InputState } from "../input/input-state.ts";
import type { Listed } from "../snapshot/model.ts";
import { type ElementHandle, Elements } from "./elements.ts";
import type { Frame } from "./frame.ts";
import { Frames } from "./frames.ts";
import { nearestTo } from "./nearest.ts";
import type { Bounds, PageHost } from "./page-host.ts";

/** How long a process may take to end. */
const CRASH_MS = 1_500;

export class Page {
  readonly targetId: string;
  readonly session: Session;
  readonly dialogs: Dialogs;
  readonly elements = new Elements((was, handle) => nearestTo(this, was, handle));
  readonly traffic = new Traffic();
  readonly errors = new ScriptErrors();
  /** Absent if permission requests are not reported. */
  readonly requests: PermissionRequests | undefined;
  readonly inputState = new InputState();
  readonly #frames: Frames;
  /** Address and title as the browser last reported them; a document can change its title at any time. */
  url = "about:blank";
  title = "";
  readonly loads: Loads;
  /** The last snapshot of the current document; later ones are compared with it. */
  listed: Listed | undefined;
  /** Texts of live regions that were reported, or were shown before an action. */
  messages: ReadonlySet<string> | undefined;
  /** True if there was a snapshot of an earlier document. */
  wasSeen = false;
  /** Addresses of the tabs that the page has opened and that are not attached yet, in order. */
  readonly opened: string[] = [];
  /** The address that a tab was opened with, if a page opened it. */
  openedWith = "";
  /** The last refused certificate, if those of other hosts are accepted. */
  refusedCertificate: { url: string; error: string } | undefined;
  /** Set while the page's process is gone: calls fail, but the page can be loaded again. */
  crash: Failure | undefined;
  /** Set while `endProcess` runs: that crash is not reported. */
  #isEnding = false;
  /** The last action or load. The reads that follow it wait until the page is at rest. */
  activity: Activity | undefined;
  /** Set if its script was stopped and no command has succeeded since: then stopping did not help. */
  wasStopped = false;
  /** Resolves when the tab is set up; rejects if it goes away before. Until then only a navigation may be sent. */
  ready: Promise<unknown> = Promise.resolve();
  /** The main frame has the id of its tab: its events can be used before the frame tree is known. */
  readonly #mainId: string;
  readonly #changes = new Changes();
  readonly #host: PageHost;
  /** Set when the set-up has ended: until then a dialog must not interrupt its calls. */
  #isSetUp = false;
  readonly #unprompted = new UnpromptedNavigation();
  /** Set when a press of a download link requests a download, until a command has waited for it. */
  requestedDownload: { frameId: string; atMs: number } | undefined;
  /** True if file choosers are intercepted: no window of the system opens. */
  interceptsFiles = false;
  /** Set while `upload` waits for a file chooser: it handles the chooser, and no event is reported. */
  takesChooser: ((opened: Events["Page.fileChooserOpened"], session: Session) => void) | undefined;

  constructor(targetId: string, session: Session, host: PageHost) {
    this.targetId = targetId;
    this.session = session;
    this.#host = host;
    const { permissionChannel: channel, emit } = host;
    if (channel !== undefined) this.requests = new PermissionRequests(channel, { url: () => this.url, emit });
    this.dialogs = new Dialogs(session, {
      ...host,
      isLoading: () => !this.load.committed,
      isLeft: (frameId, url) => this.#isLeft(frameId, url),
    });
    this.dialogs.watch((reason) => this.#halted(reason));
    this.#mainId = targetId;
    this.#frames = new Frames(targetId, session, {
      urlChanged: (url) => Object.assign(this, { url }),
      committed: (...how) => this.#committed(...how),
      movedWithinDocument: () => this.loads.movedWithinDocument(),
    });
    this.loads = new Loads(targetId, session, () => this.#changes.notify());
    session.on("Page.frameStartedNavigating", () => this.load.committed || void this.dialogs.dismiss());
    this.#listen(session);
  }

  get bounds(): Bounds | undefined {
    return this.#host.bounds;
  }

  /** Texts that screenshots must not show in the frame. A blank frame has those of its parent, which wrote its content. */
  hides(frame: Frame): readonly string[] {
    const parent = frame.parentId === undefined ? undefined : this.frames.get(frame.parentId);
    if (parent && /^(about:|$)/.test(frame.url)) return this.hides(parent);
    return this.#host.hides?.(frame.url) ?? [];
  }

  get frames(): ReadonlyMap<string, Frame> {
    return this.#frames.byId;
  }

  /** The latest load of the main frame. */
  get load(): Load {
    return this.loads.load;
  }

  /** The open dialog: the scripts of the page wait for its answer. */
  get dialog(): Dialog | undefined {
    return this.dialogs.open;
  }

  get main(): Frame {
    const main = this.frames.get(this.#mainId);
    if (!main) throw new Failure("closed", "the tab has no page", "Run `svc tab list` to see the tabs.");
    return main;
  }

  /**
   * Sets up the tab before its first script runs. All calls are sent at once; the tab may run as soon as they are sent.
   * `isOurs`: svc started the browser, so file choosers are intercepted; `upload` provides the files.
   */
  setUp(isOurs = false): Promise<unknown> {
    const { session } = this;
    this.errors.follow(session, isOurs);
    this.interceptsFiles = isOurs;
    const calls = [
      session.send("Page.enable"),
      session.send("Page.getFrameTree").then(({ frameTree }) => this.#addTree(frameTree)),
      session.send("Page.setLifecycleEventsEnabled", { enabled: true }),
      session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }),
      session.send("Inspector.enable"),
      // A tab behind another one, or in a window without focus, behaves like the one in front.
      session.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
      this.requests?.follow(session),
      isOurs && session.sendMayFail("Page.setInterceptFileChooserDialog", { enabled: true }),
    ];
    return Promise.all(calls).finally(() => {
      this.#isSetUp = true;
    });
  }

  /** Adds the document of the frame tree, unless another one has replaced it since. */
  #addTree(tree: Page_FrameTree): void {
    if (!this.#frames.addTree(tree, this.session)) return;
    this.loads.found(tree.frame.loaderId);
    this.dialogs.stay();
  }

  /** True if the frame's document at that address is the one that is left. The frames of the next one are not known yet. */
  #isLeft(frameId: string, url: string): boolean {
    if (frameId !== this.#mainId) return this.frames.has(frameId);
    const { committed, address } = this.load;
    return committed || address === undefined || (url === this.url && url !== address);
  }

  /** Called when an action or a navigation begins. `hasBegun`: the document of the subject has been notified. */
  acts(expects: Expected, subject?: { handle: ElementHandle; hasBegun?: boolean }): void {
    this.dialogs.answered = undefined;
    this.#host.acting();
    this.activity = activityOf(this, expects !== "nothing");
    const isTyping = expects === "text";
    for (const frame of this.frames.values()) {
      const isOwn = frame === subject?.handle.frame;
      if (!isOwn || !subject?.hasBegun) frame.beginAction(isOwn && subject ? subject.handle.id : null, isTyping);
    }
  }

  /** Called when the action or navigation has ended. */
  acted(): void {
    if (this.activity) this.activity.endedMs = performance.now();
  }

  /** Called when the answer of a command contains the address of the page. */
  reportedUrl(): void {
    this.#unprompted.reported(this.main);
  }

  /** The navigation that no command reported since the last call, as an event. */
  movedByItself(): CommandEvent | undefined {
    return this.frames.has(this.#mainId) ? this.#unprompted.since(this.main, this.load) : undefined;
  }

  /** Called when a dialog stays open: pending calls would be answered only after it is closed. */
  #halted(reason: Failure): void {
    if (this.#isSetUp) this.session.connection.interrupt(this.session, reason);
    this.#changes.notify();
  }

  #listen(session: Session): void {
    this.followFrames(session);
    this.traffic.follow(session);
    session.on("Inspector.targetCrashed", () => {
      const text = "the page's process crashed";
      this.crash = new Failure("crashed", text, "Run `svc reload`, or `svc open <url>` to load another page.");
      this.dialogs.closed();
      if (!this.#isEnding) this.#host.emit({ kind: "crash", text, url: this.url });
      session.connection.interrupt(session, this.crash);
      for (const frame of this.frames.values()) frame.reset();
      this.#changes.notify();
    });
  }

  /** Adds the event handlers for the frames of a session: the tab's own, or that of a frame in another process. */
  followFrames(session: Session): void {
    session.on("Page.fileChooserOpened", (event) => {
      if (this.takesChooser) return this.takesChooser(event, session);
      const text =
        "the page opened a file chooser; run `svc upload <index> <path>` with the index of the file input, or of the button that opens the chooser";
      this.#host.emit({ kind: "dialog", type: "file", text });
    });
    session.on("Page.windowOpen", ({ url }) => void this.opened.push(url));
    this.#frames.follow(session);
  }

  /** Takes over a frame that runs in another process, with its session. */
  async adopt(frameId: string, session: Session): Promise<void> {
    this.followFrames(session);
    this.traffic.follow(session, frameId);
    this.errors.follow(session, this.interceptsFiles);
    await Promise.all([
      session.send("Page.enable"),
      session.send("Page.getFrameTree").then(({ frameTree }) => this.#frames.adoptTree(frameTree, session)),
      session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }),
      this.requests?.follow(session),
      this.interceptsFiles && session.sendMayFail("Page.setInterceptFileChooserDialog", { enabled: true }),
    ]);
    this.#frames.adopted(frameId, session);
  }

  /** Called when the main frame has committed a document; `replaced` is false if it is the same one. */
  #committed(loaderId: string, replaced: boolean, restored: boolean): void {
    this.loads.committed(loaderId, replaced);
    if (restored) this.loads.restored(loaderId);
    this.crash = undefined;
    this.wasStopped = false;
    // Commands wait for a page that navigated by itself as they do after an action.
    this.activity = afterLoad(this, this.activity);
    this.dialogs.arrived();
    if (replaced) {
      this.elements.reset();
      this.errors.reset();
      this.requests?.reset();
      this.wasSeen ||= this.listed?.snapshot !== undefined;
      this.listed = undefined;
      this.messages = undefined;
      this.inputState.reset();
    }
    this.#changes.notify();
  }

  /** Resolves when the tab is set up, or when a dialog blocks its first document. Rejects with the signal's reason. */
  async prepared(signal: AbortSignal): Promise<void> {
    if (this.dialog) return;
    const { promise: halted, resolve } = Promise.withResolvers<void>();
    const unwatch = this.dialogs.watch(() => resolve());
    await Promise.race([this.ready, halted, rejectOnAbort(signal)]).finally(unwatch);
  }

  /**
   * Resolves when `condition` returns true; it is checked after every event of the page. Errors: `closed`, `crashed`,
   * `dialog` while a dialog is open; the signal's reason.
   */
  async until(condition: () => boolean, signal: AbortSignal): Promise<void> {
    const before = this.crash;
    while (!condition()) {
      if (this.session.gone) throw this.session.gone;
      if (this.crash && this.crash !== before) throw this.crash;
      if (this.dialog) throw dialogFailure(this.dialog);
      signal.throwIfAborted();
      await this.#changes.next(signal);
    }
  }

  /** Ends the process of a page that does not respond; the page can be loaded again. */
  async endProcess(): Promise<void> {
    this.#isEnding = true;
    await withTimeout(this.session.sendMayFail("Page.crash"), CRASH_MS);
    this.#isEnding = false;
  }

  /** Reports that a page that did not respond responds again. */
  recovered(text: string): void {
    this.reportedUrl();
    this.#host.emit({ kind: "recovered", text, url: this.url });
  }

  /** Called when the tab is gone: ends all waits. */
  ended(): void {
    this.#changes.notify();
  }
}
