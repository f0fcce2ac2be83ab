"""What was wrong with a command, in one sentence that says what is allowed there. Reads what Typer says about itself; runs nothing."""

from __future__ import annotations

import re

NUMBERS = {"greater_than_equal": "is too small", "less_than_equal": "is too large"}
LONGEST = 40  # letters of a value that is told


def sentence(wrong: Exception) -> str:
    """For an exception of Typer with a `format_message`, and mostly a `ctx`."""
    text = wrong.format_message().strip()  # type: ignore[attr-defined]
    context = getattr(wrong, "ctx", None)
    if not text or type(wrong).__name__ == "NoArgsIsHelpError":
        return "which command? " + _commands(context)
    text = " ".join(text.split(" (Possible options", 1)[0].replace("Value error, ", "").split())
    text = text.replace(". Choose from: ", " (one of: ") + ")" if ". Choose from: " in text else text
    text = text.rstrip(".")
    text = text[0].lower() + text[1:]
    text = _number(wrong) or re.sub(r"^invalid value(?: for '?([^':]+)'?)?: ", lambda found: f"{found[1]}: " if found[1] else "", text)
    if context is None or "(allowed: " in text:
        return text
    value, one_of, choices = text.partition(" is not one of ")
    if one_of:  # what is allowed for the value, not what the command takes
        return f"{value} is none of those there are. Allowed: {choices.replace(chr(39), '')}."
    commands = getattr(context.command, "commands", None)
    if commands:
        return f"{_ended(text)} {_commands(context)}"
    options, places = [], []
    for parameter in context.command.params:
        names = [name for name in getattr(parameter, "opts", ()) if name.startswith("-")]
        if names:
            options.append(max(names, key=len))
        else:
            places.append((parameter.metavar or parameter.name or "").upper())
    allowed = " ".join([context.command_path, *places])
    return f"{_ended(text)} Allowed: {allowed}" + (f" with {', '.join(options)}" if options else "") + "."


def _number(wrong: Exception) -> str:
    """What is wrong with a number, and which are allowed; "" where something else is wrong."""
    parameter, errors = getattr(wrong, "param", None), getattr(wrong.__cause__, "errors", None)
    if errors is None or parameter is None:
        return ""
    first = errors()[0]
    if first["type"] not in NUMBERS and not first["type"].startswith("int_"):
        return ""
    value = str(first["input"])
    value = (value if len(value) <= LONGEST else value[:LONGEST] + "...") or "an empty text"
    least, most = getattr(parameter, "min", None), getattr(parameter, "max", None)
    if least is None:
        allowed = "a whole number, 7 or -7"
    else:
        allowed = f"{least} to {most}" if most is not None else f"{least} or more"
    name = parameter.get_error_hint().strip("'")
    return f"{name}: {value} {NUMBERS.get(first['type'], 'is no whole number')} (allowed: {allowed})"


def _ended(text: str) -> str:
    return text if text.endswith("?") else text + "."


def _commands(context) -> str:
    commands = getattr(getattr(context, "command", None), "commands", None) or {}
    return f"Allowed: {', '.join(commands)}." if commands else ""
