"""Errors that are told to the person at the table, never shown as a traceback."""


class CrittuiError(Exception):
    """Something is wrong that a person can mend.

    `what` says what is wrong, `where` names the place (`file:line:column`, a path, a field) or is
    empty, `hint` says what to do instead or is empty.
    """

    def __init__(self, what: str, where: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text}, {self.hint}" if self.hint else text


class FileError(CrittuiError):
    """A file cannot be read, or what it holds is wrong: its author is at fault."""


class AnswerError(CrittuiError):
    """An answer that the open request does not accept; nothing has changed."""


class Refused(CrittuiError):
    """A call that the rules do not permit; nothing has changed. `what` is in the rule's own words."""


class UsageError(CrittuiError):
    """A command line that cannot be carried out."""
