/** Requests and answers of the page's script for `rest`: plain data, a part of `PageLibrary`. */

export interface RestRequest {
  /** The document is at rest when nothing has changed for this time. */
  quietMs: number;
  /** The longest wait. */
  maxMs: number;
  /** At rest only if the document has changed since the action. */
  wantsEffect: boolean;
  /** Fonts, and images in view, must have loaded too. */
  pictures: boolean;
  /** Animations count no matter when they began, not only those since the action. */
  anySince: boolean;
}

export interface Rest {
  /** The page looks different since the action began. */
  hasEffect: boolean;
  /** A clause that names what still changes; absent at rest. */
  still?: string;
}

/** The library's methods for waiting. */
export interface RestLibrary {
  /** Marks the begin of an action; `subjectId` is the element that it acts on if it is in this document. */
  beginAction(subjectId: number | null, isTyping: boolean): void;
  rest(request: RestRequest): Promise<Rest>;
}
