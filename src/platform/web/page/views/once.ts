/** Secrets that the server tells once. */
import { copyButton } from "../dialog.ts";
import { h } from "../dom.ts";

/** `label` is what the copy button says it copies; `about` says where it goes. */
export function shownOnce(title: string, secret: string, label: string, about?: string): HTMLElement {
  return h(
    "div",
    { className: "card" },
    h("h2", {}, title),
    h("p", { className: "key mono" }, secret),
    about !== undefined && h("p", { className: "soft" }, about),
    copyButton("Copy", label, secret),
  );
}
