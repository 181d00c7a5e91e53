"""From the model of a ruleset to programs: checking names and types on the way."""
