"""An account on the page: a reset link, the sessions, and what a spectator is not offered."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ...support.browser import Open, needs_browser, opener, served
from ...support.page_table import press
from ...support.windows import Windows

pytestmark = needs_browser

REFUSED = "the server responded with a status of 40"


@pytest.fixture
def at_home(windows: Windows, tmp_path: Path) -> Iterator[Open]:
    """Opens pages of a server whose data the administrator can reach."""
    with served(tmp_path) as address, opener(windows, address) as opened:
        yield opened


def register(page: Page, name: str, password: str) -> None:
    answer = page.request.post("/api/accounts", data={"name": name, "password": password})
    assert answer.ok, answer.text()


def reset_link(home: Path, name: str) -> str:
    """The path of the link that the administrator gets."""
    command = [sys.executable, "-m", "ludarium", "admin", "reset-password", name]
    environment = os.environ | {"LUDARIUM_HOME": str(home)}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    return "/#/" + told.splitlines()[1].partition("/#/")[2]


def test_a_password_is_reset(at_home: Open, tmp_path: Path) -> None:
    other = at_home("/")
    register(other, "Ada", "the first one")
    page = at_home(reset_link(tmp_path, "Ada"), expected=REFUSED)
    form = page.get_by_role("region", name="A new password")
    for first, second, told in (
        ("the second one", "the third one", "The two passwords differ; type the same one twice."),
        ("password1", "password1", re.compile("too easy to guess")),
    ):
        form.get_by_label("New password").fill(first)
        form.get_by_label("Once more").fill(second)
        press(form, "Set the password")
        expect(form.locator(".problem")).to_have_text(told)
    form.get_by_label("New password").fill("the second one")
    form.get_by_label("Once more").fill("the second one")
    form.get_by_label("Once more").press("Enter")
    expect(page.locator("#me")).to_have_text("Ada")
    expect(page.get_by_role("heading", name="Ludarium")).to_be_visible()
    assert "reset" not in page.url
    other.reload()
    expect(other.locator("#me")).to_have_text("Log in")


def test_a_link_that_is_used_up_says_so(at_home: Open, tmp_path: Path) -> None:
    page = at_home(expected=REFUSED)
    register(page, "Ada", "the first one")
    used, last = reset_link(tmp_path, "Ada"), reset_link(tmp_path, "Ada")
    assert used != last
    page.goto(used)
    form = page.get_by_role("region", name="A new password")
    for label in ("New password", "Once more"):
        form.get_by_label(label).fill("the second one")
    press(form, "Set the password")
    expect(form.locator(".problem")).to_have_text(re.compile("^This link is not valid.*ask the administrator"))


def test_sessions_are_ended_and_the_password_is_changed(at_home: Open) -> None:
    page, there, third = at_home("/", expected=REFUSED), at_home("/"), at_home("/")
    register(page, "Ada", "the first one")
    for other in (there, third):
        assert other.request.post("/api/sessions", data={"name": "Ada", "password": "the first one"}).ok
    page.reload()
    page.locator("#me").click()
    page.get_by_text("Where you are logged in").click()
    rows = page.locator("dialog .rows li")
    expect(rows).to_have_count(3)
    for text in rows.locator(".wide").all():
        box = text.bounding_box()
        assert box and box["width"] > 200 and box["height"] < 60, "a line or two beside the button"
    expect(rows.first).to_contain_text("Chrome on ")
    rows.get_by_role("button").first.click()
    expect(rows).to_have_count(2)
    press(page.locator("dialog"), "Log out everywhere else")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("here")
    expect(page.get_by_text("You are logged out everywhere else.")).to_be_visible()
    page.get_by_text("Password", exact=True).click()
    for old, told in (("wrong one", "This is not your current password."), ("the first one", "")):
        page.get_by_label("Old").fill(old)
        page.get_by_label("New", exact=True).fill("the second one")
        press(page.locator("dialog"), "Change the password")
        if told:
            expect(page.locator("dialog .problem").filter(has_text=told)).to_be_visible()
    expect(page.get_by_text("Changed; you are logged out on all other devices.")).to_be_visible()
    assert third.request.post("/api/sessions", data={"name": "Ada", "password": "the second one"}).ok


def test_a_spectator_is_offered_no_help(at_home: Open) -> None:
    def from_elsewhere(number: int) -> Page:
        return at_home(extra_http_headers={"X-Forwarded-For": f"203.0.113.{number}"})

    owner, spectator = from_elsewhere(1), from_elsewhere(2)
    assert owner.request.put("/api/me", data={"name": "Ada"}).ok
    game = {"kind": "ataxx", "seats": ("human", "human")}
    id = owner.request.post("/api/games", data=game).json()["id"]
    for page, visible in ((owner, True), (spectator, False)):
        page.goto(f"/#/game/{id}")
        expect(page.locator("ludarium-board")).to_be_visible()
        for name in ("hint", "undo"):
            expect(page.locator(f'.bar-row > button[data-id="{name}"]')).to_be_visible(visible=visible)
