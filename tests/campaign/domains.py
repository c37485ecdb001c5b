"""Which tuples are compared, for tests/campaign/campaign.py: windows and sets by what the guide says of them."""
import itertools


class Domain:
    def __init__(self, words=(), has=lambda t: True):
        self.words = list(words)
        self.has = has


def random_window(rng, problem):
    """A window, or none: words, and whether a pair is inside."""
    chromosome, position = problem.chromosomes, problem.positions
    words, rules = [], []
    if chromosome is not None and rng.random() < 0.5:
        kilobases = rng.choice((0, 1, 2.5, 10, 1000))
        words += ["--window-kb", str(kilobases)]
        rules.append(lambda a, b: chromosome[a] == chromosome[b] and abs(position[a] - position[b]) <= kilobases * 1000)
    if rng.random() < 0.5:
        places = rng.choice((1, 2, 3, 10, 1000))
        words += ["--window-variants", str(places)]
        rules.append(lambda a, b: abs(a - b) < places and (chromosome is None or chromosome[a] == chromosome[b]))
    if chromosome is not None and not words and rng.random() < 0.5:
        words += ["--within-chromosome"]
        rules.append(lambda a, b: chromosome[a] == chromosome[b])
    return words, lambda a, b: all(rule(a, b) for rule in rules)


def random_set(rng, path, names):
    chosen = [v for v in range(len(names)) if rng.random() < rng.choice((0.2, 0.8))] or [rng.randrange(len(names))]
    with open(path, "w") as file:
        file.write("\n".join(names[v] for v in chosen) + "\n")
    return set(chosen)


def by_sets(folder, rng, problem):
    first = random_set(rng, f"{folder}/first.txt", problem.names)
    words = ["--extract-first", f"{folder}/first.txt"]
    others = set(range(len(problem.names)))
    if rng.random() < 0.5:
        others = random_set(rng, f"{folder}/second.txt", problem.names)
        words += ["--extract-second", f"{folder}/second.txt"]

    def has(t):
        return any(t[p] in first and all(v in others for q, v in enumerate(t) if q != p) for p in range(len(t)))

    return words, has


def random_domain(folder, rng, problem):
    """Of the samples of ibs there are neither windows nor sets."""
    if problem.metric == "ibs":
        return Domain()
    if problem.metric == "r2" and rng.random() < 0.3:
        return Domain([], lambda t: problem.chromosomes[t[0]] == problem.chromosomes[t[1]])  # what it has by itself
    words = ["--inter-chr"] if problem.metric == "r2" else []
    inside = set_has = None
    if rng.random() < 0.25:
        window, inside = random_window(rng, problem)
        words = window or words
        if not window:
            inside = None
    if rng.random() < 0.2:
        more, set_has = by_sets(folder, rng, problem)
        words = words + more

    def has(t):
        if set_has is not None and not set_has(t):
            return False
        return inside is None or all(inside(a, b) for a, b in itertools.combinations(t, 2))

    return Domain(words, has)
