/** What can be read without a call: the state and a picture of the page, of the server's session and of any other. */
import type { ReadResourceResult } from "@modelcontextprotocol/server";
import type { Outcome } from "../outcome.ts";
import { answer, type Reading } from "./content.ts";

interface Kind {
  name: string;
  title: string;
  mimeType: string;
  command: string;
}

const KINDS: readonly Kind[] = [
  { name: "state", title: "State of the page", mimeType: "text/plain", command: "state" },
  { name: "screenshot", title: "Screenshot of the page", mimeType: "image/png", command: "screenshot" },
];

export const RESOURCES = KINDS.map(({ name, title, mimeType }) => ({ uri: `svc://${name}`, name, title, mimeType }));

export const TEMPLATES = KINDS.map(({ name, title, mimeType }) => ({
  uriTemplate: `svc://{session}/${name}`,
  name: `session-${name}`,
  title: `${title} of a session`,
  mimeType,
}));

/** The session, where the address names one, and what to run for it. Undefined for what is no resource. */
export function resourceAt(uri: string): { session: string | undefined; command: string } | undefined {
  const [, first, second] = /^svc:\/\/([\w-]+)(?:\/([a-z]+))?\/?$/.exec(uri) ?? [];
  const kind = KINDS.find(({ name }) => name === (second ?? first));
  return kind ? { session: second === undefined ? undefined : first, command: kind.command } : undefined;
}

export function contentsOf(uri: string, outcome: Outcome, reading: Reading): ReadResourceResult {
  const { content } = answer(outcome, reading, []);
  const picture = content.find((block) => block.type === "image");
  if (picture) return { contents: [{ uri, mimeType: picture.mimeType, blob: picture.data }] };
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { contents: [{ uri, mimeType: "text/plain", text }] };
}
