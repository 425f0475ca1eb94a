"""Limits on rates: a number of events in the long run, and a number at once.

bucket = Bucket(rate=8, burst=40)
bucket.take(now)          False if there were too many
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import field

from rulewright.source.dataclass import dataclass


@dataclass(slots=True)
class Bucket:
    """Allows `burst` events at once, and `rate` a second in the long run. `now` is any steady clock."""

    rate: float
    burst: float
    left: float = field(init=False)
    last: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.left = self.burst

    def take(self, now: float) -> bool:
        """Whether one more event is allowed now."""
        if self.last is not None:
            self.left = min(self.burst, self.left + (now - self.last) * self.rate)
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


MOST_ADDRESSES = 10_000


@dataclass(slots=True)
class Buckets:
    """A bucket for each address."""

    rate: float
    burst: float
    _by_address: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, address: str, now: float) -> bool:
        """Whether one more event from an address is allowed now."""
        bucket = self._by_address.setdefault(address, Bucket(self.rate, self.burst))
        self._by_address.move_to_end(address)
        while len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)
        return bucket.take(now)
