"""The screens: the fight, the keys, the start."""
