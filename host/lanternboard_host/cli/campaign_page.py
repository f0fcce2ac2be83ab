"""`lanternboard campaign page`: a campaign in a browser, for as long as it is not stopped."""

from __future__ import annotations

import time

from lanternboard.base.errors import Refused

from . import OK
from .campaign import refused, shelf, who
from .lan import opened, tell
from .serving import kept_token, open_browser
from .sync import fetched, played

CHECKS = 1.0  # seconds between two looks whether the page is still there


def page(
    name: str | None, http_port: int | None, opens: bool, board: str | None, looks: bool, lan: bool = False, host: str | None = None
) -> int:
    """`board`: the only port that is looked at; `looks`: whether any is. `lan`, `host`: whether phones come in, and to which address."""
    from ..web.boards import Boards
    from ..web.campaign import PORT, CampaignServer

    place = shelf()

    def make(records, port: int, lan):
        boards = Boards(records, place.journals, played, who(), board, looks, fetched)
        return CampaignServer(records, port=port, token=kept_token(), who=who(), lan=lan, boards=boards)

    ports = [PORT, 0] if http_port is None else [http_port]
    try:
        with place.open(name) as records, _server(make, records, ports, opened(lan, host)) as server:
            print(f"The page: {server.address}", flush=True)
            tell(server, host is not None)
            if opens:
                open_browser(server.address)
            while True:
                time.sleep(CHECKS)
                server.check()
    except Refused as wrong:
        return refused(wrong, False)
    return OK


def _server(make, records, ports: list[int], lan):
    """On the first of these ports that is free. Raises Refused where there is none."""
    for port in ports[:-1]:
        try:
            return make(records, port, lan)
        except Refused:
            continue
    return make(records, ports[-1], lan)
