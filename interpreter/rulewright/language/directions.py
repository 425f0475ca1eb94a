"""Directions on boards: the eight of the compass, and onwards and back along a track.

Every direction has one number on every board, so that a table of steps has a column for each; boards say which of
them they have.  Routes over a board (`routes:`) are numbered after these.
"""

from __future__ import annotations

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""Clockwise, so that the opposite is four further on."""
TRACK = ("forward", "backward")
WAYS = COMPASS + TRACK

NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH, SOUTHWEST, WEST, NORTHWEST, FORWARD, BACKWARD = range(10)


def opposite(way: int) -> int:
    """The direction that leads back; of a compass direction or along a track."""
    if way < len(COMPASS):
        return (way + 4) % 8
    return FORWARD + BACKWARD - way
