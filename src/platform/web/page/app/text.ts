/**
 * Writes invisible characters out in every text that Preact renders, since names come from anybody: without it
 * `photo\u202egnp.exe` reads as `photoexe.png`.
 */
import { options } from "preact";
import { visible } from "../../../../lib/visible.ts";

/** Attributes that people read. Values of fields and addresses stay as they are. */
const READ = ["aria-label", "title", "data-head"];

export function escapeTexts(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    escapeText(vnode as unknown as { type: unknown; props: unknown });
    before?.(vnode);
  };
}

/** A text is a node without a type; its props are the text. */
function escapeText(vnode: { type: unknown; props: unknown }): void {
  if (vnode.type === null && typeof vnode.props === "string") vnode.props = visible(vnode.props);
  if (typeof vnode.type !== "string") return;
  const props = vnode.props as Record<string, unknown>;
  for (const name of READ) if (typeof props[name] === "string") props[name] = visible(props[name]);
}

/** Lines of a text that keeps its line breaks: an element shows them as its `textContent`. */
export function linesOf(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => visible(line.replaceAll("\t", "    ")));
  return lines.join("\n");
}
