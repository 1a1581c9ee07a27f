import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fixture } from "../../fixture.ts";

test("skill show prints what skill install writes", async () => {
  await using t = await fixture();
  const file = join(t.folder, "skills", "svc", "SKILL.md");
  expect(await t.svc("skill", "install", "--path", join(t.folder, "skills"))).toEqual({ installed: [file] });
  expect(readFileSync(file, "utf8").trimEnd()).toBe(await t.text("skill"));
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

test("an older skill of ours is replaced, another's only when forced", async () => {
  await using t = await fixture();
  const file = join(t.folder, "svc", "SKILL.md");
  mkdirSync(join(t.folder, "svc"));
  writeFileSync(file, "---\nname: svc\n---\n<!-- Written by svc 0.0.1. -->\nold\n");
  await t.svc("skill", "install", "--path", t.folder);
  expect(readFileSync(file, "utf8")).not.toContain("old\n");
  writeFileSync(file, "mine");
  const refused = await t.fails("skill", "install", "--path", t.folder);
  expect(refused).toMatchObject({ code: "io", hint: "Run the same command with --force to replace it." });
  expect(readFileSync(file, "utf8")).toBe("mine");
  await t.svc("skill", "install", "--path", t.folder, "--force");
  expect(readFileSync(file, "utf8")).toContain("name: svc");
});

test("a folder that cannot be made is told, and a target beside a path refused", async () => {
  await using t = await fixture();
  writeFileSync(join(t.folder, "file"), "");
  expect((await t.fails("skill", "install", "--path", join(t.folder, "file"))).code).toBe("io");
  expect((await t.fails("skill", "install", "--path", t.folder, "--target", "claude")).code).toBe("usage");
});
