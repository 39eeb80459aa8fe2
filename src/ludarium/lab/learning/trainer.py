"""Training a net by PyTorch, on a GPU if there is one.

The net learns a blend of what the search said of a position and how the game ended. All positions lie in the memory of
the device. Every batch is drawn from the seed and its number alone, so a training that was stopped goes on as if it had
not been.
"""

import io
import json
import math
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.functional import embedding_bag

from ...contract.vectors import ONE, SHIFT
from ...engine.net.net import HEAVIEST, UNIT, WHOLE, Net, make_net
from ..whole_file import write_whole
from .samples import Array, Samples

BLEND = 0.75  # how much of the target is the search's score; the rest is the game's result
RATE, LAST_RATE = 1.5e-3, 0.02  # of learning, and the part of it that is left at the end
DECAY = 1e-4  # of the weights
SPREAD = 0.06  # of the first weights at the beginning
LARGEST = 32767 // ONE  # a sum of first weights that 16 bits hold
FRESH = 0.02  # how much a step counts in the loss that is shown
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
        self._size = min(training.batch, len(samples.trained))
        self._each = max(1, len(samples.trained) // max(self._size, 1))  # batches of an epoch
        self._views = torch.from_numpy(samples.features).to(self.device).flatten(0, 1)
        self._phases, self._trained = (
            torch.from_numpy(each).to(self.device) for each in (samples.phases, samples.trained)
        )
        self._targets = torch.from_numpy(targets(samples, training.scale)).to(self.device)
        self._order = -1, self._trained
        self._chance = torch.Generator(self.device)
        self._weights = self._begin()
        self._optimizer = torch.optim.AdamW([*self._weights.values()], lr=RATE, weight_decay=DECAY, fused=True)
        self._limit = min(1.98, LARGEST / (samples.most_features + 1))
        self._resume()

    def _begin(self) -> dict[str, Any]:
        """Weights by chance."""
        chance, hidden = torch.Generator().manual_seed(self.training.seed), self.training.hidden
        first = SPREAD * torch.randn((self.samples.feature_count + 1, hidden), generator=chance)
        first[-1] = 0  # the row that fills up
        last = (2 * torch.rand((self.samples.phase_count, hidden), generator=chance) - 1) / hidden**0.5
        found = {
            "first": first,
            "bias": torch.zeros(hidden),
            "last": last,
            "offsets": torch.zeros(self.samples.phase_count),
        }
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
            while self.part < 1:
                self._learn()
                now = self._clock()
                self.spent = before + now - begun
                if now - kept > EVERY:
                    kept = now
                    self._keep()
                yield self.step
        except BaseException:
            self._keep()
            raise

    def _batch(self) -> tuple[Any, Any]:
        """The positions of this step, and the view of each."""
        epoch, number = divmod(self.step, self._each)
        if self._order[0] != epoch:
            shuffled = torch.randperm(len(self._trained), generator=self._seeded(epoch), device=self.device)
            self._order = epoch, self._trained[shuffled]
        chosen = self._order[1][number * self._size : (number + 1) * self._size]
        chance = self._seeded(epoch, number)
        return chosen, torch.randint(self.samples.views, chosen.shape, generator=chance, device=self.device)

    def _seeded(self, *numbers: int) -> torch.Generator:
        """Chance that the seed and these numbers decide."""
        state = np.random.SeedSequence([self.training.seed, *numbers]).generate_state(1)[0]
        return self._chance.manual_seed(int(state))

    def _learn(self) -> None:
        for group in self._optimizer.param_groups:
            group["lr"] = RATE * max(LAST_RATE, 1 - self.part)
        chosen, views = self._batch()
        loss = ((torch.sigmoid(self._output(chosen, views)) - self._targets[chosen]) ** 2).mean()
        self._optimizer.zero_grad()
        loss.backward()
        self._optimizer.step()
        with torch.no_grad():
            self._weights["first"].clamp_(-self._limit, self._limit)
            self._weights["bias"].clamp_(-self._limit, self._limit)
            self._loss = loss.detach() if not self.step else (1 - FRESH) * self._loss + FRESH * loss.detach()
        self.step += 1

    def _output(self, chosen: Any, views: Any) -> Any:
        weights = self._weights
        features = self._views[views * len(self.samples) + chosen].int()
        sums = embedding_bag(features, weights["first"], mode="sum", padding_idx=self.samples.feature_count)
        hidden = torch.clamp(sums + weights["bias"], 0, 1) ** 2
        every = hidden @ weights["last"].T + weights["offsets"]
        return every.gather(1, self._phases[chosen][:, None]).squeeze(1)

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
                    key: torch.from_numpy(moment).to(self.device) for key, moment in moments.items()
                }

    def forget(self) -> None:
        """Delete the checkpoint, since its net is kept."""
        self._file.unlink(missing_ok=True)


def targets(samples: Samples, scale: int) -> Array:
    """What a net should say of positions: chances to win."""
    chances = 1 / (1 + np.exp(-samples.scores / scale))
    found: Array = (BLEND * chances + (1 - BLEND) * samples.results).astype(np.float32)
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
    # Positions with few features choose the row behind all others in place of the missing ones
    first = np.array([*(list(row) for row in net.first), [0] * len(net.bias)])
    last = np.array([list(row) for row in net.last])
    bias, offsets, total = np.array(net.bias), np.array(net.offsets), 0.0
    right = targets(samples, net.scale)
    for begin in range(0, len(samples.held), TESTED):
        chosen = samples.held[begin : begin + TESTED]
        sums = np.clip(_sums(first, samples.features[0][chosen]) + bias, 0, ONE)
        outputs = ((sums * sums >> SHIFT) @ last.T + offsets)[np.arange(len(sums)), samples.phases[chosen]] / WHOLE
        total += float(((1 / (1 + np.exp(-outputs)) - right[chosen]) ** 2).sum())
    return total / max(len(samples.held), 1)


def _sums(rows: Array, chosen: Array) -> Array:
    """The sums of the chosen rows."""
    found = np.zeros((len(chosen), rows.shape[1]), np.int64)
    for column in chosen.T:
        found += rows[column]
    return found
