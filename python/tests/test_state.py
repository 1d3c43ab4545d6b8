"""Games being played, with OpenSpiel's methods and by texts."""

from __future__ import annotations

import copy
import random
import xml.etree.ElementTree

import numpy as np
import pytest
from conftest import play

import bagatelle
from bagatelle import CHANCE, SPECTATOR, TERMINAL, Record, State


def test_a_game_is_played_as_in_openspiel(name: str) -> None:
    game = bagatelle.load_game(name)
    rng = random.Random(3)
    state = game.new_initial_state("openspiel")
    for _ in range(150):
        if state.is_terminal():
            break
        if state.is_chance_node():
            assert state.current_player() == CHANCE
            outcomes, chances = zip(*state.chance_outcomes())
            assert outcomes == tuple(state.legal_actions()) and sum(chances) == 1.0
            state.apply_action(outcomes[0])
            continue
        player = state.current_player()
        legal = state.legal_actions()
        assert 0 <= player < state.num_players() == game.num_players()
        assert legal == sorted(set(legal)) and legal == state.legal_actions(player)
        mask = state.legal_actions_mask()
        assert mask.dtype == np.int8 and mask.shape == (game.num_distinct_actions(),)
        assert np.flatnonzero(mask).tolist() == legal
        for other in range(state.num_players()):
            floats = state.observation_tensor(other)
            assert floats.dtype == np.float32 and list(floats.shape) == game.observation_tensor_shape()
            assert np.isfinite(floats).all()
            if other != player:
                assert state.legal_actions(other) == [] and not state.legal_actions_mask(other).any()
        assert state.rewards() == state.returns() == [0.0] * state.num_players()
        action = rng.choice(legal)
        text = state.action_to_string(player, action)
        assert text == state.action_to_string(action) == state.legal_texts()[legal.index(action)]
        assert state.string_to_action(text) == action
        child = state.child(action)
        assert child.actions == [*state.actions, text]
        clone = state.clone()
        clone.apply_text(text)
        state.apply_action(action)
        assert clone == child == state == copy.deepcopy(state)
        assert clone.observation_string() == state.observation_string()
    if state.is_terminal():
        ended(state)


def ended(state: State) -> None:
    """Checks a finished game."""
    assert state.current_player() == TERMINAL and state.legal_actions() == [] and state.legal_texts() == []
    assert state.outcome is not None and state.outcome.reason
    assert state.rewards() == state.returns()
    if state.num_players() > 1:
        assert abs(sum(state.returns())) < 1e-9
    for player, value in enumerate(state.returns()):
        assert state.player_return(player) == value
        assert (player in state.outcome.winners) == (value > 0) or value == 0


def test_games_end(name: str) -> None:
    """Random play ends, but for the puzzles that go on until they are solved; those are solved by their
    solver."""
    game = bagatelle.load_game(name)
    state = play(game.new_initial_state("end"), 2000)
    if not state.is_terminal() and state.has_solver and state.num_players() == 1:
        state = game.new_initial_state("end")
        solution = state.solve(seconds=1)
        assert solution is not None
        for text in solution.line:
            state.apply_text(text)
    if state.is_terminal():
        ended(state)
    else:
        assert state.move_number() == 2000


def test_taking_back_leads_back(name: str) -> None:
    state = play(bagatelle.load_game(name).new_initial_state("back"), 12)
    last, before = state.actions[-1], state.at(state.move_number() - 1)
    assert state.take_back() == last and state == before
    assert state.legal_actions() == before.legal_actions()
    while state.take_back() is not None:
        pass
    assert state.move_number() == 0 == state.at(0).move_number()


def test_a_state_shows_itself(name: str) -> None:
    state = play(bagatelle.load_game(name).new_initial_state("show"), 9)
    for player in [*range(state.num_players()), SPECTATOR, None]:
        assert xml.etree.ElementTree.fromstring(state.svg(player)).tag.endswith("svg")
        assert isinstance(state.view(player), dict)
        assert len(state.seen(player)) == len(state.log(player)) == state.move_number()
        assert all(isinstance(value, str) for value in state.facts(player).values())
        assert state.observation_string(player) in state.information_state_string(player)
    assert state._repr_svg_() == state.svg() and state.goal
    assert len(state.log(count=2)) == 2
    with pytest.raises(ValueError, match="there is no player 9"):
        state.view(9)


def test_perft_counts(name: str) -> None:
    state = bagatelle.load_game(name).new_initial_state("perft")
    assert state.perft(1) == len(state.legal_actions())
    assert state.perft(2) == sum(len(state.child(action).legal_actions()) for action in state.legal_actions())


def twins(one: State, other: State, player: int) -> None:
    """Checks that a player cannot tell two positions apart by anything that is shown."""
    assert one.record() != other.record()
    assert np.array_equal(one.observation_tensor(player), other.observation_tensor(player))
    assert one.observation_string(player) == other.observation_string(player)
    assert one.information_state_string(player) == other.information_state_string(player)
    assert one.view(player) == other.view(player) and one.svg(player) == other.svg(player)
    assert one.legal_actions(player) == other.legal_actions(player)


def changed(state: State, key: str, text: str) -> State:
    """The start of a game with another text in its set-up."""
    record = state.record()
    document = {"bagatelle": 1, "game": record.game, "options": record.options}
    return Record.read({**document, "setup": {**record.setup, key: text}}).replay()


def test_an_observation_holds_nothing_of_unseen_coins() -> None:
    state = bagatelle.load_game("burbuja").new_initial_state("hidden")
    coins = state.record().setup["coins"]
    suits = coins.split(" ")
    # The first letter after the sign lies in front, the others in a stack that is not seen.
    sign, front, stack = suits[0][:2], suits[0][2], suits[0][3:]
    other = changed(state, "coins", " ".join([sign + front + stack[::-1], *suits[1:]]))
    for player in (0, SPECTATOR):
        twins(state, other, player)
    assert state.svg_open() is None or state.svg_open() != other.svg_open()
    front_changed = changed(state, "coins", " ".join([sign + stack[0] + front + stack[1:], *suits[1:]]))
    assert not np.array_equal(state.observation_tensor(0), front_changed.observation_tensor(0))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_observation_holds_nothing_of_other_hands_and_the_deck(seats: int) -> None:
    state = bagatelle.load_game("bulbous", None, {"seats": seats}).new_initial_state("hidden")
    deck = state.record().setup["deck"].split(" ")
    hands = [state.view(player)["hand"] for player in range(seats)]
    # A card of another hand changes places with one of the deck.
    there = deck.index(hands[1][0])
    swapped = [*deck]
    swapped[there], swapped[-1] = deck[-1], deck[there]
    other = changed(state, "deck", " ".join(swapped))
    assert other.view(1)["hand"] != hands[1]
    for player in (*range(seats), SPECTATOR):
        if player != 1:
            twins(state, other, player)
    assert not np.array_equal(state.observation_tensor(1), other.observation_tensor(1))
    # Two cards of the deck change places, which no player can see.
    swapped = [*deck]
    swapped[-1], swapped[-2] = deck[-2], deck[-1]
    other = changed(state, "deck", " ".join(swapped))
    for player in (*range(seats), SPECTATOR):
        twins(state, other, player)


def test_chance_follows_from_the_seed() -> None:
    game = bagatelle.load_game("bulbous", None, {"seats": 2})
    drawn = 0
    for seed in range(6):
        one, other = game.new_initial_state(f"{seed}"), game.new_initial_state(f"{seed}")
        play(one, 120, seed)
        play(other, 120, seed)
        assert one == other
        drawn += sum(text.startswith("~") for text in one.actions)
        # The order of the new deck is told to no viewer.
        for player in (0, 1, SPECTATOR):
            assert all(text.startswith("~?") for text in one.seen(player) if text.startswith("~"))
    assert drawn > 0
