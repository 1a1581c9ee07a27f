import * as monaco from "monaco-editor";

document.body.innerHTML = `<h1>Script</h1><div id="editor" style="width: 800px; height: 400px; border: 1px solid #999"></div>`;
const editor = monaco.editor.create(document.getElementById("editor") as HTMLElement, {
  value: "let first = 1;\n",
  language: "plaintext",
  minimap: { enabled: false },
});
Object.assign(globalThis, { code: () => editor.getValue() });
