"""A random agent and a program play each other in PettingZoo.

    pip install './python[pettingzoo]'
    python python/examples/tournament.py baju-duel 3 --games 10

Seats are rotated. A solitaire is played by the program alone.
"""

from __future__ import annotations

import argparse

import bagatelle
from bagatelle.pettingzoo import TableEnv


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=bagatelle.games())
    parser.add_argument("program", help="the name of a program of the game, such as 3")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument(
        "--nodes", type=int, default=500, help="how much the program may think about an action"
    )
    arguments = parser.parse_args()

    table = TableEnv(arguments.game)
    won = 0.0
    for game in range(arguments.games):
        table.reset(seed=game)
        seat = table.possible_agents[game % len(table.possible_agents)]
        for agent in table.agent_iter():
            observation, reward, termination, truncation, _ = table.last()
            if agent == seat:
                won += reward
            if termination or truncation:
                action = None
            elif agent == seat:
                # A program is given what its seat may know; what is learned would be given the observation.
                action = table.state_of_game.think(arguments.program, nodes=arguments.nodes).number
            else:
                action = int(table.action_space(agent).sample(observation["action_mask"]))
            table.step(action)
    print(
        f"program {arguments.program} of {arguments.game}: {won / arguments.games:+.2f} a game, "
        f"over {arguments.games} games"
    )


if __name__ == "__main__":
    main()
