"""Random problems for tests/campaign/campaign.py: data in files, options that say what is computed, and the values by definition."""
import json
import random

import definitions
import numpy

# Around the sizes of words, lines and blocks, where kernels change their ways.
FIELDS = (1, 2, 3, 7, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257)
VECTORS = {2: (2, 3, 5, 8, 15, 16, 17, 24, 31, 33, 40), 3: (3, 4, 5, 8, 11, 16, 17)}


class Problem:
    """What is computed. `values` has the value of each tuple, or of each tuple and its states."""

    def __init__(self, metric, words, names, values, way, chromosomes=None, positions=None, small_is_good=False, reals=False):
        self.metric = metric
        self.words = words
        self.names = names
        self.values = values
        self.way = way
        self.chromosomes = chromosomes
        self.positions = positions
        self.small_is_good = small_is_good
        self.reals = reals  # sums of reals: another order of the fields is another rounding of the definition


def table(path, rows, text):
    with open(path, "w") as file:
        file.write("\t".join(["id"] + [f"f{f}" for f in range(rows.shape[1])]) + "\n")
        for v, row in enumerate(rows):
            file.write("\t".join([f"v{v}"] + [text(x) for x in row]) + "\n")


def names_of(count, letter="v"):
    return [f"{letter}{v}" for v in range(count)]


def repeat(rng, vectors):
    """Now and then some vectors are those of others: ties, and vectors that are contracted once."""
    if rng.random() < 0.3:
        for _ in range(rng.randrange(1, len(vectors) + 1)):
            vectors[rng.randrange(len(vectors))] = vectors[rng.randrange(len(vectors))]


def random_genotypes(rng, vectors, fields):
    numbers = numpy.random.default_rng(rng.randrange(1 << 30))
    genotypes = numbers.binomial(2, numbers.uniform(0, 1, (vectors, 1)), (vectors, fields)).astype(numpy.int64)
    if rng.random() < 0.3:  # related variants, so that thresholds and screens have something to tell apart
        genotypes = numpy.where(numbers.random(genotypes.shape) < 0.7, genotypes[:1], genotypes)
    genotypes[numbers.random(genotypes.shape) < rng.choice((0, 0, 0, 0.02, 0.3, 0.9))] = -1
    repeat(rng, genotypes)
    if rng.random() < 0.1:
        genotypes[rng.randrange(vectors)] = rng.choice((-1, 0, 1, 2))
    return genotypes


def write_plink(folder, rng, genotypes):
    """A data set with chromosomes and positions; genotypes are copies of A1. Returns cases, chromosomes, positions."""
    vectors, fields = genotypes.shape
    cases = numpy.array([rng.random() < 0.5 for _ in range(fields)])
    if fields > 1:
        cases[0], cases[1] = True, False
    with open(f"{folder}/p.fam", "w") as fam:
        fam.writelines(f"F{f} I{f} 0 0 {1 + f % 2} {2 if cases[f] else 1}\n" for f in range(fields))
    chromosomes, positions = [], []
    chromosome, position = 1, 100
    with open(f"{folder}/p.bim", "w") as bim:
        for v in range(vectors):
            if rng.random() < 0.2 and chromosome < 22:
                chromosome, position = chromosome + 1, 0
            position += rng.choice((0, 1, 999, 1000, 1001, 5000))
            bim.write(f"{chromosome} v{v} 0 {position} A C\n")
            chromosomes.append(chromosome)
            positions.append(position)
    codes = numpy.array([0b11, 0b10, 0b00, 0b01], dtype=numpy.uint8)[genotypes]  # -1 is the last one: missing
    padded = numpy.zeros((vectors, -(-fields // 4) * 4), dtype=numpy.uint8)
    padded[:, :fields] = codes
    rows = (padded.reshape(vectors, -1, 4) << numpy.array([0, 2, 4, 6], dtype=numpy.uint8)).sum(axis=2).astype(numpy.uint8)
    with open(f"{folder}/p.bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01" + rows.tobytes())
    return cases, chromosomes, positions


def sizes(rng, way, large=0.4):
    if rng.random() < large:  # enough that tiles have parts, and vectors of several words
        return rng.choice({2: (40, 63, 90), 3: (16, 17, 24)}[way]), rng.choice((128, 129, 192, 256, 257, 300))
    return rng.choice(VECTORS[way]), rng.choice(FIELDS)


def ccc(folder, rng):
    way = rng.choice((2, 3))
    genotypes = random_genotypes(rng, *sizes(rng, way, 0.9))
    _, chromosomes, positions = write_plink(folder, rng, genotypes)
    words, multiplier, gamma = ["--bfile", f"{folder}/p", "--way", str(way)], 4.5, 2 / 3
    if rng.random() < 0.4:
        multiplier, gamma = rng.choice((1.0, 4.5, 1000.0)), rng.choice((0.0, 0.5, 1.0))
        words += ["--multiplier", repr(multiplier), "--gamma", repr(gamma)]
    if rng.random() < 0.2:
        words += ["--missing", "none"]  # the code for missing means a heterozygote
        genotypes = numpy.where(genotypes < 0, 1, genotypes)
    present = (genotypes >= 0).astype(int)
    states = numpy.stack([(2 - genotypes) * present, genotypes * present], axis=1)
    values = definitions.correlation(states, present, way, multiplier, gamma)
    return Problem("ccc", words, names_of(len(genotypes)), values, way, chromosomes, positions)


def duo(folder, rng):
    way = rng.choice((2, 3))
    genotypes = random_genotypes(rng, *sizes(rng, way, 0.9))
    bits = numpy.where(genotypes < 0, -1, genotypes > 0).astype(int)
    table(f"{folder}/t.tsv", bits, lambda x: "NA" if x < 0 else str(x))
    present = (bits >= 0).astype(int)
    states = numpy.stack([(1 - bits) * present, bits * present], axis=1)
    values = definitions.correlation(states, present, way, 4, 2 / 3)
    return Problem("duo", ["--table", f"{folder}/t.tsv", "--way", str(way)], names_of(len(bits)), values, way)


def random_profiles(rng, vectors, fields):
    numbers = numpy.random.default_rng(rng.randrange(1 << 30))
    profiles = numbers.gamma(rng.choice((0.3, 2.0)), 1, (vectors, fields))
    if rng.random() < 0.5:
        profiles = numpy.floor(profiles * rng.choice((1, 10, 1000)))
    profiles[numbers.random(profiles.shape) < rng.choice((0, 0.5, 0.95))] = 0
    return profiles


def ps(folder, rng):
    way = rng.choice((2, 3))
    profiles = random_profiles(rng, *sizes(rng, way))
    words = ["--way", str(way)]
    if rng.random() < 0.5:
        numpy.save(f"{folder}/t.npy", profiles)
        words, names = ["--table", f"{folder}/t.npy"] + words, [str(v) for v in range(len(profiles))]
    else:
        table(f"{folder}/t.tsv", profiles, lambda x: repr(float(x)))
        words, names = ["--table", f"{folder}/t.tsv"] + words, names_of(len(profiles))
    distance = rng.random() < 0.3
    values = definitions.proportional_similarity(profiles, way, distance)
    return Problem("ps", words + ["--distance"] * distance, names, values, way, small_is_good=distance, reals=True)


def sets(folder, rng):
    metric = rng.choice(("sorenson", "jaccard", "cosine"))
    way = rng.choice((2, 3)) if metric == "sorenson" else 2
    vectors, fields = sizes(rng, way, 0.9)
    numbers = numpy.random.default_rng(rng.randrange(1 << 30))
    bits = (numbers.random((vectors, fields)) < numbers.uniform(0, 1, (vectors, 1))).astype(int)
    repeat(rng, bits)
    table(f"{folder}/t.tsv", bits, str)
    distance = rng.random() < 0.3
    if metric == "sorenson":
        values = definitions.proportional_similarity(bits.astype(float), way, distance)
    else:
        values = getattr(definitions, metric)(bits, distance)
    words = ["--table", f"{folder}/t.tsv"] + ["--way", str(way)] * (metric == "sorenson") + ["--distance"] * distance
    return Problem(metric, words, names_of(vectors), values, way, small_is_good=distance)


def r2(folder, rng):
    genotypes = random_genotypes(rng, *sizes(rng, 2, 0.9))
    _, chromosomes, positions = write_plink(folder, rng, genotypes)
    return Problem("r2", ["--bfile", f"{folder}/p"], names_of(len(genotypes)), definitions.r_squared(genotypes), 2, chromosomes, positions)


def ibs(folder, rng):
    samples, variants = sizes(rng, 2)
    genotypes = random_genotypes(rng, variants, samples)
    write_plink(folder, rng, genotypes)
    distance = rng.random() < 0.3
    values = definitions.ibs(genotypes.T, distance)
    return Problem("ibs", ["--bfile", f"{folder}/p"] + ["--distance"] * distance, names_of(samples, "I"), values, 2, small_is_good=distance)


def epistasis(folder, rng):
    way = rng.choice((2, 3))
    genotypes = random_genotypes(rng, rng.choice(VECTORS[way]), rng.choice(FIELDS[1:]))
    cases, chromosomes, positions = write_plink(folder, rng, genotypes)
    score = rng.choice(list(definitions.SCORES))
    values = definitions.epistasis(genotypes, cases, way, score)
    words = ["--bfile", f"{folder}/p", "--way", str(way), "--score", score]
    return Problem("epistasis", words, names_of(len(genotypes)), values, way, chromosomes, positions, small_is_good=score == "k2", reals=True)


def random_tree(rng, tips):
    """A tree as text, and for each of its branches the length and the tips below it."""
    branches = []

    def grow(below):
        length = rng.choice((0.0, 0.25, 1.0, rng.random()))
        branches.append((length, below))
        if len(below) == 1:
            return f"o{below[0]}:{length!r}"
        cut = rng.randrange(1, len(below))
        return f"({grow(below[:cut])},{grow(below[cut:])}):{length!r}"

    cut = rng.randrange(1, tips) if tips > 1 else 1
    children = [grow(part) for part in (list(range(tips))[:cut], list(range(tips))[cut:]) if part]
    return f"({','.join(children)});", branches


def unifrac(folder, rng):
    samples, tips = rng.choice(VECTORS[2]), rng.choice((2, 3, 17, 64, 65))
    counts = numpy.array([[rng.choice((0, 0, 1, 2, 50)) for _ in range(tips)] for _ in range(samples)])
    text, branches = random_tree(rng, tips)
    with open(f"{folder}/t.nwk", "w") as file:
        file.write(text)
    with open(f"{folder}/t.biom", "w") as file:
        data = [[o, s, int(counts[s, o])] for s in range(samples) for o in range(tips) if counts[s, o]]
        json.dump({"rows": [{"id": f"o{o}"} for o in range(tips)], "columns": [{"id": f"v{s}"} for s in range(samples)],
                   "matrix_type": "sparse", "shape": [tips, samples], "data": data}, file)
    lengths = numpy.array([length for length, _ in branches], dtype=float)
    below = numpy.stack([counts[:, tips_below].sum(axis=1) for _, tips_below in branches], axis=1)
    method = rng.choice(("unweighted", "weighted_normalized", "weighted_unnormalized", "generalized"))
    alpha = rng.choice((0.0, 0.3, 0.5, 1.0)) if method == "generalized" else 1.0
    words = ["--biom", f"{folder}/t.biom", "--tree", f"{folder}/t.nwk", "--method", method]
    words += ["--alpha", repr(alpha)] * (method == "generalized")
    adjusted = alpha == 1 and rng.random() < 0.5
    words += ["--vaw"] * adjusted
    values = definitions.unifrac(below, counts.sum(axis=1), lengths, method, alpha, adjusted)
    return Problem("unifrac", words, names_of(samples), values, 2, small_is_good=True, reals=True)


# Half of them leave tuples out where a threshold lets them.
KINDS = (ccc, ccc, ccc, duo, duo, ps, sets, sets, sets, r2, r2, r2, ibs, epistasis, unifrac)


def random_problem(folder, rng):
    return rng.choice(KINDS)(folder, rng)
