/** Mouse, wheel, pen and finger on the picture, as messages. A finger taps and drags: a tap clicks, a drag scrolls. */
import type { FromViewer } from "../stream/messages.ts";
import { canvas, partOf, scale } from "./picture.ts";

export interface PointerHost {
  /** This page may act. */
  isInteractive(): boolean;
  say(message: FromViewer): void;
  /** The picture was pressed at that place of this page: the keyboard is to go there. */
  pressed(x: number, y: number): void;
}

/** A second press within this time and distance is a double click. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 6;
/** A finger that stays within this distance taps. */
const TAP_PX = 10;
/** A finger that rests this long asks for the menu. */
const LONG_MS = 600;

export function modifiersOf(event: MouseEvent | KeyboardEvent): number {
  return (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0);
}

export function listenToPointer(host: PointerHost): void {
  let last = { atMs: 0, x: 0, y: 0, button: -1, clicks: 0 };
  let moved: PointerEvent | undefined;
  let finger: { x: number; y: number; atMs: number; hasMoved: boolean } | undefined;

  const mouse = (kind: "move" | "down" | "up", event: PointerEvent, clicks: number, button = event.button) => {
    const buttons = event.pointerType === "touch" ? (kind === "down" ? 1 : 0) : event.buttons & 31;
    const mods = modifiersOf(event);
    host.say({ t: "mouse", kind, ...partOf(event.clientX, event.clientY), button, buttons, clicks, mods });
  };
  const flush = () => {
    if (moved) mouse("move", moved, 0, 0);
    moved = undefined;
  };
  const clicksOf = ({ timeStamp, clientX: x, clientY: y, button }: PointerEvent): number => {
    const isAgain =
      button === last.button && timeStamp - last.atMs < DOUBLE_MS && Math.hypot(x - last.x, y - last.y) < DOUBLE_PX;
    last = { atMs: timeStamp, x, y, button, clicks: isAgain ? (last.clicks % 3) + 1 : 1 };
    return last.clicks;
  };
  const on = <K extends keyof HTMLElementEventMap>(name: K, handle: (event: HTMLElementEventMap[K]) => void) =>
    canvas.addEventListener(
      name,
      (event) => {
        if (host.isInteractive()) handle(event as HTMLElementEventMap[K]);
      },
      { passive: false },
    );

  on("pointerdown", (event) => {
    event.preventDefault();
    if (!event.isPrimary) {
      finger = undefined;
      return;
    }
    host.pressed(event.clientX, event.clientY);
    if (event.pointerType === "touch") {
      finger = { x: event.clientX, y: event.clientY, atMs: event.timeStamp, hasMoved: false };
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    flush();
    mouse("down", event, clicksOf(event));
  });
  on("pointermove", (event) => {
    if (event.pointerType !== "touch") {
      // A mouse tells more moves than there are pictures.
      if (!moved) requestAnimationFrame(flush);
      moved = event;
      return;
    }
    if (!finger || !event.isPrimary) return;
    const [dx, dy] = [finger.x - event.clientX, finger.y - event.clientY];
    if (!finger.hasMoved && Math.hypot(dx, dy) < TAP_PX) return;
    const at = partOf(finger.x, finger.y);
    finger = { ...finger, x: event.clientX, y: event.clientY, hasMoved: true };
    host.say({ t: "wheel", ...at, dx: dx * scale(), dy: dy * scale(), mods: 0 });
  });
  on("pointerup", (event) => {
    if (event.pointerType !== "touch") {
      flush();
      return mouse("up", event, last.clicks);
    }
    if (!finger || finger.hasMoved || !event.isPrimary) return;
    const button = event.timeStamp - finger.atMs > LONG_MS ? 2 : 0;
    finger = undefined;
    const clicks = clicksOf(event);
    mouse("move", event, 0, 0);
    mouse("down", event, clicks, button);
    mouse("up", event, clicks, button);
  });
  on("pointercancel", (event) => {
    finger = undefined;
    if (event.pointerType !== "touch") mouse("up", event, 1, Math.max(0, event.button));
  });
  on("wheel", (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? 600 : 1;
    const delta = { dx: event.deltaX * unit, dy: event.deltaY * unit };
    host.say({ t: "wheel", ...partOf(event.clientX, event.clientY), ...delta, mods: modifiersOf(event) });
  });
  on("contextmenu", (event) => event.preventDefault());
  // The middle button would scroll this page, and the side buttons leave it.
  on("mousedown", (event) => event.preventDefault());
  on("auxclick", (event) => event.preventDefault());
}
