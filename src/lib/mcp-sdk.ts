/** The one door of the MCP SDK: what the server on stdin and the one of the platform take from it. */
export type {
  CallToolResult,
  JSONRPCMessage,
  ReadResourceResult,
  SpecTypeName,
  Tool,
  Transport,
} from "@modelcontextprotocol/server";
export {
  createMcpHandler,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
export { serveStdio } from "@modelcontextprotocol/server/stdio";
