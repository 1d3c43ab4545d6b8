"""Plays a game of each kind by the client that openapi-python-client has made of the document of the API:
python play.py http://127.0.0.1:8080"""

import sys
import time
from http import HTTPStatus

from bagatelle_client import AuthenticatedClient, Client, models
from bagatelle_client.api.callers import make_visitor
from bagatelle_client.api.games import (
    ask_hint,
    bring_record,
    list_catalog,
    list_moves,
    make_game,
    send_event,
    show_game,
    show_hint,
    show_record,
)
from bagatelle_client.models import (
    BajuDuelNewGame,
    BajuPuzzleNewGame,
    BulbousDealOptions,
    BulbousNewGame,
    BulbousOptions,
    HintStrength,
    NewEvent,
    NewHint,
    TurnWord,
    Work,
)


def answered(answer):
    """What was answered; an error ends the program."""
    if answer.status_code >= HTTPStatus.BAD_REQUEST:
        raise SystemExit(f"{answer.status_code}: {answer.content!r}")
    return answer.parsed


def act(state, action):
    event = NewEvent(text=action, version=state.version)
    return answered(send_event.sync_detailed(state.id, client=api, body=event))


def solve(state):
    """Asks the solver, and plays what it says."""
    hint = answered(ask_hint.sync_detailed(state.id, client=api, body=NewHint(HintStrength.SOLUTION)))
    while hint.state is not Work.FOUND:
        time.sleep(0.05)
        hint = answered(show_hint.sync_detailed(state.id, client=api))
    for action in hint.actions:
        state = act(state, action)
    return state


def play(state):
    """Takes legal actions until the game is over."""
    move = 0
    while state.turn is not TurnWord.OVER:
        if state.yours:
            act(state, state.legal[move * 7 % len(state.legal)])
            move += 1
        else:
            time.sleep(0.02)
        state = answered(show_game.sync_detailed(state.id, client=api))
    return state


def make(order):
    return answered(make_game.sync_detailed(client=api, body=order))


host = sys.argv[1]
token = answered(make_visitor.sync_detailed(client=Client(host))).token
api = AuthenticatedClient(host, token=token)

puzzle = solve(make(BajuPuzzleNewGame(game="baju-puzzle", seed="1")))
print("A puzzle by its solver:", puzzle.outcome.reason)
assert puzzle.outcome.winners == [0]

duel = play(make(BajuDuelNewGame(game="baju-duel", seed="1", programs=["1"])))
print("A duel against a program:", duel.outcome.reason)

cards = play(
    make(
        BulbousNewGame(
            game="bulbous",
            seed="1",
            programs=["random"],
            options=BulbousOptions(max_rounds=8),
            wish=BulbousDealOptions(seats=2),
            sit=1,
        )
    )
)
print("Cards that are hidden:", cards.outcome.reason)
print("What is seen in the end:", ", ".join(cards.view.to_dict()))

# A little of every game in the catalog, and its record back into the server.
for entry in answered(list_catalog.sync_detailed(client=api)):
    order = getattr(models, "".join(word.capitalize() for word in entry.id.split("-")) + "NewGame")
    state = make(order(game=entry.id, programs=entry.programs[:1]))
    for _ in range(10):
        if state.yours and state.turn is not TurnWord.OVER:
            state = act(state, state.legal[0])
    answered(list_moves.sync_detailed(state.id, client=api))
    if not entry.hidden:
        record = answered(show_record.sync_detailed(state.id, client=api))
        assert record.game == entry.id
        answered(bring_record.sync_detailed(client=api, body=record))
    print("Begun:", entry.name)
