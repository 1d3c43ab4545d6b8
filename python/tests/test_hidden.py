"""What is hidden: drawn again as a player may think it is, and left out of what a seat knows."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Iterable

import numpy as np
import pytest
from conftest import play

import bagatelle
from bagatelle import Record, RecordError, SPECTATOR, SeatState, State


def surprise(counts: Counter[str], expected: dict[str, float]) -> float:
    """How far counts are from their expectations: chi-square, divided by its degrees of freedom."""
    total = sum(counts.values())
    assert set(counts) <= set(expected), "something was drawn that cannot be"
    sums = sum((counts[key] - total * chance) ** 2 / (total * chance) for key, chance in expected.items())
    return sums / max(len(expected) - 1, 1)


def known(state: State, player: int) -> tuple[object, ...]:
    """All that a player is shown."""
    tensor = state.observation_tensor(player).tobytes()
    shown = (state.observation_string(player), state.information_state_string(player), tensor)
    return (
        *shown,
        state.legal_actions(player),
        state.current_player(),
        state.move_number(),
        state.seen(player),
    )


def test_a_state_that_was_resampled_looks_the_same(name: str) -> None:
    state = play(bagatelle.load_game(name).new_initial_state("resample"), 25)
    for player in (*range(state.num_players()), SPECTATOR):
        drawn = state.resample(player, 7)
        assert not drawn.has_record and state.has_record
        assert known(drawn, player) == known(state, player)
        assert drawn == state.resample(player, "7") and drawn.actions == []
        for deed in (drawn.record, lambda: pickle.dumps(drawn)):
            with pytest.raises(RecordError, match="this state has no record"):
                deed()
        if not state.get_game().hidden:
            assert all(known(drawn, other) == known(state, other) for other in range(state.num_players()))
        # It is played on, and drawn again.
        again = play(drawn.clone(), 4)
        if not state.is_terminal():
            assert again.move_number() > state.move_number() and again != drawn
        assert again.seen(player)[: state.move_number()] == state.seen(player)
        assert known(again.resample(player, 8), player) == known(again, player)
        assert copy.deepcopy(drawn) == drawn


def test_what_a_seat_knows(name: str) -> None:
    state = play(bagatelle.load_game(name).new_initial_state("seat"), 25)
    for player in (*range(state.num_players()), SPECTATOR):
        own = state.for_seat(player)
        assert isinstance(own, SeatState) and own.player == player
        assert own.view() == state.view(player) and own.seen() == state.seen(player)
        assert own.observation_string() == state.observation_string(player)
        assert own.information_state_string() == state.information_state_string(player)
        assert np.array_equal(own.observation_tensor(), state.observation_tensor(player))
        # The drawing marks no last action.
        assert own.svg() == state.resample(player, 1).svg(player) == own._repr_svg_()
        assert own.legal_actions() == state.legal_actions(player)
        assert np.array_equal(own.legal_actions_mask(), state.legal_actions_mask(player))
        assert (own.current_player(), own.move_number()) == (state.current_player(), state.move_number())
        assert own.is_terminal() == state.is_terminal() and own.returns() == state.returns()
        assert own.get_game() == state.get_game() and own.num_players() == state.num_players()
        assert own.resample(3) == state.resample(player, 3)
        assert own.clone() == own == copy.deepcopy(own) and hash(own) == hash(own.clone())
        if player == state.current_player():
            assert own == state.for_seat()
            assert [own.action_to_string(action) for action in own.legal_actions()] == own.legal_texts()
            for program in state.get_game().programs[:1]:
                assert own.think(program.name, nodes=20, seed=1).number in own.legal_actions()
        else:
            with pytest.raises(ValueError, match="this player is not to act"):
                own.think("random")
    with pytest.raises(ValueError, match="there is no player 9"):
        state.for_seat(9)


def twins() -> Iterable[tuple[State, State, int]]:
    """Pairs of games that a player cannot tell apart, though something is hidden differently."""
    for seats in (2, 3, 4):
        state = bagatelle.load_game("bulbous", None, {"seats": seats}).new_initial_state("twins")
        deck = state.record().setup["deck"].split(" ")
        # A card of another hand changes places with one of the deck.
        there = deck.index(state.view(1)["hand"][0])
        deck[there], deck[-1] = deck[-1], deck[there]
        yield state, changed(state, "deck", " ".join(deck)), 0
    state = bagatelle.load_game("burbuja").new_initial_state("twins")
    first, *others = state.record().setup["coins"].split(" ")
    yield state, changed(state, "coins", " ".join([first[:3] + first[:2:-1], *others])), 0


def changed(state: State, key: str, text: str) -> State:
    """The start of a game with another text in its set-up."""
    record = state.record()
    document = {"bagatelle": 1, "game": record.game, "options": record.options}
    return Record.read({**document, "setup": {**record.setup, key: text}}).replay()


def test_nothing_hidden_gets_through() -> None:
    for state, other, player in twins():
        assert state != other
        own, there = state.for_seat(player), other.for_seat(player)
        # The whole states are compared, with the order of decks and what each seat sees.
        assert own._known == there._known and own.clone()._known == there._known
        for seed in range(5):
            assert state.resample(player, seed) == other.resample(player, seed)
            assert own.resample(seed) == there.resample(seed)
        # Chance, too, goes on from the new seed.
        one, two = state.resample(player, 9), other.resample(player, 9)
        assert play(one, 150) == play(two, 150)


def test_others_learn_nothing_from_what_a_player_saw() -> None:
    state = play(bagatelle.load_game("bulbous(seats=2)").new_initial_state("others"), 40)
    drawn = state.resample(0, 1)
    assert drawn.seen(0) == state.seen(0) and drawn.seen(1) == state.seen(SPECTATOR) == drawn.seen(SPECTATOR)


@pytest.mark.parametrize("cut", ["five", "plain", "six"])
def test_hands_are_drawn_by_their_probability(cut: str) -> None:
    """All deals are known here, so what a player may think possible can be worked out by playing each."""
    game = bagatelle.load_game(f"bulbous(cut={cut})")
    deals = game.deals()
    assert deals is not None and abs(sum(chance for _, chance in deals) - 1) < 1e-9
    checked = 0
    for seed in range(6):
        state = game.new_initial_state(seed)
        for _ in range(4):
            if state.is_terminal() or state.is_chance_node():
                break
            player = state.current_player()
            possible: Counter[str] = Counter()
            for record, chance in deals:
                # Of other players only what is seen is known: what they laid may have been other cards.
                for line in lines(record.replay(), state, player):
                    possible[hidden(line, player)] += chance
            # Each combination counts once, whichever way it came about.
            expected = {key: 1 / len(possible) for key in possible}
            drawn = Counter(hidden(state.resample(player, n), player) for n in range(1500))
            assert surprise(drawn, expected) < 2.5, (cut, seed, state.actions)
            checked += len(possible) > 1
            play(state, 1, seed)
    assert checked > 8


def lines(start: State, state: State, player: int) -> list[State]:
    """The ways to play from a deal that a player cannot tell from what happened."""
    ways = [start]
    if start.observation_string(player) != state.at(0).observation_string(player):
        return []
    for ply in range(1, state.move_number() + 1):
        seen = state.at(ply).information_state_string(player)
        ways = [
            child
            for way in ways
            for child in map(way.child, way.legal_actions())
            if child.information_state_string(player) == seen
        ]
    return ways


def hidden(state: State, player: int) -> str:
    """What the other seat holds and has laid."""
    view = state.view(1 - player)
    return f"{view['hand']} {view['bet']}"


def test_stacks_are_drawn_by_their_probability() -> None:
    state = bagatelle.load_game("burbuja").new_initial_state("stacks")
    tops: Counter[str] = Counter()
    for seed in range(3000):
        world = state.resample(0, seed)
        suns, moons = world.child(1).view()["hand"], world.child(3).view()["hand"]
        tops[f"{suns} {moons}"] += 1
    coins = dict(suit.split("=") for suit in state.record().setup["coins"].split(" "))
    expected = {f"S{one} M{two}": 1 / 25 for one in coins["S"][1:] for two in coins["M"][1:]}
    assert surprise(tops, expected) < 2


def test_worlds_are_all_that_may_be_drawn() -> None:
    state = bagatelle.load_game("burbuja").new_initial_state("worlds")
    assert state.worlds() is None, "120 to the fourth are too many"
    seed = 0
    while (
        (worlds := state.worlds(0, 40)) is None
        or len(worlds) < 4
        or not state.legal_texts()[0].startswith("pick")
    ):
        state, seed = play(state, 1, seed), seed + 1
        if state.is_terminal():
            state = bagatelle.load_game("burbuja").new_initial_state(f"worlds {seed}")
    assert abs(sum(chance for _, chance in worlds) - 1) < 1e-9
    assert all(known(world, 0) == known(state, 0) for world, _ in worlds)
    expected = {whole(world): chance for world, chance in worlds}
    assert len(expected) == len(worlds) and whole(state) in expected
    drawn = Counter(whole(state.resample(0, n)) for n in range(60 * len(worlds)))
    assert surprise(drawn, expected) < 2
    assert state.for_seat().worlds(40) == worlds
    for name in ("baju-duel", "brain-burn"):
        state = bagatelle.load_game(name).new_initial_state(1)
        only = state.worlds()
        assert only is not None and len(only) == 1 and known(only[0][0], 0) == known(state, 0)


def whole(state: State) -> str:
    """What lies in which order in the stacks: each is taken from the top, one coin after another, in a
    copy."""
    drawn = []
    for suit in "SMCA":
        taken = state.clone()
        while taken.current_player() == 0 and (action := f"pick:{suit}t") in taken.legal_texts():
            taken.apply_text(action)
            drawn.append(taken.view()["hand"])
            moves = [text for text in taken.legal_texts() if text.startswith("move:")]
            if not moves:
                break
            taken.apply_text(moves[0])
    return " ".join(drawn)


def test_chance_is_listed_where_that_can_be_done() -> None:
    state = bagatelle.load_game("bulbous(seats=2)").new_initial_state(1)
    with pytest.raises(ValueError, match="chance is not to act"):
        state.draws()
    with pytest.raises(ValueError, match="chance is not to act"):
        state.draw(1)
    state = to_chance(state)
    assert state.draws() is None, "the orders of a whole deck are too many"
    assert state.draw(1) == state.draw("1") != state.draw(2)
    state = to_chance(bagatelle.load_game("bulbous(cut=five)").new_initial_state(1))
    draws = state.draws()
    assert draws is not None and abs(sum(chance for _, chance in draws) - 1) < 1e-9
    assert len({text for text, _ in draws}) == len(draws) and state.draw(5) in dict(draws)
    assert state.draws(len(draws) - 1) is None
    for text, _ in draws:
        state.clone().apply_text(text)


def to_chance(state: State) -> State:
    """Plays at random until chance is to act."""
    for seed in range(1000):
        copy = state.clone()
        for step in range(400):
            if copy.is_chance_node():
                return copy
            if copy.is_terminal():
                break
            play(copy, 1, 1000 * seed + step)
    raise AssertionError("chance never acts")


def test_deals_are_listed_where_that_can_be_done(name: str) -> None:
    game = bagatelle.load_game(name)
    deals = game.deals()
    one_start = name in ("baju-duel", "bambam-booboo")
    assert (deals is not None) == one_start
    if deals is not None:
        assert [(record.replay(), chance) for record, chance in deals] == [(game.new_initial_state(), 1.0)]
    cut = bagatelle.load_game("bulbous(cut=five)")
    listed = cut.deals()
    assert listed is not None and len(listed) == 30 and cut.deals(29) is None
    dealt = Counter(cut.new_initial_state(n).record().setup["deck"] for n in range(3000))
    assert surprise(dealt, {record.setup["deck"]: chance for record, chance in listed}) < 2


def test_a_cut_game_is_a_game_like_others() -> None:
    game = bagatelle.load_game("bulbous(cut=R3 R5 RX B4 WC/R1 B2)")
    assert game.options == {"cut": "R3 R5 RX B4 WC/R1 B2"} and game.num_players() == 2
    state = play(game.new_initial_state(3), 100)
    assert state.is_terminal() and sum(state.returns()) == 0
    assert Record.read(state.record().write()).replay() == state
    assert state.record().options["cut"] == "five"
    assert "cut" not in bagatelle.load_game("bulbous").new_initial_state(1).record().options
    assert pickle.loads(pickle.dumps(state)) == state
    batch = bagatelle.load_game("bulbous(cut=six)").batch(20, 1)
    for _ in range(30):
        batch.step(batch.sample())
    thought = bagatelle.load_game("bulbous(cut=more)").new_initial_state(1).think("1", nodes=20)
    assert thought.action
    for wrong in ("seven", "R3 R3 R5 B4/R1", "R3 R5 B4/R1", "R3 R5 B4 B5/Y1"):
        with pytest.raises(RecordError, match="is no cut-down game: write four, plain, five"):
            bagatelle.load_game("bulbous", {"cut": wrong})
    with pytest.raises(RecordError, match="for two players, not 3"):
        record = state.record()
        document = {"bagatelle": 1, "game": "bulbous", "options": record.options}
        Record.read({**document, "setup": {**record.setup, "colours": ["R", "B", "Y"]}}).replay()


def test_a_batch_is_resampled(name: str) -> None:
    game = bagatelle.load_game(name)
    batch = game.batch(4, "batch")
    for _ in range(11):
        batch.step(batch.sample())
    drawn = batch.resample(5, copies=3)
    assert drawn.games == 12 and drawn.num_players() == batch.num_players()
    assert np.array_equal(drawn.observations(), np.repeat(batch.observations(), 3, axis=0))
    assert np.array_equal(drawn.legal_actions_mask(), np.repeat(batch.legal_actions_mask(), 3, axis=0))
    assert np.array_equal(drawn.move_numbers(), np.repeat(batch.move_numbers(), 3))
    assert np.array_equal(drawn.current_players(), np.repeat(batch.current_players(), 3))
    again = batch.resample("5", copies=3)
    for _ in range(15):
        chosen = drawn.sample()
        assert np.array_equal(chosen, again.sample())
        one, two = drawn.step(chosen), again.step(chosen)
        assert np.array_equal(one[0], two[0]) and np.array_equal(one[1], two[1])
        assert np.array_equal(drawn.observations(), again.observations())
    with pytest.raises(ValueError, match="copies must be at least 1"):
        batch.resample(1, 0)


def test_a_batch_is_resampled_by_probability() -> None:
    batch = bagatelle.load_game("bulbous(cut=five)").batch(2, "spread")
    drawn = batch.resample("spread", copies=1500)
    for place in range(2):
        player = int(batch.current_players()[place])
        own = batch.state(place).view(player)["hand"]
        rest = [card for card in ["R3", "R5", "RX", "B4", "WC"] if card not in own]
        expected = {str([card for card in rest if card != left]): 1 / 3 for left in rest}
        states = (drawn.state(place * 1500 + n) for n in range(1500))
        assert surprise(Counter(str(state.view(1 - player)["hand"]) for state in states), expected) < 4


def test_a_place_of_a_batch_is_a_state(name: str) -> None:
    batch = bagatelle.load_game(name).batch(3, "places")
    for _ in range(6):
        batch.step(batch.sample())
    for place in range(3):
        state = batch.state(place)
        assert state.current_player() == batch.current_players()[place]
        assert state.move_number() == batch.move_numbers()[place] and not state.has_record
        assert np.array_equal(state.observation_tensor(), batch.observations()[place])
        assert np.array_equal(state.legal_actions_mask(), batch.legal_actions_mask()[place])
    with pytest.raises(IndexError, match="there is no place 3; there are 3, from 0"):
        batch.state(3)
