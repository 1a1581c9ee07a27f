/** Endpoints for workspaces, v3 only: folders of files that outlive sessions. */
import { notFound } from "../../refusal.ts";
import type { WorkspaceRecord } from "../../store/records/workspaces.ts";
import { dateOf } from "../http/agents.ts";
import { type Call, endpoint } from "../http/endpoint.ts";
import { dateTime, integer, pageOf, pageQuery, text, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";

const COMMON = { versions: ["v3"], tag: "Workspaces" } as const;

const naming = { name: text(0, 100).nullish() };
const WorkspaceCreateRequest = z.object(naming).openapi("WorkspaceCreateRequest");
const WorkspaceUpdateRequest = z.object(naming).openapi("WorkspaceUpdateRequest");

const WorkspaceView = z
  .object({ id: uuid(), name: z.string().nullish(), createdAt: dateTime(), updatedAt: dateTime() })
  .openapi("WorkspaceView");

const WorkspaceSize = z
  .object({
    sizeBytes: integer(),
    quotaBytes: integer().nullable(),
    size_bytes: integer(),
    quota_bytes: integer().nullable(),
  })
  .openapi("WorkspaceSize", { description: "Each number under both field names that clients use" });

export const ByWorkspace = z.object({ workspace_id: uuid() });
/** Errors: 404. */
export async function workspaceOf(
  { platform, projectId }: Pick<Call<unknown, unknown, unknown>, "platform" | "projectId">,
  id: string,
): Promise<WorkspaceRecord> {
  const found = await platform.workspaces.records.get(projectId, id);
  if (!found) throw notFound("Workspace");
  return found;
}

function view({ id, name, createdAt, updatedAt }: WorkspaceRecord): z.output<typeof WorkspaceView> {
  return { id, name, createdAt: dateOf(createdAt), updatedAt: dateOf(updatedAt) };
}

const listWorkspaces = endpoint({
  ...COMMON,
  method: "get",
  path: "/workspaces",
  id: "listWorkspaces",
  summary: "List workspaces, newest first",
  description:
    "Without the workspaces that were created for single sessions; `workspaceId` of a session has their ids.",
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(WorkspaceView, "WorkspaceListResponse"),
  async handle({ platform, projectId, query: { pageSize, pageNumber } }) {
    const { items, total } = await platform.workspaces.records.list(projectId, { page: pageNumber, size: pageSize });
    return { status: 200, body: { items: items.map(view), totalItems: total, pageNumber, pageSize } };
  },
});

const createWorkspace = endpoint({
  ...COMMON,
  method: "post",
  path: "/workspaces",
  id: "createWorkspace",
  summary: "Create a workspace",
  body: WorkspaceCreateRequest,
  bodyOptional: true,
  example: { name: "invoices" },
  status: 201,
  answer: WorkspaceView,
  async handle({ platform, projectId, body }) {
    const made = await platform.workspaces.records.create({ projectId, name: body.name ?? null });
    return { status: 201, body: view(made) };
  },
});

const getWorkspace = endpoint({
  ...COMMON,
  method: "get",
  path: "/workspaces/{workspace_id}",
  id: "getWorkspace",
  summary: "Read a workspace",
  params: ByWorkspace,
  status: 200,
  answer: WorkspaceView,
  errors: [404],
  async handle(call) {
    return { status: 200, body: view(await workspaceOf(call, call.params.workspace_id)) };
  },
});

const updateWorkspace = endpoint({
  ...COMMON,
  method: "patch",
  path: "/workspaces/{workspace_id}",
  id: "updateWorkspace",
  summary: "Rename a workspace",
  description: "An omitted name stays unchanged; null clears it.",
  params: ByWorkspace,
  body: WorkspaceUpdateRequest,
  example: { name: "invoices of this year" },
  status: 200,
  answer: WorkspaceView,
  errors: [404],
  async handle(call) {
    const { platform, projectId, params, body } = call;
    const { name } = body;
    if (name === undefined) return { status: 200, body: view(await workspaceOf(call, params.workspace_id)) };
    const renamed = await platform.workspaces.records.rename(projectId, params.workspace_id, name);
    if (!renamed) throw notFound("Workspace");
    return { status: 200, body: view(renamed) };
  },
});

const deleteWorkspace = endpoint({
  ...COMMON,
  method: "delete",
  path: "/workspaces/{workspace_id}",
  id: "deleteWorkspace",
  summary: "Delete a workspace with its files",
  description: "Also returns 204 if the workspace does not exist. Sessions that use it continue without it.",
  params: ByWorkspace,
  status: 204,
  async handle({ platform, projectId, params }) {
    const found = await platform.workspaces.records.get(projectId, params.workspace_id);
    if (found) await platform.workspaces.remove(found.id);
    return { status: 204 };
  },
});

const getWorkspaceSize = endpoint({
  ...COMMON,
  method: "get",
  path: "/workspaces/{workspace_id}/size",
  id: "getWorkspaceSize",
  summary: "Read the size of a workspace",
  description: "The quota is the operator's setting `serve_workspace_quota`; null means unlimited.",
  params: ByWorkspace,
  status: 200,
  answer: WorkspaceSize,
  errors: [404],
  async handle(call) {
    const { bytes } = await workspaceOf(call, call.params.workspace_id);
    const { quotaBytes } = call.platform.workspaces;
    const body = { sizeBytes: bytes, quotaBytes, size_bytes: bytes, quota_bytes: quotaBytes };
    return { status: 200, body };
  },
});

export const workspaces = [
  ...[listWorkspaces, createWorkspace, getWorkspace, updateWorkspace, deleteWorkspace],
  getWorkspaceSize,
];
