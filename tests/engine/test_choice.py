import pickle
from dataclasses import replace
from typing import cast

import pytest

from pairing_engine import SYSTEMS, BadRequest
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.facts.model import EventKind, Settings, Sources, UnclearDay
from pairing_engine.language import in_language
from pairing_engine.systems import Editions, choice
from pairing_engine.systems.choice import NoEdition, UnclearDate, choose, neighbours


def code(settings: Settings = Settings(), name: str | None = None, edition: str | None = None) -> str:  # noqa: B008
    return choose(settings, name, edition).system.code


def test_the_dutch_system_in_force_is_the_default() -> None:
    assert code() == "FIDE_DUTCH_2026"


@pytest.mark.parametrize("recorded", ["FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026"])
def test_what_record_192_says(recorded: str) -> None:
    """Check that the year 2025 in record 192 means the edition of 2026."""
    chosen = choose(Settings(system=recorded))
    assert chosen.system.code == "FIDE_DUTCH_2026"
    assert recorded in chosen.why_system


def test_the_words_name_event_and_record_of_a_file() -> None:
    built = Settings(system="FIDE_DUTCH_2026")
    read = replace(built, sources=Sources("record 192", "record 092"))
    assert choose(built).why_system == "the event says FIDE_DUTCH_2026"
    assert choose(read).why_system == "record 192 says FIDE_DUTCH_2026"
    newer = replace(read, system="FIDE_DUTCH_2099")
    words = "the newest available edition, although FIDE_DUTCH_2099"
    assert choose(newer, "dutch").why_edition == f"{words} in record 192 names a newer one"
    assert choose(replace(newer, sources=Sources()), "dutch").why_edition == f"{words} names a newer one"
    with in_language("fr"):
        assert choose(read).why_edition == "d’après la mention FIDE_DUTCH_2026 à l’enregistrement 192"
        assert choose(newer, "dutch").system is SYSTEMS["dutch"].newest


def test_requests_come_before_records() -> None:
    chosen = choose(Settings(system="FIDE_DUTCH_2026"), "dutch", "2026")
    assert (chosen.why_system, chosen.why_edition) == ("as requested", "as requested")


@pytest.mark.parametrize("recorded", ["CUSTOM_SYSTEM", "FIDE_", "ROUND_ROBIN", "fide_dutch", "FIDE_DUTCHMAN"])
def test_an_unknown_recorded_system_needs_a_request(recorded: str) -> None:
    with pytest.raises(BadRequest):
        choose(Settings(system=recorded))
    assert code(Settings(system=recorded), "dutch") == "FIDE_DUTCH_2026"


def test_an_unknown_system_is_refused_with_those_that_exist() -> None:
    with pytest.raises(BadRequest, match="dutch"):
        choose(Settings(), "swiss")


@pytest.mark.parametrize("edition", ["1492", "twenty", ""])
def test_an_unknown_edition_is_refused_with_those_that_exist(edition: str) -> None:
    with pytest.raises(BadRequest, match="2026"):
        choose(Settings(), "dutch", edition)


def test_a_recorded_edition_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadRequest, match="1492"):
        choose(Settings(system="FIDE_DUTCH_1492"))


def test_a_requested_system_overrides_a_newer_recorded_edition() -> None:
    chosen = choose(Settings(system="FIDE_DUTCH_2099"), "dutch")
    assert (chosen.system, chosen.why_system) == (SYSTEMS["dutch"].newest, "as requested")
    assert "FIDE_DUTCH_2099" in chosen.why_edition
    with pytest.raises(BadRequest, match="2099"):
        choose(Settings(system="FIDE_DUTCH_2099"))
    with pytest.raises(BadRequest, match="1492"):
        choose(Settings(system="FIDE_DUTCH_1492"), "dutch")


def test_the_recorded_edition_is_of_the_recorded_system_only() -> None:
    assert code(Settings(system="FIDE_DUBOV_1492"), "dutch") == "FIDE_DUTCH_2026"


def test_the_edition_in_force_on_the_first_day() -> None:
    chosen = choose(Settings(first_day="2026/02/01"))
    assert chosen.system.edition == "2026"
    assert "2026/02/01" in chosen.why_edition


@pytest.mark.parametrize(
    ("settings", "edition", "why"),
    [
        (
            Settings(system="FIDE_DUTCH_2017", type_of_event="Dutch 2026", first_day="2026/03/01"),
            "2017",
            "FIDE_DUTCH_2017",
        ),
        (
            Settings(system="FIDE_DUTCH", type_of_event="Swiss Dutch 2017 rules", first_day="2026/03/01"),
            "2017",
            "Swiss Dutch",
        ),
        (Settings(type_of_event="Swiss-System, rules of 2025", first_day="2018/03/01"), "2026", "rules of 2025"),
        (Settings(type_of_event="Open 2026, Swiss", first_day="2018/03/01"), "2017", "in force on 2018/03/01"),
        (Settings(type_of_event="Dutch, club championship 1999", first_day="2018/03/01"), "2017", "in force"),
        (Settings(first_day="2026/01/31"), "2017", "in force on 2026/01/31, the first day of the event"),
        (
            Settings(first_day="2018/03/01", sources=Sources(first_day="record 132")),
            "2017",
            "event according to record 132",
        ),
        (Settings(type_of_event="Swiss"), "2026", "no first day"),
    ],
)
def test_the_year_of_the_code_comes_before_type_and_first_day(settings: Settings, edition: str, why: str) -> None:
    chosen = choose(settings)
    assert (chosen.system.name, chosen.system.edition) == ("dutch", edition)
    assert why in chosen.why_edition
    assert not chosen.not_comparable
    assert choose(settings, edition="2026").system.edition == "2026"


def unclear(words: str, *days: str) -> Settings:
    return Settings(unclear_day=UnclearDay("record 042", words, days))


def test_an_invalid_date_is_reported_and_todays_rules_count() -> None:
    chosen = choose(unclear("2017/13/45"))
    assert (chosen.system.edition, chosen.why_edition) == (
        "2026",
        "record 042 says '2017/13/45', which is not a date, so the rules in force today apply",
    )
    after = replace(unclear("soon"), first_day="2018/05/06", sources=Sources(first_day="record 132"))
    words = (
        "in force on 2018/05/06, the first day of the event according to record 132; "
        "record 042 says 'soon', which is not a date"
    )
    assert choose(after).why_edition == words


@pytest.mark.parametrize(
    ("words", "days", "edition", "why"),
    [
        ("01/05/1999", ("1999/05/01", "1999/01/05"), "1998", "in force on 1999/05/01 or 1999/01/05"),
        ("03.04.05", ("2003/04/05", "2005/04/03"), "2009", "in force on 2003/04/05 or 2005/04/03"),
        ("08/2017", ("2017/08/01", "2017/08/02", "2017/08/30", "2017/08/31"), "2017", "from 2017/08/01 to 2017/08/31"),
    ],
)
def test_a_date_with_several_readings_decides_where_they_agree(
    words: str, days: tuple[str, ...], edition: str, why: str
) -> None:
    chosen = choose(unclear(words, *days))
    assert chosen.system.edition == edition
    assert why in chosen.why_edition


def test_a_date_whose_readings_differ_is_asked_about() -> None:
    """[E12] Refuse an ambiguous date if its two readings lead to different editions."""
    settings = unclear("07/06/2017", "2017/06/07", "2017/07/06")
    with pytest.raises(
        UnclearDate,
        match=r"'07/06/2017' in .* can mean 2017/06/07 or 2017/07/06, .* choose one of the editions 1998, 2009",
    ):
        choose(settings)
    assert choose(settings, edition="2012").system.edition == "2012"
    assert choose(replace(settings, system="FIDE_DUTCH_2017")).system.edition == "2017"


def test_a_date_before_all_editions_is_not_comparable() -> None:
    assert "1971/02/01" in choose(unclear("x", "1970/01/02", "1971/02/01")).not_comparable
    assert choose(unclear("x", "1970/01/02", "1971/02/01")).system.edition == "1998"


def test_the_type_of_the_event_names_a_system() -> None:
    """[092] Recognise the name of a system, but not the name of a person, in the type of an event."""
    typed = Settings(type_of_event="Dubov system", sources=Sources("record 192", "record 092"))
    assert (choose(typed).system.name, choose(typed).why_system) == ("dubov", "record 092 says 'Dubov system'")
    assert choose(replace(typed, system="FIDE_BURSTEIN")).system.name == "burstein"
    assert choose(typed, "dutch").system.name == "dutch"
    assert choose(replace(typed, double=True)).system.name == "double-swiss"
    for words in ("Dubov Memorial", "Lim Cup, Swiss", "Dubov or Burstein system: Dubov system, Burstein system"):
        assert choose(replace(typed, type_of_event=words)).system.name == "dutch"


TABLE = cast("dict[str, Editions]", SYSTEMS)

COMING = replace(SYSTEMS["dutch"]["2026"], edition="2031", code="FIDE_DUTCH_2031")
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
    monkeypatch.setattr(choice, "_today", lambda: today)
    chosen = choose(Settings())
    assert (chosen.system.edition, chosen.why_edition) == (
        edition,
        "the file names no first day, so the rules in force today apply",
    )
    assert choose(Settings(first_day="2031/03/01")).system is COMING
    assert choose(Settings(first_day="2030/03/01")).system.edition == "2026"
    assert choose(Settings(), edition="2031").system is COMING


def test_a_system_not_yet_in_force_says_from_when_on_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TABLE, "dutch", Editions({"2031": f"{__name__}:COMING"}))
    monkeypatch.setitem(DAYS, "2031", "2031/02/01")
    monkeypatch.setattr(choice, "_today", lambda: "2030/12/31")
    chosen = choose(Settings())
    assert chosen.system is COMING
    assert (
        "the file names no first day, so the oldest available edition applies, the one from 2031/02/01"
        in chosen.why_edition
    )


def test_no_clock_is_asked_for_the_editions_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(choice, "_today")
    in_force = {name: of for name, of in SYSTEMS.items() if of.newest.applied_from <= choice.NO_EARLIER}
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
    for code in ("CUSTOM_X", "FIDE_DUTCH_1492"):
        with pytest.raises(NoEdition):
            choose(Settings(system=code))


def test_the_neighbours_of_an_edition() -> None:
    editions = list(SYSTEMS["dutch"].values())
    assert neighbours(editions[-1], Settings()) == editions[-2:-1]
    assert neighbours(editions[0], Settings()) == editions[1:2]
    assert neighbours(SYSTEMS["double-swiss"]["2026"], Settings()) == []


@pytest.mark.parametrize(
    ("edition", "settings", "near"),
    [
        ("1998", Settings(first_day="1999/05/01"), []),
        ("2009", Settings(first_day="2008/05/06"), ["1998"]),
        ("2012", Settings(first_day="2017/06/29"), ["2009"]),
        ("2012", Settings(first_day="2017/06/29", last_day="2017/07/01"), ["2009", "2017"]),
        ("2026", Settings(first_day="2014/05/06"), ["2012"]),
        ("2009", Settings(first_day="2019/05/06"), ["1998", "2012", "2017"]),
        ("2012", unclear("2014", "2014/01/01", "2014/12/31"), ["2009"]),
        ("2012", unclear("07/06/2017", "2017/06/07", "2017/07/06"), ["2009", "2017"]),
    ],
)
def test_no_neighbour_came_into_force_after_the_event(edition: str, settings: Settings, near: list[str]) -> None:
    assert [other.edition for other in neighbours(SYSTEMS["dutch"][edition], settings)] == near


def test_an_event_before_all_editions_is_paired_by_the_oldest() -> None:
    oldest = next(iter(SYSTEMS["dutch"].values()))
    chosen = choose(Settings(first_day="1950/01/01"))
    assert chosen.system is oldest
    assert "1950/01/01" in chosen.why_edition


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


def test_a_maxi_tournament_is_a_matter_of_the_lim_system() -> None:
    assert choose(Settings(maxi=True), "lim").system.name == "lim"
    with pytest.raises(BadRequest, match="Maxi-tournaments") as found:
        choose(Settings(maxi=True))
    assert found.value.about == "maxi"
