/** Intended differences from the browser's accessibility tree, with their reasons. */

/** What svc or the browser exposes of an element. */
export interface Exposed {
  role: string;
  name: string;
  value: string;
  states: string;
}

export interface Row {
  html: string;
  ours: Exposed;
  theirs: Exposed;
}

export interface Difference {
  of: keyof Exposed;
  why: string;
  is(row: Row): boolean;
}

const html = (pattern: RegExp) => (row: Row) => pattern.test(row.html);

/** States that only one side has; those of the browser with `-`. */
function statesApart({ ours, theirs }: Row): string {
  const [a, b] = [ours, theirs].map(({ states }) => states.split(" ").filter(Boolean)) as [string[], string[]];
  return [...a.filter((one) => !b.includes(one)), ...b.filter((one) => !a.includes(one)).map((one) => `-${one}`)].join(
    " ",
  );
}

const apart = (pattern: RegExp) => (row: Row) => pattern.test(statesApart(row));

const TEXT_ROLES =
  /^(code|comment|definition|deletion|emphasis|generic|insertion|label|listitem|mark|paragraph|strong|subscript|suggestion|superscript|term|time|caption)$/;

const FIELD_ROLES =
  /^(checkbox|combobox|listbox|meter|progressbar|radio|radiogroup|searchbox|slider|spinbutton|switch|textbox)$/;

export const DIFFERENCES: Difference[] = [
  { of: "role", why: "an editable element is a field, whatever its tag", is: html(/^<\w+ contenteditable/) },
  { of: "role", why: "a file input is filled by `upload`, not clicked", is: html(/^<input type="file"/) },
  {
    of: "role",
    why: "HTML-AAM: a number input with a datalist is not a combobox",
    is: html(/^<input type="number" list/),
  },
  {
    of: "role",
    why: "Chrome guesses which tables are layout",
    is: ({ theirs }) => theirs.role.startsWith("LayoutTable"),
  },
  { of: "role", why: "HTML-AAM 1.0 has no role for headers of sections", is: html(/^<(header|footer)>/) },
  {
    of: "role",
    why: "the native role is used instead of roles for books and graphics",
    is: html(/role="(doc|graphics)-/),
  },
  { of: "role", why: "ARIA has no roles for shapes", is: html(/^<(g|circle)>?\b/) },
  {
    of: "role",
    why: "an item has its role even outside of a list",
    is: html(/role="(option|listitem|treeitem)"/),
  },
  { of: "role", why: "HTML-AAM: an `<a>` without href is not a link", is: html(/^<a onclick/) },
  { of: "role", why: "only the first summary opens its details", is: html(/^<summary>e8/) },
  {
    of: "name",
    why: "an element without a name has its text as name",
    is: ({ ours, theirs }) => theirs.name === "" && TEXT_ROLES.test(ours.role),
  },
  {
    of: "name",
    why: "an element without a name has its description as name",
    is: html(/^<button aria-describedby="ttip">/),
  },
  {
    of: "name",
    why: "a sign hidden from screen readers is visible",
    is: ({ html, ours, theirs }) => theirs.name === "" && ours.role === "button" && html.includes("aria-hidden"),
  },
  {
    of: "name",
    why: "an item has its name even outside of a list",
    is: ({ ours, theirs }) => theirs.role === "generic" && /^(option|treeitem)$/.test(ours.role),
  },
  {
    of: "name",
    why: "ARIA names rows by their content",
    is: ({ ours, theirs }) => ours.role === "row" && theirs.name === "",
  },
  { of: "name", why: "accname 2A: a hidden label counts", is: html(/^<input id="hid">/) },
  {
    of: "name",
    why: "accname 2I: after an empty label, alt or content comes the tooltip",
    is: html(/^<(input id="chk1"|img src="x" alt="" title|button title="nb")/),
  },
  {
    of: "name",
    why: "accname 2I: an icon is named by the tooltip of its element",
    is: html(/^<button><span title="st"><\/span>/),
  },
  { of: "name", why: "accname 2D: a blank label does not count", is: html(/aria-label="&nbsp;"/) },
  { of: "name", why: "HTML-AAM: the caption names the figure", is: html(/^<figure><img src="x" alt="Inside">/) },
  { of: "name", why: "an obsolete attribute of HTML", is: html(/^<table summary/) },
  {
    of: "name",
    why: "Chrome adds a message for media without a source",
    is: ({ theirs }) => theirs.name.includes("Unable to play media"),
  },
  { of: "name", why: "the length of a password is secret", is: ({ theirs }) => theirs.name.includes("••") },
  {
    of: "name",
    why: "Chrome includes the value of a native field, but not of a native slider",
    is: html(/id="slid"/),
  },
  { of: "name", why: "characters of icon fonts are not text", is: ({ theirs }) => theirs.name.includes("\ue800") },
  {
    of: "name",
    why: "quotation marks from style sheets are not part of the name",
    is: ({ theirs }) => /[“‘]/.test(theirs.name),
  },
  { of: "name", why: "`<wbr>` is not a space", is: html(/<wbr>/) },
  { of: "name", why: "`text-transform` does not apply to names, as in the text of the tree", is: html(/class="up"/) },
  { of: "name", why: "visible text counts, whatever its role", is: html(/<span role="(img|status)">/) },
  { of: "name", why: "the fallback of an object counts", is: html(/<object width/) },
  { of: "name", why: "the fallback of a canvas has no box", is: html(/^<button><canvas/) },
  {
    of: "name",
    why: "a field without a name has the text beside it as name",
    is: ({ ours, theirs }) => theirs.name === "" && FIELD_ROLES.test(ours.role),
  },
  { of: "value", why: "the value of a file input is its files", is: html(/^<input type="file"/) },
  { of: "value", why: "the length of a password is secret", is: html(/^<input type="password"/) },
  { of: "value", why: "the value of a multiple-choice list is its selected options", is: html(/^<select multiple/) },
  { of: "value", why: "aria-valuetext is the value", is: html(/aria-valuetext="\w/) },
  { of: "value", why: "Chrome rounds to 32 bits", is: ({ theirs }) => theirs.value.includes("0.4000000059604645") },
  { of: "value", why: "a slider or a field without a value", is: html(/aria-label="(v24|isp)"/) },
  {
    of: "states",
    why: "a native list opens outside the page",
    is: ({ ours, theirs }) => ours.role === "combobox" && /^((disabled|invalid) )?expanded=false/.test(theirs.states),
  },
  { of: "states", why: "media without a source", is: html(/^<(audio|video|object)/) },
  { of: "states", why: "a label has the states of its control", is: html(/^<label/) },
  { of: "states", why: "an element inside a disabled one is disabled", is: apart(/^disabled$/) },
  {
    of: "states",
    why: "states apply even when the role does not support them",
    is: apart(/^(pressed|checked|selected|expanded=true)$/),
  },
  { of: "states", why: "`pressed=false` distinguishes a toggle from a button", is: apart(/^pressed=false$/) },
  { of: "states", why: "`yes` is not a value of aria-checked", is: html(/aria-checked="yes"/) },
  { of: "states", why: "Chrome exposes it only for text fields", is: apart(/^(readonly|required( -invalid)?)$/) },
  { of: "states", why: "a field is invalid only after user input", is: apart(/^-invalid$/) },
  { of: "states", why: "only the first summary opens its details", is: html(/^<summary>e8/) },
];
