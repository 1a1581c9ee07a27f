/**
 * Messages between the live view's page and the server. The page uses only the types; the server validates messages, because
 * anyone with the URL can send them. Pictures are binary messages: `FRAME_HEADER_BYTES`, then a JPEG.
 */

/** Number of the picture (4 bytes), width and height of the viewport in CSS pixels (2 bytes each), all big-endian. */
export const FRAME_HEADER_BYTES = 8;

export interface TabState {
  id: string;
  title: string;
  url: string;
  crashed: boolean;
}

export interface DialogState {
  type: "alert" | "confirm" | "prompt" | "beforeunload";
  message: string;
  /** Default text of a prompt. */
  value: string;
}

/** State of the browser without its picture. */
export interface ViewState {
  t: "state";
  tabs: TabState[];
  /** Id of the shown tab. */
  active: string | null;
  canGoBack: boolean;
  canGoForward: boolean;
  dialog: DialogState | null;
  /** The shown tab does not respond, probably because of a dialog that another client must answer. */
  isStuck: boolean;
  /** Name of the viewer that has control. */
  holder: string | null;
  /** True if the receiver has control. */
  isMine: boolean;
  viewers: number;
}

export interface ChoiceState {
  label: string;
  disabled: boolean;
  selected: boolean;
}

export type ToViewer =
  | { t: "hello"; name: string; interactive: boolean }
  | ViewState
  | { t: "pointer"; x: number; y: number }
  | { t: "cursor"; cursor: string }
  /** A select is open in the page, which is not in the picture. Options in the order of the page; the index identifies one. */
  | { t: "choices"; x: number; y: number; options: ChoiceState[] }
  | { t: "copied"; text: string }
  | { t: "note"; text: string }
  | { t: "beat" }
  | { t: "ended"; reason: string | null };

export interface MouseInput {
  t: "mouse";
  kind: "move" | "down" | "up";
  /** Fractions of the picture's width and height, 0 to 1. */
  x: number;
  y: number;
  button: number;
  buttons: number;
  clicks: number;
  /** Bits of the protocol: Alt 1, Control 2, Meta 4, Shift 8. */
  mods: number;
}

export interface WheelInput {
  t: "wheel";
  x: number;
  y: number;
  dx: number;
  dy: number;
  mods: number;
}

export interface KeyInput {
  t: "key";
  down: boolean;
  key: string;
  code: string;
  keyCode: number;
  location: number;
  repeat: boolean;
  mods: number;
  /** Text of the key; empty for keys without text. */
  text: string;
}

/** Messages that require control. */
export type Input =
  | MouseInput
  | WheelInput
  | KeyInput
  | { t: "text"; text: string }
  | { t: "copy"; cut: boolean }
  | { t: "go"; url: string }
  | { t: "back" }
  | { t: "forward" }
  | { t: "reload" }
  | { t: "show"; id: string }
  | { t: "close"; id: string }
  | { t: "open" }
  /** Index of one of the `choices`, or -1 for none. */
  | { t: "choose"; index: number }
  | { t: "dialog"; accept: boolean; text: string };

export type FromViewer =
  | Input
  | { t: "ack"; n: number }
  | { t: "looking"; on: boolean }
  | { t: "take" }
  | { t: "release" }
  | { t: "beat" };

/** A longer message closes the socket; the longest regular one is a pasted text. */
const MAX_MESSAGE_CHARS = 1 << 20;

type Check = (value: unknown) => boolean;
const is = {
  flag: (value: unknown) => typeof value === "boolean",
  text: (value: unknown) => typeof value === "string",
  word: (value: unknown) => typeof value === "string" && value.length <= 64,
  number: (value: unknown) => typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= 1e9,
  part: (value: unknown) => typeof value === "number" && value >= 0 && value <= 1,
  bits: (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 31,
  code: (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffff,
  index: (value: unknown) => Number.isInteger(value) && (value as number) >= -1 && (value as number) <= 0xffff,
  kind: (value: unknown) => value === "move" || value === "down" || value === "up",
};

const AT = { x: is.part, y: is.part, mods: is.bits };
const SHAPES: { [T in FromViewer["t"]]: Record<string, Check> } = {
  mouse: { kind: is.kind, ...AT, button: is.bits, buttons: is.bits, clicks: is.bits },
  wheel: { ...AT, dx: is.number, dy: is.number },
  key: {
    down: is.flag,
    key: is.word,
    code: is.word,
    keyCode: is.code,
    location: is.bits,
    repeat: is.flag,
    mods: is.bits,
    text: is.word,
  },
  text: { text: is.text },
  copy: { cut: is.flag },
  go: { url: is.text },
  back: {},
  forward: {},
  reload: {},
  show: { id: is.word },
  close: { id: is.word },
  open: {},
  choose: { index: is.index },
  dialog: { accept: is.flag, text: is.text },
  ack: { n: is.number },
  looking: { on: is.flag },
  take: {},
  release: {},
  beat: {},
};

/** The message; undefined if it is invalid. */
export function parseMessage(data: string): FromViewer | undefined {
  if (data.length > MAX_MESSAGE_CHARS) return undefined;
  let value: Record<string, unknown> | null;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  const type = value && typeof value === "object" ? value.t : undefined;
  if (!value || typeof type !== "string" || !Object.hasOwn(SHAPES, type)) return undefined;
  const shape = Object.entries(SHAPES[type as FromViewer["t"]]);
  return shape.every(([name, holds]) => holds(value[name])) ? (value as unknown as FromViewer) : undefined;
}

/** True for messages that require control. */
export function isInput(message: FromViewer): message is Input {
  return !["ack", "looking", "take", "release", "beat"].includes(message.t);
}
