"""Identity middleware: authenticates every request and socket of the API by cookie or token, and limits its rate."""

import secrets
from datetime import date

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ...store.people.accounts import People
from ...store.people.models import Authentication, Credential, Person
from ...store.people.names import GUEST
from ...store.people.tokens import TOKEN_LIFETIME
from ...store.time_source import TimeSource
from .client_address import Connection, TrustedProxies
from .device_name import device_name
from .rate_limit import RateLimiter

COOKIE, BEARER = "ludarium", "bearer"
DEVICE, DEVICE_PATH = "ludarium-device", "/api/sessions"  # a cookie that only logging in needs
IDENTITY = "identity"  # the key of the identity in a request's state
DAY = 86_400  # seconds
GUESTS_A_DAY = 200  # new guests of one address
MOST_NEW_CELLS, CELLS_A_SECOND = 5_000_000, 50_000  # of new large boards of one user: at once, and then
MOST_STORED, STORED_A_SECOND = 16 << 20, 4096  # bytes of records that one user sends: at once, and then
MOST_TRIES, TRIES_A_SECOND = 60, 1 / 2  # at puzzles, of one user: at once, and then
BANNED = "you are banned from this server; ask its administrator"
UNKNOWN = "this token is not valid, or not any more; make another one"
GUEST_ANIMALS = (
    "Badger Beaver Bison Crane Cricket Curlew Dolphin Falcon Ferret Finch Gecko Heron Ibis Jackdaw Koala Lark Lemur "
    "Lynx Magpie Marmot Marten Mole Newt Otter Owl Panda Pika Plover Puffin Quail Raven Robin Seal Shrew Siskin Snail "
    "Sparrow Squirrel Stork Swift Tapir Tern Toad Turtle Vole Walrus Weasel Wombat Wren Yak"
)


class Identity:
    """Who a request comes from: an address, and a person if a valid cookie or token says so."""

    def __init__(self, connection: Connection, proxies: TrustedProxies) -> None:
        self.address, self.is_local = proxies.client_address(connection), proxies.is_local(connection)
        self.device_name = device_name(connection.headers.get("user-agent", ""))
        self._is_secure = proxies.is_secure(connection)
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        self.by_token = scheme.lower() == BEARER
        self.secret = token.strip() if self.by_token else connection.cookies.get(COOKIE, "")
        self.device = connection.cookies.get(DEVICE, "")  # the secret of a device on which a person has logged in
        self.authentication: Authentication | None = None
        self.cookies: list[Cookie] = []  # to set with the answer

    @property
    def person(self) -> Person | None:
        return self.authentication.person if self.authentication else None

    @property
    def user_id(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def key(self) -> str:
        """The key for rate limits: the person, or the address of a client that is not authenticated."""
        return self.authentication.person.id if self.authentication else self.address

    @property
    def share_key(self) -> str:
        """The key for what clients share: an account, or the address of a guest, who could become another guest."""
        return self.person.id if self.person and not self.person.is_guest else self.address

    @property
    def holder(self) -> str | None:
        """The key for what is held open; None for clients on this machine, which have no such limit."""
        return None if self.is_local else self.share_key

    def remember_device(self, secret: str) -> None:
        """Set the cookie of a device on which a person has logged in."""
        self._set_cookie(secret, round(TOKEN_LIFETIME["device"].total_seconds()), DEVICE, DEVICE_PATH)

    def log_in(self, credential: Credential) -> None:
        """Become this person, and set the session cookie."""
        self.secret = credential.secret
        self.authentication = Authentication(credential.person, credential.token)
        self.renew_cookie()

    def renew_cookie(self) -> None:
        """Set the session cookie again, for the whole lifetime of a session."""
        self._set_cookie(self.secret, round(TOKEN_LIFETIME["session"].total_seconds()))

    def log_out(self) -> None:
        """Drop the person, and delete the session cookie."""
        self.authentication = None
        self._set_cookie("", 0)

    def _set_cookie(self, value: str, seconds: int, name: str = COOKIE, path: str = "/") -> None:
        made = Cookie(
            name, value=value, path=path, max_age=seconds, httponly=True, samesite="lax", secure=self._is_secure
        )
        self.cookies = [*(cookie for cookie in self.cookies if cookie.key != name), made]


class Authenticator:
    """Authenticates requests and enforces the rate limits."""

    def __init__(self, people: People, proxies: TrustedProxies, time_source: TimeSource | None = None) -> None:
        self.people, self._proxies = people, proxies
        clock = (time_source or TimeSource()).monotonic
        # Clients on this machine may play as fast as they can; the limit for others is far above what playing needs
        self._local_requests = RateLimiter(1000, 10_000, clock)
        self._requests = RateLimiter(20, 400, clock)
        self._messages = RateLimiter(30, 300, clock)
        self._guests = RateLimiter(1 / 5, 30, clock)
        self._guests_of_day = RateLimiter(GUESTS_A_DAY / DAY, GUESTS_A_DAY, clock)
        self._cells = RateLimiter(CELLS_A_SECOND, MOST_NEW_CELLS, clock)
        self._stored = RateLimiter(STORED_A_SECOND, MOST_STORED, clock)
        self._accounts = RateLimiter(1 / 30, 20, clock)
        self._logins = RateLimiter(1 / 10, 10, clock)
        self._tries = RateLimiter(TRIES_A_SECOND, MOST_TRIES, clock)
        self._time = time_source or TimeSource()

    async def identify(self, connection: Connection) -> Identity:
        """The identity of a request; raises status 429 above the rate limit, and 401 for a bad token."""
        identity = Identity(connection, self._proxies)
        await self.authenticate(identity)
        (self._local_requests if identity.is_local else self._requests).check(identity.key)
        if identity.by_token and not identity.authentication:
            raise NotAuthorizedException(UNKNOWN, headers={"WWW-Authenticate": "Bearer"})
        return identity

    async def authenticate(self, identity: Identity) -> None:
        """Look up the person, who may have logged out or changed their name since the last time."""
        identity.authentication = await self.people.authenticate(identity.secret) if identity.secret else None

    def allows_message(self, identity: Identity, cost: float = 1.0) -> bool:
        """Whether the rate limit allows a message on a socket that costs as much as so many."""
        return identity.is_local or self._messages.acquire(identity.key, cost)

    async def ensure_person(self, identity: Identity, name: str | None = None) -> Person:
        """The person; creates a guest if there is none."""
        if identity.authentication:
            return identity.authentication.person
        await self.check_ban(identity)
        if not identity.is_local:
            self._guests.check(identity.address)
            self._guests_of_day.check(identity.address)
        guest_name = f"{GUEST} {secrets.choice(GUEST_ANIMALS.split())}" if name is None else name
        credential = await self.people.create_guest(guest_name, identity.device_name)
        identity.log_in(credential)
        return credential.person

    async def log_in(self, identity: Identity, credential: Credential) -> None:
        """Log a person in with a new session, and remember the device."""
        identity.log_in(credential)
        if secret := await self.people.remember_device(credential.person.id, identity.device):
            identity.remember_device(secret)

    def check_new_game(self, identity: Identity, cells: int, size: int) -> None:
        """Raise status 429 for too many cells of new boards, or too many bytes of records."""
        if identity.holder is not None:
            self._cells.check(identity.holder, cells)
            self._stored.check(identity.holder, size)

    def may_store(self, identity: Identity, size: int) -> bool:
        """Whether the rate limit allows that so many more bytes are stored."""
        return identity.holder is None or self._stored.acquire(identity.holder, size)

    @property
    def today(self) -> date:
        """The date, in UTC."""
        return self._time.now().date()

    def check_try(self, identity: Identity) -> None:
        """Raise status 429 for too many tries at puzzles."""
        if identity.holder is not None:
            self._tries.check(identity.holder)

    async def check_ban(self, identity: Identity) -> None:
        """Raise status 403 for a banned person, who must not become a new guest."""
        if identity.secret and await self.people.is_banned(identity.secret):
            raise PermissionDeniedException(BANNED)

    async def check_registration(self, identity: Identity) -> None:
        """Raise status 403 for a banned person, and 429 above the rate limit of new accounts."""
        await self.check_ban(identity)
        if not identity.is_local:
            self._accounts.check(identity.address)

    def check_login(self, identity: Identity) -> None:
        """Raise status 429 above the rate limit of passwords, local clients included.

        By address: by person, a new guest would get new attempts.
        """
        self._logins.check(identity.address)


def identity_middleware(app: ASGIApp) -> ASGIApp:
    """Put the identity into the state of every request of the API, and set its cookie with the answer."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith("/api/"):
            await app(scope, receive, send)
            return
        connection: Connection = ASGIConnection(scope)
        identity = await _authenticator(connection).identify(connection)
        scope["state"][IDENTITY] = identity

        async def send_with_cookie(message: Message) -> None:
            if identity.cookies and message["type"] in ("http.response.start", "websocket.accept"):
                headers = [cookie.to_encoded_header() for cookie in identity.cookies]
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        await app(scope, receive, send_with_cookie)

    return handle


def identity_of(connection: Connection) -> Identity:
    """The identity that the middleware found."""
    identity: Identity = connection.scope["state"][IDENTITY]
    return identity


def person(scope: Scope) -> Person | None:
    """The dependency `person` of routes and sockets; None for a client that is not authenticated."""
    return identity_of(ASGIConnection(scope)).person


async def ensure_person(connection: Connection, name: str | None = None) -> Person:
    """The person of a request. Creates a guest if there is none, and sets a cookie with the answer."""
    return await _authenticator(connection).ensure_person(identity_of(connection), name)


async def reauthenticate(connection: Connection) -> Person | None:
    """The person on a long-lived socket, looked up again."""
    identity = identity_of(connection)
    await _authenticator(connection).authenticate(identity)
    return identity.person


def allows_message(connection: Connection, cost: float = 1.0) -> bool:
    """Whether the rate limit allows a message on a socket that costs as much as so many."""
    return _authenticator(connection).allows_message(identity_of(connection), cost)


def check_new_game(connection: Connection, cells: int = 0, size: int = 0) -> None:
    """Raise status 429 if the client has begun too many large boards, or has sent too many bytes of records."""
    _authenticator(connection).check_new_game(identity_of(connection), cells, size)


def may_store(connection: Connection, size: int) -> bool:
    """Whether the rate limit allows that so many more bytes are stored."""
    return _authenticator(connection).may_store(identity_of(connection), size)


def _authenticator(connection: Connection) -> Authenticator:
    authenticator: Authenticator = connection.app.state.authenticator
    return authenticator
