"""Programs and solvers: answers, limits, progress, and how they are ended."""

from __future__ import annotations

import signal
import threading
import time
from typing import NoReturn

import pytest
from conftest import play

import bagatelle


def test_programs_choose_legal_actions(name: str) -> None:
    game = bagatelle.load_game(name)
    state = play(game.new_initial_state("programs"), 4)
    while state.is_chance_node():
        state.apply_action(0)
    for program in game.programs:
        thought = state.think(program.name, nodes=200)
        assert thought.action in state.legal_texts()
        assert state.action_to_string(thought.number) == thought.action
        assert state.think(program.name, nodes=200) == thought
        assert state.think(program.name, seconds=0.01).action in state.legal_texts()
    with pytest.raises(bagatelle.UnknownName, match="^there is no program “.*”; there are: "):
        state.think("no such program")


def test_limits_are_checked() -> None:
    state = bagatelle.load_game("baju-duel").new_initial_state("1")
    for wrong in ({"seconds": -1.0}, {"seconds": float("nan")}, {"nodes": 0}, {"workers": 0}):
        with pytest.raises(ValueError):
            state.think("3", **wrong)  # type: ignore[arg-type]


def test_solvers_answer(name: str) -> None:
    state = bagatelle.load_game(name).new_initial_state("solve")
    solution = state.solve(seconds=0.3)
    assert solution is None or (solution.text and isinstance(solution.details, dict))
    if not state.has_solver:
        assert solution is None
    evaluation = state.analyse(2, nodes=2000)
    if evaluation is not None:
        assert evaluation.text and evaluation.worth["kind"] and len(evaluation.lines) <= 2
        assert state.analyse(2, nodes=2000) == evaluation
    par = state.par(seconds=0.3)
    assert par is None or 0 < par.at_least <= par.moves


def test_games_are_reviewed(name: str) -> None:
    state = play(bagatelle.load_game(name).new_initial_state("review"), 300)
    assert bagatelle.load_game(name).new_initial_state("review").review(nodes=50) is None
    review = state.review(nodes=50)
    if review is not None:
        assert review.about
        assert len(review.seats) == state.num_players()
        assert all(0 <= turn.ply < state.move_number() for turn in review.turns)


def test_a_certificate_is_checked() -> None:
    state = bagatelle.load_game("burbuja").new_initial_state("certificate")
    proof = state.certificate(seconds=20)
    assert proof is not None
    assert state.check_certificate(proof)
    with pytest.raises(ValueError):
        state.check_certificate({})


def test_progress_is_told_and_may_end_the_work() -> None:
    state = bagatelle.load_game("brain-burn").new_initial_state("progress")
    told: list[tuple[float | None, str]] = []
    state.solve(seconds=1.0, progress=lambda share, text: told.append((share, text)))
    assert told and all(share is None or 0.0 <= share <= 1.0 for share, _ in told)

    def refuse(share: float | None, text: str) -> NoReturn:
        raise LookupError("enough")

    start = time.monotonic()
    with pytest.raises(LookupError, match="enough"):
        state.solve(seconds=60.0, progress=refuse)
    assert time.monotonic() - start < 20


def test_ctrl_c_ends_the_work() -> None:
    state = bagatelle.load_game("brain-burn").new_initial_state("interrupted")
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    start = time.monotonic()
    # Where tests run in the background, the signal is ignored from the start.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            state.solve(seconds=60.0)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - start < 20


def test_the_interpreter_is_free_meanwhile() -> None:
    state = bagatelle.load_game("brain-burn").new_initial_state("free")
    counted, done = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    state.solve(seconds=0.5)
    done.set()
    thread.join()
    assert counted > 20
