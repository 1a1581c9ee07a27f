/**
 * Names and passwords for servers that ask by HTTP (basic, digest), read from a file like curl's and git's `.netrc`. Only
 * requests to the hosts named there are looked at: they alone pass through the protocol.
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

/** `machine HOST[:PORT] login NAME password SECRET`, words apart, `#` begins a comment; quotes hold blanks. `bad_file` else. */
export function parseCredentials(text: string): Credential[] {
  const found: Partial<Credential>[] = [];
  const words = [...text.replace(/^\s*#.*$/gm, "").matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? "") : quoted.replace(/\\(.)/g, "$1"),
  );
  for (let at = 0; at < words.length; at += 2) {
    const [key = "", value] = [words[at], words[at + 1]];
    const last = found.at(-1);
    if (value === undefined || !/^(machine|login|password)$/.test(key) || (key !== "machine" && !last))
      // What stands there may be the password itself.
      throw new Failure("bad_file", "the HTTP credentials are not written as expected", `${FORM}.`);
    if (key === "machine") found.push({ machine: value.toLowerCase() });
    else if (last) last[key as "login" | "password"] = value;
  }
  return found.map(({ machine = "", login, password }) => {
    if (login !== undefined && password !== undefined) return { machine, login, password };
    throw new Failure("bad_file", `the HTTP credentials of ${machine} have no login and password`, `${FORM}.`);
  });
}

/** Answers challenges of those servers, once each; a server that refuses shows its own page (401). */
export async function answerChallenges(session: Session, credentials: readonly Credential[]): Promise<void> {
  const tried = new Set<string>();
  session.on("Fetch.requestPaused", ({ requestId }) => {
    void session.sendMayFail("Fetch.continueRequest", { requestId });
  });
  session.on("Fetch.authRequired", ({ requestId, request, authChallenge }) => {
    const asked = authChallenge.source === "Proxy" ? undefined : credentialFor(request.url, credentials);
    const isRefused = tried.has(requestId);
    tried.add(requestId);
    const { login: username, password } = asked ?? {};
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
