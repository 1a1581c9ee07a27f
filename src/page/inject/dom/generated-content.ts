/** Elements before or after whose content style sheets put words. Reads the sheets of the page, and knows nothing of what is shown. */
import { doc, plain } from "./plain.ts";

/** Rules of a sheet that are read, and selectors that are followed: the largest frameworks have fewer. */
const MAX_RULES = 20_000;
const MAX_SELECTORS = 200;

const PSEUDO = /::?(before|after)\b/;

/** Words, or an attribute that may hold some. Icons of fonts and signs such as `/` are none. */
const WORDS = /"[^"]*[\p{L}\p{N}][^"]*"|\battr\(/u;

/** The elements of a document or shadow root whose sheets give them words. */
export function wordedIn(root: Document | ShadowRoot): Element[] {
  const { styleSheets, adoptedStyleSheets } = root instanceof ShadowRoot ? root : doc;
  const selectors = [...styleSheets, ...adoptedStyleSheets].flatMap(selectorsIn).slice(0, MAX_SELECTORS);
  return selectors.length === 0 ? [] : select(root, selectors);
}

function select(root: Document | ShadowRoot, selectors: readonly string[]): Element[] {
  return selectors.flatMap((selector) => {
    try {
      return [...plain(root).querySelectorAll(selector)];
    } catch {
      return [];
    }
  });
}

const read = new WeakMap<CSSStyleSheet, { rules: number; selectors: string[] }>();

function selectorsIn(sheet: CSSStyleSheet): string[] {
  try {
    if (sheet.disabled) return [];
    const rules = sheet.cssRules;
    const before = read.get(sheet);
    if (before?.rules === rules.length) return before.selectors;
    const selectors = selectorsOf(rules);
    read.set(sheet, { rules: rules.length, selectors });
    return selectors;
  } catch {
    // A sheet of another origin does not tell its rules.
    return [];
  }
}

function selectorsOf(rules: CSSRuleList): string[] {
  const selectors: string[] = [];
  for (let n = 0; n < rules.length && n < MAX_RULES; n++) {
    const rule = rules[n];
    if (rule instanceof CSSStyleRule) {
      if (!PSEUDO.test(rule.selectorText) || !WORDS.test(rule.style.content)) continue;
      const parts = rule.selectorText.split(/,(?![^(]*\))/).filter((part) => PSEUDO.test(part));
      selectors.push(...parts.map((part) => part.replace(PSEUDO, "").trim() || "*"));
    } else if (rule instanceof CSSGroupingRule) selectors.push(...selectorsOf(rule.cssRules));
  }
  return selectors;
}
