/**
 * The MCP SDK as the platform has it: its CommonJS build. The server on stdin takes a part of the other build, and both builds
 * would share one chunk with all that either needs: 9 ms more for every start of `svc --mcp`.
 */
import type * as Sdk from "@modelcontextprotocol/server";

const sdk: typeof Sdk = require("@modelcontextprotocol/server");

export const { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } = sdk;
