/** Endpoints for the files of browsers: downloads of pages, and uploads of callers. */
import { notFound, Refusal } from "../../refusal.ts";
import type { FileRecord } from "../../store/records/file-records.ts";
import { endpoint } from "../http/endpoint.ts";
import { cursorQuery, dateTime, integer } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { BySession } from "../http/schemas.ts";
import { UploadFilePresignedUrlResponse, UploadFileRequest, uploadForm } from "./uploads.ts";

const BrowserDownloadFile = z
  .object({
    path: z.string(),
    size: integer(),
    lastModified: dateTime(),
    url: z.string().nullable(),
  })
  .openapi("BrowserDownloadFile");

const BrowserDownloadListResponse = z
  .object({
    files: z.array(BrowserDownloadFile),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  })
  .openapi("BrowserDownloadListResponse");

export const listBrowserDownloads = endpoint({
  versions: ["v2", "v3"],
  tag: "Browsers",
  method: "get",
  path: "/browsers/{session_id}/downloads",
  id: "listBrowserDownloads",
  summary: "List the downloads of a browser",
  description:
    "Oldest first, while the browser runs and after it has stopped. Incomplete downloads are omitted. With `includeUrls` each file has a `url` that is valid for 15 minutes.",
  params: BySession,
  query: z.object(cursorQuery),
  status: 200,
  answer: BrowserDownloadListResponse,
  errors: [400, 404],
  async handle({ platform, projectId, keyId, params, query, base }) {
    const browser = await platform.browsers.get(projectId, params.session_id);
    if (!browser) throw notFound("Session");
    const { files, nextCursor } = await platform.files.downloads(browser.id, query);
    const url = (file: FileRecord) =>
      query.includeUrls ? platform.files.link(file, base, { keyId, now: platform.now() }) : null;
    return {
      status: 200,
      body: {
        files: files.map((file) => ({
          path: file.path,
          size: file.bytes,
          lastModified: new Date(file.modifiedAt).toISOString(),
          url: url(file),
        })),
        nextCursor: nextCursor ?? null,
        hasMore: nextCursor !== undefined,
      },
    };
  },
});

export const createBrowserUploadUrl = endpoint({
  versions: ["v2"],
  tag: "Files",
  method: "post",
  path: "/files/browsers/{session_id}/presigned-url",
  id: "createBrowserUploadUrl",
  summary: "Get a presigned form to upload a file to a browser",
  description:
    "POST `fields`, followed by the file as `file`, to `url` as multipart/form-data within `expiresIn` seconds; or send only the bytes as the body of a POST or PUT with the same `contentType`. File inputs of the browser accept it under `fileName`, the sanitized name.",
  params: BySession,
  body: UploadFileRequest,
  example: { fileName: "invoice.pdf", contentType: "application/pdf", sizeBytes: 48_213 },
  status: 200,
  answer: UploadFilePresignedUrlResponse,
  errors: [400, 404],
  async handle(call) {
    const { platform, projectId, params, body } = call;
    const browser = await platform.browsers.get(projectId, params.session_id);
    if (!browser) throw notFound("Session");
    if (browser.status !== "active") throw new Refusal(400, "Session is stopped");
    return { status: 200, body: uploadForm(call, body, (name) => ({ browserId: browser.id, name })) };
  },
});
