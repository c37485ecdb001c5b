"""Scores of variants with a phenotype: by their definitions, and by the command line."""

import subprocess

import numpy as np
import pytest
from conftest import write_bed

import encke


@pytest.fixture
def status():
    return (np.random.default_rng(3).random(131) < 0.4).astype(int)


@pytest.fixture
def data(genotypes, tmp_path):
    write_bed(tmp_path / "g", genotypes)
    return tmp_path / "g"


def triple(hits):
    return hits.i.tolist(), hits.j.tolist(), hits.value.tolist()


def test_a_phenotype_beside_a_data_set_is_the_one_that_counts(genotypes, status, data):
    expected = encke.epistasis(genotypes, status, score="chi2", top=30)
    own = encke.epistasis(data, score="chi2", top=30)
    assert own.report.digest != expected.report.digest
    packed = encke.read_plink(data)
    for given in (data, str(data), packed):
        found = encke.epistasis(given, status, score="chi2", top=30)
        assert found.report.digest == expected.report.digest
        assert found.ids[0] == "rs0"
    assert encke.epistasis(packed, score="chi2", top=30).report.digest == own.report.digest
    left_out = np.where(np.arange(131) < 9, -1, status)
    assert (
        encke.epistasis(data, left_out, score="chi2", top=30).report.digest
        == encke.epistasis(genotypes, left_out, score="chi2", top=30).report.digest
    )
    named = encke.epistasis(data, status, score="chi2", top=1, ids=[f"v{v}" for v in range(65)])
    assert named.ids[3] == "v3"


def test_what_does_not_go_with_a_data_set_is_refused(genotypes, status, data):
    for call, text in (
        (lambda: encke.epistasis(data, status, axis=1), "axis goes with arrays"),
        (lambda: encke.epistasis(data, status[:5]), r"phenotype has shape \(5,\): \(131,\)"),
        (lambda: encke.epistasis(data, ids=["a"]), "1 ids, 65 expected"),
        (lambda: encke.epistasis(encke.pack(genotypes, metric="r2"), status), "give the array"),
        (lambda: encke.epistasis(data, best=True, permutations=9), "do not work with best"),
        (lambda: encke.epistasis(data, permutations=9), "works only with top"),
    ):
        with pytest.raises(encke.EnckeError, match=text):
            call()


def test_a_file_of_phenotypes(genotypes, status, data, tmp_path):
    lines = [f"f{s} s{s} {code + 1}\n" for s, code in enumerate(status)]
    (tmp_path / "pheno.txt").write_text("".join(lines))
    found = encke.epistasis(data, tmp_path / "pheno.txt", score="mi", top=9)
    expected = encke.epistasis(genotypes, status, score="mi", top=9)
    assert found.report.digest == expected.report.digest


def product_test(a, b, trait):
    """The square of the product's t in the regression on a, b and a b."""
    known = (a >= 0) & (b >= 0)
    x = np.stack([np.ones(known.sum()), a[known], b[known], a[known] * b[known]], axis=1)
    inverse = np.linalg.inv(x.T @ x)
    slope = inverse @ x.T @ trait[known]
    rest = trait[known] - x @ slope
    variance = rest @ rest / (len(rest) - 4)
    return slope[3] ** 2 / (variance * inverse[3, 3])


def test_linear_is_the_test_of_the_product(genotypes):
    trait = np.random.default_rng(6).normal(size=131)
    trait[5] = np.nan
    hits = encke.epistasis(genotypes, trait, score="linear")
    known = ~np.isnan(trait)
    G = genotypes[:, known].astype(float)
    assert len(hits) == 65 * 64 // 2
    for row in range(0, len(hits), 97):
        expected = product_test(G[hits.i[row]], G[hits.j[row]], trait[known])
        assert hits.value[row] == pytest.approx(expected, rel=1e-9)
    few = encke.epistasis(genotypes, trait, score="linear", top=5)
    assert len(few) == 5 and few.value.min() >= np.sort(hits.value)[-5]


def test_linear_of_a_data_set_is_that_of_arrays(genotypes, data):
    trait = np.random.default_rng(6).normal(size=131)
    trait[5] = np.nan
    found = encke.epistasis(data, trait, score="linear", top=50)
    expected = encke.epistasis(genotypes, trait, score="linear", top=50)
    assert found.report.digest == expected.report.digest
    with pytest.raises(encke.EnckeError, match="linear"):
        encke.epistasis(genotypes, trait, score="linear", top=5, permutations=9)


def test_values_by_their_p_values(genotypes, status):
    pytest.importorskip("scipy")
    hits = encke.epistasis(genotypes, status, score="chi2", p_below=0.01)
    everything = encke.epistasis(genotypes, status, score="chi2")
    assert 0 < len(hits) == (everything.pvalue <= 0.01).sum()
    assert hits.pvalue.max() <= 0.01


@pytest.mark.parametrize(("score", "way"), [("k2", 2), ("chi2", 2), ("mi", 3)])
def test_permutations_are_those_of_the_command_line(score, way, data, genotypes, program, tmp_path):
    out = tmp_path / "theirs"
    what = ["--score", score, "--way", way, "--top", 20, "--permutations", 99, "--seed", 4]
    command = [program, "epistasis", "--bfile", data, *what, "--out", out, "--threads", 1]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "theirs.permutations.tsv").read_text().splitlines()[1:]
    expected = {tuple(line.split("\t")[:way]): float(line.split("\t")[-1]) for line in lines}
    status = np.arange(131) % 2
    arguments = {"score": score, "way": way, "top": 20, "permutations": 99, "seed": 4}
    of_file = encke.epistasis(data, **arguments)
    of_array = encke.epistasis(genotypes, status, ids=of_file.ids, **arguments)
    across = encke.epistasis(genotypes.T.copy(), status, axis=1, ids=of_file.ids, **arguments)
    for hits in (of_file, of_array, across):
        columns = [hits.ids[column] for column in (hits.i, hits.j, hits.k) if column is not None]
        found = dict(zip(zip(*columns), hits.permuted.tolist()))
        assert found == expected
    other = encke.epistasis(data, **{**arguments, "seed": 5})
    assert other.permuted.tolist() != of_file.permuted.tolist()
