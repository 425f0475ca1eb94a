"""Hand-written Python baselines: uniformly random playouts, legal moves computed at every step.
Run: taskset -c 1 python3 playouts.py [seconds-per-game] [game ...]
playout = initial state .. terminal; move = one player decision (dice rolls are not moves; a forced pass in Reversi
counts as a move, as in OpenSpiel/RBG). Plain lists, local-variable binding, no numpy, no bitboards: what a competent
Python user would write instead of a rulebook.
"""
import random
import sys
import time

rnd = random.random
randrange = random.randrange
choice = random.choice

# ---------------------------------------------------------------- tic-tac-toe
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(tuple(tuple(j for j in l if j != i) for l in LINES if i in l) for i in range(9))

def tictactoe():
    b = [0] * 9
    p = 1
    m = 0
    while True:
        legal = [i for i in range(9) if not b[i]]
        if not legal:
            return m, 0
        i = choice(legal)
        b[i] = p
        m += 1
        for x, y in THROUGH[i]:
            if b[x] == p and b[y] == p:
                return m, p
        p = 3 - p

# ---------------------------------------------------------------- connect four
def connect4():
    # 7 columns x 6 rows, padded 9-wide mailbox: index = (row+1)*9 + col+1, padding = 3
    b = [3] * 72
    for r in range(1, 7):
        b[r * 9 + 1:r * 9 + 8] = [0] * 7
    top = [9 + c for c in range(1, 8)]          # next free cell of each column
    p = 1
    m = 0
    while True:
        legal = [c for c in range(7) if top[c] < 63]
        if not legal:
            return m, 0
        c = choice(legal)
        i = top[c]
        top[c] = i + 9
        b[i] = p
        m += 1
        for d in (1, 9, 10, 8):
            k = 1
            j = i + d
            while b[j] == p:
                k += 1
                j += d
            j = i - d
            while b[j] == p:
                k += 1
                j -= d
            if k >= 4:
                return m, p
        p = 3 - p

# ---------------------------------------------------------------- reversi
DIRS = (-11, -10, -9, -1, 1, 9, 10, 11)
CELLS = tuple(y * 10 + x for y in range(1, 9) for x in range(1, 9))
START = [3] * 100
for _i in CELLS:
    START[_i] = 0
START[44] = START[55] = 2
START[45] = START[54] = 1

def reversi():
    b = START[:]
    p = 1
    m = 0
    passed = False
    while True:
        o = 3 - p
        legal = []
        for i in CELLS:
            if b[i]:
                continue
            for d in DIRS:
                j = i + d
                if b[j] != o:
                    continue
                j += d
                while b[j] == o:
                    j += d
                if b[j] == p:
                    legal.append(i)
                    break
        if not legal:
            if passed:
                break
            passed = True
            m += 1
            p = o
            continue
        passed = False
        i = choice(legal)
        b[i] = p
        m += 1
        for d in DIRS:
            j = i + d
            if b[j] != o:
                continue
            j += d
            while b[j] == o:
                j += d
            if b[j] == p:
                j -= d
                while j != i:
                    b[j] = p
                    j -= d
        p = o
    s = b.count(1) - b.count(2)
    return m - 1, (1 if s > 0 else 2 if s < 0 else 0)

# ---------------------------------------------------------------- pig
ROLLHOLD = ('roll', 'hold')

def pig():
    score = [0, 0]
    p = turn = m = 0
    while True:
        a = choice(ROLLHOLD)
        m += 1
        if a == 'roll':
            d = randrange(6) + 1
            if d == 1:
                turn = 0
                p = 1 - p
            else:
                turn += d
        else:
            score[p] += turn
            turn = 0
            if score[p] >= 100:
                return m, p + 1
            p = 1 - p

# ---------------------------------------------------------------- yahtzee solitaire
def score_dice(c, d):
    """Score of five dice in category c (0-5 upper, 6 3-kind, 7 4-kind, 8 full house, 9 small, 10 large, 11 yahtzee,
    12 chance). No joker rule, no yahtzee bonus."""
    if c < 6:
        return (c + 1) * d.count(c + 1)
    if c == 12:
        return sum(d)
    if c == 9:
        s = set(d)
        return 30 if s >= {1, 2, 3, 4} or s >= {2, 3, 4, 5} or s >= {3, 4, 5, 6} else 0
    if c == 10:
        s = set(d)
        return 40 if s >= {1, 2, 3, 4, 5} or s >= {2, 3, 4, 5, 6} else 0
    counts = sorted([d.count(f) for f in set(d)])
    mx = counts[-1]
    if c == 6:
        return sum(d) if mx >= 3 else 0
    if c == 7:
        return sum(d) if mx >= 4 else 0
    if c == 8:
        return 25 if counts == [2, 3] else 0
    return 50 if mx == 5 else 0

KEEPS = tuple(tuple(i for i in range(5) if not k >> i & 1) for k in range(32))   # dice to reroll for each keep-mask
R5 = range(5)

def yahtzee():
    cats = list(range(13))
    upper = total = m = 0
    while cats:
        d = [int(rnd() * 6) + 1 for _ in R5]
        for _ in (0, 1):
            for i in choice(KEEPS):
                d[i] = int(rnd() * 6) + 1
            m += 1
        c = choice(cats)
        cats.remove(c)
        m += 1
        s = score_dice(c, d)
        total += s
        if c < 6:
            upper += s
    return m, total + (35 if upper >= 63 else 0)

GAMES = {f.__name__: f for f in (tictactoe, connect4, reversi, pig, yahtzee)}

def bench(f, secs):
    best = None
    for _ in range(3):
        n = m = 0
        out = {}
        t0 = t = time.perf_counter()
        while t - t0 < secs:
            for _ in range(8):
                k, r = f()
                m += k
                out[r] = out.get(r, 0) + 1
            n += 8
            t = time.perf_counter()
        el = t - t0
        if best is None or n / el > best[0]:
            best = (n / el, m / el, m / n, out, n)
    return best

if __name__ == '__main__':
    secs = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for g in sys.argv[2:] or GAMES:
        r, mv, ln, out, n = bench(GAMES[g], secs)
        if g == 'yahtzee':
            note = 'avg_score=%.2f' % (sum(k * v for k, v in out.items()) / n)
        else:
            note = 'draw/p1/p2=' + '/'.join('%.3f' % (out.get(k, 0) / n) for k in (0, 1, 2))
        print(f'py  {g:12s} playouts/s={r:12.1f} moves/s={mv:13.0f} moves/playout={ln:6.2f}  {note}', flush=True)
