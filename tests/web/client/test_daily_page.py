"""The deal of the day on the page: play it, find oneself in its table, and watch what others have played."""

import re

from playwright.sync_api import Page, expect

from ...support.browser import Open, needs_browser

pytestmark = needs_browser


def play(page: Page, moves: int) -> None:
    """Click the first margin places that can be chosen, then give up."""
    for count in range(moves):
        page.locator("ludarium-board .square.open").first.click()
        expect(page.locator(".table")).to_have_attribute("data-ply", str(count + 1))


# Notes what buttons are called: a replay of a few moves is soon over
NAMED = """() => {
  window.named = [];
  const note = (records) => named.push(...records.map(({ target }) => target.ariaLabel));
  new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["aria-label"] });
}"""


# The page hears late who the user is
LATE = """const soon = window.fetch;
window.fetch = async (address, ...more) => {
  if (String(address).endsWith("api/me")) await new Promise((done) => setTimeout(done, 1000));
  return soon(address, ...more);
};"""


def test_a_guest_who_begins_a_first_game_is_its_player_from_the_start(open_page: Open) -> None:
    page = open_page()
    page.add_init_script(LATE)
    page.goto("/#/daily/abatis")
    page.get_by_role("button", name="Play today's deal").click()
    page.get_by_role("dialog", name="Are you ready?").get_by_role("button", name="I am ready").click()
    page.locator('.table[data-ply="0"]').wait_for()
    page.keyboard.press("h")
    expect(page.get_by_role("dialog", name="Be helped?")).to_be_visible()


def test_the_deal_of_the_day_is_played_entered_and_watched(open_page: Open) -> None:
    page = open_page("/#/", viewport={"width": 1280, "height": 800})
    page.get_by_role("link", name="Deal of the day").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Abatis: deal of the day")
    expect(page.locator("main")).to_contain_text("Your first game counts: one try a day.No move is taken back")
    # Nothing has begun before the player is ready
    for answer in "Cancel", "I am ready":
        page.get_by_role("button", name="Play today's deal").click()
        page.get_by_role("dialog", name="Are you ready?").get_by_role("button", name=answer).click()
    expect(page.get_by_role("link", name="Deal of the day")).to_be_visible()
    undo = page.locator('.bar-row [data-id="undo"]')
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_have_attribute("title", "At the deal of the day no move is taken back.")
    page.keyboard.press("h")
    help = page.get_by_role("dialog", name="Be helped?")
    expect(help).to_contain_text("your try can then not be entered in the table of the day")
    help.get_by_role("button", name="Cancel").click()
    play(page, 3)
    page.get_by_role("link", name="Deal of the day").click()
    page.get_by_role("button", name="Go on with your try").click()
    expect(page.locator(".table")).to_have_attribute("data-ply", "3")
    id = page.url.rpartition("/")[2]
    page.evaluate(
        """id => new Promise(done => {
            const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/games/${id}/socket`);
            socket.onopen = () => socket.send('{"do": "resign", "id": 1, "player": 0}');
            socket.onmessage = ({ data }) => JSON.parse(data).re === 1 && done(socket.close());
        })""",
        id,
    )
    result = page.locator(".result")
    expect(result).to_contain_text(re.compile(r"You are in place \d+ of the table of the day\."))
    result.get_by_role("link", name="See the table").click()
    expect(page.locator("main > .page strong")).to_have_text(
        re.compile(r"You are in place \d+ of \d+, with \d+ points?\.")
    )
    for width, height in (1280, 800), (390, 844), (320, 568):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("main").evaluate("main => main.scrollWidth") <= width
    # Another person sees the table, and can watch after a try of their own
    other = open_page("/#/daily/abatis")
    expect(other.get_by_role("row")).not_to_have_count(0)
    expect(other.get_by_role("link", name="Watch")).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate(NAMED)
    page.get_by_role("link", name="Watch").first.click()
    expect(page.locator(".table")).to_have_attribute("data-game", re.compile("."))
    expect(page.locator(".say")).to_have_text("This is the game as it stands now.")
    assert "Pause the replay" in page.evaluate("named")
    expect(page.get_by_role("button", name="Replay the game")).to_be_visible()
    # Yesterday's can be played, and is not entered
    page.goto("/#/daily/abatis")
    page.get_by_role("link", name="The day before").click()
    page.get_by_role("button", name="Play it for practice").click()
    expect(page.locator(".table")).to_be_visible()
    expect(page.get_by_role("link", name="Deal of the day")).to_have_count(0)
