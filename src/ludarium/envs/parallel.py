"""The games for libraries that take PettingZoo's parallel environments: in each step all players may name an action."""

from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from ..contract.errors import IllegalMove, LudariumError
from .aec import GameEnv, check_cycles


class ParallelGameEnv(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """One game for all its players. A step takes the action of the player to move, whose mask alone has any, and
    leaves out the others. `max_cycles` counts steps."""

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        env = GameEnv(game, render_mode, compiled=compiled, **options)
        env.most_plies = check_cycles(max_cycles)
        super().__init__(env)
        self.agents: list[str] = []

    def __str__(self) -> str:
        return str(self.aec_env)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin a game. As after a step, each player's info has the `active_agent`, who is to move."""
        seen, infos = super().reset(seed, options)
        for info in infos.values():
            info["active_agent"] = self.aec_env.agent_selection
        return seen, infos

    def step(self, actions: dict[str, Any]) -> Any:
        if not self.agents:
            raise LudariumError("no game goes on; reset() begins one")
        mover = self.aec_env.agent_selection
        if mover not in actions:
            raise IllegalMove(f"{mover} is to move, and there is no action of {mover}")
        return super().step(actions)
