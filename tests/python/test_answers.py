"""p-values of epistasis, corrected, by permutation and by regression: next to the command line, and to their definitions."""

import subprocess

import numpy as np
import pytest
from conftest import write_bed

import encke


@pytest.fixture
def data(genotypes, tmp_path):
    write_bed(tmp_path / "g", genotypes)
    return tmp_path / "g"


@pytest.fixture
def status():
    return np.arange(131) % 2  # as write_bed has it


@pytest.fixture
def ages():
    numbers = np.random.default_rng(11).normal(50, 9, size=(131, 2))
    numbers[7, 1] = np.nan
    return numbers


def table_of(program, path, ending, *what):
    """Lines of a file of the command line, by their ids: the columns after these."""
    command = [program, "epistasis", *map(str, what), "--out", path, "--threads", "1"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    heading, *lines = path.with_name(path.name + ending).read_text().splitlines()
    way = heading.count("ID")
    return {tuple(line.split("\t")[:way]): line.split("\t")[way:] for line in lines}


def ids_of(hits):
    columns = [hits.ids[column] for column in (hits.i, hits.j, hits.k) if column is not None]
    return list(zip(*columns))


def same(ours, theirs):
    return ours == pytest.approx(float(theirs), rel=2e-5, nan_ok=True)


def test_p_values_are_those_of_scipy(genotypes, status):
    stats = pytest.importorskip("scipy.stats")
    hits = encke.epistasis(genotypes, status, score="boost", top=200)
    np.testing.assert_allclose(hits.pvalue, stats.chi2.sf(hits.value, hits.dof), rtol=1e-10)
    assert encke.epistasis(genotypes, status, score="k2", top=5).pvalue is None
    assert len(encke.epistasis(genotypes, status, score="chi2", threshold=1e6).pvalue) == 0


@pytest.mark.parametrize("score", ["boost", "chi2", "alleles", "linear"])
def test_corrected_p_values_are_those_of_the_command_line(score, data, genotypes, status, program, tmp_path):
    more = []
    if score == "linear":
        status = np.random.default_rng(12).normal(size=131)
        rows = [f"f{s} s{s} {number!r}\n" for s, number in enumerate(status.tolist())]
        (tmp_path / "trait.txt").write_text("".join(rows))
        more = ["--trait", tmp_path / "trait.txt"]
    what = ["--bfile", data, "--score", score, "--p-below", 0.02, "--adjust", *more]
    expected = table_of(program, tmp_path / "theirs", ".adjusted.tsv", *what)
    for given in (data, genotypes):
        names = [f"rs{v}" for v in range(65)]
        hits = encke.epistasis(given, status, score=score, p_below=0.02, adjust=True, ids=names)
        assert set(ids_of(hits)) == set(expected) and len(hits) > 5
        for at, pair in enumerate(ids_of(hits)):
            _, dof, p, bonferroni, fdr = expected[pair]
            assert hits.dof[at] == int(dof) and same(hits.pvalue[at], p)
            assert same(hits.bonferroni[at], bonferroni) and same(hits.fdr[at], fdr)


@pytest.mark.parametrize(("score", "way"), [("boost", 2), ("k2", 2), ("mi", 3)])
def test_p_values_of_the_best_of_all_are_those_of_the_command_line(
    score, way, data, genotypes, status, program, tmp_path
):
    some = genotypes[:14]
    write_bed(tmp_path / "some", some)
    what = ["--bfile", tmp_path / "some", "--score", score, "--way", way, "--top", 6]
    more = ["--permutations", 19, "--max", "--seed", 3]
    expected = table_of(program, tmp_path / "theirs", ".permutations.tsv", *what, *more)
    arguments = {"score": score, "way": way, "top": 6, "permutations": 19, "seed": 3, "maximum": True}
    for given in (tmp_path / "some", some):
        hits = encke.epistasis(given, status, ids=[f"rs{v}" for v in range(14)], **arguments)
        found = dict(zip(ids_of(hits), zip(hits.permuted, hits.permuted_max)))
        assert found.keys() == expected.keys()
        for pair, (alone, of_all) in found.items():
            assert same(alone, expected[pair][-2]) and same(of_all, expected[pair][-1])
    assert len(set(hits.permuted_max.tolist())) > 1


@pytest.mark.parametrize("score", ["boost", "linear"])
def test_regressions_are_those_of_the_command_line(score, data, genotypes, ages, program, tmp_path):
    rng = np.random.default_rng(13)
    numbers = rng.normal(size=131) if score == "linear" else (rng.random(131) < 0.4).astype(int)
    text = [f"f{s} s{s} {x + (score != 'linear')!r}\n" for s, x in enumerate(numbers.tolist())]
    (tmp_path / "numbers.txt").write_text("".join(text))
    text = [f"f{s} s{s} {a!r} {b!r}\n" for s, (a, b) in enumerate(ages.tolist())]
    (tmp_path / "ages.txt").write_text("".join(text).replace("nan", "NA"))
    model, option = ("linear", "--trait") if score == "linear" else ("logistic", "--pheno")
    what = ["--bfile", data, "--score", score, option, tmp_path / "numbers.txt", "--top", 40]
    more = ["--refine", model, "--covar", tmp_path / "ages.txt"]
    expected = table_of(program, tmp_path / "theirs", ".refined.tsv", *what, *more)
    names = [f"rs{v}" for v in range(65)]
    masked = np.ma.masked_invalid(ages)
    arguments = {"score": score, "top": 40, "refine": True, "ids": names}
    for given, covariates in (
        (data, tmp_path / "ages.txt"),
        (data, ages),
        (genotypes, masked),
        (encke.read_plink(data), ages),
    ):
        hits = encke.epistasis(given, numbers, covariates=covariates, **arguments)
        assert set(ids_of(hits)) == set(expected)
        found = hits.refined
        for at, pair in enumerate(ids_of(hits)):
            *of_pair, samples, code = expected[pair]
            beta, error, ratio, p = [of_pair[1], *of_pair[-3:]]
            assert found.samples[at] == int(samples) < 131 and found.code[at] == code
            assert same(found.beta[at], beta) and same(found.error[at], error)
            assert same(found.ratio[at], ratio) and same(found.pvalue[at], p)
    without = encke.epistasis(genotypes, numbers, **arguments)
    assert (without.refined.samples >= hits.refined.samples).all()
    assert not np.allclose(without.refined.beta, hits.refined.beta, equal_nan=True)


def test_columns_of_answers(genotypes, status):
    pandas = pytest.importorskip("pandas")
    hits = encke.epistasis(genotypes, status, score="boost", p_below=0.001, adjust=True, refine=True)
    frame = hits.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(hits) > 0
    assert {"pvalue", "bonferroni", "fdr", "refined_beta", "refined_code"} <= set(frame.columns)


def test_what_does_not_go_together(genotypes, status, data, ages):
    boost = {"score": "boost", "top": 5}
    for call, text in (
        (lambda: encke.epistasis(data, top=5, maximum=True), "maximum goes with permutations"),
        (lambda: encke.epistasis(data, score="boost", top=5, adjust=True), "adjust works only with p_below"),
        (lambda: encke.epistasis(data, covariates=ages, **boost), "covariates go with refine"),
        (lambda: encke.epistasis(data, refine="linear", **boost), '"logistic" goes with the score'),
        (lambda: encke.epistasis(data, refine="probit", **boost), "refine is 'probit'"),
        (lambda: encke.epistasis(data, score="boost", refine=True), "works only with top"),
        (lambda: encke.epistasis(genotypes, status, way=3, score="chi2", top=5, refine=True), "is for pairs"),
        (lambda: encke.epistasis(data, refine=True, covariates=ages[:9], **boost), r"covariates have shape"),
        (
            lambda: encke.epistasis(genotypes, status, refine=True, covariates="x.txt", **boost),
            "a path is given",
        ),
        (
            lambda: encke.epistasis(genotypes, status, refine=True, covariates=np.ones(131), **boost),
            r"column 0 \(from 0\) has the same number",
        ),
        (
            lambda: encke.epistasis(genotypes, status, refine=True, covariates=[np.nan] * 131, **boost),
            "no sample has a phenotype and all covariates",
        ),
    ):
        with pytest.raises(encke.EnckeError, match=text):
            call()
