import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const BODY = `<div id=calendar></div>
<script>
  const log = [];
  const calendar = new FullCalendar.Calendar(document.querySelector("#calendar"), {
    initialDate: "2026-03-10", initialView: "dayGridMonth", height: 640, editable: true, selectable: true, dayMaxEvents: 2,
    headerToolbar: { left: "prev,next today", center: "title", right: "dayGridMonth,timeGridWeek,listWeek" },
    events: [
      { id: "m", title: "Meeting", start: "2026-03-11T10:00:00", end: "2026-03-11T11:00:00" },
      { id: "t", title: "Trip", start: "2026-03-17", end: "2026-03-19" },
      ...["Bread", "Milk", "Eggs", "Salt"].map((title) => ({ id: title, title, start: "2026-03-24" })),
    ],
    eventClick: ({ event }) => log.push("event " + event.title),
    dateClick: ({ dateStr }) => log.push("date " + dateStr),
    eventDrop: ({ event }) => log.push("moved " + event.title + " " + event.startStr.slice(0, 10)),
    eventResize: ({ event }) => log.push("resized " + event.title + " " + event.endStr.slice(0, 16)),
    select: ({ startStr, endStr }) => log.push("selected " + startStr + " " + endStr),
  });
  calendar.render();
</script>`;

widgets(
  "FullCalendar",
  {
    styles: [
      "fullcalendar/skeleton.css",
      "fullcalendar/themes/classic/theme.css",
      "fullcalendar/themes/classic/palette.css",
    ],
    scripts: ["temporal-polyfill/global.js", "fullcalendar/all/global.js", "fullcalendar/themes/classic/global.js"],
    body: BODY,
  },
  {
    "goes to the next month": async ({ svc, tree, holds }) => {
      await svc("click", { button: /next/i });
      expect(tree()).toContain("April 2026");
      await holds("calendar.view.title", "April 2026");
    },
    "goes to today": async ({ svc, holds }) => {
      await svc("click", { button: /today/i });
      await holds("calendar.getDate().getFullYear() > 2025", true);
    },
    "switches to the week": async ({ svc, tree, holds }) => {
      await svc("click", { any: /week/i, nth: 0 });
      expect(tree()).toContain("10:00");
      await holds("calendar.view.type", "timeGridWeek");
    },
    "switches to the list": async ({ svc, tree, holds }) => {
      await svc("click", { any: /list/i, nth: 0 });
      expect(tree()).toContain("Meeting");
      await holds("calendar.view.type", "listWeek");
    },
    "opens an event": async ({ svc, holds }) => {
      await svc("click", { any: /Meeting/, nth: -1 });
      await holds("log", ["event Meeting"]);
    },
    "clicks a day": async ({ svc, holds }) => {
      await svc("click", { gridcell: /^6$|March 6/, nth: 0 });
      await holds("log.includes('date 2026-03-06')", true);
    },
    "opens the hidden events of a full day": async ({ svc, tree, holds }) => {
      await svc("click", { any: /\+2 more/, nth: -1 });
      expect(tree()).toContain("Salt");
      await svc("click", { any: /Salt/, nth: -1 });
      await holds("log", ["event Salt"]);
    },
    "moves an event to another day": async ({ svc, holds }) => {
      await svc("drag", { any: /Meeting/, nth: -1 }, { gridcell: /^13$|March 13/ });
      await holds("log", ["moved Meeting 2026-03-13"]);
    },
    "selects a range of days": async ({ svc, holds }) => {
      await svc("drag", { gridcell: /^3$|March 3\b/, nth: 0 }, { gridcell: /^5$|March 5/, nth: 0 });
      await holds("log", ["selected 2026-03-03 2026-03-06"]);
    },
    "closes the list of a full day": async ({ svc, tree }) => {
      await svc("click", { any: /\+2 more/, nth: -1 });
      await svc("click", { any: /close/i });
      expect(tree()).not.toContain("Salt");
    },
  },
);
