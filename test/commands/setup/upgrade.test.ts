import { expect, test } from "bun:test";
import manifest from "../../../package.json" with { type: "json" };
import { fixture, write } from "../../fixture.ts";

test("upgrade --check reads the newest version in the folder that install_base names", async () => {
  await using t = await fixture();
  await t.svc("config", "set", "install_base", t.folder);
  write(t.folder, "latest", "99.0.0\n");
  const { version } = manifest;
  expect(await t.svc("upgrade", "--check")).toEqual({ version, latest: "99.0.0", newer: true });
  write(t.folder, "latest", "0.0.1\n");
  expect(await t.svc("upgrade", "--check")).toEqual({ version, latest: "0.0.1", newer: false });
});

test("upgrade needs an address, and one thing to do", async () => {
  await using t = await fixture();
  expect(await t.fails("upgrade", "--check")).toMatchObject({
    code: "usage",
    message: "the setting install_base is not set",
  });
  await t.svc("config", "set", "install_base", "ftp://example.com");
  expect(await t.fails("upgrade", "--check")).toMatchObject({ code: "usage" });
  expect(await t.fails("upgrade", "--check", "--rollback")).toMatchObject({ code: "usage" });
});
