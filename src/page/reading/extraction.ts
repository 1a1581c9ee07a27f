/**
 * What is taken out of a page to be read elsewhere: plain data, shared by `inject/extract/` (which runs in the page) and
 * by what runs here. It says nothing about how it is shown.
 */

/** Where a link stands. */
export type Place = "main" | "nav" | "header" | "footer" | "aside";

export interface Link {
  text: string;
  /** Absolute. */
  url: string;
  where: Place;
}

/** A table: cells that span repeat what they hold, and several rows of headers are joined by ` / `. */
export interface Table {
  caption?: string;
  /** One a column; `column 1` where it has none. Never twice the same. */
  columns: string[];
  rows: Record<string, string>[];
}

/** What a page tells machines about itself. */
export interface Declared {
  language?: string;
  canonical?: string;
  /** Names and properties of `meta`, such as `description` and `og:title`. */
  meta: Record<string, string>;
  /** The JSON-LD blocks that can be parsed. */
  data: unknown[];
}

export type Format = "markdown" | "text" | "tables" | "links" | "json";

/** The main text as an article, the page's main part, the page without what is around that, or what a selector matches. */
export type Source = "article" | "main" | "page" | "selector";

export interface Content {
  title: string;
  source: Source;
  text: string;
  tables: Table[];
  links: Link[];
  declared?: Declared;
  /** Ids of the elements of visible frames, whose content is not in this. */
  frames: number[];
  /** The page has more elements than are looked at. */
  cut: boolean;
}

export interface ContentRequest {
  format: Format;
  /** Only what lies in the elements that match. */
  selector?: string;
}

/** `none` where nothing matches the selector, `invalid` where it is none. */
export type ContentAnswer = Content | "none" | "invalid";

export const FILTERS = ["number", "integer", "boolean", "text", "html", "url", "trim"] as const;
export type Filter = (typeof FILTERS)[number];

/** What to take from where: a schema by selectors, read. */
export type Field =
  | { kind: "value"; selector: string; attribute?: string; filters: Filter[] }
  | { kind: "object"; selector?: string; fields: Record<string, Field> }
  | { kind: "list"; item: Field };

export type FieldAnswer = { value: unknown } | { invalid: string };

/** The second library, brought into a frame's isolated world when something is extracted for the first time. */
export interface Extractor {
  content(request: ContentRequest): ContentAnswer;
  fields(field: Field): FieldAnswer;
}
