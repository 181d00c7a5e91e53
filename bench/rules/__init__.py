"""The rules beside their rivals: exact odds, chains by chance, reading of rulesets."""
