"""Dice: notation, faces, sums."""
