/** Signing in and out. A person is signed in while the browser stores a key. */
import { forgetKey } from "../api/client.ts";
import { Store } from "../hooks/store.ts";

export const WHY_REFUSED = "This API key is no longer valid.";

/** Changes when a person signs in or out. `why` is the reason for a sign-out by the page. */
export const account = new Store({ why: "" });

export function signOut(why = ""): void {
  forgetKey();
  // Without an event: the address changes, and the reason stays.
  history.replaceState(null, "", location.pathname);
  account.set({ why });
}
