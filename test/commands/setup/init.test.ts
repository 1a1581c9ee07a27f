import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TEMPLATE_NAMES, TEMPLATES } from "../../../src/setup/templates.ts";
import { VERSION } from "../../../src/version.ts";
import { fixture, MODE } from "../../fixture.ts";

test("init lists the templates and writes each of them", async () => {
  await using t = await fixture();
  const { templates } = await t.svc("init", "--list");
  expect(templates.map(({ name }: { name: string }) => name)).toEqual([...TEMPLATE_NAMES]);
  for (const name of TEMPLATE_NAMES) {
    const { file, content, isScript } = TEMPLATES[name];
    const { created } = await t.svc("init", "--template", name, "--output", t.folder);
    expect(created).toBe(join(t.folder, file));
    expect(readFileSync(created, "utf8")).toBe(content);
    expect(statSync(created).mode & 0o777).toBe(isScript ? 0o755 : 0o644);
  }
});

test("a template that uses an SDK gets its package, and leaves the dependencies of a project alone", async () => {
  await using t = await fixture();
  const folder = join(t.folder, "a project");
  mkdirSync(folder);
  const first = await t.svc("init", "-t", "typescript-api", "-o", folder);
  const [list, file] = [join(folder, "package.json"), join(folder, "vendor", `svc-sdk-${VERSION}.tgz`)];
  expect(first).toMatchObject({ created: join(folder, "session.ts"), besides: [list, file] });
  expect(first.install).toBe(`npm install --prefix '${folder}' '${file}'`);
  expect(JSON.parse(readFileSync(list, "utf8")).dependencies).toEqual({
    "svc-sdk": `file:vendor/svc-sdk-${VERSION}.tgz`,
  });
  expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  writeFileSync(list, "mine");
  const again = await t.svc("init", "-t", "typescript-api", "-o", join(folder, "ask.ts"));
  expect(again.besides).toEqual([file]);
  expect(readFileSync(list, "utf8")).toBe("mine");
  const text = await t.text("init", "-t", "python-api", "-o", join(folder, "ask.py"));
  expect(text).toContain(`created: ${folder}/requirements.txt\n`);
  expect(text).toContain(`run: SVC_API_KEY=… SVC_BASE_URL=… '${folder}/.venv/bin/python' '${folder}/ask.py'`);
});

test("init replaces a file only when forced, and writes nothing half", async () => {
  await using t = await fixture();
  const file = join(t.folder, "job.sh");
  writeFileSync(file, "mine");
  expect(await t.fails("init", "-t", "shell", "-o", file)).toMatchObject({
    code: "io",
    message: `${file} exists already`,
  });
  expect(readFileSync(file, "utf8")).toBe("mine");
  expect(await t.text("init", "-t", "shell", "-o", file, "-f")).toBe(
    `created: ${file}\nneeds: ${TEMPLATES.shell.needs}\nrun: sh ${file}`,
  );
  expect(readFileSync(file, "utf8")).toBe(TEMPLATES.shell.content);
  expect(readdirSync(t.folder)).toEqual(["job.sh"]);
});

// On the terminal of whoever runs the tests it would ask.
test.skipIf(MODE === "in-process" && process.stdin.isTTY)(
  "init without a terminal wants a template by name",
  async () => {
    await using t = await fixture();
    expect(await t.fails("init")).toMatchObject({
      code: "usage",
      hint: "Run `svc init --list`, then `svc init --template <name>`.",
    });
    expect((await t.fails("init", "--template", "nope")).message).toContain("expected one of shell, python");
    expect((await t.fails("init", "-t", "shell", "-o", join(t.folder, "no", "where.sh"))).code).toBe("not_found");
  },
);

test("a path with spaces is quoted in the line that runs the script", async () => {
  await using t = await fixture();
  const { run } = await t.svc("init", "-t", "shell", "-o", join(t.folder, "my job's.sh"));
  expect(run).toBe(`sh '${join(t.folder, "my job")}'\\''s.sh'`);
});

test("a path that ends with a slash is a folder, made where there is none", async () => {
  await using t = await fixture();
  const folder = join(t.folder, "new", "scripts");
  expect((await t.svc("init", "-t", "python", "-o", `${folder}/`)).created).toBe(join(folder, "browse.py"));
  expect(readdirSync(folder)).toEqual(["browse.py"]);
  writeFileSync(join(t.folder, "file"), "");
  expect(await t.fails("init", "-t", "python", "-o", `${join(t.folder, "file")}/`)).toMatchObject({ code: "io" });
});

test("each template says what it needs, and which need a server with agents", async () => {
  await using t = await fixture();
  const { templates } = await t.svc("init", "--list");
  const withAgents = templates.filter(({ needs }: { needs: string }) => needs.includes("a server with agents"));
  expect(withAgents.map(({ name }: { name: string }) => name)).toEqual(["typescript-api", "python-api"]);
  expect(await t.text("init", "--list")).toContain("needs svc on the PATH");
  expect(await t.svc("init", "-t", "docker", "-o", t.folder)).toMatchObject({ needs: TEMPLATES.docker.needs });
});
