"""crittui: a fight with hit locations, called shots and critical wounds, in a terminal."""

__version__ = "0.1.0"
