/**
 * What a setting must be for the part of the program that uses it: the very checks of those parts, asked when the setting is
 * set. They are loaded then. Throws what the use itself would throw.
 */

import { checkWords } from "../../authorization.ts";
import type { AnyCommand } from "../../command.ts";
import { confirmWords } from "../../lib/rules.ts";
import { listOf, type SettingKey } from "../../lib/settings.ts";

export interface SettingContext {
  commands: readonly AnyCommand[];
  signal: AbortSignal;
}

type Check = (value: string, asked: SettingContext) => unknown;

const domains =
  (key: "allowed_domains" | "blocked_domains"): Check =>
  async (value) => {
    const { parsePattern } = await import("../../browser/policy/policy.ts");
    for (const pattern of listOf(value)) parsePattern(pattern, key);
  };

/** Settings whose type says all are not here: numbers, switches, times, choices. */
const CHECKS: Partial<Record<SettingKey, Check>> = {
  allowed_domains: domains("allowed_domains"),
  blocked_domains: domains("blocked_domains"),
  confirm: (value, { commands }) => checkWords(confirmWords(value), commands),
  base_url: async (value) => (await import("../../cloud/api.ts")).baseOf(value),
  browser_mirror: async (value) => (await import("../../setup/servers.ts")).checkMirror(value),
  browser_path: async (value) => (await import("../../browser/launch/find.ts")).settingBrowser(value),
  cloud_connect_profile_id: async (value) => (await import("../../cloud/connect.ts")).checkedId(value),
  cloud_connect_proxy: async (value) => (await import("../../cloud/connect.ts")).countryOf(value),
  llm_base_url: async (value) => (await import("../../models/registry.ts")).addressOf(value),
  models_file: async (value) => (await import("../../models/registry.ts")).checkFile(value),
  python: async (value, { signal }) =>
    (await import("../../python/find-python.ts")).findPython(value, process.env.PATH ?? "", signal),
  serve_countries: async (value) => {
    const { readCountries } = await import("../../platform/egress/countries.ts");
    (await import("../../platform/egress/upstream.ts")).offerOf(undefined, readCountries(value));
  },
  serve_database_url: async (value) => (await import("../../platform/store/database/database.ts")).checkAddress(value),
  serve_key_headers: async (value) => (await import("../../platform/key-headers.ts")).keyHeadersOf(listOf(value)),
  serve_node_url: async (value) => (await import("../../platform/serve-options.ts")).publicUrlOf("node's", value),
  serve_objects: async (value) => (await import("../../platform/store/objects/s3.ts")).checkObjects(value),
  serve_proxy: async (value) => (await import("../../platform/egress/upstream.ts")).offerOf(value),
  serve_public_url: async (value) => (await import("../../platform/serve-options.ts")).publicUrlOf("public", value),
  serve_secret: async (value) => (await import("../../platform/store/objects/secret.ts")).parseSecret(value),
  // The certificate and its key are set one after the other: whether they fit is known when both are there.
  serve_tls_cert: async (value) => (await import("../../platform/serve-options.ts")).readCertificate(value),
  serve_tls_key: async (value) => (await import("../../platform/serve-options.ts")).readKey(value),
  tunnel_command: async (value) => (await import("../../tunnel/command.ts")).checkTemplate(value),
  tunnel_ssh_host: async (value) => (await import("../../tunnel/ssh.ts")).parseServer(value),
};

export async function checkUse(key: SettingKey, value: string, asked: SettingContext): Promise<void> {
  await CHECKS[key]?.(value, asked);
}
