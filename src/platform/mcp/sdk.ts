/**
 * The CommonJS build of the MCP SDK. The stdio server uses the other build; with one build both would share a chunk, and `svc --mcp`
 * would start 9 ms later [measured].
 */
import type * as Sdk from "@modelcontextprotocol/server";

const sdk: typeof Sdk = require("@modelcontextprotocol/server");

export const { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } = sdk;
