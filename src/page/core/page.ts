/**
 * One tab: its session, its frames, what it loads, and the indices given out on it. Keeps track by events, and does
 * nothing by itself.
 */
import type { Session } from "../../cdp/connection.ts";
import type { Events, Page_FrameTree } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import { Changes } from "../../lib/changes.ts";
import { rejectOnAbort, withTimeout } from "../../lib/deadline.ts";
import type { CommandEvent } from "../../outcome.ts";
import { type Activity, activityOf, afterLoad, type Expected } from "../events/activity.ts";
import { type Dialog, type DialogHost, Dialogs, dialogFailure } from "../events/dialogs.ts";
import { type Load, Loads } from "../events/loads.ts";
import { PermissionRequests } from "../events/permission-requests.ts";
import { ScriptErrors } from "../events/script-errors.ts";
import { Traffic } from "../events/traffic.ts";
import { NavigationNews } from "../events/unprompted-navigation.ts";
import { InputState } from "../input/input-state.ts";
import type { Listed } from "../snapshot/model.ts";
import { type ElementHandle, Elements } from "./elements.ts";
import type { Frame } from "./frame.ts";
import { Frames } from "./frames.ts";
import { nearestTo } from "./nearest.ts";

/** How long a process may take to end. */
const CRASH_MS = 1_500;

/** The rules for addresses, as far as a tab meets them. */
export interface Bounds {
  /** The failure of opening the address, or undefined when it may be opened. */
  refusal(address: string): Failure | undefined;
  /** Why the last page of that frame was refused, if it was. */
  refused(frameId: string): Failure | undefined;
}

/** What a tab asks of the browser around it. */
export interface PageHost extends Omit<DialogHost, "isLeft" | "isLoading"> {
  readonly bounds?: Bounds | undefined;
  /** Texts that pictures do not show of a frame with that address. */
  hides?(address: string): readonly string[];
  /** Set where requests for permissions are to be told: what their events are called. */
  readonly permissionChannel?: string | undefined;
  /** An action or a navigation begins: what it starts is told apart from what went before. */
  acting(): void;
}

export class Page {
  readonly targetId: string;
  readonly session: Session;
  readonly dialogs: Dialogs;
  readonly elements = new Elements((was, handle) => nearestTo(this, was, handle));
  readonly traffic = new Traffic();
  readonly errors = new ScriptErrors();
  /** Absent where nobody asked for them. */
  readonly requests: PermissionRequests | undefined;
  readonly hands = new InputState();
  readonly #frames: Frames;
  /** Address and title as the browser last told them; a document can change its title at any time. */
  url = "about:blank";
  title = "";
  readonly #loads: Loads;
  /** What was seen of the document that is there, for what is new since then. */
  listed: Listed | undefined;
  /** Texts of live regions that have been told, or were there before an action. */
  messages: ReadonlySet<string> | undefined;
  /** True when a document before this one was looked at. */
  wasSeen = false;
  /** Addresses of the tabs that the page has opened and that have not appeared yet, in order. */
  readonly opened: string[] = [];
  /** The address that a tab was opened with, where a page opened it. */
  openedWith = "";
  /** The last certificate that was refused where those of other hosts are accepted. */
  refusedCertificate: { url: string; error: string } | undefined;
  /** Set while the page's process is gone: nothing can be asked of it, but it can be loaded again. */
  crash: Failure | undefined;
  /** Set while we end the page's process ourselves: that is no crash to tell. */
  #isEnding = false;
  /** The last action or load. The reads that follow it wait until the page is at rest. */
  activity: Activity | undefined;
  /** Set when its script was stopped and no command has ended well since: stopping it was of no use. */
  wasStopped = false;
  /** Resolves when the tab is set up; rejects when it went away before. Until then only a navigation may be sent. */
  ready: Promise<unknown> = Promise.resolve();
  /** The main frame has the id of its tab, so that what it does is known before its tree is. */
  readonly #mainId: string;
  readonly #changes = new Changes();
  readonly #host: PageHost;
  /** Set when nothing of the set-up is under way any more: until then its calls must not be cut short. */
  #isSetUp = false;
  readonly #news = new NavigationNews();
  /** A press of a link asked for a download; until that was waited for. */
  askedFor: { frameId: string; atMs: number } | undefined;
  /** No window of the system opens where the page asks for a file. */
  interceptsFiles = false;
  /** Set while somebody has files for the chooser that opens: nobody is asked for them then. */
  takesChooser: ((opened: Events["Page.fileChooserOpened"], session: Session) => void) | undefined;

  constructor(targetId: string, session: Session, host: PageHost) {
    this.targetId = targetId;
    this.session = session;
    this.#host = host;
    const { permissionChannel: channel, tell } = host;
    if (channel !== undefined) this.requests = new PermissionRequests(channel, { url: () => this.url, tell });
    this.dialogs = new Dialogs(session, {
      ...host,
      isLoading: () => !this.load.committed,
      isLeft: (frameId, url) => this.#isLeft(frameId, url),
    });
    this.dialogs.watch((reason) => this.#halted(reason));
    this.#mainId = targetId;
    this.#frames = new Frames(targetId, session, {
      placed: (url) => {
        this.url = url;
      },
      committed: (...how) => this.#committed(...how),
      movedWithinDocument: () => this.#loads.movedWithinDocument(),
    });
    this.#loads = new Loads(targetId, session, () => this.#changes.notify());
    session.on("Page.frameStartedNavigating", () => this.load.committed || void this.dialogs.dismiss());
    this.#listen();
  }

  get bounds(): Bounds | undefined {
    return this.#host.bounds;
  }

  /** Texts that pictures do not show of the frame. A blank one shows what the frame around it made. */
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
    return this.#loads.load;
  }

  get aborted(): Loads["aborted"] {
    return this.#loads.aborted;
  }

  get navigating(): boolean {
    return this.#loads.navigating;
  }

  get moves(): number {
    return this.#loads.moves;
  }

  /** The dialog behind which the page stands still. */
  get dialog(): Dialog | undefined {
    return this.dialogs.open;
  }

  get main(): Frame {
    const main = this.frames.get(this.#mainId);
    if (!main) throw new Failure("closed", "the tab has no page", "Run `svc tab list` to see the tabs.");
    return main;
  }

  /**
   * Everything a tab needs before its first script runs. All calls leave at once; the tab may run when they left. In a
   * browser of ours no window to choose files opens: they are given by `upload`.
   */
  setUp(isOurs = false): Promise<unknown> {
    const { session } = this;
    this.errors.follow(session, isOurs);
    const calls: Promise<unknown>[] = [
      session.send("Page.enable"),
      session.send("Page.getFrameTree").then(({ frameTree }) => this.#found(frameTree)),
      session.send("Page.setLifecycleEventsEnabled", { enabled: true }),
      session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }),
      session.send("Inspector.enable"),
      // A tab behind another one, or in a window without focus, behaves like the one in front.
      session.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
    ];
    if (this.requests) calls.push(this.requests.follow(session));
    if (isOurs) {
      this.interceptsFiles = true;
      calls.push(session.sendMayFail("Page.setInterceptFileChooserDialog", { enabled: true }));
    }
    return Promise.all(calls).finally(() => {
      this.#isSetUp = true;
    });
  }

  /** The document that was there when the tab was asked, unless another one has come since. */
  #found(tree: Page_FrameTree): void {
    if (!this.#frames.addTree(tree, this.session)) return;
    this.#loads.found(tree.frame.loaderId);
    this.dialogs.stay();
  }

  /** Frames of the next document are not known yet; that one has no scripts to run before the server answered. */
  #isLeft(frameId: string, url: string): boolean {
    if (frameId !== this.#mainId) return this.frames.has(frameId);
    const { committed, address } = this.load;
    return committed || address === undefined || (url === this.url && url !== address);
  }

  /** Called when an action or a navigation begins. */
  acts(expects: Expected, subject?: { handle: ElementHandle; isStirred?: boolean }): void {
    this.dialogs.answered = undefined;
    this.#host.acting();
    this.activity = activityOf(this, expects !== "nothing");
    const isTyping = expects === "text";
    for (const frame of this.frames.values()) {
      const isOwn = frame === subject?.handle.frame;
      if (!isOwn || !subject?.isStirred) frame.stir(isOwn && subject ? subject.handle.id : null, isTyping);
    }
  }

  /** Called when it has ended. */
  acted(): void {
    if (this.activity) this.activity.endedMs = performance.now();
  }

  /** Called when an answer tells where the page is now. */
  told(): void {
    this.#news.told(this.main);
  }

  /** Where the page went by itself since the last answer; told once. */
  movedByItself(): CommandEvent | undefined {
    return this.frames.has(this.#mainId) ? this.#news.of(this.main, this.load) : undefined;
  }

  /** A dialog opened that stays open: what was asked of the page would be answered when it is closed. */
  #halted(reason: Failure): void {
    if (this.#isSetUp) this.session.connection.interrupt(this.session, reason);
    this.#changes.notify();
  }

  #listen(): void {
    const { session } = this;
    this.followFrames(session);
    this.traffic.follow(session);
    session.on("Inspector.targetCrashed", () => {
      const reason = new Failure(
        "crashed",
        "the page's process crashed",
        "Run `svc reload`, or `svc open <url>` to load another page.",
      );
      this.crash = reason;
      this.dialogs.closed();
      if (!this.#isEnding) this.#host.tell({ kind: "crash", text: "the page's process crashed", url: this.url });
      session.connection.interrupt(session, reason);
      for (const frame of this.frames.values()) frame.reset();
      this.#changes.notify();
    });
  }

  /** Frames of this page that a session speaks for: its own, and those of frames in other processes. */
  followFrames(session: Session): void {
    session.on("Page.fileChooserOpened", (event) => {
      if (this.takesChooser) return this.takesChooser(event, session);
      const text =
        "the page asks for a file; run `svc upload <index> <path>` with the index of its file input, or of the button that opens it";
      this.#host.tell({ kind: "dialog", type: "file", text });
    });
    session.on("Page.windowOpen", ({ url }) => {
      this.opened.push(url);
    });
    this.#frames.follow(session);
  }

  /** A frame that runs in a process of its own: from here on its session speaks for it. */
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

  /** The main frame has another document, or the same again. */
  #committed(loaderId: string, replaced: boolean, restored: boolean): void {
    this.#loads.committed(loaderId, replaced);
    if (restored) this.#loads.restored(loaderId);
    this.crash = undefined;
    this.wasStopped = false;
    // A page that went elsewhere by itself is waited for as after an action.
    this.activity = afterLoad(this, this.activity);
    this.dialogs.arrived();
    if (replaced) {
      this.elements.reset();
      this.errors.reset();
      this.requests?.reset();
      this.wasSeen ||= this.listed?.look !== undefined;
      this.listed = undefined;
      this.messages = undefined;
      this.hands.letGo();
    }
    this.#changes.notify();
  }

  /** Resolves when the tab is set up, or when a dialog keeps its first document from saying so. */
  async prepared(signal: AbortSignal): Promise<void> {
    if (this.dialog) return;
    const { promise: halted, resolve } = Promise.withResolvers<void>();
    const unwatch = this.dialogs.watch(() => resolve());
    try {
      await Promise.race([this.ready, halted, rejectOnAbort(signal)]);
    } finally {
      unwatch();
    }
  }

  /** Resolves when `holds` does; looked at again after everything that happens to the page. Fails while a dialog is open. */
  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    const before = this.crash;
    while (!holds()) {
      if (this.session.gone) throw this.session.gone;
      if (this.crash && this.crash !== before) throw this.crash;
      if (this.dialog) throw dialogFailure(this.dialog);
      signal.throwIfAborted();
      await this.#changes.next(signal);
    }
  }

  /** Ends the process of a page that cannot be helped; it can be loaded again. */
  async endProcess(): Promise<void> {
    this.#isEnding = true;
    await withTimeout(this.session.sendMayFail("Page.crash"), CRASH_MS);
    this.#isEnding = false;
  }

  /** Told when a page that hung answers again. */
  recovered(text: string): void {
    this.told();
    this.#host.tell({ kind: "recovered", text, url: this.url });
  }

  /** The tab is gone: whoever waits on it is told. */
  ended(): void {
    this.#changes.notify();
  }
}
