"""Runs a task on the platform, prints the steps of its agent, and then the result.

    python session.py "the task"

SVC_API_KEY is your API key; SVC_BASE_URL is the URL of the server, such as https://svc.example.com
"""

import json
import sys

from svc_sdk import Svc, SvcError


def main(task: str) -> int:
    client = Svc()
    session = client.sessions.create(task=task)
    print(f"session {session.id}" + (f", live at {session.live_url}" if session.live_url else ""), file=sys.stderr)

    for event in client.sessions.stream(session.id):
        if event.message and event.message.summary:
            print(event.message.summary, file=sys.stderr)

    session = client.sessions.get(session.id)
    output = session.output
    print(output if isinstance(output, str) else json.dumps(output, indent=2, ensure_ascii=False))
    if session.is_task_successful:
        return 0
    print(f"The task did not succeed ({session.status}).", file=sys.stderr)
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "Tell the title of https://example.com"))
    except SvcError as error:
        sys.exit(f"Error: {error}" + (f"\n{error.hint}" if error.hint else ""))
