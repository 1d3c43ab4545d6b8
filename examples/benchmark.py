#!/usr/bin/env python3
"""The solver tasks of docs/benchmark.md: the same deals for everyone, solutions checked by the rules, and one
line of JSON.

    python3 examples/benchmark.py brain-burn --time 10
    python3 examples/benchmark.py baju-puzzle --solver './my-solver {time}'

A solver reads a record (`bagatelle deal`) from standard input, and writes one line of JSON with `actions`, a
solution, and `lower_bound`, a length that no solution is shorter than; for Burbuja `verdict`, which is
`sure-win` if the deal is won whatever is hidden. What is not claimed may be left out.
"""

import argparse
import json
import math
import shlex
import subprocess
import sys

TASKS = {
    "brain-burn": [],
    "baju-puzzle": ["--option", "goal=4"],
    "burbuja": ["--option", "ring=concentric", "--option", "groups=one", "--option", "chances=S0M0C0A0"],
}
SOLVER = "{bagatelle} solve - --time {time} --cpu --workers 1 --json"


def run(words, text=""):
    done = subprocess.run(words, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{shlex.join(words)}: {done.stderr.strip()}")
    return done.stdout


def interval(values):
    """The mean, and the 95% interval of the mean by the normal distribution."""
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
    return {
        "mean": round(mean, 2),
        "low": round(mean - 1.96 * spread, 2),
        "high": round(mean + 1.96 * spread, 2),
    }


def solved(bagatelle, deal, actions):
    """Whether actions solve a deal, by the rules."""
    record = dict(deal, actions=deal["actions"] + actions)
    last = json.loads(run([bagatelle, "trace", "-"], json.dumps(record)).splitlines()[-1])
    return bool(last["outcome"] and last["outcome"]["winners"])


def main():
    parser = argparse.ArgumentParser(description="The solver tasks of docs/benchmark.md.")
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--time", default="10", help="seconds of processor time for each deal")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--solver", default=SOLVER, help="a command; {time} stands for the seconds")
    parser.add_argument("--bagatelle", default="bagatelle", help="the program that deals and checks")
    options = parser.parse_args()
    command = options.solver.replace("{bagatelle}", options.bagatelle).replace("{time}", options.time)
    lengths, bounds, sure, shortest = [], [], 0, 0
    for n in range(options.deals):
        deal = run(
            [options.bagatelle, "deal", options.task, "--seed", f"benchmark/{n}", *TASKS[options.task]]
        )
        found = json.loads(run(shlex.split(command), deal))
        sure += found.get("verdict") == "sure-win"
        actions, bound = found.get("actions") or [], found.get("lower_bound")
        if options.task != "burbuja" and actions:
            if not solved(options.bagatelle, json.loads(deal), actions):
                sys.exit(f"benchmark/{n}: these actions solve nothing")
            lengths.append(len(actions))
            shortest += bound == len(actions)
        if bound is not None:
            bounds.append(bound)
        print(
            f"benchmark/{n}: {found.get('verdict') or len(actions)}, bound {bound}",
            file=sys.stderr,
            flush=True,
        )
    result = {"task": options.task, "time": float(options.time), "deals": options.deals}
    if options.task == "burbuja":
        result["sure"] = sure
    else:
        result.update(
            solved=len(lengths),
            length=interval(lengths) if lengths else None,
            lower_bound=interval(bounds) if bounds else None,
        )
        result["shortest"] = shortest
    print(json.dumps(result))


if __name__ == "__main__":
    main()
