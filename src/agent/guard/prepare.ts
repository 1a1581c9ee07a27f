/**
 * Prepares the arguments of a command: checks typed text against the field that receives it, and addresses and other text against the
 * page; then replaces placeholders by secret values.
 */

import type { Arg, Args } from "../../args.ts";
import type { AnyCommand } from "../../command.ts";
import { Failure } from "../../errors.ts";
import type { Page } from "../../page/core/page.ts";
import type { DataFlow } from "./data-flow.ts";
import { type LocatedField, locateField, locatePair, originsAround, type PageRequest, type Values } from "./field.ts";
import { asksForSecret } from "./placeholder.ts";
import type { Field, Secrets } from "./secrets.ts";

type Context = Parameters<AnyCommand["run"]>[0];

export interface PreparedArgs {
  args: Values;
  /** The element that a locator found, for the answer. */
  found?: object;
}

/** Key combinations that paste the clipboard. */
const PASTE_KEYS = /(^|\s)(control|ctrl|controlormeta|meta|cmd|command)\+(shift\+)?v(\s|$)|shift\+insert/i;

/** The services that check where a value may go. */
interface Checks {
  readonly secrets: Secrets;
  readonly flow: DataFlow;
}

type GivenArg = [string, Arg, unknown];

/** Checks the arguments and reveals their secrets. Throws `denied` for a value that must not go to its destination. */
export async function prepareArgs(
  command: AnyCommand,
  context: Context & { page?: Page },
  checks: Checks,
): Promise<PreparedArgs> {
  const { page, timeoutMs, signal } = context;
  const args = context.args as Values;
  const given = givenArgs(command, args);
  for (const [, { type }, value] of given) if (type.names === "address") checks.flow.checkAddress(String(value));
  if (!page) return { args };
  const top = originsAround(page, page.main)[0];
  if (command.effect !== "read") checkPageArgs(given, top, checks.flow);
  const typed = given.filter(([, { type }]) => type.typed);
  if (typed.length === 0) return { args };
  if (!typed.some(([, , value]) => asksForSecret(value)) && !hasOutsideFrame(page, checks.flow)) {
    checkTexts(typed, top, checks.flow);
    return { args };
  }
  const request = { page, timeoutMs, signal };
  const isForm = typed.some(([, { type }]) => type.label.includes("="));
  return isForm
    ? { args: await fillFields(args, request, checks) }
    : await typeIntoField(command, args, request, typed, checks);
}

function givenArgs(command: AnyCommand, args: Values): GivenArg[] {
  const declared = command.args as Args;
  return Object.entries(args).flatMap(([key, value]): GivenArg[] => {
    const arg = declared[key];
    return arg && value !== undefined ? [[key, arg, value]] : [];
  });
}

/** Checks texts that reach the page without a field, and files. `top`: the origin of the page. */
function checkPageArgs(given: readonly GivenArg[], top: string | undefined, flow: DataFlow): void {
  checkTexts(
    given.filter(([, { type }]) => isPageText(type)),
    top,
    flow,
  );
  if (flow.isOutside(top) && given.some(([, { type }]) => type.names === "path")) throw uploadDenied();
}

function checkTexts(given: readonly GivenArg[], top: string | undefined, flow: DataFlow): void {
  for (const text of given.flatMap(([, , value]) => texts(value))) flow.checkText(text, top);
}

function uploadDenied(): Failure {
  return new Failure(
    "denied",
    "files cannot be uploaded here: this site is not one of the hosts of the run",
    "Say in the output that the file was not uploaded.",
  );
}

/** True for text that reaches the page without a field: the answer to a dialog, the clipboard. */
function isPageText({ typed, addresses, names, choices, code, schema, elements }: Arg["type"]): boolean {
  return !typed && !addresses && !names && !choices && !code && !elements && schema.type === "string";
}

function texts(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === "string");
}

/** True when the page has a frame from outside of the hosts of the run. */
function hasOutsideFrame(page: Page, flow: DataFlow): boolean {
  return [...page.frames.values()].some((frame) => flow.isOutside(originsAround(page, frame)[0]));
}

async function typeIntoField(
  command: AnyCommand,
  args: Values,
  request: PageRequest,
  typed: readonly GivenArg[],
  checks: Checks,
): Promise<PreparedArgs> {
  const isSecret = typed.some(([, , value]) => asksForSecret(value));
  const located = await locateField(command, args, request).catch((error): LocatedField => {
    // Without a focused element, keys go to the page.
    if (isSecret || !(error instanceof Failure) || error.code !== "unsuitable") throw error;
    return { args, field: { origins: originsAround(request.page, request.page.main), isForPassword: false } };
  });
  const { field, found, args: own } = located;
  const revealed = typed.map(([key, , value]) => {
    const all = texts(value).map((one) => revealedText(one, field, checks));
    return [key, Array.isArray(value) ? all : all[0]];
  });
  const silently = isSecret && command.args.secret ? { secret: true } : {};
  return { args: { ...own, ...Object.fromEntries(revealed), ...silently }, ...(found ? { found } : {}) };
}

function revealedText(text: string, field: Field, { secrets, flow }: Checks): string {
  const [origin] = field.origins;
  if (PASTE_KEYS.test(text) && flow.isOutside(origin))
    throw new Failure(
      "denied",
      "text cannot be pasted here: this site is not one of the hosts of the run",
      "Type the text.",
    );
  flow.checkText(text.replace(/<secret>[^<>]*<\/secret>/gi, " "), origin);
  return secrets.reveal(text, field);
}

/** Reveals the fields of a form. Fields with a secret become `hidden`: answers do not show their values. */
async function fillFields(args: Values, request: PageRequest, checks: Checks): Promise<Values> {
  const open: string[] = [];
  const hidden: string[] = [];
  for (const pair of texts(args.fields)) {
    const { index, value, field } = await locatePair(pair, request);
    const text = revealedText(value, field, checks);
    if (asksForSecret(value)) hidden.push(`${index}=${text}`);
    else open.push(pair);
  }
  return { ...args, fields: open, hidden };
}
