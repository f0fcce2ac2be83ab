"""Short names for what a module keeps to itself: what is renamed, and what must not be."""

import ast

import pytest
from lanternboard.base.errors import Refused
from lanternboard_host.image.short import shorten


def short(**modules: str) -> dict[str, str]:
    trees = {"lanternboard." + name: ast.parse(source) for name, source in modules.items()}
    shorten(trees)
    return {name: ast.unparse(trees["lanternboard." + name]) for name in modules}


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("class A:\n\n    def f(self):\n        self._much = 1", "class A:\n\n    def f(self):\n        self._1 = 1"),
        ("_table = 1\n\ndef f():\n    global _table\n    _table = 2", "_1 = 1\n\ndef f():\n    global _1\n    _1 = 2"),
        ("def f(_word):\n    return _word", "def f(_1):\n    return _1"),
        ("def _told():\n    pass\n_told()", "def _1():\n    pass\n_1()"),
        (
            "class A:\n\n    def _told(self):\n        self._told()",
            "class A:\n\n    def _1(self):\n        self._1()",
        ),
        (
            "class A:\n\n    def _told(self):\n        return getattr(self, '_' + word)",
            "class A:\n\n    def _told(self):\n        return getattr(self, '_' + word)",
        ),  # by name
        ("class A:\n\n    def _told(self):\n        other._told()", "class A:\n\n    def _told(self):\n        other._told()"),
        ("class _Told:\n    pass", "class _Told:\n    pass"),
        ("def f(other):\n    other._much = 1", "def f(_1):\n    _1._much = 1"),  # whose that is cannot be known
        (
            "class A:\n\n    def f(self):\n        self._m = getattr(self, '_m')",
            "class A:\n\n    def f(self):\n        self._m = getattr(self, '_m')",
        ),
        ("f(_word=1)\n_word = 2", "f(_word=1)\n_word = 2"),
        ("public = 1\n__name__ = 2", "public = 1\n__name__ = 2"),
        ("_1 = 1\n_much = 2", "_2 = 1\n_3 = 2"),
    ],
)
def test_a_private_name_is_short_where_nothing_else_can_mean_it(source, outcome):
    assert short(one=source)["one"] == outcome


def test_modules_share_short_names():
    made = short(one="_both = 1\n_mine = 2", two="_own = 4\n_both = 3")
    assert made == {"one": "_1 = 1\n_2 = 2", "two": "_2 = 4\n_1 = 3"}


@pytest.mark.parametrize("use", ["from .one import _both", "from . import one\none._both", "f(_both=1)", "x = '_both'"])
def test_a_private_name_that_another_module_says_stays_in_both(use):
    made = short(one="_both = 1\n\ndef _f():\n    pass", two=use)
    assert made == {"one": "_both = 1\n\ndef _1():\n    pass", "two": use}


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("def f(self):\n    self._x = 1", "lanternboard.one.f"),
        ("f = lambda self: self._x", "lanternboard.one.<lambda>"),
        ("f(**{'word': 1})", "lanternboard.one"),
        ("def f(word):\n    return '%(word)s' % locals()", "lanternboard.one"),
        ("getattr(other, '_' + verb)()", "lanternboard.one"),
        ("getattr(other, f'_{verb}')()", "lanternboard.one"),
    ],
)
def test_what_would_mean_other_names_than_it_says_is_refused(source, path):
    with pytest.raises(Refused) as refused:
        short(one=source)
    assert refused.value.path == path and refused.value.allowed


def test_public_names_may_be_asked_for_by_name():
    source = "getattr(other, verb)\nsetattr(other, 'pub' + verb, 1)\nf(**more)"
    assert short(one=source)["one"] == source


BASE = "class Base:\n\n    def __init__(self):\n        self._far = 1"


def derived(imports: str, base: str) -> str:
    return f"{imports}\n\nclass Derived({base}):\n\n    def g(self):\n        self._near = 2"


@pytest.mark.parametrize(
    ("imports", "base"),
    [
        ("from .one import Base", "Base"),
        ("from .one import Base as B", "B"),
        ("from . import one", "one.Base"),
        ("from . import one as first", "first.Base"),
        ("import lanternboard.one", "lanternboard.one.Base"),
        ("import lanternboard.one as first", "first.Base"),
        ("def f():\n    from . import one\n\n    class Inner(one.Base):\n        pass", "object"),
        ("from .between import Base", "Base"),
        ("from . import between", "between.Base"),
        ("from .third import Handed as B", "B"),
    ],
)
def test_a_class_and_its_base_in_another_module_share_no_short_name(imports, base):
    made = short(one=BASE, between="from .one import Base", third="from .between import Base as Handed", two=derived(imports, base))
    far, near = made["one"].split("self._")[1][0], made["two"].split("self._")[1][0]
    assert far.isdigit() and near.isdigit() and far != near


@pytest.mark.parametrize("base", ["Base", "made()", "[one.Base][0]"])
def test_a_base_that_is_not_found_is_refused_with_its_class(base):
    source = derived("from . import one\nBase = one.Base\n\ndef made():\n    return one.Base", base)
    with pytest.raises(Refused) as refused:
        short(one=BASE, two=source)
    assert refused.value.path == "lanternboard.two.Derived" and refused.value.allowed


@pytest.mark.parametrize(
    ("imports", "base"),
    [("", "Exception"), ("import io", "io.IOBase"), ("from io import IOBase", "IOBase"), ("class Own:\n    pass", "Own"), ("", "")],
)
def test_a_base_of_nobody_else_keeps_no_two_modules_apart(imports, base):
    made = short(one=BASE, two=derived(imports, base))
    assert "self._1 = 1" in made["one"] and "self._1 = 2" in made["two"]


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("def f(space, a):\n    return space + a", "def f(_1, a):\n    return _1 + a"),
        (
            "class A:\n\n    def f(self, spaces):\n        spaces.spaces = spaces",
            "class A:\n\n    def f(self, _1):\n        _1.spaces = _1",
        ),
        ("def f(word, most=word):\n    return most", "def f(_1, _2=word):\n    return _2"),  # a default is the module's
        ("def f(word):\n    pass\nf(word=1)", "def f(word):\n    pass\nf(word=1)"),  # somebody calls it so
        ("def f(word):\n    return _much + word", "def f(_2):\n    return _1 + _2"),
        ("f = lambda word: word + other", "f = lambda _1: _1 + other"),
        ("def f(word):\n    return lambda other: word + other", "def f(_1):\n    return lambda _2: _1 + _2"),
        ("def f(word):\n    return lambda word: word", "def f(_1):\n    return lambda _1: _1"),
        ("def f(word):\n    return [word for word in word]", "def f(_1):\n    return [_1 for _1 in _1]"),
        ("def f(word):\n    import word\n    return word", "def f(word):\n    import word\n    return word"),
        (
            "def f(word):\n\n    class A:\n        word = 1\n    return A.word",
            "def f(word):\n\n    class A:\n        word = 1\n    return A.word",
        ),
        ("def f(*words, **named):\n    return (words, named)", "def f(*words, **named):\n    return (words, named)"),
        (
            "def f(word):\n\n    def g():\n        nonlocal word\n        word = 1",
            "def f(word):\n\n    def g():\n        nonlocal word\n        word = 1",
        ),
    ],
)
def test_a_parameter_is_short_where_no_call_names_it(source, outcome):
    assert short(one=source)["one"] == outcome


def test_a_parameter_that_another_module_names_in_a_call_stays():
    made = short(one="def f(word, other):\n    return word + other", two="from .one import f\nf(1, other=2)")
    assert made["one"] == "def f(_1, other):\n    return _1 + other"
