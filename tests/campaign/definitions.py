"""Values of all metrics by their definitions, in NumPy, of all pairs or triples at once; for tests/campaign/campaign.py.

Nothing here is taken from the program: the formulas are those of the papers that docs/guide/command-line.md names. Each function
returns {tuple of vectors: value}, or {(tuple of vectors, states): value} where a tuple has a value for each combination of states.
"""
import itertools
import math

import numpy


def tuples(vectors, way):
    return list(itertools.combinations(range(vectors), way))


def of_tuples(table, way):
    """Of a table with an axis for each vector of a tuple, the entries of the tuples in ascending order."""
    return table[tuple(numpy.array(tuples(len(table), way)).reshape(-1, way).T)]


def sums_of_products(rows, way):
    """For all tuples of rows at once; exact, for these are whole numbers far below 2**53."""
    rows = numpy.asarray(rows, dtype=float)
    return rows @ rows.T if way == 2 else numpy.einsum("af,bf,cf->abc", rows, rows, rows, optimize=True)


def correlation(states, present, way, multiplier, gamma):
    """CCC and DUO. states[v, s, f]: how many copies of state s vector v has in sample f; 0 where missing. present[v, f]: 0 or 1."""
    n, kinds, fields = states.shape
    per_sample = int(states.sum(axis=1).max()) if present.any() else 1
    shares = states.sum(axis=2) / numpy.maximum(per_sample * present.sum(axis=1), 1)[:, None]
    together = of_tuples(sums_of_products(present, way), way) * per_sample ** way
    all_joint = sums_of_products(states.reshape(n * kinds, fields), way)
    cells = list(itertools.product(range(kinds), repeat=way))
    found = numpy.zeros((len(together), len(cells)))
    for at, cell in enumerate(cells):
        joint = of_tuples(all_joint[tuple(slice(s, None, kinds) for s in cell)], way)
        value = numpy.divide(multiplier * joint, together, where=together > 0, out=numpy.zeros(len(together)))
        for p, s in enumerate(cell):
            value *= 1 - gamma * shares[[t[p] for t in tuples(n, way)], s]
        found[:, at] = value
    return dict(zip(itertools.product(tuples(n, way), cells), found.ravel().tolist()))


def quotients(n, way, above, below, distance):
    """Of all tuples: NaN where `below` is 0."""
    value = numpy.divide(above, below, where=below != 0, out=numpy.full(len(above), math.nan))
    return dict(zip(tuples(n, way), (1 - value if distance else value).tolist()))


def proportional_similarity(profiles, way, distance):
    n = len(profiles)
    if n < way:
        return {}
    sums, at = profiles.sum(axis=1), numpy.array(tuples(n, way)).T
    least = of_tuples(numpy.minimum(profiles[:, None], profiles).sum(axis=2), 2)
    place = {pair: k for k, pair in enumerate(tuples(n, 2))}
    pairs = sum(least[[place[a, b] for a, b in zip(at[p], at[q])]] for p, q in itertools.combinations(range(way), 2))
    if way == 2:
        above = 2 * pairs
    else:
        above = 1.5 * (pairs - numpy.minimum(numpy.minimum(profiles[at[0]], profiles[at[1]]), profiles[at[2]]).sum(axis=1))
    return quotients(n, way, above, sums[at].sum(axis=0), distance)


def sizes_and_common(sets):
    """Of all pairs: how many fields both have, the first, and the second."""
    sizes = numpy.asarray(sets, dtype=float).sum(axis=1)
    first, second = numpy.array(tuples(len(sets), 2)).reshape(-1, 2).T
    return of_tuples(sums_of_products(sets, 2), 2), sizes[first], sizes[second]


def jaccard(sets, distance):
    common, one, other = sizes_and_common(sets)
    return quotients(len(sets), 2, common, one + other - common, distance)


def cosine(sets, distance):
    common, one, other = sizes_and_common(sets)
    root = numpy.sqrt(one * other)
    return quotients(len(sets), 2, common, numpy.where((root == 0) & (one + other > 0), 1, root), distance)  # 0 if one is empty


def r_squared(genotypes):
    """genotypes[v, f]: copies of allele 1, -1 where missing. Whole numbers up to the quotient."""
    present = (genotypes >= 0).astype(float)
    copies = numpy.where(genotypes < 0, 0, genotypes).astype(float)
    n = present @ present.T
    sums, squares = copies @ present.T, copies ** 2 @ present.T  # [a, b]: of a, where b is there too
    variance = n * squares - sums ** 2
    covariance = n * (copies @ copies.T) - sums * sums.T
    return quotients(len(genotypes), 2, of_tuples(covariance ** 2, 2), of_tuples(variance * variance.T, 2), False)


def ibs(samples, distance):
    has = numpy.stack([samples == copies for copies in range(3)]).astype(float)
    both = of_tuples(sum(has) @ sum(has).T, 2)
    apart = of_tuples(sum(abs(a - b) * (has[a] @ has[b].T) for a in range(3) for b in range(3)), 2)
    return quotients(len(samples), 2, 2 * both - apart, 2 * both, distance)


def epistasis(genotypes, cases, way, score):
    values = {}
    for t in tuples(len(genotypes), way):
        present = (genotypes[list(t)] >= 0).all(axis=0)
        code = numpy.zeros(present.sum(), dtype=int)
        for v in t:
            code = code * 3 + genotypes[v][present]
        cells = 3 ** way
        values[t] = SCORES[score](numpy.bincount(cases[present] * cells + code, minlength=2 * cells).reshape(2, cells))
    return values


def k2(table):
    return sum(math.lgamma(a + b + 2) - math.lgamma(a + 1) - math.lgamma(b + 1) for a, b in table.T)


def mutual_information(table):
    total = table.sum()
    if total == 0:
        return 0.0
    expected = numpy.outer(table.sum(axis=1), table.sum(axis=0)) / total
    where = table > 0
    return max(0.0, float((table[where] * numpy.log(table[where] / expected[where])).sum() / total))


def chi_squared(table):
    classes = table.sum(axis=1)
    if not classes.all():
        return 0.0
    expected = numpy.outer(classes, table.sum(axis=0)) / table.sum()
    where = expected > 0
    return float(((table[where] - expected[where]) ** 2 / expected[where]).sum())


SCORES = {"k2": k2, "mi": mutual_information, "chi2": chi_squared}


def unifrac(counts, totals, branches, method, alpha, adjusted):
    """counts[s, b]: of sample s below branch b; adjusted: whether for the variance of both samples' counts there."""
    shares = counts / numpy.maximum(totals[:, None], 1)
    values = {}
    for a, b in tuples(len(shares), 2):
        u, v = shares[a], shares[b]
        lengths = branches
        if adjusted:
            k = counts[a] + counts[b]
            variance = k * (totals[a] + totals[b] - k)
            lengths = numpy.divide(branches, numpy.sqrt(variance), where=variance > 0, out=numpy.zeros_like(branches))
        total = u.sum() + v.sum()
        if method == "unweighted":
            above, below = lengths[(u > 0) != (v > 0)].sum(), lengths[(u > 0) | (v > 0)].sum()
        elif method == "weighted_unnormalized":
            above, below = (lengths * abs(u - v)).sum(), 1
        elif method == "weighted_normalized":
            above, below = (lengths * abs(u - v)).sum(), (lengths * (u + v)).sum()
        else:
            some = u + v > 0
            power = numpy.where(some, numpy.where(some, u + v, 1) ** (alpha - 1), 0)
            above, below = (lengths * power * abs(u - v)).sum(), (lengths * power * (u + v)).sum()
        if total == 0:
            values[a, b] = 0.0 if method == "weighted_unnormalized" else math.nan
        elif adjusted and not below:  # no branch tells them apart, unless one of them is empty
            own = (branches * u).sum(), (branches * v).sum()
            values[a, b] = (0.0 if all(own) else 1.0) if any(own) else math.nan
        else:
            values[a, b] = above / below if below else math.nan
    return values
