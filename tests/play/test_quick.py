"""The rules made quicker for CPython do what their source does: every kernel on random boards, and whole journals."""

import importlib.util
import random
import subprocess
import sys
from array import array

from lanternboard.rules import families, kernel, showdown
from lanternboard_host.play.quick import quicken, rewrite
from lanternboard_host.play.simulate import Setting, one, seed_of
from sizes import SEED, count


def as_written(module):
    """The module made anew from its file, with nothing changed."""
    spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def kernels(module):
    return {name: each for name, each in vars(module).items() if hasattr(each, "__code__") and "int" in each.__code__.co_names}


def test_a_quick_kernel_has_no_casts_and_a_quick_function_no_imports():
    made = as_written(kernel)
    written = kernels(made)
    assert len(written) > 10
    quicken(made)
    assert not kernels(made)
    assert all(vars(made)[name] is each for name, each in written.items()), "whoever knows the function already has the quick one"

    made = as_written(showdown)
    assert "hunters" in made._run.__code__.co_varnames
    quicken(made)
    assert not {"hunters", "beast", "paper"} & set(made._run.__code__.co_varnames)
    assert made.hunters is sys.modules["lanternboard.rules.hunters"]


def all_that_kernels_do(kernel, families, seed):
    """One random board, every kernel on it; what each left behind."""
    draw = random.Random(seed)
    columns, rows = draw.choice(((1, 1), (2, 3), (5, 9), (22, 16), (64, 16)))
    n = draw.randint(1, 3)
    spaces = columns * rows
    terrain = bytearray(draw.choice((0, 0, 0, 0, 1, 2, 4, 7)) if draw.random() < 0.7 else 0 for _ in range(spaces))
    made = []
    args = array("i", [0] * 40)
    args[0], args[1], args[2], args[3] = columns, rows, n, draw.choice((1, 2, 4))
    args[8], args[9] = 0, draw.randint(0, 4)
    args[10], args[11] = draw.randrange(columns), draw.randrange(rows)
    args[12], args[13] = draw.randint(args[10], columns), draw.randint(args[11], rows)
    args[14], args[15] = draw.randrange(columns), draw.randrange(rows)
    args[16] = draw.randint(1, 8)
    args[17], args[18] = draw.randrange(columns), draw.randrange(rows)
    size = kernel.cells(columns, rows)
    dist, queue, bits = bytearray(size), array("H", bytes(2 * size)), bytearray((spaces + 7) // 8 + 1)

    def keep(found):
        made.append((found, bytes(dist), queue.tobytes(), bytes(bits), args.tobytes()))

    keep(kernel.prepare(dist, terrain, args))
    keep(kernel.gather(dist, bits, args))
    keep(kernel.fill(bits, args, draw.randrange(2)))
    keep(kernel.ring(bits, terrain, args))
    keep(kernel.hide(bits, terrain, args))
    args[4] = kernel.beside(dist, queue, args)
    keep(args[4])
    args[5], args[6] = draw.choice((-1, 0, 1, 4, 30)), draw.choice((-1, draw.randrange(size)))
    keep(kernel.flood(dist, queue, args))
    keep(kernel.reached(queue, bits, args))
    keep(kernel.rim(queue, bits, args))
    plans = array("H", bytes(2 * size))
    families.plan(dist, queue, plans, args)
    keep(plans.tobytes())
    keep(kernel.nearest(dist, queue, args))
    if args[7]:
        at = queue[draw.randrange(args[7])]
        layer, sets = array("H", bytes(8)), array("H", bytes(32))
        args[20], args[21], args[22] = 1, max(1, dist[at] - 1), 254
        dist[at] = 253
        queue[at] = 0
        count = args[20] = families.advance(dist, queue, array("H", [at]), layer, args)
        args[22], args[23], args[24] = 253, 3, 1
        for j in range(3):
            args[25 + j] = draw.randint(1, rows) * 64 + draw.randrange(columns)
        families.merge(dist, queue, layer, array("H", [draw.randrange(1, 256)]), sets, args)
        keep(sets.tobytes())
        for family in range(count):
            keep([families.next_set(sets, family, after, 3) for after in (-1, 0, 3, 5)])
    return made


def test_every_quick_kernel_does_what_its_source_does_on_random_boards():
    written, quick = (as_written(kernel), as_written(families)), (as_written(kernel), as_written(families))
    quicken(*quick)
    for k in range(count(40, 400, 20000)):
        assert all_that_kernels_do(*quick, SEED + k) == all_that_kernels_do(*written, SEED + k), SEED + k
    rewrite(quick[0])
    assert quick[0].flood is not written[0].flood
    for k in range(count(60, 1000, 50000)):
        assert all_that_kernels_do(*quick, SEED - k) == all_that_kernels_do(*written, SEED - k), SEED - k


def test_showdowns_are_the_same_to_the_journals_with_and_without():
    code = (
        "from lanternboard_host.play import quick; quick.quicken = quick.rewrite = lambda *modules: None\n"
        "from lanternboard_host.play.simulate import *\n"
        "for players in ('random', 'sensible'): print(one(Setting(players=players), seed_of(3, 0)).journals)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.split() == [one(Setting(players=players), seed_of(3, 0)).journals for players in ("random", "sensible")]
