/** Converts mouse, wheel, pen and touch on the picture to messages. A tap clicks, a drag scrolls. */
import type { FromViewer } from "../../stream/messages.ts";
import type { Picture } from "../picture.ts";
import { modifiersOf } from "./modifiers.ts";

export interface PointerHost {
  /** True if this page may send input. */
  canAct(): boolean;
  send(message: FromViewer): void;
  /** The picture was pressed at that point of this page: the keyboard focus follows. */
  pressed(x: number, y: number): void;
}

/** A second press within this time and distance is a double click. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 6;
/** Maximum movement of a tap. */
const TAP_PX = 10;
/** Duration of a long press, which opens the context menu. */
const LONG_MS = 600;

/** Listens to the canvas of the picture. */
export class Pointer {
  readonly #picture: Picture;
  readonly #host: PointerHost;
  /** The last press, for double clicks. */
  #last = { atMs: 0, x: 0, y: 0, button: -1, clicks: 0 };
  /** The newest unsent move. */
  #moved: PointerEvent | undefined;
  #finger: { x: number; y: number; atMs: number; hasMoved: boolean } | undefined;

  constructor(picture: Picture, host: PointerHost) {
    this.#picture = picture;
    this.#host = host;
    this.#on("pointerdown", (event) => this.#down(event));
    this.#on("pointermove", (event) => (event.pointerType === "touch" ? this.#drag(event) : this.#move(event)));
    this.#on("pointerup", (event) => (event.pointerType === "touch" ? this.#tap(event) : this.#up(event)));
    this.#on("pointercancel", (event) => this.#cancel(event));
    this.#on("wheel", (event) => this.#wheel(event));
    this.#on("contextmenu", (event) => event.preventDefault());
    // Prevents scrolling by the middle button and navigation by the side buttons.
    this.#on("mousedown", (event) => event.preventDefault());
    this.#on("auxclick", (event) => event.preventDefault());
  }

  #on<K extends keyof HTMLElementEventMap>(name: K, handle: (event: HTMLElementEventMap[K]) => void): void {
    const listener = (event: HTMLElementEventMap[K]) => {
      if (this.#host.canAct()) handle(event);
    };
    this.#picture.canvas.addEventListener(name, listener, { passive: false });
  }

  #mouse(kind: "move" | "down" | "up", event: PointerEvent, clicks: number, button = event.button): void {
    const buttons = event.pointerType === "touch" ? (kind === "down" ? 1 : 0) : event.buttons & 31;
    const at = this.#picture.pointAt(event.clientX, event.clientY);
    this.#host.send({ t: "mouse", kind, ...at, button, buttons, clicks, mods: modifiersOf(event) });
  }

  #flush(): void {
    if (this.#moved) this.#mouse("move", this.#moved, 0, 0);
    this.#moved = undefined;
  }

  #clicksOf({ timeStamp, clientX: x, clientY: y, button }: PointerEvent): number {
    const last = this.#last;
    const isNear = Math.hypot(x - last.x, y - last.y) < DOUBLE_PX;
    const isAgain = button === last.button && timeStamp - last.atMs < DOUBLE_MS && isNear;
    this.#last = { atMs: timeStamp, x, y, button, clicks: isAgain ? (last.clicks % 3) + 1 : 1 };
    return this.#last.clicks;
  }

  #down(event: PointerEvent): void {
    event.preventDefault();
    if (!event.isPrimary) {
      this.#finger = undefined;
      return;
    }
    this.#host.pressed(event.clientX, event.clientY);
    if (event.pointerType === "touch") {
      this.#finger = { x: event.clientX, y: event.clientY, atMs: event.timeStamp, hasMoved: false };
      return;
    }
    this.#picture.canvas.setPointerCapture(event.pointerId);
    this.#flush();
    this.#mouse("down", event, this.#clicksOf(event));
  }

  /** Sends at most one move per animation frame. */
  #move(event: PointerEvent): void {
    if (!this.#moved) requestAnimationFrame(() => this.#flush());
    this.#moved = event;
  }

  #up(event: PointerEvent): void {
    this.#flush();
    this.#mouse("up", event, this.#last.clicks);
  }

  #drag(event: PointerEvent): void {
    const finger = this.#finger;
    if (!finger || !event.isPrimary) return;
    const [dx, dy] = [finger.x - event.clientX, finger.y - event.clientY];
    if (!finger.hasMoved && Math.hypot(dx, dy) < TAP_PX) return;
    const at = this.#picture.pointAt(finger.x, finger.y);
    this.#finger = { ...finger, x: event.clientX, y: event.clientY, hasMoved: true };
    const { scale } = this.#picture;
    this.#host.send({ t: "wheel", ...at, dx: dx * scale, dy: dy * scale, mods: 0 });
  }

  #tap(event: PointerEvent): void {
    const finger = this.#finger;
    if (!finger || finger.hasMoved || !event.isPrimary) return;
    const button = event.timeStamp - finger.atMs > LONG_MS ? 2 : 0;
    this.#finger = undefined;
    const clicks = this.#clicksOf(event);
    this.#mouse("move", event, 0, 0);
    this.#mouse("down", event, clicks, button);
    this.#mouse("up", event, clicks, button);
  }

  #cancel(event: PointerEvent): void {
    this.#finger = undefined;
    if (event.pointerType !== "touch") this.#mouse("up", event, 1, Math.max(0, event.button));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? 600 : 1;
    const at = this.#picture.pointAt(event.clientX, event.clientY);
    const delta = { dx: event.deltaX * unit, dy: event.deltaY * unit };
    this.#host.send({ t: "wheel", ...at, ...delta, mods: modifiersOf(event) });
  }
}
