"""What one seat knows of a game being played, and nothing else.

>>> import bagatelle
>>> state = bagatelle.load_game("bulbous(seats=2)").new_initial_state(1)
>>> own = state.for_seat(0)
>>> own.view() == state.view(0)
True
>>> world = own.resample(7)                 # a whole position that fits what seat 0 knows
>>> world.view(0) == state.view(0), world.view(1) == state.view(1)
(True, False)
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from bagatelle._core import CHANCE, TERMINAL, Game, State
from bagatelle.results import Thought

__all__ = ["SeatState"]


class SeatState:
    """A position as one player knows it, made by ``State.for_seat``. Copies, and all that is reached from
    here, hold nothing that is hidden from that player.

    It is for looking and for searching: ``resample`` gives whole positions that fit what is known, in which
    actions can be taken.
    """

    __slots__ = ("_known", "_player")

    def __init__(self, known: State, player: int) -> None:
        # Made of the player's view alone: what is hidden in it is not what is hidden in the game.
        self._known = known
        self._player = player

    @property
    def player(self) -> int:
        """The seat, or ``SPECTATOR``."""
        return self._player

    def get_game(self) -> Game:
        """The game that is played."""
        return self._known.get_game()

    def num_players(self) -> int:
        """How many seats the table has."""
        return self._known.num_players()

    def num_distinct_actions(self) -> int:
        """How many numbers there are for actions."""
        return self._known.num_distinct_actions()

    def current_player(self) -> int:
        """The seat to act, from 0; ``CHANCE`` where chance is to act, ``TERMINAL`` where the game is over."""
        return self._known.current_player()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether chance is to act."""
        return self.current_player() == CHANCE

    def legal_actions(self) -> list[int]:
        """The numbers of the player's legal actions, ascending; empty if the player is not to act."""
        return self._known.legal_actions(self._player) if self._acts() else []

    def legal_actions_mask(self) -> npt.NDArray[np.int8]:
        """1 for each legal action of the player, 0 for all others."""
        return self._known.legal_actions_mask(self._player)

    def legal_texts(self) -> list[str]:
        """The player's legal actions as texts, in the order of ``legal_actions()``."""
        return self._known.legal_texts() if self._acts() else []

    def action_to_string(self, action: int) -> str:
        """The text of a legal action of the player."""
        return self._known.action_to_string(self._player, action)

    def string_to_action(self, text: str) -> int:
        """The number of a legal action of the player that is given by its text."""
        return self._known.string_to_action(text)

    def returns(self) -> list[float]:
        """What the game was worth to each player once it is over; before the end 0.0 for all."""
        return self._known.returns()

    def move_number(self) -> int:
        """How many actions were taken, those of chance included."""
        return self._known.move_number()

    def view(self) -> dict[str, Any]:
        """What the player may know of the position, a dict."""
        return self._known.view(self._player)

    def seen(self) -> list[str]:
        """The texts of all actions as the player saw them."""
        return self._known.seen(self._player)

    def observation_string(self) -> str:
        """JSON of ``view()``."""
        return self._known.observation_string(self._player)

    def information_state_string(self) -> str:
        """All that the player has seen, as a text."""
        return self._known.information_state_string(self._player)

    def observation_tensor(self) -> npt.NDArray[np.float32]:
        """What the player may know of the position as floats."""
        return self._known.observation_tensor(self._player)

    def svg(self) -> str:
        """The table as the player sees it, a complete SVG document."""
        return self._known.svg(self._player)

    def think(
        self,
        program: str,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        workers: int = 1,
        seed: str | SupportsIndex | None = None,
    ) -> Thought:
        """Lets a program choose for the player; see ``State.think``.

        Raises ``ValueError`` if the player is not to act.
        """
        if not self._acts():
            raise ValueError("this player is not to act")
        return self._known.think(program, seconds=seconds, nodes=nodes, workers=workers, seed=seed)

    def resample(self, seed: str | SupportsIndex) -> State:
        """A whole position that fits what the player knows, as ``State.resample``."""
        return self._known.resample(self._player, seed)

    def worlds(self, most: int = 1000) -> list[tuple[State, float]] | None:
        """All positions that fit what the player knows, as ``State.worlds``."""
        return self._known.worlds(self._player, most)

    def clone(self) -> SeatState:
        """A copy. It holds nothing hidden."""
        return SeatState(self._known.clone(), self._player)

    def _acts(self) -> bool:
        return self._player >= 0 and self.current_player() == self._player

    def __copy__(self) -> SeatState:
        return self.clone()

    def __deepcopy__(self, _memo: object) -> SeatState:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeatState):
            return NotImplemented
        mine = (self._player, self.get_game(), self.information_state_string())
        return mine == (other._player, other.get_game(), other.information_state_string())

    def __hash__(self) -> int:
        return hash((self._player, self.information_state_string()))

    def __repr__(self) -> str:
        return f"SeatState({self.get_game().name!r}, player {self._player}, {self.move_number()} actions)"

    def _repr_svg_(self) -> str:
        return self.svg()
