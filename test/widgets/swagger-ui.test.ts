import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const PET = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
const ok = {
  200: { description: "Done", content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
};
const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1.0" },
  servers: [{ url: "/v1" }, { url: "/v2" }],
  security: [{ key: [] }],
  paths: {
    "/pets": {
      get: {
        tags: ["pets"],
        summary: "List pets",
        responses: ok,
        parameters: [
          { name: "status", in: "query", schema: { type: "string", enum: ["free", "sold"] } },
          { name: "limit", in: "query", required: true, schema: { type: "integer" } },
        ],
      },
      post: {
        tags: ["pets"],
        summary: "Add a pet",
        responses: ok,
        requestBody: {
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/Pet" }, example: { id: 1, name: "Rex" } },
          },
        },
      },
    },
    "/owners": { get: { tags: ["owners"], summary: "List owners", responses: ok } },
  },
  components: { schemas: { Pet: PET }, securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
};

const BODY = `<div id=ui></div>
<script>const ui = SwaggerUIBundle({ spec: ${JSON.stringify(DOCUMENT)}, dom_id: "#ui", filter: true });</script>`;

const echo = async (request: Request) =>
  Response.json({
    method: request.method,
    query: new URL(request.url).search,
    key: request.headers.get("x-key"),
    body: await request.text(),
  });

widgets(
  "Swagger UI",
  {
    styles: ["swagger-ui-dist/swagger-ui.css"],
    scripts: ["swagger-ui-dist/swagger-ui-bundle.js"],
    body: BODY,
    routes: { "/v1/pets": echo, "/v2/pets": echo },
  },
  {
    "opens an operation": async ({ svc, tree }) => {
      expect(tree()).not.toContain("limit");
      await svc("click", { button: /List pets/ });
      expect(tree()).toContain("limit");
    },
    "folds a group": async ({ svc, tree }) => {
      await svc("click", { button: /Collapse operation/, nth: 0 });
      expect(tree()).not.toContain("List pets");
      expect(tree()).toContain("List owners");
    },
    "tries an operation out": async ({ svc, tree }) => {
      await svc("click", { button: /List pets/ });
      await svc("click", { button: /Try it out/ });
      await svc("input", { any: /limit/, nth: -1 }, "5");
      await svc("select", { any: /status|free/, nth: -1 }, "sold");
      await svc("click", { button: "Execute" });
      expect(tree()).toContain("?status=sold&limit=5");
    },
    "shows which parameter is missing": async ({ svc, tree }) => {
      await svc("click", { button: /List pets/ });
      await svc("click", { button: /Try it out/ });
      await svc("click", { button: "Execute" });
      expect(tree()).toContain("Required field is not provided");
    },
    "edits the body and sends it": async ({ svc, tree }) => {
      await svc("click", { button: /Add a pet/ });
      await svc("click", { button: /Try it out/ });
      await svc("input", { textbox: /./, value: /Rex/ }, '{"id": 2, "name": "Tom"}');
      await svc("click", { button: "Execute" });
      expect(tree()).toContain("Tom");
      expect(tree()).toContain("POST");
    },
    "signs in with a key": async ({ svc, tree }) => {
      await svc("click", { button: /^Authorize$/ });
      await svc("input", { textbox: /Value/ }, "secret-7");
      await svc("click", { button: /Apply credentials|Authorize/, nth: -1 });
      await svc("click", { button: /^Close$/ });
      await svc("click", { button: /List pets/ });
      await svc("click", { button: /Try it out/ });
      await svc("input", { any: /limit/, nth: -1 }, "1");
      await svc("click", { button: "Execute" });
      expect(tree()).toContain("secret-7");
    },
    "chooses another server": async ({ svc, tree }) => {
      await svc("select", { combobox: /Servers|v1/, nth: 0 }, "/v2");
      await svc("click", { button: /List pets/ });
      await svc("click", { button: /Try it out/ });
      await svc("input", { any: /limit/, nth: -1 }, "1");
      await svc("click", { button: "Execute" });
      expect(tree()).toContain("/v2/pets?limit=1");
    },
    "filters by a group": async ({ svc, tree }) => {
      await svc("input", { textbox: /Filter/i }, "owners");
      expect(tree()).toContain("List owners");
      expect(tree()).not.toContain("List pets");
    },
    "switches from the example to the schema": async ({ svc, tree }) => {
      await svc("click", { button: /List owners/ });
      await svc("click", { tab: "Schema" });
      await svc("click", { button: "[...]", nth: 0 });
      expect(tree()).toContain("integer");
    },
    "opens a schema": async ({ svc, tree }) => {
      await svc("click", { button: /Pet/, nth: -1 });
      expect(tree()).toContain("name");
    },
  },
);
