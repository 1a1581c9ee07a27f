/** Extracts the content of a page and its visible frames with the extractor library inside them. */
import { isProtocolError } from "../../cdp/errors.ts";
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";
import { extraLibrary } from "../core/extra-library.ts";
import { callLibrary, type Frame, type Library, ownerId } from "../core/frame.ts";
import type { Page } from "../core/page.ts";
import { type SilenceLimits, silence } from "../core/silence.ts";
import { selectorFailure } from "../locate/read-element.ts";
import { walkDocument } from "../snapshot/frame-walk.ts";
import type { Content, ContentRequest, Declared, Extractor, Field, Link, Source, Table } from "./extraction.ts";

export interface Extract {
  url: string;
  title: string;
  /** The part of the main document that was read. */
  source: Source;
  /** Markdown or plain text; the text of each frame follows under a heading. */
  text: string;
  tables: Table[];
  links: Link[];
  declared: Declared[];
  /** The page has more elements than were read. */
  cut: boolean;
}

/** Limit of retries for a document that is replaced meanwhile. */
const MAX_ATTEMPTS = 20;
const RETRY_MS = 10;

/** Time limit of one frame, as a share of the timeout and in milliseconds; and that of all frames. */
const FRAME_SHARE = 0.4;
const FRAME_MS = 5_000;
const FRAMES_SHARE = 0.7;

// Loaded on first use: it is as large as the page library, and few commands need it.
const extractorOf = extraLibrary(async () => (await import("../extractor.gen.ts")).EXTRACTOR);

async function callExtractor<K extends keyof Extractor>(
  library: Library,
  method: K,
  argument: Parameters<Extractor[K]>[0],
): Promise<ReturnType<Extractor[K]>> {
  const extractor = await extractorOf(library);
  return (await callLibrary(extractor, method, [{ value: argument }])).value as ReturnType<Extractor[K]>;
}

/** Reads the current document of a frame; retries if it is replaced meanwhile. */
async function readCurrent<T>(frame: Frame, read: (library: Library) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const library = await frame.library();
    try {
      return await read(library);
    } catch (error) {
      if (!isProtocolError(error, "context_gone") || attempt === MAX_ATTEMPTS) throw error;
      await frame.forget(library);
      if (attempt > 1) await Bun.sleep(RETRY_MS);
    }
  }
}

/** Reads the page. Errors: `not_found` if the selector matches in no frame, `usage` if it is invalid. */
export async function extract(page: Page, request: ContentRequest, timeoutMs: number): Promise<Extract> {
  const limits: SilenceLimits = {
    silentMs: Math.min(FRAME_MS, timeoutMs * FRAME_SHARE),
    endMs: performance.now() + timeoutMs * FRAMES_SHARE,
  };
  const parts = await readFrame(page, page.main, request, limits);
  const [first] = parts;
  if (!first) {
    throw new Failure(
      "not_found",
      `no element matches '${shorten(request.selector ?? "")}'`,
      "Run `svc state` to see the page.",
    );
  }
  return {
    url: page.main.url,
    title: page.title,
    source: first.content.source,
    text: parts
      .map((part) => textOf(part, page.main, request))
      .join("\n\n")
      .trim(),
    tables: parts.flatMap(({ content }) => content.tables),
    links: parts.flatMap(({ content }) => content.links),
    declared: parts.flatMap(({ content }) => content.declared ?? []),
    cut: parts.some(({ content }) => content.cut),
  };
}

interface Part {
  frame: Frame;
  content: Content;
}

/** The content of a frame, followed by that of the visible frames inside it. */
async function readFrame(page: Page, frame: Frame, request: ContentRequest, limits: SilenceLimits): Promise<Part[]> {
  return await readCurrent(frame, async (library) => {
    // Registers closed shadow roots with the library.
    await walkDocument(frame, library, { budgetChars: 0, ...limits });
    const content = await callExtractor(library, "content", request);
    if (content === "invalid") throw selectorFailure(request.selector ?? "");
    const children = [...page.frames.values()].filter(({ parentId }) => parentId === frame.id);
    const inner = await Promise.all(
      children.map(async (child) => {
        const owner = await ownerOf(frame, library, child);
        // Without a match in the parent, it is unknown whether the frame is visible.
        const place = content === "none" ? 0 : content.frames.indexOf(owner ?? -1);
        const isRead = owner !== undefined && (place >= 0 || request.selector !== undefined);
        return { place, parts: isRead ? await readChild(page, child, request, limits) : [] };
      }),
    );
    const parts = inner.sort((a, b) => a.place - b.place).flatMap((child) => child.parts);
    return content === "none" ? parts : [{ frame, content }, ...parts];
  });
}

/** The id of the frame's element; undefined if it is gone. */
async function ownerOf(frame: Frame, library: Library, child: Frame): Promise<number | undefined> {
  try {
    return await ownerId(frame, library, child.id);
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return undefined;
    if (isProtocolError(error, "other") || isProtocolError(error, "node_gone")) return undefined;
    throw error;
  }
}

/** The content of a child frame; empty if it hangs or is removed meanwhile. */
async function readChild(page: Page, child: Frame, request: ContentRequest, limits: SilenceLimits): Promise<Part[]> {
  try {
    const read = readFrame(page, child, request, limits);
    const answer = await Promise.race([read, silence(child.session, limits)]);
    if (answer !== "silent") return answer;
    read.catch(() => {});
    return [];
  } catch (error) {
    if (isProtocolError(error, "context_gone") && page.frames.get(child.id) !== child) return [];
    if (error instanceof Failure && error.code !== "internal" && error.code !== "usage") return [];
    throw error;
  }
}

function textOf({ frame, content }: Part, main: Frame, { format }: ContentRequest): string {
  if (frame === main || content.text === "") return content.text;
  const name = content.title === "" ? shorten(frame.url, 200) : content.title;
  return `${format === "markdown" ? `## Frame: ${name}` : `Frame: ${name}`}\n\n${content.text}`;
}

/**
 * Extracts the values of a schema with selectors. A value that the main document lacks is from the first frame that has it.
 * Errors: `usage` for an invalid selector.
 */
export async function extractFields(page: Page, field: Field): Promise<unknown> {
  let values = await fieldsOf(page.main, field);
  for (const frame of page.frames.values()) {
    if (frame === page.main || !isIncomplete(values)) continue;
    const more = await fieldsOf(frame, field).catch((error) => {
      if (error instanceof Failure && error.code !== "internal") return undefined;
      if (isProtocolError(error, "context_gone")) return undefined;
      throw error;
    });
    values = merged(values, more);
  }
  return values;
}

async function fieldsOf(frame: Frame, field: Field): Promise<unknown> {
  return await readCurrent(frame, async (library) => {
    await walkDocument(frame, library, { budgetChars: 0, silentMs: 0, endMs: 0 });
    const answer = await callExtractor(library, "fields", field);
    if ("invalid" in answer) throw selectorFailure(answer.invalid);
    return answer.value;
  });
}

/** True if a value was not found. */
function isIncomplete(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.values(value).some(isIncomplete);
}

function merged(values: unknown, more: unknown): unknown {
  if (values === null || values === undefined) return more ?? null;
  if (Array.isArray(values)) return values.length === 0 && Array.isArray(more) ? more : values;
  if (typeof values !== "object" || typeof more !== "object" || more === null || Array.isArray(more)) return values;
  const other = more as Record<string, unknown>;
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, merged(value, other[key])]));
}
