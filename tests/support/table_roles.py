"""A game for each role and state of the table of permissions, and what each action needs to be carried out."""

from contextlib import AsyncExitStack
from typing import Any

import ludarium
from ludarium.house.rooms.registry import RoomRegistry
from ludarium.house.rooms.room import Room
from ludarium.play.match import events
from ludarium.play.match.permissions import ROLES, STATES, Role, State
from ludarium.play.match.state import MatchState, SeatedPerson

from .seated_players import meet
from .server import Server

COMPUTER = "level 1"
CELLS = [
    (role, state)
    for state in STATES
    for role in ROLES
    if not (role.moves and state.stage == "over")  # then it is no one's turn
    # Before rivals begin, only the host makes moves
    and not (role.moves and not role.hosts and state == State("set-up", True))
]
FREE_SEAT = {"width": "4", "height": "4", "players": "3"}
OPENING = "a7-a6", "g7-g6"  # one move of each player


class Circle:
    """A host, two more players and a spectator, and the games that they meet in."""

    def __init__(self, server: Server, people: dict[str, Server], ids: dict[str, str]) -> None:
        self._server, self.people, self._ids = server, people, ids

    @classmethod
    async def gather(cls, stack: AsyncExitStack, server: Server) -> "Circle":
        names = "Ada", "Bo", "Cy", "Eve"
        people = dict(zip(names, await meet(stack, server, *names), strict=True))
        return cls(server, people, {name: (await each.get("me"))["id"] for name, each in people.items()})

    def subject(self, role: Role) -> Server:
        """The one who asks in a role: Ada hosts all games."""
        return self.people["Ada" if role.hosts else "Bo" if role.sits else "Eve"]

    def id_of(self, role: Role) -> str:
        return self._ids["Ada" if role.hosts else "Bo" if role.sits else "Eve"]

    def _seats(self, role: Role, rivals: bool) -> tuple[str, str]:
        """Who sits where, so that a user is in this role; player 0 is to move."""
        if not role.sits:
            first, second = ("Bo", "Cy") if role.hosts else ("Ada", "Bo")
            return first, second if rivals else COMPUTER
        me, other = ("Ada", "Bo") if role.hosts else ("Bo", "Ada")
        other = other if rivals else COMPUTER
        return (me, other) if role.moves else (other, me)

    async def begin(self, role: Role, state: State, action: str) -> tuple[Room, int]:
        """A game in this state, ready for the action, and the seat of the one who asks (0 for those without)."""
        seats = list(self._seats(role, state.rivals))
        me = "Ada" if role.hosts else "Bo"
        own = seats.index(me) if role.sits else 0
        people = {number: SeatedPerson(self._ids[who], who) for number, who in enumerate(seats) if who in self._ids}
        texts = ["human" if who in self._ids else who for who in seats]
        game = ludarium.new("gamma", **FREE_SEAT) if action == "sit" else ludarium.new("ataxx")
        texts += ["open"] * (action == "sit")
        # A game that is over can be set up again only if it never began
        begun = state.stage == "in play" or (state.stage == "over" and action not in ("set up", "start"))
        rooms: RoomRegistry = self._server.app.state.rooms
        # Paused, so that no computer moves meanwhile
        notes = MatchState(begun=begun, people=people, paused=True)
        room = await rooms.begin(game, texts, notes, owner=self._ids["Ada"])
        async with room.lock:
            for event in self._before(room, role, state, action, own):
                await room.change(event)
        return room, own

    def _before(self, room: Room, role: Role, state: State, action: str, own: int) -> list[events.MatchEvent]:
        before: list[events.MatchEvent] = []
        if role.moves and state == State("set-up", True):
            before.append(events.Setting(True))
        if action in ("undo", "redo", "offer takeback"):
            before += map(events.Played, OPENING)
        if action == "redo":
            before.append(events.Undone(0))
        if state.stage == "over":
            # An undo would take a resignation back instead of the moves
            before += [events.Ended("resigned", 1 - own)]
        if action == "decline":
            before.append(events.Offered(own, "rematch" if state.stage == "over" else "draw"))
        if action == "claim":
            others = {person.id for number, person in room.match.people.items() if number != own}
            before += [events.Presence(id, False) for id in sorted(others)]
        return before


def request(action: str, own: int, record: str, over: bool, setting: bool) -> dict[str, Any]:
    """The message of an action."""
    do, _, offer = action.partition(" ") if action.startswith("offer ") else (action, "", "")
    fields: dict[str, dict[str, Any]] = {
        "play": {"at": 0, "move": OPENING[0]},
        "resign": {"player": own},
        "leave": {"player": own},
        "offer": {"offer": offer},
        "decline": {"offer": "rematch" if over else "draw"},
        "claim": {"player": 1 - own},
        "seat": {"player": 1, "who": "level 2"},
        "pause": {"on": False},
        "set up": {"record": record, "player": 0},
        "lay": {"name": "c3"},
        "set moves": {"on": not setting},
        "seed": {"number": 1},
        "look": {"names": ["a7"]},
        "preview": {"at": 0, "paths": [["a7", "b6"]]},
        "premoves": {"player": own},
        "analyse": {"ply": 0, "seconds": 0.01},
        "explore": {"ply": 0, "moves": OPENING[:1]},
    }
    return {"do": do} | fields.get(do, {})
