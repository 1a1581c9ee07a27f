/** Uploads by presigned form, and output files of tasks; v2 only. */
import { safeFileName } from "../../../lib/filename.ts";
import { fileNameOf } from "../../agents/runs/workspace.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { LIVE } from "../../store/records/sessions.ts";
import { type AnyCall, sessionOf } from "../http/agents.ts";
import { endpoint } from "../http/endpoint.ts";
import { integer, text, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { BySession } from "../http/schemas.ts";

const COMMON = { versions: ["v2"], tag: "Files" } as const;

const UPLOAD_TYPES = [
  "image/jpg",
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "image/svg+xml",
  "application/pdf",
  "application/msword",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.ms-excel",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "text/plain",
  "text/csv",
  "text/markdown",
] as const;

const MAX_UPLOAD_BYTES = 10_485_760;

export const UploadFileRequest = z
  .object({
    fileName: text(1, 255),
    contentType: z.string().openapi({ enum: [...UPLOAD_TYPES], description: "Other types are refused with 400" }),
    sizeBytes: integer(1, MAX_UPLOAD_BYTES),
  })
  .openapi("UploadFileRequest");

export const UploadFilePresignedUrlResponse = z
  .object({
    url: z.string().openapi({ description: "Target of the multipart POST: all of `fields`, then the file as `file`" }),
    method: z.literal("POST"),
    fields: z.record(z.string(), z.string()),
    fileName: z.string(),
    expiresIn: integer().openapi({ description: "Validity in seconds" }),
  })
  .openapi("UploadFilePresignedUrlResponse");

const TaskOutputFileResponse = z
  .object({ id: uuid(), fileName: z.string(), downloadUrl: z.string() })
  .openapi("TaskOutputFileResponse");

/** The presigned form for one file of a browser or a workspace. Errors: 400 for an unsupported content type. */
export function uploadForm(
  { platform, keyId, base }: AnyCall,
  { fileName, contentType, sizeBytes }: z.output<typeof UploadFileRequest>,
  into: (name: string) => { browserId: string; name: string } | { workspaceId: string; path: string },
) {
  if (!UPLOAD_TYPES.some((type) => type === contentType))
    throw new Refusal(400, "Unsupported content type", { hint: `Use one of ${UPLOAD_TYPES.join(", ")}.` });
  const name = safeFileName(fileName);
  const pass = { ...into(name), type: contentType, bytes: sizeBytes, isForm: true };
  return platform.files.uploadForm(name, pass, base, { keyId, now: platform.now() });
}

const createSessionUploadUrl = endpoint({
  ...COMMON,
  method: "post",
  path: "/files/sessions/{session_id}/presigned-url",
  id: "createSessionUploadUrl",
  summary: "Get a presigned form to upload a file to a session",
  description:
    "Send the form in the same way as for a browser. The file is stored in the workspace of the session as `fileName`; the agent sees it from its next task or step on.",
  params: BySession,
  body: UploadFileRequest,
  example: { fileName: "invoice.pdf", contentType: "application/pdf", sizeBytes: 48_213 },
  status: 200,
  answer: UploadFilePresignedUrlResponse,
  errors: [400, 404, 500],
  async handle(call) {
    const { status, workspaceId } = await sessionOf(call, call.params.session_id);
    if (!LIVE.includes(status)) throw new Refusal(400, "Session is stopped");
    if (workspaceId === null) throw notFound("Workspace");
    return { status: 200, body: uploadForm(call, call.body, (path) => ({ workspaceId, path })) };
  },
});

const getTaskOutputFile = endpoint({
  ...COMMON,
  method: "get",
  path: "/files/tasks/{task_id}/output-files/{file_id}",
  id: "getTaskOutputFile",
  summary: "Get the download URL of an output file of a task",
  description: "`outputFiles` of the task lists the ids. The URL is valid for 15 minutes.",
  params: z.object({ task_id: uuid(), file_id: uuid() }),
  status: 200,
  answer: TaskOutputFileResponse,
  errors: [404, 500],
  async handle(call) {
    const { tasks } = call.platform.agents.records;
    const task = await tasks.get(call.projectId, call.params.task_id);
    if (!task) throw notFound("Task");
    const file = (await tasks.files(task.id)).find(({ id }) => id === call.params.file_id);
    if (!file) throw notFound("Output file");
    const fileName = fileNameOf(file.path);
    return { status: 200, body: { id: file.id, fileName, downloadUrl: call.fileLink(file.object, fileName) } };
  },
});

export const agentFiles = [createSessionUploadUrl, getTaskOutputFile];
