"""How well `tune` finds rules that play as wished, beside other ways of searching.

python -m tests.benchmarks.tuning contest [--games 60000] [--levels]        one search of the whole contest, with its score
                       [--wanted 0.6,...] [--setting 1,...]    as its first part prints them: what is wanted, and a setting that is only scored
python -m tests.benchmarks.tuning games [--runs 30] [--most 8000]           how many games each way needs until what it recommends has a score and keeps it, on a reduced form
python -m tests.benchmarks.tuning shown [--named sino,cinco] [--games N]    bundled games and what came of wishes for them (`shown/`)

The contest is that of tabletop balancing (2025): four players of known strength, a wanted matrix of win rates, a wanted share of the
first player. The score is 1,000 less the mean absolute miss in tenths of a per cent, on fresh games. The game is `columns`, in
which one climbs the columns of what two pairs of dice add up to.
"""
