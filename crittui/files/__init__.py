"""Everything that is read from YAML, with the position of each mistake."""
