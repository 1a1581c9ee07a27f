/**
 * Names and passwords for HTTP authentication (basic, digest), from a file in the format of `.netrc`. Only requests to
 * the hosts in that file are intercepted.
 */
import type { Session } from "../../cdp/connection.ts";
import { Failure } from "../../errors.ts";

export interface Credential {
  /** A host, or host and port. */
  machine: string;
  login: string;
  password: string;
}

const FORM = "Write lines like: machine example.com login ann password secret";

/** Parses `machine HOST[:PORT] login NAME password SECRET`. `#` starts a comment, and quotes enclose spaces. Throws `bad_file`. */
export function parseCredentials(text: string): Credential[] {
  const entries: Partial<Credential>[] = [];
  const words = [...text.replace(/^\s*#.*$/gm, "").matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? "") : quoted.replace(/\\(.)/g, "$1"),
  );
  for (let at = 0; at < words.length; at += 2) {
    const [key = "", value] = [words[at], words[at + 1]];
    const last = entries.at(-1);
    if (value === undefined || !/^(machine|login|password)$/.test(key) || (key !== "machine" && !last))
      // The message does not repeat the line, because it may hold the password.
      throw new Failure("bad_file", "the file of HTTP credentials has an invalid line", `${FORM}.`);
    if (key === "machine") entries.push({ machine: value.toLowerCase() });
    else if (last) last[key as "login" | "password"] = value;
  }
  return entries.map(({ machine = "", login, password }) => {
    if (login !== undefined && password !== undefined) return { machine, login, password };
    throw new Failure("bad_file", `the HTTP credentials of ${machine} have no login and password`, `${FORM}.`);
  });
}

/** Answers each authentication challenge of these servers once. A server that refuses shows its own page (401). */
export async function answerChallenges(session: Session, credentials: readonly Credential[]): Promise<void> {
  const tried = new Set<string>();
  session.on("Fetch.requestPaused", ({ requestId }) => {
    void session.sendMayFail("Fetch.continueRequest", { requestId });
  });
  session.on("Fetch.authRequired", ({ requestId, request, authChallenge }) => {
    const found = authChallenge.source === "Proxy" ? undefined : credentialFor(request.url, credentials);
    const isRefused = tried.has(requestId);
    tried.add(requestId);
    const { login: username, password } = found ?? {};
    void session.sendMayFail("Fetch.continueWithAuth", {
      requestId,
      authChallengeResponse: isRefused
        ? { response: "CancelAuth" }
        : username === undefined || password === undefined
          ? { response: "Default" }
          : { response: "ProvideCredentials", username, password },
    });
  });
  const patterns = credentials.flatMap(({ machine }) =>
    machine.includes(":") ? [`*://${machine}/*`] : [`*://${machine}/*`, `*://${machine}:*/*`],
  );
  await session.sendMayFail("Fetch.enable", {
    handleAuthRequests: true,
    patterns: patterns.map((urlPattern) => ({ urlPattern })),
  });
}

function credentialFor(address: string, credentials: readonly Credential[]): Credential | undefined {
  const { host, hostname } = new URL(address);
  return credentials.find(({ machine }) => machine === host) ?? credentials.find(({ machine }) => machine === hostname);
}
