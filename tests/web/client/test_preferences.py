"""Preferences on the page: each does what it says."""

from playwright.sync_api import Route, expect

import ludarium

from ...support.browser import Open, needs_browser
from ...support.page_table import Guest, prefer, press

pytestmark = needs_browser


def test_every_preference_does_what_it_says(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Preferences").click()
    html = page.locator("html")
    for label, theme in ("light", "light"), ("high contrast", "contrast"), ("as the system has it", "auto"):
        prefer(page, page.get_by_label("Theme"), label)
        expect(html).to_have_attribute("data-theme", theme)
    for label, value in ("Theme", "dark"), ("Moves unfold", "fast"), ("Usual opponent", "5"), ("Passing", "off"):
        prefer(page, page.get_by_label(label), value)
    prefer(page, page.get_by_label("Single keys"), "off")
    prefer(page, page.get_by_label("Sounds").and_(page.locator("select")), "on")
    with page.expect_response("**/api/preferences/name"):
        page.get_by_label("Your name").fill("Ada")
        page.get_by_label("Your name").press("Tab")
    kept = {"page-theme": "dark", "speed": "fast", "level": "5", "keys": "off", "sounds": "on", "name": "Ada"}
    kept["pass"] = "off"
    assert kept.items() <= page.request.get("/api/preferences").json().items()
    page.reload()
    expect(page.get_by_label("Moves unfold")).to_have_value("fast")
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    expect(html).to_have_attribute("data-theme", "dark")
    # The usual opponent is who sits there at first, and letters mean nothing in a game
    page.goto("/#/new/beetle-battle")
    expect(page.get_by_label("Blue")).to_have_value("level 5")
    table = Guest(page, "beetle-battle", size=3)
    table.move("0,0")
    page.keyboard.press("u")
    page.keyboard.press("n")
    page.keyboard.press(",")
    page.keyboard.press("?")
    table.window("Keys")
    page.keyboard.press("Escape")
    table.wait()
    page.get_by_role("link", name="Preferences").click()
    prefer(page, table.window("Preferences").get_by_label("Single keys"), "on")
    press(table.dialog, "Close")
    page.keyboard.press("u")
    table.wait(0)


def test_preferences_that_come_late_are_shown_and_undo_nothing(open_page: Open) -> None:
    """The button of the sounds stayed as it was before they came, and what was chosen meanwhile was lost."""
    page = open_page()
    page.request.put("/api/preferences/speed", data={"value": "fast"})
    stored, held = page.request.get("/api/preferences").json(), list[Route]()
    page.route("**/api/preferences", lambda route: held.append(route))
    page.goto("/#/preferences")
    speed, keys = page.get_by_label("Moves unfold"), page.get_by_label("Single keys")
    sounds = page.get_by_role("button", name="Sounds")
    expect(speed).to_have_value("normal")
    expect(sounds).to_have_attribute("aria-pressed", "true")
    prefer(page, keys, "off")
    held[0].fulfill(json=stored)
    expect(speed).to_have_value("fast")
    expect(sounds).to_have_attribute("aria-pressed", "false")
    expect(keys).to_have_value("off")
    page.get_by_role("link", name="Ludarium").click()
    page.get_by_role("link", name="Preferences").click()
    expect(keys).to_have_value("off")
    # The button follows what is chosen in the form
    prefer(page, page.get_by_label("Sounds").and_(page.locator("select")), "on")
    expect(sounds).to_have_attribute("aria-pressed", "true")


STUCK = "7/7/7/7/xxxxxxx/xxxxxxx/ooooooo x 0 1"  # whatever red does, blue can only pass


def test_a_side_without_moves_passes_by_itself(open_page: Open) -> None:
    page = open_page(alone=True)
    page.request.put("/api/preferences/pass", data={"value": "on"})
    page.clock.install()
    page.reload()
    table = Guest(page, "ataxx")
    table.twin = ludarium.new("ataxx", STUCK)
    table.bring()
    expect(page.locator('.square.open[data-name="a3"]')).to_be_visible()
    table.click("a3", "a4")
    table.wait(2)
    expect(table.said).to_contain_text("Blue cannot move and passes. Choose a marked square.")
    expect(page.locator(".turn")).to_have_text("Red to move")
    # What is taken back stays so, and nothing is played while the user looks at the past
    page.keyboard.press("u")
    table.wait(1)
    expect(table.said).to_contain_text("You can only pass: C.")
    page.clock.fast_forward(10_000)
    page.keyboard.press("u")
    table.wait(0)


# Counts on the page what is heard, which is after what is seen
HEARD = """const sing = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  const { dataset } = document.documentElement;
  dataset.heard = Number(dataset.heard ?? 0) + 1;
  return sing.apply(this, when);
};"""


def test_sounds_can_be_turned_on_and_off(open_page: Open) -> None:
    page = open_page("/")
    page.add_init_script(HEARD)
    page.reload()
    sounds = page.get_by_role("button", name="Sounds")
    expect(sounds).to_have_attribute("aria-pressed", "false")
    table = Guest(page, "beetle-battle", size=3)
    table.move("0,0")
    expect(page.locator("html[data-heard]")).to_have_count(0)
    sounds.click()
    expect(sounds).to_have_attribute("aria-pressed", "true")
    table.move("2,2")
    expect(page.locator("html[data-heard]")).to_have_count(1)
    heard = page.locator("html").get_attribute("data-heard")
    table.click("2,2")  # refused: that is heard too
    expect(table.said).to_have_text("The beetles on 2,2 are blue.")
    expect(page.locator("html")).not_to_have_attribute("data-heard", str(heard))
    with page.expect_response("**/api/preferences/sounds"):
        sounds.click()
    assert page.request.get("/api/preferences").json()["sounds"] == "off"
