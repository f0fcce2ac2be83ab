"""`lanternboard settings pull|check|push`: a table.json goes from a board to a file and back byte for byte, and what is wrong with one is
told where it is read, before any board has it."""

import json
import os
import random
import threading

import pytest
from lanternboard.base.errors import Refused
from lanternboard.settings import table
from lanternboard_host.cli import run
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.image import image
from lanternboard_host.link import Client
from sizes import SEED, count

FORMAT = '{"format":"lanternboard/settings/1"'
RIGHT = 3


VERB = "settings"


@pytest.mark.parametrize(
    ("content", "path", "words"),
    [
        ("", "", "the file is empty"),
        ("{", "", "JSON"),
        (FORMAT + ",}", "", "JSON"),
        (FORMAT + ',"watchdog_ms":2000,"watchdog_ms":2000}', "watchdog_ms", "twice"),
        (FORMAT + ',"colour":1}', "colour", "unknown key"),
        (FORMAT + ',"names":5}', "names", "not a list"),
        (FORMAT + ',"buttons":{"left":2}}', "buttons.left", "the pin of buttons.up"),
        (FORMAT + "}" + " " * 9000, "", "at most 8,192"),
    ],
)
def test_what_is_wrong_is_told_with_path_and_what_is_allowed_and_no_board_gets_it(command, tmp_path, content, path, words):
    file = tmp_path / "table.json"
    file.write_text(content)
    code, out, err = command("check", file)
    assert (code, out) == (1, "") and err.count("\n") == 1 and words in err
    assert (f"{file}, line 1, column" if words == "JSON" else f"{file}: {path}") in err
    told = json.loads(command("check", file, "--json")[1])
    assert told["format"] == "lanternboard/error/1" and told["path"] == path and told["file"] == str(file)
    assert command("push", file, "--port", "no-such-board") == (1, "", err), "no board was looked for"


def test_a_kind_of_board_has_the_pins_that_it_has(command):
    content = (FORMAT + ',"buttons":{"next":29}}').encode()
    assert command("check", "-", "--profile", "esp32-s3", stdin=content)[0] == 1 and "29" in command("check", "-", stdin=content)[2]
    code, out, err = command("check", "-", "--profile", "pico", stdin=content)
    assert (code, out) == (1, "") and "buttons.next: a pico has no GPIO 29" in err and "0-28" in err
    assert command("check", "-", "--profile", "pico", stdin=content.replace(b"29", b"28"))[0] == 0
    for display, path in (('{"i2c":1}', "sda"), ('{"sda":22}', "sda"), ('{"scl":23}', "scl"), ('{"i2c":1,"sda":26,"scl":21}', "scl")):
        content = (FORMAT + f',"display":{display}}}').encode()
        code, _, err = command("check", "-", "--profile", "pico", stdin=content)
        assert code == 1 and f"display.{path}: bus" in err
    for display in ('{"i2c":1,"sda":26,"scl":27}', '{"kind":"none","sda":22}'):
        assert command("check", "-", "--profile", "pico", stdin=(FORMAT + f',"display":{display}}}').encode())[0] == 0
    code, _, err = command("check", "-", "--profile", "toaster", stdin=content)
    assert code == 2 and "pico" in err


def test_without_a_profile_the_pins_are_a_picos_and_that_is_said(command):
    code, out, err = command("check", "-", stdin=FORMAT + ',"buttons":{"back":35}}')
    assert (code, out) == (1, "") and "buttons.back: a pico has no GPIO 35" in err and "--profile" in err
    told = json.loads(command("check", "-", "--json", stdin=FORMAT + ',"buttons":{"back":35}}')[1])
    assert told["path"] == "buttons.back" and "--profile" in told["allowed"]
    assert command("check", "-", stdin=FORMAT + "}")[1].endswith("22 x 16 on a pico (another kind of board: --profile)\n")
    assert command("check", "-", "--profile", "pico", stdin=FORMAT + "}")[1].endswith("22 x 16 on a pico\n")
    code, out, err = command("check", "-", "--profile", "emulated", stdin=FORMAT + ',"buttons":{"back":35}}')
    assert (code, err) == (0, "") and "pins are not looked at for the profile emulated" in out


def test_json_is_the_whole_settings_that_a_file_means(command):
    code, out, err = command("check", "-", "--json", stdin=(FORMAT + ',"watchdog_ms":2000}').encode())
    assert (code, err) == (0, "") and json.loads(out) == {**table.defaults(), "watchdog_ms": 2000}


def test_files_that_are_none(command, board, tmp_path):
    for args in (("check", tmp_path), ("push", tmp_path / "no"), ("pull", tmp_path), ("pull", tmp_path / "no/x")):
        code, out, err = command(*args)
        assert (code, out) == (2, "") and str(args[1]) in err and err.count("\n") == 1
    (tmp_path / "mine").write_text("not to be lost")
    code, _, err = command("pull", tmp_path / "mine", "--port", board.port)
    assert code == 2 and "--force" in err and (tmp_path / "mine").read_text() == "not to be lost"
    assert command("push", "-", "--port", "no-such", stdin=(FORMAT + "}").encode())[0] == 3


def test_pull_and_push_keep_every_byte_and_the_showdown_goes_on(command, board, tmp_path):
    starts = list(board.causes)
    with Client(board.port) as client:
        client.new()
        n = client.request("answer", n=client.table["n"], choice="white-lion")["n"]
        journal = client.get("journal")
    content = ("\n\n  " + FORMAT + ' ,\t"names" : [ "\\u00dcnal" ],\r\n "watchdog_ms":2000 } \n').encode()
    code, out, err = command("push", "-", "--port", board.port, stdin=content)
    assert (code, err) == (0, "") and "from its next start on" in out and board.causes == starts
    file = tmp_path / "table.json"
    assert command("pull", file, "--port", board.port)[0] == 0 and file.read_bytes() == content
    assert command("pull", "-", "--port", board.port) == (0, content.decode(), "")
    code, out, err = command("push", file, "--port", board.port, "--restart")
    assert (code, err) == (0, "") and "plays by it" in out and board.causes == [*starts, "reset"]
    assert "next showdown" in out and "`lanternboard new` begins one" in out, "its names are not this showdown's"
    with Client(board.port) as client:
        assert client.request("settings", key="watchdog_ms")["text"] == "2000"
        assert client.get("journal") == journal and client.table["n"] == n, "it came back where it was"
        client.request("answer", n=n, choice=1)


def test_what_a_showdown_keeps_is_told_where_the_file_says_it_only(command, board):
    for said, told in ((',"brightness":40', False), (',"board":{"columns":20}', True), (',"names":[]', True), ("", False)):
        out = command("push", "-", "--port", board.port, stdin=FORMAT + said + "}")[1]
        assert ("next showdown" in out) == told, said


def test_a_restart_waits_until_a_key_is_let_go_and_loses_no_answer(board):
    with Client(board.port) as client:
        starts = len(board.causes)
        client.new(level="lights")
        n = client.request("answer", n=client.table["n"], choice="white-lion")["n"]
        board.edge(RIGHT, True)
        client.request("restart")
        for _ in range(30):  # answers go on while a key is down
            n = client.request("undo", n=n)["n"]
            n = client.request("redo", n=n)["n"]
        assert len(board.causes) == starts
        board.edge(RIGHT, False)
        after = 0
        while after < 10:  # and through the restart: what was confirmed counts, once
            n = client.request("undo", n=n)["n"]
            n = client.request("redo", n=n)["n"]
            after += len(board.causes) > starts
        assert board.causes[starts:] == ["reset"] and len(client.get("journal").splitlines()) == n


def test_a_board_with_a_bad_table_json_gives_it_back_and_a_good_one_mends_it(command, tmp_path):
    made = image("emulated", tmp_path / "image")
    bad = FORMAT.encode() + b',"names":["Erza",'
    (made / "table.json").write_bytes(bad)
    with EmulatedBoard(made) as board:
        board.start()
        board.started()
        code, out, err = command("pull", "-", "--port", board.port)
        assert (code, out.encode()) == (0, bad) and "table.json: not JSON" in err and err.count("\n") == 1
        assert run(["doctor", board.port]) == 1
        code, _, err = command("push", "-", "--port", board.port, "--restart", stdin=bad + b'"Lucy"]}')
        assert (code, err) == (0, "")
        with Client(board.port) as client:
            assert not client.table["safe"] and client.request("settings", key="names")["text"] == "Erza, Lucy"


def test_a_folder_where_table_json_belongs_gives_way_to_a_file(command, tmp_path):
    made = image("emulated", tmp_path / "image")
    (made / "table.json").unlink()
    (made / "table.json").mkdir()
    (made / "table.json" / "mine").write_text("kept")
    with EmulatedBoard(made) as board:
        board.start()
        board.started()
        code, out, err = command("pull", "-", "--port", board.port)
        assert (code, out) == (1, "") and "table.json: no such file on this board" in err and "settings push" in err
        assert command("push", "-", "--port", board.port, "--restart", stdin=(FORMAT + "}").encode())[0] == 0
        with Client(board.port) as client:
            assert not client.table["safe"]
    assert os.listdir(made / "table.json") == ["mine"]


def test_a_power_cut_in_the_middle_of_a_push_leaves_the_old_file_or_the_new_one(tmp_path):
    dice = random.Random(SEED)
    with EmulatedBoard() as board:
        board.start()
        board.started()
        old = None
        for k in range(count(2, 20, 200)):
            new = (FORMAT + ',"watchdog_ms":%d}' % (2000 + k)).encode() + b" " * 4000
            with Client(board.port) as client:
                old = client.get("settings")

                def put(client=client, new=new):
                    try:
                        client.put("settings", new, timeout=2)
                    except Refused:
                        pass  # it went away

                pushing = threading.Thread(target=put)
                pushing.start()
                pushing.join(dice.random() * 0.4)
                board.kill()
                client.close()
                pushing.join()
            board.start()
            board.started()
            with Client(board.port) as client:
                assert client.get("settings") in (old, new) and not client.table["safe"]
