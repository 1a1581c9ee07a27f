/**
 * Which commands an agent may run, and with which arguments: browser commands, with paths in the workspace and http addresses. It
 * decides by the declarations of commands and types.
 */

import type { Args } from "../../args.ts";
import type { AnyCommand } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { isJson } from "../../values.ts";
import type { Values } from "./field.ts";
import { workspacePath } from "./files.ts";
import { asksForSecret } from "./placeholder.ts";

/** Groups of commands that access this machine, other sessions, or stored logins. */
const FORBIDDEN_GROUPS = /^(scripting|session|cloud|setup|cookies|help)$/;

/** Code that only reads a property, such as `document.title`. */
const PROPERTY = /^\s*[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*\s*$/;

export interface CommandBounds {
  readonly workspace: string;
  /** Requests outside of the hosts of the run are blocked, so code of the model cannot send data elsewhere. */
  readonly isConfined: boolean;
}

/** Returns the arguments with absolute paths in the workspace. Throws `denied`. */
export function authorizedArgs(command: AnyCommand, args: Values, bounds: CommandBounds): Values {
  const { needs, group, name } = command;
  if (needs === "nothing" || FORBIDDEN_GROUPS.test(group))
    throw new Failure(
      "denied",
      `${name} is not available to agents: it acts outside of web pages`,
      "Use one of the listed tools.",
    );
  const declared = command.args as Args;
  const entries = Object.entries(args).map(([key, value]) => {
    const type = declared[key]?.type;
    if (!type || value === undefined) return [key, value];
    if (!type.typed && asksForSecret(value)) throw misplacedSecret(key);
    if (type.names === "address") checkScheme(String(value));
    if (type.names !== undefined && type.names !== "address") return [key, workspacePaths(value, type.names, bounds)];
    return [key, value];
  });
  checkCode(command, args, bounds);
  return Object.fromEntries(entries);
}

function misplacedSecret(key: string): Failure {
  return new Failure(
    "denied",
    `a secret cannot be used in ${key}: secrets are only typed into fields of their own site`,
    "Write the placeholder in the text of type, fill, keys or select.",
  );
}

function checkScheme(address: string): void {
  if (/^\s*(https?:|about:blank\s*$)/i.test(address) || !/^\s*[a-z][a-z\d+.-]*:(?!\d)/i.test(address)) return;
  throw new Failure(
    "denied",
    `an agent cannot open addresses of the scheme ${/^\s*([^:]*)/.exec(address)?.[1]}`,
    "Open an http or https address; read_file reads files of the workspace.",
  );
}

function workspacePaths(value: unknown, names: string, { workspace }: CommandBounds): unknown {
  if (Array.isArray(value)) return value.map((one) => workspacePaths(one, names, { workspace, isConfined: false }));
  const written = String(value);
  if (names === "json-or-path" && isJson(written)) return value;
  if (names === "json-or-@path")
    return written.startsWith("@") ? `@${workspacePath(workspace, written.slice(1))}` : value;
  return workspacePath(workspace, written);
}

function checkCode({ name, args: declared }: AnyCommand, args: Values, { isConfined }: CommandBounds): void {
  const [code] = Object.entries(declared as Args).find(([, { type }]) => type.code) ?? [];
  if (code === undefined || isConfined || PROPERTY.test(String(args[code] ?? ""))) return;
  throw new Failure(
    "denied",
    `${name} runs code in the page, which is allowed only when the hosts of the run are limited`,
    "Use another tool, or start the run with --allowed-domain <host>.",
  );
}
