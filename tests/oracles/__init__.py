"""Independent oracles: games written out by hand from their rule lists, to hold the rulebooks against.

Nothing here imports the engine or reads a rulebook, so that a mistake in either cannot repeat itself here.
"""
