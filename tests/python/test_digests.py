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
    expected = digest_of_program(metric, "--bfile", tmp_path / "g", *ways)
    run = encke.pairs if way == 2 else encke.triples
    read = encke.read_plink(tmp_path / "g", metric=metric)
    assert run(read, metric=metric).report.digest == expected
    assert list(read.ids) == [f"rs{v}" for v in range(33)]
    if metric != "duo":  # of an array its elements are bits
        assert run(data, metric=metric).report.digest == expected


@pytest.mark.parametrize("score", ["k2", "mi", "chi2", "boost"])
def test_epistasis(score, genotypes, tmp_path, digest_of_program):
    write_bed(tmp_path / "g", genotypes)
    expected = digest_of_program("epistasis", "--bfile", tmp_path / "g", "--score", score)
    phenotype = np.arange(genotypes.shape[1]) % 2
    found = encke.epistasis(genotypes, phenotype, score=score)
    assert found.report.digest == expected
    assert encke.epistasis(tmp_path / "g", score=score).report.digest == expected


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
