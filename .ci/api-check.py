#!/usr/bin/env python3
"""Checks recorded calls of the bot against a machine-readable description of the Bot API.

    api-check.py RECORD…

A record is what the emulator writes: a JSON object a line, with a call's method, parameters and answer. The description
is aiogram's: methods and types of the newest Bot API as pydantic models. Checked are the names and types of all methods
and parameters the bot used, and everything the emulator answered: messages, updates, members. So neither the bot nor
the emulator checks itself. Exit code 1 and a list if anything is unknown or of the wrong type.
"""

import collections
import json
import sys
import typing

import aiogram
from aiogram import methods
from aiogram.types import BufferedInputFile
from pydantic import BaseModel, TypeAdapter, ValidationError

# A refused call may be refused for its form; what it was refused for is the emulator's tests' business.
DONE = 200


def method_named(name):
    """The model of a method, by the Bot API's name."""
    return getattr(methods, name[:1].upper() + name[1:], None)


def decoded(value, expected):
    """A parameter as the server understands it: JSON inside strings, uploads as files."""
    if isinstance(value, dict) and "$file" in value:
        return BufferedInputFile(b"", filename=value["$file"]["name"])
    may_be_text = expected.annotation is str or str in typing.get_args(expected.annotation)
    if isinstance(value, str) and value[:1] in ("[", "{") and not may_be_text:
        return json.loads(value)
    return value


def unknown_fields(value, path):
    """The fields below a value that its types do not have."""
    if isinstance(value, BaseModel):
        yield from (f"{path}.{name} is unknown" for name in value.model_extra or ())
        for name in type(value).model_fields:
            yield from unknown_fields(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from unknown_fields(item, f"{path}[{place}]")


def faults_of(value, expected, path):
    """Everything wrong with a value that should be of a type."""
    try:
        read = TypeAdapter(expected).validate_python(value)
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_context=False):
            place = ".".join(str(part) for part in fault["loc"])
            yield f"{path}: {place}: {fault['msg']} ({str(fault.get('input'))[:80]})"
        return
    yield from unknown_fields(read, path)


def check(call):
    """Everything wrong with one call."""
    name = call["method"]
    method = method_named(name)
    if method is None:
        yield f"there is no method {name}"
        return
    if call["status"] != DONE:
        return
    fields = method.model_fields
    # A file is sent under any name that another parameter refers to.
    sent = json.dumps(call["params"])
    params = {
        field: decoded(value, fields[field]) if field in fields else value
        for field, value in call["params"].items()
        if f"attach://{field}" not in sent
    }
    yield from faults_of(params, method, name)
    result = call["reply"]["result"]
    # What a test handed in as it stood may be of any shape: that the bot bears it is the test.
    if made_up := call.get("made_up"):
        result = [update for update in result if update["update_id"] not in made_up]
    yield from faults_of(result, method.__returning__, f"{name} answers")


def main(paths):
    """Checks every record; 0 if nothing is wrong."""
    counts = collections.Counter()
    faults = collections.Counter()
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                call = json.loads(line)
                counts[call["method"]] += 1
                faults.update(check(call))
    if not counts:
        print("no calls were recorded", file=sys.stderr)
        return 1
    for fault, times in faults.most_common():
        print(f"{fault}  [{times}×]", file=sys.stderr)
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    print(f"{counts.total()} calls against Bot API {aiogram.__api_version__}, {len(faults)} faults: {kinds}")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
