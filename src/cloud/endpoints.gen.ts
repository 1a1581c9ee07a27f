/** The endpoints of the platform, for when it cannot be asked. Generated; do not edit. */

export interface Field {
  name: string;
  type: string;
  required: boolean;
  in: "body" | "query" | "path";
}

export interface EndpointEntry {
  method: string;
  path: string;
  summary: string;
  fields: Field[];
}

const SESSION: Field = { name: "session_id", type: "uuid", required: true, in: "path" };
const PROFILE: Field = { name: "profile_id", type: "uuid", required: true, in: "path" };
const PAGES: Field[] = [
  { name: "pageSize", type: "integer", required: false, in: "query" },
  { name: "pageNumber", type: "integer", required: false, in: "query" },
];
const NAMES: Field[] = [
  { name: "name", type: "string", required: false, in: "body" },
  { name: "userId", type: "string", required: false, in: "body" },
];

const SHARED: EndpointEntry[] = [
  { method: "GET", path: "/browsers", summary: "List browsers", fields: PAGES },
  {
    method: "POST",
    path: "/browsers",
    summary: "Start a browser",
    fields: [
      { name: "profileId", type: "uuid", required: false, in: "body" },
      { name: "proxyCountryCode", type: "string", required: false, in: "body" },
      { name: "timeout", type: "integer", required: false, in: "body" },
      { name: "browserScreenWidth", type: "integer", required: false, in: "body" },
      { name: "browserScreenHeight", type: "integer", required: false, in: "body" },
      { name: "allowResizing", type: "boolean", required: false, in: "body" },
      { name: "customProxy", type: "object", required: false, in: "body" },
      { name: "enableRecording", type: "boolean", required: false, in: "body" },
    ],
  },
  { method: "GET", path: "/browsers/{session_id}", summary: "Read a browser", fields: [SESSION] },
  {
    method: "PATCH",
    path: "/browsers/{session_id}",
    summary: "Stop a browser",
    fields: [SESSION, { name: "action", type: "stop", required: true, in: "body" }],
  },
  { method: "GET", path: "/profiles", summary: "List profiles", fields: PAGES },
  { method: "POST", path: "/profiles", summary: "Make a profile", fields: NAMES },
  { method: "GET", path: "/profiles/{profile_id}", summary: "Read a profile", fields: [PROFILE] },
  { method: "PATCH", path: "/profiles/{profile_id}", summary: "Change a profile", fields: [PROFILE, ...NAMES] },
  { method: "DELETE", path: "/profiles/{profile_id}", summary: "Delete a profile", fields: [PROFILE] },
];

export const ENDPOINTS: Record<"v2" | "v3", EndpointEntry[]> = { v2: SHARED, v3: SHARED };
