/** The files for containers and pipelines. Images are not built here: their base needs a registry. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS, type SettingKey, settingOf } from "../../../src/lib/settings.ts";
import { folderOfFile } from "../../support/folder.ts";
import { localServer } from "../../support/server.ts";

const root = folderOfFile();
const read = (path: string) => readFileSync(path, "utf8");

/** Runs a script of bash. Returns its exit code. */
async function bash(script: string, env: Record<string, string>): Promise<number> {
  const child = Bun.spawn(["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  return await child.exited;
}

test.each([
  [200, true],
  [503, false],
])("the health check of the server's image takes the status %i: %p", async (status, healthy) => {
  const hosts: (string | null)[] = [];
  using server = localServer((request) => {
    hosts.push(request.headers.get("host"));
    return new Response("", { status: new URL(request.url).pathname === "/readyz" ? status : 404 });
  });
  const [, words = "[]"] = /^HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(read("containers/Dockerfile")) ?? [];
  const [program, ...rest] = JSON.parse(words) as string[];
  expect([program, rest[0]]).toEqual(["bash", "-c"]);
  const code = await bash(rest[1]?.replace("8787", String(server.port)) ?? "", {});
  expect({ healthy: code === 0, hosts }).toEqual({ healthy, hosts: ["localhost"] });
});

test("the images run as a user of their own, with one volume and an init process", () => {
  const text = read("containers/Dockerfile");
  expect([...text.matchAll(/^VOLUME (.*)$/gm)].map(([, path]) => path)).toEqual(["/data"]);
  expect(/^USER (.*)$/m.exec(text)?.[1]).toBe("10001:10001");
  expect(/^ENTRYPOINT (.*)$/m.exec(text)?.[1]).toBe('["tini", "--", "svc"]');
});

test("compose.yaml names settings that exist, and no secret", () => {
  const { services, volumes } = Bun.YAML.parse(read("containers/compose.yaml")) as Compose;
  const variables = (Object.keys(SETTINGS) as SettingKey[]).map((key) => settingOf(key).env);
  const names = Object.keys(services.svc?.environment ?? {});
  expect(names.filter((name) => !variables.includes(name))).toEqual([]);
  for (const { environment } of Object.values(services))
    for (const [name, value] of Object.entries(environment))
      if (/PASSWORD|SECRET/.test(name)) expect(value).toContain(":?set it in .env}");
  expect(Object.keys(volumes).sort()).toEqual(Object.keys(services).sort());
  for (const name of Object.keys(services.svc?.depends_on ?? {})) expect(services[name]?.healthcheck).toBeDefined();
});

interface Compose {
  services: Record<string, { environment: Record<string, string>; healthcheck?: object; depends_on?: object }>;
  volumes: object;
}

/** An installer that makes a program which notes how it is called. */
const INSTALLER = `while [ $# -gt 0 ]; do
  case $1 in --version) version=$2; shift ;; --dir) folder=$2; shift ;; esac
  shift
done
mkdir -p "$folder"
printf '#!/bin/sh\\necho "%s $*" >> "$SVC_HOME/calls"\\n' "$version" > "$folder/svc"
chmod +x "$folder/svc"
`;

function releases() {
  const requests: string[] = [];
  const server = localServer((request) => {
    requests.push(new URL(request.url).pathname);
    return new Response(INSTALLER);
  });
  return { server, requests };
}

test("the action of GitHub installs, and makes svc available to later steps", async () => {
  const { server, requests } = releases();
  using _ = server;
  const { runs, inputs } = Bun.YAML.parse(read(".github/actions/install/action.yml")) as Action;
  const [cache, install, use] = runs.steps;
  expect(install?.if).toBe(`steps.${cache?.id}.outputs.cache-hit != 'true'`);
  expect(cache?.with?.path).toBe("~/.svc-ci");
  const values: Record<string, string> = { base: server.url.origin, version: "1.2.3", browser: inputs.browser.default };
  const env = Object.entries(install?.env ?? {}).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ inputs\.(\w+) \}\}/, (_all, input: string) => values[input] ?? ""),
  ]);
  const home = join(root, "github");
  mkdirSync(home);
  const shared = {
    HOME: home,
    GITHUB_PATH: join(home, "path"),
    GITHUB_ENV: join(home, "env"),
    SVC_HOME: `${home}/.svc-ci`,
  };
  expect(await bash(install?.run ?? "", { ...shared, ...Object.fromEntries(env) })).toBe(0);
  expect(await bash(use?.run ?? "", shared)).toBe(0);
  expect(requests).toEqual(["/install.sh"]);
  expect(read(join(home, ".svc-ci/calls"))).toBe("1.2.3 install\n1.2.3 --version\n");
  expect(read(shared.GITHUB_PATH)).toBe(`${home}/.svc-ci/bin\n`);
  expect(read(shared.GITHUB_ENV)).toBe(`SVC_HOME=${home}/.svc-ci\n`);
});

interface Action {
  inputs: { browser: { default: string } };
  runs: { steps: { id?: string; if?: string; run?: string; with?: { path: string }; env?: Record<string, string> }[] };
}

test("the template of GitLab installs once, and then uses the cache", async () => {
  const { server, requests } = releases();
  using _ = server;
  const job = (Bun.YAML.parse(read(".gitlab/svc.yml")) as { ".svc": Job })[".svc"];
  expect(job.cache.paths).toContain(".svc-ci/bin");
  const home = join(root, "gitlab/.svc-ci");
  const env = { SVC_INSTALL_BASE: server.url.origin, SVC_VERSION: "1.2.3", SVC_HOME: home };
  for (const _run of [1, 2]) expect(await bash(`${job.before_script.join("\n")}\nsvc state`, env)).toBe(0);
  expect(requests).toEqual(["/install.sh"]);
  expect(existsSync(join(home, "bin/svc"))).toBe(true);
  expect(read(join(home, "calls"))).toBe("1.2.3 install\n1.2.3 state\n".repeat(2));
});

interface Job {
  cache: { paths: string[] };
  before_script: string[];
}
