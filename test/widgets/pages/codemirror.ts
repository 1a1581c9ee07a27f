import { completeFromList } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { basicSetup, EditorView } from "codemirror";

document.body.innerHTML = `<h1>Code</h1><div id="editor" style="border: 1px solid #999"></div>`;
const words = completeFromList(["const", "continue", "return"]);
const view = new EditorView({
  doc: "const one = 1;\n",
  extensions: [basicSetup, EditorState.languageData.of(() => [{ autocomplete: words }])],
  parent: document.getElementById("editor") as HTMLElement,
});
Object.assign(globalThis, { code: () => view.state.doc.toString() });
