"""What is told about a table, in the words of the house."""

from collections.abc import Mapping, Sequence

from ...contract.scene import Panel
from ...protocol.messages import Ending, Made, Player
from ..game import Game, Outcome
from ..move import Move
from .seats import SHOWN, Party, title
from .state import Sitter
from .table import HUMAN, Table

LISTED = 1000  # players that are listed at most, beyond those who have points
WINNER = "★ winner"
FRIEND = "a friend"  # the second person at a table


def player_title(game: Game, number: int) -> str:
    """A player by name; those whose name is a number are called so."""
    name = game.kind.board.player(game.constants, number)
    return f"player {name}" if name.isdigit() else name


def sentence(text: object) -> str:
    """A text that begins and ends as a sentence does."""
    told = str(text)
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?")) else ".")


def made(game: Game, move: Move) -> Made:
    """A move about to be made, for the list of moves."""
    paths = game.kind.paths(game.constants, game.row, move.number)
    path = tuple(paths[0]) if paths else ()
    return Made(game.kind.rules.turn(game.constants, game.row), str(move), path)


def describe(party: Party, people: Mapping[int, Sitter]) -> str:
    """What is being played, in a line."""
    game = party.table.game
    count, rivals = len(game.moves), range(min(2, game.kind.rules.players(game.constants)))
    names = [people[number].name if number in people else title(party.seated(number)) for number in rivals]
    if names[1:] == names[:1] == [title(HUMAN)]:
        names[1] = FRIEND
    sides = " against ".join(names) if len(names) > 1 else ""
    return f"{sides}{', ' if sides else ''}{count} {'move' if count == 1 else 'moves'}"


def won(table: Table, number: int) -> bool:
    """Whether a player has won, alone or with others."""
    outcome, game = table.outcome(), table.game
    if outcome is None:
        return False
    if game.outcome() is None:
        return game.kind.board.player(game.constants, number) == outcome.winner
    return game.kind.rules.share(game.constants, game.row, number) > 0


def ranks(table: Table, people: Mapping[int, Sitter]) -> dict[str, int]:
    """The places of the people of a finished game, 0 for those who have won; nothing if it was no game of people."""
    count = table.game.kind.rules.players(table.game.constants)
    if count < 2 or len({who.id for who in people.values()}) < count:
        return {}
    winners = {number for number in range(count) if won(table, number)}
    # Of those who have not won, more points are better where the rules have ended the game
    ended = table.game.outcome()
    points = [ended.scores[number] if ended and number < len(ended.scores) else 0 for number in range(count)]
    if not winners:
        return {people[number].id: 0 for number in range(count)}
    places = sorted({-points[number] for number in range(count) if number not in winners})
    return {people[number].id: 0 if number in winners else 1 + places.index(-points[number]) for number in range(count)}


def players(party: Party, people: Mapping[int, Sitter]) -> tuple[Player, ...]:
    """The first players, and whose turn it is."""
    table, game = party.table, party.table.game
    count = game.kind.rules.players(game.constants)
    numbers = [*range(min(count, SHOWN))]
    if table.player >= SHOWN:
        numbers.append(table.player)
    return tuple(_player(party, number, people.get(number)) for number in numbers)


def _player(party: Party, number: int, sitter: Sitter | None) -> Player:
    table, game = party.table, party.table.game
    who = party.seated(number)
    known = number < len(game.row)  # of a crowd, those who had a turn
    return Player(
        number=number,
        name=game.kind.board.player(game.constants, number),
        who=who.name,
        title=sitter.name if sitter else title(who),
        score=game.kind.rules.score(game.constants, game.row, number) if known else 0,
        won=known and won(table, number),
        person=sitter.id if sitter else None,
        here=sitter.here if sitter else True,
    )


def ending(table: Table) -> Ending | None:
    """How a game ended, in a few words."""
    outcome = table.outcome()
    return outcome and Ending(_verdict(outcome), outcome.reason, outcome.winner)


def _verdict(outcome: Outcome) -> str:
    if outcome.winner is not None and len(outcome.scores) > 1:
        return f"The winner is {'player ' if outcome.winner.isdigit() else ''}{outcome.winner}!"
    return "Nobody has won alone." if len(outcome.scores) > 1 else "The game is over."


def facts(table: Table) -> tuple[Panel, ...]:
    """The game in detail, as far as the board can tell."""
    game = table.game
    made = () if game.kind.has_statistics else (Panel("moves", str(len(game.moves))),)
    return (*made, *game.kind.statistics(game.constants, game.row))


def results(table: Table) -> Sequence[Panel]:
    """Every player's points; of a finished game with the winners marked. Nobodies of a crowd are counted together."""
    game = table.game
    count, lines = game.kind.rules.players(game.constants), list[Panel]()
    # There may be four billion players, but those who had a turn came first and have numbers in the row
    for number in range(min(count, len(game.row))):
        points = game.kind.rules.score(game.constants, game.row, number)
        if number >= LISTED and not points:
            continue
        name = player_title(game, number).capitalize() if count > 1 else "Score"
        lines.append(Panel(name, f"{points}  {WINNER}" if count > 1 and won(table, number) else str(points)))
    if len(lines) < count:
        lines.append(Panel(f"{count - len(lines)} others", "0"))
    return lines
