#!/usr/bin/env python3
"""An engine that plays any game of Bagatelle, badly: it takes what the rules allow first, or anything.

bagatelle arena baju-duel --player 2 --player 'cmd:python3 examples/engine.py'
"""

import json
import random
import sys

PROTOCOL = 1


def choose(turn):
    """An action for a message of the type `turn`. `turn["view"]` is the position, `turn["seen"]` what was
    done since."""
    return random.choice(turn["legal"])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": PROTOCOL, "name": "Random in Python"}
    elif message["type"] == "turn":
        answer = {"type": "action", "action": choose(message), "score": 0.0}
    else:  # "game" and "end" have no answer.
        continue
    print(json.dumps(answer), flush=True)
