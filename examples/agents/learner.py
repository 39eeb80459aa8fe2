"""A program that learns Beetle Battle on 3x3 squares from games against itself, and then plays it; it needs numpy.

python examples/agents/learner.py                                  # learns for a minute or two, writes learner.npz
ludarium play beetle-battle --option size=3 --player python:examples/agents/learner.py
"""

import sys
from pathlib import Path

import numpy as np

import ludarium
from ludarium.envs import GameVectorEnv, SoloEnv
from ludarium.envs.encoding import Encoding
from ludarium.envs.running_game import NumpyArray, RunningGame

FILE = Path(__file__).with_suffix(".npz")
GAMES, STEPS, HIDDEN, RATE = 256, 32, 96, 0.003
WILD = 0.2  # the part of actions that are random: without them the net sees few other games than its own
Weights = dict[str, NumpyArray]


def new_weights(chance: np.random.Generator) -> Weights:
    """A net: 27 numbers of the planes, a hidden layer, a preference for each of 9 actions, and the expected reward."""
    sizes = {"in": (27, HIDDEN), "hidden": (1, HIDDEN), "out": (HIDDEN, 10), "bias": (1, 10)}
    return {name: chance.normal(0, 0.15 if name == "in" else 0.02, size) for name, size in sizes.items()}


def think(net: Weights, planes: NumpyArray, mask: NumpyArray) -> tuple[NumpyArray, NumpyArray, NumpyArray, NumpyArray]:
    """The input, the hidden numbers, the probability of each action, and what the net expects as the reward."""
    seen = planes.reshape(len(planes), -1).astype(float)
    hidden = np.maximum(0, seen @ net["in"] + net["hidden"])
    out = hidden @ net["out"] + net["bias"]
    odds = np.exp(out[:, :9] - out[:, :9].max(1, keepdims=True)) * mask
    return seen, hidden, odds / np.maximum(odds.sum(1, keepdims=True), 1e-9), np.tanh(out[:, 9])


def learn(rounds: int, seed: int = 0, games: int = GAMES) -> Weights:
    """Play games side by side; after some steps make what won likelier, by the policy gradient with Adam."""
    chance, env = np.random.default_rng(seed), GameVectorEnv("beetle-battle", games, size=3)
    net = new_weights(chance)
    means, squares = ({name: np.zeros_like(each) for name, each in net.items()} for _ in range(2))
    planes, infos = env.reset(seed=seed)
    for _ in range(rounds):
        steps = []
        for _ in range(STEPS):
            mask = infos["action_mask"]
            seen, hidden, odds, value = think(net, planes, mask)
            actions = (odds.cumsum(1) > chance.random((games, 1))).argmax(1)
            wild = chance.random(games) < WILD
            actions = np.where(wild, (chance.random(mask.shape) * mask).argmax(1), actions)
            planes, rewards, over, _, infos = env.step(actions)
            steps.append((mask.any(1) & ~wild, infos["mover"], actions, rewards, over, seen, hidden, odds, value))
        red, known, parts = np.zeros(games), np.zeros(games, bool), []
        for played, mover, actions, rewards, over, seen, hidden, odds, value in reversed(steps):
            side = 1 - 2 * mover  # rewards are the mover's, and `red` is how the game ends for the first player
            red, known = np.where(over, rewards * side, red), known | over
            use = np.flatnonzero(played & known)
            error = (red * side - value)[use]
            wanted = np.eye(9)[actions[use]] - odds[use]
            surprise = -np.log(np.maximum(odds[use], 1e-9)) * odds[use]
            spread = surprise - odds[use] * surprise.sum(1, keepdims=True)  # keeps it trying other actions
            slope = np.hstack([error[:, None] * wanted + 0.05 * spread, (error * (1 - value[use] ** 2))[:, None]])
            parts.append((seen[use], hidden[use], slope))
        seen, hidden, slope = (np.concatenate(each) for each in zip(*parts, strict=True))
        back = (slope @ net["out"].T) * (hidden > 0)
        slopes = {"in": seen.T @ back, "hidden": back.sum(0), "out": hidden.T @ slope, "bias": slope.sum(0)}
        for name, each in slopes.items():
            means[name] = 0.9 * means[name] + 0.1 * each / len(slope)
            squares[name] = 0.99 * squares[name] + 0.01 * (each / len(slope)) ** 2
            net[name] += RATE * means[name] / (np.sqrt(squares[name]) + 1e-8)
    env.close()
    return net


def score(net: Weights, opponent: str, games: int) -> float:
    """The part of games that the net wins, with both colours, against an opponent of the house."""
    won = 0
    for number in range(games):
        env = SoloEnv("beetle-battle", opponent, seat=number % 2, size=3)
        planes, info = env.reset(seed=number)
        over, reward = False, 0.0
        while not over:
            odds = think(net, planes[None], info["action_mask"][None])[2][0]
            planes, reward, over, _, info = env.step(int(odds.argmax()))
        won += reward > 0
        env.close()
    return won / games


def choose(game: ludarium.Game) -> str:
    """The move for a seat in the house."""
    running = RunningGame(Encoding("beetle-battle", game.options), compiled=False)
    running.begin(game.row)
    odds = think(dict(np.load(FILE)), running.observe(running.turn)[None], running.mask[None])[2][0]
    return game.kind.write(game.constants, game.row, running.moves()[int(odds.argmax())])


if __name__ == "__main__":
    found = learn(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    np.savez(FILE, **found)  # type: ignore[arg-type]  # numpy's own flag could be among the names
    print(f"It wins {score(found, 'level 2', 100):.0%} of 100 games against level 2.")
