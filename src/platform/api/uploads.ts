/** The shapes of uploads by presigned form, and the files of agent sessions and tasks, v2 alone, which are not in this version. */
import { planned } from "./endpoint.ts";
import { integer, text, uuid } from "./fields.ts";
import { z } from "./hono.ts";
import { BySession } from "./schemas.ts";

const COMMON = { versions: ["v2"], tag: "Files" } as const;

export const UPLOAD_TYPES = [
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

export const MAX_UPLOAD_BYTES = 10_485_760;

export const UploadFileRequest = z
  .object({
    fileName: text(1, 255),
    contentType: z.string().openapi({ enum: [...UPLOAD_TYPES], description: "Another one is refused with 400" }),
    sizeBytes: integer(1, MAX_UPLOAD_BYTES),
  })
  .openapi("UploadFileRequest");

export const UploadFilePresignedUrlResponse = z
  .object({
    url: z.string().openapi({ description: "POST a multipart form here: all of `fields`, then the file as `file`" }),
    method: z.literal("POST"),
    fields: z.record(z.string(), z.string()),
    fileName: z.string(),
    expiresIn: integer().openapi({ description: "Seconds" }),
  })
  .openapi("UploadFilePresignedUrlResponse");

const TaskOutputFileResponse = z
  .object({ id: uuid(), fileName: z.string(), downloadUrl: z.string() })
  .openapi("TaskOutputFileResponse");

export const agentFiles = [
  planned("files of agent sessions", {
    ...COMMON,
    method: "post",
    path: "/files/sessions/{session_id}/presigned-url",
    id: "createSessionUploadUrl",
    summary: "Get a form to upload a file to a session",
    params: BySession,
    body: UploadFileRequest,
    example: { fileName: "invoice.pdf", contentType: "application/pdf", sizeBytes: 48_213 },
    status: 200,
    answer: UploadFilePresignedUrlResponse,
    errors: [400, 404, 500],
  }),
  planned("output files of tasks", {
    ...COMMON,
    method: "get",
    path: "/files/tasks/{task_id}/output-files/{file_id}",
    id: "getTaskOutputFile",
    summary: "Get the address of a file that a task made",
    params: z.object({ task_id: uuid(), file_id: uuid() }),
    status: 200,
    answer: TaskOutputFileResponse,
    errors: [404, 500],
  }),
];
