"""Writes zones.txt: for every time zone, a digest of its changes of offset from
1970 to 2040, and a digest of how wall times around each change become
instants, both as Python's zoneinfo sees them. Run it as

    python3 model/testdata/zonedump.py > model/testdata/zones.txt

A line is: name, number of changes, digest of the changes, digest of the wall
times. A digest is 64-bit FNV-1a over decimal numbers, each with a newline.
zone_dump_test.go computes the same with the code under test.
"""
import zoneinfo
from datetime import datetime, timedelta, timezone

FROM, TO = 0, int(datetime(2040, 1, 1, tzinfo=timezone.utc).timestamp())
EPOCH = datetime(1970, 1, 1)
STEP = 6 * 3600
PROBES = (-90000, -86400, -7200, -5400, -3600, -1800, -1, 0, 1, 1800, 3599, 3600, 5400, 7200, 86400, 90000)


class Digest:
    def __init__(self):
        self.h = 0xCBF29CE484222325

    def add(self, *numbers):
        for n in numbers:
            for b in b"%d\n" % n:
                self.h = (self.h ^ b) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF

    def __str__(self):
        return "%016x" % self.h


def offset(zone, t):
    at = datetime.fromtimestamp(t, timezone.utc).astimezone(zone)
    return int(at.utcoffset().total_seconds())


def changes(zone):
    before, t = offset(zone, FROM), FROM
    while t < TO:
        after = offset(zone, t + STEP)
        if after != before:
            low, high = t, t + STEP
            while high - low > 1:
                middle = (low + high) // 2
                if offset(zone, middle) == before:
                    low = middle
                else:
                    high = middle
            after = offset(zone, high)
            yield high, before, after
            before, t = after, high
        else:
            t += STEP


def unix(zone, wall):
    """The instant of a wall time, given in seconds since 1970 on that clock.

    With fold=0 Python reads a gap with the offset before it and a repeated
    time as the first of the two, as RFC 5545 does.
    """
    at = (EPOCH + timedelta(seconds=wall)).replace(tzinfo=zone)
    return wall - int(at.utcoffset().total_seconds())


for name in sorted(zoneinfo.available_timezones()):
    if name in ("localtime", "posixrules", "Factory"):
        continue
    zone = zoneinfo.ZoneInfo(name)
    count, moved, walls = 0, Digest(), Digest()
    for t, before, after in changes(zone):
        count += 1
        moved.add(t, before, after)
        for base in (t + before, t + after):
            for probe in PROBES:
                walls.add(unix(zone, base + probe))
    print(name, count, moved, walls)
