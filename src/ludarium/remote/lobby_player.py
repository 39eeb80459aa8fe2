"""A program on a server as an opponent: the one that takes a seat which is offered in the server's lobby."""

from contextlib import suppress

from ..contract.errors import LudariumError
from ..engine.search.cancel import CancelToken
from ..play.game import Game
from ..play.judging.analysis import Limit
from ..play.move import Move
from ..play.opponents.opponent import HUMAN, VACANT, Forfeit, Opponent
from .address import parse, parse_place
from .client import Client
from .remote_game import RemoteGame

NAME = "Tournament"  # of the guest who offers the seat
JOINING = 60.0  # seconds in which a program has to take the seat
OVER_TIME = 5.0  # seconds to wait for a move, beyond the time for it
UNTIMED = 300.0  # where nodes or depth are the limit


class LobbyPlayer(Opponent):
    """Offers the seat of the player to move in a listed game, and takes the moves of the program that sits down."""

    def __init__(self, place: str, limit: Limit) -> None:
        self._address = parse(place) if "://" in place else parse_place(place)
        self.name = f"a program at {self._address.place}"
        self._seconds = UNTIMED if limit.seconds is None else limit.seconds + OVER_TIME
        self._match: RemoteGame | None = None
        self._before = 0  # moves before the position with which the game on the server begins

    def begin(self, game: Game) -> None:
        self.close()

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        try:
            match = self._match or self._offer(game)
            self._forward(match, game)
            return self._answer(match, game)
        except Forfeit:
            raise
        except LudariumError as error:
            raise Forfeit(f"{self.name} cannot play on: {error}") from None

    def _offer(self, game: Game) -> RemoteGame:
        """Begin the game on the server, and wait until a program has taken the seat."""
        rules, constants = game.kind.rules, game.constants
        turn = rules.turn(constants, game.row)
        seats = [VACANT.name if player == turn else HUMAN.name for player in range(rules.players(constants))]
        client = Client(self._address, NAME)
        client.sign_in()
        id = client.new_game(
            kind=game.kind.id, options=game.option_texts, seats=seats, position=game.position, listed=True
        )
        self._match, self._before = RemoteGame(client, id).open(), len(game.moves)
        match = self._match
        if not match.wait(lambda: not match.vacant, JOINING):
            raise Forfeit(f"no program has taken the seat at {self._address.place} within {JOINING:g} s")
        self.name = match.title(turn)
        return match

    def _forward(self, match: RemoteGame, game: Game) -> None:
        """Tell the server the moves of the other player."""
        for at in range(len(match.move_texts), len(game.moves) - self._before):
            match.play(str(game.moves[self._before + at]), at)
            match.wait(lambda at=at: len(match.move_texts) > at, self._seconds)  # type: ignore[misc]

    def _answer(self, match: RemoteGame, game: Game) -> Move:
        at = len(game.moves) - self._before
        if not match.wait(lambda: len(match.move_texts) > at or match.ending, self._seconds):
            raise Forfeit(f"{self.name} has not answered in time")
        if len(match.move_texts) <= at:
            assert match.ending
            raise Forfeit(f"{self.name} has ended the game: {match.ending[1]}")
        return game.parse(match.move_texts[at])

    def close(self) -> None:
        match, self._match = self._match, None
        if not match:
            return
        with suppress(LudariumError):
            match.resign()  # the program must not wait for moves that do not come
        match.close()
