"""Environments for programs that learn: the games for PettingZoo, Gymnasium and OpenSpiel.

    import gymnasium, pettingzoo, ludarium.envs
    pettingzoo.make("aec", "ludarium/Ataxx-v0", blocks="3gh")                  # all players
    pettingzoo.make("parallel", "ludarium/Ataxx-v0")                           # the same, for parallel libraries
    gymnasium.make("ludarium/BeetleBattle-v0", size=3, opponent="level 2")     # one learner against an opponent
    gymnasium.make_vec("ludarium/Ataxx-v0", num_envs=4096)                     # thousands of games at once

They need `pip install 'ludarium[envs]'`. `ludarium.envs.open_spiel` has the games for OpenSpiel, and needs
`ludarium[openspiel]`.
"""

from .aec import GameEnv
from .parallel import ParallelGameEnv
from .registration import register
from .solo import SoloEnv
from .vector import GameVectorEnv, make_vec

__all__ = ["GameEnv", "GameVectorEnv", "ParallelGameEnv", "SoloEnv", "make_vec", "register"]

register()
