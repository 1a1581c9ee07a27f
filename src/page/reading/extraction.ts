/** Requests and answers of extraction: plain data, shared by `inject/extract/` (which runs in the page) and the code here. */

/** The part of the page that contains a link. */
export type Place = "main" | "nav" | "header" | "footer" | "aside";

export interface Link {
  text: string;
  /** Absolute. */
  url: string;
  where: Place;
}

/** A table. Spanned cells repeat their content; several rows of headers are joined by ` / `. */
export interface Table {
  caption?: string;
  /** One for each column; `column 1` if it has no header. Unique. */
  columns: string[];
  rows: Record<string, string>[];
}

/** Metadata of a page. */
export interface Declared {
  language?: string;
  canonical?: string;
  /** Names and properties of `meta`, such as `description` and `og:title`. */
  meta: Record<string, string>;
  /** The JSON-LD blocks that can be parsed. */
  data: unknown[];
}

export type Format = "markdown" | "text" | "tables" | "links" | "json";

/** The main article, the main part of the page, the whole page without navigation and the like, or the matches of a selector. */
export type Source = "article" | "main" | "page" | "selector";

export interface Content {
  title: string;
  source: Source;
  text: string;
  tables: Table[];
  links: Link[];
  declared?: Declared;
  /** Ids of the elements of visible frames, whose content is not included. */
  frames: number[];
  /** The page has more elements than were read. */
  cut: boolean;
}

export interface ContentRequest {
  format: Format;
  /** Limits the content to the elements that match. */
  selector?: string;
}

/** `none` if the selector has no match, `invalid` if it is not a selector. */
export type ContentAnswer = Content | "none" | "invalid";

export const FILTERS = ["number", "integer", "boolean", "text", "html", "url", "trim"] as const;
export type Filter = (typeof FILTERS)[number];

/** A parsed schema with selectors. */
export type Field =
  | { kind: "value"; selector: string; attribute?: string; filters: Filter[] }
  | { kind: "object"; selector?: string; fields: Record<string, Field> }
  | { kind: "list"; item: Field };

export type FieldAnswer = { value: unknown } | { invalid: string };

/** The extractor library, loaded into a frame's isolated world when it is first used. */
export interface Extractor {
  content(request: ContentRequest): ContentAnswer;
  fields(field: Field): FieldAnswer;
}
