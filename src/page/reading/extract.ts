/**
 * The content of a page and of the frames it shows, read by the extractor inside them. Knows no budget, no schema's
 * spelling and no model.
 */
import { isProtocolError } from "../../cdp/errors.ts";
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";
import { extraLibrary } from "../core/extra-library.ts";
import { callLibrary, type Frame, type Library, ownerId } from "../core/frame.ts";
import type { Page } from "../core/page.ts";
import { type SilenceLimits, silence } from "../core/silence.ts";
import { selectorFailure } from "../locate/read-element.ts";
import { walkDocument } from "../snapshot/look.ts";
import type { Content, ContentRequest, Declared, Extractor, Field, Link, Source, Table } from "./extraction.ts";

export interface Extract {
  url: string;
  title: string;
  /** Which part of the main document it is. */
  source: Source;
  /** Markdown or plain text; that of frames follows under a heading. */
  text: string;
  tables: Table[];
  links: Link[];
  declared: Declared[];
  /** The page has more than is looked at. */
  cut: boolean;
}

/** How often a document is read anew that was replaced meanwhile. */
const MAX_ATTEMPTS = 20;
const RETRY_MS = 10;

/** How long a frame inside the page may take, as a share of the deadline and at most; and all together. */
const FRAME_SHARE = 0.4;
const FRAME_MS = 5_000;
const FRAMES_SHARE = 0.7;

// Loaded on first use: it is as large as the page's library, and few commands need it.
const extractorOf = extraLibrary(async () => (await import("../extractor.gen.ts")).EXTRACTOR);

async function ask<K extends keyof Extractor>(
  library: Library,
  method: K,
  argument: Parameters<Extractor[K]>[0],
): Promise<ReturnType<Extractor[K]>> {
  const extractor = await extractorOf(library);
  return (await callLibrary(extractor, method, [{ value: argument }])).value as ReturnType<Extractor[K]>;
}

/** Asks a document that may be replaced meanwhile: what is asked of the page means the one that is there. */
async function present<T>(frame: Frame, read: (library: Library) => Promise<T>): Promise<T> {
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

/** Reads the page. `not_found` when nothing matches the selector in any frame, `usage` when it is none. */
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
      "Run `svc state` to see what is on the page.",
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

/** The content of a frame, and then of the visible ones inside it. */
async function readFrame(page: Page, frame: Frame, request: ContentRequest, limits: SilenceLimits): Promise<Part[]> {
  return await present(frame, async (library) => {
    // What closed shadow roots hold is known after a walk alone.
    await walkDocument(frame, library, { budgetChars: 0, ...limits });
    const content = await ask(library, "content", request);
    if (content === "invalid") throw selectorFailure(request.selector ?? "");
    const children = [...page.frames.values()].filter((one) => one.parentId === frame.id);
    const inner = await Promise.all(
      children.map(async (child) => {
        const owner = await ownerOf(frame, library, child);
        // Where nothing around a frame matches the selector, it is not known whether the frame is seen.
        const place = content === "none" ? 0 : content.frames.indexOf(owner ?? -1);
        const isAsked = owner !== undefined && (place >= 0 || request.selector !== undefined);
        return { place, parts: isAsked ? await readChild(page, child, request, limits) : [] };
      }),
    );
    const parts = inner.sort((a, b) => a.place - b.place).flatMap((one) => one.parts);
    return content === "none" ? parts : [{ frame, content }, ...parts];
  });
}

/** The id of the element that holds the frame; undefined when it is gone. */
async function ownerOf(frame: Frame, library: Library, child: Frame): Promise<number | undefined> {
  try {
    return await ownerId(frame, library, child.id);
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return undefined;
    if (isProtocolError(error, "other") || isProtocolError(error, "node_gone")) return undefined;
    throw error;
  }
}

/** A frame that hangs, or goes away meanwhile, has nothing. */
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
 * What a schema by selectors takes. Where the main document has nothing, the first frame that has something answers.
 * `usage` for a selector that is none.
 */
export async function extractFields(page: Page, field: Field): Promise<unknown> {
  let taken = await fieldsOf(page.main, field);
  for (const frame of page.frames.values()) {
    if (frame === page.main || !lacks(taken)) continue;
    const more = await fieldsOf(frame, field).catch((error) => {
      if (error instanceof Failure && error.code !== "internal") return undefined;
      if (isProtocolError(error, "context_gone")) return undefined;
      throw error;
    });
    taken = completed(taken, more);
  }
  return taken;
}

async function fieldsOf(frame: Frame, field: Field): Promise<unknown> {
  return await present(frame, async (library) => {
    await walkDocument(frame, library, { budgetChars: 0, silentMs: 0, endMs: 0 });
    const answer = await ask(library, "fields", field);
    if ("invalid" in answer) throw selectorFailure(answer.invalid);
    return answer.value;
  });
}

/** True where something was not found. */
function lacks(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.values(value).some(lacks);
}

function completed(taken: unknown, more: unknown): unknown {
  if (taken === null || taken === undefined) return more ?? null;
  if (Array.isArray(taken)) return taken.length === 0 && Array.isArray(more) ? more : taken;
  if (typeof taken !== "object" || typeof more !== "object" || more === null || Array.isArray(more)) return taken;
  const other = more as Record<string, unknown>;
  return Object.fromEntries(Object.entries(taken).map(([key, value]) => [key, completed(value, other[key])]));
}
