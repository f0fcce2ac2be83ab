"""The worked pairs and refusals of tests/cases, byte for byte. Runs on CPython and on MicroPython."""

import json

from explain.asking import answered

CASES = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/cases/"


def lines_of(name):
    number = 0
    with open(CASES + name, "rb") as f:
        while True:
            line = f.readline()
            if not line:
                break
            number += 1
            yield number, line.rstrip(b"\n")


def test_G_T_M_X_worked_pairs_byte_for_byte():
    wrong = []
    for number, line in lines_of("explain.jsonl"):
        cut = line.index(b',"explanation":')
        if answered(line[len(b'{"scenario":') : cut]) != line[cut + len(b',"explanation":') : -1] + b"\n":
            wrong.append(number)
    assert number >= 84 and not wrong, wrong


def test_refusals_name_the_place():
    wrong = []
    for number, line in lines_of("refused.jsonl"):
        told = json.loads(answered(line[line.index(b'"scenario":') + 11 : -1], 4096, number))
        if told["path"] != json.loads(line)["path"] or told["line"] != number:
            wrong.append((number, told["path"]))
    assert number >= 18 and not wrong, wrong
