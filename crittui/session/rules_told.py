"""The line with which a record begins: the ruleset, the add-ons over it, and the house rules."""

from __future__ import annotations

from collections.abc import Mapping

from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Overlay
from crittui.rules.values import default_of, filed, written
from crittui.session.lines import Detail, RulesLine
from crittui.session.naming import Naming, inert
from crittui.session.speech import speech_of


def house_rules(ruleset: Ruleset) -> Mapping[str, str]:
    """The options that are set otherwise than the ruleset itself says, written as in a file."""
    options = ((name, written(default_of(option)), written(filed(option))) for name, option in ruleset.options.items())
    return {name: now for name, now, own in options if now != own}


def addon_title(ruleset: Ruleset, addon: Overlay, language: str = "") -> str:
    """What an add-on calls itself, else the name of its file."""
    title = ruleset.text(addon.title, language) if addon.title else ""
    return inert(title or addon.file.replace("\\", "/").rpartition("/")[2].rpartition(".")[0] or addon.file)


def rules_line(ruleset: Ruleset, language: str = "") -> RulesLine:
    """Under which rules a fight begins; the notes of the add-ons stand behind the line."""
    naming = Naming(speech_of(ruleset, language), {})
    words, model = naming.words, ruleset.model
    titles = [addon_title(ruleset, addon, language) for addon in model.addons]
    parts = [words.rules.format(title=f"{inert(ruleset.title(language))} ({ruleset.id})")]
    parts += [words.addon.format(title=title) for title in titles]
    parts += [
        words.house_rule.format(what=naming.option(name), value=naming.setting(value))
        for name, value in house_rules(ruleset).items()
    ]
    notes = ((title, addon.notes) for title, addon in zip(titles, model.addons, strict=True) if addon.notes)
    details = tuple(Detail(title, inert(ruleset.text(note, language))) for title, note in notes)
    return RulesLine(text=" · ".join(parts), details=details)
