"""Environments for PettingZoo: every game as an AEC environment, a solitaire as one with a single agent.

>>> from bagatelle.pettingzoo import env
>>> table = env("baju-duel")
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, termination, truncation, info = table.last()
...     done = termination or truncation
...     table.step(None if done else table.action_space(agent).sample(observation["action_mask"]))

An observation is a dict:

- ``observation``: float32, shape ``[Game.observation_tensor_size()]``, what the agent may know
  (``Game.observation_parts`` says what stands where);
- ``action_mask``: int8, shape ``[Game.num_distinct_actions()]``, 1 for each legal action; all 0 for agents
  that are not to act.

An action is a number (``Game.numbering`` says what they mean). Rewards come at the end, from -1.0 to 1.0.
Chance acts by itself. ``turn_based_aec_to_parallel`` of PettingZoo makes parallel environments of these.
"""

from __future__ import annotations

import operator
from typing import Any, Mapping

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import bagatelle

Observation = dict[str, npt.NDArray[Any]]


def env(
    name: str,
    options: Mapping[str, Any] | None = None,
    deal_options: Mapping[str, Any] | None = None,
    limit: int = 1000,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int | None]:
    """Returns the environment of a game with PettingZoo's usual wrappers: an illegal action ends the game and
    costs 1.0.

    Arguments are those of ``TableEnv``.
    """
    table: Any = TableEnv(name, options, deal_options, limit, render_mode)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


class TableEnv(AECEnv[str, Observation, "int | None"]):
    """A table at which a game is played by agents ``seat_0``, ``seat_1`` and so on, without wrappers.

    ``name``, ``options`` and ``deal_options`` are those of ``bagatelle.load_game``. A game that is not over
    after ``limit`` actions of agents is truncated. ``render_mode`` is None, ``"svg"`` (``render`` returns a
    drawing as an SVG document, as the agent to act sees the table) or ``"ansi"`` (``render`` returns what a
    spectator may know as JSON).
    """

    metadata: dict[str, Any] = {
        "name": "bagatelle_v0",
        "render_modes": ["svg", "ansi"],
        "is_parallelizable": True,
        "render_fps": 1,
    }

    def __init__(
        self,
        name: str,
        options: Mapping[str, Any] | None = None,
        deal_options: Mapping[str, Any] | None = None,
        limit: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if limit < 1:
            raise ValueError("limit must be at least 1")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None, svg or ansi, not {render_mode!r}")
        self.game = bagatelle.load_game(name, options, deal_options)
        self.limit = limit
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.num_players())]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        floats, numbers = self.game.observation_tensor_size(), self.game.num_distinct_actions()
        self._observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (floats,), np.float32),
                    "action_mask": spaces.Box(0, 1, (numbers,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(numbers) for agent in self.possible_agents
        }
        #: What ``state`` returns: the observations of all seats, one after another.
        self.state_space = spaces.Box(-np.inf, np.inf, (len(self.possible_agents) * floats,), np.float32)
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game. After a ``seed`` the same deals follow; ``options`` may hold ``"seed"``, the seed of
        this deal, a text or an integer."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        text = (options or {}).get("seed", str(self._random.integers(2**63)))
        self.state_of_game = self.game.new_initial_state(text)
        self._moves = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._settle()

    def _settle(self) -> None:
        """Lets chance act, then selects the agent to act, or ends the game."""
        state = self.state_of_game
        while state.is_chance_node():
            state.apply_action(0)
        if state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            return
        if self._moves >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[state.current_player()]

    def observe(self, agent: str) -> Observation:
        seat = self._seats[agent]
        state = self.state_of_game
        return {
            "observation": state.observation_tensor(seat),
            "action_mask": state.legal_actions_mask(seat),
        }

    def state(self) -> npt.NDArray[np.float32]:
        """What all seats know together, for critics that see more than a player: the observations of all
        seats, one after another, float32. The order of a deck and other things that no seat knows are not in
        it."""
        seats = range(len(self.possible_agents))
        return np.concatenate([self.state_of_game.observation_tensor(seat) for seat in seats])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is needed as long as the game goes on")
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(f"an action is an integer, not {type(action).__name__}") from None
        self.state_of_game.apply_action(number)
        self._moves += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._settle()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.state_of_game.svg()
        if self.render_mode == "ansi":
            return self.state_of_game.observation_string(bagatelle.SPECTATOR)
        return None

    def close(self) -> None:
        pass

    def __str__(self) -> str:
        return f"bagatelle/{self.game.name}"
