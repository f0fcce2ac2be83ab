"""Short names for what a module keeps to itself: what is renamed, and what must not be."""

import ast

import pytest
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
        ("def _told():\n    pass", "def _told():\n    pass"),  # a traceback names functions
        ("def f(other):\n    other._much = 1", "def f(other):\n    other._much = 1"),  # whose that is cannot be known
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


def test_a_name_in_two_modules_stays_and_others_are_shared():
    made = short(one="_both = 1\n_mine = 2", two="_both = 3\n_own = 4")
    assert made == {"one": "_both = 1\n_1 = 2", "two": "_both = 3\n_1 = 4"}


def test_a_class_and_its_base_in_another_module_share_no_short_name():
    base = "class Base:\n\n    def __init__(self):\n        self._far = 1"
    derived = "from .one import Base\n\nclass Derived(Base):\n\n    def g(self):\n        self._near = 2"
    made = short(one=base, two=derived)
    assert "self._1 = 1" in made["one"] and "self._2 = 2" in made["two"]
