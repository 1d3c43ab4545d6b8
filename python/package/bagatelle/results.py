"""What games, programs and solvers answer: plain data."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Mapping, TypeVar

T = TypeVar("T", bound="_Result")


@dataclass(frozen=True)
class _Result:
    """Data that can be made from a dict with more keys than it has fields."""

    @classmethod
    def of(cls: type[T], values: Mapping[str, Any]) -> T:
        """Makes one from the fields in a dict."""
        return cls(**{field.name: values[field.name] for field in fields(cls)})


@dataclass(frozen=True)
class Answer:
    """One answer to a ``Question``."""

    #: The value for the dict of options.
    value: Any
    #: What players read.
    label: str


@dataclass(frozen=True)
class Question(_Result):
    """One key of the options or deal options of a game."""

    #: The key in the dict.
    key: str
    #: What is asked.
    label: str
    #: A sentence of help; may be empty.
    help: str
    #: The answers to choose from; the first is the default.
    answers: tuple[Answer, ...]

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Question:
        answers = tuple(Answer(**answer) for answer in values["answers"])
        return super().of({**values, "answers": answers})


@dataclass(frozen=True)
class Part(_Result):
    """A part of an observation, in row-major order."""

    #: What it is called.
    name: str
    #: The length of each axis; empty for one float.
    shape: tuple[int, ...]
    #: What the axes stand for, and what the floats count.
    about: str

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Part:
        return super().of({**values, "shape": tuple(values["shape"])})


@dataclass(frozen=True)
class Program(_Result):
    """A program that plays a game."""

    #: The name that ``State.think`` takes.
    name: str
    #: What it does, in one line.
    about: str
    #: The longest it thinks about one action unless told otherwise, in seconds.
    seconds: float
    #: What it is called as an opponent of people; None for a yardstick.
    persona: str | None
    #: How strong it is as such: beginner, casual, intermediate, skilled, advanced, expert or master.
    skill: str | None


@dataclass(frozen=True)
class Outcome(_Result):
    """The result of a finished game."""

    #: The seats that won. Empty for a draw and for a lost solitaire.
    winners: list[int]
    #: Points by seat, in games that count points.
    scores: list[int] | None
    #: Why the game ended, in a few words.
    reason: str


@dataclass(frozen=True)
class Thought(_Result):
    """What a program chose."""

    #: The action as a text.
    action: str
    #: Its number.
    number: int
    #: How good the position is for the seat to act, in the program's own words.
    score: str | None
    #: The line that it expects, as texts; may be empty.
    line: list[str]
    #: The depth that it reached, in actions, where that means something.
    depth: int | None


@dataclass(frozen=True)
class Solution(_Result):
    """What a solver found."""

    #: The actions of the solution, or of the best line, as texts; may be empty.
    line: list[str]
    #: The same in a sentence or two.
    text: str
    #: What the game's solver tells besides, by names of its own.
    details: dict[str, Any]


@dataclass(frozen=True)
class Line(_Result):
    """A line of play and what it comes to."""

    #: The actions as texts; the first is taken now.
    actions: list[str]
    #: What it is worth, in a few words.
    text: str


@dataclass(frozen=True)
class Evaluation(_Result):
    """What a position is worth."""

    #: A dict with ``kind``: ``win`` (``seat``, ``within``: actions or None), ``draw``, ``lost``, ``leaning``
    #: (``share``: 0.0 to 1.0 for the first seat), ``points`` (``ahead``: by seat) or ``moves`` (``left``:
    #: moves or None, ``at_least``: moves).
    worth: dict[str, Any]
    #: The same in a sentence.
    text: str
    #: The best lines, the best first.
    lines: list[Line]
    #: How deep was looked, in actions, where that means something.
    depth: int | None
    #: How much work it took, in ``effort``.
    nodes: int
    #: What ``nodes`` counts: ``positions`` or ``simulations``.
    effort: str
    #: Whether it is proved.
    proved: bool

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Evaluation:
        return super().of({**values, "lines": [Line.of(line) for line in values["lines"]]})


@dataclass(frozen=True)
class Par(_Result):
    """The length of a solution that a player could find."""

    #: The moves of the best solution that was found.
    moves: int
    #: No solution has fewer moves.
    at_least: int


@dataclass(frozen=True)
class SeatReview(_Result):
    """How one seat played."""

    #: How many decisions were judged.
    decisions: int
    #: How many of them were accurate.
    accurate: int
    #: More to say of it, in a sentence.
    note: str | None


@dataclass(frozen=True)
class TurningPoint(_Result):
    """An action that changed what a position was worth."""

    #: The number of actions before it.
    ply: int
    #: The seat that took it.
    seat: int
    #: What was played, as a text.
    played: str
    #: What would have been better, and how it could have gone on, as texts.
    better: list[str]
    #: What it cost, in the game's own unit.
    cost: float
    #: The cost in words.
    costs: str
    #: Why, in a sentence.
    why: str


@dataclass(frozen=True)
class Review(_Result):
    """What can be learned from a finished game."""

    #: How the game was looked at, and what counts as a turning point.
    about: str
    #: What counts as an accurate decision.
    accuracy: str
    #: By seat.
    seats: list[SeatReview]
    #: Where the game turned.
    turns: list[TurningPoint]
    #: What positions were worth: the number of actions before them, and a dict as in ``Evaluation.worth``.
    curve: list[tuple[int, dict[str, Any]]]
    #: More to say: dicts with ``title``, ``text`` and ``list``.
    notes: list[dict[str, Any]]
    #: A picture of the whole game, an SVG document.
    picture: str | None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Review:
        return super().of(
            {
                **values,
                "seats": [SeatReview.of(seat) for seat in values["seats"]],
                "turns": [TurningPoint.of(turn) for turn in values["turns"]],
                "curve": [(ply, worth) for ply, worth in values["curve"]],
            }
        )
