import tinymce from "tinymce";
import "tinymce/icons/default";
import "tinymce/models/dom";
import "tinymce/plugins/code";
import "tinymce/plugins/link";
import "tinymce/plugins/lists";
import "tinymce/plugins/table";
import "tinymce/skins/ui/oxide/skin.min.css";
import "tinymce/themes/silver";

document.body.innerHTML = `<h1>Note</h1><textarea id="note">&lt;p&gt;Hello there.&lt;/p&gt;</textarea>`;
void tinymce.init({
  selector: "#note",
  license_key: "gpl",
  skin: false,
  content_css: false,
  plugins: "code link lists table",
  menubar: "edit insert format table tools",
  toolbar: "undo redo | bold italic | blocks | bullist numlist | link",
  height: 300,
  promotion: false,
  branding: false,
});
Object.assign(globalThis, { html: () => tinymce.activeEditor?.getContent() });
