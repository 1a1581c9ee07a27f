import { call } from "../../api/client.ts";
import { say } from "../../app/notices.tsx";

/** Stops a browser and shows a message. */
export async function stop(id: string): Promise<void> {
  await call("PATCH /v3/browsers/{session_id}", { path: [id], body: { action: "stop" } });
  say("The browser was stopped.");
}
