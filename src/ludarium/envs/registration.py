"""The names of environments, the same for Gymnasium and PettingZoo: `ludarium/Ataxx-v0`."""

import gymnasium
import pettingzoo

from ..contract.kind import Kind
from ..games import kinds

NAMESPACE = "ludarium"


def name_of(kind: Kind) -> str:
    """The name of a game's environment: `ludarium/BattleOfTheBeetles-v0`."""
    words = "".join(word.capitalize() for word in kind.id.split("-"))
    return f"{NAMESPACE}/{words}-v{kind.environment_version}"


def register() -> None:
    """Register all games, also those of LUDARIUM_GAMES; call it again if games were added."""
    for kind in kinds():
        name, how = name_of(kind), {"game": kind.id}
        if name not in gymnasium.registry:
            solo, vector = "ludarium.envs.solo:SoloEnv", "ludarium.envs.vector:GameVectorEnv"
            gymnasium.register(name, entry_point=solo, vector_entry_point=vector, kwargs=how)
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point="ludarium.envs.aec:GameEnv", kwargs=how)
        if name not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", name, entry_point="ludarium.envs.parallel:ParallelGameEnv", kwargs=how)
