"""Six little-known tabletop games: rules, views, records, drawings, programs and solvers.

>>> import bagatelle
>>> game = bagatelle.load_game("baju-duel")
>>> state = game.new_initial_state("1")
>>> state.current_player()
0
>>> state.apply_action(state.legal_actions()[0])
>>> state.move_number()
1

- ``games()`` and ``load_game(name)``: the games, each a ``Game``; ``versions()``: those of their rules and
  encodings.
- ``State``: a game being played, with the methods of OpenSpiel's ``State`` and more. In a notebook it shows
  itself.
- ``SeatState``: what one seat knows of it, and nothing else.
- ``Record``: the document of a game, read, written and replayed.
- ``Batch``: many games side by side, stepped in Rust, with NumPy arrays.
- ``bagatelle.pettingzoo``: environments for PettingZoo, which has to be installed.
- ``bagatelle.results``: what programs and solvers answer.

Where a method takes a ``player``, that is a seat from 0 or ``SPECTATOR``; None stands for the seat to act.
Where it takes a ``seed``, that is a text, or an integer, which means the text of its decimal digits: ``7`` is
``"7"``. Times are in seconds.
"""

from bagatelle import errors, results
from bagatelle._core import (
    CHANCE,
    SPECTATOR,
    TERMINAL,
    Batch,
    Game,
    IllegalAction,
    Record,
    RecordError,
    State,
    __version__,
    games,
    load_game,
    versions,
)
from bagatelle.errors import UnknownName
from bagatelle.seat import SeatState

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "TERMINAL",
    "Batch",
    "Game",
    "IllegalAction",
    "Record",
    "RecordError",
    "SeatState",
    "State",
    "UnknownName",
    "__version__",
    "errors",
    "games",
    "load_game",
    "results",
    "versions",
]
