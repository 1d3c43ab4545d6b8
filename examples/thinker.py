#!/usr/bin/env python3
"""An engine that shows all of version 2 of the protocol: options, clocks, stop, ponder and info. It plays at
random.

It speaks version 1, too, with arenas that know no other. To think well, replace `Thinking.better`.

bagatelle arena baju-duel --player 2 --player 'cmd(seed=7,patience=20):python3 examples/thinker.py' --ponder
"""

import json
import queue
import random
import sys
import threading
import time

OPTIONS = [
    {"name": "seed", "type": "integer", "default": 0, "min": 0, "max": 1000000},
    {
        "name": "patience",
        "type": "integer",
        "default": 10,
        "min": 1,
        "max": 100,
    },  # the part of its time that it uses, in percent
    {"name": "style", "type": "choice", "default": "calm", "choices": ["calm", "wild"]},
    {"name": "talk", "type": "boolean", "default": True},
]


def tell(**message):
    print(json.dumps(message), flush=True)


class Thinking:
    """The best action so far of a turn, and how it is found."""

    def __init__(self, turn, chance):
        self.legal, self.chance, self.nodes = turn["legal"], chance, 0
        self.best = self.legal[0]

    def better(self):
        """Thinks a little."""
        self.nodes += 1
        self.best = self.chance.choice(self.legal)
        time.sleep(0.001)


class Engine:
    def __init__(self, lines):
        self.lines, self.version, self.seat = lines, 1, 0
        self.options = {option["name"]: option["default"] for option in OPTIONS}
        self.chance = random.Random(0)

    def seconds(self, clock):
        """How long it thinks about this move."""
        if "left_ms" in clock:
            left = clock["left_ms"][self.seat] / 30 + clock.get("increment_ms", 0) / 2
        else:
            left = clock.get("move_ms", 1000)
        return left / 1000 * self.options["patience"] / 100

    def think(self, turn):
        """Until its time is over, or another line has come, which for a turn is `stop`."""
        thinking, until = Thinking(turn, self.chance), time.monotonic() + self.seconds(turn["clock"])
        while True:
            thinking.better()
            if self.version > 1 and self.options["talk"] and thinking.nodes % 5 == 1:
                tell(type="info", depth=1, nodes=thinking.nodes, score=0.0, line=[thinking.best])
            if time.monotonic() >= until or not self.lines.empty():
                return tell(type="action", action=thinking.best)

    def hear(self, message):
        kind = message["type"]
        if kind == "hello":
            self.version = min(2, message.get("newest", message["protocol"]))
            more = {"options": OPTIONS, "ponders": True} if self.version > 1 else {}
            tell(type="hello", protocol=self.version, name="Thinker in Python", **more)
        elif kind == "options":
            self.options.update(message["values"])
            self.chance = random.Random(self.options["seed"])
            tell(type="ready")
        elif kind == "game":
            self.seat = message["seat"]
        elif kind == "turn":
            self.think(message)
        elif kind == "ponder":
            # The time of others: until the next line comes.
            while self.lines.empty():
                time.sleep(0.001)
        # "stop" that comes after the answer, and "end", ask for nothing.


def main():
    lines = queue.Queue()

    def read():
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    engine = Engine(lines)
    while (line := lines.get()) is not None:
        engine.hear(json.loads(line))


main()
