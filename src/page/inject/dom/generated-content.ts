/** Finds elements whose style sheets put words in `::before` or `::after`. Does not check visibility. */
import { doc, plain } from "./plain.ts";

/** Limits for the rules of one sheet and for all selectors. The largest frameworks stay below them. */
const MAX_RULES = 20_000;
const MAX_SELECTORS = 200;

const PSEUDO = /::?(before|after)\b/;

/** A string with letters or digits, or an attribute. Icon fonts and separators such as `/` do not match. */
const WORDS = /"[^"]*[\p{L}\p{N}][^"]*"|\battr\(/u;

/** The elements of a document or shadow root whose style sheets give them words. */
export function elementsWithGeneratedText(root: Document | ShadowRoot): Element[] {
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
    // The rules of a cross-origin sheet are not readable.
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
