"""Puzzles over HTTP: which one, what comes of a try, and whose rating changes."""

from ludarium.games import kind
from ludarium.play.puzzles import puzzle_of_the_day, puzzles_of
from ludarium.web.auth.identity import MOST_TRIES, TRIES_A_SECOND

from ..support.accounts import Town, me, refused

ATAXX = kind("ataxx")
PUZZLES = [*puzzles_of(ATAXX).values()]


def path_of(number: int, right: bool) -> list[str]:
    """The path of the solution of a puzzle, or of another move."""
    puzzle = PUZZLES[number]
    solution = puzzle.game().parse(puzzle.solution)
    return next([*path] for path, move in puzzle.game().paths().items() if (move == solution) == right)


async def test_a_try_is_answered_with_films_and_the_first_is_rated(town: Town) -> None:
    browser = await town.browser()
    told = (await browser.get(f"puzzles/ataxx?id={PUZZLES[0].id}")).json()
    assert told["task"] == PUZZLES[0].task and told["mine"] == {"rating": 1000, "tries": 0, "streak": 0}
    assert await me(browser) is None  # looking at a puzzle makes no guest
    wrong = (await browser.post(f"puzzles/ataxx/{PUZZLES[0].id}", json={"path": path_of(0, False)})).json()
    assert not wrong["right"] and wrong["rated"] and wrong["mine"]["rating"] < 1000
    assert len(wrong["moves"]) == 2 and all(move["frames"] for move in wrong["moves"])
    right = (await browser.post(f"puzzles/ataxx/{PUZZLES[0].id}", json={"path": path_of(0, True)})).json()
    assert right["right"] and not right["rated"] and right["mine"] == wrong["mine"]
    given_up = (await browser.post(f"puzzles/ataxx/{PUZZLES[1].id}", json={"path": []})).json()
    assert not given_up["right"] and given_up["rated"] and given_up["text"].startswith("The solution is ")
    solved = (await browser.post(f"puzzles/ataxx/{PUZZLES[2].id}", json={"path": path_of(2, True)})).json()
    assert solved["mine"]["streak"] == 1 and solved["mine"]["tries"] == 3
    assert (await browser.get(f"puzzles/ataxx?id={PUZZLES[2].id}")).json()["tried"]
    tried = {puzzle.id for puzzle in PUZZLES[:3]}
    for _ in range(5):
        assert (await browser.get("puzzles/ataxx")).json()["id"] not in tried


async def test_all_share_the_puzzle_of_the_day(town: Town) -> None:
    town.time.stop()
    found = set()
    for day in range(3):
        town.time.passes(86_400)
        today = puzzle_of_the_day(ATAXX, town.time.now().date())
        for name in "Ada", "Grace":
            browser = await town.guest(f"{name} {day}")
            told = (await browser.get("puzzles/ataxx?daily=true")).json()
            assert told["id"] == today.id and told["daily"]
        found.add(today.id)
    assert len(found) == 3


async def test_what_is_refused(town: Town) -> None:
    browser = await town.browser()
    one = f"puzzles/ataxx/{PUZZLES[0].id}"
    refused(await browser.get("puzzles/chess"), 404, "There is no game")
    refused(await browser.get("puzzles/ataxx?id=x"), 400, "Ataxx has no puzzle 'x'")
    refused(await browser.post("puzzles/ataxx/x", json={"path": []}), 400, "Ataxx has no puzzle 'x'")
    refused(await browser.post(one, json={"path": ["a1", "a1"]}), 400, "is no move here")
    refused(await browser.post(one, json={"path": 3}), 400, "")
    refused(await browser.post(one, json={"way": []}), 400, "")
    assert await me(browser) is None


async def test_tries_have_a_rate(town: Town) -> None:
    town.time.stop()
    browser = await town.browser("198.51.100.7")
    body = {"path": path_of(0, True)}
    for _ in range(MOST_TRIES):
        assert (await browser.post(f"puzzles/ataxx/{PUZZLES[0].id}", json=body)).status_code == 200
    refused(await browser.post(f"puzzles/ataxx/{PUZZLES[0].id}", json=body), 429, "too many requests".capitalize())
    town.time.passes(1 / TRIES_A_SECOND)
    assert (await browser.post(f"puzzles/ataxx/{PUZZLES[0].id}", json=body)).status_code == 200


async def test_a_game_tells_whether_it_has_puzzles(town: Town) -> None:
    kinds = (await (await town.browser()).get("house")).json()["kinds"]
    assert all(one["has_puzzles"] for one in kinds)
