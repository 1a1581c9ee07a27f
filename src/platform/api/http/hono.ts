/** The one door of Hono and of its zod: router, validation and OpenAPI documents from one declaration. */
export { OpenAPIHono, z } from "@hono/zod-openapi";
