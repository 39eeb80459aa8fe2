"""Names that look alike."""

import asyncio

import pytest

from ludarium.store.errors import StoreError
from ludarium.store.people import look_alikes
from ludarium.store.people.look_alikes import skeleton
from ludarium.store.people.models import Credential
from ludarium.store.store import Store

from ..support.accounts import PASSWORD
from ..support.stores import kept

pytestmark = pytest.mark.usefixtures("kept_in", "quick_passwords")

CYRILLIC_ADA = "\u0410da"  # with a Cyrillic A
GREEK_OMICRON = "B\u03bfb"
ONE_SCRIPT = [
    *(
        "Ada",
        "Zo\u00eb",
        "Ada 77",
        "Ada-Lovelace!",
        "\u0410\u0434\u0430",
        "\u0391\u03bd\u03bd\u03b1",
        "\u05d0\u05d3\u05d4",
        "\u0627\u062f\u0627",
    ),
    *(
        "\u0906\u0926\u093e",
        "\u6797\u661f",
        "\u3042\u3044\u30a2\u30fc\u6797",
        "Ada\u3055\u3093",
        "\uae40\u6797 Ada",
        "Ada \u2660 \u2663",
        "\u0410\u0434\u0430 12",
        "\u0e2d\u0e14\u0e32",
    ),
]
MIXED = [CYRILLIC_ADA, GREEK_OMICRON, "\u0410\u0434\u0430 Ada", "\u3042\uae40", "\u05d0da", "\u6797\u0410"]


@pytest.mark.parametrize("name", ONE_SCRIPT)
async def test_names_in_one_script(name: str) -> None:
    look_alikes.check_scripts(name)


@pytest.mark.parametrize("name", MIXED)
async def test_names_that_mix_scripts(name: str) -> None:
    async with Store.open() as store:
        for make in (store.people.create_guest(name), store.people.register(None, name, PASSWORD)):
            with pytest.raises(StoreError, match="letters of one script; this one mixes"):
                await make
        guest = await store.people.create_guest("Somebody")
        with pytest.raises(StoreError, match="mixes"):
            await store.people.rename(guest.person.id, name)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ada1", "Adal"),
        ("Ada1", "AdaI"),
        ("Adal", "AdaI"),
        ("Bob", "B0b"),
        ("Aca", "\u0410\u0441\u0430"),  # all of it Cyrillic
        ("TOM", "\u03a4\u039f\u039c"),  # all of it Greek
    ],
)
async def test_names_that_look_like_another_s(first: str, second: str) -> None:
    async with Store.open() as store:
        await store.people.register(None, first, PASSWORD)
        for make in (store.people.create_guest(second), store.people.register(None, second, PASSWORD)):
            with pytest.raises(StoreError, match="looks like that of another player"):
                await make
        other = await store.people.register(None, "Grace", PASSWORD)
        with pytest.raises(StoreError, match="looks like that of another player"):
            await store.people.rename(other.person.id, second)


def test_other_names_do_not_look_alike() -> None:
    for first, second in (
        ("Kai", "Kal"),
        ("Ali", "All"),
        ("Ada", "\u0410\u0434\u0430"),
        ("Zoe", "Zo\u00eb"),
        ("Ada1", "Ada2"),
        ("KAL", "KAI"),
    ):
        assert skeleton(first) != skeleton(second), (first, second)


async def test_names_of_earlier_days_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        with monkeypatch.context() as earlier:
            earlier.setattr(look_alikes, "check_scripts", lambda name: None)
            earlier.setattr("ludarium.store.people.names.check_scripts", lambda name: None)
            earlier.setattr(look_alikes, "skeleton", lambda name: name)
            made = [await store.people.register(None, name, PASSWORD) for name in (CYRILLIC_ADA, "Ada", "Bob1", "Bobl")]
        for each in made:
            assert (await store.people.log_in(each.person.name, PASSWORD)).person == each.person
            assert (await store.people.rename(each.person.id, each.person.name)).name == each.person.name


async def test_of_two_who_take_names_that_look_alike_at_once_one_gets_it() -> None:
    async with Store.open() as store, Store.open() as other:
        told = await asyncio.gather(
            *(who.people.register(None, name, PASSWORD) for who, name in ((store, "Ada1"), (other, "Adal"))),
            return_exceptions=True,
        )
        assert sum(isinstance(each, Credential) for each in told) == 1
        assert await kept("SELECT count(*) FROM people WHERE skeleton = 'ada1'") == [(1,)]
