"""The loops behind whom a route runs over: layer by layer along all most direct routes at once, each place with the family of all
sets of survivors that some route to it runs over. Same form as kernel.py, whose cells and ARGS these are; movement.py says what
the numbers mean."""

from ..base.viper import micropython, ptr8, ptr16, ptr32


@micropython.viper
def advance(dist: ptr8, slots: ptr16, now: ptr16, new: ptr16, args: ptr32) -> int:
    """One layer of routes further: from the cells in `now` to every neighbour whose `dist` is the wanted value. Each goes into
    `new`, gets the mark, and `slots[cell]` is its place there. Returns how many there are (at most 3 * len(now) + 1).
    args: 0 columns, 20 cells in `now`, 21 wanted value, 22 mark."""
    stride = int(args[0]) + 1
    end = int(args[20])
    want = int(args[21])
    mark = int(args[22])
    count = 0
    i = 0
    while i < end:
        p = int(now[i])
        k = 0
        q = p - stride
        while k < 4:
            if int(dist[q]) == want:
                dist[q] = mark
                slots[q] = count
                new[count] = q
                count += 1
            k += 1
            if k == 1:
                q = p + 1
            elif k == 2:
                q = p + stride
            else:
                q = p - 1
        i += 1
    return count


@micropython.viper
def merge(dist: ptr8, slots: ptr16, layer: ptr16, old: ptr16, new: ptr16, args: ptr32):
    """The sets of survivors that routes to each cell of `layer` run over. A family of sets is a bitmap of 1 << k bits in
    halfwords: bit m says that the set m occurs. A cell's family is the union of those (in `old`) of the cells it can be
    entered from; then every survivor under the base there joins every set; it goes into `new`.
    args: 0 columns, 2 n, 20 cells in `layer`, 22 mark of the layer before, 23 survivors k, 24 halfwords a family;
    from 25: (row + 1) * 64 + column of survivor j."""
    stride = int(args[0]) + 1
    n = int(args[2])
    total = int(args[20])
    mark = int(args[22])
    k = int(args[23])
    words = int(args[24])
    i = 0
    while i < total:
        q = int(layer[i])
        base = i * words
        w = 0
        while w < words:
            new[base + w] = 0
            w += 1
        side = 0
        p = q - stride
        while side < 4:
            if int(dist[p]) == mark:
                source = int(slots[p]) * words
                w = 0
                while w < words:
                    new[base + w] = int(new[base + w]) | int(old[source + w])
                    w += 1
            side += 1
            if side == 1:
                p = q + 1
            elif side == 2:
                p = q + stride
            else:
                p = q - 1
        y = q // stride
        x = q - y * stride
        j = 0
        while j < k:
            where = int(args[25 + j])
            dx = (where & 63) - x
            dy = (where >> 6) - y
            if dx >= 0 and dx < n and dy >= 0 and dy < n:
                if j < 4:
                    # inside each halfword: the sets without j move up to the sets with j
                    low = 0x5555
                    if j == 1:
                        low = 0x3333
                    elif j == 2:
                        low = 0x0F0F
                    elif j == 3:
                        low = 0x00FF
                    shift = 1 << j
                    w = 0
                    while w < words:
                        v = int(new[base + w])
                        new[base + w] = (v & (0xFFFF - low)) | ((v & low) << shift)
                        w += 1
                else:
                    bit = 1 << (j - 4)
                    w = 0
                    while w < words:
                        if (w & bit) == 0:
                            new[base + w + bit] = int(new[base + w + bit]) | int(new[base + w])
                            new[base + w] = 0
                        w += 1
            j += 1
        i += 1


@micropython.viper
def next_set(families: ptr16, family: int, after: int, k: int) -> int:
    """The set that follows `after` (-1 for the first) in the family at `family`; -1 at the end. Smallest first, then by the
    highest value. Survivor j is bit k-1-j of the numbers here, so the highest value is the one whose first differing member comes first."""
    size = 0
    m = (1 << k) - 1
    if after >= 0:
        v = after
        while v:
            v &= v - 1
            size += 1
        m = after - 1
    while size <= k:
        while m >= 0:
            if int(families[family + (m >> 4)]) & (1 << (m & 15)):
                v = m
                members = 0
                while v:
                    v &= v - 1
                    members += 1
                if members == size:
                    return m
            m -= 1
        size += 1
        m = (1 << k) - 1
    return -1


@micropython.viper
def plan(dist: ptr8, queue: ptr16, plans: ptr16, args: ptr32):
    """How to go on from every cell of `queue` (a flood's, its sources first) to a source with the fewest bends. plans[cell]: those
    bends, times 256, for who may start towards any side; bits 0-3 the first sides that need no more, 4-7 those that need one
    more. Who comes by a side of bits 0-3 goes straight on; any other turns, at one bend more, or goes on by a side of bits 4-7.
    args: 0 columns, 4 sources, 7 cells in `queue`."""
    stride = int(args[0]) + 1
    sources = int(args[4])
    total = int(args[7])
    i = 0
    while i < total:
        p = int(queue[i])
        want = int(dist[p]) - 1
        if want == 0:
            want = 252
        fewest = 0
        best = 15
        more = 0
        if i >= sources:
            fewest = 255
            q = p - stride
            k = 0
            while k < 4:
                if int(dist[q]) == want:
                    v = int(plans[q])
                    n = v >> 8
                    if (v & (1 << k)) == 0:
                        n += 1
                    if n < fewest:
                        more = best if n + 1 == fewest else 0
                        fewest = n
                        best = 0
                    if n == fewest:
                        best |= 1 << k
                    elif n == fewest + 1:
                        more |= 1 << k
                k += 1
                if k == 1:
                    q = p + 1
                elif k == 2:
                    q = p + stride
                else:
                    q = p - 1
        plans[p] = fewest << 8 | more << 4 | best
        i += 1
