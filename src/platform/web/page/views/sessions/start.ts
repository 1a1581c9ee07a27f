import { call } from "../../api/client.ts";
import { go } from "../../app/route.ts";
import { ask } from "../../components/dialog.tsx";
import type { Field, Values } from "../../components/fields.tsx";
import { modelChoices, profileChoices, workspaceChoices } from "../choices.ts";

/** Opens the dialog that starts a session, with `task` and `workspaceId` filled in. */
export async function startDialog(task = "", workspaceId = ""): Promise<void> {
  const [models, profiles, workspaces] = await Promise.all([
    modelChoices(),
    profileChoices(),
    workspaceChoices(workspaceId),
  ]);
  const fields: Field[] = [
    { name: "task", label: "Task", type: "textarea", required: true, value: task },
    { name: "startUrl", label: "Start address", placeholder: "shop.example.com (optional)" },
    { name: "model", label: "Model", choices: models },
    { name: "profileId", label: "Profile", choices: profiles },
    { name: "workspaceId", label: "Workspace", choices: workspaces, value: workspaceId },
    { name: "keepAlive", label: "Keep the session open for another task", type: "checkbox", checked: true },
    { name: "enableRecording", label: "Record a video", type: "checkbox" },
  ];
  ask("Start a session", fields, "Start", start);
}

async function start({ task = "", startUrl, model = "", profileId, workspaceId, ...boxes }: Values): Promise<void> {
  const body = {
    task,
    startUrl: startUrl || null,
    model,
    profileId: profileId || null,
    workspaceId: workspaceId || null,
    keepAlive: boxes.keepAlive === "on",
    enableRecording: boxes.enableRecording === "on",
  };
  const { id } = await call("POST /v3/sessions", { body });
  go(`sessions/${id}`);
}
