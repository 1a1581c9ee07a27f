/** Endpoints of the files of browsers: what their pages downloaded, and what callers bring along. */
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
  summary: "List what the pages of a browser downloaded",
  description:
    "Oldest first, while the browser runs and after it stopped. Files that are not whole yet are left out. Addresses (`url`, with `includeUrls`) open for 15 minutes.",
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
  summary: "Get a form by which a file is brought to a browser",
  description:
    "Send `fields` and then the file, as `file`, to `url` as multipart/form-data within `expiresIn` seconds; or send the bytes alone as the body of a POST or PUT, with the `contentType`. File inputs of the browser take it under `fileName`, which is the name made safe.",
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
