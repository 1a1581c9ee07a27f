/** Fields of forms, declared as values. */
import { h } from "./dom.ts";

export interface Field {
  name: string;
  label: string;
  /** As of `input`; or `textarea`, `checkboxes`. */
  type?: string;
  value?: string;
  min?: string;
  max?: string;
  step?: string;
  maxLength?: number;
  required?: boolean;
  placeholder?: string;
  checked?: boolean;
  /** A sentence below the field. */
  help?: string;
  /** Values and their names, to choose one; any number of them where `type` is `checkboxes`. */
  choices?: readonly (readonly [value: string, name: string])[];
  /** Those of the checkboxes that are checked. */
  chosen?: readonly string[];
}

let last = 0;

export function fieldOf(field: Field): HTMLElement {
  const { label, type, help } = field;
  if (type === "checkboxes") return checkboxes(field);
  const id = `field-help-${++last}`;
  const input = control(field, help === undefined ? undefined : id);
  const isBox = type === "checkbox";
  return h(
    "div",
    { className: "field" },
    h("label", { className: isBox ? "row" : "" }, isBox ? [input, label] : [label, input]),
    help !== undefined && h("small", { id, className: "soft" }, help),
  );
}

function control(field: Field, describedBy: string | undefined): HTMLElement {
  const { name, type = "text", value = "", min, max, step, maxLength, required = false, placeholder, checked } = field;
  const common = { name, required, "aria-describedby": describedBy };
  if (type === "textarea")
    return h("textarea", { ...common, value, placeholder, maxLength, rows: 4, onkeydown: sendsForm });
  if (field.choices) {
    const options = field.choices.map(([own, text]) => h("option", { value: own, selected: own === value }, text));
    return h("select", common, options);
  }
  if (type === "checkbox") return h("input", { ...common, type, checked });
  const autocomplete = type === "password" ? "off" : undefined;
  return h("input", { ...common, type, autocomplete, min, max, step, maxLength, placeholder, value });
}

function checkboxes({ name, label, choices = [], chosen = [], help }: Field): HTMLElement {
  const boxes = choices.map(([value, text]) =>
    h(
      "label",
      { className: "row" },
      h("input", { type: "checkbox", name, value, checked: chosen.includes(value) }),
      text,
    ),
  );
  return h(
    "fieldset",
    { className: "field" },
    h("legend", {}, label),
    h("div", { className: "boxes" }, boxes),
    help !== undefined && h("small", { className: "soft" }, help),
  );
}

/** Enter begins a line, with Ctrl or Cmd it sends what was written. */
export function sendsForm(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
}
