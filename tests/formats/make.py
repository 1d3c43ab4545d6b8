#!/usr/bin/env python3
"""Makes the corpus in this folder with a server binary. See README.md.

    python3 make.py BINARY

Only Python's standard library is needed. The corpus is made once for each stored form, by the version that
still writes that form. Newer versions read it; they do not make it again.
"""

import http.client
import json
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
PASSWORD = "correct horse battery"
CHOICE = random.Random("formats")


class Refused(Exception):
    """An answer that is not a success."""


class Server:
    """The binary, serving a folder on a free port."""

    def __init__(self, binary, data):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        address = f"127.0.0.1:{self.port}"
        command = [binary, "--data", str(data), "--listen", address]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                self.send("GET", "/healthz")
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server does not start")

    def send(self, method, path, token=None, body=None, kind="application/json"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"host": f"127.0.0.1:{self.port}", "sec-fetch-site": "same-origin"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        if body is not None:
            headers["content-type"] = kind
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        cookie = answer.getheader("set-cookie") or ""
        place = answer.getheader("location") or ""
        connection.close()
        return answer.status, text, cookie, place

    def json(self, method, path, token=None, body=None):
        text = None if body is None else json.dumps(body)
        status, answer, _, _ = self.send(method, path, token, text)
        if status >= 300:
            raise Refused(f"{method} {path} {text}: {status} {answer}")
        return json.loads(answer)

    def form(self, path, token, **fields):
        body = urllib.parse.urlencode(fields)
        status, text, cookie, place = self.send(
            "POST", path, token, body, "application/x-www-form-urlencoded"
        )
        if status >= 400:
            raise Refused(f"POST {path} {body}: {status} {text[:2000]}")
        return cookie, place

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)


class Maker:
    """Plays the stories and notes which token and which game has which name."""

    def __init__(self, binary, data):
        self.binary, self.data = binary, data
        self.server = Server(binary, data)
        self.tokens, self.games, self.records = {}, {}, {}

    def restart(self, pause=0.0):
        self.server.stop()
        time.sleep(pause)
        self.server = Server(self.binary, self.data)

    # Callers

    def visitor(self, name):
        self.tokens[name] = self.server.json("POST", "/api/v1/visitors")["token"]
        return name

    def enter(self, key, path, token=None, **fields):
        cookie, _ = self.server.form(path, self.tokens.get(token), password=PASSWORD, **fields)
        self.tokens[key] = cookie.split("visitor=")[1].split(";")[0]
        return key

    # Games

    def new(self, key, who, game, **order):
        state = self.server.json("POST", "/api/v1/games", self.tokens[who], {"game": game, **order})
        self.games[key] = state["id"]
        return key

    def known(self, key, state_or_id):
        self.games[key] = state_or_id["id"] if isinstance(state_or_id, dict) else state_or_id
        return key

    def state(self, key, who=None):
        return self.server.json("GET", f"/api/v1/games/{self.games[key]}", self.tokens.get(who))

    def event(self, key, who, kind, text="", **more):
        path = f"/api/v1/games/{self.games[key]}/events"
        return self.server.json("POST", path, self.tokens[who], {"kind": kind, "text": text, **more})

    def act(self, key, who, text=None):
        if text is None:
            text = CHOICE.choice(self.state(key, who)["legal"])
        return self.event(key, who, "act", text)

    def play(self, key, who, actions=10_000):
        """Lets the callers act at random, so many times or to the end; programs and chance answer."""
        for _ in range(actions):
            deadline = time.time() + 60
            while True:
                states = {name: self.state(key, name) for name in who}
                acting = [name for name in who if states[name]["legal"]]
                if acting or states[who[0]]["turn"] == "over":
                    break
                if time.time() > deadline:
                    raise SystemExit(f"{key}: no caller is to act")
                time.sleep(0.05)
            if not acting:
                return
            self.event(key, acting[0], "act", CHOICE.choice(states[acting[0]]["legal"]))
        self.settle(key, who[0])

    def settle(self, key, who):
        """Waits until no program and no chance is to act."""
        for _ in range(600):
            state = self.state(key, who)
            turn = state["turn"]
            if turn == "over" or isinstance(turn, int) and state["seats"][turn]["sitter"] != "program":
                return state
            time.sleep(0.1)
        raise SystemExit(f"{key}: a program thinks for ever")

    def wait(self, what, done):
        for _ in range(600):
            if done():
                return
            time.sleep(0.1)
        raise SystemExit(f"waited in vain: {what}")

    def say(self, key, who, text):
        self.server.form(f"/g/{self.games[key]}/say", self.tokens[who], text=text)

    def record(self, key):
        return self.server.json("GET", f"/api/v1/games/{self.games[key]}/record")

    def solution(self, record):
        """The actions that the binary's own solver finds."""
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(record, file)
            file.flush()
            command = [self.binary, "solve", "--time", "10", "--record", "-", file.name]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        text = done.stdout[done.stdout.index("{") :]
        solved = json.JSONDecoder().raw_decode(text)[0]
        return solved["actions"][len(record["actions"]) :]


def stories(m):
    for name in ["ann", "bob", "cleo", "dan"]:
        m.visitor(name)
    clock = {"real-time": {"start_s": 3600, "increment_s": 5}}

    # One player, all kinds of steps on the board.
    m.new("brain-burn-solved", "ann", "brain-burn", seed="formats", wish={"hole": 12})
    first = m.act("brain-burn-solved", "ann")["seen"]
    for step in ["undo", "redo", "restart"]:
        m.event("brain-burn-solved", "ann", step)
    for action in m.solution(m.record("brain-burn-solved")):
        m.act("brain-burn-solved", "ann", action)
    assert m.state("brain-burn-solved", "ann")["outcome"], first
    m.new("brain-burn-running", "ann", "brain-burn", daily=True)
    m.play("brain-burn-running", ["ann"], 6)
    amend(m, "brain-burn-running", "ann")
    for step in ["undo", "undo"]:
        m.event("brain-burn-running", "ann", step)
    m.new("brain-burn-set-up", "bob", "brain-burn", setup=m.record("brain-burn-solved")["setup"])
    m.play("brain-burn-set-up", ["bob"], 3)
    m.new("burbuja-ended", "ann", "burbuja", seed="formats")
    m.play("burbuja-ended", ["ann"])
    options = {"chances": "S2M0C1A0", "groups": "any", "ring": "any"}
    m.new("burbuja-running", "bob", "burbuja", options=options, seed="Tom & Ann #1 50%")
    m.play("burbuja-running", ["bob"], 5)
    take_back(m, "burbuja-running", "bob")
    m.new("burbuja-chances", "bob", "burbuja", options=options, seed="second chances")
    m.play("burbuja-chances", ["bob"])
    m.new("baju-puzzle-solved", "cleo", "baju-puzzle", seed="formats", options={"goal": 1})
    for action in m.solution(m.record("baju-puzzle-solved")):
        m.act("baju-puzzle-solved", "cleo", action)
    m.new("baju-puzzle-running", "cleo", "baju-puzzle", seed="formats", options={"goal": 3})
    m.play("baju-puzzle-running", ["cleo"], 4)

    # One screen, programs.
    m.new("baju-duel-one-screen", "ann", "baju-duel")
    m.play("baju-duel-one-screen", ["ann"])
    m.new("baju-duel-program", "bob", "baju-duel", options={"first": "B"}, programs=["2"], sit=1)
    m.play("baju-duel-program", ["bob"], 4)
    m.new("bambam-program-won", "bob", "bambam-booboo", options={"tiles": 8}, programs=["2"])
    m.play("bambam-program-won", ["bob"])
    m.known(
        "bambam-program-again",
        m.server.json("POST", path(m, "bambam-program-won", "again"), m.tokens["bob"], {}),
    )
    m.new(
        "bulbous-programs-only",
        "cleo",
        "bulbous",
        options={"max-rounds": 8},
        wish={"seats": 4},
        programs=["simple", "random"],
        sit=None,
    )
    m.new(
        "bulbous-ended",
        "cleo",
        "bulbous",
        options={"max-rounds": 8},
        wish={"seats": 3},
        programs=["simple"],
        seed="formats",
    )
    m.play("bulbous-ended", ["cleo"])
    rules = {"preset": "rules-2026", "declared": True, "max-rounds": 8}
    m.new("bulbous-running", "cleo", "bulbous", options=rules, wish={"seats": 2}, programs=["simple"])
    m.play("bulbous-running", ["cleo"], 5)
    m.new("bambam-given-up", "dan", "bambam-booboo")
    m.play("bambam-given-up", ["dan"], 3)
    m.event("bambam-given-up", "dan", "resign")
    m.new("puzzle-given-up", "dan", "baju-puzzle", seed="given up")
    try:
        m.event("puzzle-given-up", "dan", "resign")
    except Refused as refused:
        print(refused)

    # Two visitors: every question, every answer.
    duel(m, "baju-duel-questions", "ann", "bob", pace=clock)
    for _ in range(2):
        m.play("baju-duel-questions", ["ann", "bob"], 1)
    m.event("baju-duel-questions", "ann", "ask", "takeback")
    m.event("baju-duel-questions", "bob", "agree")
    m.play("baju-duel-questions", ["ann", "bob"], 3)
    m.event("baju-duel-questions", "bob", "ask", "takeback")
    m.event("baju-duel-questions", "ann", "decline")
    m.event("baju-duel-questions", "ann", "ask", "draw")
    m.event("baju-duel-questions", "ann", "decline")
    m.event("baju-duel-questions", "ann", "ask", "pause")
    m.event("baju-duel-questions", "bob", "agree")
    m.event("baju-duel-questions", "bob", "resume")
    m.play("baju-duel-questions", ["ann", "bob"], 1)
    m.say("baju-duel-questions", "ann", "Good game so far.")
    m.say("baju-duel-questions", "bob", "Thank you! ☕ <b>& more</b>")
    m.event("baju-duel-questions", "bob", "ask", "draw")
    m.event("baju-duel-questions", "ann", "agree")
    m.event("baju-duel-questions", "bob", "ask", "rematch")
    after = m.event("baju-duel-questions", "ann", "agree")
    m.known("baju-duel-rematch", after["next"])
    m.play("baju-duel-rematch", ["ann", "bob"], 2)
    m.event("baju-duel-rematch", not_acting(m, "baju-duel-rematch", ["ann", "bob"]), "ask", "takeback")
    duel(m, "baju-duel-paused", "ann", "bob", pace=clock)
    m.play("baju-duel-paused", ["ann", "bob"], 4)
    m.event("baju-duel-paused", "ann", "ask", "pause")
    m.event("baju-duel-paused", "bob", "agree")
    duel(m, "baju-duel-resigned", "ann", "bob", pace={"days": 3})
    m.play("baju-duel-resigned", ["ann", "bob"], 3)
    m.event("baju-duel-resigned", "bob", "resign")
    duel(m, "baju-duel-won", "ann", "bob")
    m.play("baju-duel-won", ["ann", "bob"])
    duel(m, "baju-duel-days", "cleo", "bob", pace={"days": 3})
    m.play("baju-duel-days", ["cleo", "bob"], 3)
    duel(m, "baju-duel-clock", "cleo", "bob", pace=clock)
    m.play("baju-duel-clock", ["cleo", "bob"], 4)
    duel(m, "bambam-claimed", "ann", "bob", game="bambam-booboo", grace_s=0)
    m.play("bambam-claimed", ["ann", "bob"], 3)
    duel(
        m,
        "bambam-flag",
        "ann",
        "bob",
        game="bambam-booboo",
        pace={"real-time": {"start_s": 10, "increment_s": 0}},
    )
    m.play("bambam-flag", ["ann", "bob"], 3)

    # More than two: a program takes over.
    for key in ["bulbous-resigned", "bulbous-claimed", "bulbous-flag", "bulbous-company"]:
        terms = {"grace_s": 0, "listed": False}
        if key == "bulbous-flag":
            terms["pace"] = {"real-time": {"start_s": 10, "increment_s": 0}}
        m.new(
            key,
            "ann",
            "bulbous",
            options={"max-rounds": 12},
            wish={"seats": 3},
            programs=["open"],
            name="Ann",
            terms=terms,
        )
        m.event(key, "bob", "sit", "Bob", seat=2)
        m.event(key, "cleo", "sit", "Cleo")
        m.play(key, ["ann", "bob", "cleo"], 4)
    m.event("bulbous-resigned", "bob", "resign")
    m.event("bulbous-resigned", "bob", "sit", "Bob")
    m.event("bulbous-resigned", "cleo", "resign")
    m.say("bulbous-resigned", "ann", "Cleo had to go.")

    # Matches.
    duel(m, "match-1", "ann", "bob", game="bambam-booboo", best_of=3)
    m.play("match-1", ["ann", "bob"], 4)
    m.event("match-1", "ann", "resign")
    m.known("match-2", m.server.json("POST", path(m, "match-1", "again"), m.tokens["ann"], {}))
    m.play("match-2", ["ann", "bob"], 4)
    m.event("match-2", "bob", "resign")
    m.known("match-3", m.server.json("POST", path(m, "match-2", "again"), m.tokens["bob"], {}))
    m.play("match-3", ["ann", "bob"], 5)
    m.new("match-with-a-program", "dan", "baju-duel", programs=["1"], best_of=3)
    m.play("match-with-a-program", ["dan"], 2)

    # Tables that wait.
    m.new(
        "open-listed",
        "ann",
        "baju-duel",
        programs=["open"],
        name="Ann",
        terms={"listed": True, "pace": clock},
    )
    m.new("open-by-link", "bob", "bulbous", wish={"seats": 4}, programs=["open"], name="Bob")
    m.event("open-by-link", "ann", "sit", "Ann")
    m.event("open-by-link", "cleo", "sit", "Cleo")
    m.event("open-by-link", "cleo", "stand")
    m.event("open-by-link", "bob", "program", "simple", seat=3)

    # Accounts.
    m.visitor("eve")
    m.visitor("eve-phone")
    m.new("before-sign-up", "eve", "baju-duel", programs=["1"])
    m.play("before-sign-up", ["eve"], 2)
    m.new("claimed-later", "eve-phone", "bambam-booboo")
    m.play("claimed-later", ["eve-phone"], 3)
    duel(m, "claimed-duel", "bob", "eve-phone", names=("Bob", "Eve on her phone"))
    m.play("claimed-duel", ["bob", "eve-phone"], 3)
    m.enter("Eve", "/me/sign-up", "eve", name="Eve")
    m.enter("Eve-2", "/me/log-in", "eve-phone", name="Eve")
    m.server.form("/me/name", m.tokens["Eve"], name="Evelyn")
    m.server.send("POST", "/me/settings.json", m.tokens["Eve"], '{"sound":true,"marks":false}')
    m.enter("Fay", "/me/sign-up", name="Fay")
    m.enter("Gus", "/me/sign-up", name="Gus")
    for key, loser in [("rated-1", "Fay"), ("rated-2", "Gus"), ("rated-3", "Fay")]:
        duel(m, key, "Eve", loser, names=("Evelyn", loser), rated=True)
        m.play(key, ["Eve", loser], 4)
        if key == "rated-2":
            m.event(key, "Eve", "ask", "draw")
            m.event(key, loser, "agree")
        elif key == "rated-1":
            m.event(key, loser, "resign")
    duel(
        m,
        "rated-bulbous",
        "Eve",
        "Fay",
        names=("Evelyn", "Fay"),
        game="bulbous",
        rated=True,
        options={"max-rounds": 8},
        wish={"seats": 2},
    )
    m.play("rated-bulbous", ["Eve", "Fay"], 4)
    duel(m, "renamed-resigned", "Fay", "dan", names=("Fay", "Dan"))
    m.play("renamed-resigned", ["Fay", "dan"], 2)
    m.event("renamed-resigned", "Fay", "resign")
    m.server.form("/me/name", m.tokens["Fay"], name="Fiona")
    # An account that is deleted, with a game that is over, one that goes on, and one that waits.
    duel(m, "deleted-resigned", "Gus", "dan", names=("Gus", "Dan"))
    m.play("deleted-resigned", ["Gus", "dan"], 2)
    m.event("deleted-resigned", "Gus", "resign")
    duel(m, "deleted-running", "dan", "Gus", names=("Dan", "Gus"))
    m.play("deleted-running", ["dan", "Gus"], 2)
    m.say("deleted-running", "Gus", "This line goes with the account.")
    m.say("deleted-running", "dan", "This line stays.")
    m.new("deleted-waiting", "Gus", "baju-duel", programs=["open"], name="Gus", terms={"listed": True})
    m.server.form("/me/delete", m.tokens["Gus"], password=PASSWORD)

    # Played on, and brought as records.
    play_on(m, "played-on", "bob", "baju-duel-won", ply=4)
    m.play("played-on", ["bob"], 2)
    play_on(m, "played-on-program", "bob", "bambam-program-won", ply=5, program="1", sit=1)
    m.play("played-on-program", ["bob"], 1)
    play_on(m, "played-on-open", "ann", "baju-duel-won", ply=2, program="open", sit=0, name="Ann")
    brought = dict(m.record("bulbous-ended"))
    brought["actions"] = brought["actions"][:8]
    m.known("brought-hidden", m.server.json("POST", "/api/v1/records", m.tokens["bob"], brought))
    m.known(
        "brought-ended", m.server.json("POST", "/api/v1/records", m.tokens["cleo"], m.record("burbuja-ended"))
    )

    # A time when no server runs: it counts for no clock.
    m.restart(pause=3)
    m.play("baju-duel-clock", ["cleo", "bob"], 2)

    # What takes time.
    for key in ["bambam-claimed", "bulbous-claimed"]:
        waiting = not_acting(m, key, ["ann", "bob", "cleo"] if "bulbous" in key else ["ann", "bob"])
        m.wait(key, lambda: claims(m, key, waiting))
    m.wait("bambam-flag", lambda: m.state("bambam-flag")["outcome"])
    m.wait("bulbous-flag", lambda: "flag" in kinds(m, "bulbous-flag"))
    for key in ["bulbous-programs-only"]:
        m.wait(key, lambda: m.state(key)["outcome"])

    # The mark to beat is looked for when a page is first shown.
    for key in ["brain-burn-solved", "burbuja-ended", "baju-puzzle-solved", "baju-puzzle-running"]:
        m.server.send("GET", f"/g/{m.games[key]}")
    m.wait("marks", lambda: rows(m, "SELECT count(*) AS n FROM marks")[0]["n"] >= 4)
    m.wait("thinking", lambda: rows(m, "SELECT count(*) AS n FROM standings WHERE thinking")[0]["n"] == 0)


def amend(m, key, who):
    """Acts so that the page would offer a longer action in the place of the last one, and takes the longer
    one."""
    for _ in range(40):
        state = m.state(key, who)
        shorter = [a for a in state["legal"] if any(b != a and b.startswith(a) for b in state["legal"])]
        if shorter:
            action = CHOICE.choice(shorter)
            longer = CHOICE.choice([b for b in state["legal"] if b != action and b.startswith(action)])
            m.act(key, who, action)
            m.event(key, who, "amend", longer)
            return
        m.act(key, who)
    raise SystemExit("nothing could be amended")


def take_back(m, key, who):
    """Acts until an action reveals nothing, and takes that one back."""
    for _ in range(20):
        m.act(key, who)
        try:
            m.event(key, who, "undo")
            return
        except Refused:
            pass
    raise SystemExit("nothing could be taken back")


def duel(m, key, one, two, game="baju-duel", names=None, best_of=1, options=None, wish=None, **terms):
    names = names or (one.title(), two.title())
    m.new(
        key,
        one,
        game,
        programs=["open"],
        name=names[0],
        terms=terms,
        best_of=best_of,
        options=options or {},
        wish=wish or {},
    )
    m.event(key, two, "sit", names[1])


def not_acting(m, key, who):
    """A caller at the table whose turn it is not."""
    return next(name for name in who if not m.state(key, name)["legal"])


def claims(m, key, who):
    try:
        m.event(key, who, "claim")
        return True
    except Refused:
        return False


def path(m, key, what):
    return f"/api/v1/games/{m.games[key]}/{what}"


def play_on(m, key, who, source, **fields):
    _, place = m.server.form(f"/g/{m.games[source]}/play-on", m.tokens[who], **fields)
    m.known(key, place.removeprefix("/g/"))


def rows(m, query, *values):
    database = sqlite3.connect(f"file:{m.data}/bagatelle.sqlite?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    found = [dict(row) for row in database.execute(query, values)]
    database.close()
    return found


def kinds(m, key):
    return [
        row["kind"] for row in rows(m, "SELECT kind FROM events WHERE game = ? ORDER BY seq", m.games[key])
    ]


def expected(binary, data, tokens, games, asked):
    """What a fresh server on a copy of the folder answers."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "data"
        shutil.copytree(data, copy)
        server = Server(binary, copy)
        answers = {}
        for key, game in sorted(games.items()):
            views = {}
            for name in sorted({None, *asked.get(key, [])}, key=str):
                views[name or "spectator"] = server.json("GET", f"/api/v1/games/{game}", tokens.get(name))
            status, record, _, _ = server.send("GET", f"/g/{game}/record.json")
            answers[key] = {
                "id": game,
                "views": views,
                "record": json.loads(record) if status == 200 else None,
            }
        callers = {}
        for name, token in tokens.items():
            status, exported, _, _ = server.send("GET", "/me/export.json", token)
            callers[name] = {"token": token, "export": json.loads(exported) if status == 200 else None}
        server.stop()
    return {"callers": callers, "games": answers}


def participants(data, tokens, games):
    """Which callers have a part in which game, by the stored seats."""
    database = sqlite3.connect(f"{data}/bagatelle.sqlite")
    claimed = dict(database.execute("SELECT visitor, person FROM claimed"))
    sessions = dict(database.execute("SELECT id, person FROM sessions"))
    ids = {}
    for name, token in tokens.items():
        bearer = token.split(".")[0]
        if bearer not in claimed:
            ids[name] = sessions.get(bearer, bearer)
    asked = {}
    for key, game in games.items():
        seated = {row[0] for row in database.execute("SELECT person FROM sitters WHERE game = ?", [game])}
        owner = database.execute("SELECT owner FROM games WHERE id = ?", [game]).fetchone()[0]
        seated = {claimed.get(person, person) for person in seated | {owner}}
        asked[key] = [name for name, person in ids.items() if person in seated]
    database.close()
    return asked


def stored(data, games, answers):
    """The rows of each game as they are stored, and what they add up to."""
    database = sqlite3.connect(f"{data}/bagatelle.sqlite")
    database.row_factory = sqlite3.Row

    def all_of(query, game):
        return [dict(row) for row in database.execute(query, [game])]

    found = []
    for key, game in sorted(games.items()):
        events = all_of("SELECT seq, at, kind, seat, who, text FROM events WHERE game = ? ORDER BY seq", game)
        spectator = answers["games"][key]["views"]["spectator"]
        found.append(
            {
                "name": key,
                "row": all_of("SELECT * FROM games WHERE id = ?", game)[0],
                "round": next(iter(all_of("SELECT * FROM rounds WHERE game = ?", game)), None),
                "origin": next(iter(all_of("SELECT * FROM origins WHERE game = ?", game)), None),
                "standing": next(iter(all_of("SELECT * FROM standings WHERE game = ?", game)), None),
                "sitters": all_of("SELECT * FROM sitters WHERE game = ? ORDER BY seat", game),
                "events": events,
                "then": {
                    name: spectator[name] for name in ["version", "turn", "seen", "outcome", "asked", "next"]
                }
                | {"seats": [{"sitter": s["sitter"], "name": s["name"]} for s in spectator["seats"]]},
            }
        )
    downtimes = [dict(row) for row in database.execute("SELECT * FROM downtimes ORDER BY begin_at")]
    claimed = [dict(row) for row in database.execute("SELECT * FROM claimed ORDER BY visitor")]
    database.close()
    return {"downtimes": downtimes, "claimed": claimed, "games": found}


RECORDS = {
    "baju-duel-one-screen": "baju-duel-one-screen",
    "baju-duel-draw-by-agreement": "baju-duel-questions",
    "baju-duel-resigned": "baju-duel-resigned",
    "baju-duel-played-on": "played-on",
    "baju-puzzle-solved": "baju-puzzle-solved",
    "baju-puzzle-goal-3": "baju-puzzle-running",
    "bambam-booboo-eight-tiles": "bambam-program-won",
    "bambam-booboo-match-round-2": "match-2",
    "bambam-booboo-out-of-time": "bambam-flag",
    "brain-burn-solved": "brain-burn-solved",
    "brain-burn-daily": "brain-burn-running",
    "bulbous-three-seats": "bulbous-ended",
    "bulbous-programs": "bulbous-programs-only",
    "burbuja-ended": "burbuja-ended",
    "burbuja-chances": "burbuja-chances",
}


def traced(binary, file):
    done = subprocess.run([binary, "trace", str(file)], capture_output=True, text=True)
    if done.returncode:
        return done.returncode, done.stderr.strip()
    return 0, json.loads(done.stdout.splitlines()[-1])


def write_records(m, folder):
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "bad").mkdir(parents=True)
    good, bad = {}, {}
    texts = {}
    for name, key in RECORDS.items():
        _, texts[name], _, _ = m.server.send("GET", f"/g/{m.games[key]}/record.json")
    for game, options in [
        ("baju-puzzle", ["--option", "goal=4"]),
        ("brain-burn", ["--wish", "hole=0"]),
        ("burbuja", ["--option", "ring=concentric"]),
        ("bulbous", ["--wish", "seats=2"]),
    ]:
        done = subprocess.run(
            [m.binary, "deal", game, "--seed", "formats", *options], capture_output=True, text=True
        )
        if done.returncode == 0:
            texts[f"{game}-deal"] = done.stdout
        else:
            print(game, options, done.stderr.strip())
    texts["baju-duel-minimal"] = '{"bagatelle":1,"game":"baju-duel"}\n'
    texts["baju-duel-unknown-keys"] = (
        '{"bagatelle":1,"game":"baju-duel","actions":[],"comment":{"by":["x"]}}\n'
    )
    for name, text in sorted(texts.items()):
        (folder / f"{name}.json").write_text(text)
        status, last = traced(m.binary, folder / f"{name}.json")
        assert status == 0, (name, last)
        command = [m.binary, "view", "--spectator", str(folder / f"{name}.json")]
        view = subprocess.run(command, capture_output=True, text=True, check=True)
        good[name] = {"last": last, "spectator": json.loads(view.stdout)}
    record = json.loads(texts["baju-duel-resigned"])
    burbuja = json.loads(texts["burbuja-ended"])
    bulbous = json.loads(texts["bulbous-three-seats"])
    damaged = {
        "empty": "",
        "not-json": "not a record",
        "cut-short": texts["burbuja-ended"][:200],
        "array": "[]",
        "no-version": json.dumps({"game": "baju-duel"}),
        "version-2": json.dumps({"bagatelle": 2, "game": "baju-duel"}),
        "unknown-game": json.dumps({**record, "game": "chess"}),
        "unknown-option": json.dumps({**record, "options": {"tempo": 1}}),
        "wrong-option": json.dumps({**record, "options": {"first": 7}}),
        "options-are-text": json.dumps({**record, "options": "none"}),
        "no-set-up": json.dumps({k: v for k, v in burbuja.items() if k != "setup"}),
        "set-up-of-another-game": json.dumps({**burbuja, "setup": bulbous["setup"]}),
        "damaged-set-up": json.dumps({**bulbous, "setup": {**bulbous["setup"], "deck": "R4 R4"}}),
        "actions-are-numbers": json.dumps({**record, "actions": [1, 2]}),
        "not-in-the-grammar": json.dumps({**record, "actions": ["castle"]}),
        "not-legal": json.dumps({**record, "actions": [record["actions"][0]] * 9}),
        "after-the-end": json.dumps({**burbuja, "actions": burbuja["actions"] + [burbuja["actions"][0]]}),
        "empty-action": json.dumps({**record, "actions": [""]}),
    }
    for name, text in sorted(damaged.items()):
        file = folder / "bad" / f"{name}.json"
        file.write_text(text)
        status, why = traced(m.binary, file)
        assert status != 0, name
        bad[name] = {"status": status, "error": why.replace(str(file), "FILE")}
    dump(folder / "expected.json", {"good": good, "bad": bad})


def dump(file, value):
    file.write_text(json.dumps(value, indent=1, ensure_ascii=False, sort_keys=False) + "\n")


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        m = Maker(binary, data)
        try:
            stories(m)
            write_records(m, HERE / "records")
        finally:
            m.server.stop()
        kept = HERE / "data"
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir()
        database = sqlite3.connect(f"{data}/bagatelle.sqlite")
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("VACUUM INTO ?", [f"{kept}/bagatelle.sqlite"])
        database.close()
        shutil.copy(data / "secret", kept / "secret")
        print("bytes:", (kept / "bagatelle.sqlite").stat().st_size)
        asked = participants(kept, m.tokens, m.games)
        answers = expected(binary, kept, m.tokens, m.games, asked)
        dump(HERE / "expected.json", answers)
        dump(HERE / "events.json", stored(kept, m.games, answers))


main()
