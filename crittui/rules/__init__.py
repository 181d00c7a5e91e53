"""The pure core: it asks for rolls and choices, and tells what happened in events."""
