"""The `ludarium` command. Each subcommand imports what it needs when it runs, so that --help is quick."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from .. import __version__, games, load
from ..contract.errors import BadOption, LudariumError
from ..games import has_program, kinds, problems
from ..games import kind as find
from ..games.blame import blame
from ..play.game import Game
from ..play.levels import LEVELS
from .commands.admin import admin
from .commands.analyse import analyse
from .commands.bench import bench
from .commands.bot import bot
from .commands.daily import daily
from .commands.export import export
from .commands.game_author import check, new_game
from .commands.lab.lab import lab
from .commands.learn import learn
from .commands.match import match
from .commands.perft import perft
from .commands.puzzles import puzzles
from .commands.study.collect import collect
from .commands.study.explore import explore
from .commands.study.tournament import tournament
from .options import GameId, Options, given
from .progress import Progress

app = typer.Typer(
    name="ludarium",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)

for _command in perft, bench, match, analyse, bot, learn, puzzles, daily, check, export, tournament, collect, explore:
    app.command()(_command)
app.command("new-game")(new_game)
app.add_typer(admin)
app.add_typer(lab)

Display = Annotated[bool, typer.Option("--display", help="Play on the page, in a browser.")]
Player = Annotated[
    str,
    typer.Option(
        "--player",
        metavar="WHO",
        help=f"Who plays against you: 1 to {len(LEVELS)}, a name such as scarab, random, uai:COMMAND or python:FILE.",
    ),
]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludarium {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def house(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A house for abstract board games. Without a command it opens the home screen, with all games."""
    if context.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        from .screen.launch import open_home

        open_home()
    else:
        typer.echo("Ludarium, a house for abstract board games.\n")
        list_games()
        typer.echo("\nludarium rules GAME tells how a game is played; ludarium --help shows what else there is.")


@app.command()
def play(
    game: GameId,
    option: Options = [],  # noqa: B006 (typer copies it)
    seat: Annotated[
        list[str],
        typer.Option(
            "--seat",
            "-s",
            metavar="PLAYER=WHO",
            help=f"Who plays: human, a level 1-{len(LEVELS)}, random, uai:COMMAND, python:FILE, with --host open; "
            "may be repeated.",
        ),
    ] = [],  # noqa: B006 (typer copies it)
    player: Player = "",
    host: Annotated[
        str,
        typer.Option(metavar="ID[@HOST[:PORT]]", help="Let others join by this name; seats not named wait for them."),
    ] = "",
    page: Display = False,
) -> None:
    """Play a game on the full screen, or on the page."""
    if page:
        if host:
            raise BadOption("--host is for the full screen; on the page, a new game asks who plays")
        from .commands.open_page import display

        display(game, given(option), seat, player)
        return
    from .screen.launch import host_game_at, open_game

    if host and player:
        raise BadOption("--player is who plays against you here; in a hosted game, --seat gives a seat to an opponent")
    if host:
        host_game_at(game, given(option), seat, host)
    else:
        open_game(game, given(option), seat, player)


@app.command()
def join(where: Annotated[str, typer.Argument(metavar="ID@HOST[:PORT]", help="As its host was told.")]) -> None:
    """Join a game hosted elsewhere, on the full screen."""
    from .screen.launch import join_game_at

    join_game_at(where)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Whose calls are taken: 127.0.0.1 this machine's alone.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="Where to listen; the first free one from 8190 on.")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="Where games are kept.")] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser, where there is one.")] = True,
    workers: Annotated[int, typer.Option(min=1, help="Processes that serve; several share one PostgreSQL.")] = 1,
    thinkers: Annotated[int, typer.Option(min=1, help="Processes in which computers think.")] = 4,
    log: Annotated[
        str, typer.Option(metavar="MANNER", help="What is told on standard error: json, plain, off.")
    ] = "off",
    precompile: Annotated[
        bool, typer.Option("--compile/--no-compile", help="Compile, beside serving, what was not compiled yet.")
    ] = True,
) -> None:
    """Serve the page: all games in the browser."""
    from ..web.ops.logs import parse_format
    from ..web.ops.serve import run

    run(
        host,
        port,
        browser,
        database=database,
        processes=workers,
        workers=thinkers,
        log=parse_format(log),
        precompile=precompile,
    )


@app.command("games")
def list_games() -> None:
    """List the games and their options."""
    for kind in kinds():
        typer.echo(f"{kind.id}\n  {kind.about}")
        for option in kind.options.values():
            default = "drawn anew" if option.name == "seed" else option.write(option.default) or "none"
            typer.echo(f"    {option.name}: {option.help} ({option.takes()}; {default})")
    for problem in problems():
        typer.echo(f"ludarium: {problem}", err=True)


@app.command()
def rules(game: GameId) -> None:
    """Print a game's rules for players."""
    typer.echo(find(game).help.rstrip())


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record of a game.")],
    watch: Annotated[bool, typer.Option("--watch", help="Step through its moves on the full screen.")] = False,
) -> None:
    """Replay a record; print the final board and the outcome, or step through its moves."""
    if watch:
        from .screen.launch import open_record

        open_record(file)
        return
    game = load(file)
    typer.echo(f"{game}\n\n{_ending(game)}")


def _ending(game: Game) -> str:
    """The outcome in a sentence."""
    outcome = game.outcome()
    made = f"after {len(game.moves)} {'move' if len(game.moves) == 1 else 'moves'}"
    if outcome is None:
        return f"Unfinished {made}: {game.turn} to move."
    points = " to ".join(map(str, outcome.scores))
    if outcome.winner is not None:
        return f"{outcome.winner.capitalize()} wins {made}: {outcome.reason} ({points})."
    return f"{'Draw' if len(outcome.scores) > 1 else 'Over'} {made}: {outcome.reason} ({points})."


@app.command()
def engine(game: GameId) -> None:
    """Play a game as a UAI engine, on standard input and output."""
    from .uai.engine import serve

    serve(find(game), sys.stdin.buffer)


@app.command()
def warm() -> None:
    """Compile all games now instead of when they are first played."""
    from ..engine.cache import trouble
    from ..engine.warm_up import warm_up

    if problem := trouble():
        raise LudariumError(f"{problem}; LUDARIUM_CACHE names another one")
    typer.echo("Compiling what was not compiled yet; all of it takes a minute or two.")
    with Progress("parts") as progress:
        for done, of in warm_up(list(kinds())):
            progress.show(done, of)
    typer.echo("All games are ready.")


def _line_mode(id: str) -> Callable[..., None]:
    """The command that plays a game line by line."""

    def play(page: Display = False, player: Player = "") -> None:
        if page:
            from .commands.open_page import display

            display(id, player=player)
        else:
            from .line_mode.stdio import serve

            serve(find(id), player=player)

    return play


def _program(id: str) -> Callable[[], None]:
    """The command that runs a game's own program."""

    def run() -> None:
        from .game_program import serve

        serve(find(id))

    return run


def _title(id: str) -> str:
    try:
        return find(id).title
    except LudariumError:  # a game that cannot be loaded; its command says why
        return id


# Every game gets a command of its name, unless that is taken
_taken = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
for _id in games():
    if _id in _taken:
        continue
    if has_program(_id):
        app.command(_id, help=f"Play {_title(_id)} by its own commands, on standard input and output.")(_program(_id))
    else:
        app.command(_id, help=f"Play {_id} line by line, by typed commands.")(_line_mode(_id))


def main() -> None:
    """The entry: anything a person got wrong is one sentence."""
    try:
        app(prog_name="ludarium")
    except LudariumError as error:
        print(f"ludarium: {error}", file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        # The author of a game needs the line that failed and no traceback of the house
        if not (fault := blame(error)):
            raise
        print(f"ludarium: {fault}", file=sys.stderr)
        sys.exit(2)
