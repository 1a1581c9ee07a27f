/** Messages and hints for Chrome's network errors. */
import { quoteWord } from "../../lib/words.ts";

const ERRORS: Record<string, readonly [message: string, hint?: string]> = {
  "net::ERR_CONNECTION_REFUSED": [
    "nothing listens at that address",
    "Check the port of the address, and that the server runs.",
  ],
  "net::ERR_NAME_NOT_RESOLVED": [
    "there is no such host",
    "Check the spelling of the host name, and the network connection.",
  ],
  "net::ERR_INTERNET_DISCONNECTED": ["this machine has no network", "Check the network connection."],
  "net::ERR_ADDRESS_UNREACHABLE": ["the address cannot be reached from here", "Check the network connection."],
  "net::ERR_NETWORK_CHANGED": ["the network changed during the load", "Run the command again."],
  "net::ERR_CONNECTION_TIMED_OUT": [
    "the server did not answer in time",
    "Check the address, then run the command again.",
  ],
  "net::ERR_TIMED_OUT": ["the server did not answer in time", "Check the address, then run the command again."],
  "net::ERR_CONNECTION_RESET": ["the server reset the connection", "Run the command again."],
  "net::ERR_CONNECTION_CLOSED": ["the server closed the connection without an answer", "Run the command again."],
  "net::ERR_EMPTY_RESPONSE": ["the server closed the connection without an answer", "Run the command again."],
  "net::ERR_INVALID_RESPONSE": ["the answer of the server is not HTTP", "Check the port of the address."],
  "net::ERR_INVALID_HTTP_RESPONSE": ["the answer of the server is not HTTP", "Check the port of the address."],
  "net::ERR_TOO_MANY_REDIRECTS": [
    "the site redirects in a loop",
    "Run `svc cookies clear --url <url>`, then the command again.",
  ],
  "net::ERR_INVALID_AUTH_CREDENTIALS": ["the server requires a user name and a password"],
  "net::ERR_SSL_PROTOCOL_ERROR": [
    "the server does not use TLS at that address",
    "If the server has no TLS, give the address with http://.",
  ],
  "net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH": ["the server supports no version of TLS that the browser accepts"],
  "net::ERR_CERT_AUTHORITY_INVALID": [
    "the certificate of the server is not signed by an authority that the browser trusts",
  ],
  "net::ERR_CERT_COMMON_NAME_INVALID": ["the certificate of the server belongs to another host"],
  "net::ERR_CERT_DATE_INVALID": ["the certificate of the server has expired, or is not valid yet"],
  "net::ERR_UNSAFE_PORT": ["the browser blocks this port", "Configure the server to listen on another port."],
  "net::ERR_FILE_NOT_FOUND": ["there is no such file", "Check the path of the file, and that you may read it."],
  "net::ERR_ACCESS_DENIED": ["access to the file is denied", "Check the permissions of the file."],
  "net::ERR_PROXY_CONNECTION_FAILED": ["the proxy cannot be reached", "Check the address of the proxy."],
  "net::ERR_TUNNEL_CONNECTION_FAILED": ["the proxy refused the connection"],
  "net::ERR_BLOCKED_BY_CLIENT": ["the browser blocked the request"],
  "net::ERR_BLOCKED_BY_RESPONSE": ["the site does not allow frames of other sites to show it"],
  "net::ERR_ABORTED": ["the load was stopped"],
  "net::ERR_UNKNOWN_URL_SCHEME": ["the browser cannot open addresses of this kind"],
  "net::ERR_INVALID_URL": ["the address is not valid", "Give an address like https://example.com."],
  "net::ERR_HTTP2_PROTOCOL_ERROR": ["the server violated the HTTP/2 protocol", "Run the command again."],
  "net::ERR_INSUFFICIENT_RESOURCES": ["the browser has too many requests at once", "Run the command again."],
};

/** The message for a network error, with Chrome's code, which people search for. */
export function netError(code: string): string {
  const message = ERRORS[code]?.[0];
  return message === undefined ? code : `${message} (${code})`;
}

/** The hint for a network error at that address, if there is one. */
export function netHint(code: string, address: string): string | undefined {
  const url = URL.parse(address);
  // Without a password that the address may contain.
  const place = quoteWord(`${url?.origin}${url?.pathname}${url?.search}`);
  const again = (option: string) => `run \`svc close\`, then \`svc open ${place} ${option}\``;
  if (code.startsWith("net::ERR_CERT_")) {
    const trust =
      process.platform === "linux" ? "give --ca-cert <file> instead" : "add its certificate to the system's key store";
    return `To accept this certificate, ${again(`--accept-cert ${url?.host}`)}; to trust its authority, ${trust}.`;
  }
  if (code === "net::ERR_INVALID_AUTH_CREDENTIALS")
    return `Write \`machine ${url?.host} login NAME password SECRET\` into a file, then ${again("--http-credentials <file>")}.`;
  return ERRORS[code]?.[1];
}
