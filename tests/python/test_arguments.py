"""Random calls: each gives hits or an error of Encke's, whatever the arguments; none ends the process."""

import importlib.util
import os
import random

import numpy as np

import encke

MATRICES = [
    np.ones((4, 3)),
    np.arange(12).reshape(4, 3) % 3,
    np.zeros((0, 3)),
    np.zeros((3, 0)),
    np.ones((1, 5), dtype=np.int8),
    np.array([[0.0, np.nan], [np.inf, 1.0]]),
    np.array([[1e308, 1e308], [1e308, 1e-320]]),
    -np.ones((3, 3)),
    np.ones(3),
    np.ones((2, 2, 2)),
    np.array([["a", "b"]]),
    np.array([[1, None]], dtype=object),
    np.ma.masked_array(np.ones((4, 3)), mask=np.eye(4, 3, dtype=bool)),
    np.ones((4, 6))[:, ::-2],
    [[1, 2], [3]],
    [],
    None,
    3,
    "text",
    b"bytes",
    {"a": 1},
    range(5),
    np.ones((4, 3), dtype=complex),
    np.ones((4, 3), dtype="datetime64[s]"),
    np.zeros((2, 2), dtype=[("x", float)]),
]
NUMBERS = [0, 1, 2, 3, -1, 0.5, -0.0, 1.5, float("nan"), float("inf"), -float("inf"), 1e300, 2**31, 2**63,
           -(2**70), True, None, "1", "", "a", b"1", [], [1], (0, 2), (2, 1), {}, 1j, np.int8(3), np.float32(0.5),
           np.ma.masked, np.array(1), np.array([1, 2]), object()]
WORDS = ["ps", "r2", "ccc", "duo", "dice", "jaccard", "king", "unifrac", "epistasis", "", "x", "f32", "auto", "nan", "same",
         "none", "reference", "k2", "float32", "--help", "\0", "é", None, 3, ["ps"]]
COLUMNS = [[1, 1, 2, 2], [1, 2, 3, 4], [4, 3, 2, 1], [1.0, np.nan, 2, 3], ["a", "b", "a", "b"], [None, 1, "x", 2],
           [1], [], 3, None, "abcd", np.ones((2, 2)), np.ma.masked_array([1, 2, 3, 4], mask=[1, 0, 0, 0])]
OF_PAIRS = {
    "threshold": NUMBERS, "below": NUMBERS, "top": NUMBERS, "best": NUMBERS[:6], "axis": NUMBERS, "ids": COLUMNS,
    "groups": COLUMNS, "positions": COLUMNS, "max_distance": NUMBERS, "max_places": NUMBERS, "beyond": NUMBERS[:4],
    "precision": NUMBERS + WORDS, "distance": NUMBERS[:4], "memory": [n for n in NUMBERS if n is not True],
    "check": [True, False], "backend": WORDS, "level": WORDS, "block": NUMBERS, "shard": NUMBERS, "layer": WORDS,
    "gamma": NUMBERS, "multiplier": NUMBERS, "empty_pair": WORDS, "missing": WORDS, "signed": NUMBERS[:4],
}
METRICS = ["ps", "braycurtis", "r2", "ccc", "duo", "sorenson", "jaccard", "cosine", "king", "ibs"]


def some(rng, arguments, most):
    chosen = rng.sample(sorted(arguments), rng.randrange(most + 1))
    return {name: rng.choice(arguments[name]) for name in chosen}


def calls(rng):
    """A function of encke with arguments, most of them wrong."""
    x = rng.choice(MATRICES) if rng.random() < 0.5 else MATRICES[rng.randrange(2)]
    metric = rng.choice(METRICS) if rng.random() < 0.9 else rng.choice(WORDS)
    kind = rng.randrange(9)
    if kind < 3:
        y = {"Y": rng.choice(MATRICES)} if rng.random() < 0.2 else {}
        function = encke.pairs if kind < 2 else encke.triples
        return function, (x,), {"metric": metric, **y, **some(rng, OF_PAIRS, 3)}
    if kind == 3:
        return encke.distances, (x,), {"metric": metric, **some(rng, {"dtype": WORDS + NUMBERS, "axis": NUMBERS,
                                                                      "out": MATRICES + NUMBERS}, 2)}
    if kind == 4:
        return encke.cdist, (x, rng.choice(MATRICES)), {"metric": metric}
    if kind == 5:
        more = some(rng, {"score": WORDS + ["chi2", "linear"], "way": NUMBERS, "top": NUMBERS, "p_below": NUMBERS,
                          "permutations": [1, 2, "a", -1, None], "seed": NUMBERS}, 3)
        return encke.epistasis, (x, rng.choice(COLUMNS + [[0, 1, 1]])), more
    if kind == 6:
        return encke.unifrac, (x, rng.choice(["(A,B,C);", "(A:1,B:1,C:1);", "((", "", 3, None])), {
            "taxa": rng.choice([list("ABC"), ["A"], None, 3, "ABC"]), **some(rng, {"alpha": NUMBERS, "method": WORDS}, 1)}
    if kind == 7:
        function = rng.choice([encke.network.components, encke.network.triangles, encke.network.markov_clusters])
        return function, (x,), {}
    function = rng.choice([encke.network.pcoa, encke.neighbors_graph, encke.pack, encke.plan])
    if function is encke.network.pcoa:
        return function, (x,), some(rng, {"axes": NUMBERS, "method": WORDS, "ids": COLUMNS}, 2)
    more = {"radius": rng.choice(NUMBERS)} if function is encke.neighbors_graph else {}
    return function, (x,), {"metric": metric, **more}


def test_random_calls():
    has_scipy = importlib.util.find_spec("scipy") is not None
    rng = random.Random(19)
    good = bad = 0
    for number in range(6000 if os.environ.get("ENCKE_LONG") else 800):
        function, arguments, options = calls(rng)
        if function is encke.neighbors_graph and not has_scipy:
            continue
        try:
            function(*arguments, **options)
            good += 1
        except encke.EnckeError as error:
            assert str(error) and "--" not in str(error).replace("'--help'", ""), (number, function, options)
            bad += 1
        except Exception as error:
            raise AssertionError((number, function.__name__, arguments, options)) from error
    assert good > 50 and bad > 200
    assert len(encke.pairs(MATRICES[0], metric="ps")) == 6
