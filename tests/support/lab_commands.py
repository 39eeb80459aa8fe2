"""The commands of `ludarium lab` as a person uses them."""

import importlib.util
import subprocess
import sys

import pytest

LAB = sys.executable, "-m", "ludarium", "lab"
HAS_TORCH = importlib.util.find_spec("torch") is not None
needs_torch = pytest.mark.skipif(not HAS_TORCH, reason="PyTorch is not installed (pip install 'ludarium[lab]')")


def run_lab(*words: str) -> tuple[int, str, str]:
    """The exit status of a command, and what it printed."""
    done = subprocess.run([*LAB, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def refusal(*words: str) -> str:
    """The one sentence with which a command refuses to begin."""
    code, out, err = run_lab(*words)
    assert (code, out) == (2, "") and err.startswith("ludarium: ") and err.count("\n") == 1, (code, out, err)
    return err.removeprefix("ludarium: ")
