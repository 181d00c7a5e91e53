"""A shipped ruleset that says it speaks several languages has every word in each of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crittui.files.library import find_ruleset, shipped_rulesets
from crittui.rules.model import Choose, Field, Label, Let, Lookup, Model, Note, Roll, Stop
from crittui.rules.ruleset import Ruleset
from crittui.rules.walking import every_step
from crittui.session.export.captions import LANGUAGES as CAPTIONS
from crittui.session.languages import spoken
from crittui.session.words import LANGUAGES as LOG_WORDS
from crittui.tui.phrases import ENGLISH, LANGUAGE_NAMES, SPANISH
from crittui.tui.prompts.words import LANGUAGES as PROMPT_WORDS

BILINGUAL = [path.stem for path in shipped_rulesets() if "languages:" in path.read_text(encoding="utf-8")]

Said = Iterator[tuple[str, Label]]


def of_fields(fields: list[Field]) -> Said:
    for field in fields:
        yield field.id, field.label
        yield from ((choice, {}) for choice in field.choices)
        yield from of_fields(list(field.fields.values()))


def of_declarations(model: Model) -> Said:
    for fields in (model.options, model.stats, model.weapon, model.location):
        yield from of_fields(list(fields.values()))
    yield from ((condition.id, condition.label) for condition in model.conditions.values())
    yield from ((thing.id, thing.label) for thing in model.weapons.values())
    yield from ((table.name.value, table.label) for table in model.tables.values())
    for kind in model.things.values():
        yield kind.name.value, kind.label
        yield from of_fields(list(kind.fields.values()))
        yield from ((thing.id, thing.label) for thing in kind.given.values())
    for action in model.actions.values():
        yield action.id, action.label
        yield from of_fields(list(action.inputs.values()))
        yield from ((role.value, {}) for role in action.roles)
        yield from ((permission.words, {}) for permission in action.allowed if permission.words)


def of_steps(model: Model) -> Said:
    for step in every_step(model):
        if step.rule:
            yield f"rule at {step.name.where}", step.rule
        if isinstance(step, Roll | Lookup | Choose):
            yield step.id, step.label
        if isinstance(step, Roll | Lookup):
            yield from ((name.value, {}) for name, _ in step.modifiers)
        if isinstance(step, Choose):
            yield f"question of {step.id}", step.ask
        if isinstance(step, Let):
            yield from ((name.value, {}) for name, _ in step.values)
        if isinstance(step, Note | Stop):
            yield f"words at {step.name.where}", {language: text.value for language, text in step.texts.items()}
        branches = step.outcomes if isinstance(step, Roll) else step.options if isinstance(step, Choose) else ()
        yield from ((branch.name.value, branch.label) for branch in branches)


def missing(ruleset: Ruleset) -> list[str]:
    """What has no words in one of the languages. A name does for itself in its author's own language."""
    words = {name: label for name, (_, label) in ruleset.model.words.items()}
    said = [*of_declarations(ruleset.model), *of_steps(ruleset.model), *((unit, {}) for unit in ruleset.units)]
    return [
        f"{name} in {language}"
        for name, label in said
        for language in ruleset.languages
        if language not in label and language not in words.get(name, {}) and language != ruleset.language
    ]


def test_one_of_the_shipped_rulesets_speaks_two_languages() -> None:
    assert BILINGUAL


@pytest.mark.parametrize("name", BILINGUAL)
def test_every_word_is_there_in_every_language(name: str) -> None:
    assert missing(find_ruleset(name)) == []


def test_a_missing_word_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(
        "ruleset: {id: two, language: es, languages: [es, en]}\n"
        "stats: {vida: {pool: 3, label: {es: Vida}}}\n"
        "actions: {golpe: {kind: attack, who: [uno], label: {en: blow},"
        " steps: [{damage: vida, to: uno, amount: 1, rule: Duele.}]}}\n",
        encoding="utf-8",
    )
    found = missing(find_ruleset(str(path)))
    assert [one.partition(" at ")[0] for one in found] == ["vida in en", "uno in en", "rule"]


def test_the_program_speaks_its_languages_everywhere() -> None:
    assert set(LOG_WORDS) == set(PROMPT_WORDS) == set(CAPTIONS) == set(LANGUAGE_NAMES)
    assert set(ENGLISH) == set(SPANISH)


@pytest.mark.parametrize("language", ["es", "ES", "es-MX", "es_MX", "es-419"])
def test_a_land_changes_no_language(language: str) -> None:
    assert spoken(language, {"en": 1, "es": 2}) == 2


@pytest.mark.parametrize("language", ["", "en", "en_GB", "est", "de", "espanol"])
def test_a_language_the_program_has_not_is_english(language: str) -> None:
    assert spoken(language, {"en": 1, "es": 2}) == 1
