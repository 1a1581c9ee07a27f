/**
 * A command's arguments as they may run: what is typed is looked at together with the field that it goes to, addresses and other
 * texts with the page that they go to, and placeholders become values.
 */

import type { Arg, Args } from "../../args.ts";
import type { AnyCommand } from "../../command.ts";
import { Failure } from "../../errors.ts";
import type { Page } from "../../page/core/page.ts";
import { type Aimed, type Asking, aim, aimPair, originsAround, type Values } from "./field.ts";
import type { Flow } from "./flow.ts";
import { asksForSecret } from "./placeholder.ts";
import type { Field, Secrets } from "./secrets.ts";

type Context = Parameters<AnyCommand["run"]>[0];

export interface Prepared {
  args: Values;
  /** The element that an address meant, for the answer. */
  found?: object;
}

/** Keys that put on a page what was copied elsewhere. */
const PASTES = /(^|\s)(control|ctrl|controlormeta|meta|cmd|command)\+(shift\+)?v(\s|$)|shift\+insert/i;

/** Throws `denied` for what must not go there. */
export async function prepared(
  command: AnyCommand,
  context: Context & { page?: Page },
  secrets: Secrets,
  flow: Flow,
): Promise<Prepared> {
  const { page, timeoutMs, signal } = context;
  const args = context.args as Values;
  const declared = command.args as Args;
  const given = Object.entries(args).flatMap(([key, value]): [string, Arg, unknown][] => {
    const arg = declared[key];
    return arg && value !== undefined ? [[key, arg, value]] : [];
  });
  for (const [, { type }, value] of given) if (type.names === "address") flow.checkAddress(String(value));
  if (!page) return { args };
  const top = originsAround(page, page.main)[0];
  if (command.effect !== "read")
    for (const [, { type }, value] of given)
      if (isWords(type)) for (const one of texts(value)) flow.checkText(one, top);
  if (flow.isOutside(top) && command.effect !== "read" && given.some(([, { type }]) => type.names === "path"))
    throw notThere();
  const typed = given.filter(([, { type }]) => type.typed);
  const needsField = typed.some(([, , value]) => asksForSecret(value)) || hasOutside(page, flow);
  const asking = { page, timeoutMs, signal };
  if (typed.length === 0) return { args };
  if (!needsField) {
    for (const [, , value] of typed) for (const one of texts(value)) flow.checkText(one, top);
    return { args };
  }
  const isForm = typed.some(([, { type }]) => type.label.includes("="));
  return isForm
    ? { args: await filled(args, asking, secrets, flow) }
    : await intoField(command, args, asking, typed, secrets, flow);
}

function notThere(): Failure {
  return new Failure(
    "denied",
    "files cannot be uploaded here: this site is not one of the hosts of the run",
    "Say in the output that the file was not uploaded.",
  );
}

/** Text of a command that goes to the page in another way than into a field: the answer to a dialog, the clipboard. */
function isWords({ typed, addresses, names, choices, code, schema, elements }: Arg["type"]): boolean {
  return !typed && !addresses && !names && !choices && !code && !elements && schema.type === "string";
}

function texts(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === "string");
}

/** Somewhere on the page is a frame of a site that is none of the run's. */
function hasOutside(page: Page, flow: Flow): boolean {
  return [...page.frames.values()].some((frame) => flow.isOutside(originsAround(page, frame)[0]));
}

async function intoField(
  command: AnyCommand,
  args: Values,
  asking: Asking,
  typed: [string, Arg, unknown][],
  secrets: Secrets,
  flow: Flow,
): Promise<Prepared> {
  const isSecret = typed.some(([, , value]) => asksForSecret(value));
  const aimed = await aim(command, args, asking).catch((error): Aimed => {
    // Keys go to the page where nothing has the focus.
    if (isSecret || !(error instanceof Failure) || error.code !== "unsuitable") throw error;
    return { args, field: { origins: originsAround(asking.page, asking.page.main), isForPassword: false } };
  });
  const { field, found, args: own } = aimed;
  const revealed = typed.map(([key, , value]) => {
    const all = texts(value).map((one) => typedText(one, field, secrets, flow));
    return [key, Array.isArray(value) ? all : all[0]];
  });
  const silently = isSecret && command.args.secret ? { secret: true } : {};
  return { args: { ...own, ...Object.fromEntries(revealed), ...silently }, ...(found ? { found } : {}) };
}

function typedText(text: string, field: Field, secrets: Secrets, flow: Flow): string {
  const [origin] = field.origins;
  if (PASTES.test(text) && flow.isOutside(origin))
    throw new Failure(
      "denied",
      "text cannot be pasted here: this site is not one of the hosts of the run",
      "Type the text.",
    );
  flow.checkText(text.replace(/<secret>[^<>]*<\/secret>/gi, " "), origin);
  return secrets.reveal(text, field);
}

/** Fields with a secret are those whose values are never told. */
async function filled(args: Values, asking: Asking, secrets: Secrets, flow: Flow): Promise<Values> {
  const open: string[] = [];
  const hidden: string[] = [];
  for (const pair of texts(args.fields)) {
    const { index, value, field } = await aimPair(pair, asking);
    const text = typedText(value, field, secrets, flow);
    if (asksForSecret(value)) hidden.push(`${index}=${text}`);
    else open.push(pair);
  }
  return { ...args, fields: open, hidden };
}
