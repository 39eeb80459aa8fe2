"""The `ludarium` command. Each subcommand imports what it needs when it runs, so that --help is quick."""

import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import __version__, games, load, new
from ..contract.bits import mix
from ..contract.errors import BadOption, LudariumError
from ..contract.kind import Kind
from ..contract.quotation import quoted
from ..games import has_program
from ..games import kind as find
from ..play.game import Game
from .admin import admin
from .analyse import analyse
from .bot import bot
from .progress import Progress

if TYPE_CHECKING:
    from ..lab.engine_match import EngineMatch, Shelf, Sprt

app = typer.Typer(
    name="ludarium",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)

app.command()(analyse)
app.command()(bot)
app.add_typer(admin)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The game's id, as `ludarium games` lists them.")]
Options = Annotated[
    list[str], typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game; may be repeated.")
]
Display = Annotated[bool, typer.Option("--display", help="Play on the page, in a browser.")]


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
            help="Who plays: human, a level 1-8, random, with --host open; may be repeated.",
        ),
    ] = [],  # noqa: B006 (typer copies it)
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
        from .open_page import display

        display(game, _given(option), seat)
        return
    from .screen.launch import host_game_at, open_game

    if host:
        host_game_at(game, _given(option), seat, host)
    else:
        open_game(game, _given(option), seat)


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
    for kind in map(find, games()):
        typer.echo(f"{kind.id}\n  {kind.about}")
        for option in kind.options.values():
            default = "drawn anew" if option.name == "seed" else option.write(option.default) or "none"
            typer.echo(f"    {option.name}: {option.help} ({option.takes()}; {default})")


@app.command()
def rules(game: GameId) -> None:
    """Print a game's rules for players."""
    typer.echo(find(game).help.rstrip())


def _given(pairs: Iterable[str]) -> dict[str, Any]:
    """Options from texts like size=3."""
    given: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"an option is given as key=value, not as {quoted(pair)}")
        if name in given:
            raise BadOption(f"the option {name} is given twice")
        given[name] = value
    return given


@app.command()
def perft(
    game: GameId,
    depth: Annotated[int, typer.Argument(min=0, max=99, help="How many plies deep.")],
    option: Options = [],  # noqa: B006 (typer copies it)
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Where to begin, as the game writes positions.")
    ] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also the count below each first move.")] = False,
    play_leaves: Annotated[
        bool, typer.Option("--play-leaves", help="Play the last move of every line too, instead of counting it.")
    ] = False,
    threads: Annotated[int, typer.Option(min=0, help="Threads to use; 0 for all processors.")] = 0,
) -> None:
    """Count the lines of play to a depth; the count comes last."""
    kind = find(game)
    begin = new(game, position, **{**kind.perft_options, **_given(option)})
    if depth == 0:
        typer.echo(1)
        return
    counts = _count(begin, depth, not play_leaves, threads)
    if divide:
        for move, count in counts.items():
            typer.echo(f"{move}: {count}")
    typer.echo(sum(counts.values()))


def _count(game: Game, depth: int, counted: bool, threads: int) -> dict[str, int]:
    """The lines of play that begin with each move, by notation."""
    from ..engine import perft

    with Progress("first moves") as progress:
        found = perft.divide(
            game.kind, game.constants, game.row, depth, counted=counted, threads=threads or None, progress=progress.show
        )
    return {game.kind.board.write(game.constants, move): count for move, count in found.items()}


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
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="The fingerprints alone, without the speeds.")] = False,
) -> None:
    """Print the fingerprints of all games' rules and of the search, and how fast they are."""
    from ..engine.bench import rules_fingerprint, search_fingerprint, speed

    whole = 0
    for kind in map(find, games()):
        rules, search = rules_fingerprint(kind), search_fingerprint(kind)
        whole ^= mix(rules, search)
        line = f"{kind.id:<24}rules {rules:016x}  search {search:016x}"
        typer.echo(line if quick else f"{line}  {_speeds(kind, speed)}")
    typer.echo(f"{'fingerprint':<24}{whole:016x}")


def _speeds(kind: Kind, speed: Any) -> str:
    found = speed(kind)
    return (
        f"{found.games:>10,.0f} games/s {found.moves:>12,.0f} moves/s {found.perft:>14,.0f} perft lines/s "
        f"{found.nodes:>12,.0f} search nodes/s"
    )


@app.command()
def engine(game: GameId) -> None:
    """Play a game as a UAI engine, on standard input and output."""
    from .uai_engine import serve

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
        for done, of in warm_up(list(map(find, games()))):
            progress.show(done, of)
    typer.echo("All games are ready.")


Opponent = Annotated[str, typer.Argument(help="1 to 8, random, search, mcts, or uai:COMMAND for any UAI engine.")]


@app.command()
def match(
    game: GameId,
    a: Opponent,
    b: Opponent,
    count: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    movetime: Annotated[
        int | None, typer.Option(metavar="MS", min=1, help="Milliseconds a move; 100 if nothing else is said.")
    ] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Positions a move, instead of a time.")] = None,
    option: Options = [],  # noqa: B006 (typer copies it)
    openings: Annotated[int, typer.Option(metavar="PLIES", min=0, help="Random moves that games begin with.")] = 2,
    plies: Annotated[int, typer.Option(min=1, help="Moves after which a game is broken off.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Where chance is drawn from.")] = 0,
    save: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Keep a record of every game there.")] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="LOW,HIGH", help="Stop when A is rather HIGH Elo better than rather LOW.")
    ] = None,
) -> None:
    """Let two opponents play each other from all seats; print what that says about them."""
    from ..lab.engine_match import EngineMatch, Shelf, Sprt
    from ..play.analysis import Limit
    from ..play.opponents.registry import parse

    if movetime and nodes:
        raise BadOption("a move is limited by --movetime or by --nodes, not by both")
    kind, test = find(game), Sprt.parse(sprt) if sprt else None
    limit = Limit(nodes=nodes) if nodes else Limit(seconds=(movetime or 100) / 1000)
    with closing(parse(a, kind, limit, 2 * seed)) as first, closing(parse(b, kind, limit, 2 * seed + 1)) as second:
        between = EngineMatch(
            kind, first, second, games=count, openings=openings, longest=plies, seed=seed, options=_given(option)
        )
        if test and between.players != 2:
            raise BadOption(f"--sprt is for two players, and here are {between.players}")
        _play(between, test, Shelf(save, kind) if save else None)


def _play(match: "EngineMatch", test: "Sprt | None", shelf: "Shelf | None") -> None:
    """Play a match to its end or to Ctrl-C, and print what has come of it."""
    from ..lab.engine_match import report

    try:
        with Progress("games") as progress:
            for played in match.play(watch=lambda: progress.show(len(match.played), match.games)):
                progress.what = f"games{match.standing}"
                if shelf:
                    shelf.keep(played)
                if test and test.verdict(match):
                    break
    finally:
        if match.played:
            typer.echo(report(match))
            if test:
                typer.echo(test.report(match))


def _line_mode(id: str) -> Callable[..., None]:
    """The command that plays a game line by line."""

    def play(page: Display = False) -> None:
        if page:
            from .open_page import display

            display(id)
        else:
            from .line_mode.stdio import serve

            serve(find(id))

    return play


def _program(id: str) -> Callable[[], None]:
    """The command that runs a game's own program."""

    def run() -> None:
        from .game_program import serve

        serve(find(id))

    return run


# Every game gets a command of its name, unless that is taken
_taken = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
for _id in games():
    if _id in _taken:
        continue
    if has_program(_id):
        _title = find(_id).title
        app.command(_id, help=f"Play {_title} by its own commands, on standard input and output.")(_program(_id))
    else:
        app.command(_id, help=f"Play {_id} line by line, by typed commands.")(_line_mode(_id))


def main() -> None:
    """The entry: anything a person got wrong is one sentence."""
    try:
        app(prog_name="ludarium")
    except LudariumError as error:
        print(f"ludarium: {error}", file=sys.stderr)
        sys.exit(2)
