"""Values of all metrics by their definitions, in NumPy, of all pairs or triples at once; for tests/campaign/campaign.py.

Nothing here is taken from the program: the formulas are those of the papers that docs/guide/command-line.md names. Each function
returns {tuple of vectors: value}, or {(tuple of vectors, states): value} where a tuple has a value for each combination of states.
"""
import itertools
import math

import numpy


def tuples(vectors, way):
    return itertools.combinations(range(vectors), way)


def correlation(states, present, way, multiplier, gamma):
    """CCC and DUO. states[v, s, f]: how many copies of state s vector v has in sample f; 0 where missing. present[v, f]: 0 or 1."""
    n, kinds, fields = states.shape
    per_sample = int(states.sum(axis=1).max()) if present.any() else 1
    flat = states.reshape(n * kinds, fields)
    values = {}
    shares = states.sum(axis=2) / numpy.maximum(per_sample * present.sum(axis=1), 1)[:, None]
    for t in tuples(n, way):
        together = numpy.prod(present[list(t)], axis=0).sum() * per_sample ** way
        for cell in itertools.product(range(kinds), repeat=way):
            value = 0.0
            if together:
                joint = numpy.prod([flat[v * kinds + s] for v, s in zip(t, cell)], axis=0).sum()
                value = multiplier * joint / together
                for v, s in zip(t, cell):
                    value *= 1 - gamma * shares[v, s]
            values[t, cell] = value
    return values


def proportional_similarity(profiles, way, distance):
    values = {}
    for t in tuples(len(profiles), way):
        total = profiles[list(t)].sum()
        if total == 0:
            values[t] = math.nan
            continue
        pairs = sum(numpy.minimum(profiles[a], profiles[b]).sum() for a, b in itertools.combinations(t, 2))
        if way == 2:
            value = 2 * pairs / total
        else:
            value = 1.5 * (pairs - profiles[list(t)].min(axis=0).sum()) / total
        values[t] = 1 - value if distance else value
    return values


def jaccard(sets, distance):
    values = {}
    for a, b in tuples(len(sets), 2):
        union = (sets[a] | sets[b]).sum()
        value = (sets[a] & sets[b]).sum() / union if union else math.nan
        values[a, b] = 1 - value if distance else value
    return values


def cosine(sets, distance):
    values = {}
    sizes = sets.sum(axis=1)
    for a, b in tuples(len(sets), 2):
        if sizes[a] + sizes[b] == 0:
            value = math.nan
        elif sizes[a] * sizes[b] == 0:
            value = 0.0
        else:
            value = (sets[a] & sets[b]).sum() / math.sqrt(float(sizes[a]) * float(sizes[b]))
        values[a, b] = 1 - value if distance else value
    return values


def r_squared(genotypes):
    """genotypes[v, f]: copies of allele 1, -1 where missing."""
    values = {}
    for a, b in tuples(len(genotypes), 2):
        both = (genotypes[a] >= 0) & (genotypes[b] >= 0)
        x, y = genotypes[a][both].astype(object), genotypes[b][both].astype(object)  # exact
        n = len(x)
        variances = [n * (z * z).sum() - z.sum() ** 2 if n else 0 for z in (x, y)]
        covariance = n * (x * y).sum() - x.sum() * y.sum() if n else 0
        values[a, b] = covariance ** 2 / (variances[0] * variances[1]) if all(variances) else math.nan
    return values


def ibs(samples, distance):
    values = {}
    for a, b in tuples(len(samples), 2):
        both = (samples[a] >= 0) & (samples[b] >= 0)
        apart = numpy.abs(samples[a][both] - samples[b][both])
        value = (2 * both.sum() - apart.sum()) / (2 * both.sum()) if both.any() else math.nan
        values[a, b] = 1 - value if distance else value
    return values


def epistasis(genotypes, cases, way, score):
    values = {}
    for t in tuples(len(genotypes), way):
        present = (genotypes[list(t)] >= 0).all(axis=0)
        code = numpy.zeros(present.sum(), dtype=int)
        for v in t:
            code = code * 3 + genotypes[v][present]
        table = numpy.zeros((2, 3 ** way), dtype=int)
        numpy.add.at(table, (cases[present].astype(int), code), 1)
        values[t] = SCORES[score](table)
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
