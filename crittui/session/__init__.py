"""A fight as it goes on: commands, answers, undo, the journal, wording and export."""
