/** Errors of the browser's network in words, and what to do about them. */
import { quoteWord } from "../../lib/words.ts";

const ERRORS: Record<string, readonly [says: string, hint?: string]> = {
  "net::ERR_CONNECTION_REFUSED": ["nothing listens at that address", "Check that something listens at that address."],
  "net::ERR_NAME_NOT_RESOLVED": [
    "there is no such host",
    "Check the spelling of the host name, and the network connection.",
  ],
  "net::ERR_INTERNET_DISCONNECTED": ["this machine has no network", "Check the network connection."],
  "net::ERR_ADDRESS_UNREACHABLE": ["the address cannot be reached from here", "Check the network connection."],
  "net::ERR_NETWORK_CHANGED": ["the network changed meanwhile", "Run the command again."],
  "net::ERR_CONNECTION_TIMED_OUT": [
    "the server did not answer in time",
    "Check the address, then run the command again.",
  ],
  "net::ERR_TIMED_OUT": ["the server did not answer in time", "Check the address, then run the command again."],
  "net::ERR_CONNECTION_RESET": ["the server broke the connection off", "Run the command again."],
  "net::ERR_CONNECTION_CLOSED": ["the server closed the connection without an answer", "Run the command again."],
  "net::ERR_EMPTY_RESPONSE": ["the server closed the connection without an answer", "Run the command again."],
  "net::ERR_INVALID_RESPONSE": [
    "the server answered with something that is not HTTP",
    "Check the port of the address.",
  ],
  "net::ERR_INVALID_HTTP_RESPONSE": [
    "the server answered with something that is not HTTP",
    "Check the port of the address.",
  ],
  "net::ERR_TOO_MANY_REDIRECTS": [
    "the site redirects in a circle",
    "Run `svc cookies clear --url <url>`, then the command again.",
  ],
  "net::ERR_INVALID_AUTH_CREDENTIALS": ["the server asks for a name and a password"],
  "net::ERR_SSL_PROTOCOL_ERROR": [
    "the server does not speak TLS there",
    "Write the address with http:// when the server has no TLS.",
  ],
  "net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH": ["the server speaks no version of TLS that the browser accepts"],
  "net::ERR_CERT_AUTHORITY_INVALID": ["the certificate of the server is signed by nobody whom the browser trusts"],
  "net::ERR_CERT_COMMON_NAME_INVALID": ["the certificate of the server belongs to another host"],
  "net::ERR_CERT_DATE_INVALID": ["the certificate of the server has expired, or is not valid yet"],
  "net::ERR_UNSAFE_PORT": [
    "the browser opens nothing on this port",
    "Chrome blocks this port; let the server listen on another one.",
  ],
  "net::ERR_FILE_NOT_FOUND": ["there is no such file", "Check the path of the file, and that you may read it."],
  "net::ERR_ACCESS_DENIED": ["the file may not be read", "Check the rights of the file."],
  "net::ERR_PROXY_CONNECTION_FAILED": ["the proxy cannot be reached", "Check the address of the proxy."],
  "net::ERR_TUNNEL_CONNECTION_FAILED": ["the proxy did not let the connection through"],
  "net::ERR_BLOCKED_BY_CLIENT": ["the request was blocked in the browser"],
  "net::ERR_BLOCKED_BY_RESPONSE": ["the site does not allow to be shown in a frame"],
  "net::ERR_ABORTED": ["the load was stopped"],
  "net::ERR_UNKNOWN_URL_SCHEME": ["the browser cannot open addresses of this kind"],
  "net::ERR_INVALID_URL": ["that is not an address", "Write the address like https://example.com."],
  "net::ERR_HTTP2_PROTOCOL_ERROR": ["the server broke the rules of HTTP/2", "Run the command again."],
  "net::ERR_INSUFFICIENT_RESOURCES": ["the browser has too much to do at once", "Run the command again."],
};

/** The error in words, with the browser's own name for it: what people search for. */
export function netError(code: string): string {
  const says = ERRORS[code]?.[0];
  return says === undefined ? code : `${says} (${code})`;
}

/** What to do about the error at that address, where that is known. */
export function netHint(code: string, address: string): string | undefined {
  const url = URL.parse(address);
  // Not with a password that stood in the address.
  const place = quoteWord(`${url?.origin}${url?.pathname}${url?.search}`);
  const again = (option: string) => `run \`svc close\`, then \`svc open ${place} ${option}\``;
  if (code.startsWith("net::ERR_CERT_")) {
    const trust = process.platform === "linux" ? "give --ca-cert <file>" : "add that one to the system's key store";
    return `To accept this certificate, ${again(`--accept-cert ${url?.host}`)}; to trust who signed it, ${trust}.`;
  }
  if (code === "net::ERR_INVALID_AUTH_CREDENTIALS")
    return `Write \`machine ${url?.host} login NAME password SECRET\` into a file, ${again("--http-credentials <file>")}.`;
  return ERRORS[code]?.[1];
}
