"""What can be said of a ruleset before it is used: tables with gaps, names nobody uses, outcomes never reached."""
