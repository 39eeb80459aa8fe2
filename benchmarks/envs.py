"""Environments: one of ours and 4,096 in a batch beside those of PettingZoo, OpenSpiel and pgx.

    LUDARIUM_GAMES=examples/games python -m benchmarks envs
    LUDARIUM_GAMES=examples/games python -m benchmarks.envs [--batch 4096 ...]

Every step is a random legal action, and the observation and the legal actions after it. Where a package is not
installed, a line says so; pgx needs jax, and PettingZoo's board games need pygame. pgx runs where jax does: on a GPU if
jax has one, unless JAX_PLATFORMS=cpu is set. `--batch` compares batches of other sizes, and nothing else.
"""

import argparse
import importlib
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import ludarium
from ludarium.engine.actions import act_one
from ludarium.envs.aec import GameEnv
from ludarium.envs.vector import GameVectorEnv

from .measure import rates, show

STEPS = 5000  # of one environment, in a turn
BATCH, MANY_STEPS = 4096, 20  # games of a batch, and their steps in a turn
TURNS = 5


def main(batches: list[int] | None = None) -> None:
    missing = {"connect-four", "othello"} - {*ludarium.games()}
    if missing:
        print(f"  no {' and no '.join(sorted(missing))}: set LUDARIUM_GAMES=examples/games")
        return
    if not batches:
        _one()
    for games in batches or [BATCH]:
        _batch(games)


def _one() -> None:
    ours, othello, ataxx = (_stepper(_ready(id)) for id in ("connect-four", "othello", "ataxx"))
    theirs = _pettingzoo()
    if theirs:
        rate, their_rate, other = rates(ours, theirs, ataxx)
        show("Connect Four, one environment / PettingZoo", rate, their_rate, "steps/s")
        show("Ataxx, one environment / PettingZoo's Connect Four", other, their_rate, "steps/s")
    spiel = _open_spiel()
    if spiel:
        rate, their_rate = rates(othello, spiel)
        show("Othello, one environment / OpenSpiel", rate, their_rate, "steps/s")


def _ready(id: str) -> GameEnv:
    env = GameEnv(id)
    env._running._code.native(act_one)
    return env


def _stepper(env: Any) -> Callable[[], float]:
    """Play random games in an environment of PettingZoo's kind. Their actions are chosen beforehand, since to choose is
    the learner's work."""
    chance, games, count = random.Random(1), list[list[int]](), 0
    while count < STEPS:
        env.reset(seed=1)
        games.append([])
        while True:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            games[-1].append(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            env.step(games[-1][-1])
        count += len(games[-1])

    def play() -> float:
        for actions in games:
            env.reset(seed=1)
            for action in actions:
                env.last()
                env.step(action)
        return count

    return play


def _pettingzoo() -> Callable[[], float] | None:
    try:
        from pettingzoo.classic import connect_four_v3
    except Exception as error:  # its own error, where pygame is missing
        print(f"  PettingZoo's Connect Four cannot be had: {error}")
        return None
    return _stepper(connect_four_v3.env())


def _open_spiel() -> Callable[[], float] | None:
    try:
        import pyspiel
    except ImportError as error:
        print(f"  OpenSpiel cannot be had: {error}")
        return None
    game, chance, games, count = pyspiel.load_game("othello"), random.Random(1), list[list[int]](), 0
    while count < STEPS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        games.append(state.history())
        count += len(games[-1])

    def play() -> float:
        for actions in games:
            state = game.new_initial_state()
            for action in actions:
                np.array(state.observation_tensor(), np.float32)
                state.legal_actions_mask()
                state.apply_action(action)
        return count

    return play


class _Batch:
    """Many games. Only the steps are timed, and not the choice of actions, which is the learner's work."""

    def __init__(self, games: int) -> None:
        self.games, self.best = games, 0.0

    def choose(self) -> None:
        """Choose a legal action for each game."""

    def step(self) -> None:
        """Make them."""

    def measure(self) -> None:
        """One turn; the best one counts."""
        spent = 0.0
        for _ in range(MANY_STEPS):
            self.choose()
            begun = time.perf_counter()
            self.step()
            spent += time.perf_counter() - begun
        self.best = max(self.best, MANY_STEPS * self.games / spent)


class _Ours(_Batch):
    def __init__(self, id: str, games: int, **how: Any) -> None:
        super().__init__(games)
        self.env, self._chance = GameVectorEnv(id, games, **how), np.random.default_rng(1)
        self._infos = self.env.reset(seed=1)[1]

    def choose(self) -> None:
        mask = self._infos["action_mask"]
        self._actions = (self._chance.random(mask.shape, np.float32) * mask).argmax(1)

    def step(self) -> None:
        self._infos = self.env.step(self._actions)[-1]


class _Pgx(_Batch):
    def __init__(self, id: str, games: int) -> None:
        super().__init__(games)
        # By name: neither is a package that benchmarks need, and jax is large
        jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
        auto_reset = importlib.import_module("pgx.experimental").auto_reset
        env = pgx.make(id)
        self._key = jax.random.PRNGKey(1)
        self.where = jax.devices()[0].platform
        self._jax, self._step = jax, jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        self._state = jax.jit(jax.vmap(env.init))(jax.random.split(self._key, games))
        self._pick = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9), axis=-1))

    def choose(self) -> None:
        self._key, key, keys = self._jax.random.split(self._key, 3)
        self._keys = self._jax.random.split(keys, self.games)
        self._actions = self._pick(key, self._state.legal_action_mask).block_until_ready()

    def step(self) -> None:
        self._state = self._step(self._state, self._actions, self._keys)
        self._state.observation.block_until_ready()


def _batch(games: int) -> None:
    ours, alone, ataxx = _Ours("othello", games), _Ours("othello", games, threads=1), _Ours("ataxx", games)
    contestants: list[_Batch] = [ours, alone, ataxx]
    theirs: _Pgx | None = None
    try:
        theirs = _Pgx("othello", games)
        contestants.append(theirs)
    except ImportError as error:
        print(f"  pgx cannot be had: {error}")
    for _ in range(TURNS + 1):  # the first turn compiles
        for contestant in contestants:
            contestant.measure()
    if theirs:
        pgx = f"pgx on the {theirs.where.upper()}"
        show(f"Othello, {games:,} in a batch / {pgx}", ours.best, theirs.best, "steps/s")
        show(f"Othello, {games:,} in a batch on one thread / {pgx}", alone.best, theirs.best, "steps/s")
    print(f"  {f'Othello, {games:,} in a batch':<58}{ours.best:>15,.0f} steps/s by the clock")
    print(f"  {f'Ataxx, {games:,} in a batch':<58}{ataxx.best:>15,.0f} steps/s by the clock")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batch", type=int, action="append", metavar="GAMES")
    main(parser.parse_args().batch)
