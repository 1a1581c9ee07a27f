/** Metadata of the page: JSON-LD, meta elements, language and canonical URL. */
import type { Declared } from "../../reading/extraction.ts";
import { doc } from "../dom/plain.ts";

export function declared(): Declared {
  const language = doc.documentElement?.getAttribute("lang");
  const canonical = doc.querySelector<HTMLLinkElement>("link[rel~=canonical]")?.href;
  const meta: Record<string, string> = {};
  for (const one of doc.querySelectorAll("meta[content]")) {
    const name = one.getAttribute("name") ?? one.getAttribute("property") ?? one.getAttribute("itemprop");
    if (name) meta[name] ??= one.getAttribute("content") ?? "";
  }
  return { ...(language ? { language } : {}), ...(canonical ? { canonical } : {}), meta, data: blocks() };
}

function blocks(): unknown[] {
  const found: unknown[] = [];
  for (const script of doc.querySelectorAll("script[type='application/ld+json' i]")) {
    try {
      const value: unknown = JSON.parse(script.textContent ?? "");
      if (Array.isArray(value)) found.push(...value);
      else found.push(value);
    } catch {
      // Invalid blocks are common.
    }
  }
  return found;
}
