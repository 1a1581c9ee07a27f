/** Dialogs: forms, confirmations and details. Escape closes them. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Store, useStore } from "../hooks/store.ts";
import { type Field, FieldRow, type Values, valuesOf } from "./fields.tsx";

/** Receives the values of the fields. The dialog closes when it succeeds and shows its error otherwise. */
type Done = (values: Values, form: FormData) => unknown;

interface Dialog {
  id: number;
  label: string;
  size: string;
  content(close: () => void): ComponentChildren;
}

let last = 0;
const open = new Store<readonly Dialog[]>([]);

/** Opens a dialog. `label` is its accessible name and its heading; a `large` dialog has no visible heading. */
export function show(label: string, size: "" | "wide" | "large", content: Dialog["content"]): void {
  open.set([...open.value, { id: ++last, label, size, content }]);
}

/** Opens a dialog with fields. */
export function ask(title: string, fields: readonly Field[], verb: string, done: Done): void {
  const rows = fields.map((field) => <FieldRow key={field.name} field={field} />);
  show(title, "", (close) => (
    <Form kind="" {...{ verb, done, close }}>
      {rows}
    </Form>
  ));
}

/** Asks for confirmation of an action that cannot be undone. */
export function confirm(title: string, consequence: ComponentChildren, verb: string, done: () => unknown): void {
  show(title, "", (close) => (
    <Form kind="bad" {...{ verb, done, close }}>
      <p>{consequence}</p>
    </Form>
  ));
}

interface FormProps {
  kind: "" | "bad";
  verb: string;
  done: Done;
  close(): void;
  children: ComponentChildren;
}

function Form({ kind, verb, done, close, children }: FormProps) {
  const submit = useRef<HTMLButtonElement>(null);
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  // The button lost the focus while it was disabled.
  useLayoutEffect(() => {
    if (error !== "") submit.current?.focus();
  }, [error]);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setError("");
    try {
      const form = new FormData(event.currentTarget as HTMLFormElement);
      await done(valuesOf(form), form);
      close();
    } catch (reason) {
      setError((reason as Error).message);
      setBusy(false);
    }
  };
  return (
    <form method="dialog" onSubmit={send}>
      {children}
      <p class="error" role="alert">
        {error}
      </p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
        <button type="submit" class={kind} disabled={isBusy} ref={submit}>
          {verb}
        </button>
      </div>
    </form>
  );
}

/** Shows the open dialogs, the newest one on top. */
export function Dialogs() {
  return (
    <>
      {useStore(open).map((one) => (
        <Shell key={one.id} dialog={one} />
      ))}
    </>
  );
}

/** The browser moves the focus into the dialog, and back to the opener when it closes. */
function Shell({ dialog: { id, label, size, content } }: { dialog: Dialog }) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => element.current?.showModal(), []);
  const closed = () => open.set(open.value.filter((one) => one.id !== id));
  return (
    <dialog class={size} ref={element} aria-labelledby={`dialog-${id}`} onClose={closed}>
      <h2 id={`dialog-${id}`} class={size === "large" ? "unseen" : ""}>
        {label}
      </h2>
      {content(() => element.current?.close())}
    </dialog>
  );
}
