/** The form to sign in with an API key. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { forgetKey, isRefusedKey, storeKey } from "../api/client.ts";
import { server } from "../api/server.ts";
import { useTitle } from "../components/page.tsx";
import { account } from "./account.ts";

/** `why` is the reason for a sign-out by the page. */
export function Login({ why }: { why: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState(why);
  const [isBusy, setBusy] = useState(false);
  useTitle("Sign in");
  useLayoutEffect(() => input.current?.focus(), []);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setError("");
    storeKey(String(form.get("key")).trim(), form.has("kept"));
    try {
      await server();
      account.set({ why: "" });
    } catch (reason) {
      forgetKey();
      setError(isRefusedKey(reason) ? "The server does not know this key." : (reason as Error).message);
      setBusy(false);
    }
  };
  return (
    <form class="card login" onSubmit={send}>
      <h1>svc</h1>
      <p class="soft">Sign in with an API key of this server.</p>
      <label>
        API key
        <input name="key" type="password" required autocomplete="current-password" ref={input} />
      </label>
      <label class="row">
        <input name="kept" type="checkbox" />
        Keep me signed in on this device
      </label>
      <p class="error" role="alert">
        {error}
      </p>
      <button type="submit" disabled={isBusy}>
        Sign in
      </button>
      <p class="soft">
        No key? Run this on the server: <code>svc serve keys create</code>
      </p>
    </form>
  );
}
