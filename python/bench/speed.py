"""How fast random games are from Python: in batches, beside the same games in a loop in Rust and beside
OpenSpiel's loop in Python.

    pip install ./python open_spiel
    python python/bench/speed.py

For each game it plays random games, whole ones but for those that are left after 1000 actions,

- in one loop in Rust (``Game.playouts``),
- in a batch from Python (``Batch.sample`` and ``Batch.step``, actions as NumPy arrays): the same games, and
  then those that follow in their places, for three times as many steps as a game has actions on average, so
  that beginnings and ends have their share,
- in a batch from Python that also makes all observations and masks,
- one at a time from Python (``State``),
- in OpenSpiel's loop in Python (``legal_actions``, ``apply_action``), a game of like size: of those in
  ``openspiel.py`` that are of the same kind (for one player or more, with something hidden or not) the one
  that is nearest in the mean number of legal actions and in the mean number of actions of a game, both as
  factors. Both games' numbers are printed. OpenSpiel has few solitaires, so all of them count as one kind.

What is compared runs in turn, many times, and the best time of each counts, since noise only slows down. The
figures are actions a second.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
import time
from typing import Any, Callable

import bagatelle

try:
    import openspiel
except ModuleNotFoundError:
    openspiel = None

#: A game is cut off after this many actions.
LIMIT = 1000


def best(work: dict[str, Callable[[], int]], rounds: int, seconds: float) -> dict[str, float]:
    """Runs each in turn, several times, and no longer than that; returns the most actions a second of
    each."""
    rates = dict.fromkeys(work, 0.0)
    begun = time.perf_counter()
    for done in range(rounds):
        if done >= 3 and time.perf_counter() - begun > seconds:
            break
        for name, run in work.items():
            start = time.perf_counter()
            actions = run()
            rates[name] = max(rates[name], actions / (time.perf_counter() - start))
    return rates


def state_loop(game: bagatelle.Game, actions: int) -> tuple[int, float]:
    """The same loop with Bagatelle's states."""
    rng, taken, legal_sum, seed = random.Random(1), 0, 0, 0
    while taken < actions:
        state = game.new_initial_state(f"{seed}")
        seed += 1
        moves = 0
        while not state.is_terminal() and moves < LIMIT and taken < actions:
            if state.is_chance_node():
                state.apply_action(0)
                continue
            legal = state.legal_actions()
            legal_sum += len(legal)
            state.apply_action(rng.choice(legal))
            taken += 1
            moves += 1
    return taken, legal_sum / taken


def measure(name: str, spiel: dict[str, Any], rounds: int) -> dict[str, Any]:
    """All figures of a game."""
    game = bagatelle.load_game(name)
    _, width = state_loop(game, 3000)
    length = float(game.playouts(200, "size", LIMIT)[0].mean())
    kind = "solitaire" if game.num_players() == 1 else "hidden" if game.hidden else "open"
    alike = [it for it, size in spiel.items() if kind == size.kind]
    rival = min(alike, key=lambda it: spiel[it].distance(width, length), default=None)
    # As many games as stay in the processor's cache; fewer of those whose rules take long.
    places = 128 if width < 100 else 16
    steps = round(3 * length)

    def rust() -> int:
        taken, _ = game.playouts(places, "speed", LIMIT)
        return int(taken.sum())

    def batch(full: bool) -> Callable[[], int]:
        def run() -> int:
            # The deals are part of both loops.
            games = game.batch(places, "speed", LIMIT)
            for _ in range(steps):
                if full:
                    games.observations()
                    games.legal_actions_mask()
                games.step(games.sample())
            return places * steps

        return run

    work: dict[str, Callable[[], int]] = {
        "rust": rust,
        "batch": batch(False),
        "full": batch(True),
        "state": lambda: state_loop(game, max(300, round(2 * length)))[0],
    }
    found: dict[str, Any] = {"game": name, "width": width, "length": length}
    if rival is not None:
        size = spiel[rival]
        other = openspiel.load(rival)
        work["openspiel"] = lambda: openspiel.loop(other, max(1, round(1000 / size.length)))[0]
        found |= {"rival": rival, "rival width": size.width, "rival length": size.length}
    rates = best(work, rounds, 30)
    found |= {**rates, "of rust": rates["batch"] / rates["rust"]}
    if rival is not None:
        found["of openspiel"] = rates["batch"] / rates["openspiel"]
    return found


def rivals() -> dict[str, Any]:
    """The games of OpenSpiel and their sizes; none if it is not installed."""
    if openspiel is None:
        print("open_spiel is not installed, so nothing is compared with it", file=sys.stderr)
        return {}
    loaded = {name: openspiel.load(name) for name in openspiel.CANDIDATES}
    return {name: openspiel.size(game) for name, game in loaded.items() if game is not None}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", help="names of games; all, if none is given")
    parser.add_argument("--rounds", type=int, default=40, help="how often each loop runs")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--bars", action="store_true", help="fail below 0.3 times Rust or 50 times OpenSpiel")
    arguments = parser.parse_args()
    spiel = rivals()
    if not arguments.json:
        print(f"Python {platform.python_version()}, actions a second; best of {arguments.rounds}")
        print(
            f"{'game':14} {'legal':>5} {'length':>6} {'rust':>11} {'batch':>11} {'of rust':>7}"
            f" {'with arrays':>11} {'state':>8} {'OpenSpiel':>9} {'times':>6}  game of OpenSpiel"
        )
    failed = []
    for name in arguments.games or bagatelle.games():
        it = measure(name, spiel, arguments.rounds)
        if it["of rust"] < 0.3 or it.get("of openspiel", 50) < 50:
            failed.append(name)
        if arguments.json:
            print(json.dumps(it), flush=True)
            continue
        line = f"{name:14} {it['width']:5.1f} {it['length']:6.1f} {it['rust']:11,.0f} {it['batch']:11,.0f}"
        line += f" {it['of rust']:7.2f} {it['full']:11,.0f} {it['state']:8,.0f}"
        if "rival" in it:
            line += f" {it['openspiel']:9,.0f} {it['of openspiel']:6.1f}  {it['rival']}"
        print(line, flush=True)
    if arguments.bars and failed:
        print("below the bars: " + ", ".join(failed), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
