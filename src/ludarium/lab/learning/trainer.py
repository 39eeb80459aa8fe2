"""Training a net by PyTorch, on a GPU if there is one.

The net learns a blend of what the search said of a position and how the game ended. Every batch is drawn from the seed
and its number alone, so a training that was stopped goes on as if it had not been.
"""

import io
import json
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.functional import embedding_bag

from ...contract.vectors import ONE, SHIFT
from ...engine.net.net import HEAVIEST, UNIT, WHOLE, Net, make_net
from ..whole_file import write_whole
from .samples import Array, Batch, Samples

BLEND = 0.75  # how much of the target is the search's score; the rest is the game's result
RATE, LAST_RATE = 1.5e-3, 0.02  # of learning, and the part of it that is left at the end
DECAY = 1e-4  # of the weights
SPREAD = 0.06  # of the first weights at the beginning
LARGEST = 32767 // ONE  # a sum of first weights that 16 bits hold
FRESH = 0.02  # how much a step counts in the loss that is shown
AHEAD = 4  # batches that are prepared while one is learned
EVERY = 30.0  # seconds between two checkpoints
TESTED = 16_384  # positions that are tested at once


class Training(NamedTuple):
    """How a net is trained: for so many epochs, or so many seconds."""

    hidden: int
    epochs: int = 0
    seconds: float = 0
    seed: int = 0
    scale: int = 400  # hundredths of a point that 1 stands for, before it becomes a chance to win
    batch: int = 16_384


class Trained(NamedTuple):
    """What has come of a training. Errors are mean squares of differences in the chance to win."""

    net: Net
    steps: int
    loss: float  # in the last steps
    error: float  # of held-out positions, with the weights as they are kept
    tested: int  # how many were held out


class Trainer:
    """One training, which can be stopped after any step and goes on from its last checkpoint."""

    def __init__(
        self, samples: Samples, training: Training, checkpoint: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.samples, self.training, self._file, self._clock = samples, training, checkpoint, clock
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.step, self.spent = 0, 0.0
        self._loss = torch.zeros((), device=self.device)
        size = min(training.batch, len(samples.trained))
        self._size, self._each = size, max(1, len(samples.trained) // max(size, 1))  # batches of an epoch
        self._lock, self._shuffled = threading.Lock(), (-1, samples.trained)
        self._weights = self._begin()
        self._optimizer = torch.optim.AdamW([*self._weights.values()], lr=RATE, weight_decay=DECAY)
        self._limit = min(1.98, LARGEST / (samples.most_features + 1))
        self._resume()

    def _begin(self) -> dict[str, Any]:
        """Weights by chance."""
        chance, hidden = torch.Generator().manual_seed(self.training.seed), self.training.hidden
        first = SPREAD * torch.randn((self.samples.feature_count + 1, hidden), generator=chance)
        first[-1] = 0  # the row that fills up
        last = (2 * torch.rand((self.samples.phases, hidden), generator=chance) - 1) / hidden**0.5
        found = {"first": first, "bias": torch.zeros(hidden), "last": last, "offsets": torch.zeros(self.samples.phases)}
        return {name: value.to(self.device).requires_grad_() for name, value in found.items()}

    @property
    def part(self) -> float:
        """How much of the training is done, from 0 to 1."""
        training = self.training
        done = self.step / (training.epochs * self._each) if training.epochs else self.spent / training.seconds
        return min(done, 1.0)

    @property
    def loss(self) -> float:
        """The mean over the last steps; the later, the more it counts."""
        return float(self._loss.item())

    def run(self) -> Generator[int, None, None]:
        """Train to the end, and yield the number of each step; keep checkpoints now and then, and when closed."""
        begun, before = self._clock(), self.spent
        kept = -math.inf
        try:
            with ThreadPoolExecutor(AHEAD) as pool:
                for batch in self._batches(pool):
                    self._learn(batch)
                    now = self._clock()
                    self.spent = before + now - begun
                    if now - kept > EVERY:
                        kept = now
                        self._keep()
                    yield self.step
                    if self.part >= 1:
                        break
        except BaseException:
            self._keep()
            raise

    def _batches(self, pool: ThreadPoolExecutor) -> Iterator[Batch]:
        """Batches without end, some of them prepared ahead."""
        coming = deque(pool.submit(self._batch, self.step + i) for i in range(AHEAD))
        while True:
            yield coming.popleft().result()
            coming.append(pool.submit(self._batch, self.step + AHEAD - 1))

    def _batch(self, step: int) -> Batch:
        epoch, number = divmod(step, self._each)
        chosen = self.samples.trained[self._order(epoch)[number * self._size : (number + 1) * self._size]]
        return self.samples.batch(chosen, np.random.default_rng([self.training.seed, epoch, number]))

    def _order(self, epoch: int) -> Array:
        """The order of the positions in an epoch, drawn once for all threads."""
        with self._lock:
            if self._shuffled[0] != epoch:
                chance = np.random.default_rng([self.training.seed, epoch])
                self._shuffled = epoch, chance.permutation(len(self.samples.trained))
            return self._shuffled[1]

    def _learn(self, batch: Batch) -> None:
        for group in self._optimizer.param_groups:
            group["lr"] = RATE * max(LAST_RATE, 1 - self.part)
        loss = ((torch.sigmoid(self._output(batch)) - self._target(batch)) ** 2).mean()
        self._optimizer.zero_grad()
        loss.backward()
        self._optimizer.step()
        with torch.no_grad():
            self._weights["first"].clamp_(-self._limit, self._limit)
            self._weights["bias"].clamp_(-self._limit, self._limit)
            self._loss = loss.detach() if not self.step else (1 - FRESH) * self._loss + FRESH * loss.detach()
        self.step += 1

    def _output(self, batch: Batch) -> Any:
        weights = self._weights
        chosen = torch.from_numpy(batch.features).to(self.device)
        sums = embedding_bag(chosen, weights["first"], mode="sum", padding_idx=self.samples.feature_count)
        hidden = torch.clamp(sums + weights["bias"], 0, 1) ** 2
        every = hidden @ weights["last"].T + weights["offsets"]
        return every.gather(1, torch.from_numpy(batch.phases).to(self.device)[:, None]).squeeze(1)

    def _target(self, batch: Batch) -> Any:
        return torch.from_numpy(target(batch, self.training.scale)).to(self.device)

    def finish(self) -> Trained:
        """The net, with its error on positions that it has not seen."""
        weights = {name: value.detach().cpu().numpy() for name, value in self._weights.items()}
        # A feature that no position had says nothing: its weights are still those of the beginning
        moments = self._optimizer.state[self._weights["first"]]["exp_avg_sq"].cpu().numpy()
        weights["first"] = weights["first"] * (moments.sum(axis=1, keepdims=True) > 0)
        net = rounded(weights, self.training.scale)
        held = self.samples.held
        return Trained(net, self.step, self.loss, error_of(net, self.samples), len(held))

    # Checkpoints

    @property
    def _purpose(self) -> str:
        """What a checkpoint must be for."""
        return json.dumps([self.training._asdict(), self.samples.digest])

    def _keep(self) -> None:
        state: dict[str, Any] = {"purpose": self._purpose, "step": self.step, "spent": self.spent, "loss": self.loss}
        for name, value in self._weights.items():
            state[name] = value.detach().cpu().numpy()
            for key, moment in self._optimizer.state.get(value, {}).items():
                state[f"{name} {key}"] = moment.cpu().numpy()
        out = io.BytesIO()
        np.savez(out, **state)
        write_whole(self._file, out.getvalue())

    def _resume(self) -> None:
        """Go on from the checkpoint, if there is one of this very training."""
        if not self._file.exists():
            return
        with np.load(self._file, allow_pickle=False) as state:
            if str(state["purpose"]) != self._purpose:
                return
            self.step, self.spent = int(state["step"]), float(state["spent"])
            self._loss = torch.tensor(float(state["loss"]), device=self.device)
            for name, value in self._weights.items():
                with torch.no_grad():
                    value.copy_(torch.from_numpy(state[name]))
                moments = {key.partition(" ")[2]: state[key] for key in state.files if key.startswith(f"{name} ")}
                self._optimizer.state[value] = {
                    key: torch.from_numpy(moment).to("cpu" if key == "step" else self.device)
                    for key, moment in moments.items()
                }

    def forget(self) -> None:
        """Delete the checkpoint, since its net is kept."""
        self._file.unlink(missing_ok=True)


def target(batch: Batch, scale: int) -> Array:
    """What a net should say of positions: chances to win."""
    chances = 1 / (1 + np.exp(-batch.scores / scale))
    found: Array = (BLEND * chances + (1 - BLEND) * batch.results).astype(np.float32)
    return found


def rounded(weights: dict[str, Array], scale: int) -> Net:
    """A net of whole numbers."""

    def whole(values: Array, factor: int, limit: int) -> Any:
        return np.clip(np.round(values * factor), -limit, limit).astype(np.int64).tolist()

    return make_net(
        whole(weights["first"][:-1], ONE, 32767),
        whole(weights["bias"], ONE, 32767),
        whole(weights["last"], UNIT, HEAVIEST),
        whole(weights["offsets"], WHOLE, 1 << 40),
        scale,
    )


def error_of(net: Net, samples: Samples) -> float:
    """The mean square of how far a net is off the targets of held-out positions, in the chance to win."""
    first, last = (np.array([list(row) for row in rows]) for rows in (net.first, net.last))
    bias, offsets, total = np.array(net.bias), np.array(net.offsets), 0.0
    for begin in range(0, len(samples.held), TESTED):
        batch = samples.batch(samples.held[begin : begin + TESTED])
        sums = np.clip(_sums(first, batch.features) + bias, 0, ONE)
        outputs = ((sums * sums >> SHIFT) @ last.T + offsets)[np.arange(len(sums)), batch.phases] / WHOLE
        total += float(((1 / (1 + np.exp(-outputs)) - target(batch, net.scale)) ** 2).sum())
    return total / max(len(samples.held), 1)


def _sums(rows: Array, chosen: Array) -> Array:
    """The sums of the chosen rows."""
    found = np.zeros((len(chosen), rows.shape[1]), np.int64)
    for column in chosen.T:
        found += rows[column]
    return found
