"""Knowing who asks, by a cookie or a token: for routes and sockets, and before both, so that nobody asks too often."""

import secrets

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ...store.people.accounts import People
from ...store.people.models import Person, Shown, Welcome
from ...store.people.names import GUEST
from ...store.people.tokens import LIVES
from .client_address import Caller, Callers
from .rate_limit import Limits

COOKIE, BEARER = "ludarium", "bearer"
VISITOR = "visitor"  # where a request bears who asks it
BANNED = "you may not play here any more; ask whoever runs this server"
UNKNOWN = "this token is not known here, or not any more; make another one"
WORDS = (
    "Badger Beaver Bison Crane Cricket Curlew Dolphin Falcon Ferret Finch Gecko Heron Ibis Jackdaw Koala Lark Lemur "
    "Lynx Magpie Marmot Marten Mole Newt Otter Owl Panda Pika Plover Puffin Quail Raven Robin Seal Shrew Siskin Snail "
    "Sparrow Squirrel Stork Swift Tapir Tern Toad Turtle Vole Walrus Weasel Wombat Wren Yak"
)


class Visitor:
    """Somebody who asks something, as far as they are known."""

    def __init__(self, caller: Caller, callers: Callers) -> None:
        self.address, self.is_home = callers.address(caller), callers.is_home(caller)
        self.agent = caller.headers.get("user-agent", "")
        self._is_secure = callers.is_secure(caller)
        scheme, _, token = caller.headers.get("authorization", "").partition(" ")
        self.by_token = scheme.lower() == BEARER
        self.secret = token.strip() if self.by_token else caller.cookies.get(COOKIE, "")
        self.shown: Shown | None = None
        self.cookie: Cookie | None = None  # what their browser is to remember from now on

    @property
    def person(self) -> Person | None:
        return self.shown.person if self.shown else None

    @property
    def user_id(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def is_local(self) -> bool:
        return self.is_home

    @property
    def key(self) -> str:
        """By which they are counted, wherever they are; people who are not known by their address."""
        return self.shown.person.id if self.shown else self.address

    def welcome(self, welcome: Welcome) -> None:
        """Take them for somebody from now on, and let their browser remember it."""
        self.secret, self.shown = welcome.secret, Shown(welcome.person, welcome.token)
        self.remember()

    def remember(self) -> None:
        """Let their browser know them as long as the server does."""
        self._keep(self.secret, round(LIVES["session"].total_seconds()))

    def leave(self) -> None:
        """Let their browser forget who they were."""
        self.shown = None
        self._keep("", 0)

    def _keep(self, value: str, seconds: int) -> None:
        self.cookie = Cookie(
            COOKIE, value=value, path="/", max_age=seconds, httponly=True, samesite="lax", secure=self._is_secure
        )


class Porter:
    """Stands at the door of the server: sees who comes, and lets nobody ask too often."""

    def __init__(self, people: People, callers: Callers) -> None:
        self.people, self._callers = people, callers
        # At home one may play as quickly as one can; who comes from elsewhere, as quickly as one needs to
        self._home, self._usual = Limits(1000, 10_000), Limits(20, 400)
        self._asked = Limits(30, 300)  # on sockets
        self._guests, self._accounts, self._log_ins = Limits(1 / 5, 30), Limits(1 / 30, 20), Limits(1 / 10, 10)

    async def meet(self, caller: Caller) -> Visitor:
        """Who asks, if they may ask now."""
        visitor = Visitor(caller, self._callers)
        visitor.shown = await self.people.who(visitor.secret) if visitor.secret else None
        (self._home if visitor.is_home else self._usual).check(visitor.key)
        if visitor.by_token and not visitor.shown:
            raise NotAuthorizedException(UNKNOWN, headers={"WWW-Authenticate": "Bearer"})
        return visitor

    def hears(self, visitor: Visitor) -> bool:
        """Whether they may ask something more on a socket."""
        return visitor.is_home or self._asked.take(visitor.key)

    async def known(self, visitor: Visitor, name: str | None = None) -> Person:
        """Somebody, by all means: who was not known is a guest from now on."""
        if visitor.shown:
            return visitor.shown.person
        await self.check_ban(visitor)
        if not visitor.is_home:
            self._guests.check(visitor.address)
        called = f"{GUEST} {secrets.choice(WORDS.split())}" if name is None else name
        welcome = await self.people.guest(called, visitor.agent)
        visitor.welcome(welcome)
        return welcome.person

    async def check_ban(self, visitor: Visitor) -> None:
        """Nobody who was banned becomes somebody else by asking once more."""
        if visitor.secret and await self.people.is_banned(visitor.secret):
            raise PermissionDeniedException(BANNED)

    async def check_register(self, visitor: Visitor) -> None:
        await self.check_ban(visitor)
        if not visitor.is_home:
            self._accounts.check(visitor.address)

    def check_log_in(self, visitor: Visitor) -> None:
        """Passwords are not to be guessed, at home neither; by address, since anybody can be any guest."""
        self._log_ins.check(visitor.address)


def meeting(app: ASGIApp) -> ASGIApp:
    """Meets everybody who asks something of the API, and has their browsers remember what they are to."""

    async def meet(scope: Scope, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith("/api/"):
            await app(scope, receive, send)
            return
        caller: Caller = ASGIConnection(scope)
        visitor = await _porter(caller).meet(caller)
        scope["state"][VISITOR] = visitor

        async def answer(message: Message) -> None:
            if visitor.cookie and message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", []), visitor.cookie.to_encoded_header()]
            await send(message)

        await app(scope, receive, answer)

    return meet


def visitor_of(caller: Caller) -> Visitor:
    """Who asks, as they were met."""
    visitor: Visitor = caller.scope["state"][VISITOR]
    return visitor


def person(scope: Scope) -> Person | None:
    """Who asks, for routes and sockets; nobody if they are not known."""
    return visitor_of(ASGIConnection(scope)).person


async def known(caller: Caller, name: str | None = None) -> Person:
    """Who asks; somebody who is not known yet becomes a guest, and with the answer gets a cookie to be known by."""
    return await _porter(caller).known(visitor_of(caller), name)


async def person_now(caller: Caller) -> Person | None:
    """Who asks on a socket that is open for long: by now they may be nobody, or have another name."""
    visitor = visitor_of(caller)
    visitor.shown = await _porter(caller).people.who(visitor.secret) if visitor.secret else None
    return visitor.person


def hears(caller: Caller) -> bool:
    """Whether somebody on a socket may ask something more now."""
    return _porter(caller).hears(visitor_of(caller))


def _porter(caller: Caller) -> Porter:
    porter: Porter = caller.app.state.porter
    return porter
