"""The command line.

Exit status: 0 fine, 1 problems found (all of them printed), 2 wrong usage, 130 interrupted.
Every command imports what it needs when it runs, so that a small one starts fast.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from crittui import __version__
from crittui.errors import CrittuiError, UsageError
from crittui.options import OddsOptions, PlayOptions, SimulateOptions

DESCRIPTION = "Fights with hit locations, called shots and critical wounds, under house rules."
EPILOG = "Without a command, crittui plays: bare `crittui` opens a ready fight, `crittui ENCOUNTER` yours."
INTERRUPTED = 130
READER_GONE = 141


class Parser(argparse.ArgumentParser):
    """A parser that complains as every other part of the program does."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, self.prog, f"see {self.prog} --help")


def guess(arguments: Sequence[str]) -> str:
    """The command that was perhaps meant by a mistyped first word, as a hint."""
    if not arguments or arguments[0] in COMMANDS:
        return ""
    near = difflib.get_close_matches(arguments[0], COMMANDS, n=1, cutoff=0.7)
    return f"did you mean crittui {near[0]}?" if near else ""


def seed(text: str) -> int:
    """A seed: a whole number from 0 up, so that it can be written down and given again."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 up")
    return int(text)


def play_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "encounter", nargs="?", default="", metavar="ENCOUNTER", help="an encounter file or a ready fight"
    )
    parser.add_argument("--session", default="", metavar="FILE", help="keep the fight in this file")
    parser.add_argument("--resume", action="store_true", help="go on where the table was")
    parser.add_argument("--ruleset", default="", metavar="ID|FILE", help="play under these rules")
    parser.add_argument(
        "--dice", choices=("roll", "hand"), default="roll", help="the program rolls, or asks for your dice"
    )
    parser.add_argument("--seed", type=seed, metavar="N", help="repeatable dice")
    parser.add_argument("--motion", choices=("full", "reduced", "none"), default="", help="how much moves")
    parser.add_argument("--ascii", action="store_true", help="plain ASCII characters only")
    parser.add_argument("--theme", default="", metavar="NAME", help="the colours")
    parser.add_argument("--language", default="", metavar="en|es", help="the words, where the rules have them too")


def play(given: argparse.Namespace) -> int:
    from crittui.tui.play import play as run

    if given.resume and given.encounter:
        raise UsageError("--resume goes on with a kept fight, so it takes no encounter", hint="leave one of them out")
    return run(
        PlayOptions(
            encounter=given.encounter,
            session=given.session,
            resume=given.resume,
            ruleset=given.ruleset,
            by_hand=given.dice == "hand",
            seed=given.seed,
            motion=given.motion,
            ascii=given.ascii,
            theme=given.theme,
            language=given.language,
        )
    )


def check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a ruleset, encounter, theme, body or case file")


def check(given: argparse.Namespace) -> int:
    from crittui.cases.checking import check_command

    return check_command(given.files)


def test_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a ruleset with examples, or a case file")
    parser.add_argument("--json", action="store_true", help="the same for a program")
    parser.add_argument("--rules", action="store_true", help="list each rule of the source with its examples")


def test(given: argparse.Namespace) -> int:
    from crittui.cases.runner import test_command

    return test_command(given.files, given.json, given.rules)


def show_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ruleset", metavar="RULESET", help="the id of a ruleset, or its file")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help="only these: actions, tables, weapons, ...")
    parser.add_argument("--all", action="store_true", help="everything in full, however long")
    parser.add_argument("--addon", action="append", default=[], metavar="NAME", help="with this add-on laid over it")


def show(given: argparse.Namespace) -> int:
    from crittui.files.showing import show_command

    return show_command(given.ruleset, given.sections, given.all, given.addon)


def odds_arguments(parser: argparse.ArgumentParser) -> None:
    several = "may be given several times"
    parser.add_argument("encounter", metavar="ENCOUNTER", help="an encounter file or a ready fight")
    parser.add_argument("--actor", required=True, metavar="WHO", help="who acts: an id, or the beginning of a name")
    parser.add_argument("--target", default="", metavar="WHO", help="who is acted upon")
    parser.add_argument("--action", default="", metavar="ID", help="what is done; default: the first attack")
    parser.add_argument(
        "--weapon", action="append", default=[], metavar="W", help=f"with what, or all; {several}; default: the first"
    )
    parser.add_argument(
        "--location", action="append", default=[], metavar="L", help=f"aimed where: a place, all, random; {several}"
    )
    parser.add_argument("--input", action="append", default=[], metavar="NAME=VALUE", help=f"an input; {several}")
    parser.add_argument("--use", action="append", default=[], metavar="NAME=THING", help=f"a thing used; {several}")
    parser.add_argument(
        "--choose", action="append", default=[], metavar="CHOICE=OPTION", help=f"what is chosen; {several}"
    )
    parser.add_argument(
        "--policy",
        choices=("default", "proposed", "best"),
        default="default",
        help="other choices: the default of the rules, what a prompt proposes, or what is best for the target",
    )
    parser.add_argument("--ruleset", default="", metavar="ID|FILE", help="under these rules")
    parser.add_argument("--json", action="store_true", help="the same for a program, with exact fractions")


def odds(given: argparse.Namespace) -> int:
    from crittui.cases.odds import odds_command

    return odds_command(
        OddsOptions(
            encounter=given.encounter,
            actor=given.actor,
            target=given.target,
            action=given.action,
            weapons=tuple(given.weapon),
            locations=tuple(given.location),
            inputs=tuple(given.input),
            uses=tuple(given.use),
            choices=tuple(given.choose),
            policy=given.policy,
            ruleset=given.ruleset,
            json=given.json,
        )
    )


def count(text: str) -> int:
    """How many of something: a whole number from 1 up."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 up")
    return int(text)


def simulate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("encounter", metavar="ENCOUNTER", help="an encounter file or a ready fight")
    parser.add_argument("-n", "--fights", type=count, default=1000, metavar="N", help="how many fights; default: 1000")
    parser.add_argument("--seed", type=seed, metavar="N", help="repeatable dice")
    parser.add_argument(
        "--policy",
        choices=("first", "weakest", "random"),
        default="first",
        help="whom they attack; default: first",
    )
    parser.add_argument(
        "--rounds", type=count, default=100, metavar="N", help="a fight that takes longer is undecided; default: 100"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule; may be given several times"
    )
    parser.add_argument("--ruleset", default="", metavar="ID|FILE", help="fight under these rules")
    parser.add_argument("--json", action="store_true", help="the same for a program")


def simulate(given: argparse.Namespace) -> int:
    from crittui.cases.simulating import simulate_command

    return simulate_command(
        SimulateOptions(
            encounter=given.encounter,
            fights=given.fights,
            seed=given.seed,
            policy=given.policy,
            rounds=given.rounds,
            house_rules=tuple(given.option),
            ruleset=given.ruleset,
            json=given.json,
        )
    )


def sessions_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def sessions(given: argparse.Namespace) -> int:
    from crittui.session.listing import sessions_command

    del given
    return sessions_command()


def export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", metavar="SESSION", help="the file of a session, or its name in `crittui sessions`")
    parser.add_argument("-f", "--format", choices=("md", "json"), default="md", help="default: md")
    parser.add_argument("-o", "--output", default="", metavar="FILE", help="write here instead of on the screen (-)")
    parser.add_argument("--force", action="store_true", help="write over an existing file")
    parser.add_argument("--players", action="store_true", help="only what the players may know: nobody who is hidden")


def export(given: argparse.Namespace) -> int:
    from crittui.files.encounters import compile_sources
    from crittui.session.export import export_command

    return export_command(given.session, given.format, given.output, given.force, compile_sources, given.players)


Command = tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]

COMMANDS: dict[str, Command] = {
    "play": ("play a fight (what happens without a command, too)", play_arguments, play),
    "check": ("find every problem in these files", check_arguments, check),
    "test": ("run worked cases against the rules", test_arguments, test),
    "show": ("what a ruleset offers", show_arguments, show),
    "odds": ("what a call may come to, before anything is rolled", odds_arguments, odds),
    "simulate": ("play a fight many times, and tell who wins how often", simulate_arguments, simulate),
    "sessions": ("list the fights that were kept", sessions_arguments, sessions),
    "export": ("write a fight's log as a file", export_arguments, export),
}


class PrintCompletion(argparse.Action):
    """Prints a completion script for the named shell and ends."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: Any = None) -> None:
        import shtab

        print(shtab.complete(parser, shell=values))
        parser.exit(0)


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = Parser(prog="crittui", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"crittui {__version__}")
    parser.add_argument(
        "--print-completion",
        action=PrintCompletion,
        choices=("bash", "zsh", "tcsh"),
        help="a completion script for this shell",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (summary, add_arguments, _) in COMMANDS.items():
        add_arguments(commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."))
    return parser


def with_command(arguments: Sequence[str]) -> list[str]:
    """The arguments with their command: without one, they are those of `play`."""
    if arguments and (arguments[0] in COMMANDS or arguments[0] in ("-h", "--help", "--version")):
        return list(arguments)
    if arguments and arguments[0].startswith("--print-completion"):
        return list(arguments)
    return ["play", *arguments]


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line; what a person can mend is told on stderr."""
    try:
        given = build_parser().parse_args(with_command(arguments))
        status = COMMANDS[given.command][2](given)
        sys.stdout.flush()
    except CrittuiError as error:
        if isinstance(error, UsageError):
            error.hint = guess(arguments) or error.hint
        print(error, file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """The program: returns its exit status."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The interpreter flushes stdout once more at its end, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except OSError as error:
        print(f"{error.filename or 'crittui'}: {error.strerror or error}", file=sys.stderr)
        return 1
