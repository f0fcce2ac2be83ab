"""What a scenario may not be, and which fault is told (scenario.md: limits and errors). Runs on CPython and on MicroPython."""

from explain.asking import answered, explained, path, scenario

A = '{"name":"A","at":[1,1]}'
B = '{"name":"B","at":[2,2]}'


def test_no_json_object_has_an_empty_path():
    good = scenario()
    assert path(good) is None
    for data in (
        b"",
        b" ",
        b"[]",
        b"1",
        b"null",
        b'"x"',
        b"{",
        good[:-1],
        good + b"}",
        good + b" 1",
        b"\xef\xbb\xbf" + good,
        good.replace(b":[]", b":[,]"),
        good.replace(b":[]", b":[],"),
        good.replace(b"[10,7]", b"[010,7]"),
        good.replace(b"[10,7]", b"[10,7,]"),
        good.replace(b"[10,7]", b"[+10,7]"),
        good.replace(b"[10,7]", b"[10,.7]"),
        good.replace(b"[10,7]", b"[10,7.]"),
        good.replace(b"[10,7]", b"[10,-]"),
        good.replace(b"[10,7]", b"[10,NaN]"),
        good.replace(b'"format"', b"'format'"),
        good.replace(b"format", b"for\tmat"),
        good.replace(b"format", b"for\\xmat"),
        good.replace(b"format", b"for\\u00emat"),
        good.replace(b"format", b"for\xffmat"),
        good.replace(b"format", b"for\xc0\xafmat"),
        good.replace(b"format", b"for\xed\xa0\x80mat"),
        good.replace(b"format", b"for\xf4\x90\x80\x80mat"),
        good.replace(b"format", b"for\xe2\x82mat"),
        good.replace(b":[]", b":\x00[]"),
        good.replace(b":[]", b":\xc2\xa0[]"),
    ):
        assert path(data) == "", data


def test_a_text_that_is_no_json_is_told_before_what_stands_earlier_in_it():
    assert path(b'{"colour":1,"format":2,]') == ""


def test_blanks_and_escapes_do_not_matter():
    spread = b' \t\r{ "\\u0066ormat" : "lanternboard\\/scenario/1" , "monster" : { "at" : [ 10 , 7 ] } , "survivors" : [ ] } '
    assert answered(spread) == answered(scenario())
    assert answered(spread, 1) == answered(scenario(), 7) == answered(scenario())


def test_unknown_keys_have_their_full_path():
    assert path(scenario('"colour":1')) == "colour"
    assert path(scenario('"":1')) == ""
    assert path(scenario('"board":{"colums":3}')) == "board.colums"
    assert path(scenario('"board":{"terrain":[{"at":[1,1],"blocks":[],"x y":[{"a":{}}]}]}')) == "board.terrain[0].x y"
    assert path(scenario("", '"at":[10,7],"Size":[2,2]')) == "monster.Size"
    assert path(scenario("", '"at":[10,7]', A + ',{"name":"B","at":[2,2],"hp":1}')) == "survivors[1].hp"
    assert path(scenario('"knockback":{"name":"A","spaces":1,"direction":"N"}', '"at":[10,7]', A)) == "knockback.direction"
    assert path(scenario('"' + "k" * 1000 + '":1')) == "k" * 1000
    assert path(scenario('"\\u00fc\\n\\"":1')) == '\u00fc\n"'


def test_a_repeated_key_is_told_where_it_is_repeated():
    assert path(scenario('"survivors":[]')) == "survivors"
    assert path(scenario("", '"at":[10,7],"at":[10,7]')) == "monster.at"
    assert path(scenario("", '"at":[10,7],"\\u0061t":[10,7]')) == "monster.at"
    assert path(scenario('"placement":0', '"at":[10,7],"at":[10,7]')) == "monster.at"
    assert path(scenario('"placement":0,"placement":1')) == "placement"


def test_of_several_faults_the_first_in_the_text_is_told():
    assert path(scenario('"placement":0,"colour":1')) == "placement"
    assert path(scenario('"colour":1,"placement":0')) == "colour"
    # what can only be told at the end counts where it stands
    assert path(scenario('"placement":0', '"at":[21,7]')) == "monster.at"
    assert path(scenario('"placement":0,"board":{"columns":4}', '"at":[10,7]', A)) == "monster.at"
    assert path(scenario('"board":{"columns":4},"placement":0', '"at":[1,7]', '{"name":"A","at":[4,1]}')) == "survivors[0].at"
    assert path(scenario('"priority_target":"C","colour":1', '"at":[10,7]', A)) == "priority_target"
    # a key that is missing is missing at the end of its object
    assert path(b'{"monster":{},"colour":1}') == "monster.at"
    assert path(b'{"colour":1,"monster":{}}') == "colour"
    assert path(b'{"monster":{"at":[1,1]},"survivors":[]}') == "format"
    assert path(b'{"format":"lanternboard/scenario/1"}') == "monster"


def test_what_must_be_there():
    assert path(b'{"format":"lanternboard/scenario/1","survivors":[]}') == "monster"
    assert path(b'{"format":"lanternboard/scenario/1","monster":{"at":[1,1]}}') == "survivors"
    assert path(scenario("", '"name":"M"')) == "monster.at"
    assert path(scenario("", '"at":[1,1]', '{"at":[5,5]}')) == "survivors[0].name"
    assert path(scenario("", '"at":[1,1]', '{"name":"A"}')) == "survivors[0].at"
    assert path(scenario('"board":{"terrain":[{"at":[1,1]}]}')) == "board.terrain[0].blocks"
    assert path(scenario('"board":{"terrain":[{"blocks":[]}]}')) == "board.terrain[0].at"
    assert path(scenario('"knockback":{"spaces":1}', '"at":[10,7]', A)) == "knockback.name"
    assert path(scenario('"knockback":{"name":"A"}', '"at":[10,7]', A)) == "knockback.spaces"
    assert path(scenario('"board":{},"knockback":null,"placement":null,"priority_target":null')) is None


def test_values_of_the_wrong_kind():
    for text, where in (
        ('"board":null', "board"),
        ('"board":[]', "board"),
        ('"board":{"columns":null}', "board.columns"),
        ('"board":{"columns":0}', "board.columns"),
        ('"board":{"rows":"16"}', "board.rows"),
        ('"board":{"terrain":null}', "board.terrain"),
        ('"board":{"terrain":{}}', "board.terrain"),
        ('"board":{"terrain":[[1,1]]}', "board.terrain[0]"),
        ('"board":{"terrain":[{"at":[1,1],"blocks":"sight"}]}', "board.terrain[0].blocks"),
        ('"board":{"terrain":[{"at":[1,1],"blocks":["sight",1]}]}', "board.terrain[0].blocks[1]"),
        ('"board":{"terrain":[{"at":[1,1],"blocks":["sight","sight"]}]}', "board.terrain[0].blocks[1]"),
        ('"board":{"terrain":[{"at":[1,1],"blocks":[null]}]}', "board.terrain[0].blocks[0]"),
        ('"board":{"terrain":[{"at":[22,1],"blocks":[]}]}', "board.terrain[0].at"),
        ('"everyone_is_threat":null', "everyone_is_threat"),
        ('"everyone_is_threat":0', "everyone_is_threat"),
        ('"priority_target":false', "priority_target"),
        ('"priority_target":""', "priority_target"),
        ('"pick_target":null', "pick_target"),
        ('"pick_target":[]', "pick_target"),
        ('"pick_target":"threat"', "pick_target"),
        ('"pick_target":["threat",null]', "pick_target[1]"),
        ('"pick_target":["threat","no target: a","no target: b"]', "pick_target[1]"),
        ('"pick_target":["threat, facing, facing"]', "pick_target[0]"),
        ('"placement":0', "placement"),
        ('"placement":61', "placement"),
        ('"placement":"6"', "placement"),
        ('"placement":1.0', "placement"),
        ('"placement":1e1', "placement"),
        ('"placement":1E1', "placement"),
        ('"placement":-0', "placement"),
        ('"placement":true', "placement"),
        ('"placement":' + "1" * 3000, "placement"),
        ('"knockback":false', "knockback"),
        ('"knockback":{"name":"A","spaces":-0}', "knockback.spaces"),
        ('"knockback":{"name":"A","spaces":31}', "knockback.spaces"),
        ('"knockback":{"name":null,"spaces":1}', "knockback.name"),
        ('"knockback":{"name":"C","spaces":1}', "knockback.name"),
    ):
        assert path(scenario(text, '"at":[10,7]', A)) == where, text


def test_values_of_the_wrong_kind_in_monster_and_survivors():
    for text, where in (
        ('"at":[10,7],"size":2', "monster.size"),
        ('"at":[10,7],"size":[0,0]', "monster.size"),
        ('"at":[10,7],"size":[9,9]', "monster.size"),
        ('"at":[10,7],"size":[2,2,2]', "monster.size"),
        ('"at":[10,7],"size":[2,2.0]', "monster.size"),
        ('"at":[10,7],"facing":"NE"', "monster.facing"),
        ('"at":[10,7],"facing":""', "monster.facing"),
        ('"at":[10,7],"facing":0', "monster.facing"),
        ('"at":[10,7],"movement":31', "monster.movement"),
        ('"at":[10,7],"movement":-1', "monster.movement"),
        ('"at":[10,7],"movement":-0', "monster.movement"),
        ('"at":[10,7],"movement_tokens":-31', "monster.movement_tokens"),
        ('"at":[10,7],"movement_tokens":1e0', "monster.movement_tokens"),
        ('"at":[10,7],"name":""', "monster.name"),
        ('"at":[10,7],"name":"\\u0007"', "monster.name"),
        ('"at":[10,7],"blind_spot":null', "monster.blind_spot"),
        ('"at":[10,7],"blind_spot":[[0,65]]', "monster.blind_spot[0]"),
        ('"at":[10,7],"blind_spot":[[0,2],[0,2],[0]]', "monster.blind_spot[2]"),
        ('"at":[10,7],"blind_spot":[[0,2],[0,[2]]]', "monster.blind_spot[1]"),
        ('"at":[10,7],"blind_spot":[' + ",".join(["[0,2]"] * 65) + "]", "monster.blind_spot"),
        ('"at":[10,-1]', "monster.at"),
        ('"at":[10,-0]', "monster.at"),
        ('"at":[10]', "monster.at"),
        ('"at":[10,7,1]', "monster.at"),
        ('"at":[[10],7]', "monster.at"),
        ('"at":{"x":1}', "monster.at"),
        ('"at":null', "monster.at"),
        ('"at":[0,0],"size":[8,8],"movement":31', "monster.movement"),
    ):
        assert path(scenario("", text)) == where, text
    assert path(b'{"format":"lanternboard/scenario/1","monster":[],"survivors":[]}') == "monster"
    assert path(b'{"format":"lanternboard/scenario/1","monster":{"at":[1,1]},"survivors":{}}') == "survivors"
    for text, where in (
        ("1", "survivors[0]"),
        ('{"name":"A","at":[1,1],"dead":0}', "survivors[0].dead"),
        ('{"name":"A","at":[1,1],"knocked_down":null}', "survivors[0].knocked_down"),
        ('{"name":"","at":[1,1]}', "survivors[0].name"),
        ('{"name":1,"at":[1,1]}', "survivors[0].name"),
        ('{"name":"A\\u0085","at":[1,1]}', "survivors[0].name"),
        ('{"name":"A\\u007f","at":[1,1]}', "survivors[0].name"),
        ('{"name":"A\x7f","at":[1,1]}', "survivors[0].name"),
        ('{"name":"A\\ud83d","at":[1,1]}', "survivors[0].name"),
        ('{"name":"\\ude00\\ud83d","at":[1,1]}', "survivors[0].name"),
        ('{"name":"' + "x" * 33 + '","at":[1,1]}', "survivors[0].name"),
        ('{"name":"' + "x" * 9000 + '","at":[1,1]}', "survivors[0].name"),
        ('{"name":"A","at":[1,16]}', "survivors[0].at"),
        (",".join(['{"name":"A","at":[1,1]}'] * 9), "survivors"),
    ):
        assert path(scenario("", '"at":[10,7]', text)) == where, text


def test_board_and_base_limits():
    assert path(scenario('"board":{"columns":64,"rows":16}')) is None
    assert path(scenario('"board":{"columns":16,"rows":64}')) is None
    assert path(scenario('"board":{"columns":33,"rows":32}')) == "board"
    assert path(scenario('"board":{"rows":47}')) == "board"
    assert path(scenario('"board":{"columns":4,"rows":4}', '"at":[0,0],"size":[5,5]')) == "monster.at"
    assert path(scenario('"board":{"columns":4,"rows":4}', '"at":[0,0],"size":[4,4]')) is None
    assert path(scenario('"board":{"terrain":[{"at":[11,8],"blocks":["sight","monster"]}]}')) == "monster.at"
    assert path(scenario('"board":{"terrain":[{"at":[11,8],"blocks":["sight","survivor"]}]}')) is None
    terrain = ",".join(['{"at":[1,1],"blocks":[]}'] * 256)
    assert path(scenario('"board":{"terrain":[' + terrain + "]}")) is None
    assert path(scenario('"board":{"terrain":[' + terrain + ',{"at":[1,1],"blocks":[]}]}')) == "board.terrain"
    entries = ",".join(['"threat"'] * 16)
    assert path(scenario('"pick_target":[' + entries + "]")) is None
    assert path(scenario('"pick_target":[' + entries + ',"threat"]')) == "pick_target"


def test_names_are_counted_in_characters_and_distinct_over_the_dead_too():
    for name in ("x" * 32, "\u706f" * 32, "\U0001f600" * 32, " ", '\\"\\\\'):
        assert path(scenario("", '"at":[10,7]', '{"name":"' + name + '","at":[1,1]}')) is None
    assert path(scenario("", '"at":[10,7]', '{"name":"' + "\U0001f600" * 33 + '","at":[1,1]}')) == "survivors[0].name"
    assert path(scenario("", '"at":[10,7]', '{"name":"\\ud83d\\ude00","at":[1,1]},{"name":"\U0001f600","at":[2,1]}')) == "survivors[1].name"
    assert path(scenario("", '"at":[10,7]', A + ',{"name":"A","at":[5,5],"dead":true}')) == "survivors[1].name"
    assert path(scenario('"pick_target":["no target: ' + "\u706f" * 69 + '"]')) is None
    assert path(scenario('"pick_target":["no target: ' + "\u706f" * 70 + '"]')) == "pick_target[0]"


def test_where_survivors_may_stand():
    two = A + ',{"name":"B","at":[1,1]}'
    assert path(scenario("", '"at":[10,7]', two)) == "survivors[1].at"
    assert path(scenario("", '"at":[10,7]', A + ',{"name":"B","at":[1,1],"dead":true}')) is None
    assert path(scenario("", '"at":[10,7]', '{"name":"A","dead":true,"at":[1,1]},' + B + ',{"name":"C","at":[1,1]}')) is None
    under = '{"name":"A","at":[11,8]}'
    assert path(scenario("", '"at":[10,7]', under)) == "survivors[0].at"
    assert path(scenario('"knockback":{"name":"A","spaces":1}', '"at":[10,7]', under)) is None
    assert path(scenario('"knockback":{"name":"B","spaces":1}', '"at":[10,7]', under + "," + B)) == "survivors[0].at"
    assert path(scenario("", '"at":[10,7]', '{"name":"A","at":[11,8],"dead":true}')) is None
    bar = '"board":{"terrain":[{"at":[1,1],"blocks":["survivor"]}]}'
    assert path(scenario(bar, '"at":[10,7]', A)) == "survivors[0].at"
    assert path(scenario(bar, '"at":[10,7]', '{"name":"A","at":[1,1],"dead":true}')) is None
    assert path(scenario("", '"at":[10,7]', '{"name":"A","at":[30,1],"dead":true}')) == "survivors[0].at"


def test_the_dead_as_targets_of_what_is_asked():
    dead = '{"name":"A","at":[1,1],"dead":true},' + B
    assert path(scenario('"knockback":{"name":"A","spaces":1}', '"at":[10,7]', dead)) == "knockback.name"
    told = explained(scenario('"priority_target":"A","pick_target":["closest survivor"]', '"at":[10,7]', dead))
    assert told["pick"]["candidates"] == ["B"] and [s["name"] for s in told["survivors"]] == ["B"]


def test_what_needs_a_faulty_value_is_not_told():
    # before the board in the text, but measured by it
    assert path(scenario('"board":{"columns":65}', '"at":[40,7]')) == "board.columns"
    assert path(scenario('"board":{"columns":40,"rows":40}', '"at":[10,7]', '{"name":"A","at":[50,1]}')) == "board"
    assert path(scenario('"priority_target":"B"', '"at":[10,7]', '{"name":1,"at":[1,1]}')) == "survivors[0].name"
    assert path(scenario('"knockback":{"name":1,"spaces":1}', '"at":[10,7]', '{"name":"A","at":[10,7]}')) == "knockback.name"
    # off every board all the same
    assert path(scenario('"board":{"columns":65}', '"at":[70,7]')) == "monster.at"


def test_deep_long_and_many_are_no_danger():
    deep = b"[" * 20000
    assert path(deep) == ""
    assert path(deep + b"]" * 20000) == ""
    assert path(b'{"x":' + deep + b"]" * 20000 + b"}") == "x"
    assert path(b'{"x":' + deep + b"]" * 19999 + b"}") == ""
    assert path(b'{"x":' + b'[{"a":' * 500 + b"1" + b"}]" * 500 + b"}") == "x"
    assert path(b'{"x":' + b'[{"a":' * 5000 + b"1" + b"}]" * 5000 + b"}") == "x"
    assert path(b'{"x":' + b'[{"a":' * 2000 + b"1" + b"}]" * 1999 + b"}") == ""
    for n in (100, 600):
        nested = '[{"a":' * n + "1" + "}]" * n
        assert path(scenario('"x":' + nested)) == "x"
        assert path(scenario("", '"at":[1,' + nested + "]")) == "monster.at"
        assert path(scenario("", '"at":[10,7],"blind_spot":[[0,2],[' + nested + ",1]]")) == "monster.blind_spot[1]"
        assert path(scenario('"pick_target":[' + '"threat",' * 16 + nested + "]")) == "pick_target"
        assert path(scenario("", '"at":[10,7]', nested)) == "survivors[0]"
    assert path(b'{"monster":"' + b"y" * 20000 + b'"}') == "monster"
    assert path(b'{"monster":' + b"9" * 20000 + b"}") == "monster"
    assert len(path(b'{"' + b"k" * 20000 + b'":1}')) > 1000


def test_errors_are_canonical_lines():
    from explain.asking import Source
    from lanternboard.explain import lines

    out = bytearray()
    done = lines.answer(Source(scenario('"\\u00fc\\u0001\\\\":1')), out.extend, "gr\u00fc\u00df.jsonl", 12)
    start = '{"format":"lanternboard/error/1","file":"gr\u00fc\u00df.jsonl","line":12,"path":"\u00fc\\u0001\\\\","message":"'
    assert not done and bytes(out).startswith(start.encode()) and bytes(out).endswith(b'"}\n')
