/** All viewers of one browser: their state, who has control, and their input. Input of read-only viewers is refused here. */
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import type { Socket } from "../../socket.ts";
import { Control } from "../input/control.ts";
import { Steering } from "../input/steering.ts";
import { BEST, type Hub, type Hubs } from "./hub.ts";
import { type FromViewer, type Input, isInput, type ViewState } from "./messages.ts";
import type { Observer } from "./observer.ts";
import type { Frame, Quality } from "./screencast.ts";
import { PACE_MS, pictureMessage, Viewer, type ViewerHost } from "./viewer.ts";

/** Maximum viewers per browser: every picture is sent to each. */
export const MAX_VIEWERS = 50;

/** Changes within this time are sent together. */
const BATCH_MS = 40;

/** An unanswered dialog blocks the page; without a client and a controlling viewer it is dismissed after this time. */
const DIALOG_MS = 10_000;

/** Picture qualities, selected by the time that the fastest viewer needs to show a picture. */
const QUALITIES: readonly Quality[] = [
  BEST,
  { quality: 60, maxWidth: 1440, maxHeight: 900 },
  { quality: 40, maxWidth: 1024, maxHeight: 768 },
];
const SLOW_MS = 350;
const QUICK_MS = 80;

/** Minimum time between changes of quality. */
const QUALITY_MS = 5000;

export interface LiveSessionHost {
  /** Resolves with the reason why the browser ended. */
  reason(): Promise<string | null>;
  /** The last viewer has left. */
  over(): void;
}

export class LiveSession implements Observer, ViewerHost {
  readonly browser: RunningBrowser;
  readonly #hub: Hub;
  readonly #leave: () => void;
  readonly #control: Control;
  readonly #viewers = new Set<Viewer>();
  readonly #steering: Steering;
  readonly #host: LiveSessionHost;
  #names = 0;
  #stateTimer: Timer | undefined;
  #dialog: Timer | undefined;
  #level = 0;
  #levelMs = 0;
  #isOver = false;
  /** The controlling viewer is counted as a client of the browser. */
  #isCounted = false;

  constructor(hubs: Hubs, browser: RunningBrowser, host: LiveSessionHost) {
    this.browser = browser;
    this.#host = host;
    this.#control = new Control((isHeld) => this.#controlChanged(isHeld));
    const observed = hubs.observe(browser, this);
    this.#hub = observed.hub;
    this.#leave = observed.leave;
    this.#steering = new Steering(observed.hub, (message) => {
      const { holder } = this.#control;
      for (const viewer of this.#viewers) if (viewer.key === holder?.key) viewer.send(message);
    });
  }

  get size(): number {
    return this.#viewers.size;
  }

  /** Adds a viewer and sends it the current state. */
  enter(socket: Socket, { key, interactive }: { key: string; interactive: boolean }): Viewer {
    const { holder } = this.#control;
    const isBack = interactive && holder?.key === key;
    const name = isBack ? holder.name : `Viewer ${++this.#names}`;
    const viewer = new Viewer(this, { key, name, interactive });
    this.#viewers.add(viewer);
    if (isBack) this.#control.back(key);
    viewer.opened(socket);
    viewer.send(this.#state(viewer));
    this.isReady();
    this.changed();
    return viewer;
  }

  frame(frame: Frame): void {
    // A picture belongs to the tab of the last state, so the state is sent first.
    this.#sendState();
    let sent: Uint8Array | undefined;
    // Only the number differs between viewers, so only the header is rewritten.
    const bytes = (n: number) => {
      sent ??= pictureMessage(frame, n);
      new DataView(sent.buffer, sent.byteOffset).setUint32(0, n);
      return sent;
    };
    for (const viewer of this.#viewers) viewer.show(frame, bytes);
    this.#adapt();
  }

  paceMs(): number | undefined {
    const paces = [...this.#viewers].map((viewer) => viewer.paceMs).filter((pace) => pace !== undefined);
    return paces.length === 0 ? undefined : Math.min(...paces);
  }

  usualPaceMs(): number | undefined {
    return [...this.#viewers].some((viewer) => viewer.isLooking) ? PACE_MS : undefined;
  }

  answersDialogs(): boolean {
    return [...this.#viewers].some((viewer) => viewer.interactive);
  }

  isSteering(): boolean {
    return this.#control.holder !== undefined;
  }

  needsDetail(): boolean {
    return false;
  }

  fileRequested(): void {
    const text = "The page asks for a file. Files cannot be chosen here: upload one through the API.";
    for (const viewer of this.#viewers) if (viewer.key === this.#control.holder?.key) viewer.send({ t: "note", text });
  }

  changed(): void {
    this.#watchDialog();
    this.#stateTimer ??= setTimeout(() => this.#sendState(), BATCH_MS);
  }

  #sendState(): void {
    if (this.#stateTimer === undefined) return;
    clearTimeout(this.#stateTimer);
    this.#stateTimer = undefined;
    for (const viewer of this.#viewers) viewer.send(this.#state(viewer));
  }

  /** The browser has ended. */
  ended(): void {
    const viewers = [...this.#viewers];
    this.#over();
    if (viewers.length === 0) return;
    void this.#host.reason().then((reason) => {
      for (const viewer of viewers) {
        viewer.send({ t: "ended", reason });
        viewer.close(4000, "the browser has ended");
      }
    });
  }

  isReady(): void {
    for (const viewer of this.#viewers) this.#show(viewer);
    this.#hub.reconsider();
  }

  received(viewer: Viewer, message: FromViewer): void {
    if (this.#isOver) return;
    if (!viewer.interactive) viewer.close(1008, "this link is read-only");
    else if (message.t === "take") this.#control.take(viewer);
    else if (message.t === "release") this.#control.release(viewer.key);
    else if (isInput(message)) this.#input(viewer, message);
  }

  #input(viewer: Viewer, message: Input): void {
    // Input takes control if nobody has it; a viewer that lost control must ask for it.
    const isMeant = message.t !== "wheel" && (message.t !== "mouse" || message.kind === "down");
    if (!this.#control.holder && isMeant) this.#control.take(viewer);
    if (this.#control.holder?.key === viewer.key) this.#act(viewer, message);
  }

  closed(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer)) return;
    const isStillThere = [...this.#viewers].some((one) => one.key === viewer.key);
    if (!isStillThere) {
      if (this.#control.holder?.key === viewer.key) this.#steering.release();
      this.#control.lost(viewer.key);
    }
    if (this.#isOver) return;
    if (this.#viewers.size === 0 && !this.#control.holder) {
      this.#over();
    } else {
      this.#hub.reconsider();
      this.changed();
    }
  }

  #act(viewer: Viewer, message: Input): void {
    this.browser.touch(Date.now());
    this.#steering.act(message);
    if (message.t !== "mouse" || message.kind !== "move") return;
    for (const other of this.#viewers)
      if (other !== viewer && other.paceMs !== undefined) other.send({ t: "pointer", x: message.x, y: message.y });
  }

  #controlChanged(isHeld: boolean): void {
    this.#steering.release();
    if (isHeld !== this.#isCounted) {
      this.#isCounted = isHeld;
      this.browser.clients += isHeld ? 1 : -1;
      this.browser.controlled(isHeld);
      this.browser.touch(Date.now());
    }
    if (!isHeld && this.#viewers.size === 0) {
      this.#over();
    } else {
      this.#hub.reconsider();
      this.changed();
    }
  }

  #show(viewer: Viewer): void {
    const { frame } = this.#hub;
    if (frame) viewer.show(frame, (n) => pictureMessage(frame, n));
  }

  #state(viewer: Viewer): ViewState {
    const { active, dialog } = this.#hub;
    const { holder } = this.#control;
    return {
      t: "state",
      tabs: this.#hub.tabs.map(({ id, title, url, crashed }) => ({
        id,
        title: title.slice(0, 200),
        url: url.slice(0, 2048),
        crashed,
      })),
      active: active?.id ?? null,
      canGoBack: this.#hub.canGoBack,
      canGoForward: this.#hub.canGoForward,
      dialog: dialog?.open ? { ...dialog.open, message: dialog.open.message.slice(0, 4000) } : null,
      isStuck: dialog?.isStuck ?? false,
      holder: holder?.name ?? null,
      isMine: holder !== undefined && holder.key === viewer.key && viewer.interactive,
      viewers: this.#viewers.size,
    };
  }

  #watchDialog(): void {
    const isOpen = this.#hub.dialog?.open !== undefined;
    if (!isOpen) {
      clearTimeout(this.#dialog);
      this.#dialog = undefined;
    }
    if (!isOpen || this.#dialog) return;
    this.#dialog = setTimeout(() => {
      this.#dialog = undefined;
      // A client may take any time to answer.
      if (this.browser.clients === 0) void this.#hub.dialog?.answer(false, "");
    }, DIALOG_MS);
  }

  #adapt(): void {
    const lags = [...this.#viewers].map((viewer) => viewer.lagMs).filter((ms) => ms > 0);
    const lagMs = Math.min(...lags);
    const step = lagMs > SLOW_MS ? 1 : lagMs < QUICK_MS ? -1 : 0;
    const level = Math.min(Math.max(this.#level + step, 0), QUALITIES.length - 1);
    if (level === this.#level || lags.length === 0 || performance.now() - this.#levelMs < QUALITY_MS) return;
    this.#level = level;
    this.#levelMs = performance.now();
    this.#hub.setQuality(QUALITIES[level] ?? BEST);
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#stateTimer);
    clearTimeout(this.#dialog);
    const { holder } = this.#control;
    if (holder) this.#control.release(holder.key);
    this.#hub.setQuality(BEST);
    this.#leave();
    this.#host.over();
  }
}
