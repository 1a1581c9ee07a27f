import { expect } from "bun:test";
import { write } from "../fixture.ts";
import { widgets } from "./matrix.ts";

const BODY = `<style>body { font: 14px sans-serif }</style>
<form id=zone class=dropzone action=/upload></form>
<form id=queued class=dropzone action=/upload></form><button id=send>Upload all</button>
<script>
  Dropzone.autoDiscover = false;
  const log = [];
  const zone = new Dropzone("#zone", { addRemoveLinks: true, maxFilesize: 0.01, acceptedFiles: ".txt,.png" });
  const queued = new Dropzone("#queued", { autoProcessQueue: false, parallelUploads: 9, dictDefaultMessage: "Queue files here" });
  for (const one of [zone, queued]) for (const kind of ["success", "error", "removedfile"]) one.on(kind, (file) => log.push(kind + " " + file.name));
  send.onclick = () => queued.processQueue();
</script>`;

const upload = async (request: Request) => {
  const file = (await request.formData()).get("file");
  await Bun.sleep(100);
  return Response.json({ size: file instanceof File ? file.size : 0 });
};

widgets(
  "Dropzone",
  {
    styles: ["dropzone/dist/dropzone.css"],
    scripts: ["dropzone/dist/dropzone-min.js"],
    body: BODY,
    routes: { "/upload": upload },
  },
  {
    "uploads by the button of the zone": async ({ svc, tree, folder, holds }) => {
      await svc("upload", { button: "Drop files here to upload" }, write(folder, "note.txt", "hello"));
      expect(tree()).toContain("note.txt");
      await holds("log", ["success note.txt"]);
    },
    "uploads several": async ({ svc, tree, folder, holds }) => {
      const files = ["one.txt", "two.txt"].map((name) => write(folder, name, name));
      await svc("upload", { button: "Drop files here to upload" }, ...files);
      expect(tree()).toContain("two.txt");
      await holds("log.sort()", ["success one.txt", "success two.txt"]);
    },
    "shows that a file is too large": async ({ svc, tree, folder, holds }) => {
      await svc("upload", { button: "Drop files here to upload" }, write(folder, "large.txt", "x".repeat(20_000)));
      await svc("hover", { link: "Remove file" });
      expect(tree()).toContain("File is too big");
      await holds("log", ["error large.txt"]);
    },
    "removes a file": async ({ svc, tree, folder, holds }) => {
      await svc("upload", { button: "Drop files here to upload" }, write(folder, "note.txt", "hello"));
      await svc("click", { link: "Remove file" });
      expect(tree()).not.toContain("note.txt");
      await holds("log", ["success note.txt", "removedfile note.txt"]);
    },
    "queues files, then sends them": async ({ svc, tree, folder, holds }) => {
      await svc("upload", { button: "Queue files here" }, write(folder, "later.txt", "later"));
      expect(tree()).toContain("later.txt");
      await holds("log", []);
      await svc("click", { button: "Upload all" });
      await holds("log", ["success later.txt"]);
    },
    "uploads by the input of the zone": async ({ svc, folder, holds }) => {
      await svc("upload", { any: /type=file/, nth: 0 }, write(folder, "note.txt", "hello"));
      await holds("log", ["success note.txt"]);
    },
  },
);
