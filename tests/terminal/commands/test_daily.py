"""`ludarium daily` as a person uses it: a try in line mode that goes on later, its table, and then practice."""

import os
import subprocess
import sys
from pathlib import Path

from ludarium import Game
from ludarium.games import kind
from ludarium.play.daily import deal
from ludarium.store.blocking import BlockingStore
from ludarium.store.store import Store

from ...support.coins import write_coins


def daily(lines: str, *arguments: str, **more: str) -> tuple[str, str]:
    command, environment = [sys.executable, "-m", "ludarium", "daily", *arguments], os.environ | more
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False, env=environment)
    return done.stdout, done.stderr


def moves_of_today() -> list[str]:
    """The first legal moves of today's deal, to its end."""

    async def dealt(store: Store) -> Game:
        today = store.daily.today()
        return deal(kind("abatis"), today, await store.daily.seed("abatis", today))

    with BlockingStore() as store:
        game = store.do(dealt)
    while not game.outcome():
        game.push(game.legal_moves[0])
    return [*map(str, game.moves)]


def test_a_try_goes_on_is_entered_once_and_then_one_practises() -> None:
    moves = moves_of_today()
    said, wrong = daily("\n".join([*moves[:3], "undo", "quit", ""]))
    assert said.startswith("This is your try: no move is taken back") and "No game is in this table." in said
    assert "Your try is kept until midnight UTC" in said and "in which no move is taken back" in wrong
    said, wrong = daily("\n".join([*moves[3:], ""]), "abatis")
    assert "The game is over: " in said and "You are in place 1 of the table of the day." in said and not wrong
    table = said[said.index("Abatis, deal of ") :]
    assert table.split("\n")[1].split()[::2] == ["1", "You"]
    said, _ = daily("quit\n")
    assert said.startswith("You have had your try today; this game is for practice.") and said.endswith(table)
    assert daily("", "--table")[0] == table
    assert daily("", "ataxx")[1] == "ludarium: ataxx is not dealt daily; abatis is\n"


def test_a_folder_is_a_game_that_is_dealt_daily(tmp_path: Path) -> None:
    house = {"LUDARIUM_GAMES": str(write_coins(tmp_path))}
    assert daily("", **house)[1] == "ludarium: several games are dealt daily: abatis, coins; name one\n"
    said, wrong = daily("left\n" * 5, "coins", **house)
    assert "The game is over: all coins are taken." in said and "You are in place 1 of the table" in said and not wrong
    assert daily("", "coins", "--table", **house)[0] == said[said.index("Coins, deal of ") :]
