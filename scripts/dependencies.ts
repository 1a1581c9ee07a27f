/**
 * The packages of the project: why each is here, and which files may import it. `test/layers.test.ts` enforces the files, and
 * `bun run check` that the list is complete and that the licences are allowed. `docs/dependencies.md` is written from it.
 */

export interface Dependency {
  /** The files of `src` that may import it; a name that ends with `/` is a folder. Types may be imported anywhere. */
  files: readonly string[];
  reason: string;
}

const IN_PAGES = ["page/inject/extract/"];

/** The packages that become part of the executable. */
export const DEPENDENCIES: Readonly<Record<string, Dependency>> = {
  "@ai-sdk/anthropic": {
    files: ["models/wire.ts"],
    reason: "Wire protocol of Anthropic's models. Loaded on the first question.",
  },
  "@ai-sdk/openai-compatible": {
    files: ["models/wire.ts"],
    reason: "Wire protocol of OpenAI and of servers like it. Loaded on the first question.",
  },
  "@ai-sdk/provider": { files: [], reason: "The types of the two packages above." },
  "@cfworker/json-schema": {
    files: ["extract/fits.ts"],
    reason: "Validates values against the JSON Schema of a task. It generates no code, so it starts fast.",
  },
  "@clack/prompts": { files: ["lib/prompts.ts"], reason: "Questions on a terminal." },
  "@hono/zod-openapi": {
    files: ["platform/api/http/hono.ts"],
    reason: "Router, request validation and OpenAPI documents from one declaration of each endpoint.",
  },
  "@jitl/quickjs-singlefile-mjs-release-sync": {
    files: ["agent/scripts/script.ts"],
    reason: "QuickJS as WebAssembly: runs JavaScript of the agent without files and network.",
  },
  "@joplin/turndown-plugin-gfm": { files: IN_PAGES, reason: "Tables and strikethrough in Markdown." },
  "@modelcontextprotocol/server": {
    files: ["mcp/server.ts", "platform/mcp/sdk.ts"],
    reason:
      "The Model Context Protocol of 2025 and of 2026. The platform imports its CommonJS build: both would share a chunk of one build, and `svc --mcp` would start 9 ms later (measured).",
  },
  "@mozilla/readability": { files: IN_PAGES, reason: "Finds the article of a page." },
  citty: {
    files: ["cli/parse.ts"],
    reason: "Splits a command line. A strict pass before it rejects typos, which citty accepts.",
  },
  consola: {
    files: ["lib/log.ts"],
    reason: "Log on stderr and in `cli.log`. Only its core: the default entry adds 10 ms to each start (measured).",
  },
  devalue: {
    files: ["daemon/wire.ts"],
    reason: "Values over the daemon's socket that JSON lacks: undefined, bytes, dates.",
  },
  hono: { files: [], reason: "The router that `@hono/zod-openapi` extends." },
  "ipaddr.js": {
    files: ["platform/egress/addresses.ts"],
    reason: "Classifies IP addresses by the IANA special-purpose registries.",
  },
  mediabunny: {
    files: ["platform/live/recording/webm.ts"],
    reason: "Writes recordings as WebM files. Loaded when one is made.",
  },
  "modern-tar": {
    files: ["setup/bundle/tar.ts"],
    reason: "Writes bundles as a stream of tar. Releases and tests use it, too.",
  },
  otpauth: { files: ["agent/guard/totp.ts"], reason: "One-time passwords (TOTP) for logins." },
  preact: {
    files: ["platform/web/page/", "platform/live/page/"],
    reason: "Components of the dashboard and of the live view. It is bundled into their pages.",
  },
  "prom-client": { files: ["platform/metrics.ts"], reason: "Metrics of the server in the format of Prometheus." },
  "quickjs-emscripten-core": { files: ["agent/scripts/script.ts"], reason: "The interface to QuickJS." },
  socks: { files: ["platform/egress/socks.ts"], reason: "SOCKS proxies that browsers use." },
  turndown: { files: IN_PAGES, reason: "Turns HTML into Markdown." },
  ws: {
    files: ["cdp/websocket.ts"],
    reason:
      "WebSockets to browsers that were not started here, with headers and through proxies. Bun replaces the package with its own.",
  },
  yauzl: { files: ["setup/archive.ts"], reason: "Unpacks browsers." },
  zod: {
    files: ["mcp/jitless.ts"],
    reason: "Its code generation is turned off, which makes the MCP SDK start faster.",
  },
};

/** What only development uses, by reason. */
export const TOOLS: Readonly<Record<string, readonly string[]>> = {
  "Runs, bundles and tests the project": ["bun"],
  "`bun run check`": ["@biomejs/biome", "knip", "typescript"],
  Types: ["@types/bun", "@types/turndown", "@types/ws", "@types/yauzl", "bun-types"],
  "The protocol of Chrome, from which `src/cdp/protocol.gen.ts` is written": ["devtools-protocol"],
  "Parses the sources for the list of user-visible strings": ["oxc-parser"],
  "Random input for property tests": ["fast-check"],
  "Archives: releases, packages of the SDKs, downloads in tests": ["fflate", "lzma-native"],
  "Clients that tests run against the server": [
    "@modelcontextprotocol/inspector",
    "browser-use-sdk",
    "playwright-core",
    "puppeteer-core",
  ],
  "Checks of the OpenAPI documents and of the Python SDK": ["@redocly/cli", "pyright"],
  "Widgets of real pages, which `test/widgets` operates": [
    "@dnd-kit/core",
    "@dnd-kit/sortable",
    "@dnd-kit/utilities",
    "@emotion/react",
    "@emotion/styled",
    "@material/web",
    "@mui/material",
    "@shoelace-style/shoelace",
    "@tanstack/react-virtual",
    "ag-grid-community",
    "antd",
    "bootstrap",
    "chart.js",
    "choices.js",
    "codemirror",
    "dropzone",
    "flatpickr",
    "fullcalendar",
    "jquery",
    "jquery-ui",
    "leaflet",
    "monaco-editor",
    "nouislider",
    "prosemirror-example-setup",
    "prosemirror-menu",
    "prosemirror-model",
    "prosemirror-schema-basic",
    "prosemirror-state",
    "prosemirror-view",
    "quill",
    "radix-ui",
    "react",
    "react-dom",
    "select2",
    "sortablejs",
    "swagger-ui-dist",
    "swiper",
    "tinymce",
    "tom-select",
    "video.js",
  ],
};

/** Packages that were considered and are not used. */
export const REJECTED: Readonly<Record<string, string>> = {
  "@puppeteer/browsers": "It verifies no checksum of what it downloads.",
  "proxy-chain": "It resolves host names again after they were checked.",
};
