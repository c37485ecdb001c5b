"""The digest of each metric is that of the command line on the same data."""

import numpy as np
import pytest
from conftest import write_bed

import encke


def saved(path, array):
    np.save(path, array)
    return path


@pytest.mark.parametrize("way", [2, 3])
@pytest.mark.parametrize("metric", ["ps", "sorenson", "duo"])
def test_tables(metric, way, profiles, bits, tmp_path, digest_of_program):
    data = (profiles if metric == "ps" else bits)[:40]
    run = encke.pairs if way == 2 else encke.triples
    found = run(data, metric=metric).report
    table = saved(tmp_path / "x.npy", data)
    assert found.digest == digest_of_program(metric, "--table", table, "--way", way)


@pytest.mark.parametrize("metric", ["jaccard", "cosine"])
def test_sets(metric, bits, tmp_path, digest_of_program):
    table = saved(tmp_path / "x.npy", bits)
    found = encke.pairs(bits, metric=metric, threshold=0.2).report
    assert found.digest == digest_of_program(metric, "--table", table, "--threshold", 0.2)


def test_whole_numbers_are_compared_as_such(tmp_path, digest_of_program):
    counts = np.random.default_rng(3).poisson(4, (40, 60))
    table = saved(tmp_path / "x.npy", counts)
    expected = digest_of_program("ps", "--table", table)
    for dtype in (np.int64, np.uint8, np.float64):
        assert encke.pairs(counts.astype(dtype), metric="ps").report.digest == expected


@pytest.mark.parametrize("way", [2, 3])
@pytest.mark.parametrize("metric", ["ccc", "r2", "duo"])
def test_genotypes(metric, way, genotypes, tmp_path, digest_of_program):
    if metric == "r2" and way == 3:
        pytest.skip("r2 is of pairs")
    data = genotypes[:33]
    write_bed(tmp_path / "g", data)
    ways = [] if metric == "r2" else ["--way", way]
    if metric == "r2":
        signed = digest_of_program(metric, "--bfile", tmp_path / "g", "--r")
        assert encke.pairs(data, metric="r2", signed=True).report.digest == signed
    expected = digest_of_program(metric, "--bfile", tmp_path / "g", *ways)
    run = encke.pairs if way == 2 else encke.triples
    read = encke.read_plink(tmp_path / "g", metric=metric)
    assert run(read, metric=metric).report.digest == expected
    assert list(read.ids) == [f"rs{v}" for v in range(33)]
    if metric != "duo":  # of an array its elements are bits
        assert run(data, metric=metric).report.digest == expected


@pytest.mark.parametrize("metric", ["king", "ibs"])
def test_samples(metric, genotypes, tmp_path, digest_of_program):
    write_bed(tmp_path / "g", genotypes)
    for given, arguments in (({}, []), ({"threshold": 0.1}, ["--threshold", 0.1])):
        expected = digest_of_program(metric, "--bfile", tmp_path / "g", *arguments)
        found = encke.pairs(genotypes, metric=metric, axis=1, **given)
        assert found.report.digest == expected
        read = encke.read_plink(tmp_path / "g", metric=metric)
        assert encke.pairs(read, metric=metric, **given).report.digest == expected
    assert len(read.ids) == genotypes.shape[1]


UNIFRAC = [
    {},
    {"method": "weighted_normalized"},
    {"method": "weighted_unnormalized"},
    {"method": "generalized", "alpha": 0.5},
    {"vaw": True},
    {"precision": "float32"},
    {"subsample_depth": 4, "seed": 3},
]


@pytest.mark.parametrize("options", UNIFRAC)
def test_unifrac(options, tmp_path, digest_of_program):
    from encke._science import _biom_json

    counts = np.random.default_rng(6).poisson(0.7, (30, 6))
    counts[:, 0] += 1  # no sample is empty
    taxa = list("ABCDEF")
    newick = "((A:1,(B:2,C:0.5):1):0.5,((D:1,E:0.25):2,F:1):1);"
    (tmp_path / "t.biom").write_text(_biom_json(counts, taxa, None))
    (tmp_path / "t.nwk").write_text(newick)
    arguments = []
    for name, value in options.items():
        value = "f32" if value == "float32" else value
        option = "--" + name.replace("_", "-")
        arguments += [option] + ([] if value is True else [value])
    files = ["--biom", tmp_path / "t.biom", "--tree", tmp_path / "t.nwk"]
    expected = digest_of_program("unifrac", *files, *arguments)
    assert encke.unifrac_pairs(counts, newick, taxa=taxa, **options).report.digest == expected


def test_diversity_is_that_of_the_command_line(tmp_path, digest_of_program):
    from encke._science import _biom_json

    counts = np.random.default_rng(6).poisson(0.7, (30, 6))
    counts[:, 0] += 1
    taxa = list("ABCDEF")
    newick = "((A:1,(B:2,C:0.5):1):0.5,((D:1,E:0.25):2,F:1):1);"
    (tmp_path / "t.biom").write_text(_biom_json(counts, taxa, None))
    (tmp_path / "t.nwk").write_text(newick)
    for options in ({}, {"subsample_depth": 4, "seed": 3}):
        more = [part for name, value in options.items() for part in ("--" + name.replace("_", "-"), value)]
        files = ["--biom", tmp_path / "t.biom", "--tree", tmp_path / "t.nwk"]
        digest_of_program("unifrac", *files, "--faith-pd", *more)
        lines = (tmp_path / "out.faith_pd.tsv").read_text().splitlines()[1:]
        expected = [float(line.split("\t")[1]) for line in lines]
        assert encke.faith_pd(counts, newick, taxa=taxa, **options).tolist() == expected


SCORES = ["k2", "mi", "chi2", "boost", "alleles", "joint-effects", "case-only", "joint-case-only", "linear"]


@pytest.mark.parametrize("score", SCORES)
def test_epistasis(score, genotypes, tmp_path, digest_of_program):
    write_bed(tmp_path / "g", genotypes)
    # of cases alone the command line leaves out neighbours by itself
    places = ["--inter-chr"] if "case-only" in score else []
    expected = digest_of_program("epistasis", "--bfile", tmp_path / "g", "--score", score, *places)
    phenotype = np.arange(genotypes.shape[1]) % 2
    found = encke.epistasis(genotypes, phenotype, score=score)
    assert found.report.digest == expected
    assert encke.epistasis(tmp_path / "g", score=score).report.digest == expected
    if score in ("k2", "mi", "chi2"):
        some = genotypes[:20]
        write_bed(tmp_path / "h", some)
        expected = digest_of_program("epistasis", "--bfile", tmp_path / "h", "--score", score, "--way", 3)
        assert encke.epistasis(some, phenotype, score=score, way=3).report.digest == expected


def test_every_metric_is_tested_here():
    from encke import _core

    here = {"ps", "sorenson", "duo", "jaccard", "cosine", "ccc", "r2", "king", "ibs", "unifrac", "epistasis"}
    assert set(_core.metrics()) == here


@pytest.mark.parametrize("options", [{"top": 9}, {"distance": True}, {"distance": True, "below": 0.5}])
def test_options(options, profiles, tmp_path, digest_of_program):
    table = saved(tmp_path / "x.npy", profiles)
    arguments = []
    for name, value in options.items():
        if name == "below":
            arguments += ["--threshold", value, "--below"]
        else:
            arguments += [f"--{name}"] + ([] if value is True else [value])
    found = encke.pairs(profiles, metric="ps", **options)
    assert found.report.digest == digest_of_program("ps", "--table", table, *arguments)


def test_blocks_do_not_matter(profiles):
    digests = {
        encke.pairs(profiles, metric="ps", block=block).report.digest for block in (16, 32, None)
    }
    assert len(digests) == 1


def test_large_whole_numbers(tmp_path, digest_of_program):
    counts = np.random.default_rng(3).integers(0, 60_000, (20, 9))
    large = counts.astype(np.int64) * 100_000  # sums above 2^30
    for data in (counts, large, np.full((3, 70_000), 40_000)):
        table = saved(tmp_path / "x.npy", data)
        assert encke.pairs(data, metric="ps").report.digest == digest_of_program("ps", "--table", table)
