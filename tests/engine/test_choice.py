import pickle
from typing import cast

import pytest

from pairing_engine import SYSTEMS, BadRequest
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.facts.model import EventKind, Settings, Sources, UnclearDay
from pairing_engine.language.choosing import in_language
from pairing_engine.systems import Editions, dated
from pairing_engine.systems.choice import NoEdition, choose
from pairing_engine.systems.dated import UnclearDate, other_editions


def code(recorded: str, **more: str) -> Settings:
    return Settings(system=recorded, **more)  # type: ignore[arg-type]


def typed(words: str, first_day: str = "", **more: object) -> Settings:
    return Settings(type_of_event=words, first_day=first_day, **more)  # type: ignore[arg-type]


def unclear(words: str, *days: str) -> Settings:
    return Settings(unclear_day=UnclearDay("record 042", words, days))


OF_A_FILE = Sources("record 192", "record 092", "record 132")
UNKNOWN = ("CUSTOM_SYSTEM", "FIDE_", "ROUND_ROBIN", "fide_dutch", "FIDE_DUTCHMAN")
MONTH = "2017/08/01", "2017/08/02", "2017/08/30", "2017/08/31"
NO_DATE = "which is not a date, so the rules in force today apply"
FROM_092 = "record 092 says 'Dubov system'"
DUBOV = typed("Dubov system", sources=OF_A_FILE)
PERSON = ("Dubov Memorial", "Lim Cup, Swiss", "Dubov or Burstein system: Dubov system, Burstein system")


@pytest.mark.parametrize(
    ("settings", "asked", "chosen", "why"),
    [
        (Settings(), (), "dutch/2026", "a start date"),
        # The year 2025 in record 192 means the edition of 2026.
        *((code(one), (), "dutch/2026", one) for one in ("FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026")),
        (code("FIDE_DUTCH_2026"), ("dutch", "2026"), "dutch/2026", "as requested; as requested"),
        *((code(one), ("dutch",), "dutch/2026", "as requested") for one in UNKNOWN),
        (code("FIDE_DUTCH_2099"), ("dutch",), "dutch/2026", "FIDE_DUTCH_2099 names a newer one"),
        (code("FIDE_DUBOV_1492"), ("dutch",), "dutch/2026", "as requested"),  # the year is of the other system
        (Settings(first_day="2026/02/01"), (), "dutch/2026", "2026/02/01"),
        (Settings(first_day="2026/01/31"), (), "dutch/2017", "in force on 2026/01/31, the first day of the event"),
        (Settings(first_day="2018/03/01", sources=OF_A_FILE), (), "dutch/2017", "event according to record 132"),
        (Settings(first_day="1950/01/01"), (), "dutch/1998", "1950/01/01"),
        # The year of the code comes before the type of the event, and this before the first day.
        (typed("Dutch 2026", "2026/03/01", system="FIDE_DUTCH_2017"), (), "dutch/2017", "FIDE_DUTCH_2017"),
        (code("FIDE_DUTCH", type_of_event="Swiss Dutch 2017 rules"), (), "dutch/2017", "Swiss Dutch"),
        (typed("Swiss-System, rules of 2025", "2018/03/01"), (), "dutch/2026", "rules of 2025"),
        (typed("Open 2026, Swiss", "2018/03/01"), (), "dutch/2017", "in force on 2018/03/01"),
        (typed("Dutch, club championship 1999", "2018/03/01"), (), "dutch/2017", "in force"),
        (typed("Swiss", "2018/03/01"), (None, "2026"), "dutch/2026", "edition 2026 was asked for"),
        (typed("Swiss"), (), "dutch/2026", "a start date"),
        # [092] The type of an event may name a system, but the name of a person is none.
        (DUBOV, (), "dubov/2026", FROM_092),
        (DUBOV._replace(system="FIDE_BURSTEIN"), (), "burstein/2026", "record 192"),
        (DUBOV, ("dutch",), "dutch/2026", "as requested"),
        (DUBOV._replace(double=True), (), "double-swiss/2026", ""),
        *((typed(words), (), "dutch/2026", "") for words in PERSON),
        # A date with several readings decides where they agree.
        (unclear("2017/13/45"), (), "dutch/2026", f"record 042 says '2017/13/45', {NO_DATE}"),
        (
            unclear("soon")._replace(first_day="2018/05/06", sources=OF_A_FILE),
            (),
            "dutch/2017",
            "the first day of the event according to record 132; record 042 says 'soon', which is not a date",
        ),
        (unclear("x", "1999/05/01", "1999/01/05"), (), "dutch/1998", "in force on 1999/05/01 or 1999/01/05"),
        (unclear("x", "2003/04/05", "2005/04/03"), (), "dutch/2009", "in force on 2003/04/05 or 2005/04/03"),
        (unclear("08/2017", *MONTH), (), "dutch/2017", "from 2017/08/01 to 2017/08/31"),
        (unclear("x", "1970/01/02", "1971/02/01"), (), "dutch/1998", "oldest"),
        (Settings(maxi=True), ("lim",), "lim/2026", "as requested"),
    ],
)  # fmt: skip
def test_the_system_and_the_edition_are_chosen_with_a_reason(
    settings: Settings, asked: tuple[str, ...], chosen: str, why: str
) -> None:
    found = choose(settings, *asked)
    assert f"{found.system.name}/{found.system.edition}" == chosen
    assert why in f"{found.why_system}; {found.why_edition}"


@pytest.mark.parametrize(
    ("settings", "asked", "words"),
    [
        *((code(recorded), (), recorded) for recorded in UNKNOWN),
        (code("FIDE_DUTCH_2099"), (), "2099"),
        (code("FIDE_DUTCH_1492"), (), "1492"),
        (code("FIDE_DUTCH_1492"), ("dutch",), "1492"),
        (Settings(), ("swiss",), "dutch"),
        *((Settings(), ("dutch", edition), "2026") for edition in ("1492", "twenty", "")),
        (Settings(maxi=True), (), "Maxi-tournaments"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(settings: Settings, asked: tuple[str, ...], words: str) -> None:
    with pytest.raises(BadRequest, match=words) as found:
        choose(settings, *asked)
    assert (found.value.about == "maxi") is settings.maxi


def test_the_words_name_event_and_record_of_a_file() -> None:
    built = Settings(system="FIDE_DUTCH_2026")
    read = built._replace(sources=Sources("record 192", "record 092"))
    assert choose(built).why_system == "the event says FIDE_DUTCH_2026"
    assert choose(read).why_system == "record 192 says FIDE_DUTCH_2026"
    newer = read._replace(system="FIDE_DUTCH_2099")
    words = "the newest available edition, although FIDE_DUTCH_2099"
    assert choose(newer, "dutch").why_edition == f"{words} in record 192 names a newer one"
    assert choose(newer._replace(sources=Sources()), "dutch").why_edition == f"{words} names a newer one"
    with in_language("fr"):
        assert choose(read).why_edition == "d’après la mention FIDE_DUTCH_2026 dans l’enregistrement 192"
        assert choose(newer, "dutch").system is SYSTEMS["dutch"].newest


def test_a_date_whose_readings_differ_is_asked_about() -> None:
    """[E12] Refuse an ambiguous date if its two readings lead to different editions."""
    settings = unclear("07/06/2017", "2017/06/07", "2017/07/06")
    with pytest.raises(
        UnclearDate,
        match=r"'07/06/2017' in .* can mean 2017/06/07 or 2017/07/06, .* choose one of the editions 1998, 2009",
    ):
        choose(settings)
    assert choose(settings, edition="2012").system.edition == "2012"
    assert choose(settings._replace(system="FIDE_DUTCH_2017")).system.edition == "2017"


TABLE = cast("dict[str, Editions]", SYSTEMS)

COMING = SYSTEMS["dutch"]["2026"]._replace(edition="2031", code="FIDE_DUTCH_2031")
DAYS = cast("dict[str, str]", APPLIED_FROM["dutch"])


@pytest.mark.parametrize(
    ("today", "edition"),
    [("2031/01/31", "2026"), ("2031/02/01", "2031"), ("2040/01/01", "2031"), ("1970/01/01", "2026")],
)
def test_without_a_date_the_day_on_which_it_is_paired_decides(
    monkeypatch: pytest.MonkeyPatch, today: str, edition: str
) -> None:
    """[E12] Choose the edition of the day of pairing if the event states no date."""
    editions = Editions({**SYSTEMS["dutch"].homes, "2031": f"{__name__}:COMING"})
    monkeypatch.setitem(TABLE, "dutch", editions)
    monkeypatch.setitem(DAYS, "2031", "2031/02/01")
    monkeypatch.setattr(dated, "_today", lambda: today)
    chosen = choose(Settings())
    assert (chosen.system.edition, chosen.why_edition) == (
        edition,
        "the file names neither a system nor a start date, so the rules in force today apply",
    )
    assert choose(Settings(first_day="2031/03/01")).system is COMING
    assert choose(Settings(first_day="2030/03/01")).system.edition == "2026"
    assert choose(Settings(), edition="2031").system is COMING


def test_a_system_not_yet_in_force_says_from_when_on_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TABLE, "dutch", Editions({"2031": f"{__name__}:COMING"}))
    monkeypatch.setitem(DAYS, "2031", "2031/02/01")
    monkeypatch.setattr(dated, "_today", lambda: "2030/12/31")
    chosen = choose(Settings())
    assert chosen.system is COMING
    assert (
        "the file names neither a system nor a start date, so the oldest available edition applies, the one from "
        "2031/02/01" in chosen.why_edition
    )


def test_no_clock_is_asked_for_the_editions_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(dated, "_today")
    in_force = {name: of for name, of in SYSTEMS.items() if of.newest.applied_from <= dated.NO_EARLIER}
    assert in_force
    for name, editions in in_force.items():
        kind = editions.newest.kind
        assert choose(Settings(double=kind is EventKind.DOUBLE), name).system is editions.newest


def test_events_without_an_edition_are_not_comparable() -> None:
    oldest = next(iter(SYSTEMS["dutch"].values()))
    assert "1950/01/01" in choose(Settings(first_day="1950/01/01")).not_comparable
    assert "1950/01/01" in choose(Settings(first_day="1950/01/01"), edition=oldest.edition).not_comparable
    assert "CUSTOM_X" in choose(Settings(system="CUSTOM_X"), "dutch").not_comparable
    assert not choose(Settings(system="FIDE_DUBOV"), "dutch").not_comparable
    assert "1971/02/01" in choose(unclear("x", "1970/01/02", "1971/02/01")).not_comparable
    assert not choose(typed("Swiss", "2018/03/01")).not_comparable
    for recorded in ("CUSTOM_X", "FIDE_DUTCH_1492"):
        with pytest.raises(NoEdition):
            choose(code(recorded))


def test_the_other_editions_begin_with_the_nearest() -> None:
    editions = list(SYSTEMS["dutch"].values())
    assert other_editions(editions[-1], Settings()) == editions[-2::-1]
    assert other_editions(editions[0], Settings()) == editions[1:]
    assert other_editions(SYSTEMS["double-swiss"]["2026"], Settings()) == []


@pytest.mark.parametrize(
    ("edition", "settings", "near"),
    [
        ("1998", Settings(first_day="1999/05/01"), []),
        ("2009", Settings(first_day="2008/05/06"), ["1998"]),
        ("2012", Settings(first_day="2017/06/29"), ["2009", "1998"]),
        ("2012", Settings(first_day="2017/06/29", last_day="2017/07/01"), ["2009", "2017", "1998"]),
        ("2026", Settings(first_day="2014/05/06"), ["2012", "2009", "1998"]),
        ("2009", Settings(first_day="2019/05/06"), ["1998", "2012", "2017"]),
        ("2012", unclear("2014", "2014/01/01", "2014/12/31"), ["2009", "1998"]),
        ("2012", unclear("07/06/2017", "2017/06/07", "2017/07/06"), ["2009", "2017", "1998"]),
    ],
)
def test_no_other_edition_came_into_force_after_the_event(edition: str, settings: Settings, near: list[str]) -> None:
    assert [other.edition for other in other_editions(SYSTEMS["dutch"][edition], settings)] == near


def test_editions_stand_in_the_order_in_which_they_applied() -> None:
    for name, editions in SYSTEMS.items():
        assert all(system.name == name and system.edition == key for key, system in editions.items())
        assert list(editions) == list(APPLIED_FROM[name])
        days = [system.applied_from for system in editions.values()]
        assert days == sorted(days)


def test_systems_have_codes_of_their_own() -> None:
    codes = [system.code for editions in SYSTEMS.values() for system in editions.values()]
    assert len(set(codes)) == len(codes)


def test_another_process_gets_the_same_system() -> None:
    for editions in SYSTEMS.values():
        for system in editions.values():
            assert pickle.loads(pickle.dumps(system)) is system
