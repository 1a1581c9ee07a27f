import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

/** A map tile in one colour with its numbers. */
function tile(request: Request): Response {
  const [, , z, x, y] = new URL(request.url).pathname.replace(".svg", "").split("/");
  const colour = (Number(x) + Number(y)) % 2 ? "#cde" : "#dec";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="${colour}"/><text x="10" y="20">${z}/${x}/${y}</text></svg>`;
  return new Response(svg, { headers: { "content-type": "image/svg+xml" } });
}

widgets(
  "Leaflet",
  { entry: "leaflet.ts", routes: { "/tiles/*": tile } },
  {
    "zooms in and out by the buttons": async ({ svc, holds }) => {
      await svc("click", { button: "Zoom in" });
      await svc("click", { button: "Zoom in" });
      await svc("click", { button: "Zoom out" });
      await holds("zoom()", 11);
    },
    "reads the popup of a marker, and closes it": async ({ svc, tree }) => {
      await svc("click", { button: "Vienna" });
      expect(tree()).toContain("Capital of Austria");
      await svc("click", { button: "Close popup" });
      expect(tree()).not.toContain("Capital of Austria");
    },
    "moves the map by a drag": async ({ svc, holds, find }) => {
      const { x, y, width, height } = find({ any: /Zoom in/, nth: 0 }).box;
      const [left, top] = [Math.round(x + width / 2), Math.round(y + height - 60)];
      await svc("drag", `${left}`, `${top}`, `${left + 120}`, `${top - 40}`, "--hold", "300");
      await holds("moved().map((one) => Math.round(one / 10) * 10)", [120, -40]);
    },
    "moves the map by the keyboard": async ({ svc, holds }) => {
      await svc("focus", { any: /Zoom in/, nth: 0 });
      await svc("keys", "ArrowRight");
      await holds("moved()", [-80, 0]);
    },
    "zooms by a double click on the map": async ({ svc, holds, find }) => {
      const { x, y } = find({ any: /Zoom in/, nth: 0 }).box;
      await svc("dblclick", `${Math.round(x) + 400}`, `${Math.round(y) + 300}`);
      await holds("zoom()", 11);
    },
    "zooms by the wheel": async ({ svc, holds }) => {
      await svc("scroll", "up", "--in", { any: /Zoom in/, nth: 0 }, "--amount", "120");
      await holds("zoom() > 10", true);
    },
    "switches a layer on and off": async ({ svc, holds }) => {
      await svc("hover", { button: "Layers" });
      await svc("click", { checkbox: "Hills" });
      await holds("shows('Hills')", true);
      await svc("click", { checkbox: "Lake" });
      await holds("shows('Lake')", false);
    },
    "drags a marker": async ({ svc, holds }) => {
      await svc("drag", { button: "Camp" }, "--by", "-60,40");
      await holds("camp().map((one, n) => Math.abs(one - [428, 109][n]) < 4)", [true, true]);
    },
    "clicks a shape on the map": async ({ svc, find, tree }) => {
      const { x, y } = find({ any: /Zoom in/, nth: 0 }).box;
      expect(await svc("click", `${Math.round(x) + 123}`, `${Math.round(y) + 363}`)).toBeTruthy();
      expect(tree()).toContain("Lake full of fish");
    },
    "reads the tooltip of a shape on hover": async ({ svc, find, tree }) => {
      const { x, y } = find({ any: /Zoom in/, nth: 0 }).box;
      await svc("hover", `${Math.round(x) + 123}`, `${Math.round(y) + 363}`);
      expect(tree()).toContain("A lake");
    },
  },
);
