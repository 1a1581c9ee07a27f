/**
 * Escapes invisible characters in every text that Preact renders, because names may contain anything: otherwise
 * `photo\u202egnp.exe` reads as `photoexe.png`.
 */
import { options } from "preact";
import { visible } from "../../../../lib/visible.ts";

/** Attributes that people read. Values of fields and addresses are not changed. */
const READ = ["aria-label", "title", "data-head"];

export function escapeTexts(): void {
  const previous = options.vnode;
  options.vnode = (vnode) => {
    escapeText(vnode as unknown as { type: unknown; props: unknown });
    previous?.(vnode);
  };
}

/** A text node has no type, and its props are the text. */
function escapeText(vnode: { type: unknown; props: unknown }): void {
  if (vnode.type === null && typeof vnode.props === "string") vnode.props = visible(vnode.props);
  if (typeof vnode.type !== "string") return;
  const props = vnode.props as Record<string, unknown>;
  for (const name of READ) if (typeof props[name] === "string") props[name] = visible(props[name]);
}

/** Returns a text of several lines with tabs expanded and invisible characters escaped, for `textContent`. */
export function linesOf(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => visible(line.replaceAll("\t", "    ")));
  return lines.join("\n");
}
