"""The loops of the JSON reader (jsonread.py): a scanner for everything but the inside of strings, and one for that. Machine code on a
board; on CPython the same lines run as plain Python. They check the grammar of RFC 8259 and UTF-8 to the letter and keep
their place between two buffers in an array of registers; they raise nothing and allocate nothing."""

from .viper import micropython, ptr8, ptr32

# What a scanner tells: 0 the buffer is used up, 1-10 an event of jsonread.py, or why it cannot go on by itself.
BAD, DEEP, IN_STRING, FULL = 11, 12, 13, 14

# Registers both kernels share: where they are, and what they keep between two buffers.
R_POS, R_STOP, R_STATE, R_RUNS, R_RUNS_ROOM, R_DEPTH, R_SKIP, R_BASE, R_START = range(9)
R_NUMBER, R_NUMBER_FLAGS, R_IS_KEY, R_TEXT, R_TEXT_ROOM, R_COUNT, R_FLAGS, R_HIGH, R_WAIT, R_DROP = range(9, 19)


@micropython.viper
def scan(g: ptr32, buf: ptr8, nest: ptr8) -> int:
    """Reads until there is something to tell; 0: the buffer is used up. Registers by their number above.

    States (2): 0 a value, 1 a value or ], 2 a key or }, 3 a key, 4 a colon, 5 a comma or the end of what is open; 20 a number's first
    digit, 21 after its leading 0, 22 in its digits, 23 after the point, 24 in the fraction, 25 after e, 26 after e's sign, 27 in
    the exponent; 31-33 the letters r u e, 34-37 a l s e, 38-40 u l l."""
    pos = int(g[0])
    stop = int(g[1])
    state = int(g[2])
    skip = int(g[6])
    event = 0
    while event == 0 and pos < stop:
        c = int(buf[pos])
        if state < 10:
            if c == 32 or c == 10 or c == 13 or c == 9:
                pos += 1
            elif state == 5:
                pos += 1
                runs = int(g[3])
                top = 0
                if runs > 0:
                    top = int(nest[runs - 1])
                # bit 7 of a run: objects
                if c == 44 and runs > 0:
                    state = 0
                    if top & 128:
                        state = 3
                elif (c == 125 and top & 128) or (c == 93 and runs > 0 and (top & 128) == 0):
                    if top & 127 == 1:
                        g[3] = runs - 1
                    else:
                        nest[runs - 1] = top - 1
                    depth = int(g[5]) - 1
                    g[5] = depth
                    if skip == 0 or depth < skip:
                        skip = 0
                        event = 4
                        if c == 125:
                            event = 2
                else:
                    event = 11
            elif state == 4:
                pos += 1
                state = 0
                if c != 58:
                    event = 11
            elif (state == 1 and c == 93) or (state == 2 and c == 125):
                state = 5  # what is empty closes as what is not
            elif c == 34:
                g[8] = int(g[7]) + pos
                pos += 1
                g[11] = state >> 1  # 2 and 3 ask for a key
                event = 13
            elif state >= 2:
                event = 11
            else:
                g[8] = int(g[7]) + pos
                if c == 123 or c == 91:
                    kind = 0
                    if c == 123:
                        kind = 128
                    runs = int(g[3])
                    top = 127
                    if runs > 0:
                        top = int(nest[runs - 1])
                    if (top & 128) == kind and (top & 127) < 127:
                        nest[runs - 1] = top + 1
                    elif runs == int(g[4]):
                        event = 12
                    else:
                        nest[runs] = kind | 1
                        g[3] = runs + 1
                    if event == 0:
                        pos += 1
                        g[5] = int(g[5]) + 1
                        state = 1
                        if kind:
                            state = 2
                        if skip == 0:
                            event = 3
                            if kind:
                                event = 1
                elif c == 45 or (c >= 48 and c <= 57):
                    g[9] = 0
                    g[10] = 0
                    state = 20
                    if c == 45:
                        g[10] = 1
                        pos += 1
                elif c == 116:
                    state = 31
                    pos += 1
                elif c == 102:
                    state = 34
                    pos += 1
                elif c == 110:
                    state = 38
                    pos += 1
                else:
                    event = 11
        elif state < 30:
            digit = 0
            if c >= 48 and c <= 57:
                digit = 1
            if digit and state != 21:
                pos += 1
                if state == 20:
                    state = 22
                    if c == 48:
                        state = 21
                    g[9] = c - 48
                elif state == 22:
                    value = int(g[9])
                    if value < 100000:
                        g[9] = value * 10 + c - 48
                    else:
                        g[9] = 1000000  # beyond every limit
                elif state == 23:
                    state = 24
                elif state == 25 or state == 26:
                    state = 27
            elif c == 46 and (state == 21 or state == 22):
                g[10] = int(g[10]) | 2
                state = 23
                pos += 1
            elif (c == 101 or c == 69) and (state == 21 or state == 22 or state == 24):
                g[10] = int(g[10]) | 2
                state = 25
                pos += 1
            elif (c == 43 or c == 45) and state == 25:
                state = 26
                pos += 1
            elif digit or state == 20 or state == 23 or state == 25 or state == 26:
                event = 11
            else:
                state = 5
                if skip == 0:
                    event = 7
        else:
            want = 101
            if state == 31:
                want = 114
            elif state == 32 or state == 38:
                want = 117
            elif state == 34:
                want = 97
            elif state == 35 or state == 39 or state == 40:
                want = 108
            elif state == 36:
                want = 115
            pos += 1
            if c != want:
                event = 11
            elif state == 33 or state == 37 or state == 40:
                if skip == 0:
                    event = 8
                    if state == 37:
                        event = 9
                    elif state == 40:
                        event = 10
                state = 5
            else:
                state += 1
    g[0] = pos
    g[2] = state
    g[6] = skip
    return event


@micropython.viper
def string(g: ptr32, buf: ptr8, text: ptr8) -> int:
    """Reads on inside a string; 6 at its end, 14 when `text` has no room left, 11 when it is none, 0: the buffer is used up.

    States: 10 between characters, 11 after a backslash, 12 in four hex digits, 13 inside a character of several bytes."""
    pos = int(g[0])
    stop = int(g[1])
    state = int(g[2])
    n = int(g[12])
    room = int(g[13]) - 8
    count = int(g[14])
    high = int(g[16])
    drop = int(g[18])
    event = 0
    while event == 0 and pos < stop:
        if drop:
            # what is not kept is read all the same; the count stops far above every limit
            n = room + 4
            if count > 1000000:
                count = 1000000
        elif n > room:
            event = 14
            break
        c = int(buf[pos])
        code = -1  # a character to write out
        if state == 13:
            pos += 1
            wait = int(g[17])
            if c < ((wait >> 8) & 255) or c > (wait & 255):
                event = 11
            else:
                if wait >> 20 and c < 160:
                    g[15] = int(g[15]) | 1
                text[n] = c
                n += 1
                more = ((wait >> 16) & 15) - 1
                g[17] = (more << 16) | 0x80BF
                if more == 0:
                    state = 10
        elif high and ((state == 10 and c != 92) or (state == 11 and c != 117)):
            code = high  # the half before stands alone; c is looked at again
            g[15] = int(g[15]) | 2
            high = 0
        elif state == 10:
            pos += 1
            if c == 34:
                event = 6
            elif c == 92:
                state = 11
            elif c < 32:
                event = 11
            elif c < 128:
                if c == 127:
                    g[15] = int(g[15]) | 1
                text[n] = c
                n += 1
                count += 1
                # the plain run that follows, without the questions above
                while pos < stop and (drop or n <= room):
                    c = int(buf[pos])
                    if c < 32 or c == 34 or c == 92 or c > 126:
                        break
                    pos += 1
                    count += 1
                    if drop == 0:
                        text[n] = c
                        n += 1
            else:
                # the first of several bytes: how many follow, and the bounds of the next one
                wait = 0
                if c >= 0xC2 and c < 0xE0:
                    wait = 0x180BF
                    if c == 0xC2:
                        wait = 0x1180BF  # U+0080-9F are control characters
                elif c >= 0xE0 and c < 0xF0:
                    wait = 0x280BF
                    if c == 0xE0:
                        wait = 0x2A0BF
                    elif c == 0xED:
                        wait = 0x2809F
                elif c >= 0xF0 and c < 0xF5:
                    wait = 0x380BF
                    if c == 0xF0:
                        wait = 0x390BF
                    elif c == 0xF4:
                        wait = 0x3808F
                else:
                    event = 11
                g[17] = wait
                state = 13
                text[n] = c
                n += 1
                count += 1
        elif state == 11:
            pos += 1
            state = 10
            if c == 117:
                state = 12
                g[17] = 1
            elif c == 34 or c == 92 or c == 47:
                code = c
            elif c == 98:
                code = 8
            elif c == 102:
                code = 12
            elif c == 110:
                code = 10
            elif c == 114:
                code = 13
            elif c == 116:
                code = 9
            else:
                event = 11
        else:
            digit = c - 48
            if c >= 97 and c <= 102:
                digit = c - 87
            elif c >= 65 and c <= 70:
                digit = c - 55
            elif c < 48 or c > 57:
                event = 11
            whole = (int(g[17]) << 4) | digit
            if event:
                pos += 1
            elif whole < 0x10000:
                # the leading 1 has not come to its place: fewer than four digits so far
                g[17] = whole
                pos += 1
            else:
                whole &= 0xFFFF
                if high and (whole < 0xDC00 or whole > 0xDFFF):
                    code = high  # alone; the last digit is read again
                    g[15] = int(g[15]) | 2
                    high = 0
                else:
                    pos += 1
                    state = 10
                    if whole >= 0xD800 and whole < 0xDC00:
                        high = whole
                    elif high:
                        code = 0x10000 + ((high - 0xD800) << 10) + (whole - 0xDC00)
                        high = 0
                    else:
                        code = whole
                        if whole >= 0xDC00 and whole < 0xE000:
                            g[15] = int(g[15]) | 2
        if code >= 0:
            if code < 32 or (code >= 127 and code < 160):
                g[15] = int(g[15]) | 1
            count += 1
            if code < 0x80:
                text[n] = code
                n += 1
            else:
                if code < 0x800:
                    text[n] = 0xC0 | (code >> 6)
                else:
                    if code < 0x10000:
                        text[n] = 0xE0 | (code >> 12)
                    else:
                        text[n] = 0xF0 | (code >> 18)
                        n += 1
                        text[n] = 0x80 | ((code >> 12) & 63)
                    n += 1
                    text[n] = 0x80 | ((code >> 6) & 63)
                n += 1
                text[n] = 0x80 | (code & 63)
                n += 1
    g[0] = pos
    g[2] = state
    g[12] = n
    g[14] = count
    g[16] = high
    return event
