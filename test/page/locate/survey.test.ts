import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

test("an element that begins to listen without a change of the page is listed", async () => {
  await using t = await fixture();
  await t.open(`<div id=late>Late</div><div id=host></div><button>Go</button>
    <script>const root = host.attachShadow({ mode: "closed" }); root.innerHTML = "<p>Text</p>";</script>`);
  for (let n = 0; n < 3; n++) expect(await t.text("state")).not.toMatch(/<div>Late|Inside/);
  await t.svc("eval", "late.addEventListener('click', () => {}); root.innerHTML = '<button>Inside</button>'; 1");
  const tree = await t.text("state");
  expect(tree).toContain("<div>Late");
  expect(tree).toContain("<button>Inside");
});
