/** What the script for `rest` inside a page is asked and answers: plain data, a part of `PageLibrary`. */

export interface RestRequest {
  /** How long nothing may have changed. */
  quietMs: number;
  /** When to answer all the same. */
  mostMs: number;
  /** Only a document that has changed since the action is at rest. */
  wantsEffect: boolean;
  /** Fonts, and images in view, must be there too. */
  pictures: boolean;
  /** Animations count whenever they began, not only since the action. */
  anySince: boolean;
}

export interface Rest {
  /** A reader would see a difference since the action began. */
  hasEffect: boolean;
  /** What is still changing, in one clause; absent at rest. */
  still?: string;
}

/** The library's methods for it. */
export interface RestLibrary {
  /** An action begins; `subjectId` is the element that it acts on, where it is in this document. */
  stir(subjectId: number | null, isTyping: boolean): void;
  rest(request: RestRequest): Promise<Rest>;
}
