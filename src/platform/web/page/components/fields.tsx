/** Fields of forms, declared as values. The elements keep their state until the form is sent. */
import { useId } from "preact/hooks";

export interface Field {
  name: string;
  label: string;
  /** `text` by default. */
  type?: "text" | "number" | "password" | "url" | "checkbox" | "textarea";
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
  /** Values with labels, for a select; for checkboxes if `chosen` is set. */
  choices?: readonly Choice[];
  /** The values of `choices` that are checked initially. */
  chosen?: readonly string[];
  /** The text is selected initially. */
  isSelected?: boolean;
}

export type Choice = readonly [value: string, name: string];

export type Values = Record<string, string>;

/** The values of a form by field name. For several fields with one name, the last value counts. */
export function valuesOf(form: FormData): Values {
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
}

export function FieldRow({ field }: { field: Field }) {
  const id = useId();
  const { label, type, help } = field;
  if (field.chosen) return <Checkboxes field={field} />;
  const isBox = type === "checkbox";
  return (
    <div class="field">
      <label class={isBox ? "row" : ""}>
        {!isBox && label}
        <Control field={field} describedBy={help === undefined ? undefined : id} />
        {isBox && label}
      </label>
      {help !== undefined && (
        <small id={id} class="soft">
          {help}
        </small>
      )}
    </div>
  );
}

function Control({ field, describedBy }: { field: Field; describedBy: string | undefined }) {
  const { name, type = "text", value = "", required = false, checked = false, choices, isSelected } = field;
  const { placeholder, min, max, step, maxLength } = field;
  const common = { name, required, "aria-describedby": describedBy };
  if (type === "textarea")
    return <textarea {...common} {...{ placeholder, maxLength }} defaultValue={value} rows={4} onKeyDown={sendsForm} />;
  if (choices)
    return (
      <select {...common}>
        <Choices choices={choices} chosen={value} />
      </select>
    );
  if (type === "checkbox") return <input {...common} type={type} defaultChecked={checked} />;
  const select = (element: HTMLInputElement | null) => {
    if (isSelected) element?.select();
  };
  const rest = { placeholder, min, max, step, maxLength, autocomplete: type === "password" ? "off" : undefined };
  // Preact declares one element type for each literal `type`.
  return <input {...common} {...rest} type={type as "text"} defaultValue={value} ref={select} />;
}

/** The options of a select. */
function Choices({ choices, chosen }: { choices: readonly Choice[]; chosen: string }) {
  return (
    <>
      {choices.map(([value, name]) => (
        <option key={value} value={value} selected={value === chosen}>
          {name}
        </option>
      ))}
    </>
  );
}

function Checkboxes({ field: { name, label, choices = [], chosen = [], help } }: { field: Field }) {
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <div class="boxes">
        {choices.map(([value, text]) => (
          <label key={value} class="row">
            <input type="checkbox" {...{ name, value }} defaultChecked={chosen.includes(value)} />
            {text}
          </label>
        ))}
      </div>
      {help !== undefined && <small class="soft">{help}</small>}
    </fieldset>
  );
}

/** Enter starts a new line; Ctrl+Enter or Cmd+Enter sends the form. */
export function sendsForm(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
}

interface FilterProps {
  label: string;
  choices: readonly Choice[];
  chosen: string;
  choose(value: string): void;
}

/** A select that applies its value immediately. */
export function Filter({ label, choices, chosen, choose, class: name }: FilterProps & { class?: string }) {
  return (
    <select aria-label={label} class={name} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <Choices choices={choices} chosen={chosen} />
    </select>
  );
}

/** A search field; `search` is called after each change. */
export function Search({ label, words, search }: { label: string; words: string; search(words: string): void }) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      defaultValue={words}
      onInput={({ currentTarget }) => search(currentTarget.value)}
    />
  );
}
