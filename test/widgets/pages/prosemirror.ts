import { exampleSetup } from "prosemirror-example-setup";
import { DOMParser, Schema } from "prosemirror-model";
import { schema as basic } from "prosemirror-schema-basic";
import { addListNodes } from "prosemirror-schema-list";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import "prosemirror-view/style/prosemirror.css";
import "prosemirror-menu/style/menu.css";
import "prosemirror-example-setup/style/style.css";

document.body.innerHTML = `
<h1>Prose</h1>
<div id="editor" style="border: 1px solid #999"></div>
<div id="content" hidden><p>A first paragraph.</p><p>A second one.</p></div>`;

const schema = new Schema({
  nodes: addListNodes(basic.spec.nodes, "paragraph block*", "block"),
  marks: basic.spec.marks,
});
const view = new EditorView(document.getElementById("editor"), {
  state: EditorState.create({
    doc: DOMParser.fromSchema(schema).parse(document.getElementById("content") as HTMLElement),
    plugins: exampleSetup({ schema }),
  }),
});

/** The document as one line of text: `heading[text]`, marks as `text*strong`. */
Object.assign(globalThis, {
  doc: () => view.state.doc.children.map((node) => node.toString()).join(" "),
});
