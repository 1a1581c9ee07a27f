/** Writes `src/cdp/protocol.gen.ts` from the JSON that the pinned package `devtools-protocol` carries. */
import browser from "devtools-protocol/json/browser_protocol.json" with { type: "json" };
import js from "devtools-protocol/json/js_protocol.json" with { type: "json" };

interface Property {
  name?: string;
  type?: string;
  $ref?: string;
  enum?: string[];
  items?: Property;
  properties?: Property[];
  optional?: boolean;
}
interface Domain {
  domain: string;
  types?: (Property & { id: string })[];
  commands?: { name: string; parameters?: Property[]; returns?: Property[] }[];
  events?: { name: string; parameters?: Property[] }[];
}

const domains = [...(js.domains as Domain[]), ...(browser.domains as Domain[])];

function typeName(domain: string, reference: string): string {
  return reference.includes(".") ? reference.replace(".", "_") : `${domain}_${reference}`;
}

function typeOf(domain: string, property: Property): string {
  if (property.$ref) return typeName(domain, property.$ref);
  if (property.enum) return property.enum.map((word) => JSON.stringify(word)).join(" | ");
  if (property.type === "array") return `Array<${property.items ? typeOf(domain, property.items) : "unknown"}>`;
  if (property.type === "object")
    return property.properties ? objectOf(domain, property.properties) : "Record<string, unknown>";
  if (property.type === "integer" || property.type === "number") return "number";
  return property.type === "string" || property.type === "binary"
    ? "string"
    : property.type === "boolean"
      ? "boolean"
      : "unknown";
}

function objectOf(domain: string, properties: Property[] = []): string {
  if (properties.length === 0) return "Record<string, never>";
  const fields = properties.map(
    (one) => `${one.name}${one.optional ? "?" : ""}: ${typeOf(domain, one)}${one.optional ? " | undefined" : ""}`,
  );
  return `{ ${fields.join("; ")} }`;
}

const lines = ["// Written by scripts/protocol.ts from devtools-protocol. Do not edit.", ""];
for (const { domain, types } of domains) {
  for (const type of types ?? []) lines.push(`export type ${domain}_${type.id} = ${typeOf(domain, type)};`);
}
lines.push("", "export interface Commands {");
for (const { domain, commands } of domains) {
  for (const one of commands ?? []) {
    lines.push(
      `  "${domain}.${one.name}": { params: ${objectOf(domain, one.parameters)}; result: ${objectOf(domain, one.returns)} };`,
    );
  }
}
lines.push("}", "", "export interface Events {");
for (const { domain, events } of domains) {
  for (const one of events ?? []) lines.push(`  "${domain}.${one.name}": ${objectOf(domain, one.parameters)};`);
}
lines.push("}", "");

export const protocolSource = lines.join("\n");
