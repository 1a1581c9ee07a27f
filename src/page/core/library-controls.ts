/**
 * What the scripts for fields, lists, switches and file inputs answer: plain data, shared by `inject/` and by the files
 * here that act on them. A part of `PageLibrary`, which it knows nothing of.
 */
import type { ElementFacts, Point } from "./library.ts";

/** An element that the page's script found; its facts name it. */
export interface ClickTarget {
  id: number;
  facts: ElementFacts;
}

/** Why a control is left alone. `detail` tells what it holds, or what it is instead. */
export interface Refusal {
  ok: false;
  reason: "gone" | "disabled" | "readonly" | "hidden" | "kind" | "value";
  facts?: ElementFacts;
  detail?: string;
}

export interface FieldReady {
  ok: true;
  /** Chosen, such as a date: it is set, not typed. */
  isChosen: boolean;
  /** It shows no one what it holds. */
  isSecret: boolean;
  /** Its page may listen to every key. Elsewhere the text can go in at once. */
  wantsKeys: boolean;
  /** It indents and closes brackets after single keys, and takes a text that comes at once as it is. */
  wantsWhole: boolean;
  lineEnd: "space" | "text" | "paragraph";
  /** What to click on; null where only the script can give it the focus. */
  spot: ClickTarget | null;
  /** Where in the frame's viewport it receives the click, if it does right now. */
  point?: Point;
}

/** How the old content gets out of the way: it is selected already, or Control+a must do it. */
export type FieldEntered = Refusal | { ok: true; select: "done" | "keys"; isEmpty: boolean };

export interface FieldHeld {
  /** Dots for a secret. */
  value: string;
  /** It holds what was typed. */
  isSame: boolean;
  /** It holds nothing of what was typed. */
  isNone: boolean;
}

/** The next keys towards a value that is chosen. */
export interface HandStep {
  keys: string[];
  isDone: boolean;
}

export interface FocusAnswer {
  ok: boolean;
  /** What has the focus now. */
  active: ElementFacts | null;
}

export type ChooseBy = "value" | "label" | "index";
export type ChooseMode = "replace" | "add" | "remove";

export interface ChosenOption {
  label: string;
  value: string;
}

export type SelectAnswer =
  | {
      ok: true;
      chosen: ChosenOption[];
      isChanged: boolean;
      /** Nobody sees the list: a library may have put a widget in its place. */
      isHidden: boolean;
    }
  | {
      ok: false;
      reason: "gone" | "kind" | "disabled" | "missing" | "option_disabled" | "single";
      facts?: ElementFacts;
      /** The value that is not there, or is disabled. */
      wanted?: string;
      options?: string[];
      /** `list` where it is a list made of other elements, `datalist` for a field with suggestions. */
      detail?: "list" | "datalist";
    };

/** A list made of other elements: what opens it, and whether its options are shown. */
export type ListAnswer =
  | { ok: false; reason: "gone" | "kind" | "disabled"; facts?: ElementFacts }
  | { ok: true; isOpen: boolean; isPopup: boolean; isMultiple: boolean; trigger: ClickTarget; typing: boolean };

export interface ListOption extends ChosenOption {
  /** What to click on. */
  spot: ClickTarget;
  isSelected: boolean;
  isDisabled: boolean;
  /** It says that it makes an entry of the typed text. */
  isOffer: boolean;
}

/** What a list made of other elements holds, and the cross that takes it away. */
export interface HeldChoice extends ChosenOption {
  cross: ClickTarget | null;
}

export type OptionAnswer = { ok: true; option: ListOption } | { ok: false; isShown: boolean; options: string[] };

export type ToggleAnswer =
  | Refusal
  | { ok: true; id: number; checked: boolean | "mixed"; isRadio: boolean; spot: ClickTarget | null };

export type FileAnswer =
  | { ok: true }
  | { ok: false; reason: "gone" }
  /** No file input: those there are, and whether a click may open the chooser of one. */
  | { ok: false; reason: "kind"; inputs: number[]; mayOpen: boolean };

/** How a value gets into a field. `suggestions`: it is typed into and offers a list meanwhile. */
export interface FillKind {
  kind: "text" | "suggestions" | "native list" | "list" | "switch" | "file" | "none";
  facts: ElementFacts;
}

/** The library's methods for controls. Elements by their id; waits end by themselves after `waitMs`. */
export interface ControlLibrary {
  /**
   * Whether the field can take the text; changes nothing. One that is disabled or hidden is waited for; with `idleInMs`, a
   * disabled one after that time only as long as the document changes.
   */
  checkField(
    id: number,
    text: string,
    append: boolean,
    waitMs: number,
    idleInMs?: number | null,
  ): Promise<Refusal | FieldReady>;
  /** Where to press a range, colour or date for a value; null where it cannot be pressed or has the value. */
  handPoint(id: number, text: string): Point | null;
  /** The keys that bring it nearer to the value; `round` counts from 0. */
  handStep(id: number, text: string, round: number): HandStep;
  /** Sets the value by script, with the events of a choice. */
  handSet(id: number, text: string): void;
  /** Takes the focus from the field that has it. */
  leaveField(): void;
  /** The focus is brought into the field, its content selected or its end sought. */
  enterField(id: number, append: boolean): Promise<FieldEntered>;
  /** After Control+a: selects by script what the page did not let be selected. */
  ensureSelected(id: number): Promise<boolean>;
  heldBy(id: number, text: string, append: boolean, secret: boolean): Promise<FieldHeld | null>;
  fieldValue(id: number): string | null;
  focusOn(id: number): Refusal | FocusAnswer;
  /** True when the element with the focus shows no one what it holds. */
  focusIsSecret(): boolean;

  /** Null for an element that is gone. */
  fillKind(id: number): FillKind | null;
  /** With `isTrial` nothing is chosen: the answer says whether it could be. */
  select(id: number, wanted: string[], by: ChooseBy | null, mode: ChooseMode, isTrial?: boolean): Promise<SelectAnswer>;
  /** What a native list has selected. */
  selected(id: number): ChosenOption[] | null;
  listOf(id: number): ListAnswer;
  /** Remembers which lists are shown, so that one that opens is known. */
  beforeOpening(id: number): void;
  findOption(id: number, wanted: string, by: ChooseBy | null, waitMs: number): Promise<OptionAnswer>;
  /** The options selected now, of those that are shown. */
  selectedOptions(id: number): ListOption[];
  /** What it holds, also where its list does not show what is chosen already. */
  heldChoices(id: number): HeldChoice[];
  /** Waits until it holds the choice, or does not any more. False when that did not come about. */
  hasChoice(id: number, label: string, wanted: boolean, waitMs: number): Promise<boolean>;
  /** True when the list shows that the option is selected, or is not. */
  tookOption(id: number, optionId: number, label: string, wanted: boolean, waitMs: number): Promise<boolean>;

  /** Its state, and where to click for the wanted one; null where it is so already. */
  toggle(id: number, wanted: boolean, waitMs: number, idleInMs?: number | null): Promise<ToggleAnswer>;
  /** Resolves with the state as soon as it is the wanted one; else with what it is after `waitMs`. */
  toggled(id: number, wanted: boolean, waitMs: number): Promise<boolean | "mixed" | null>;

  fileInput(id: number): FileAnswer;
}
