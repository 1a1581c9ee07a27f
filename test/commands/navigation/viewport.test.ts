import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

test("viewport shows and changes the size of every tab", async () => {
  await using t = await fixture();
  const site = t.site(`<meta name=viewport content="width=device-width"><p id=wide>`);
  await t.svc("open", site);
  expect(await t.text("viewport")).toMatch(/^viewport: \d+x\d+$/);
  await t.svc("tab", "new", site);
  expect(await t.svc("viewport", "390x844@3,mobile")).toMatchObject({ viewport: "390x844@3,mobile" });
  const code = "[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints > 0]";
  expect(await t.svc("eval", code)).toMatchObject({ result: [390, 844, 3, true] });
  await t.svc("tab", "switch", "0");
  expect(await t.svc("eval", code)).toMatchObject({ result: [390, 844, 3, true] });
  // A tab that comes later has it, too.
  await t.svc("tab", "new", site);
  expect(await t.svc("eval", code)).toMatchObject({ result: [390, 844, 3, true] });
  expect(await t.text("viewport", "800x600")).toBe("viewport: 800x600");
  expect(await t.svc("eval", code)).toMatchObject({ result: [800, 600, 1, expect.any(Boolean)] });
  expect(await t.text("viewport")).toBe("viewport: 800x600");
  for (const wrong of ["wide", "0x5", "10x", "10x10@0"])
    expect([wrong, (await t.fails("viewport", wrong)).code]).toEqual([wrong, "usage"]);
});
