/**
 * The accessible name of an element, after "Accessible Name and Description Computation 1.2": labelledby, embedded
 * control, label, the element's own (label, alt, legend, caption, title of a drawing), content, tooltip, placeholder.
 */
import { doc, plain } from "./plain.ts";
import { explicitRole, isEditingHost, roleOf } from "./roles.ts";
import { squash } from "./text.ts";
import { childrenOf } from "./tree.ts";

/** A name longer than this tells nothing more. */
const MOST = 200;

/** Roles that are named by what they hold. */
const NAMED_BY_CONTENT = new Set(
  (
    "button caption cell checkbox columnheader gridcell heading label link menuitem menuitemcheckbox menuitemradio option " +
    "radio row rowheader switch tab term tooltip treeitem generic paragraph listitem definition"
  ).split(" "),
);

export function nameOf(element: Element): string {
  return squash(named(element, new Set(), { depth: 0, through: false })).slice(0, MOST);
}

interface Way {
  depth: number;
  /** True inside a name that another element refers to: references are followed once only, hidden content counts. */
  through: boolean;
}

function named(raw: Element, seen: Set<Element>, way: Way): string {
  if (seen.has(raw) || way.depth > 40) return "";
  seen.add(raw);
  const element = plain(raw);
  if (!way.through) {
    const referred = referredName(element, seen);
    if (referred) return referred;
  }
  if (way.depth > 0) {
    const embedded = embeddedValue(element);
    if (embedded !== undefined) return embedded;
  }
  const label = element.getAttribute("aria-label")?.trim();
  if (label) return label;
  const own = explicitRole(element) === "none" ? "" : ownName(raw, seen, way);
  if (own) return own;
  // A field is named by others, never by what was typed into it.
  const byContent = !isEditingHost(element) && (way.depth > 0 || NAMED_BY_CONTENT.has(roleOf(element)));
  const content = byContent ? contentName(raw, seen, way) : "";
  if (squash(content)) return content;
  const title = element.getAttribute("title")?.trim();
  if (title) return title;
  return way.depth > 0 ? "" : (element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder") ?? "");
}

function referredName(element: Element, seen: Set<Element>): string {
  const ids = element.getAttribute("aria-labelledby")?.split(/\s+/).filter(Boolean);
  if (!ids?.length) return "";
  const root = element.getRootNode();
  const scope = root instanceof ShadowRoot ? root : doc;
  const parts = ids.map((id) => {
    const other = scope.getElementById(id);
    // An element may name itself along with others: it has been seen, but not for this.
    return other ? named(other, new Set([...seen].filter((one) => one !== other)), { depth: 1, through: true }) : "";
  });
  return squash(parts.join(" "));
}

/** A control inside a label tells its value. */
function embeddedValue(element: Element): string | undefined {
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((one) => one.label).join(" ");
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLInputElement) {
    if (/^(checkbox|radio|file|submit|reset|button|image)$/.test(element.type)) return undefined;
    return element.type === "password" || element.type === "hidden" ? "" : element.value;
  }
  const role = explicitRole(element);
  if (role && /^(slider|spinbutton|scrollbar|meter|progressbar)$/.test(role))
    return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? "";
  return role === "textbox" && element instanceof HTMLElement ? element.innerText : undefined;
}

/** What HTML itself names the element by. */
function ownName(raw: Element, seen: Set<Element>, way: Way): string {
  const element = plain(raw);
  if ("labels" in element && way.depth === 0) {
    const labels = [...((element.labels as NodeListOf<Element> | null) ?? [])];
    const name = squash(labels.map((one) => named(one, new Set(seen), { ...way, depth: 1 })).join(" "));
    if (name) return name;
  }
  if (element instanceof HTMLInputElement) {
    if (/^(submit|reset|button)$/.test(element.type)) return element.value || defaultLabel(element.type);
    if (element.type === "image") return element.alt || element.getAttribute("title") || "Submit";
  }
  const alt = /^(img|area|input)$/.test(element.localName) ? element.getAttribute("alt") : null;
  if (alt?.trim()) return alt;
  const inside = NAMING_CHILD[element.localName];
  if (!inside) return "";
  for (const child of element.children)
    if (child.localName === inside) return named(child, seen, { ...way, depth: way.depth + 1 });
  return "";
}

const NAMING_CHILD: Record<string, string> = {
  fieldset: "legend",
  figure: "figcaption",
  table: "caption",
  svg: "title",
};

function defaultLabel(type: string): string {
  return type === "submit" ? "Submit" : type === "reset" ? "Reset" : "";
}

function contentName(raw: Element, seen: Set<Element>, way: Way): string {
  let name = generated(raw, "::before");
  for (const node of children(raw)) {
    if (name.length > MOST * 2) break;
    if (node instanceof Text) name += node.data;
    else if (node instanceof Element) name += piece(node, seen, way);
  }
  return name + generated(raw, "::after");
}

function children(raw: Element): Iterable<Node> {
  const own = childrenOf(raw);
  const owned = plain(raw).getAttribute("aria-owns");
  if (!owned) return own;
  return [
    ...own,
    ...owned.split(/\s+/).flatMap((id) => {
      const one = doc.getElementById(id);
      return one ? [one] : [];
    }),
  ];
}

function piece(raw: Element, seen: Set<Element>, way: Way): string {
  const element = plain(raw);
  if (NAMELESS.has(element.localName)) return "";
  const style = getComputedStyle(raw);
  if (!way.through && isHidden(element, style)) return "";
  const name = named(raw, seen, { ...way, depth: way.depth + 1 });
  const isBlock = !style.display.startsWith("inline") || element.localName === "br";
  return isBlock ? ` ${name} ` : name;
}

const NAMELESS = new Set(["script", "style", "noscript", "template", "title", "head", "desc", "metadata"]);

function isHidden(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === "none" || style.visibility !== "visible") return true;
  return element.getAttribute("aria-hidden") === "true";
}

/** Text that style sheets put before or after the content. */
function generated(element: Element, which: "::before" | "::after"): string {
  const { content } = getComputedStyle(element, which);
  if (content === "none" || content === "normal" || !content) return "";
  const [, alternative] = /\s\/\s"((?:[^"\\]|\\.)*)"$/.exec(content) ?? [];
  if (alternative !== undefined) return alternative;
  const text = /^"((?:[^"\\]|\\.)*)"$/.exec(content)?.[1] ?? "";
  // Signs of icon fonts say nothing.
  return text.replace(/\\(.)/g, "$1").replace(/[\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]/gu, "");
}
