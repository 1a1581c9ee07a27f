import { join } from "node:path";
import { option, optionOr, positional, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { writeWhole } from "../../lib/atomic-file.ts";
import { log, logAsJson, writeStderr } from "../../lib/log.ts";
import { visible } from "../../lib/visible.ts";
import { quoteWord } from "../../lib/words.ts";
import type { KeyRecord, Keys } from "../../platform/store/records/keys.ts";
import { integer, oneOf, path, text } from "../../values.ts";

export const serve = command({
  name: "serve",
  group: "cloud",
  summary: "Run the platform on this machine: browsers with an HTTP API, live view and dashboard",
  effect: "write",
  needs: "nothing",
  endless: true,
  graceMs: 60_000,
  args: {
    host: option(text("address"), "Address to listen on; default the setting serve_host, 127.0.0.1"),
    port: option(integer("port", { min: 0, max: 65_535 }), "Port to listen on; default the setting serve_port, 8787"),
    publicUrl: option(
      text("url"),
      "URL at which clients reach the server, if it is behind a proxy; default the setting serve_public_url",
    ),
    databaseUrl: option(
      text("url", { secret: true }),
      "postgres://… or sqlite://…; default the setting serve_database_url, else a file in the home folder",
    ),
    tlsCert: option(path(), "TLS certificate file; default the setting serve_tls_cert"),
    tlsKey: option(path(), "Private key file of the certificate; default the setting serve_tls_key"),
    logFormat: optionOr(
      oneOf("auto", "text", "json"),
      "auto",
      "Log format on stderr; auto is text on a terminal, else JSON",
    ),
  },
  examples: ["serve", "serve --host 0.0.0.0 --port 8787 --public-url https://svc.example.com"],
  async run({ home, args, signal, runner }) {
    const isJson = args.logFormat === "json" || (args.logFormat === "auto" && !process.stderr.isTTY);
    if (isJson) logAsJson();
    surviveBugs();
    const [{ serve: start }, { serverOptions }, { agentParts }] = await Promise.all([
      import("../../platform/serve.ts"),
      import("../../platform/serve-options.ts"),
      import("../../platform/agents/runs/parts.ts"),
    ]);
    const server = await start(serverOptions(home, args), agentParts(home, runner));
    tellStart(server, home, isJson);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await server.close();
    return { served: server.url };
  },
});

/** Logs uncaught errors instead of exiting: a bug in one request must not end the browsers of all others. */
function surviveBugs(): void {
  for (const event of ["uncaughtException", "unhandledRejection"])
    process.on(event, (error) => log.error("bug in the platform:", error));
}

/** Prints the URL and the first API key. The key goes to the terminal or to a private file, never to a log. */
function tellStart({ url, firstKey }: { url: string; firstKey: string | undefined }, home: string, isJson: boolean) {
  const onTerminal = !isJson && process.stderr.isTTY;
  const file = join(home, "server", "first-key");
  // Before the address is told: a program that waits for that has the key, too.
  if (firstKey !== undefined && !onTerminal) writeWhole(file, `${firstKey}\n`);
  if (isJson) log.info(`Listening on ${url}`, { url });
  else writeStderr(`Listening on ${url}\n`);
  if (firstKey === undefined) return;
  if (onTerminal) writeStderr(`API key (shown only once): ${firstKey}\n${howToUse(url, "svc cloud login")}`);
  else if (isJson) log.info("The first API key is in a file that only your user can read", { file });
  else writeStderr(`API key: in the file ${file}\n${howToUse(url, `svc cloud login - < ${quoteWord(file)}`)}`);
}

/** What a newcomer types next on the same machine. The key is not typed on a line, so that it gets into no shell's history. */
function howToUse(url: string, login: string): string {
  const here = url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  return `Use it here:\n  svc config set base_url ${here}\n  ${login}\n`;
}

export const serveKeys = command({
  name: "serve keys",
  group: "cloud",
  summary: "Create, list or revoke API keys of the platform on this machine",
  effect: "write",
  needs: "nothing",
  args: {
    action: positional(
      oneOf("create", "list", "revoke", "audit"),
      "What to do; audit prints who created or revoked keys, and failed logins",
    ),
    name: positionalOr(
      text("name"),
      undefined,
      "create: name of the new key. revoke: the key's id, its first characters, or the key itself",
    ),
    databaseUrl: option(text("url", { secret: true }), "As in `svc serve`"),
  },
  examples: ["serve keys create ci", "serve keys list", "serve keys revoke 0f8fad5b-d9cb-469f-a165-70867728950e"],
  async run({ home, args }): Promise<KeysDone> {
    const [{ openDatabase }, { Keys }, { Audit }, { REVOKED_WITHIN_SECONDS }, { databaseAddress, serverOptions }] =
      await Promise.all([
        import("../../platform/store/database/database.ts"),
        import("../../platform/store/records/keys.ts"),
        import("../../platform/store/records/audit.ts"),
        import("../../platform/store/records/revocations.ts"),
        import("../../platform/serve-options.ts"),
      ]);
    if (args.name !== undefined && (args.action === "list" || args.action === "audit"))
      throw new Failure("usage", `${args.action} takes no name`, "Run `svc serve keys --help`.");
    const database = await openDatabase(databaseAddress(serverOptions(home, args)));
    try {
      const audit = new Audit(database);
      const keys = new Keys(database, audit);
      if (args.action === "audit") {
        const { items } = await audit.list(await keys.project(), { page: 1, size: AUDIT_ROWS });
        return { audit: items.map(({ at, action, target, address }) => ({ at: dateOf(at), action, target, address })) };
      }
      if (args.action === "list") return { keys: (await keys.list()).map(shown) };
      if (args.action === "revoke")
        return { revoked: shown(await revoke(keys, args.name)), endsWithinSeconds: REVOKED_WITHIN_SECONDS };
      const name = args.name?.trim() || "key";
      if (name.length > MAX_NAME) throw new Failure("usage", `a key's name has at most ${MAX_NAME} characters`);
      const { key, record } = await keys.create(await keys.project(), name);
      return { created: { key, ...shown(record) } };
    } finally {
      await database.close();
    }
  },
  text: keysText,
});

const MAX_NAME = 100;

/** A key as it is shown: by its first characters. */
interface ShownKey {
  id: string;
  name: string;
  start: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** The newest of the audit that are shown. */
const AUDIT_ROWS = 200;

interface ShownEntry {
  at: string;
  action: string;
  target: string | null;
  address: string | null;
}

type KeysDone =
  | { keys: ShownKey[] }
  | { audit: ShownEntry[] }
  | { created: ShownKey & { key: string } }
  | { revoked: ShownKey; endsWithinSeconds: number };

function dateOf(ms: number): string {
  return new Date(ms).toISOString();
}

function shown({ id, name, start, createdAt, lastUsedAt, revokedAt }: KeyRecord): ShownKey {
  const date = (ms: number | null) => (ms === null ? null : dateOf(ms));
  return {
    id,
    name,
    start,
    createdAt: dateOf(createdAt),
    lastUsedAt: date(lastUsedAt),
    revokedAt: date(revokedAt),
  };
}

async function revoke(keys: Keys, text: string | undefined): Promise<KeyRecord> {
  const meant = await keyMeant(keys, text);
  if (!(await keys.revoke(meant.id))) throw noKey();
  return { ...meant, revokedAt: Date.now() };
}

function noKey(): Failure {
  return new Failure("not_found", "no valid key matches", "Run `svc serve keys list`.");
}

/** The one key in force that is meant. Errors: `usage` for none or several, `not_found`. */
export async function keyMeant(keys: Keys, text: string | undefined): Promise<KeyRecord> {
  if (text === undefined)
    throw new Failure("usage", "no key given", "Run `svc serve keys list`, then `svc serve keys revoke <id>`.");
  const [meant, ...others] = await keys.matching(text);
  if (others.length > 0)
    throw new Failure(
      "usage",
      `${others.length + 1} valid keys begin with these characters`,
      "Run `svc serve keys list`, then use the full id.",
    );
  if (!meant) throw noKey();
  return meant;
}

function keysText(done: KeysDone): string {
  if ("created" in done) {
    const { key, id, name } = done.created;
    return `key: ${key}\nname: ${visible(name)}\nid: ${id}\nSave the key now: it is not shown again.`;
  }
  if ("revoked" in done) {
    const { start, name, id } = done.revoked;
    const seconds = done.endsWithinSeconds;
    return `revoked: ${start}… ${visible(name)} (${id})\nWithin ${seconds} seconds, running servers refuse the key and close everything opened with it.`;
  }
  if ("audit" in done) {
    const entries = done.audit.map(({ at, action, target, address }) => [
      at.slice(0, 19).replace("T", " "),
      action,
      address ?? "-",
      target ?? "-",
    ]);
    return table([["TIME (UTC)", "ACTION", "FROM", "KEY"], ...entries]);
  }
  if (done.keys.length === 0) return "no keys";
  const minute = (date: string | null, other: string) => date?.slice(0, 16).replace("T", " ") ?? other;
  const rows = done.keys.map(({ id, name, start, createdAt, lastUsedAt, revokedAt }) => [
    `${start}…`,
    revokedAt === null ? "active" : `revoked ${minute(revokedAt, "")}`,
    minute(createdAt, ""),
    minute(lastUsedAt, "never"),
    id,
    name,
  ]);
  return table([["KEY", "STATE", "CREATED (UTC)", "LAST USED (UTC)", "ID", "NAME"], ...rows]);
}

/** Columns as wide as their widest cell; the last one is as long as it is. */
export function table(texts: readonly (readonly string[])[]): string {
  const rows = texts.map((row) => row.map(visible));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))))
    .map((cells) => cells.join("  "))
    .join("\n");
}
