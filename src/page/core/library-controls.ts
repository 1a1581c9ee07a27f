/** Requests and answers of the page's scripts for fields, lists, switches and file inputs: plain data, a part of `PageLibrary`. */
import type { ElementFacts, Point } from "./library.ts";

/** An element that the script in the page found. */
export interface ClickTarget {
  id: number;
  facts: ElementFacts;
}

/** Why a control cannot be used. `detail` has the allowed values, or the actual kind of the element. */
export interface Refusal {
  ok: false;
  reason: "gone" | "disabled" | "readonly" | "hidden" | "kind" | "value";
  facts?: ElementFacts;
  detail?: string;
}

export interface FieldReady {
  ok: true;
  /** Its value is chosen and not typed, as that of a date. */
  isChosen: boolean;
  /** It conceals its value. */
  isSecret: boolean;
  /** Its page may listen to every key. Otherwise the text can be inserted at once. */
  wantsKeys: boolean;
  /** A code editor: it changes text that is typed key by key, and keeps text that is inserted at once. */
  wantsWhole: boolean;
  lineEnd: "space" | "text" | "paragraph";
  /** The element to click; null if only a script can focus the field. */
  spot: ClickTarget | null;
  /** The point in the frame's viewport where it receives a click now. */
  point?: Point;
}

/** How to replace the old content: it is selected already, or Control+a must select it. */
export type FieldEntered = Refusal | { ok: true; select: "done" | "keys"; isEmpty: boolean };

export interface FieldReadBack {
  /** Dots for a secret. */
  value: string;
  /** It contains the typed text. */
  isSame: boolean;
  /** It contains nothing of the typed text. */
  isNone: boolean;
}

/** The next keys that bring a slider or date closer to the value. */
export interface NativeInputStep {
  keys: string[];
  isDone: boolean;
}

export interface FocusAnswer {
  ok: boolean;
  /** The element with the focus. */
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
      /** The list is not visible: a library may show a widget instead. */
      isHidden: boolean;
    }
  | {
      ok: false;
      reason: "gone" | "kind" | "disabled" | "missing" | "option_disabled" | "single";
      facts?: ElementFacts;
      /** The value that is missing or disabled. */
      wanted?: string;
      options?: string[];
      /** `list` for a list made of other elements, `datalist` for a field with suggestions. */
      detail?: "list" | "datalist";
    };

/** A list made of other elements: the element that opens it, and whether its options are shown. */
export type ListAnswer =
  | { ok: false; reason: "gone" | "kind" | "disabled"; facts?: ElementFacts }
  | { ok: true; isOpen: boolean; isPopup: boolean; isMultiple: boolean; trigger: ClickTarget; typing: boolean };

export interface ListOption extends ChosenOption {
  /** The element to click. */
  spot: ClickTarget;
  isSelected: boolean;
  isDisabled: boolean;
  /** It offers to create an entry with the typed text. */
  isOffer: boolean;
}

/** A choice that a list made of other elements contains, and the button that removes it. */
export interface CurrentChoice extends ChosenOption {
  cross: ClickTarget | null;
}

export type OptionAnswer = { ok: true; option: ListOption } | { ok: false; isShown: boolean; options: string[] };

export type ToggleAnswer =
  | Refusal
  | { ok: true; id: number; checked: boolean | "mixed"; isRadio: boolean; spot: ClickTarget | null };

export type FileAnswer =
  | { ok: true }
  | { ok: false; reason: "gone" }
  /** Not a file input: the file inputs of the page, and whether a click may open a file chooser. */
  | { ok: false; reason: "kind"; inputs: number[]; mayOpen: boolean };

/** How to fill a field. `suggestions`: it is typed into and offers a list meanwhile. */
export interface FillKind {
  kind: "text" | "suggestions" | "native list" | "list" | "switch" | "file" | "none";
  facts: ElementFacts;
}

/** The library's methods for controls. Elements are ids; a wait ends after `waitMs`. */
export interface ControlLibrary {
  /**
   * Checks whether the field accepts the text; changes nothing. Waits while the field is disabled or hidden. For a disabled
   * field the wait lasts longer than `idleInMs` only if the document changes.
   */
  checkField(
    id: number,
    text: string,
    append: boolean,
    waitMs: number,
    idleInMs?: number | null,
  ): Promise<Refusal | FieldReady>;
  /** Where to press a range, colour or date for a value; null if it cannot be pressed or has the value. */
  nativeInputPoint(id: number, text: string): Point | null;
  /** The keys that bring it closer to the value; `round` counts from 0. */
  nativeInputStep(id: number, text: string, round: number): NativeInputStep;
  /** Sets the value by script, with the events of a choice. */
  setNativeInput(id: number, text: string): void;
  /** Removes the focus from the focused field. */
  leaveField(): void;
  /** Focuses the field and selects its content, or moves to its end. */
  enterField(id: number, append: boolean): Promise<FieldEntered>;
  /** After Control+a: selects by script if the page prevented the selection. */
  ensureSelected(id: number): Promise<boolean>;
  readBack(id: number, text: string, append: boolean, secret: boolean): Promise<FieldReadBack | null>;
  fieldValue(id: number): string | null;
  focusOn(id: number): Refusal | FocusAnswer;
  /** True if the focused element conceals its value. */
  focusIsSecret(): boolean;

  /** Null if the element is gone. */
  fillKind(id: number): FillKind | null;
  /** `isTrial` only checks whether the options can be chosen. */
  select(id: number, wanted: string[], by: ChooseBy | null, mode: ChooseMode, isTrial?: boolean): Promise<SelectAnswer>;
  /** The selected options of a native list. */
  selected(id: number): ChosenOption[] | null;
  listOf(id: number): ListAnswer;
  /** Records which lists are shown, to recognize one that opens. */
  recordShownLists(id: number): void;
  findOption(id: number, wanted: string, by: ChooseBy | null, waitMs: number): Promise<OptionAnswer>;
  /** The selected options among those that are shown. */
  selectedOptions(id: number): ListOption[];
  /** The chosen entries, also those that the list does not show. */
  currentChoices(id: number): CurrentChoice[];
  /** Waits until the choice is present, or absent. False if that did not happen. */
  hasChoice(id: number, label: string, wanted: boolean, waitMs: number): Promise<boolean>;
  /** Waits until the list shows the option as selected, or not. False if that did not happen. */
  optionApplied(id: number, optionId: number, label: string, wanted: boolean, waitMs: number): Promise<boolean>;

  /** Its state, and the element to click for the wanted state; null if it has that state. */
  toggle(id: number, wanted: boolean, waitMs: number, idleInMs?: number | null): Promise<ToggleAnswer>;
  /** Resolves as soon as it has the wanted state, or with its state after `waitMs`. */
  toggled(id: number, wanted: boolean, waitMs: number): Promise<boolean | "mixed" | null>;

  fileInput(id: number): FileAnswer;
}
