"""Base class of the shapes of the API: attributes in snake case, times as datetime, amounts as Decimal."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation
from functools import cache
from types import UnionType
from typing import Any, Final, Self, TypeGuard, Union, cast, dataclass_transform, final, get_args, get_origin, get_type_hints


@final
class NotGiven:
    """Value of an argument that is left out. None is sent as null; this is not sent."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: Final = NotGiven()

# Signed URLs and tokens give access to whoever has them: `repr` masks them.
_SECRET = re.compile(r"(url|urls|secret|token|password|key)$")


@dataclass_transform(kw_only_default=True, eq_default=True)
class Model:
    """A shape of the API. `raw` is the JSON that it was read from, including members that this version of the SDK does not know."""

    raw: Mapping[str, Any]

    def __init__(self, **given: Any) -> None:
        known = _fields(type(self))
        unknown = given.keys() - known.keys()
        if unknown:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        for name, field in known.items():
            if name in given:
                value = given[name]
            elif field.is_required:
                raise TypeError(f"{type(self).__name__} needs {name}")
            else:
                value = field.default
            self.__dict__[name] = value
        self.__dict__["raw"] = {}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Self:
        """Never fails: a value that does not fit its type stays as it is in the JSON."""
        made = object.__new__(cls)
        values: dict[str, Any] = {"raw": raw}
        for name, field in _fields(cls).items():
            if field.wire in raw:
                values[name] = field.decode(raw[field.wire])
            else:
                values[name] = None if field.is_required else field.default
        made.__dict__.update(values)
        return made

    def to_json(self) -> dict[str, Any]:
        """The JSON to send: with the names of the API, without values that are NOT_GIVEN."""
        own = {field.wire: getattr(self, name) for name, field in _fields(type(self)).items()}
        return cast("dict[str, Any]", jsonable({**self.raw, **own}))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values() == cast(Model, other)._values()

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={_shown(name, value)}" for name, value in self._values().items())
        return f"{type(self).__name__}({shown})"

    def _values(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "raw"}


def _shown(name: str, value: object) -> str:
    if _SECRET.search(name) and value:
        return "'…'"
    return repr(value)


Decode = Callable[[Any], Any]


class _Field:
    __slots__ = ("decode", "default", "is_required", "wire")

    def __init__(self, wire: str, decode: Decode, is_required: bool, default: Any) -> None:
        self.wire = wire
        self.decode = decode
        self.is_required = is_required
        self.default = default


@cache
def _fields(cls: type[Model]) -> dict[str, _Field]:
    return {
        name: _Field(_camel(name), decoder(hint), not hasattr(cls, name), getattr(cls, name, None))
        for name, hint in get_type_hints(cls).items()
        if name != "raw"
    }


def _camel(name: str) -> str:
    """The name in the API: `cdp_url` is `cdpUrl`, `from_` is `from`."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name.rstrip("_"))


def attribute(wire: str) -> str:
    """The attribute of a name in the API."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda found: f"_{found[1].lower()}", wire)


def is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _same(value: Any) -> Any:
    return value


def _datetime(value: Any) -> Any:
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _decimal(value: Any) -> Any:
    try:
        return Decimal(value) if isinstance(value, str) else value
    except InvalidOperation:
        return value


@cache
def decoder(hint: Any) -> Decode:
    """A function that turns JSON into a value of the type `hint`."""
    origin = get_origin(hint)
    if origin is Union or origin is UnionType:
        found = [one for one in map(decoder, get_args(hint)) if one is not _same]
        return found[0] if len(found) == 1 else _same
    if origin is list or origin is Sequence:
        inner = decoder(get_args(hint)[0])
        return _same if inner is _same else lambda value: [inner(one) for one in value] if is_list(value) else value
    if origin is dict or origin is Mapping:
        inside = decoder(get_args(hint)[1])
        return _same if inside is _same else lambda value: {k: inside(v) for k, v in value.items()} if is_object(value) else value
    if hint is datetime:
        return _datetime
    if hint is Decimal:
        return _decimal
    if isinstance(hint, type) and issubclass(hint, Model):
        return lambda value: hint.from_json(value) if is_object(value) else value
    return _same


def jsonable(value: Any) -> Any:
    """Turns a value into JSON. Leaves out members that are NOT_GIVEN."""
    if isinstance(value, Model):
        return value.to_json()
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return {name: jsonable(one) for name, one in pairs if not isinstance(one, NotGiven)}
    if isinstance(value, (list, tuple)):
        return [jsonable(one) for one in cast("list[Any]", value)]
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.astimezone()).isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    return value
