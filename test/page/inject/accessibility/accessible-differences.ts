/** Where we differ from the browser's accessibility tree on purpose, each with its reason. Knows no page. */

/** What one side says of an element. */
export interface CallerRules {
  role: string;
  name: string;
  value: string;
  states: string;
}

export interface Row {
  html: string;
  ours: CallerRules;
  theirs: CallerRules;
}

export interface Difference {
  of: keyof CallerRules;
  why: string;
  is(row: Row): boolean;
}

const html = (pattern: RegExp) => (row: Row) => pattern.test(row.html);

/** States that one side has and the other has not. */
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
  { of: "role", why: "what can be edited is a field, whatever its tag", is: html(/^<\w+ contenteditable/) },
  { of: "role", why: "a file input is filled by `upload`, not pressed", is: html(/^<input type="file"/) },
  {
    of: "role",
    why: "HTML-AAM: a list of suggestions makes no combobox of a number",
    is: html(/^<input type="number" list/),
  },
  {
    of: "role",
    why: "Chrome guesses which tables are layout",
    is: ({ theirs }) => theirs.role.startsWith("LayoutTable"),
  },
  { of: "role", why: "HTML-AAM 1.0 has no word for headers of parts", is: html(/^<(header|footer)>/) },
  { of: "role", why: "roles of books and graphics: the element's own says more", is: html(/role="(doc|graphics)-/) },
  { of: "role", why: "shapes are not named by ARIA", is: html(/^<(g|circle)>?\b/) },
  {
    of: "role",
    why: "what the author calls an item is one, also where its list is not around it",
    is: html(/role="(option|listitem|treeitem)"/),
  },
  { of: "role", why: "HTML-AAM: no link without href", is: html(/^<a onclick/) },
  { of: "role", why: "only the first summary opens its details", is: html(/^<summary>e8/) },
  {
    of: "name",
    why: "what has no name by the rules is told by its text",
    is: ({ ours, theirs }) => theirs.name === "" && TEXT_ROLES.test(ours.role),
  },
  {
    of: "name",
    why: "what nothing names is called by its description",
    is: html(/^<button aria-describedby="ttip">/),
  },
  {
    of: "name",
    why: "signs that are hidden from screen readers are seen",
    is: ({ html, ours, theirs }) => theirs.name === "" && ours.role === "button" && html.includes("aria-hidden"),
  },
  {
    of: "name",
    why: "an item without its list is one all the same",
    is: ({ ours, theirs }) => theirs.role === "generic" && /^(option|treeitem)$/.test(ours.role),
  },
  {
    of: "name",
    why: "ARIA names rows by content",
    is: ({ ours, theirs }) => ours.role === "row" && theirs.name === "",
  },
  { of: "name", why: "accname 2A: a hidden label names all the same", is: html(/^<input id="hid">/) },
  {
    of: "name",
    why: "accname 2I: an empty label, alt or content leaves the tooltip",
    is: html(/^<(input id="chk1"|img src="x" alt="" title|button title="nb")/),
  },
  {
    of: "name",
    why: "accname 2I: icons are named by the tooltip of what draws them",
    is: html(/^<button><span title="st"><\/span>/),
  },
  { of: "name", why: "accname 2D: blanks are no label", is: html(/aria-label="&nbsp;"/) },
  { of: "name", why: "HTML-AAM: the caption names the figure", is: html(/^<figure><img src="x" alt="Inside">/) },
  { of: "name", why: "an attribute that HTML has given up", is: html(/^<table summary/) },
  {
    of: "name",
    why: "Chrome speaks of media without a source",
    is: ({ theirs }) => theirs.name.includes("Unable to play media"),
  },
  { of: "name", why: "not even the length of a password", is: ({ theirs }) => theirs.name.includes("••") },
  {
    of: "name",
    why: "Chrome takes the value of its own field along, but not of its own slider",
    is: html(/id="slid"/),
  },
  { of: "name", why: "signs of icon fonts say nothing", is: ({ theirs }) => theirs.name.includes("\ue800") },
  { of: "name", why: "quotation marks that styles draw", is: ({ theirs }) => /[“‘]/.test(theirs.name) },
  { of: "name", why: "a place where a line may break is no space", is: html(/<wbr>/) },
  { of: "name", why: "letters as the source has them, like the text of the tree", is: html(/class="up"/) },
  { of: "name", why: "text that a person reads counts, whatever its role", is: html(/<span role="(img|status)">/) },
  { of: "name", why: "what an object shows instead counts", is: html(/<object width/) },
  { of: "name", why: "what a canvas shows instead is no box", is: html(/^<button><canvas/) },
  {
    of: "name",
    why: "a field that nothing names is called by the text beside it",
    is: ({ ours, theirs }) => theirs.name === "" && FIELD_ROLES.test(ours.role),
  },
  { of: "value", why: "a file input holds files", is: html(/^<input type="file"/) },
  { of: "value", why: "not even the length of a password", is: html(/^<input type="password"/) },
  { of: "value", why: "what a list of several holds", is: html(/^<select multiple/) },
  { of: "value", why: "the value as it is said", is: html(/aria-valuetext="\w/) },
  { of: "value", why: "Chrome rounds to 32 bits", is: ({ theirs }) => theirs.value.includes("0.4000000059604645") },
  { of: "value", why: "a slider that tells no value; a field that holds none", is: html(/aria-label="(v24|isp)"/) },
  {
    of: "states",
    why: "a native list opens outside the page",
    is: ({ ours, theirs }) => ours.role === "combobox" && /^((disabled|invalid) )?expanded=false/.test(theirs.states),
  },
  { of: "states", why: "media without a source", is: html(/^<(audio|video|object)/) },
  { of: "states", why: "a label stands for its control", is: html(/^<label/) },
  { of: "states", why: "whatever lies in something disabled is", is: apart(/^disabled$/) },
  {
    of: "states",
    why: "what the author says, also where the role does not know it",
    is: apart(/^(pressed|checked|selected|expanded=true)$/),
  },
  { of: "states", why: "a toggle that is off is told from a button", is: apart(/^pressed=false$/) },
  { of: "states", why: "`yes` is no word of aria-checked", is: html(/aria-checked="yes"/) },
  { of: "states", why: "Chrome tells it for text fields alone", is: apart(/^(readonly|required( -invalid)?)$/) },
  { of: "states", why: "invalid only after a person has been at the field", is: apart(/^-invalid$/) },
  { of: "states", why: "only the first summary opens its details", is: html(/^<summary>e8/) },
];
