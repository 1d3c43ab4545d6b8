"""Games of OpenSpiel, played at random: what ours are compared with.

    python python/bench/openspiel.py list
    python python/bench/openspiel.py time play|loop GAME
    python python/bench/openspiel.py run play|loop GAME GAMES

It prints what ``bagatelle-bench`` prints for these arguments, so that ``cargo xtask figures`` can ask both;
but what it plays are whole games, and where it cannot know how many actions these have, it prints the number
of games, with the word "games". ``play`` is OpenSpiel's own random play in C++: the rollouts of its Monte
Carlo search, or, where that does not take a game (it wants all reward at the end), its loop for bots with
random bots; only the former does not tell its actions. ``loop`` is its loop in Python: ``legal_actions``,
``apply_action``.

``bench/speed.py`` takes its rivals from here.
"""

from __future__ import annotations

import math
import random
import sys
import time
from typing import Any, Callable, NamedTuple

import pyspiel

#: Games that are played by turns and end, small and large, for one player and for several, with and without
#: hidden information.
CANDIDATES = [
    "2048", "morpion_solitaire", "stones_and_gems", "solitaire", "pathfinding", "deep_sea",
    "amazons", "antichess", "backgammon", "banqi", "breakthrough", "checkers", "chess", "chinese_checkers",
    "clobber", "connect_four", "crazyhouse", "go(board_size=9)", "go(board_size=19)", "gomoku",
    "gomoku(size=25)", "havannah(board_size=8)", "hex(board_size=6)", "hex(board_size=11)",
    "hex(board_size=30)", "hive", "lines_of_action", "mancala", "nine_mens_morris", "othello", "oware",
    "pentago", "quoridor", "quoridor(board_size=15)", "shogi", "tic_tac_toe", "twixt", "twixt(board_size=24)",
    "ultimate_tic_tac_toe", "xiangqi", "y(board_size=9)", "y(board_size=19)", "bargaining", "battleship",
    "cribbage", "crazy_eights", "dark_chess", "dou_dizhu", "euchre", "gin_rummy", "go_fish", "hanabi",
    "hearts", "kriegspiel", "liars_dice", "oh_hell", "phantom_go", "rbc", "spades", "tarok",
]  # fmt: skip

#: This many games at least are played where their actions are not counted.
FEWEST = 50
#: A game in a loop in Python is left after this many actions.
LIMIT = 1000


class Size(NamedTuple):
    """How large a game is, and of which kind."""

    width: float  #: the mean number of legal actions of a player's turn
    length: float  #: the mean number of actions of a random game, those of chance included
    kind: str  #: "solitaire", "open", or "hidden" if something is hidden from a player while others know it

    def distance(self, width: float, length: float) -> float:
        """How far another size is from this: how many times as many legal actions and as long, as
        logarithms."""
        return abs(math.log(self.width / width)) + abs(math.log(self.length / length))


def kind(game: Any) -> str:
    """The kind of a game."""
    if game.num_players() == 1:
        return "solitaire"
    known = game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    return "open" if known else "hidden"


def loop(game: Any, games: int, actions: int = sys.maxsize) -> tuple[int, int, int]:
    """The random loop in Python, until a number of games or of actions; returns the actions, those of
    players, and the legal ones added up."""
    rng, taken, turns, legal_sum = random.Random(1), 0, 0, 0
    while games > 0 and taken < actions:
        state = game.new_initial_state()
        games -= 1
        moves = 0
        while not state.is_terminal() and moves < LIMIT and taken < actions:
            taken += 1
            moves += 1
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choices([it[0] for it in outcomes], [it[1] for it in outcomes])[0])
                continue
            legal = state.legal_actions()
            legal_sum += len(legal)
            turns += 1
            state.apply_action(rng.choice(legal))
    return taken, turns, legal_sum


def by_bots(game: Any, games: int) -> int:
    """Games between random bots in C++; returns the actions."""
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    taken = 0
    for seed in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        taken += state.move_number()
    return taken


def has_rollouts(game: Any) -> bool:
    """Whether Monte Carlo search takes the game."""
    return game.get_type().reward_model == pyspiel.GameType.RewardModel.TERMINAL


def by_rollouts(game: Any, games: int) -> None:
    """Games in C++ from the first position, which a search of one simulation evaluates by that many
    rollouts."""
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False).mcts_search(game.new_initial_state())


def play(game: Any, games: int) -> int | None:
    """Plays this many random games in C++; returns the actions if they are known."""
    return by_rollouts(game, games) if has_rollouts(game) else by_bots(game, games)


def size(game: Any, seconds: float = 1.0) -> Size:
    """Plays random games for about that time, and more to know their length."""
    taken, turns, legal_sum, start = 0, 0, 0, time.perf_counter()
    while time.perf_counter() - start < seconds / 2 and turns < 4000:
        # Whole games, since they are wide at one end.
        more = loop(game, 10)
        taken, turns, legal_sum = taken + more[0], turns + more[1], legal_sum + more[2]
    games, actions, start = 0, 0, time.perf_counter()
    while games < 1000 and time.perf_counter() - start < seconds:
        actions += by_bots(game, 10)
        games += 10
    return Size(legal_sum / turns, actions / games, kind(game))


def rate(run: Callable[[int], int | None]) -> str:
    """What is done in a second: the best of several runs of a number that takes a good while, since noise
    only slows down.

    Where actions are not known, there are enough games that their mean length is about that of all.
    """
    games, best, start, runs, unit = 1, 0.0, time.perf_counter(), 0, ""
    while runs < 5 or time.perf_counter() - start < 0.7:
        begun = time.perf_counter()
        done = run(games)
        took = time.perf_counter() - begun
        if done is None and games < FEWEST:
            games = FEWEST
            continue
        unit = " games" if done is None else ""
        best = max(best, (games if done is None else done) / took)
        if took < 0.02:
            games *= 2
        else:
            runs += 1
    return f"{best:.3f}{unit}"


def load(name: str) -> Any | None:
    """The game; none if this OpenSpiel was built without it."""
    try:
        return pyspiel.load_game(name)
    except Exception as error:
        print(f"{name}: {error}", file=sys.stderr)
        return None


def main(arguments: list[str]) -> int:
    if arguments == ["list"]:
        for name in CANDIDATES:
            if (game := load(name)) is not None:
                it = size(game)
                print(f"{name}\t{it.kind}\t{it.width:.1f}\t{it.length:.1f}", flush=True)
        return 0
    runs: dict[str, Callable[[Any, int], int | None]] = {
        "play": play,
        "loop": lambda game, games: loop(game, games)[0],
    }
    if len(arguments) in (3, 4) and arguments[1] in runs:
        game = pyspiel.load_game(arguments[2])
        run = runs[arguments[1]]
        if arguments[0] == "time" and len(arguments) == 3:
            print(rate(lambda games: run(game, games)))
            return 0
        if arguments[0] == "run" and len(arguments) == 4:
            done = run(game, int(arguments[3]))
            print(f"{arguments[3]} games" if done is None else done)
            return 0
    print("usage: openspiel.py list | time play|loop GAME | run play|loop GAME GAMES", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
