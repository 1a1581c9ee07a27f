/** The dashboard around its views: header, login, notices, uploads and dialogs. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { key } from "../api/client.ts";
import { Dialogs } from "../components/dialog.tsx";
import { useStore } from "../hooks/store.ts";
import { Uploads } from "../uploads/panel.tsx";
import { drop } from "../uploads/queue.ts";
import { account, signOut } from "./account.ts";
import { trouble } from "./connection.ts";
import { Header } from "./header.tsx";
import { toMain } from "./keyboard.ts";
import { Login } from "./login.tsx";
import { clearFailure, Notices } from "./notices.tsx";
import { routeOf, useHash } from "./route.ts";
import { VIEWS } from "./views.tsx";

export function App() {
  const { why } = useStore(account);
  const hash = useHash();
  const { part, rest } = routeOf(hash);
  const isSignedIn = key() !== null;
  useNewView(isSignedIn ? hash : undefined);
  useLayoutEffect(() => {
    if (!isSignedIn) drop();
  }, [isSignedIn]);
  return (
    <>
      <SkipLink />
      {isSignedIn && <Header current={part} leave={() => signOut()} />}
      <Trouble />
      <main id="main" tabIndex={-1}>
        {isSignedIn ? <div key={hash}>{VIEWS[part.path](rest[0], rest[1])}</div> : <Login why={why} />}
      </main>
      <div id="foot">
        <Uploads />
        <Notices />
      </div>
      <Dialogs />
    </>
  );
}

function Trouble() {
  return (
    <p id="trouble" role="status">
      {useStore(trouble)}
    </p>
  );
}

/** Moves the focus to the content. The link must not change the address, because the hash names the view. */
function SkipLink() {
  const skip = (event: Event) => {
    event.preventDefault();
    document.getElementById("main")?.focus();
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: without the script it is a link to the content
    <a id="skip" href="#main" onClick={skip}>
      Skip to the content
    </a>
  );
}

/** Scrolls each new view to its top and focuses the content, except for the first view. */
function useNewView(view: string | undefined): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    clearFailure();
    if (view !== undefined && !isFirst.current) {
      toMain();
      scrollTo(0, 0);
    }
    isFirst.current = false;
  }, [view]);
}
