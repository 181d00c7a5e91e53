"""Worked cases: a ruleset's own examples and case files, run as tests of the rules."""
