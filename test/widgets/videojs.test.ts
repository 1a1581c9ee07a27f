import { expect } from "bun:test";
import { join } from "node:path";
import { widgets } from "./matrix.ts";

const film = Bun.file(join(import.meta.dir, "pages", "film.webm"));

widgets(
  "video.js",
  { entry: "videojs.ts", routes: { "/film.webm": () => new Response(film) } },
  {
    "plays and shows that it is playing": async ({ svc, holds, find }) => {
      await svc("click", { button: "Play Video" });
      await holds("now().paused", false);
      expect(find({ video: /.*/ }).states).toContain("playing");
    },
    pauses: async ({ svc, holds, find }) => {
      await svc("click", { button: "Play Video" });
      await svc("click", { button: "Pause" });
      await holds("now().paused", true);
      expect(find({ video: /.*/ }).states).toContain("paused");
    },
    "plays by a click on the video": async ({ svc, holds }) => {
      await svc("click", { button: "Play Video" });
      await svc("click", { video: /.*/ });
      await holds("now().paused", true);
    },
    "mutes and unmutes": async ({ svc, holds }) => {
      await svc("click", { button: "Play Video" });
      await svc("click", { button: "Mute" });
      await holds("now().muted", true);
      await svc("click", { button: "Unmute" });
      await holds("now().muted", false);
    },
    "turns the volume down by the keyboard": async ({ svc, holds }) => {
      await svc("click", { button: "Play Video" });
      await svc("focus", { slider: "Volume Level" });
      await svc("keys", "ArrowLeft");
      await svc("keys", "ArrowLeft");
      await holds("Math.round(now().volume * 100)", 80);
    },
    "seeks by the keyboard": async ({ svc, holds }) => {
      await svc("click", { button: "Play Video" });
      await svc("click", { button: "Pause" });
      await svc("focus", { slider: "Progress Bar" });
      await svc("keys", "End");
      await holds("now().time > 50", true);
      await svc("keys", "Home");
      await holds("now().time", 0);
    },
    "seeks by a click in the middle of the bar": async ({ svc, holds }) => {
      await svc("click", { button: "Play Video" });
      await svc("click", { button: "Pause" });
      await svc("click", { slider: "Progress Bar" });
      await holds("Math.abs(now().time - now().duration / 2) < 2", true);
    },
    "chooses the playback speed": async ({ svc, holds }) => {
      await svc("click", { button: "Play Video" });
      await svc("hover", { button: "Playback Rate" });
      await svc("click", { menuitemradio: "2x" });
      await holds("now().rate", 2);
    },
    "reads the duration": async ({ svc, tree }) => {
      await svc("click", { button: "Play Video" });
      expect(tree()).toMatch(/1:0\d/);
    },
  },
);
