"""What users read about a match, for all user interfaces: players, endings, results, statistics, views."""

from collections.abc import Iterable, Sequence

from ...contract.row import Row
from ...contract.scene import Panel
from ...protocol.messages import Ending, Made, Player, View
from ..game import Game
from ..move import Move
from ..move_input import lists_moves
from ..opponents.computer import Computer
from ..opponents.opponent import HUMAN, VACANT, Opponent
from ..outcome import Outcome
from .match import Match
from .offers import TAKEBACK, takeback_target
from .sight import HIDDEN, hides, is_hidden, seen

VIEWED = 100  # players listed beside the board, besides the one to move
LISTED = 1000  # players listed in the results, besides those with points
WINNER = "★ winner"
NAMED = 5  # players who share the win that are named
FRIEND = "a friend"  # the second person at one device
OFFERED = {
    "draw": "offers a draw",
    "takeback": "asks to take back {}",
    "rematch": "asks for another game",
}


def capital(text: str) -> str:
    """A text with a capital, unless it begins with a name such as `a7-b6` or `game.csv`."""
    first = text.split(maxsplit=1)[0] if text.split() else ""
    is_word = first.rstrip(",:;.!?").replace("'", "").replace("-", "").isalpha()
    return text[:1].upper() + text[1:] if is_word else text


def sentence(text: object) -> str:
    """A text with a capital and a full stop."""
    shown = str(text)
    return capital(shown) + ("" if shown.endswith((".", "!", "?")) else ".")


def counted(count: int, noun: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def title(opponent: Opponent) -> str:
    """What an opponent is called."""
    if opponent in (HUMAN, VACANT):
        return "you" if opponent is HUMAN else "no one yet"
    return opponent.level.name if isinstance(opponent, Computer) else opponent.name


def offer_text(offer: str, name: str, answer: str = "", takeback: str = "") -> str:
    """An offer that a player has made, as a sentence; `answer` says how this user interface answers it.

    `takeback` are the moves that would be taken back, as the view tells them.
    """
    return f"{name} {OFFERED.get(offer, 'asks for something').format(takeback or 'a move')}{answer}."


def takeback_text(match: Match) -> str:
    """The moves that go if the others agree to the takeback that a player has asked for; empty if no player has."""
    asked = match.state.offers.get(TAKEBACK)
    if not asked:
        return ""
    first, *others = map(str, match.game.moves[takeback_target(match, asked[0]) :])
    answer = f"the answer {others[0]}" if len(others) == 1 else f"the {len(others)} moves after it"
    return f"{first} and {answer}" if others else first


def describe(match: Match) -> str:
    """What is being played, in a line."""
    rivals = range(min(2, match.seats.players))
    names = [player_name(match, number) for number in rivals]
    if names[1:] == names[:1] == [title(HUMAN)]:
        names[1] = FRIEND
    if match.seats.players > len(rivals):
        names[1] += f" and {counted(match.seats.players - len(rivals), 'other')}"
    sides = f"{' against '.join(names)}, " if len(names) > 1 else ""
    return f"{sides}{counted(len(match.game.moves), 'move')}"


def player_name(match: Match, number: int) -> str:
    """Who has a seat, as people read it."""
    return match.people[number].name if number in match.people else title(match.seats.assigned(number))


def ranks(match: Match) -> dict[str, int]:
    """The places of the users in a finished match, 0 for winners; empty unless every player is another user."""
    count, people = match.seats.players, match.people
    if count < 2 or len({who.id for who in people.values()}) < count:
        return {}
    winners = {number for number in range(count) if match.won(number)}
    if not winners:
        return {people[number].id: 0 for number in range(count)}
    # Where the rules ended the game, losers with more points come first
    ended = match.game.outcome()
    points = [ended.scores[number] if ended and number < len(ended.scores) else 0 for number in range(count)]
    places = sorted({-points[number] for number in range(count) if number not in winners})
    return {people[number].id: 0 if number in winners else 1 + places.index(-points[number]) for number in range(count)}


def players(match: Match, row: Row) -> tuple[Player, ...]:
    """The first players, and the player to move, in a position as it is seen."""
    numbers = [*range(min(match.seats.players, VIEWED))]
    if match.player >= VIEWED:
        numbers.append(match.player)
    return tuple(_player(match, row, number) for number in numbers)


def _player(match: Match, row: Row, number: int) -> Player:
    game, opponent, person = match.game, match.seats.assigned(number), match.people.get(number)
    known = number < len(row)  # among very many players, those who had a turn
    return Player(
        number=number,
        name=game.kind.board.player(game.constants, number),
        who=opponent.name,
        title=person.name if person else title(opponent),
        score=game.kind.rules.score(game.constants, row, number) if known else 0,
        won=known and match.won(number),
        person=person.id if person else None,
        here=person.here if person else True,
    )


def verdict(match: Match, outcome: Outcome) -> str:
    """Who has won a match that ended so, as a sentence."""
    count = len(outcome.scores)
    if count == 1:
        return "The game is over."
    if outcome.winner is not None:
        return f"The winner is {'player ' if outcome.winner.isdigit() else ''}{outcome.winner}!"
    game = match.game
    names = [game.kind.board.player(game.constants, number) for number in range(count) if match.won(number)]
    if len(names) == count or count == 2:
        return "It is a draw."
    return f"{_sharers(names)} share the win." if names else "No player has won."


def _sharers(names: Sequence[str]) -> str:
    if len(names) > NAMED:
        return f"{len(names)} players"
    return capital(f"{'players ' if names[0].isdigit() else ''}{', '.join(names[:-1])} and {names[-1]}")


def ending(match: Match) -> Ending | None:
    """How the game ended, or None."""
    outcome = match.outcome()
    return outcome and Ending(verdict(match, outcome), outcome.reason, outcome.winner)


def statistics(game: Game, viewer: int | None = None) -> tuple[Panel, ...]:
    """The game in detail, as far as its board describes it to a viewer."""
    count = () if game.kind.has_statistics else (Panel("moves", str(len(game.moves))),)
    return (*count, *game.kind.statistics(game.constants, seen(game, game.row, viewer)))


def results(match: Match, *, final: bool = False, viewer: int | None = None) -> list[Panel]:
    """Every player's points, winners marked; `final` results of a game that goes on mark those with the most points. Of
    very many players, those without points are counted together."""
    game, count, lines = match.game, match.seats.players, list[Panel]()
    row = seen(game, game.row, viewer)
    won = match.leads if final and not match.is_over else match.won
    # There may be four billion players; the row has numbers for those who had a turn, and they come first
    for number in range(min(count, len(row))):
        points = game.kind.rules.score(game.constants, row, number)
        if number >= LISTED and not points:
            continue
        name = "Score" if count == 1 and game.kind.has_scores else capital(game.player_title(number))
        lines.append(Panel(name, f"{points}  {WINNER}" if count > 1 and won(number) else str(points)))
    if len(lines) < count:
        lines.append(Panel(f"{count - len(lines)} others", "0"))
    return lines


def made(game: Game, before: Row, player: int, move: Move, viewer: int | None = None) -> Made:
    """A move for the list of moves; `before` is the position in which it was made."""
    kind, constants = game.kind, game.constants
    if is_hidden(game, before, player, move.number, viewer):
        return Made(player, HIDDEN, ())
    paths = kind.paths(constants, before, move.number)
    meant = [path for path in paths if move.written and kind.spell(constants, path) == move.written]
    return Made(player, str(move), tuple((meant or paths or [()])[0]))


def news(game: Game, before: Row, move: Move, viewer: int | None = None) -> str:
    """What people are told about the last move, in sentences: what its game says, or that there was no other move."""
    kind, constants = game.kind, game.constants
    told = kind.news(constants, seen(game, before, viewer), seen(game, game.row, viewer))
    if told or viewer is not None or not _was_forced(game, before, move):
        return told
    return f"{capital(game.player_title(kind.rules.turn(constants, before)))} cannot move and passes."


def _was_forced(game: Game, before: Row, move: Move) -> bool:
    """Whether a move is a word such as a pass, and was the only legal one."""
    kind, constants = game.kind, game.constants
    words = {(word,) for word in kind.words(constants, before)}
    if not words.issuperset(kind.paths(constants, before, move.number)) or not lists_moves(game):
        return False
    return len(kind.legal_moves(constants, before)) == 1


def moves(game: Game, viewer: int | None = None) -> list[Made]:
    """All moves of a game for the list of moves."""
    return [*_moves(game, viewer)]


def _moves(game: Game, viewer: int | None) -> Iterable[Made]:
    again = game.beginning()
    for move in game.moves:
        player = game.kind.rules.turn(game.constants, again.row)
        yield made(again, again.row, player, move, viewer)
        again.push(move)


def view(
    match: Match, now: int, *, place: int | None = None, getting_ready: bool = False, viewer: int | None = None
) -> View:
    """Everything about a match but its cells and moves. `place` is its place in the high-score table.

    A viewer who does not see everything is told the moves of the viewer's own turn alone: they may tell what is hidden.
    """
    game = match.game
    row = seen(game, game.row, viewer)
    waits = match.awaits_person and not match.seats.vacant
    pointing = match.move_input if waits and viewer in (None, match.player) else None
    return View(
        turn=None if match.is_over else match.player,
        waits=waits,
        count=match.seats.players,
        players=players(match, row),
        panels=tuple(game.kind.panels(game.constants, row)),
        words=pointing.words if pointing else (),
        leads=pointing.leads if pointing else (),
        paths=pointing.paths if pointing else (),
        can_undo=match.can_undo,
        can_redo=bool(match.redo_moves),
        begun=match.state.begun,
        paused=match.state.paused,
        laying=match.may_lay and match.is_set_up,
        setting=match.seats.is_suspended,
        getting_ready=getting_ready,
        ending=ending(match),
        place=place if match.is_over and not match.state.entered else None,
        vacant=match.seats.vacant,
        clocks=match.clocks(now),
        running=match.running,
        offers=match.state.offers,
        takeback=takeback_text(match),
        for_points=match.is_for_points,
        next=match.state.next,
        hides=hides(match),
    )
