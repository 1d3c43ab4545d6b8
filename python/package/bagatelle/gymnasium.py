"""Environments for gymnasium: each solitaire alone, and every game many times side by side.

>>> import gymnasium
>>> import bagatelle.gymnasium                          # registers the environments
>>> table = gymnasium.make("bagatelle/BrainBurn-v0", shaped=True, limit=200)
>>> observation, info = table.reset(seed=1)
>>> action = table.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = table.step(action)
>>> tables = gymnasium.make_vec("bagatelle/Bulbous-v0", num_envs=8, deal_options={"seats": 2})
>>> observations, infos = tables.reset(seed=1)
>>> infos["action_mask"].shape == (8, tables.single_action_space.n)
True

An observation is what the player may know, float32, shape ``[Game.observation_tensor_size()]``
(``Game.observation_parts`` says what stands where). An action is a number (``Game.numbering`` says what they
mean); ``info["action_mask"]`` has 1 for each legal one. A game is worth 1.0 or -1.0 at its end.
"""

from __future__ import annotations

import operator
from typing import Any, Mapping, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

import bagatelle

__all__ = ["IDS", "SolitaireEnv", "TablesEnv", "brain_burn_progress"]

Floats = npt.NDArray[np.float32]

#: The name of each game by the id of its environment.
IDS = {
    "bagatelle/" + "".join(word.capitalize() for word in name.split("-")) + "-v0": name
    for name in bagatelle.games()
}

#: How ``TablesEnv`` tells which actions are legal.
MASKS = ("dense", "packed", "sparse", "none")


def _homes() -> Floats:
    """By cell and tile of Brain Burn: 1 where the tile is at home."""
    home = np.zeros((5, 5, 4, 6), np.float32)
    for suit in range(4):
        for rank in range(1, 6):
            home[suit, rank - 1, suit, rank] = 1
    home[4, :, :, 0] = 1
    return home.reshape(25 * 24)


_HOMES = _homes()


def brain_burn_progress(observations: Floats) -> Floats:
    """How far positions of Brain Burn are, from 0.0 to 1.0, which is solved: the share of the 24 tiles that
    are at home and of the 24 coins that have the value of their tile. It takes one observation or many."""
    tiles, coins = observations[..., : 25 * 24], observations[..., 25 * 24 :]
    at_home = tiles @ _HOMES
    values = tiles.reshape(*tiles.shape[:-1], 25, 4, 6).sum(axis=-2)
    fitting = (values * coins.reshape(*coins.shape[:-1], 25, 6)).sum(axis=(-1, -2))
    progress: Floats = (at_home + fitting) / np.float32(48)
    return progress


def _game(
    name: str,
    options: Mapping[str, Any] | None,
    deal_options: Mapping[str, Any] | None,
    limit: int,
    shaped: bool,
) -> bagatelle.Game:
    """The game, once the other arguments were checked."""
    game = bagatelle.load_game(name, options, deal_options)
    if operator.index(limit) < 1:
        raise ValueError("limit must be at least 1")
    if shaped and game.name != "brain-burn":
        raise ValueError(f"only brain-burn has a shaped reward, not {game.name}")
    return game


def _observations(game: bagatelle.Game) -> spaces.Space[Any]:
    return spaces.Box(-np.inf, np.inf, (game.observation_tensor_size(),), np.float32)


class SolitaireEnv(gymnasium.Env[Floats, Any]):
    """A game for one player.

    ``name``, ``options`` and ``deal_options`` are those of ``bagatelle.load_game``. A game that is not over
    after ``limit`` actions is truncated.

    With ``shaped``, which only Brain Burn has, each action is also worth what it adds to
    ``brain_burn_progress`` (less where it takes away); in a whole game these add up to the progress at its
    end less that of its deal, so what is best to do stays the same.

    An action that is not legal loses the game at once, as far as ``illegal`` is ``"lose"`` (-1.0, and
    ``info["illegal"]`` is True); with ``"raise"`` it raises ``IllegalAction`` and the game stays as it is.

    ``render_mode`` is None, ``"svg"`` (``render`` returns the drawing as an SVG document) or ``"ansi"`` (what
    the player may know as JSON).
    """

    metadata: dict[str, Any] = {"render_modes": ["svg", "ansi"], "render_fps": 1}

    def __init__(
        self,
        name: str,
        options: Mapping[str, Any] | None = None,
        deal_options: Mapping[str, Any] | None = None,
        limit: int = 1000,
        render_mode: str | None = None,
        shaped: bool = False,
        illegal: str = "lose",
    ) -> None:
        self.game = _game(name, options, deal_options, limit, shaped)
        if self.game.num_players() != 1:
            why = f"{name} is for {self.game.num_players()} players: use bagatelle.pettingzoo, or TablesEnv"
            raise ValueError(why)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None, svg or ansi, not {render_mode!r}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal must be lose or raise, not {illegal!r}")
        self.limit = limit
        self.render_mode = render_mode
        self.shaped = shaped
        self.illegal = illegal
        self.observation_space = _observations(self.game)
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        #: The game being played; None before the first ``reset``.
        self.state_of_game: bagatelle.State | None = None
        self._moves = 0
        self._done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Deals a game. After a ``seed`` the same deals follow; ``options`` may hold ``"seed"``, the seed of
        this deal, a text or an integer."""
        super().reset(seed=seed)
        unknown = set(options or {}) - {"seed"}
        if unknown:
            raise ValueError(f"options may hold seed, not {', '.join(sorted(unknown))}")
        deal = (options or {}).get("seed", int(self.np_random.integers(2**63)))
        self.state_of_game = self.game.new_initial_state(deal)
        self._moves, self._done = 0, False
        self._settle()
        observation = self._observe()
        self._progress = brain_burn_progress(observation) if self.shaped else np.float32(0)
        return observation, self._info()

    def step(self, action: SupportsIndex) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Takes an action, the number of a legal one."""
        state = self._playing()
        if self._done:
            raise ValueError("the game is over: reset the environment")
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(f"an action is an integer, not {type(action).__name__}") from None
        try:
            state.apply_action(number)
        except bagatelle.IllegalAction:
            if self.illegal == "raise":
                raise
            self._done = True
            return self._observe(), -1.0, True, False, {**self._info(), "illegal": True}
        self._moves += 1
        self._settle()
        terminated = state.is_terminal()
        truncated = not terminated and self._moves >= self.limit
        self._done = terminated or truncated
        observation = self._observe()
        reward = state.returns()[0]
        if self.shaped:
            before, self._progress = self._progress, brain_burn_progress(observation)
            reward += float(self._progress - before)
        return observation, reward, terminated, truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """True for each legal action, as MaskablePPO of sb3-contrib asks for it."""
        return self._playing().legal_actions_mask().astype(bool)

    def render(self) -> Any:
        state = self._playing()
        if self.render_mode == "svg":
            return state.svg(0)
        if self.render_mode == "ansi":
            return state.observation_string(0)
        return None

    def _playing(self) -> bagatelle.State:
        if self.state_of_game is None:
            raise ValueError("there is no game yet: reset the environment")
        return self.state_of_game

    def _settle(self) -> None:
        state = self._playing()
        while state.is_chance_node():
            state.apply_action(0)

    def _observe(self) -> Floats:
        return self._playing().observation_tensor(0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._playing().legal_actions_mask(), "moves": self._moves}


class TablesEnv(gymnasium.vector.VectorEnv[Floats, Any, Any]):
    """Many games of one kind side by side, of any number of players, stepped in Rust (``Batch``).

    ``name``, ``options`` and ``deal_options`` are those of ``bagatelle.load_game``; ``limit`` and ``shaped``
    those of ``SolitaireEnv``. A game that has ended gives way to a fresh deal in the same step
    (``AutoresetMode.SAME_STEP``): ``infos["final_obs"]`` then holds its last observation, and None for all
    others.

    In games for several players an observation is that of the seat to act (``infos["player"]``), a reward
    that of the seat that has acted, and ``infos["rewards"]``, shape ``[num_envs, players]``, has those of all
    seats. The last observation is that of the seat to act where the game was cut off, and of the seat that
    acted last where it was over.

    ``masks`` says how ``infos`` tell which actions are legal:

    - ``"dense"``: ``"action_mask"``, int8, shape ``[num_envs, actions]``;
    - ``"packed"``: ``"action_mask_packed"``, uint8, an eighth of that, for ``numpy.unpackbits`` with
      ``bitorder="little"``;
    - ``"sparse"``: ``"legal_actions"``, the numbers of all games one after another, and ``"legal_ends"``,
      where those of each end;
    - ``"none"``.

    An action that is not legal raises ``IllegalAction``; then no action was taken in any game.
    """

    metadata: dict[str, Any] = {"render_modes": ["svg", "ansi"], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        options: Mapping[str, Any] | None = None,
        deal_options: Mapping[str, Any] | None = None,
        limit: int = 1000,
        render_mode: str | None = None,
        shaped: bool = False,
        masks: str = "dense",
    ) -> None:
        self.game = _game(name, options, deal_options, limit, shaped)
        if operator.index(num_envs) < 1:
            raise ValueError("num_envs must be at least 1")
        if masks not in MASKS:
            raise ValueError(f"masks must be one of {', '.join(MASKS)}, not {masks!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None, svg or ansi, not {render_mode!r}")
        self.num_envs = num_envs
        self.limit = limit
        self.shaped = shaped
        self.masks = masks
        self.render_mode = render_mode
        self.single_observation_space = _observations(self.game)
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        #: The games; None before the first ``reset``.
        self.batch: bagatelle.Batch | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Deals all games. After a ``seed`` the same deals follow; ``options`` may hold ``"seed"``, the seed
        of the batch, a text or an integer."""
        super().reset(seed=seed)
        unknown = set(options or {}) - {"seed"}
        if unknown:
            raise ValueError(f"options may hold seed, not {', '.join(sorted(unknown))}")
        deals = (options or {}).get("seed", int(self.np_random.integers(2**63)))
        self.batch = self.game.batch(self.num_envs, deals, self.limit)
        observations = self.batch.observations()
        self._progress = brain_burn_progress(observations) if self.shaped else None
        return observations, self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Floats, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Takes an action in each game: their numbers, a list or an array of integers of any width."""
        batch = self._playing()
        acted = batch.current_players()
        all_rewards, standing = batch.step(actions)
        rewards = all_rewards[np.arange(self.num_envs), acted].astype(np.float64)
        observations = batch.observations()
        infos = self._infos()
        ended = standing != bagatelle.Batch.RUNNING
        last: Floats | None = None
        if ended.any():
            places, last = batch.final_observations()
            final = np.full(self.num_envs, None, dtype=object)
            for place, floats in zip(places, last):
                final[place] = floats
            infos["final_obs"], infos["_final_obs"] = final, ended
        if self._progress is not None:
            now = brain_burn_progress(observations)
            reached = now.copy()
            if last is not None:
                reached[ended] = brain_burn_progress(last)
            rewards += reached - self._progress
            self._progress = now
        if self.game.num_players() > 1:
            infos["rewards"] = all_rewards
        over = standing == bagatelle.Batch.OVER
        return observations, rewards, over, ended & ~over, infos

    def render(self) -> Any:
        batch = self._playing()
        if self.render_mode is None:
            return None
        states = [batch.state(place) for place in range(self.num_envs)]
        draw = bagatelle.State.svg if self.render_mode == "svg" else bagatelle.State.observation_string
        return tuple(draw(state) for state in states)

    def close_extras(self, **kwargs: Any) -> None:
        self.batch = None

    def _playing(self) -> bagatelle.Batch:
        if self.batch is None:
            raise ValueError("there are no games: reset the environment")
        return self.batch

    def _infos(self) -> dict[str, Any]:
        batch = self._playing()
        infos: dict[str, Any] = {}
        if self.game.num_players() > 1:
            infos["player"] = batch.current_players()
        if self.masks == "dense":
            infos["action_mask"] = batch.legal_actions_mask()
        elif self.masks == "packed":
            infos["action_mask_packed"] = batch.legal_actions_packed()
        elif self.masks == "sparse":
            infos["legal_actions"], infos["legal_ends"] = batch.legal_actions()
        return infos


def _register() -> None:
    """Makes the environments known to ``gymnasium.make`` and ``gymnasium.make_vec``; a table of several
    players has only the second."""
    for env_id, name in IDS.items():
        if env_id not in gymnasium.registry:
            alone = bagatelle.load_game(name).num_players() == 1
            gymnasium.register(
                env_id,
                entry_point="bagatelle.gymnasium:SolitaireEnv" if alone else None,
                vector_entry_point="bagatelle.gymnasium:TablesEnv",
                kwargs={"name": name},
            )


_register()
