/** What a server is to be, from the line of `svc serve` and the settings; the line goes first. Starts nothing. */
import { Failure } from "../errors.ts";
import { durationMs, type SettingKey, setting } from "../lib/settings.ts";
import type { ServerOptions } from "./serve.ts";

export interface Line {
  host?: string | undefined;
  port?: number | undefined;
  publicUrl?: string | undefined;
  databaseUrl?: string | undefined;
}

/** Errors: `usage` for what cannot be. */
export function serverOptions(home: string, line: Line): ServerOptions {
  const said = (key: SettingKey) => {
    const value = setting(home, key);
    return value === undefined ? undefined : String(value);
  };
  const number = (key: SettingKey) => Number(setting(home, key));
  return {
    home,
    host: line.host ?? said("serve_host") ?? "127.0.0.1",
    port: line.port ?? number("serve_port"),
    publicUrl: publicUrlOf(line.publicUrl ?? said("serve_public_url")),
    databaseUrl: line.databaseUrl ?? said("serve_database_url"),
    secret: said("serve_secret"),
    objects: said("serve_objects"),
    s3: {
      endpoint: said("serve_s3_endpoint"),
      region: said("serve_s3_region"),
      accessKey: said("serve_s3_access_key"),
      secretKey: said("serve_s3_secret_key"),
    },
    concurrency: number("serve_concurrency"),
    queue: number("serve_queue"),
    queueTimeoutMs: durationMs(said("serve_queue_timeout") ?? ""),
    idleTimeoutMs: durationMs(said("serve_idle_timeout") ?? ""),
    warm: number("serve_warm"),
    rateLimit: number("serve_rate_limit"),
    allowPrivateNetwork: setting(home, "allow_private_network") === true,
  };
}

function publicUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isPlain = url && !url.username && !url.search && !url.hash && url.pathname === "/";
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new Failure("usage", `the public address is no http or https address of a host alone: ${text}`);
  return url.origin;
}
