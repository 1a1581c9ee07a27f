import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const BODY = `<style>body { font: 14px sans-serif }</style>
<p><label>Arrival <input id=arrival></label> <label>Stay <input id=stay></label> <label>Meeting <input id=meeting></label>
<label>Alarm <input id=alarm></label> <label>Days <input id=days></label> <label>Typed <input id=typed></label>
<p id=inline>
<script>
  const log = [];
  const at = { defaultDate: null, onChange: (dates, text, { element }) => log.push((element.id || "inline") + " " + text) };
  // Calendars open on a fixed month.
  const open = (id, options) => { const one = flatpickr(id, { ...at, ...options }); one.jumpToDate("2026-03-10"); return one; };
  open("#arrival", { onOpen: (_, __, one) => one.jumpToDate("2026-03-10") });
  open("#stay", { mode: "range", onOpen: (_, __, one) => one.jumpToDate("2026-03-10") });
  open("#meeting", { enableTime: true, time_24hr: true, defaultHour: 9, onOpen: (_, __, one) => one.jumpToDate("2026-03-10") });
  open("#alarm", { enableTime: true, noCalendar: true, dateFormat: "H:i", time_24hr: true, defaultHour: 7, defaultMinute: 0 });
  open("#days", { mode: "multiple", onOpen: (_, __, one) => one.jumpToDate("2026-03-10") });
  open("#typed", { allowInput: true });
  open("#inline", { inline: true, minDate: "2026-03-05", disable: ["2026-03-18"] });
</script>`;

widgets(
  "flatpickr",
  { styles: ["flatpickr/dist/flatpickr.css"], scripts: ["flatpickr/dist/flatpickr.js"], body: BODY },
  {
    "picks a day": async ({ svc, holds }) => {
      await svc("click", { textbox: "Arrival" });
      await svc("click", { any: "March 23, 2026", nth: -1 });
      await holds("log", ["arrival 2026-03-23"]);
    },
    "picks a day of another month and year": async ({ svc, holds, find }) => {
      await svc("click", { textbox: "Arrival" });
      await svc("select", { combobox: "Month", nth: -1 }, "May");
      await svc("input", { spinbutton: "Year", nth: -1 }, "2027");
      expect(find({ spinbutton: "Year", nth: -1 }).value).toBe("2027");
      await svc("click", { any: "May 4, 2027" });
      await holds("log", ["arrival 2027-05-04"]);
    },
    "goes to the next month": async ({ svc, holds, find }) => {
      await svc("click", { textbox: "Arrival" });
      await svc("click", { any: /next/i, nth: -1 });
      find({ any: "April 30, 2026" });
      await svc("click", { any: "April 30, 2026" });
      await holds("log", ["arrival 2026-04-30"]);
    },
    "picks a range": async ({ svc, holds }) => {
      await svc("click", { textbox: "Stay" });
      await svc("click", { any: "March 12, 2026", nth: -1 });
      await svc("click", { any: "March 15, 2026", nth: -1 });
      await holds("log.at(-1)", "stay 2026-03-12 to 2026-03-15");
    },
    "picks a day and an hour": async ({ svc, holds }) => {
      await svc("click", { textbox: "Meeting" });
      await svc("click", { any: "March 20, 2026", nth: -1 });
      await svc("input", { spinbutton: "Hour" }, "14");
      await svc("keys", "Enter");
      await holds("meeting.value", "2026-03-20 14:00");
    },
    "increases the minutes": async ({ svc, holds }) => {
      await svc("click", { textbox: "Alarm" });
      await svc("click", { any: /arrowUp/, nth: -1 });
      await holds("alarm.value", "07:05");
    },
    "picks several days": async ({ svc, holds }) => {
      await svc("click", { textbox: "Days" });
      await svc("click", { any: "March 11, 2026", nth: -1 });
      await svc("click", { any: "March 25, 2026", nth: -1 });
      await holds("days.value", "2026-03-11, 2026-03-25");
    },
    "types a date": async ({ svc, holds }) => {
      await svc("input", { textbox: "Typed" }, "2026-06-07");
      await svc("keys", "Enter");
      await holds("log", ["typed 2026-06-07"]);
    },
    "picks a day of an inline calendar": async ({ svc, holds }) => {
      await svc("click", { any: "March 19, 2026" });
      await holds("log", ["inline 2026-03-19"]);
    },
    "shows which days are disabled": async ({ svc, find, holds }) => {
      expect(() => find({ any: "March 18, 2026" })).toThrow("0 elements");
      await svc("click", { any: "March 17, 2026" });
      await holds("log", ["inline 2026-03-17"]);
    },
  },
);
