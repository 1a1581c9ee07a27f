/** Roles: the explicit one where it is a role, else what HTML gives the element (HTML-AAM 1.0). */
import { plain } from "./plain.ts";

/** Roles of ARIA 1.2 that an author may write. What is no role falls back to the next word, then to the element's own. */
const ROLES = new Set(
  (
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
    "complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid " +
    "gridcell group heading img image insertion link list listbox listitem log main marquee math menu menubar menuitem " +
    "menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio " +
    "radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong " +
    "subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem"
  ).split(" "),
);

/** Roles of widgets: what has one can be acted on. */
export const WIDGET_ROLES = new Set(
  (
    "button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar " +
    "searchbox slider spinbutton switch tab textbox treeitem columnheader rowheader row separator"
  ).split(" "),
);

/** Widget roles that are only widgets where the element also takes the focus: cells and rows of plain tables are none. */
export const FOCUSABLE_WIDGETS = new Set(["gridcell", "columnheader", "rowheader", "row", "separator", "listbox"]);

const IMPLICIT_ROLES: Record<string, string> = {
  address: "group",
  area: "link",
  article: "article",
  aside: "complementary",
  audio: "audio",
  blockquote: "blockquote",
  button: "button",
  canvas: "canvas",
  caption: "caption",
  datalist: "listbox",
  dd: "definition",
  details: "group",
  dialog: "dialog",
  dt: "term",
  embed: "embed",
  fieldset: "group",
  figure: "figure",
  form: "form",
  hr: "separator",
  iframe: "iframe",
  img: "img",
  label: "label",
  li: "listitem",
  main: "main",
  math: "math",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  object: "object",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  search: "search",
  summary: "button",
  svg: "img",
  table: "table",
  tbody: "rowgroup",
  td: "cell",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  tr: "row",
  ul: "list",
  video: "video",
};

const INPUT_ROLES: Record<string, string> = {
  button: "button",
  checkbox: "checkbox",
  color: "color",
  file: "file",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

/** The role that the author wrote, when it is one. `none` does not count on what can be focused or is named. */
export function explicitRole(raw: Element): string | undefined {
  const element = plain(raw);
  const written = element.getAttribute("role");
  if (!written) return undefined;
  for (const word of written.toLowerCase().split(/\s+/)) {
    if (!ROLES.has(word)) continue;
    if (word === "image") return "img";
    if (word === "presentation" || word === "none") {
      const stays = (element as HTMLElement).tabIndex >= 0 || element.hasAttribute("aria-label");
      return stays ? undefined : "none";
    }
    return word;
  }
  return undefined;
}

export function roleOf(raw: Element): string {
  return explicitRole(raw) ?? ownRole(plain(raw));
}

function ownRole(element: Element): string {
  const tag = element.localName;
  if (element instanceof HTMLInputElement) return inputRole(element);
  if (element instanceof HTMLSelectElement) return element.multiple || element.size > 1 ? "listbox" : "combobox";
  if (/^h[1-6]$/.test(tag)) return "heading";
  if (tag === "a") return element.hasAttribute("href") || element.hasAttribute("xlink:href") ? "link" : "generic";
  if (tag === "th") return element.getAttribute("scope") === "row" ? "rowheader" : "columnheader";
  if (tag === "img" && element.getAttribute("alt") === "" && !element.hasAttribute("title")) return "none";
  if (tag === "section" && (element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby")))
    return "region";
  if (isEditingHost(element)) return "textbox";
  return IMPLICIT_ROLES[tag] ?? "generic";
}

function inputRole(input: HTMLInputElement): string {
  const role = INPUT_ROLES[input.type];
  if (input.list && (role === undefined || role === "searchbox")) return "combobox";
  return role ?? "textbox";
}

/** The outermost element that can be edited. */
export function isEditingHost(element: Element): boolean {
  return (
    element instanceof HTMLElement &&
    element.isContentEditable &&
    plain(element).parentElement?.isContentEditable !== true
  );
}
