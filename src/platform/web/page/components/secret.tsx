/** A secret that the server tells once. */
import { Copy } from "./action.tsx";

interface ShownOnceProps {
  title: string;
  secret: string;
  /** What the copy button says it copies. */
  label: string;
  /** Where the secret goes. */
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
