"""Ataxx on the page: the twelve buttons of its manual, its characters, and a referee who objects."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, expect

import ludarium

from ...support.browser import Open, needs_browser
from ...support.page_table import Guest, game_id, press

pytestmark = needs_browser
TWELVE = "Start Pass Host Join Help SeedAI Load Reset Setblocks Auto P1=Red Quit"


class Player(Guest):
    """A player at a board of Ataxx, which is set up at first."""

    def push(self, name: str) -> None:
        """One of the twelve buttons; those too that mean nothing now."""
        self.labelled(name).click(force=True)

    def labelled(self, name: str) -> Locator:
        return self.page.locator(".ataxx-buttons").get_by_role("button", name=name, exact=True)

    def side(self, name: str) -> Locator:
        return self.page.locator(".player").filter(has_text=re.compile(f"^{name.capitalize()}"))

    @property
    def offered(self) -> list[str]:
        """What the buttons of the manual say that are shown."""
        return self.page.locator(".ataxx-buttons button:visible").all_inner_texts()

    @property
    def blocks(self) -> set[str]:
        return self.marked("on-block")

    def set_up(self) -> None:
        """Wait until moves can be set."""
        expect(self.said).to_have_text(
            "Set-up: make moves for both sides, or set blocks. Start begins the game.", ignore_case=False
        )
        expect(self.page.locator(".square.open").first).to_be_visible()


def blocked(game: ludarium.Game) -> set[str]:
    return {cell.name for cell in game.scene().cells if cell.ground == "block"}


def test_blocks_and_moves_are_set_before_the_start(open_page: Open) -> None:
    table = Player(open_page(), "ataxx", begun=False)
    table.set_up()
    expect(table.labelled("Start")).to_have_class(re.compile("primary"))
    assert [name.replace(" ", "") for name in table.offered] == TWELVE.split()
    table.push("Set blocks")
    expect(table.said).to_have_text(
        "Set-up: choose squares to block or to free, or a pattern. Start begins the game.", ignore_case=False
    )
    for name in "c4", "b6", "c5", "b6":
        table.twin = ludarium.new("ataxx", **table.twin.kind.board.lay(table.twin.options, name))  # type: ignore[attr-defined]
        table.click(name)
        expect(table.page.locator(".square.on-block")).to_have_count(len(blocked(table.twin)))
        assert table.blocks == blocked(table.twin)
    # Neither the corners nor the middle can be blocked
    assert not table.marked("open") & {"a1", "a7", "g1", "g7", "d4"}
    table.push("Set moves")
    table.move("a7", "a6")
    table.move("g7", "g6")
    table.push("Set blocks")
    expect(table.said).to_contain_text("Blocks are set before the first move; take the moves back, or reset.")
    table.push("Start")
    # A game in progress has those that do something
    expect(table.labelled("Start")).to_be_hidden()
    assert table.offered == ["Help", "Load", "Reset", "Quit"]
    table.move("a6", "a5")
    expect(table.side("red").locator(".value")).to_contain_text("4")
    table.agree()


def test_a_pattern_of_blocks_is_chosen_by_name_and_picture(open_page: Open) -> None:
    table = Player(open_page(), "ataxx", ("human", "level 1"), begun=False)
    table.set_up()
    table.push("Set blocks")
    for name, blocks in ("Castle", "h36"), ("Open", ""), ("Butterfly", "3gh"):
        table.push("Patterns")
        dialog = table.window("Patterns of blocks")
        expect(dialog.locator(".picture .piece").first).to_be_visible()
        expect(dialog.locator(".picture > svg")).to_have_count(len(table.twin.kind.options["blocks"].labels))
        press(dialog, name)
        table.twin = ludarium.new("ataxx", blocks=blocks)
        expect(table.page.locator(".square.on-block")).to_have_count(len(blocked(table.twin)))
        assert table.blocks == blocked(table.twin)
    table.push("Start")
    expect(table.labelled("Start")).to_be_hidden()
    table.click("a7", "a6")
    table.wait(2)  # the computer answers at once
    assert table.told()["options"]["blocks"] == "3gh"


def test_start_lets_the_computer_move_and_the_last_piece_says_who_begins(open_page: Open) -> None:
    table = Player(open_page(), "ataxx", ("human", "level 1"), begun=False)
    table.set_up()
    table.move("a7", "a6")
    table.push("Start")
    table.wait(2)
    table.follow()
    assert table.twin.turn == "red"
    table.agree()


def test_the_player_passes_only_when_there_is_no_move(open_page: Open) -> None:
    table = Player(open_page(), "ataxx", begun=False)
    table.set_up()
    table.push("Pass")
    expect(table.said).to_contain_text("You cannot pass while there is a move to make.")
    chance = Random(1)
    while ("-",) not in table.twin.paths():
        table.twin.push(chance.choice(list(table.twin.legal_moves)))
        if table.twin.outcome():
            table.twin = ludarium.new("ataxx")
    table.bring()
    expect(table.page.get_by_role("button", name="Pass", exact=True)).to_have_count(1)
    table.click("-")
    table.twin.push("-")
    table.wait()
    table.agree()


def test_host_join_and_help_open_windows(open_page: Open) -> None:
    table = Player(open_page(expected="the server responded with a status of 40"), "ataxx", begun=False)
    assert table.page.request.put("/api/me", data={"name": "Ada"}).ok
    table.page.reload()
    table.set_up()
    how = "Enter the name of the game, or the name and the server, as in ID@HOST or ID@HOST:PORT."
    for name, title, label, wrongs in (
        (
            "Host",
            "Host a game",
            "A name for the game",
            {"": "A game needs a name.", "a b": "The name of a game has at most"},
        ),
        (
            "Join",
            "Join a game",
            "ID@ADDRESS",
            {"den@": how, "den": "There is no game called 'den' to join on this server."},
        ),
    ):
        table.push(name)
        dialog = table.window(title)
        for given, told in wrongs.items():
            dialog.get_by_label(label).fill(given)
            press(dialog, name)
            expect(dialog.locator(".problem")).to_contain_text(told)
        press(dialog, "Cancel")
        expect(table.dialog).to_have_count(0)
    table.push("Help")
    expect(table.window("How to make a move")).to_contain_text("Click a piece of your own colour")
    press(table.dialog, "Close")


def test_computers_with_the_same_seed_play_the_same(open_page: Open) -> None:
    page = open_page()
    played = []
    for _ in range(2):
        table = Player(page, "ataxx", ("human", "level 1"), begun=False)
        table.set_up()
        table.push("Seed AI")
        dialog = table.window("Seed AI")
        for wrong in "", "seven", "1.5", "9223372036854775808":
            dialog.get_by_label("A whole number").fill(wrong)
            press(dialog, "OK")
            expect(dialog.locator(".problem")).to_have_text(
                "A seed is a whole number from -9223372036854775808 to 9223372036854775807."
            )
        dialog.get_by_label("A whole number").fill("-9223372036854775807")
        press(dialog, "OK")
        expect(table.said).to_have_text("The computers draw their chances from -9223372036854775807.")
        table.push("Start")
        expect(table.labelled("Start")).to_be_hidden()
        for moves in 2, 4:
            table.click(*sorted(table.twin.paths())[-1])
            table.wait(moves)
            table.follow()
        played.append(table.told()["moves"])
    assert played[0] == played[1]


def test_load_obeys_a_file_of_commands_or_changes_nothing(open_page: Open, tmp_path: Path) -> None:
    table = Player(open_page(expected="400"), "ataxx", begun=False)
    table.set_up()
    table.move("a7", "a6")
    file = tmp_path / "commands.txt"
    table.push("Load")
    dialog = table.window("Load a file")
    press(dialog, "OK")
    expect(dialog.locator(".problem")).to_have_text("Choose a file first.")
    for wrong, says in ("blocks 3gh\na7-a6\na7-a1\n", "Line 3"), ("blocks 3gh\nfly\n", "Line 2"), ("\x00", "Line 1"):
        file.write_text(wrong)
        dialog.get_by_label("A file of commands, or a record").set_input_files(file)
        press(dialog, "OK")
        expect(dialog.locator(".problem")).to_contain_text(says)
    table.agree()
    file.write_text("blocks 3gh\ncolor blue\na7-a6\ng7-g6\nauto\n")
    dialog.get_by_label("A file of commands, or a record").set_input_files(file)
    press(dialog, "OK")
    expect(table.page).not_to_have_url(re.compile(table.id))
    table.id, table.twin = game_id(table.page), ludarium.new("ataxx", blocks="3gh")
    for move in "a7-a6", "g7-g6":
        table.twin.push(move)
    table.wait()
    table.agree()
    assert not table.told()["view"]["begun"]
    expect(table.labelled("Auto")).to_have_attribute("aria-pressed", "true")


def test_reset_clears_the_board_for_a_new_set_up(open_page: Open) -> None:
    table = Player(open_page(), "ataxx", blocks="3gh")
    assert len(table.blocks) == 10
    table.move("a7", "a6")
    table.push("Reset")
    expect(table.page).not_to_have_url(re.compile(table.id))
    table.id, table.twin = game_id(table.page), ludarium.new("ataxx")
    table.wait()
    table.set_up()
    table.agree()
    assert not table.blocks
    table.push("Quit")
    expect(table.page.get_by_role("heading", name="Continue a game")).to_be_visible()


def test_auto_and_colours_change_who_plays(open_page: Open) -> None:
    table = Player(open_page(), "ataxx", ("human", "level 2"), begun=False)
    table.set_up()
    expect(table.side("red").locator(".who")).to_have_text("you")
    expect(table.side("blue").locator(".who")).to_have_text("Moth, level 2")
    table.push("P1 = Red")
    expect(table.labelled("P1 = Blue")).to_be_visible()
    expect(table.side("blue").locator(".who")).to_have_text("you")
    expect(table.side("red").locator(".who")).to_have_text("Moth, level 2")
    table.push("Auto")
    expect(table.said).to_have_text("A computer plays blue for you.")
    expect(table.labelled("Auto")).to_have_attribute("aria-pressed", "true")
    assert [player["who"] for player in table.told()["view"]["players"]] == ["level 2", "level 2"]
    table.push("Auto")
    expect(table.said).to_have_text("You play blue yourself.")
    table.push("P1 = Blue")
    expect(table.said).to_have_text("You are red now.")
    assert [player["who"] for player in table.told()["view"]["players"]] == ["human", "level 2"]


def test_characters_are_changed_by_clicking_them(open_page: Open) -> None:
    table = Player(open_page(), "ataxx", ("human", "level 2"), begun=False)
    table.set_up()
    red, blue = (table.side(name).get_by_role("button") for name in ("red", "blue"))
    blue.click()
    press(table.window("Who plays blue?"), "Stag, level 7")
    expect(table.side("blue").locator(".who")).to_have_text("Stag, level 7")
    expect(blue).to_have_attribute("data-drawing", "stag")
    assert table.told()["view"]["players"][1]["who"] == "level 7"
    red.click()
    press(table.window("How does red look?"), "Scarab")
    expect(red).to_have_attribute("data-drawing", "scarab")
    expect(table.side("red").locator(".who")).to_have_text("you")
    table.page.reload()
    expect(red).to_have_attribute("data-drawing", "scarab")


@pytest.mark.parametrize("begun", [True, False])
def test_the_referee_objects_to_what_is_not_allowed(open_page: Open, begun: bool) -> None:
    table = Player(open_page(), "ataxx", begun=begun)
    expect(table.page.locator(".square.open")).to_have_count(2)
    said = set()
    for name in "d4", "a1", "g7":
        table.click(name)
        expect(table.said).to_contain_text(name)
        expect(table.said).to_have_attribute("data-tone", "wrong")
        expect(table.page.locator(".refereed.objects")).to_be_visible()
        said.add(table.said.inner_text().split(name)[0])
    assert len(said) > 1
    expect(table.said).to_contain_text("I am a patient referee")
    # Half a move stays in the hand
    table.click("a7", "g6")
    expect(table.said).to_contain_text("a7 to g6: too far; a piece goes one or two squares.")
    assert table.marked("taken") == {"a7"}
    table.agree()
