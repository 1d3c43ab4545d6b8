#!/usr/bin/env python3
"""A bot for Bagatelle that needs nothing but Python, written from the document of the API.

It follows the stream of its account (or of a visitor, without a token), answers challenges, and plays any
legal action when it is its turn.

    python3 examples/bot.py http://127.0.0.1:8080
        play against programs, every game of the catalog once
    python3 examples/bot.py http://127.0.0.1:8080 --token TOKEN
        wait for challenges and play them
    python3 examples/bot.py http://127.0.0.1:8080 --token TOKEN --ladder GAME
        play one rated game against a house bot of about its strength

The server may go away and come back: the bot asks again, and follows the stream from the last number that it
has read.
"""

import argparse
import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request

PATIENCE = 60.0
# After so many actions by chance a puzzle is given up.
MOST = 400


class Refused(Exception):
    """The server refuses: `code` is its word for it."""

    def __init__(self, status, problem):
        super().__init__(problem.get("error", ""))
        self.status, self.code = status, problem.get("code", "")


class NoAnswer(OSError):
    """Something between has answered in the place of the server: a proxy that cannot reach it, or a network
    that wants a password first."""


def ours(answer):
    """Whether an answer is the server's: it gives each of them an id."""
    return "X-Request-Id" in answer.headers and getattr(answer, "code", 200) not in (502, 504)


class Bot:
    """A caller of the API who plays at random."""

    def __init__(self, base, token=None, seed=0):
        self.base, self.random, self.last = base.rstrip("/"), random.Random(seed), None
        self.token = token or self.ask("POST", "/api/v1/visitors")["token"]

    def open(self, method, path, body=None, headers=()):
        """Sends a request; waits while the server is away or says that it is too much."""
        until = time.monotonic() + PATIENCE
        while True:
            request = urllib.request.Request(self.base + path, method=method)
            if getattr(self, "token", None):
                request.add_header("Authorization", "Bearer " + self.token)
            for name, value in headers:
                request.add_header(name, value)
            if body is not None:
                request.add_header("Content-Type", "application/json")
                request.data = json.dumps(body).encode()
            pause = 0.2
            try:
                answer = urllib.request.urlopen(request, timeout=40)
                if ours(answer):
                    return answer
                answer.close()
                lost = NoAnswer(f"{self.base} is not answered by the server")
            except urllib.error.HTTPError as error:
                again = error.headers.get("Retry-After")
                busy = error.code in (429, 503) and again and time.monotonic() < until
                if ours(error) and not busy:
                    raise Refused(error.code, json.loads(error.read() or b"{}")) from None
                lost = NoAnswer(f"{self.base} answers {error.code}")
                if again and again.isdigit():
                    pause = min(float(again), 5.0)
            except (OSError, http.client.HTTPException) as error:
                lost = error
            if time.monotonic() > until:
                raise lost
            time.sleep(pause)

    def ask(self, method, path, body=None, key=None):
        """The answer to a request. One with a key may be sent twice: it makes one thing."""
        headers = [("Idempotency-Key", key)] if key else []
        with self.open(method, path, body, headers) as answer:
            return json.loads(answer.read() or b"null")

    def follow(self):
        """How it works to the caller, each entry once, for ever."""
        while True:
            path = "/api/v1/stream" + ("" if self.last is None else f"?after={self.last}")
            try:
                with self.open("GET", path, headers=[("Accept", "application/x-ndjson")]) as lines:
                    for line in lines:
                        if not line.strip():
                            continue
                        entry = json.loads(line)
                        self.last = entry["number"]
                        yield entry
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.2)

    def play(self, game):
        """Acts for as long as it is the caller's turn. Returns the state after that."""
        path = f"/api/v1/games/{game}"
        state, plan, done = self.ask("GET", path), [], 0
        while state["yours"] and state["legal"]:
            if len(state["seats"]) == 1 and not plan:
                plan = self.solution(path)
            done += 1
            if len(state["seats"]) == 1 and done > MOST:
                return self.ask("POST", path + "/events", {"kind": "resign"})
            action = plan.pop(0) if plan and plan[0] in state["legal"] else self.random.choice(state["legal"])
            try:
                event = {"text": action, "version": state["version"]}
                state = self.ask("POST", path + "/events", event)
            except Refused as refused:
                if refused.code not in (
                    "outdated",
                    "not-your-turn",
                    "game-over",
                    "time-up",
                    "action-illegal",
                ):
                    raise
                state, plan = self.ask("GET", path), []
        return state

    def solution(self, path):
        """What the solver would play, for a puzzle: chance alone never solves one."""
        try:
            answer = self.ask("POST", path + "/hint", {"strength": "solution"})
            while answer["state"] == "running":
                time.sleep(0.1)
                answer = self.ask("GET", path + "/hint")
            return list(answer["actions"])
        except Refused:
            return []

    def hear(self, entry):
        """Does what an entry of the stream asks for. Returns the id of a game that has ended."""
        kind, game = entry["kind"], entry.get("game")
        try:
            if kind == "challenge":
                self.ask("POST", f"/api/v1/challenges/{entry['challenge']}/accept")
            elif kind in ("turn", "start", "accepted") and self.play(game)["turn"] == "over":
                return game
            elif kind == "question" and entry["question"] in ("draw", "rematch"):
                self.ask("POST", f"/api/v1/games/{game}/events", {"kind": "agree"})
        except Refused as refused:
            print(f"{kind}: {refused} ({refused.code})", file=sys.stderr)
        return game if kind == "end" else None

    def climb(self, game):
        """Challenges the house bot whose rating is nearest to the caller's on the ladder of a game. Returns
        the id of the game."""
        name = self.ask("PUT", "/api/v1/account/bot", {"bot": True})["name"]
        ladder = next(one for one in self.ask("GET", "/api/v1/ladder")["ladders"] if one["game"] == game)
        rating = {
            one["name"]: one["rating"]["rating"] if one["rating"] else 1500.0 for one in ladder["players"]
        }
        house = [one["name"] for one in ladder["players"] if one["house"]]
        nearest = min(house, key=lambda other: abs(rating[other] - rating.get(name, 1500.0)))
        challenge = {"to": nearest, "game": game, "terms": {"rated": True}}
        return self.ask("POST", "/api/v1/challenges", challenge)["id"]


def order(entry):
    """A game of the catalog against the first of its programs, or alone."""
    return {"game": entry["id"], "programs": entry["programs"][:1], "name": "bot.py"}


def main():
    parser = argparse.ArgumentParser(description="A bot for Bagatelle.")
    parser.add_argument("server", help="where the server is, such as http://127.0.0.1:8080")
    parser.add_argument("--token", help="a token of an account with the scopes read, play and challenge")
    parser.add_argument(
        "--ladder",
        metavar="GAME",
        help="play one game on the ladder of this game; the token has the scope bot, too",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the choice among legal actions")
    options = parser.parse_args()
    bot = Bot(options.server, options.token, options.seed)
    running, begun = set(), False
    for entry in bot.follow():
        print(json.dumps(entry), flush=True)
        if entry["kind"] == "connected" and not begun:
            begun = True
            if options.ladder:
                running.add(bot.climb(options.ladder))
            elif not options.token:
                for number, game in enumerate(bot.ask("GET", "/api/v1/catalog")):
                    running.add(bot.ask("POST", "/api/v1/games", order(game), key=f"{number}")["id"])
        ended = bot.hear(entry)
        if ended:
            running.discard(ended)
        if begun and not running and (options.ladder or not options.token):
            return


if __name__ == "__main__":
    main()
