"""The games for OpenSpiel: after `register()`, `pyspiel.load_game("ludarium_ataxx(blocks=3gh)")` has one.

Options are parameters. A game of chance is dealt from its parameter `seed`, so that it is deterministic for OpenSpiel.
"""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ..contract.board_planes import board_planes
from ..contract.errors import BadOption
from ..contract.kind import Kind
from ..contract.options import Option, Span
from ..engine.code import game_code
from ..engine.memory import as_array, room_for_moves, typecode_of
from ..engine.rule_functions import list_moves, make_move
from ..games import kinds
from .encoding import MOST_PLAYERS, Encoding

LONGEST = 10_000  # moves after which a game is a draw; some games need never end
MOST_POINTS = 1e9  # of a game for one
TO = "to"  # between the two numbers of a span

Type = pyspiel.GameType


def name_of(kind: Kind) -> str:
    """What OpenSpiel calls a game."""
    return f"ludarium_{kind.id.replace('-', '_')}"


def register() -> list[str]:
    """Register all games, also those of LUDARIUM_GAMES, unless they are; returns their names."""
    known, names = set(pyspiel.registered_names()), []
    for kind in kinds():
        names.append(name_of(kind))
        if names[-1] not in known:
            pyspiel.register_game(_type_of(kind), _class_of(kind))
    return names


def _parameter(option: Option) -> Any:
    """The default of an option as a parameter: a number, a flag, or a text. A span is written 5to8: OpenSpiel takes
    5-8 for a number that it cannot read."""
    if isinstance(option, Span):
        return option.write(option.default).replace("-", TO)
    return option.default if isinstance(option.default, bool | int) else option.write(option.default)


def _given(kind: Kind, params: dict[str, Any]) -> dict[str, Any]:
    """Options from parameters. A deal that is not chosen is the first one: a game is the same whenever it is loaded."""
    spans = [name for name, option in kind.options.items() if isinstance(option, Span)]
    found = {name: value.replace(TO, "-") if name in spans else value for name, value in params.items()}
    return {"seed": 0} | found if "seed" in kind.options else found


def _players(kind: Kind) -> tuple[int, int]:
    """The fewest and the most players that the options allow."""
    usual = {name: option.default for name, option in kind.options.items()}
    count = kind.rules.players(kind.make(usual))
    for name, option in kind.options.items():
        if option.bounds and isinstance(option.default, int) and option.default < option.bounds[1]:
            more = kind.make({**usual, name: option.default + 1})
            if kind.rules.players(more) != count:
                return 1, MOST_PLAYERS
    return count, count


def _type_of(kind: Kind) -> Any:
    fewest, most = _players(kind)
    information = Type.Information
    return Type(
        short_name=name_of(kind),
        long_name=kind.title,
        dynamics=Type.Dynamics.SEQUENTIAL,
        chance_mode=Type.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if kind.hides else information.PERFECT_INFORMATION,
        utility=Type.Utility.ZERO_SUM if fewest == most == 2 else Type.Utility.GENERAL_SUM,
        reward_model=Type.RewardModel.TERMINAL,
        min_num_players=fewest,
        max_num_players=most,
        provides_information_state_string=not kind.hides,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: _parameter(option) for option in kind.options.values()},
    )


def _class_of(kind: Kind) -> type:
    """The class that makes games of one kind."""

    class Game(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, params or {})

    return Game


class _Shared:
    """What all states of a game have in common; OpenSpiel copies states, and not this."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        kind, constants = encoding.kind, encoding.constants
        self.start = kind.rules.start(constants, encoding.options.get("seed", 0))
        self._code = game_code(kind, typecode_of(self.start))
        self._moves = room_for_moves(kind, constants)

    def __deepcopy__(self, memo: Any) -> "_Shared":
        return self

    def __reduce__(self) -> Any:
        return _shared, (self.encoding.kind.id, self.encoding.options)

    def legal(self, row: Any) -> dict[int, int]:
        """The legal actions in order, and the number that the rules have for each."""
        kind, constants = self.encoding.kind, self.encoding.constants
        find = self._code.ready(list_moves) or self._code.plain(list_moves)
        listed = self._moves[: find(constants, row, self._moves)]
        found = {kind.action(constants, move) if kind.numbers_moves else at: move for at, move in enumerate(listed)}
        return dict(sorted(found.items()))

    def play(self, row: Any, move: int) -> int:
        """Make a move in place; returns the outcome."""
        make = self._code.ready(make_move) or self._code.plain(make_move)
        return int(make(self.encoding.constants, row, move))


def _shared(id: str, options: dict[str, Any]) -> _Shared:
    return _Shared(Encoding(id, options))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, as OpenSpiel sees it."""

    def __init__(self, kind: Kind, params: dict[str, Any]) -> None:
        try:
            self.shared = _Shared(Encoding(kind.id, _given(kind, params)))
        except BadOption as error:
            raise ValueError(str(error)) from None
        encoding = self.shared.encoding
        type, alone = _type_of(kind), encoding.players == 1 and kind.has_scores
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.actions,
            max_chance_outcomes=0,
            num_players=encoding.players,
            min_utility=0.0 if alone else -1.0,
            max_utility=MOST_POINTS if alone else 1.0,
            utility_sum=0.0 if type.utility == Type.Utility.ZERO_SUM else None,
            max_game_length=LONGEST,
        )
        super().__init__(type, info, params)

    def new_initial_state(self, state: Any = None) -> "SpielState":
        """A game at its beginning, or after the actions that `to_dict` of a state has."""
        found = SpielState(self)
        told = state.to_dict() if isinstance(state, pyspiel.StateStruct) else state or {"actions": []}
        for action in told["actions"]:
            found.apply_action(action)
        return found

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.shared, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.row = as_array(self.shared.start)
        self._plies, self._outcome = 0, 0
        self._legal: dict[int, int] | None = None

    @property
    def _actions(self) -> dict[int, int]:
        if self._legal is None:
            self._legal = self.shared.legal(self.row)
        return self._legal

    def current_player(self) -> int:
        encoding = self.shared.encoding
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return encoding.kind.rules.turn(encoding.constants, self.row)

    def _legal_actions(self, player: int) -> list[int]:
        return [*self._actions]

    def _apply_action(self, action: int) -> None:
        if action not in self._actions:
            raise ValueError(f"action {action} is not legal now; legal_actions() has all that are")
        self._outcome = self.shared.play(self.row, self._actions[action])
        self._plies += 1
        self._legal = None

    def _action_to_string(self, player: int, action: int) -> str:
        """The notation of an action; of one that is not legal now, its number."""
        encoding, move = self.shared.encoding, self._actions.get(action)
        if move is None:
            return f"action {action}"
        return encoding.kind.write(encoding.constants, self.row, move)

    def is_terminal(self) -> bool:
        return bool(self._outcome) or self._plies >= LONGEST

    def returns(self) -> list[float]:
        encoding, rules = self.shared.encoding, self.shared.encoding.kind.rules
        if not self.is_terminal():
            return [0.0] * encoding.players
        if encoding.players == 1 and encoding.kind.has_scores:
            return [float(rules.score(encoding.constants, self.row, 0))]
        if not self._outcome:
            return [0.0] * encoding.players
        players = range(encoding.players)
        return [encoding.reward(rules.share(encoding.constants, self.row, player)) for player in players]

    def _to_struct(self) -> dict[str, Any]:
        """The state as JSON can hold it: the actions that led there."""
        return {"actions": [*self.history()]}

    def __str__(self) -> str:
        encoding = self.shared.encoding
        return encoding.kind.picture(encoding.constants, self.row)


class PlanesObserver:
    """What a player sees: planes as numbers, and the board as text."""

    def __init__(self, shared: _Shared, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        self._shared = shared
        shape = shared.encoding.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into `tensor` and `dict`."""
        encoding = self._shared.encoding
        self.tensor.fill(0)
        if encoding.kind.has_planes:
            encoding.kind.planes(encoding.constants, state.row, player, self.tensor)  # type: ignore[arg-type]
        else:
            board_planes(encoding.kind, encoding.constants, state.row, player, self.tensor)  # type: ignore[arg-type]

    def string_from(self, state: SpielState, player: int) -> str:
        encoding = self._shared.encoding
        return encoding.kind.picture(encoding.constants, encoding.kind.seen(encoding.constants, state.row, player))
