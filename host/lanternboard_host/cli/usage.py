"""What was wrong with a command, in one sentence that says what is allowed there. Reads what Typer says about itself; runs nothing."""

from __future__ import annotations


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
    if context is None:
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


def _ended(text: str) -> str:
    return text if text.endswith("?") else text + "."


def _commands(context) -> str:
    commands = getattr(getattr(context, "command", None), "commands", None) or {}
    return f"Allowed: {', '.join(commands)}." if commands else ""
