"""How lights look to four kinds of eyes, and how far apart two of them are. Pure Python, no fitting of our own.

Colour blindness: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), their matrices for severity 1.0, applied
to linear light as they say. Distance: CIEDE2000 as Sharma, Wu and Dalal give it with test data, Color Research and
Application 30 (2005); about 1 is just seen side by side, 10 is clearly another colour. White is D65 at 255, 255, 255."""

import math

EYES = {
    "full colour": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour):
    """Light of a colour in sRGB (0-255 each): three numbers, 1 is the most a channel gives."""
    return tuple(v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour)


def lab(light, eye="full colour"):
    """CIE L*, a*, b* of linear light as that eye sees it."""
    r, g, b = (min(1, max(0, sum(k * v for k, v in zip(row, light)))) for row in EYES[eye])
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one, other):
    """The distance of two colours in L*, a*, b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0
    hue = h1 + h2
    if c1 * c2:
        turn = (h2 - h1 + 180) % 360 - 180
        if h2 - h1 == 180:
            turn = 180.0
        hue = (h1 + h2) / 2
        if abs(h1 - h2) > 180:
            hue += 180 if hue < 180 else -180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    rotation = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    dl /= 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    dc /= 1 + 0.045 * chroma
    dh /= 1 + 0.015 * chroma * t
    return math.sqrt(dl * dl + dc * dc + dh * dh - rotation * dc * dh)


def _cos(degrees):
    return math.cos(math.radians(degrees))


def apart(one, other, eye="full colour"):
    """How far apart that eye sees two sRGB colours."""
    return ciede2000(lab(linear(one), eye), lab(linear(other), eye))
