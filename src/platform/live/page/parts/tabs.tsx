/** The tabs of the browser. */
import { visible } from "../../../../lib/visible.ts";
import type { TabState } from "../../stream/messages.ts";
import type { PartProps } from "../live.ts";

export function Tabs({ shown: { browser, isInteractive, ended }, live }: PartProps) {
  return (
    <nav id="tabs" aria-label="Tabs" hidden={ended !== undefined}>
      {browser?.tabs.map((tab) => (
        <Tab key={tab.id} isActive={tab.id === browser.active} {...{ tab, isInteractive, live }} />
      ))}
      {browser && isInteractive && (
        <Button id="new" label="New tab" press={() => live?.send({ t: "open" })}>
          +
        </Button>
      )}
    </nav>
  );
}

interface TabProps extends Pick<PartProps, "live"> {
  tab: TabState;
  isActive: boolean;
  isInteractive: boolean | undefined;
}

function Tab({ tab: { id, title, url, crashed }, isActive, isInteractive, live }: TabProps) {
  const label = `${crashed ? "Crashed: " : ""}${visible(title || url || "New tab")}`;
  return (
    <div class="tab" data-active={isActive ? "" : undefined}>
      <button
        type="button"
        id={`tab-${id}`}
        class="name"
        title={label}
        aria-label={label}
        aria-current={isActive ? "page" : undefined}
        disabled={!isInteractive}
        onClick={() => live?.send({ t: "show", id })}
      >
        {label}
      </button>
      {isInteractive && (
        <Button id={`close-${id}`} class="close" label={`Close ${label}`} press={() => live?.send({ t: "close", id })}>
          ×
        </Button>
      )}
    </div>
  );
}

interface ButtonProps {
  id: string;
  label: string;
  press(): void;
  disabled?: boolean;
  children: string;
}

/** A button with a symbol and an accessible name. */
export function Button({
  id,
  label,
  press,
  disabled = false,
  class: name,
  children,
}: ButtonProps & { class?: string }) {
  return (
    <button type="button" class={name} aria-label={label} title={label} onClick={press} {...{ id, disabled }}>
      {children}
    </button>
  );
}
