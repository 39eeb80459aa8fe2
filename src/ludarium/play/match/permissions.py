"""Permissions: who may do what in a match, as one table of roles, actions and states.

`check` decides every request by this table. What a request needs besides (a free seat, an offer to decline, a move to
take back) is checked where it is carried out. `tools/permission_table.py` writes the table into the documentation and
into the page.
"""

from typing import NamedTuple, Protocol

from ...contract.errors import BadOption, LudariumError
from ..opponents.opponent import HUMAN
from .match import OVER, Match
from .sight import check_open, hides, viewer

HOST_ONLY = "only the host of this game can do that"
MEMBERS_ONLY = "only the host and the players of this game can do that"
SPECTATORS = "spectators cannot do this"
NOT_YOUR_TURN = "it is not your turn"
OTHER_SIDE = "another player plays this side"
ASK_OTHERS = "where others play, they have to agree: ask them for a takeback"
NO_HELP = "people play each other here; ask a computer when the game is over"
BEGUN = "the game has begun already"
NOT_BEGUN = "the game has not begun yet"
NO_SET_UP = "a game is set up before it begins, and not any more"
NO_REMATCH = "another game can be asked for when this one is over, once"


class Forbidden(LudariumError):
    """The user has no permission for this."""


class User(Protocol):
    """Who sends a request."""

    @property
    def user_id(self) -> str | None:
        """The id of the user; None for one who is not known."""

    @property
    def is_local(self) -> bool:
        """Whether the request comes from the machine the server runs on."""


# Who a user is in a match


def is_host(match: Match, user: User) -> bool:
    """Whether a user hosts the match. A match without an owner began on the server's machine, and is its users'."""
    return user.is_local if match.owner is None else match.owner == user.user_id


def may_move(match: Match, user: User, player: int) -> bool:
    """Whether a user plays for a player; the host plays for local people."""
    if match.seats[player] is not HUMAN:
        return False
    person = match.people.get(player)
    return person.id == user.user_id if person else is_host(match, user)


def own_seats(match: Match, user: User) -> list[int]:
    """The players that a user plays for."""
    return [player for player in range(len(match.seats.texts)) if may_move(match, user, player)]


def sides(match: Match) -> dict[int, str]:
    """The players that people play for, with the user's id; local people share the id ""."""
    return {
        player: match.people[player].id if player in match.people else ""
        for player, text in enumerate(match.seats.texts)
        if text == HUMAN.name
    }


def has_rivals(match: Match) -> bool:
    """Whether people play each other from several places."""
    return len(set(sides(match).values())) > 1


class Role(NamedTuple):
    """Who a user is in a match."""

    hosts: bool
    sits: bool  # whether the user plays for a player
    moves: bool  # whether such a player is to move

    @classmethod
    def of(cls, match: Match, user: User) -> "Role":
        hosts, moves = is_host(match, user), match.awaits_person and may_move(match, user, match.player)
        if match.seats.is_suspended:
            moves = match.awaits_person and hosts
        elif match.is_set_up and has_rivals(match):
            moves = False
        return cls(hosts, moves or bool(own_seats(match, user)), moves)

    @property
    def title(self) -> str:
        who = "host" if self.hosts else "player" if self.sits else "spectator"
        if not self.sits:
            return f"{who} without a seat" if self.hosts else who
        return f"{who} to move" if self.moves else f"{who} not to move"


class State(NamedTuple):
    """How far a match is, and whether people play each other in it."""

    stage: str
    rivals: bool

    @classmethod
    def of(cls, match: Match) -> "State":
        return cls("over" if match.is_over else "set-up" if match.is_set_up else "in play", has_rivals(match))

    @property
    def title(self) -> str:
        return f"{self.stage}, rivals" if self.rivals else self.stage


ROLES = (
    Role(True, True, True),
    Role(True, True, False),
    Role(True, False, False),
    Role(False, True, True),
    Role(False, True, False),
    Role(False, False, False),
)
STATES = tuple(State(stage, rivals) for stage in ("set-up", "in play", "over") for rivals in (False, True))


# The table


class Cell(NamedTuple):
    """The roles that may do something in a state, and what the others are told."""

    who: str  # the name of an audience
    refusal: str = ""

    def allows(self, role: Role) -> bool:
        return role in AUDIENCES[self.who]


class Row(NamedTuple):
    """An action, with a cell for each of STATES."""

    about: str
    cells: tuple[Cell, ...]
    outsiders: str = ""  # what those are told who may do it in no state


AUDIENCES = {
    "everyone": frozenset(ROLES),
    "host, players": frozenset(role for role in ROLES if role.hosts or role.sits),
    "players": frozenset(role for role in ROLES if role.sits),
    "player to move": frozenset(role for role in ROLES if role.moves),
    "host": frozenset(role for role in ROLES if role.hosts),
    "-": frozenset[Role](),
}

HOST = Cell("host")
PLAYERS = Cell("players")
MEMBERS = Cell("host, players")
EVERYONE = Cell("everyone")
MOVER = Cell("player to move", NOT_YOUR_TURN)
SETTER = Cell("host", ASK_OTHERS)  # who sets the moves of all players


def _no(refusal: str) -> Cell:
    return Cell("-", refusal)


def _always(cell: Cell) -> tuple[Cell, ...]:
    return (cell,) * len(STATES)


def _until_over(cell: Cell, over: Cell) -> tuple[Cell, ...]:
    return cell, cell, cell, cell, over, over


TABLE = {
    "play": Row(
        "make a move",
        (MOVER, Cell("player to move", NOT_BEGUN), MOVER, MOVER, *[_no("the game is over")] * 2),
    ),
    "undo": Row("take moves back", (MEMBERS, SETTER, *[MEMBERS, _no(ASK_OTHERS)] * 2), HOST_ONLY),
    "redo": Row("make them again", (MEMBERS, SETTER, MEMBERS, _no(ASK_OTHERS), *[_no(OVER)] * 2), HOST_ONLY),
    "resign": Row("resign for a player of one's own", _until_over(PLAYERS, _no(OVER)), OTHER_SIDE),
    "sit": Row("take a free seat, under a name", _always(EVERYONE)),
    "leave": Row("leave one's seat before the first move", _always(PLAYERS), OTHER_SIDE),
    "offer draw": Row(
        "offer a draw, or agree", (*[_no(NOT_BEGUN)] * 2, PLAYERS, PLAYERS, *[_no(OVER)] * 2), SPECTATORS
    ),
    "offer takeback": Row("offer a takeback, or agree", _until_over(PLAYERS, _no(OVER)), SPECTATORS),
    "offer rematch": Row("offer a rematch, or agree", _until_over(_no(NO_REMATCH), PLAYERS), SPECTATORS),
    "decline": Row("decline an offer, or withdraw it", _always(PLAYERS), SPECTATORS),
    "claim": Row(
        "claim the win over a player who left",
        (_no("this player has not left"), PLAYERS, _no("this player has not left"), PLAYERS, *[_no(OVER)] * 2),
        SPECTATORS,
    ),
    "seat": Row("change who plays for a player", _always(HOST), HOST_ONLY),
    "pause": Row("pause the computers", _always(HOST), HOST_ONLY),
    "start": Row("end the set-up", (HOST, HOST, *[_no(BEGUN)] * 2, HOST, HOST), HOST_ONLY),
    "set up": Row("replace the game before it begins", (HOST, HOST, *[_no(NO_SET_UP)] * 2, HOST, HOST), HOST_ONLY),
    "lay": Row(
        "change a cell before the game begins",
        (HOST, HOST, *[_no(NO_SET_UP)] * 2, *[_no("nothing can be laid on the board now")] * 2),
        HOST_ONLY,
    ),
    "set moves": Row(
        "make the moves of all players before the game begins",
        (HOST, HOST, HOST, _no(NO_SET_UP), HOST, HOST),
        HOST_ONLY,
    ),
    "seed": Row("seed the computers", (HOST, HOST, *[_no(NO_SET_UP)] * 2, HOST, HOST), HOST_ONLY),
    "look": Row("ask which cells may be touched", _always(EVERYONE)),
    "preview": Row("ask what a move would do", _always(EVERYONE)),
    "premoves": Row("ask which moves a player would have at turn", _always(EVERYONE)),
    "hint": Row(
        "ask for a good move",
        (MOVER, _no(NO_HELP), MOVER, _no(NO_HELP), *[_no("there is no move to look for any more")] * 2),
        "only a player of this game gets hints",
    ),
    "analyse": Row("analyse a position", (*[EVERYONE, _no(NO_HELP)] * 2, EVERYONE, EVERYONE)),
    "explore": Row("try other moves from a position", (*[EVERYONE, _no(NO_HELP)] * 2, EVERYONE, EVERYONE)),
    "review": Row("judge all moves", (*[EVERYONE, _no(NO_HELP)] * 2, EVERYONE, EVERYONE)),
    "stop": Row("let a computer move at once", _always(MEMBERS), MEMBERS_ONLY),
    "enough": Row("end one's own analyses", _always(EVERYONE)),
    "read": Row("get its state, record, picture, positions and statistics", _always(EVERYONE)),
    "delete": Row(
        "delete it",
        (*[HOST, _no("others play this game; resign, or finish it first")] * 2, HOST, HOST),
        HOST_ONLY,
    ),
    "enter score": Row("enter its score once it is over", _always(HOST), HOST_ONLY),
}


TELLING = "analyse", "explore", "review", "set moves"  # what would tell what is hidden, if anything is


def refusal(action: str, role: Role, state: State) -> str:
    """Why a role may not do something in a state; empty if it may."""
    row = TABLE[action]
    cell = row.cells[STATES.index(state)]
    if cell.allows(role):
        return ""
    # The turn may come, so that it makes no outsider
    best = role._replace(moves=role.sits)
    is_outsider = not any(cell.allows(best) for cell in row.cells)
    return row.outsiders if is_outsider and row.outsiders else cell.refusal


def is_free(action: str) -> bool:
    """Whether every user may do this in every state."""
    return all(cell.who == "everyone" for cell in TABLE[action].cells)


def check(match: Match, user: User, action: str) -> None:
    """Raise Forbidden unless the user may do this now."""
    if reason := refusal(action, Role.of(match, user), State.of(match)):
        raise Forbidden(reason)
    if action in TELLING:
        check_open(match)


def viewer_of(match: Match, user: User) -> int | None:
    """Through whose eyes a user sees the match; None for one who sees everything."""
    return viewer(match, own_seats(match, user)) if hides(match) else None


# What a request names


def check_player(match: Match, player: int) -> None:
    if not 0 <= player < match.seats.players:
        raise BadOption(f"there is no player with the number {player}")


def check_own(match: Match, user: User, player: int) -> None:
    """Refuse a user who does not play for this player."""
    if not may_move(match, user, player):
        raise Forbidden(OTHER_SIDE)
