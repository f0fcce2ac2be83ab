"""Boards over a serial port: found (`ports`), opened alone (`opening`), spoken to (`client`), followed (`follower`), and looked at
when something is wrong (`doctor`). The words on the wire are the firmware's own codec, lanternboard.link."""

from .client import Client
from .follower import Follower
from .opening import PortProblem
from .ports import Candidate, candidates, choose

__all__ = ["Candidate", "Client", "Follower", "PortProblem", "candidates", "choose"]
