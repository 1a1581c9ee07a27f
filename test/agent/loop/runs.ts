/** Runs of `svc run` with a model that a script plays. */
import type { CommandError, Fixture } from "../../fixture.ts";
import { type Script, type ScriptedServer, scriptedModel } from "../../models/server.ts";

/** The session asks a model that does what the script says. */
export async function withModel(t: Fixture, script: Script): Promise<ScriptedServer> {
  const server = scriptedModel(script);
  await t.svc("config", "set", "llm_base_url", server.url);
  await t.svc("config", "set", "llm_model", "scripted");
  return server;
}

/** What a run of this script ends with, and what its model was told last. */
export async function ended(
  t: Fixture,
  script: Script,
  ...argv: string[]
): Promise<{ failed: CommandError; told: string[] }> {
  using server = await withModel(t, script);
  const failed = await t.fails("run", ...argv);
  return { failed, told: server.requests.map(({ last }) => last) };
}
