"""A file for each game: how its actions are called on the other side."""
