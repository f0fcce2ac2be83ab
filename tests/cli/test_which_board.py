"""A board is named the same way in every command that means one: --port; the older place behind the command stays."""

import pytest


@pytest.mark.parametrize("verb", ["new", "doctor", "identify", "serve", "connect"])
def test_port_is_an_option_of_every_command_and_the_place_stays(command, verb):
    more = ["--yes"] if verb == "new" else []
    told = []
    for given in (["no-such"], ["--port", "no-such"], ["no-such", "--port", "no-such"]):
        code, out, err = command(verb, *given, *more)
        if verb != "connect":  # which wants a terminal before it wants a board
            assert code == 3 and "no-such" in out + err
        told.append((code, out, err))
    assert told[0] == told[1] == told[2]
    code, _, err = command(verb, "one", "--port", "two", *more)
    assert code == 2 and "one and --port two are two boards" in err and "allowed: one of them" in err
