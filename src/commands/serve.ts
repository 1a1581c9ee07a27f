import { command, option, optionOr, positional, positionalOr } from "../command.ts";
import { Failure } from "../errors.ts";
import { logAsJson, writeStderr } from "../lib/log.ts";
import { integer, oneOf, path, text } from "../values.ts";

export const serve = command({
  name: "serve",
  group: "cloud",
  summary: "Host the platform: browsers by HTTP API, live view and dashboard, until it is interrupted",
  effect: "write",
  needs: "nothing",
  endless: true,
  graceMs: 60_000,
  args: {
    host: option(text("address"), "Address to listen on; else the setting serve_host, 127.0.0.1"),
    port: option(integer("port", { min: 0, max: 65_535 }), "Port to listen on; else the setting serve_port, 8787"),
    publicUrl: option(text("url"), "Address by which callers reach it, behind a proxy; else serve_public_url"),
    databaseUrl: option(text("url"), "postgres://… or sqlite://…; else serve_database_url, a file in the home"),
    tlsCert: option(path(), "Certificate file, for https; else serve_tls_cert"),
    tlsKey: option(path(), "Key file of the certificate; else serve_tls_key"),
    logFormat: optionOr(
      oneOf("auto", "text", "json"),
      "auto",
      "How it logs on stderr: auto is text on a terminal, else JSON",
    ),
  },
  examples: ["serve", "serve --host 0.0.0.0 --port 8787 --public-url https://svc.example.com"],
  async run({ home, args, signal }) {
    const [{ serve: start }, { serverOptions }] = await Promise.all([
      import("../platform/serve.ts"),
      import("../platform/options.ts"),
    ]);
    const isJson = args.logFormat === "json" || (args.logFormat === "auto" && !process.stderr.isTTY);
    if (isJson) logAsJson();
    const server = await start(serverOptions(home, args));
    // No line of the log: this is for whoever started it, and the key is in no collection of logs.
    writeStderr(`Listening on ${server.url}\n`);
    if (server.firstKey !== undefined)
      writeStderr(`API key, told this once: ${server.firstKey}\nUse it here: svc cloud login ${server.firstKey}\n`);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await server.close();
    return { served: server.url };
  },
});

export const serveKeys = command({
  name: "serve keys",
  group: "cloud",
  summary: "Make, list or revoke API keys of the platform that is hosted from this home",
  effect: "write",
  needs: "nothing",
  args: {
    action: positional(oneOf("create", "list", "revoke"), "What to do"),
    name: positionalOr(text("name"), undefined, "Name of the new key, or number of the one to revoke"),
    databaseUrl: option(text("url"), "As for `serve`"),
  },
  examples: ["serve keys create ci", "serve keys list", "serve keys revoke 0f8fad5b-d9cb-469f-a165-70867728950e"],
  async run({ home, args }) {
    const [{ openDatabase }, { Keys }, { serverOptions }, { databaseAddress }] = await Promise.all([
      import("../platform/store/database.ts"),
      import("../platform/store/keys.ts"),
      import("../platform/options.ts"),
      import("../platform/serve.ts"),
    ]);
    const database = await openDatabase(databaseAddress(serverOptions(home, args)));
    try {
      const keys = new Keys(database);
      if (args.action === "list") return { keys: await keys.list() };
      if (args.action === "create") return await keys.create(await keys.project(), args.name ?? "key");
      if (args.name !== undefined && (await keys.revoke(args.name))) return { revoked: args.name };
      throw new Failure("not_found", "there is no such key in force", "Run `svc serve keys list`.");
    } finally {
      await database.close();
    }
  },
});
