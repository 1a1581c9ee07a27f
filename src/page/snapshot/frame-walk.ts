/** Walks the documents of a page, all frames at the same time. A frame that does not answer is marked. */
import { isProtocolError } from "../../cdp/errors.ts";
import { Failure } from "../../errors.ts";
import { type Frame, ownerId } from "../core/frame.ts";
import type { FrameWalk } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { type SilenceLimits, silence } from "../core/silence.ts";
import { surveyed } from "../locate/survey.ts";
import type { ChildFrame, FrameState } from "./compose.ts";

/** Limit of walks of a frame that is replaced meanwhile. */
const MAX_WALKS = 5;

export interface WalkRequest extends SilenceLimits {
  budgetChars: number;
  selector?: string;
}

export async function walkFrame(page: Page, frame: Frame, request: WalkRequest): Promise<FrameState> {
  const library = await frame.library();
  const children = [...page.frames.values()].filter(({ parentId }) => parentId === frame.id);
  const [walk, ...inner] = await Promise.all([
    walkDocument(frame, library, request),
    ...children.map((child) => walkChild(page, frame, library, child, request)),
  ]);
  return { frame, library, walk, children: new Map(inner.filter((child) => child !== undefined)) };
}

/** Walks one document. Afterwards its library knows listeners, closed shadow roots and roles by internals. */
export async function walkDocument(
  frame: Frame,
  library: FrameState["library"],
  request: WalkRequest,
): Promise<FrameWalk> {
  const { silentMs: _, endMs: __, ...rest } = request;
  return await surveyed(frame, library, (listening) => frame.call("walk", [{ ...rest, listening }], library));
}

/** Walks a child frame; undefined if it is removed meanwhile. The tree keeps the line of its element. */
async function walkChild(
  page: Page,
  parent: Frame,
  library: FrameState["library"],
  child: Frame,
  request: WalkRequest,
): Promise<[number, ChildFrame] | undefined> {
  try {
    const state = Promise.race([walkPresent(page, child, request), silence(child.session, request)]);
    const [owner, inner] = await Promise.all([ownerId(parent, library, child.id), state]);
    return [owner, { frame: child, state: inner === "silent" ? undefined : inner }];
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return undefined;
    throw error;
  }
}

/** Walks the current document of a child frame; repeats the walk if it is replaced meanwhile. */
async function walkPresent(page: Page, child: Frame, request: WalkRequest): Promise<FrameState | "silent"> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await walkFrame(page, child, request);
    } catch (error) {
      const isThere = page.frames.get(child.id) === child;
      if (!isThere || !isProtocolError(error, "context_gone")) throw error;
      if (attempt === MAX_WALKS) return "silent";
    }
  }
}
