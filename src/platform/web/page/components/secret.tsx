/** Shows a secret that the server returns only once. */
import { Copy } from "./action.tsx";

interface ShownOnceProps {
  title: string;
  secret: string;
  /** Name of the secret for the copy button. */
  label: string;
  /** How to use the secret. */
  about?: string;
}

export function ShownOnce({ title, secret, label, about }: ShownOnceProps) {
  return (
    <div class="card">
      <h2>{title}</h2>
      <p class="key mono">{secret}</p>
      {about !== undefined && <p class="soft">{about}</p>}
      <Copy text={secret} of={label} />
    </div>
  );
}
