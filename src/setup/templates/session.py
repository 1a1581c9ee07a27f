#!/usr/bin/env python3
"""Gives the platform a task and prints its result: python3 session.py "the task"

SVC_API_KEY is your key; SVC_BASE_URL the platform's address, such as https://api.example.com
Needs nothing but Python's own library.
"""

import json
import os
import re
import sys
import time
import urllib.error
import urllib.request

# idle and stopped: the task has ended, well or not. timed_out and error: the session did.
ENDED = {"idle", "stopped", "timed_out", "error"}
POLL_SECONDS = 2
LIMIT_SECONDS = 4 * 60 * 60
RETRIES = 3


def needed(name):
    value = os.environ.get(name)
    if not value:
        print(f"Set {name} first.", file=sys.stderr)
        sys.exit(4)
    return value


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-Svc-API-Key": KEY, "Content-Type": "application/json"}
    for attempt in range(RETRIES + 1):
        request = urllib.request.Request(BASE + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            # Too many requests: the platform says when to come again.
            if error.code == 429 and attempt < RETRIES:
                time.sleep(float(error.headers.get("Retry-After") or 2**attempt))
                continue
            raise SystemExit(f"Error: {method} {path}: {error.code} {error.read().decode(errors='replace')}")
        except OSError as error:
            raise SystemExit(f"Error: {method} {path}: {error}")


def run(task):
    session = call("POST", "/sessions", {"task": task})
    live = session.get("liveUrl")
    print(f"session {session['id']}" + (f", live at {live}" if live else ""), file=sys.stderr)
    until = time.monotonic() + LIMIT_SECONDS
    while session["status"] not in ENDED:
        if time.monotonic() > until:
            raise SystemExit("Error: the task did not end in time")
        time.sleep(POLL_SECONDS)
        session = call("GET", f"/sessions/{session['id']}")
        if session.get("lastStepSummary"):
            print(session["lastStepSummary"], file=sys.stderr)
    return session


def main():
    session = run(sys.argv[1] if len(sys.argv) > 1 else "Tell the title of example.com")
    output = session.get("output")
    print(output if isinstance(output, str) else json.dumps(output, indent=2, ensure_ascii=False))
    if session.get("isTaskSuccessful") is False or session["status"] in ("error", "timed_out"):
        print(f"the task did not succeed ({session['status']})", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    KEY = needed("SVC_API_KEY")
    BASE = re.sub(r"/api/v\d+$", "", needed("SVC_BASE_URL").rstrip("/")) + "/api/v3"
    sys.exit(main())
