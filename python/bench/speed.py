"""How fast random games are from Python: in batches, beside the same games in a loop in Rust and beside OpenSpiel's loop in Python.

    pip install ./python open_spiel
    python python/bench/speed.py

For each game it plays random games

- in one loop in Rust (``Game.playouts``),
- in a batch from Python (``Batch.sample`` and ``Batch.step``, actions as NumPy arrays), the very same games,
- in a batch from Python that also makes all observations and masks,
- one at a time from Python (``State``),
- in OpenSpiel's loop in Python (``legal_actions``, ``apply_action``), a game of like size: of those below that are of the same kind (for one player or more, with
  something hidden or not) the one whose mean number of legal actions is nearest. OpenSpiel has few solitaires and none of this size with something hidden, so all of them count as one kind.

What is compared runs in turn, many times, and the best time of each counts, since noise only slows down. Runs are short, so that on a busy machine some of each fall
between two interruptions. The figures are actions a second.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import sys
import time
from typing import Any, Callable, Tuple

import bagatelle

#: Games of OpenSpiel that its loop can play in this time.
CANDIDATES = [
    "2048", "morpion_solitaire", "stones_and_gems",
    "antichess", "backgammon", "banqi", "breakthrough", "chess", "chinese_checkers", "clobber", "connect_four", "crazyhouse",
    "go(board_size=9)", "go(board_size=19)", "gomoku", "havannah(board_size=8)", "hex(board_size=6)", "hex(board_size=11)", "hive",
    "lines_of_action", "othello", "pentago", "quoridor", "shogi", "twixt", "xiangqi", "y(board_size=9)",
    "bargaining", "battleship", "dark_chess", "dou_dizhu", "gin_rummy", "hanabi", "hearts", "kriegspiel", "liars_dice", "phantom_go", "rbc",
]  # fmt: skip
#: A game of OpenSpiel, the mean number of its legal actions, and its kind: whether it is a solitaire, and whether something is hidden.
Rival = Tuple[Any, float, Tuple[bool, bool]]
#: A game is cut off after so many actions.
LIMIT = 1000


def best(work: dict[str, Callable[[], int]], rounds: int) -> dict[str, float]:
    """Runs each in turn, several times; returns the most actions a second of each."""
    rates = dict.fromkeys(work, 0.0)
    for _ in range(rounds):
        for name, run in work.items():
            start = time.perf_counter()
            actions = run()
            rates[name] = max(rates[name], actions / (time.perf_counter() - start))
    return rates


def openspiel_loop(game: Any, games: int, actions: int) -> tuple[int, float]:
    """OpenSpiel's random loop: how many actions players took, and how many were legal on average."""
    rng, taken, legal_sum = random.Random(1), 0, 0
    while games > 0 and taken < actions:
        state = game.new_initial_state()
        games -= 1
        moves = 0
        while not state.is_terminal() and moves < LIMIT and taken < actions:
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choices([it[0] for it in outcomes], [it[1] for it in outcomes])[0])
                continue
            legal = state.legal_actions()
            legal_sum += len(legal)
            state.apply_action(rng.choice(legal))
            taken += 1
            moves += 1
    return taken, legal_sum / max(taken, 1)


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


def measure(name: str, spiel: dict[str, Rival], rounds: int) -> dict[str, Any]:
    """All figures of a game."""
    game = bagatelle.load_game(name)
    _, width = state_loop(game, 400)
    kind = (game.num_players() == 1, game.hidden and game.num_players() > 1)
    alike = [it for it in spiel if kind == spiel[it][2]]
    rival = min(alike, key=lambda it: abs(math.log(spiel[it][1] / width)), default=None)
    # As many games as stay in the processor's cache; fewer of those whose rules take long.
    places, steps = (128, 200) if width < 100 else (16, 60)

    def rust() -> int:
        taken, _ = game.playouts(places, "speed", steps)
        return int(taken.sum())

    def batch(full: bool) -> Callable[[], int]:
        def run() -> int:
            # The deals are part of both loops.
            games = game.batch(places, "speed", steps)
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
        "state": lambda: state_loop(game, 300)[0],
    }
    if rival is not None:
        work["openspiel"] = lambda: openspiel_loop(spiel[rival][0], 1000, 2000)[0]
    rates = best(work, rounds)
    found: dict[str, Any] = {"game": name, "width": width, **rates}
    found["of rust"] = rates["batch"] / rates["rust"]
    if rival is not None:
        found |= {"rival": rival, "rival width": spiel[rival][1], "of openspiel": rates["batch"] / rates["openspiel"]}
    return found


def rivals() -> dict[str, Rival]:
    """The games of OpenSpiel with the mean number of their legal actions; none if it is not installed."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        print("open_spiel is not installed, so nothing is compared with it", file=sys.stderr)
        return {}
    found = {}
    for candidate in CANDIDATES:
        try:
            game = pyspiel.load_game(candidate)
        except Exception as error:  # What is not built into this version.
            print(f"{candidate}: {error}", file=sys.stderr)
            continue
        alone = game.num_players() == 1
        hidden = game.get_type().information != pyspiel.GameType.Information.PERFECT_INFORMATION
        found[candidate] = (game, openspiel_loop(game, 20, 1000)[1], (alone, hidden and not alone))
    return found


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
        print(f"{'game':15} {'legal':>6} {'rust':>12} {'batch':>12} {'of rust':>8} {'with arrays':>12} {'state':>9} {'OpenSpiel':>10} {'times':>7}  game of OpenSpiel")
    failed = []
    for name in arguments.games or bagatelle.games():
        it = measure(name, spiel, arguments.rounds)
        if it["of rust"] < 0.3 or it.get("of openspiel", 50) < 50:
            failed.append(name)
        if arguments.json:
            print(json.dumps(it), flush=True)
            continue
        line = f"{name:15} {it['width']:6.1f} {it['rust']:12,.0f} {it['batch']:12,.0f} {it['of rust']:8.2f} {it['full']:12,.0f} {it['state']:9,.0f}"
        if "rival" in it:
            line += f" {it['openspiel']:10,.0f} {it['of openspiel']:7.1f}  {it['rival']} ({it['rival width']:.1f} legal)"
        print(line, flush=True)
    if arguments.bars and failed:
        print("below the bars: " + ", ".join(failed), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
