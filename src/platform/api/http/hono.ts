/** The only import of Hono and its zod: router, validation and OpenAPI documents from one declaration. */
export { OpenAPIHono, z } from "@hono/zod-openapi";
