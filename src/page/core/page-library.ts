/** The methods of the script library inside a page (`inject/index.ts`), as the rest of the program calls them. */
import type {
  Box,
  Condition,
  DropResult,
  ElementFacts,
  ElementStates,
  Fate,
  FieldValue,
  FrameWalk,
  ListOption,
  Look,
  Mark,
  Matches,
  MatchOptions,
  Point,
  PointAnswer,
  PointOptions,
  PressResult,
  ScrollAnswer,
  ScrollRequest,
  SeekAnswer,
  Styles,
  TextPiece,
  Turned,
  UnfinishedForm,
  WalkOptions,
  WheelPlan,
} from "./library.ts";
import type { ControlLibrary } from "./library-controls.ts";
import type { RestLibrary } from "./library-rest.ts";

/** The library in every frame's isolated world. Methods take and return JSON, elements by their id. */
export interface PageLibrary extends ControlLibrary, RestLibrary {
  walk(options: WalkOptions): FrameWalk;
  /** The elements that an address means. */
  matches(options: MatchOptions): Matches;
  /** The facts of an element, or null when it is not in the document any more. */
  facts(id: number): ElementFacts | null;
  /** What became of an element that is gone or stands in another row now, and what is most like it. `id` where it was of this document. */
  alike(was: { tag: string; role: string; name: string }, id?: number): Fate;
  point(id: number, options: PointOptions): Promise<PointAnswer>;
  /** What became of the press that `point` announced. */
  pressResult(): PressResult;
  /** Remembers what shows before the pointer moves. */
  beforeHover(): void;
  /** What shows since, when the effects of the pointer's arrival are over: each as `<ul#menu> "New, Open"`. */
  afterHover(firstMs: number, mostMs: number): Promise<string[]>;
  /** Scrolls the element to the middle of every scroller around it, frames included. */
  reveal(id: number): void;
  /** Prepares for the copy command with a text, or without one for the paste command; both are kept from the page. */
  armClipboard(text: string | null): void;
  /** What was written or read since; null when the command did not come. */
  clipboardResult(): string | null;
  /** Sends a paste event with the text to what has the focus. True when the page took it. */
  pasteEvent(text: string): boolean;
  /** Lets go of selected text, and watches for a drop. */
  beforeDrag(): void;
  afterDrag(): DropResult;
  /** The element's box once it rests, or after `mostMs`; null when it is gone. */
  restingBox(id: number, mostMs: number): Promise<Box | null>;
  scroll(request: ScrollRequest): ScrollAnswer;
  /** Chooses where to turn the wheel for it, or for the box at a point. Null when the element is gone. */
  wheelPlan(request: ScrollRequest, at: Point | null): WheelPlan | null;
  /** Waits for the wheel and for rest; then the box is where it should be, unless the page took the wheel. */
  wheelDone(wasSent: boolean): Promise<ScrollAnswer>;
  /** Looks for the innermost visible element with a text, or the first that matches, and brings it into view. */
  seekTo(wanted: { text: string } | { selector: string }): SeekAnswer;
  /** Paints boxes over and draws marks onto a PNG; pictures are in base64, `quality` is 0 to 1. */
  draw(png: string, covers: Box[], marks: Mark[], type: string, quality: number): Promise<string | null>;
  /** Where these texts are seen, in fields or outside of them. */
  concealed(texts: string[]): Box[];
  attributes(id: number): Record<string, string> | null;
  textOf(id: number): string | null;
  html(): string;
  /** What is so of the condition, as soon as it is another than `before`, or after `maxMs`. */
  watch(condition: Condition, before: Look | null, maxMs: number): Promise<Look>;
  /** Resolves after a mutation, though not before `leastMs`; without one after `mostMs`. */
  change(mostMs: number, leastMs: number): Promise<void>;
  /** The n-th match, counted from 0, and how many there are. */
  find(selector: string, nth: number): { count: number; id?: number } | "invalid";
  outerHtml(id: number): string | null;
  styles(id: number, properties: string[]): Styles | null;
  /** What a field holds, `held: null` where it holds nothing; null when the element is gone. */
  heldValue(id: number): { held: FieldValue | null } | null;
  statesOf(id: number): ElementStates | null;
  optionsOf(id: number): { options: ListOption[] | null } | null;
  pageText(): TextPiece[];
  /** The texts of live regions, shown or not. */
  messages(): string[];
  /** Forms that were changed and not sent since, though they have a button for it. */
  unsentForms(): UnfinishedForm[];
  /** The words of open dialogs that leave a choice. */
  openDialogs(): string[];
  /** The elements, of those that the last action was for and beside it, whose class shows a choice; its words are told from now on. */
  learnChoices(): number[];
  /** The element that has the focus in this document, or null. A frame's element has it while something inside has it. */
  focus(): { id: number; isFrame: boolean } | null;
  /** Resolves when what the page had to do just now is done, with what the element is then. */
  turn(id: number | null): Promise<Turned>;
  documentFacts(): { url: string; title: string; readyState: string };
}
