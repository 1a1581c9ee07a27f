import Quill from "quill";
import "quill/dist/quill.snow.css";

document.body.innerHTML = `<h1>Letter</h1><div id="editor"></div>`;
const toolbar = [
  [{ header: [1, 2, false] }],
  ["bold", "italic", "link"],
  [{ list: "ordered" }, { list: "bullet" }],
  [{ color: [] }],
  ["clean"],
];
const quill = new Quill("#editor", { theme: "snow", placeholder: "Write here", modules: { toolbar } });
Object.assign(globalThis, { contents: () => quill.getContents().ops });
