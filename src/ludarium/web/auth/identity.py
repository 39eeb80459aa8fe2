"""Knowing who asks, by a cookie or a token: for routes and sockets, and before both, so that nobody asks too often."""

import secrets

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ...store.people.accounts import People
from ...store.people.models import Authentication, Credential, Person
from ...store.people.names import GUEST
from ...store.people.tokens import TOKEN_LIFETIME
from .client_address import Connection, TrustedProxies
from .rate_limit import RateLimiter

COOKIE, BEARER = "ludarium", "bearer"
IDENTITY = "identity"  # where a request bears who asks it
BANNED = "you may not play here any more; ask whoever runs this server"
UNKNOWN = "this token is not known here, or not any more; make another one"
GUEST_ANIMALS = (
    "Badger Beaver Bison Crane Cricket Curlew Dolphin Falcon Ferret Finch Gecko Heron Ibis Jackdaw Koala Lark Lemur "
    "Lynx Magpie Marmot Marten Mole Newt Otter Owl Panda Pika Plover Puffin Quail Raven Robin Seal Shrew Siskin Snail "
    "Sparrow Squirrel Stork Swift Tapir Tern Toad Turtle Vole Walrus Weasel Wombat Wren Yak"
)


class Identity:
    """Somebody who asks something, as far as they are known."""

    def __init__(self, connection: Connection, proxies: TrustedProxies) -> None:
        self.address, self.is_local = proxies.address(connection), proxies.is_local(connection)
        self.agent = connection.headers.get("user-agent", "")
        self._is_secure = proxies.is_secure(connection)
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        self.by_token = scheme.lower() == BEARER
        self.secret = token.strip() if self.by_token else connection.cookies.get(COOKIE, "")
        self.authentication: Authentication | None = None
        self.cookie: Cookie | None = None  # what their browser is to remember from now on

    @property
    def person(self) -> Person | None:
        return self.authentication.person if self.authentication else None

    @property
    def user_id(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def key(self) -> str:
        """By which they are counted, wherever they are; people who are not known by their address."""
        return self.authentication.person.id if self.authentication else self.address

    def welcome(self, welcome: Credential) -> None:
        """Take them for somebody from now on, and let their browser remember it."""
        self.secret, self.authentication = welcome.secret, Authentication(welcome.person, welcome.token)
        self.remember()

    def remember(self) -> None:
        """Let their browser know them as long as the server does."""
        self._keep(self.secret, round(TOKEN_LIFETIME["session"].total_seconds()))

    def leave(self) -> None:
        """Let their browser forget who they were."""
        self.authentication = None
        self._keep("", 0)

    def _keep(self, value: str, seconds: int) -> None:
        self.cookie = Cookie(
            COOKIE, value=value, path="/", max_age=seconds, httponly=True, samesite="lax", secure=self._is_secure
        )


class Authenticator:
    """Stands at the door of the server: sees who comes, and lets nobody ask too often."""

    def __init__(self, people: People, proxies: TrustedProxies) -> None:
        self.people, self._proxies = people, proxies
        # At home one may play as quickly as one can; who comes from elsewhere, as quickly as one needs to
        self._home, self._usual = RateLimiter(1000, 10_000), RateLimiter(20, 400)
        self._asked = RateLimiter(30, 300)  # on sockets
        self._guests, self._accounts, self._log_ins = (
            RateLimiter(1 / 5, 30),
            RateLimiter(1 / 30, 20),
            RateLimiter(1 / 10, 10),
        )

    async def meet(self, connection: Connection) -> Identity:
        """Who asks, if they may ask now."""
        identity = Identity(connection, self._proxies)
        identity.authentication = await self.people.authenticate(identity.secret) if identity.secret else None
        (self._home if identity.is_local else self._usual).check(identity.key)
        if identity.by_token and not identity.authentication:
            raise NotAuthorizedException(UNKNOWN, headers={"WWW-Authenticate": "Bearer"})
        return identity

    def allows_message(self, identity: Identity) -> bool:
        """Whether they may ask something more on a socket."""
        return identity.is_local or self._asked.acquire(identity.key)

    async def ensure_person(self, identity: Identity, name: str | None = None) -> Person:
        """Somebody, by all means: who was not known is a guest from now on."""
        if identity.authentication:
            return identity.authentication.person
        await self.check_ban(identity)
        if not identity.is_local:
            self._guests.check(identity.address)
        called = f"{GUEST} {secrets.choice(GUEST_ANIMALS.split())}" if name is None else name
        welcome = await self.people.create_guest(called, identity.agent)
        identity.welcome(welcome)
        return welcome.person

    async def check_ban(self, identity: Identity) -> None:
        """Nobody who was banned becomes somebody else by asking once more."""
        if identity.secret and await self.people.is_banned(identity.secret):
            raise PermissionDeniedException(BANNED)

    async def check_registration(self, identity: Identity) -> None:
        await self.check_ban(identity)
        if not identity.is_local:
            self._accounts.check(identity.address)

    def check_login(self, identity: Identity) -> None:
        """Passwords are not to be guessed, at home neither; by address, since anybody can be any guest."""
        self._log_ins.check(identity.address)


def identity_middleware(app: ASGIApp) -> ASGIApp:
    """Meets everybody who asks something of the API, and has their browsers remember what they are to."""

    async def meet(scope: Scope, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith("/api/"):
            await app(scope, receive, send)
            return
        connection: Connection = ASGIConnection(scope)
        identity = await _authenticator(connection).meet(connection)
        scope["state"][IDENTITY] = identity

        async def answer(message: Message) -> None:
            if identity.cookie and message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", []), identity.cookie.to_encoded_header()]
            await send(message)

        await app(scope, receive, answer)

    return meet


def identity_of(connection: Connection) -> Identity:
    """Who asks, as they were met."""
    identity: Identity = connection.scope["state"][IDENTITY]
    return identity


def person(scope: Scope) -> Person | None:
    """Who asks, for routes and sockets; nobody if they are not known."""
    return identity_of(ASGIConnection(scope)).person


async def ensure_person(connection: Connection, name: str | None = None) -> Person:
    """Who asks; somebody who is not known yet becomes a guest, and with the answer gets a cookie to be known by."""
    return await _authenticator(connection).ensure_person(identity_of(connection), name)


async def reauthenticate(connection: Connection) -> Person | None:
    """Who asks on a socket that is open for long: by now they may be nobody, or have another name."""
    identity = identity_of(connection)
    identity.authentication = (
        await _authenticator(connection).people.authenticate(identity.secret) if identity.secret else None
    )
    return identity.person


def allows_message(connection: Connection) -> bool:
    """Whether somebody on a socket may ask something more now."""
    return _authenticator(connection).allows_message(identity_of(connection))


def _authenticator(connection: Connection) -> Authenticator:
    authenticator: Authenticator = connection.app.state.authenticator
    return authenticator
