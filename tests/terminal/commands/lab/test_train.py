"""`ludarium lab train` as a person uses it."""

import re
from pathlib import Path

import pytest

from ludarium import LudariumError
from ludarium.engine.net.net import read_net
from ludarium.lab.learning.shard import file_of
from ludarium.terminal.commands.lab.arguments import crew_of, require_torch

from ....support.lab_commands import HAS_TORCH, needs_torch, refusal, run_lab


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(LudariumError, match=r"not installed: pip install 'ludarium\[lab\]'"):
        require_torch()
    with pytest.raises(LudariumError, match=r"takes Ray, which is not installed: pip install 'ludarium\[ray\]'"):
        crew_of(0, "auto")


@pytest.mark.skipif(HAS_TORCH, reason="PyTorch is installed")
def test_without_pytorch_the_command_says_so(tmp_path: Path) -> None:
    assert refusal("train", "ataxx", str(tmp_path), "--out", str(tmp_path / "a.net")).startswith(
        "training takes PyTorch"
    )


@needs_torch
def test_a_net_is_trained_and_kept(tmp_path: Path) -> None:
    shards, net = tmp_path / "shards", tmp_path / "a.net"
    assert (
        run_lab("play", "ataxx", str(shards), "--games", "4", "--shard", "2", "--nodes", "4", "--processes", "1")[0]
        == 0
    )
    file_of(shards, 1).write_bytes(b"damaged")
    words = "ataxx", str(shards), "--out", str(net), "--hidden", "8", "--epochs", "2", "--batch", "50"
    code, out, err = run_lab("train", *words)
    assert code == 0 and err == f"ludarium: the shard '{file_of(shards, 1)}' is left out: its checksum is wrong\n"
    assert re.match(r"8 hidden, [\d,]+ positions, [\d,]+ steps, loss 0\.\d{5}; error 0\.\d{5} on \d+ positions", out)
    assert len(read_net(net).bias) == 8 and {file.name for file in tmp_path.iterdir()} == {"shards", "a.net"}


@needs_torch
def test_what_is_wrong_is_one_sentence(tmp_path: Path) -> None:
    out = "--out", str(tmp_path / "a.net")
    for words, said in (
        (("ataxx", str(tmp_path), *out), "there is no shard to learn from"),
        (("gamma", str(tmp_path), *out), "gamma does not say what a net sees of its positions"),
        (
            ("ataxx", str(tmp_path), *out, "--epochs", "1", "--seconds", "1"),
            "the end is given by",
        ),
    ):
        assert refusal("train", *words).startswith(said)
