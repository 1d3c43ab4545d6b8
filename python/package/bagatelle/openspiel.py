"""The games as games of OpenSpiel, for its algorithms: MCTS, IS-MCTS, alpha-beta, CFR, MCCFR, exploitability,
``rl_environment`` and so on.

>>> from bagatelle import openspiel
>>> game = openspiel.load_game("bulbous(cut=five)", utility="points")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())     # the deal
(True, 30)
>>> import pyspiel
>>> other = pyspiel.load_game("bagatelle_bulbous(cut=five,utility=points)")    # the same

Importing this registers the games in ``pyspiel`` as ``bagatelle_baju_duel``, ``bagatelle_bulbous`` and so on.
Their parameters are the options and deal options of ``bagatelle.load_game``, and these:

- ``deal``: the seed of a deal, an integer, with which all games begin; -1, as long as nothing else is said:
  the deal is a chance node.
- ``draws``: how many outcomes, equally likely, chance has where there are too many to list: this many of
  them, drawn once and for all at each node. 10,000 if nothing is said; 0 is one outcome that is another each
  time (OpenSpiel's sampled chance, which OpenSpiel cannot write or pickle for games in Python).
- ``utility``: ``"result"``, from -1.0 to 1.0; or ``"points"``: a player's points less the mean of the other
  players' points.
- ``limit``: a game that is not over after this many actions of players is over, and worth 0.0 to each; -1:
  1000, and fewer for cut-down games.
- ``memory``: how many earlier observations the information-state tensor holds; -1: all, if ``limit`` of them
  have at most 250,000 floats, else there is no such tensor.
- ``rng_seed``: what sampled chance follows from; -1: another each time.

Chance has all its outcomes with their probabilities where they can be listed: the deal and the shuffles of
cut-down games, and the one start of games without a deal.
"""

from __future__ import annotations

import json
import math
import random
from typing import Any, Mapping

import numpy as np
import numpy.typing as npt
import pyspiel

import bagatelle

__all__ = ["Game", "NAMES", "State", "load_game", "subgame"]

#: The name of each game in ``pyspiel``.
NAMES = {"bagatelle_" + name.replace("-", "_"): name for name in bagatelle.games()}

#: The parameters that all games have, with what they are where they are not given.
OWN: dict[str, Any] = {
    "deal": -1,
    "draws": 10_000,
    "utility": "result",
    "limit": -1,
    "memory": -1,
    "rng_seed": -1,
}

#: Options that no question asks for.
MORE: dict[str, dict[str, Any]] = {"bulbous": {"cut": "", "max-rounds": 0}}

#: Games whose results have points.
WITH_POINTS = ("bulbous",)

#: The most outcomes that are listed at a chance node.
MOST = 10_000

#: The most floats of an information-state tensor, if nothing is said.
FLOATS = 250_000

#: The version of ``State.serialize``.
FORMAT = 1

Floats = npt.NDArray[np.float32]


def _parameters(name: str) -> dict[str, Any]:
    """The options and deal options of a game with their defaults: booleans, integers and texts."""
    game = bagatelle.load_game(name)
    found: dict[str, Any] = {}
    for question in [*game.option_questions, *game.deal_questions]:
        default = question.answers[0].value
        kinds = {type(answer.value) for answer in question.answers if answer.value is not None}
        if kinds != {type(default)}:
            default = -1 if kinds == {int} else ""
        found[question.key] = default
    return {**found, **MORE.get(name, {})}


def _game_type(
    name: str, game: bagatelle.Game, chance: Any, tensor: bool, parameters: Mapping[str, Any] | None = None
) -> pyspiel.GameType:
    seats = game.num_players()
    return pyspiel.GameType(
        short_name=name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if game.hidden
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM if seats > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4 if seats > 2 else seats,
        min_num_players=min(seats, 2),
        provides_information_state_string=True,
        provides_information_state_tensor=tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters or {}),
    )


class Game(pyspiel.Game):
    """A game of Bagatelle as one of OpenSpiel. ``load_game`` and ``pyspiel.load_game`` make it; each game has
    a class of its own."""

    #: The name in ``pyspiel``.
    spiel = ""

    def __init__(
        self, params: Mapping[str, Any] | None = None, root: tuple[bagatelle.State, int] | None = None
    ) -> None:
        name = self.spiel
        given = {**OWN, **(params or {})}
        known = _parameters(NAMES[name])
        options = {key: given[key] for key, usual in known.items() if given.get(key, usual) != usual}
        texts = [f"{key}={value}" for key, value in options.items()]
        self.table = root[0].get_game() if root else bagatelle.load_game(f"{NAMES[name]}({','.join(texts)})")
        self.deal = int(given["deal"])
        self.draws = int(given["draws"])
        self.utility = str(given["utility"])
        if self.deal < -1:
            raise ValueError(f"deal is a seed of 0 or more, or -1, not {self.deal}")
        if self.draws < 0:
            raise ValueError(f"draws is 0 or more, not {self.draws}")
        if self.utility not in ("result", "points"):
            raise ValueError(f"utility is result or points, not {self.utility}")
        points = self.utility == "points"
        if points and self.table.name not in WITH_POINTS:
            raise ValueError(f"{self.table.name} has no points: its utility is the result")
        limit = int(given["limit"])
        if limit < 1 and limit != -1:
            raise ValueError(f"limit is at least 1, or -1, not {limit}")
        cut = "cut" in self.table.options
        self.limit = limit if limit > 0 else 60 if cut else 1000
        rng_seed = int(given["rng_seed"])
        self.random = random.Random(None if rng_seed == -1 else rng_seed)
        #: The positions in which the game begins, with their probabilities; None where they are not listed.
        self.starts: list[tuple[bagatelle.State, float]] | None = None
        self.root = root
        if root is not None:
            self.starts = root[0].worlds(root[1], MOST)
        elif self.deal != -1:
            self.starts = [(self.table.new_initial_state(self.deal), 1.0)]
        else:
            deals = self.table.deals(MOST)
            self.starts = (
                None if deals is None else [(record.replay("listed"), chance) for record, chance in deals]
            )
        chance, outcomes = self._chance(cut)
        #: The most outcomes of a chance node: where there are more, some are drawn.
        self.most = max(outcomes, 1)
        size = self.table.observation_tensor_size()
        memory = int(given["memory"])
        if memory < -1:
            raise ValueError(f"memory is 0 or more, or -1, not {memory}")
        fits = self.limit * size <= FLOATS
        self.memory: int | None = memory if memory >= 0 else self.limit if fits else None
        seats = self.table.num_players()
        super().__init__(
            _game_type(name, self.table, chance, self.memory is not None, {**known, **OWN}),
            pyspiel.GameInfo(
                num_distinct_actions=self.table.num_distinct_actions(),
                max_chance_outcomes=outcomes,
                num_players=seats,
                min_utility=-1000.0 if points else -1.0,
                max_utility=1000.0 if points else 1.0,
                utility_sum=0.0 if seats > 1 else None,
                max_game_length=self.limit,
            ),
            # Only what is not as usual, so that one game has one text.
            {key: given[key] for key, usual in {**known, **OWN}.items() if given.get(key, usual) != usual},
        )

    def _chance(self, cut: bool) -> tuple[Any, int]:
        """How chance acts, and the most outcomes it has."""
        modes = pyspiel.GameType.ChanceMode
        shuffles = self.table.name == "bulbous"
        starts = 1 if self.starts is None else len(self.starts)
        if self.starts is not None and starts == 1 and not shuffles:
            return modes.DETERMINISTIC, 0
        listed = starts
        if cut:
            # No more cards than there are can be shuffled.
            listed = max(
                starts,
                math.factorial(len(self.table.new_initial_state("cut").record().setup["deck"].split())),
            )
        if self.starts is not None and (not shuffles or cut and listed <= MOST):
            return modes.EXPLICIT_STOCHASTIC, listed
        if self.draws:
            return modes.EXPLICIT_STOCHASTIC, max(self.draws, starts)
        return modes.SAMPLED_STOCHASTIC, max(starts, 1)

    def first(self) -> bagatelle.State | None:
        """The position in which all games begin; None if chance decides it."""
        if self.starts is not None and len(self.starts) == 1:
            return self.starts[0][0].clone()
        return None

    def seed(self) -> str:
        """A fresh seed for something that is drawn."""
        return f"{self.random.getrandbits(80):x}"

    def new_initial_state(self, record: str | None = None) -> State:
        """The beginning; or the position at the end of a record, a JSON text."""
        state = State(self)
        if record is not None:
            state._begin(bagatelle.Record.read(record).replay(self.seed()))
        return state

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """What makes strings and tensors of states."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def deserialize_state(self, text: str) -> State:
        """The state that ``State.serialize`` wrote.

        Raises ``ValueError`` if the text is none, or of another game or version.
        """
        try:
            document = json.loads(text)
            written, version = document["bagatelle-openspiel"], document["version"]
        except (ValueError, KeyError, TypeError):
            raise ValueError("this is not a state that State.serialize wrote") from None
        if written != FORMAT:
            raise ValueError(
                f"this state was written in format {written} by version {version}; "
                f"this version, {bagatelle.__version__}, reads format {FORMAT}"
            )
        if document["game"] != str(self):
            raise ValueError(f"this state is one of {document['game']}, not of {self}")
        state = State(self)
        for (player, action), text in zip(document["history"], document["texts"]):
            state._next = text
            if state.current_player() != player:
                raise ValueError("this state does not fit the rules: another player is to act")
            try:
                state.apply_action(action)
            except Exception as why:
                raise ValueError(f"this state does not fit the rules: {why}") from None
        return state


class State(pyspiel.State):
    """A game being played, as a state of OpenSpiel. ``table`` is the ``bagatelle.State``; None before the
    deal."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.table = game.first()
        #: How many actions players have taken.
        self._moves = 0
        #: Places in OpenSpiel's history that were undone: it takes nothing out itself.
        self._gone: tuple[int, ...] = ()
        #: What chance does next, whatever is drawn.
        self._next: str | None = None
        #: In a state that was resampled: the player, and what that player observed before.
        self._before: tuple[int, tuple[Floats, ...]] | None = None

    def _begin(self, table: bagatelle.State) -> None:
        self.table = table

    # What OpenSpiel asks of a game.

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.table.current_player()

    def is_terminal(self) -> bool:
        if self.table is None:
            return False
        return self._moves >= self.get_game().limit or self.table.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self._table().legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All that chance can do, with its probabilities; one outcome where it is sampled."""
        if not self.is_chance_node():
            raise ValueError("chance is not to act")
        game = self.get_game()
        if self.table is None:
            chances = None if game.starts is None else [chance for _, chance in game.starts]
        else:
            drawn = self.table.draws(game.most)
            chances = None if drawn is None else [chance for _, chance in drawn]
        if chances is None:
            count = max(game.draws, 1)
            chances = [1.0 / count] * count
        return list(enumerate(chances))

    def _apply_action(self, action: int) -> None:
        given, self._next = self._next, None
        if not self.is_chance_node():
            self._table().apply_action(action)
            self._moves += 1
        elif self.table is None:
            self._deal(action, given)
        else:
            self._draw(self.table, action, given)

    def _deal(self, action: int, given: str | None) -> None:
        game = self.get_game()
        if game.starts is not None:
            if not 0 <= action < len(game.starts):
                raise ValueError(f"{action} is no outcome of the deal: there are {len(game.starts)}, from 0")
            self.table = game.starts[action][0].clone()
        elif game.root is not None:
            self.table = game.root[0].resample(game.root[1], given or self._seed(action))
        else:
            table = game.table
            self.table = (
                bagatelle.Record.read(given).replay(game.seed())
                if given
                else table.new_initial_state(self._seed(action))
            )

    def _draw(self, table: bagatelle.State, action: int, given: str | None) -> None:
        drawn = table.draws(self.get_game().most)
        if drawn is None:
            # Outcomes of their own for each node: they follow from what came before.
            table.apply_text(given or table.draw(self._seed(action)))
        elif 0 <= action < len(drawn):
            table.apply_text(drawn[action][0])
        else:
            raise ValueError(f"{action} is no outcome of chance: there are {len(drawn)}, from 0")

    def _seed(self, action: int) -> str:
        """What an outcome that is not listed is drawn from."""
        game = self.get_game()
        if not game.draws:
            return str(game.seed())
        if not 0 <= action < game.draws:
            raise ValueError(f"{action} is no outcome of chance: there are {game.draws}, from 0")
        before = "" if self.table is None else self.table.history_str()
        return f"{action} of {game.draws} after {before}"

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._table().action_to_string(player, action)
        if self.table is None:
            return f"deal {action}"
        drawn = self.table.draws(self.get_game().most)
        return f"draw {action}" if drawn is None else drawn[action][0]

    def returns(self) -> list[float]:
        game = self.get_game()
        if self.table is None or not self.table.is_terminal():
            return [0.0] * self.num_players()
        if game.utility == "result":
            return self.table.returns()
        outcome = self.table.outcome
        scores = outcome.scores if outcome is not None and outcome.scores is not None else []
        others = len(scores) - 1
        return [float(own - (sum(scores) - own) / others) for own in scores]

    def __str__(self) -> str:
        """All that has happened: states with equal texts are the same."""
        if self.table is None:
            return "before the deal"
        if self.table.has_record:
            setup = json.dumps(self.table.record().setup)
            return f"{setup} {self.table.history_str()}"
        return f"{self.table.position_string()} {self.table.history_str()}"

    # What only some games have.

    def resample_from_infostate(self, player: int, sampler: Any = None) -> State:
        """A state in which all that a player cannot know is drawn again; see ``bagatelle.State.resample``.
        ``sampler`` gives random numbers. The state has no history, which might give something away."""
        game = self.get_game()
        other = State(game)
        if self.table is None:
            return other
        seed = game.seed() if sampler is None else repr(sampler())
        other._begin(self.table.resample(player, seed))
        other._moves = self._moves
        if game.memory:
            other._before = (player, tuple(self._observed(player)))
        return other

    def _observed(self, player: int) -> list[Floats]:
        """What a player observed in all positions before this one."""
        table = self._table()
        before: list[Floats] = []
        if self._before is not None and self._before[0] == player:
            before = list(self._before[1])
        now = table.move_number()
        first = now - len(table.actions)
        return before + [table.at(ply).observation_tensor(player) for ply in range(first, now)]

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back, which must be this one."""
        history = self.full_history()
        if not history or (history[-1].player, history[-1].action) != (player, action):
            raise ValueError(f"the last action was not {action} of player {player}")
        at = len(super().full_history()) - 1
        while at in self._gone:
            at -= 1
        self._gone = (*self._gone, at)
        table = self._table()
        if table.take_back() is None:
            self.table = None
        elif player >= 0:
            self._moves -= 1

    def full_history(self) -> list[Any]:
        """The actions so far, each with its player."""
        history = super().full_history()
        return (
            [step for place, step in enumerate(history) if place not in self._gone]
            if self._gone
            else list(history)
        )

    def history(self) -> list[int]:
        """The numbers of the actions so far."""
        return [step.action for step in self.full_history()] if self._gone else list(super().history())

    def history_str(self) -> str:
        """The numbers of the actions so far, as a text."""
        return ", ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        """How many actions were taken, those of chance included."""
        return len(self.full_history())

    def is_initial_state(self) -> bool:
        """Whether nothing has happened yet."""
        return not self.full_history()

    def serialize(self) -> str:
        """The state as a text that ``Game.deserialize_state`` reads.

        Raises ``ValueError`` for a state that was resampled: it has no history.
        """
        if self.table is not None and not self.table.has_record:
            raise ValueError("a state that was resampled cannot be written: it has no history")
        texts = list(self.table.actions) if self.table is not None else []
        history = [(step.player, step.action) for step in self.full_history()]
        if len(history) > len(texts):
            assert self.table is not None
            start = self.table.at(0).record()
            texts = [start.write(), *texts]
        document = {
            "bagatelle-openspiel": FORMAT,
            "version": bagatelle.__version__,
            "game": str(self.get_game()),
            "history": history,
            "texts": texts,
        }
        return json.dumps(document)

    def _table(self) -> bagatelle.State:
        if self.table is None:
            raise ValueError("the cards are not dealt yet: chance is to act")
        return self.table


class Observer:
    """Strings and tensors of states, as OpenSpiel's observers make them: of what a player sees now, or with
    perfect recall of all that the player has seen."""

    def __init__(
        self, game: Game, kind: pyspiel.IIGObservationType, params: Mapping[str, Any] | None
    ) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        private = pyspiel.PrivateInfoType
        if not kind.public_info or kind.private_info not in (private.SINGLE_PLAYER, private.NONE):
            raise ValueError("observers show what is public, with or without what one player knows")
        self._public = kind.private_info == private.NONE
        self._recall = kind.perfect_recall
        self._memory = game.memory if kind.perfect_recall else 0
        self._size = game.table.observation_tensor_size()
        #: All floats; None if there is no such tensor.
        self.tensor: Floats | None = None
        #: The parts of the tensor by their names.
        self.dict: dict[str, Floats] = {}
        if self._memory is None:
            return
        self.tensor = np.zeros((self._memory + 1) * self._size, np.float32)
        start = 0
        for part in game.table.observation_parts:
            size = math.prod(part.shape)
            self.dict[part.name] = self.tensor[start : start + size].reshape(part.shape or (1,))
            start += size
        if self._memory:
            self.dict["memory"] = self.tensor[self._size :].reshape(self._memory, self._size)

    def set_from(self, state: State, player: int) -> None:
        """Puts what a player knows of a state into ``tensor``."""
        if self.tensor is None:
            raise ValueError("this game has no information-state tensor: load it with memory=")
        self.tensor.fill(0)
        if state.table is None:
            return
        viewer = bagatelle.SPECTATOR if self._public else player
        self.tensor[: self._size] = state.table.observation_tensor(viewer)
        if self._memory:
            # The newest first.
            for place, floats in enumerate(reversed(state._observed(viewer)[-self._memory :])):
                self.dict["memory"][place] = floats

    def string_from(self, state: State, player: int) -> str:
        """What a player knows of a state, as a text."""
        if state.table is None:
            return "before the deal"
        viewer = bagatelle.SPECTATOR if self._public else player
        if self._recall:
            return f"{viewer} {state.table.information_state_string(viewer)}"
        return state.table.observation_string(viewer)


#: The class of each game by its name in ``pyspiel``.
CLASSES: dict[str, type[Game]] = {
    spiel: type(
        "".join(word.capitalize() for word in spiel.split("_")),
        (Game,),
        {"spiel": spiel, "__doc__": Game.__doc__},
    )
    for spiel in NAMES
}

# Pickle looks for them here.
globals().update({kind.__name__: kind for kind in CLASSES.values()})


def load_game(name: str | bagatelle.Game, **params: Any) -> Game:
    """Returns a game by its name with options, such as ``"bulbous(cut=five)"``, or as a ``bagatelle.Game``;
    ``params`` are those that all games have.

    Raises what ``bagatelle.load_game`` raises, and ``ValueError`` if a parameter is wrong.
    """
    game = name if isinstance(name, bagatelle.Game) else bagatelle.load_game(name)
    unknown = set(params) - set(OWN)
    if unknown:
        raise ValueError(f"there is no parameter {', '.join(sorted(unknown))}; there are {', '.join(OWN)}")
    spiel = "bagatelle_" + game.name.replace("-", "_")
    known = _parameters(game.name)
    options: dict[str, Any] = {}
    for key, value in {**game.options, **game.deal_options}.items():
        if key not in known or not isinstance(value, (bool, int, str)):
            raise ValueError(f"OpenSpiel's games cannot have the option {key}={value!r}")
        options[key] = value if isinstance(value, type(known[key])) else str(value)
    return CLASSES[spiel]({**options, **params})


def subgame(state: bagatelle.State, player: int | None = None, **params: Any) -> Game:
    """Returns the game that begins in a position, as a player knows it: without one, the seat to act. Chance
    first decides what is hidden from that player. It lasts as long as this Python does: ``pyspiel`` cannot
    load it by its name."""
    seat = state.current_player() if player is None else player
    return CLASSES["bagatelle_" + state.get_game().name.replace("-", "_")](params, (state, seat))


def _register() -> None:
    """Makes the games known to ``pyspiel``."""
    for spiel, name in NAMES.items():
        game = bagatelle.load_game(name)
        modes = pyspiel.GameType.ChanceMode
        dealt = game.deals(1) is None or name == "bulbous"
        kind = _game_type(
            spiel,
            game,
            modes.EXPLICIT_STOCHASTIC if dealt else modes.DETERMINISTIC,
            False,
            {**_parameters(name), **OWN},
        )
        # OpenSpiel lets go of it only after Python has ended, so it is something that lives as long: a class.
        pyspiel.register_game(kind, CLASSES[spiel])


if "bagatelle_bulbous" not in pyspiel.registered_names():
    _register()
