"""Runs calls of the Python SDK for the tests: lines of JSON in, lines of JSON out. `sync` or `async` says which client."""

import asyncio
import inspect
import json
import keyword
import re
import sys
import threading
from pathlib import Path

import svc_sdk
from svc_sdk._models import Model, decoder, jsonable


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda found: f"_{found[1].lower()}", name)


def arguments(method, params):
    """Parameters by the names and units of Python, and shapes as their classes."""
    hints = {}
    try:
        hints = inspect.get_annotations(method, eval_str=True)
    except NameError:
        pass
    found = {}
    for name, value in params.items():
        own = snake(name) + ("_" if keyword.iskeyword(name) else "")
        if own.endswith("_ms"):
            own, value = own.removesuffix("_ms"), value / 1000
        if own == "options":
            value = {k.removesuffix("_ms"): v / 1000 if k.endswith("_ms") else v for k, v in ((snake(k), v) for k, v in value.items())}
        found[own] = decoder(hints[own])(value) if own in hints and own != "options" else value
    return found


def told(value):
    if isinstance(value, Model):
        return value.to_json()
    if hasattr(value, "_asdict"):
        return {name: told(one) for name, one in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [told(one) for one in value]
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "cdp_url"):
        return {"id": value.id, "cdpUrl": value.cdp_url, "liveUrl": value.live_url}
    return jsonable(value)


def failure(error):
    names = {"code": "code", "hint": "hint", "status": "status", "request_id": "requestId", "problems": "problems"}
    known = {wire: getattr(error, name) for name, wire in names.items() if getattr(error, name, None) is not None}
    shown = "".join([repr(error), str(error), repr(error.__cause__), repr(error.__context__)])
    return {**known, "name": type(error).__name__, "message": str(error), "shown": shown}


def target(client, call):
    at = client
    for name in call["method"]:
        at = getattr(at, snake(name))
    return at


async def answer_async(client, call):
    method = target(client, call)
    value = method(*call.get("args", []), **arguments(method, call.get("params", {})))
    if inspect.isawaitable(value):
        value = await value
    if call.get("as") == "page":
        return told(await value.page())
    if hasattr(value, "__aiter__"):
        rows = []
        async for one in value:
            rows.append(told(one))
            if len(rows) >= call.get("limit", 100_000):
                break
        return rows
    return told(value)


def answer_sync(client, call):
    method = target(client, call)
    value = method(*call.get("args", []), **arguments(method, call.get("params", {})))
    if call.get("as") == "page":
        return told(value.page())
    if hasattr(value, "__iter__") and not isinstance(value, (list, tuple, dict, str)):
        rows = []
        for one in value:
            rows.append(told(one))
            if len(rows) >= call.get("limit", 100_000):
                break
        return rows
    return told(value)


CLIENTS = {}
WRITING = threading.Lock()


def client_of(make, call):
    key = json.dumps(call["client"], sort_keys=True)
    if key not in CLIENTS:
        CLIENTS[key] = make(**arguments(make.__init__, call["client"]))
    return CLIENTS[key]


def write(call, outcome):
    with WRITING:
        print(json.dumps({"id": call["id"], **outcome}), flush=True)


def run_sync():
    def one(call):
        try:
            write(call, {"value": answer_sync(client_of(svc_sdk.Svc, call), call)})
        except Exception as error:
            write(call, {"error": failure(error)})

    for line in sys.stdin:
        threading.Thread(target=one, args=[json.loads(line)], daemon=True).start()


async def run_async():
    running = {}

    async def one(call):
        try:
            write(call, {"value": await answer_async(client_of(svc_sdk.AsyncSvc, call), call)})
        except asyncio.CancelledError:
            write(call, {"error": {"name": "CancelledError", "message": "", "shown": ""}})
        except Exception as error:
            write(call, {"error": failure(error)})

    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        call = json.loads(line)
        if "cancel" in call:
            running[call["cancel"]].cancel()
        else:
            running[call["id"]] = asyncio.create_task(one(call))


if __name__ == "__main__":
    if sys.argv[1] == "sync":
        run_sync()
    else:
        asyncio.run(run_async())
