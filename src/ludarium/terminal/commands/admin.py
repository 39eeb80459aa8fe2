"""`ludarium admin`: commands for the administrator of a server. They work while the server runs."""

import re
from collections.abc import Callable, Coroutine, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ...contract.errors import LudariumError
from ...contract.quotation import quoted
from ...games import kind as find

if TYPE_CHECKING:
    from ...store.clean_up import Cleaned
    from ...store.models import SavedGame
    from ...store.people.models import Credential, Person
    from ...store.store import Store

T = TypeVar("T")
HOME_PAGE = "http://127.0.0.1:8190"  # of a server on this machine

admin = typer.Typer(
    name="admin", help="See to a server's people and games.", rich_markup_mode=None, no_args_is_help=True
)
remove = typer.Typer(name="remove", help="Remove a game or a person.", rich_markup_mode=None, no_args_is_help=True)
admin.add_typer(remove)

Database = Annotated[
    str | None, typer.Option(metavar="URL", help="The server's database; else LUDARIUM_DATABASE, or that at home.")
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask whether this is meant.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="As `people` and `games` list them.")]


# Lists


@admin.command()
def people(
    part: Annotated[str, typer.Argument(metavar="PART", help="A part of their names.")] = "",
    database: Database = None,
) -> None:
    """List people, the last seen first."""

    async def look(store: "Store") -> "list[Person]":
        return await store.people.search(part)

    found = _do(look, database)
    heads = "id", "name", "known by", "since", "seen"
    _show(heads, ((each.id, each.name, _known_by(each), _day(each.created), _day(each.seen)) for each in found))


@admin.command()
def games(
    kind: Annotated[str | None, typer.Option(metavar="GAME", help="Those of one kind.")] = None,
    person: Annotated[str | None, typer.Option(metavar="ID", help="Those of one person.")] = None,
    going_on: Annotated[bool | None, typer.Option("--going-on/--over", help="Those that are not over, or are.")] = None,
    database: Database = None,
) -> None:
    """List the newest games, the last changed first."""
    if kind is not None:
        find(kind)

    async def look(store: "Store") -> "list[SavedGame]":
        if person is not None:
            await _person(store, person)
        return await store.all_games(person, kind, None if going_on is None else not going_on)

    found = _do(look, database)
    heads = "id", "game", "what", "state", "owner", "changed"
    _show(heads, ((*_summary(each), each.owner or "-", _day(each.changed)) for each in found))


# Changes


@remove.command("game")
def remove_game(id: Id, yes: Yes = False, database: Database = None) -> None:
    """Remove a game, even while it is being played."""

    async def act(store: "Store") -> None:
        _, kind, what, state = _summary(await store.saved_game(id))
        _confirm(f"Remove this game of {kind}, {what} ({state})?", yes)
        await store.delete_game(id)

    _do(act, database)
    typer.echo("The game is removed.")


@remove.command("person")
def remove_person(id: Id, yes: Yes = False, database: Database = None) -> None:
    """Forget a person, their sessions and ratings; their games stay."""

    async def act(store: "Store") -> str:
        person = await _person(store, id)
        _confirm(f"Remove {_printable(person.name)}, {_known_by(person)}?", yes)
        await store.people.remove(id)
        return person.name

    typer.echo(f"{_printable(_do(act, database))} is removed.")


@admin.command()
def ban(id: Id, yes: Yes = False, database: Database = None) -> None:
    """Let a person in no more."""
    name = _do(lambda store: _ban(store, id, True, yes), database)
    typer.echo(f"{name} is banned: within seconds no server lets them in.")


@admin.command()
def unban(id: Id, yes: Yes = False, database: Database = None) -> None:
    """Let a person in again."""
    name = _do(lambda store: _ban(store, id, False, yes), database)
    typer.echo(f"{name} may come in again.")


async def _ban(store: "Store", id: str, banned: bool, yes: bool) -> str:
    person = await _person(store, id)
    _confirm(f"{'Ban' if banned else 'Let in again'} {_printable(person.name)}, {_known_by(person)}?", yes)
    await store.people.ban(id, banned)
    return _printable(person.name)


@admin.command("end-sessions")
def end_sessions(
    id: Id,
    programs: Annotated[bool, typer.Option("--programs", help="Also the tokens of their programs.")] = False,
    yes: Yes = False,
    database: Database = None,
) -> None:
    """End all sessions of a person, who has to log in again. A guest cannot."""

    async def act(store: "Store") -> int:
        person = await _person(store, id)
        _confirm(f"End all sessions of {_printable(person.name)}, {_known_by(person)}?", yes)
        count = await store.people.end_other_sessions(id, keep="")
        for token in await store.people.tokens(id, "program") if programs else []:
            count += await store.people.revoke_token(id, token.id, "program")
        return count

    count = _do(act, database)
    typer.echo(f"{count} {'session has' if count == 1 else 'sessions have'} ended.")


@admin.command("reset-password")
def reset_password(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.")],
    server: Annotated[str, typer.Option(metavar="URL", help="Where people open the page.")] = HOME_PAGE,
    database: Database = None,
) -> None:
    """Print a link by which the owner of an account sets a new password, once and within the hour."""
    if not re.fullmatch(r"https?://[^/\s?#]+(/[^\s?#]*)?", server):
        raise LudariumError(f"the page's address is a URL such as https://games.example.org, not {quoted(server, 80)}")

    async def make(store: "Store") -> "Credential":
        return await store.people.create_reset(name)

    made = _do(make, database)
    typer.echo(f"Send this link to the owner of the account {_printable(made.person.name)}, and to no one else:")
    typer.echo(f"{server.rstrip('/')}/#/reset/{made.secret}")
    typer.echo(f"It works once, until {made.token.expires:%Y-%m-%d %H:%M} UTC. A link made before it works no more.")


@admin.command("clean-up")
def clean_up(database: Database = None) -> None:
    """Delete old games of guests, and guests who cannot come back; servers do this every hour."""

    async def act(store: "Store") -> "Cleaned":
        return await store.clean_up()

    deleted = _do(act, database)._asdict()
    typer.echo(f"Deleted: {', '.join(f'{name} {count}' for name, count in deleted.items())}.")


@admin.command("back-up")
def back_up(file: Path, yes: Yes = False, database: Database = None) -> None:
    """Write everything that is stored to one file, as of one moment."""
    from ...store.backup import back_up

    if file.exists():
        _confirm(f"Write over {_printable(str(file))}?", yes)
    typer.echo(f"{_wait(back_up(file, database))} rows are in {file}.")


@admin.command()
def restore(file: Path, yes: Yes = False, database: Database = None) -> None:
    """Bring a backup into an empty database."""
    from ...store.backup import restore

    _confirm(f"Bring {_printable(str(file))} into the database?", yes)
    typer.echo(f"{_wait(restore(file, database))} rows are back.")


@admin.command()
def check(
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write what can be read to this file.")] = None,
    replay: Annotated[bool, typer.Option(help="Replay every game.")] = True,
    yes: Yes = False,
    database: Database = None,
) -> None:
    """Read everything that is stored, replay every game, and say what is wrong."""
    from .check import check

    if save and save.exists():
        _confirm(f"Write over {_printable(str(save))}?", yes)
    is_sound = True
    for line in check(database, save, replay):
        is_sound = line.is_good and is_sound
        typer.echo(_printable(line.text))
    if not is_sound:
        raise typer.Exit(1)


@admin.command()
def bom() -> None:
    """Print a bill of materials: all packages that are installed here, as CycloneDX in JSON."""
    import json

    from .bom import bill

    typer.echo(json.dumps(bill(), indent=2))


# Helpers


def _do(work: "Callable[[Store], Coroutine[Any, Any, T]]", database: str | None) -> T:
    """Open the store and work with it."""
    from ...store.store import Store

    async def act() -> T:
        async with Store.open(database) as store:
            return await work(store)

    return _wait(act())


def _wait(work: "Coroutine[Any, Any, T]") -> T:
    # Late: `ludarium --help` and line mode do not need it
    import asyncio

    return asyncio.run(work)


async def _person(store: "Store", id: str) -> "Person":
    found = await store.people.person(id)
    if found is None:
        raise LudariumError(f"there is no person with the id {quoted(id)}; `ludarium admin people` lists them")
    return found


def _confirm(question: str, yes: bool) -> None:
    """Ask for confirmation, unless --yes was given."""
    if yes:
        return
    try:
        agreed = typer.confirm(question)
    except typer.Abort:
        typer.echo()
        agreed = False
    if not agreed:
        typer.echo("Nothing was changed.")
        raise typer.Exit(1)


def _show(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Print aligned columns."""
    lines = [heads, *(tuple(map(_printable, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        typer.echo("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def _summary(game: "SavedGame") -> tuple[str, str, str, str]:
    state = "over" if game.finished else f"{game.vacant} free" if game.vacant else "going on"
    return game.id, game.game, _printable(game.title or "-"), state


def _known_by(person: "Person") -> str:
    return f"{'a name alone' if person.is_guest else 'an account'}{', banned' if person.banned else ''}"


def _day(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M}"


def _printable(text: str) -> str:
    """A text without control characters, which a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
