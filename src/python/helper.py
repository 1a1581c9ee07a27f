"""
The Python side of a session: executes code in one namespace, and lets it call the session's commands through `browser`.
The list of commands arrives in the first message. Needs Python 3.11 or later and only its standard library.

Messages are lines of JSON on separate pipes, so that input and output of the code cannot disturb them. The program that
executes this text opens `inbox`.
"""

import ast
import asyncio
import base64
import difflib
import importlib.util
import inspect
import json
import keyword
import linecache
import os
import queue
import re
import signal
import sys
import textwrap
import threading
import traceback
import types
from pathlib import Path

# Name of this file in tracebacks, from which its frames are removed.
HERE = "<svc>"

# Largest value to send, in characters of JSON: the answer must fit into one message.
MAX_RESULT = 16_000_000

# JavaScript represents larger integers inexactly.
MAX_EXACT = 2**53

OUTBOX, LIFELINE = 4, 5


class SvcError(Exception):
    """A command failed. `code` is an error code of the reference, `hint` the next step if one is known."""

    def __init__(self, code, message, hint=None, data=None):
        super().__init__(message)
        self.code, self.hint, self.data = code, hint, data


class Data(dict):
    """The data of a command: a dictionary whose keys are also attributes."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the data has no {name!r}; it has {', '.join(self) or 'no keys'}") from None


class Channel:
    """Sends and receives in threads, because a KeyboardInterrupt in the main thread could truncate a message."""

    def __init__(self):
        self.runs = queue.SimpleQueue()
        self.outgoing = queue.SimpleQueue()
        self.waiting = {}
        self.last = 0
        self.lock = threading.Lock()
        for work in (self.receive, self.write):
            threading.Thread(target=work, daemon=True).start()

    def receive(self):
        for line in inbox:
            message = json.loads(line, object_hook=Data)
            if message["type"] == "reply":
                box = self.waiting.pop(message["id"], None)
                if box:
                    box.put(message)
            else:
                self.runs.put(message)
        die()

    def write(self):
        while True:
            rest = memoryview(self.outgoing.get())
            while rest:
                rest = rest[os.write(OUTBOX, rest) :]

    def send(self, message):
        self.outgoing.put(json.dumps(message).encode() + b"\n")

    def call(self, command, args, timeout):
        """Runs a command of the session and returns its data. Raises SvcError."""
        box = queue.SimpleQueue()
        with self.lock:
            self.last += 1
            number = self.last
        call = {"type": "call", "id": number, "command": command, "args": args, "cwd": folder(), "timeoutMs": timeout}
        line = json.dumps(call).encode() + b"\n"
        self.waiting[number] = box
        self.outgoing.put(line)
        try:
            answer = box.get()
        finally:
            self.waiting.pop(number, None)
        if answer["ok"]:
            return answer["data"]
        raise SvcError(answer["code"], answer["message"], answer.get("hint"), answer.get("data"))


def folder():
    try:
        return os.getcwd()
    except OSError:
        return "/"


def die():
    """Ends this process and everything it started, because the daemon is gone."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(0)


def end_with_daemon():
    """Makes the system end this process group when the daemon dies, even if the code holds the interpreter lock."""
    for descriptor in (inbox.fileno(), OUTBOX, LIFELINE):
        os.set_inheritable(descriptor, False)
    if sys.platform != "linux":
        return
    import fcntl

    # Nobody writes to this pipe, so its only event is its end. SIGIO ends a process without a handler for it.
    fcntl.fcntl(LIFELINE, fcntl.F_SETOWN, -os.getpgrp())
    flags = fcntl.fcntl(LIFELINE, fcntl.F_GETFL)
    fcntl.fcntl(LIFELINE, fcntl.F_SETFL, flags | os.O_ASYNC)


def plain(value, schema):
    """Converts a value to JSON types: paths become text, and numbers do where the schema requires text."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if schema == "string" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return value


# Commands without a method, and the reason.
UNAVAILABLE = {
    "close": "code cannot end the session that runs it; run `svc close` afterwards",
    "connect": "code cannot change the browser of its session; run `svc connect` before",
    "python": "this is Python already; use exec()",
    "batch": "call the methods of browser instead",
}

PLACES = {
    "positional": inspect.Parameter.POSITIONAL_OR_KEYWORD,
    "positionals": inspect.Parameter.VAR_POSITIONAL,
}


def parameter_of(spec, is_addressed=False):
    name = spec["name"] + "_" if keyword.iskeyword(spec["name"]) else spec["name"]
    kind = PLACES.get(spec["place"], inspect.Parameter.KEYWORD_ONLY)
    if is_addressed and kind == inspect.Parameter.POSITIONAL_OR_KEYWORD:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None)
    if spec["required"] or spec["place"] == "positionals":
        return inspect.Parameter(name, kind)
    return inspect.Parameter(name, kind, default=spec.get("fallback"))


def method_of(spec, channel):
    """Makes a method of `browser` from the specification of a command."""
    specs = spec["params"]
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    timeout = inspect.Parameter("timeout", inspect.Parameter.KEYWORD_ONLY, default=None)
    # An option such as text="Save" identifies the element, so the index is left out.
    addressed = {one["addresses"] for one in specs if one.get("addresses")}
    addresses = {one["name"] for one in specs if one.get("addresses")}
    params = [parameter_of(one) for one in specs]
    others = [parameter_of(one, one["key"] in addressed) for one in specs]

    def signed(chosen):
        return inspect.Signature([own, *sorted(chosen, key=lambda one: one.kind), timeout])

    signature, without_index = signed(params), signed(others)

    def method(self, /, *args, **options):
        fitting = without_index if addresses & options.keys() else signature
        try:
            bound = fitting.bind(self, *args, **options).arguments
        except TypeError as error:
            raise TypeError(f"browser.{spec['name']}(): {error}") from None
        values = {}
        for one, param in zip(specs, params):
            value = bound.get(param.name)
            if value is None:
                continue
            many = one["place"] == "positionals"
            values[one["key"]] = [plain(item, one["schema"]) for item in value] if many else plain(value, one["schema"])
        return channel.call(spec["command"], values, bound.get("timeout"))

    method.__name__ = spec["name"]
    method.__qualname__ = f"browser.{spec['name']}"
    method.__signature__ = signature
    method.__doc__ = spec["doc"]
    return method


def browser_of(methods, session, channel):
    """Makes the `browser` object: a method for every command, and properties for older scripts."""

    class Browser:
        """The browser of the session. Every command is a method: `tab list` is browser.tab_list()."""

        Error = SvcError

        def __getattr__(self, name):
            if name in UNAVAILABLE:
                raise AttributeError(f"browser has no {name}: {UNAVAILABLE[name]}")
            near = difflib.get_close_matches(name, dir(type(self)), 1, 0.7)
            raise AttributeError(f"browser has no {name}" + (f"; did you mean browser.{near[0]}?" if near else ""))

        def __repr__(self):
            return f"<browser of session {session!r}>"

        @property
        def url(self):
            """Address of the page."""
            return self.get_url()["url"]

        @property
        def title(self):
            """Title of the page."""
            return self.get_title()["title"]

        @property
        def html(self):
            """The page as HTML."""
            return self.get_html()["html"]

        def wait(self, seconds):
            """Waits for a number of seconds."""
            ms = max(0, round(seconds * 1000))
            self.wait_time(ms, timeout=ms + 5000)

    for spec in methods:
        for name in (spec["name"], *spec["aliases"]):
            name = name + "_" if keyword.iskeyword(name) else name
            if not hasattr(Browser, name):
                setattr(Browser, name, method_of({**spec, "name": name}, channel))

    take, move, put = Browser.screenshot, Browser.scroll, Browser.fill

    def screenshot(self, path=None, **options):
        answer = take(self, path, **options)
        return Path(answer["saved"]).read_bytes() if path is not None else base64.b64decode(answer["screenshot"])

    def scroll(self, direction="down", amount=None, **options):
        key = "index" if direction == "to" else "amount"
        return move(self, direction, **({} if amount is None else {key: amount}), **options)

    def fill(self, *fields, **options):
        pairs = []
        for one in fields:
            if not isinstance(one, dict):
                pairs.append(one)
                continue
            for field, value in one.items():
                text = ("off", "on")[value] if isinstance(value, bool) else value
                pairs.append(str(field).replace("=", "\\=") + f"={text}")
        return put(self, *pairs, **options)

    for method, base in ((screenshot, take), (scroll, move), (fill, put)):
        method.__qualname__ = f"browser.{method.__name__}"
        method.__doc__ = base.__doc__
        setattr(Browser, method.__name__, method)
    Browser.fill.__doc__ += '\n\nAlso takes dictionaries: browser.fill({"Full name": "Ann", 7: True}).'
    Browser.screenshot.__doc__ += "\n\nReturns the image as bytes."
    return Browser()


class Namespace:
    """The variables of the code."""

    def __init__(self, browser):
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        sys.argv = [""]
        self.names = module.__dict__
        self.predefined = {"json": json, "re": re, "os": os, "Path": Path, "asyncio": asyncio, "browser": browser}
        self.names.update(self.predefined)
        self.loop = None

    def variables(self):
        own = {}
        for name, value in list(self.names.items()):
            if not name.startswith("_") and self.predefined.get(name) is not value:
                own[name] = type(value).__name__
        return own

    def execute(self, source, name, is_file):
        """Runs the source. Returns the value of its last line if that is an expression."""
        if self.loop is not None:
            # asyncio.run() removes the event loop when it ends.
            asyncio.set_event_loop(self.loop)
        # A file declares its own encoding. Code in a quoted argument may be indented.
        source = importlib.util.decode_source(base64.b64decode(source)) if is_file else textwrap.dedent(source)
        linecache.cache[name] = (len(source), None, f"{source}\n".splitlines(True), name)
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        tree = compile(source, name, "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True)
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body.pop().value)
        if is_file:
            self.names["__file__"] = name
            if os.path.dirname(name) not in sys.path:
                sys.path.insert(0, os.path.dirname(name))
        if tree.body:
            self.perform(compile(tree, name, "exec", flags, dont_inherit=True))
        return None if last is None else self.perform(compile(last, name, "eval", flags, dont_inherit=True))

    def perform(self, code):
        value = eval(code, self.names)
        return self.awaited(value) if code.co_flags & inspect.CO_COROUTINE else value

    def awaited(self, coroutine):
        if self.loop is None:
            self.loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self.loop)
        task = self.loop.create_task(coroutine)
        try:
            return self.loop.run_until_complete(task)
        except KeyboardInterrupt:
            task.cancel()
            self.loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
            raise


def exact_int(digits):
    value = int(digits)
    if abs(value) > MAX_EXACT:
        raise ValueError("changes in JavaScript")
    return value


def value_answer(value):
    """The answer for a value: as JSON if JSON represents it exactly, otherwise as its repr."""
    kind = "dict" if type(value) is Data else type(value).__name__
    if value is None:
        return {"result": None, "valueType": kind}
    shown = repr(value)
    try:
        text = json.dumps(value, allow_nan=False)
        if re.search(r"\d{16}", text):
            json.loads(text, parse_int=exact_int)
    except (TypeError, ValueError, RecursionError):
        text = None
    if len(text or shown) > MAX_RESULT:
        raise ValueError(f"the value is too large to be shown ({len(text or shown)} characters); write it to a file")
    if text is None:
        return {"result": shown, "valueType": kind}
    return {"result": json.loads(text), "valueType": kind, **({} if type(value) is int else {"repr": shown})}


def strip(trace):
    """Removes the frames of this file and of asyncio from a traceback and from those of its causes."""
    if trace is None:
        return
    library = os.path.dirname(asyncio.__file__)
    frames = list(trace.stack)
    while frames and (frames[0].filename == HERE or frames[0].filename.startswith(library)):
        frames.pop(0)
    trace.stack[:] = [frame for frame in frames if frame.filename != HERE]
    for other in (trace.__cause__, trace.__context__, *(getattr(trace, "exceptions", None) or ())):
        strip(other)


def error_answer(error):
    """The answer for an exception. Its message comes before the traceback."""
    if isinstance(error, SystemExit):
        if error.code is None or error.code == 0:
            return {"result": None, "valueType": "NoneType"}
        if isinstance(error.code, int):
            return {"error": f"the code ended with exit code {error.code}"}
        return {"error": str(error.code)}
    trace = traceback.TracebackException(type(error), error, error.__traceback__, compact=True)
    strip(trace)
    head = "".join(trace.format_exception_only()).strip()
    leads = trace.__cause__ or (trace.__context__ and not trace.__suppress_context__) or getattr(trace, "exceptions", None)
    body = "".join(trace.format() if leads else trace.stack.format()).rstrip()
    hint = error.hint if isinstance(error, SvcError) else None
    return {"error": f"{head}\n{body}".strip(), **({"hint": hint} if hint else {})}


def serve(start):
    channel = Channel()
    streams = {"stdout": os.dup(1), "stderr": os.dup(2)}
    namespace = Namespace(browser_of(start["methods"], start["session"], channel))
    active = False
    current_folder = None

    def interrupt(_signal, _frame):
        if active:
            raise KeyboardInterrupt

    def run(message):
        nonlocal active
        try:
            try:
                active = True
                return value_answer(namespace.execute(message["source"], message["name"], message["isFile"]))
            finally:
                active = False
        except BaseException as error:
            active = False
            return error_answer(error)

    def mark_end(mark):
        """Marks the end of the code's output on both streams."""
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        for descriptor in streams.values():
            os.write(descriptor, mark.encode())

    channel.send({"type": "ready"})
    while True:
        message = channel.runs.get()
        if message["type"] == "variables":
            channel.send({"type": "done", "id": message["id"], "variables": namespace.variables()})
            continue
        # The code may have replaced the handler.
        signal.signal(signal.SIGINT, interrupt)
        if message["cwd"] != current_folder:
            current_folder = message["cwd"]
            try:
                os.chdir(current_folder)
            except OSError:
                pass
        answer = run(message)
        mark_end(message["mark"])
        channel.send({"type": "done", "id": message["id"], **answer})


signal.signal(signal.SIGINT, lambda _signal, _frame: None)
end_with_daemon()
serve(json.loads(inbox.readline()))
