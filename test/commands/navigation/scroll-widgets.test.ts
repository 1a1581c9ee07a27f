/** Scrolling what widgets make of a scroll: lists that draw some rows only, and boxes that take the wheel for themselves. */
import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

const LIST = `<div id=list style="height:200px;width:300px;overflow:auto"><div id=all style="height:20000px;position:relative"></div></div>
  <script>
    const draw = () => {
      const first = Math.floor(list.scrollTop / 20);
      all.replaceChildren(...Array.from({ length: 12 }, (_, n) => {
        const row = Object.assign(document.createElement("button"), { textContent: "Row " + (first + n) });
        row.style = "position:absolute;left:0;top:" + (first + n) * 20 + "px";
        return row;
      }));
    };
    list.addEventListener("scroll", draw);
    draw();
  </script>`;

test("scroll --in goes on in the box of a row that has left the page, and until another shows", async () => {
  await using t = await fixture();
  const row = indexOf(await t.open(LIST), { name: "Row 1" });
  await t.svc("scroll", "down", "--in", row, "--amount", "2000");
  expect(await t.svc("scroll", "down", "--in", row, "--amount", "2000")).toMatchObject({ position: { y: 4000 } });
  expect((await t.fails("click", row)).code).toBe("stale");
  await t.svc("scroll", "down", "--in", row, "--until", "Row 400");
  await t.svc("click", "--text", "Row 400");
});

test("scroll --in turns the wheel, notch by notch, over an element that takes it", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<div id=map tabindex=0 role=application aria-label=Map style="height:200px;width:300px;background:#dec"></div>
    <script>
      let notches = 0;
      map.addEventListener("wheel", (event) => { event.preventDefault(); notches -= Math.sign(event.deltaY); });
    </script>`);
  const map = indexOf(state, { name: "Map" });
  expect(await t.svc("scroll", "up", "--in", map, "--amount", "360")).toMatchObject({ taken_by_page: true });
  expect((await t.svc("eval", "notches")).result).toBe(3);
});
