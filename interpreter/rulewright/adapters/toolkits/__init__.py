"""What adapters for toolkits of reinforcement learning have in common, and their environments.

Comes in: a game by name, path or object, with its table.

Goes out: the game (`games`), actions as numbers with their masks (`actions`), the bounds of rows (`rows`), bots for the other
seats (`opponents`), and pictures of the table (`pictures`).

Imports `rulewright`, `game` and `scene`. Imported by `adapters`, `adapters.toolkits.gym`,
`adapters.toolkits.spiel` and `adapters.toolkits.zoo`.

Begin with `games`, then `actions`.

Easy to get wrong: nothing here may read what a seat cannot know, so rows are `observation_row` of a seat, masks are those of the seat
that acts, and pictures are of the scene of a viewer.
"""
