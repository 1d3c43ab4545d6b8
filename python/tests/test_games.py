"""Games, deals and records."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from conftest import play

import bagatelle
from bagatelle import IllegalAction, Record, RecordError


def test_a_game_says_what_it_is(name: str) -> None:
    game = bagatelle.load_game(name)
    assert game.name == name and game.title and game.tagline and game.designer
    assert "<" in game.rules_html and game.rules_html == game._repr_html_()
    assert game.numbering
    for program in game.programs:
        assert program.about and program.seconds > 0
    for question in game.option_questions + game.deal_questions:
        assert question.label and question.answers
    size = 0
    for part in game.observation_parts:
        floats = 1
        for axis in part.shape:
            floats *= axis
        assert part.name and part.about
        size += floats
    assert game.observation_tensor_shape() == [size] == [game.observation_tensor_size()]
    assert pickle.loads(pickle.dumps(game)) == game


def test_rules_and_encodings_have_versions() -> None:
    versions = bagatelle.versions()
    assert versions["bagatelle"] == bagatelle.__version__
    assert list(versions["games"]) == bagatelle.games()
    for of_game in versions["games"].values():
        assert of_game["rules"] >= 1 and of_game["encoding"] >= 1


def test_every_answer_is_understood(name: str) -> None:
    game = bagatelle.load_game(name)
    for question in game.option_questions:
        bagatelle.load_game(name, {question.key: question.answers[0].value})
        for answer in question.answers:
            try:
                bagatelle.load_game(name, {question.key: answer.value})
            except RecordError as why:
                # Some answers go only with others, which the game says in its own words.
                assert "only" in str(why) or "leave out" in str(why)
    for question in game.deal_questions:
        for answer in question.answers[:3]:
            if question.key != "grade":
                bagatelle.load_game(name, None, {question.key: answer.value})


def test_unknown_games_and_options_are_refused(name: str) -> None:
    with pytest.raises(KeyError, match="there is no game") as unknown:
        bagatelle.load_game("chess")
    assert unknown.type is bagatelle.UnknownName
    assert str(unknown.value).startswith("there is no game “chess”; there are burbuja, ")
    with pytest.raises(RecordError, match="unknown field"):
        bagatelle.load_game(name, {"no-such-option": 1})
    with pytest.raises(RecordError, match="unknown field"):
        bagatelle.load_game(name, None, {"no-such-option": 1})


def test_a_seed_gives_one_deal(name: str) -> None:
    game = bagatelle.load_game(name)
    one, other = game.new_initial_state("7"), game.new_initial_state("7")
    assert one == other and one.record() == other.record()
    fresh = {game.new_initial_state().record().write() for _ in range(5)}
    assert len(fresh) in (1, 5)
    for grade in game.grades:
        assert game.new_initial_state(f"{grade}:1").grade() == grade


def test_a_seed_is_a_text_or_an_integer_of_any_kind(name: str) -> None:
    game = bagatelle.load_game(name)
    text = game.new_initial_state("7")
    for seed in (7, np.int64(7), np.uint8(7)):
        assert game.new_initial_state(seed) == text
        assert text.record().replay(seed) == text.record().replay("7")
        assert np.array_equal(game.batch(2, seed).observations(), game.batch(2, "7").observations())
        assert np.array_equal(game.playouts(2, seed, 20)[0], game.playouts(2, "7", 20)[0])
    for program in game.programs[:1]:
        thoughts = [text.think(program.name, nodes=10, seed=seed) for seed in (3, "3")]
        assert thoughts[0].action == thoughts[1].action
    large = 2**70
    assert game.new_initial_state(large) == game.new_initial_state(str(large))
    for wrong in (1.0, True, object(), ["7"], b"7"):
        with pytest.raises(TypeError, match="a seed is a text or an integer, not "):
            game.batch(2, wrong)  # type: ignore[arg-type]


def test_options_may_stand_behind_the_name(name: str) -> None:
    for question in bagatelle.load_game(name).deal_questions:
        value = question.answers[0].value
        if isinstance(value, (bool, int, str)):
            spelled = bagatelle.load_game(f"{name}({question.key}={value})")
            assert spelled == bagatelle.load_game(name, None, {question.key: value})
    for question in bagatelle.load_game(name).option_questions:
        value = question.answers[0].value
        if isinstance(value, (bool, int, str)):
            spelled = bagatelle.load_game(f" {name}( {question.key} = {value} ) ")
            assert spelled == bagatelle.load_game(name, {question.key: value})
    assert bagatelle.load_game(f"{name}()") == bagatelle.load_game(name)


def test_a_name_with_options_that_cannot_be_read_says_why() -> None:
    both = bagatelle.load_game("bulbous(seats=2,max-rounds=8)")
    assert (both.num_players(), both.options, both.deal_options) == (2, {"max-rounds": 8}, {"seats": 2})
    for wrong in ("bulbous(seats=2", "bulbous(seats)", "bulbous(=2)", "bulbous(seats=)", "bulbous(seats=2)x"):
        with pytest.raises(ValueError, match="a game with options is written like"):
            bagatelle.load_game(wrong)
    with pytest.raises(ValueError, match="“seats” is given twice"):
        bagatelle.load_game("bulbous(seats=2)", deal_options={"seats": 3})
    with pytest.raises(ValueError, match="“seats” is given twice"):
        bagatelle.load_game("bulbous(seats=2,seats=3)")
    with pytest.raises(RecordError, match="unknown field `players`, expected one of"):
        bagatelle.load_game("bulbous(players=2)")
    with pytest.raises(KeyError, match="there is no game “chess”"):
        bagatelle.load_game("chess(seats=2)")


def test_a_record_is_read_written_and_replayed(name: str) -> None:
    state = play(bagatelle.load_game(name).new_initial_state("records"), 40)
    record = state.record()
    again = Record.read(record.write())
    assert again == record and again.game == name and again.actions == state.actions
    replayed = again.replay()
    assert replayed == state
    assert replayed.legal_texts() == state.legal_texts()
    assert replayed.observation_string() == state.observation_string()
    assert pickle.loads(pickle.dumps(record)) == record
    assert pickle.loads(pickle.dumps(state)) == state
    assert (
        Record.read({"bagatelle": 1, "game": name, "setup": record.setup, "options": record.options}).actions
        == []
    )


def test_bad_records_say_why() -> None:
    with pytest.raises(RecordError, match="isn’t a Bagatelle record"):
        Record.read("{")
    with pytest.raises(RecordError, match="format version is 9"):
        Record.read({"bagatelle": 9, "game": "x"})
    with pytest.raises(RecordError, match="there’s no game called"):
        Record.read({"bagatelle": 1, "game": "x"}).replay()


def test_an_illegal_action_is_refused_with_a_reason(name: str) -> None:
    state = bagatelle.load_game(name).new_initial_state("illegal")
    legal = state.legal_actions()
    wrong = next(number for number in range(state.num_distinct_actions() + 1) if number not in legal)
    for number in (wrong, -1, 2**60):
        with pytest.raises(IllegalAction, match="not the number of a legal action"):
            state.apply_action(number)
    with pytest.raises(IllegalAction, match="isn’t a move here"):
        state.apply_text("no action")
    assert state.move_number() == 0 and state.legal_actions() == legal
