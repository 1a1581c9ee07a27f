/** Roles: the explicit role if it is valid, else the implicit role of the HTML element (HTML-AAM 1.0). */

import { plain } from "../dom/plain.ts";
import { internalRole } from "./internals.ts";

/** Roles of ARIA 1.2 and the simple ones of 1.3. Unknown words in a `role` attribute are skipped. */
const ROLES = new Set(
  (
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
    "comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid " +
    "gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem " +
    "menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio " +
    "radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong " +
    "subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem"
  ).split(" "),
);

/** Roles of interactive elements. */
export const WIDGET_ROLES = new Set(
  (
    "button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar " +
    "searchbox slider spinbutton switch tab textbox treeitem columnheader rowheader row separator"
  ).split(" "),
);

/** Roles that are interactive only on focusable elements. Cells and rows of plain tables are not. */
export const FOCUSABLE_WIDGETS = new Set(["gridcell", "columnheader", "rowheader", "row", "separator", "listbox"]);

const IMPLICIT_ROLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    address: "group",
    area: "link",
    article: "article",
    aside: "complementary",
    audio: "audio",
    blockquote: "blockquote",
    button: "button",
    canvas: "canvas",
    caption: "caption",
    code: "code",
    datalist: "listbox",
    dd: "definition",
    del: "deletion",
    details: "group",
    dfn: "term",
    dialog: "dialog",
    dt: "term",
    em: "emphasis",
    embed: "embed",
    fieldset: "group",
    figure: "figure",
    form: "form",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    hgroup: "group",
    hr: "separator",
    iframe: "iframe",
    img: "img",
    ins: "insertion",
    label: "label",
    li: "listitem",
    main: "main",
    mark: "mark",
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
    s: "deletion",
    search: "search",
    strong: "strong",
    sub: "subscript",
    sup: "superscript",
    svg: "img",
    table: "table",
    tbody: "rowgroup",
    td: "cell",
    textarea: "textbox",
    tfoot: "rowgroup",
    thead: "rowgroup",
    time: "time",
    tr: "row",
    ul: "list",
    video: "video",
  }),
);

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

/** Synonyms of roles. */
const ALIASES: Record<string, string> = { directory: "list", image: "img", presentation: "none" };

/** Attributes that make `role=none` invalid. */
const SEMANTIC_ATTRIBUTES =
  "[tabindex],[aria-atomic],[aria-busy],[aria-controls],[aria-current],[aria-describedby],[aria-details],[aria-flowto]," +
  "[aria-keyshortcuts],[aria-label],[aria-labelledby],[aria-live],[aria-owns],[aria-relevant],[aria-roledescription]";

/**
 * The valid role of the `role` attribute, or the role of a custom element's internals. Ignores `none` on elements that
 * are focusable or have one of the attributes above.
 */
export function explicitRole(raw: Element): string | undefined {
  const element = plain(raw);
  const written = element.getAttribute("role");
  if (!written) return internalRole(element);
  for (const word of written.toLowerCase().split(/\s+/)) {
    if (!ROLES.has(word)) continue;
    const role = ALIASES[word] ?? word;
    if (role === "none")
      return (element as HTMLElement).tabIndex >= 0 || element.matches(SEMANTIC_ATTRIBUTES) ? undefined : "none";
    // ARIA requires a name for regions and forms.
    if ((role === "region" || role === "form") && !isTitled(element)) continue;
    return role;
  }
  return undefined;
}

export function roleOf(raw: Element): string {
  return explicitRole(raw) ?? ownRole(plain(raw));
}

function isTitled(element: Element): boolean {
  return element.matches("[aria-label],[aria-labelledby],[title]");
}

/** The implicit HTML role. */
function ownRole(element: Element): string {
  if (element instanceof HTMLInputElement) return inputRole(element);
  if (element instanceof HTMLSelectElement) return element.multiple || element.size > 1 ? "listbox" : "combobox";
  const role = ROLES_BY_STATE.get(element.localName)?.(element);
  if (role !== undefined) return role;
  return isEditingHost(element) ? "textbox" : (IMPLICIT_ROLES.get(element.localName) ?? "generic");
}

/** Elements whose implicit role depends on more than the tag. An undefined result means the default. */
const ROLES_BY_STATE: ReadonlyMap<string, (element: Element) => string | undefined> = new Map(
  Object.entries({
    a: (element: Element) => (isLink(element) ? "link" : "generic"),
    tr: tableRole,
    th: tableRole,
    td: tableRole,
    header: landmarkRole,
    footer: landmarkRole,
    summary: (element: Element) => (isSummary(element) ? "button" : "generic"),
    img: (element: Element) => (isDecoration(element) ? "none" : undefined),
    section: (element: Element) => (isTitled(element) ? "region" : undefined),
  }),
);

function isLink(element: Element): boolean {
  return element.hasAttribute("href") || element.hasAttribute("xlink:href");
}

/** True for an image with an empty alternative text, without a title and not focusable. */
function isDecoration(image: Element): boolean {
  return image.getAttribute("alt") === "" && !isTitled(image) && !image.hasAttribute("tabindex");
}

/** The roles of rows and cells depend on the role of the table. */
function tableRole(element: Element): string {
  const tag = element.localName;
  const table = element.closest("table");
  const role = table && explicitRole(table);
  if (role === "none") return "generic";
  if (tag === "tr") return "row";
  if (tag === "td") return role === "grid" || role === "treegrid" ? "gridcell" : "cell";
  const scope = element.getAttribute("scope")?.toLowerCase() ?? "";
  if (/^(col|row)/.test(scope)) return scope.startsWith("row") ? "rowheader" : "columnheader";
  const isData = (one: Element | null) => one?.localName === "td" && one.hasChildNodes();
  return isData(element.previousElementSibling) || isData(element.nextElementSibling) ? "rowheader" : "columnheader";
}

/** A header or footer is a landmark only for the whole page. */
function landmarkRole(element: Element): string {
  if (element.closest("article,aside,main,nav,section")) return "generic";
  return element.localName === "header" ? "banner" : "contentinfo";
}

/** Only the first summary of a `<details>` opens it. */
export function isSummary(element: Element): boolean {
  const details = element.parentElement;
  return details instanceof HTMLDetailsElement && details.querySelector(":scope > summary") === element;
}

function inputRole(input: HTMLInputElement): string {
  const role = INPUT_ROLES[input.type];
  if (input.list && (role === undefined || role === "searchbox")) return "combobox";
  return role ?? "textbox";
}

/** The outermost editable element. */
export function isEditingHost(element: Element): boolean {
  return (
    element instanceof HTMLElement &&
    element.isContentEditable &&
    plain(element).parentElement?.isContentEditable !== true
  );
}
