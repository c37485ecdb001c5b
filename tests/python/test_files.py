"""Files of hits have the bytes of those that the command line writes."""

import subprocess

import numpy as np
import pytest
from conftest import write_bed

import encke


def run(program, *arguments):
    done = subprocess.run(
        [program, *map(str, arguments), "--threads", "1"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("format", ["edges", "abc", "packed"])
@pytest.mark.parametrize("options", [{}, {"top": 9}, {"precision": "float32"}])
def test_profiles(format, options, profiles, tmp_path, program):
    np.save(tmp_path / "x.npy", profiles)
    arguments = ["--threshold", 0.6, "--format", format]
    if "top" in options:
        arguments += ["--top", 9]
    if "precision" in options:
        arguments += ["--precision", "f32"]
    run(program, "ps", "--table", tmp_path / "x.npy", *arguments, "--out", tmp_path / "theirs")
    hits = encke.pairs(profiles, metric="ps", threshold=0.6, **options)
    path = hits.to_file(tmp_path / "ours", format=format)
    theirs = path.replace("ours", "theirs")
    with open(path, "rb") as ours, open(theirs, "rb") as expected:
        assert ours.read() == expected.read()


@pytest.mark.parametrize("columns", ["all", "ids"])
@pytest.mark.parametrize("way", [2, 3])
def test_alleles(way, columns, genotypes, tmp_path, program):
    write_bed(tmp_path / "g", genotypes[:20])
    also = ["--columns", "ids"] if columns == "ids" else []
    run(program, "ccc", "--bfile", tmp_path / "g", "--way", way, "--threshold", 0.1,
        *also, "--out", tmp_path / "theirs")
    read = encke.read_plink(tmp_path / "g", metric="ccc")
    found = (encke.pairs if way == 2 else encke.triples)(read, metric="ccc", threshold=0.1)
    assert len(found) > 0
    path = found.to_file(tmp_path / "ours", columns=columns)
    assert open(path, "rb").read() == open(path.replace("ours", "theirs"), "rb").read()


@pytest.mark.parametrize("options", [{"threshold": 0.02}, {"top": 15}])
def test_linkage_on_chromosomes(options, genotypes, tmp_path, program):
    """The default file of the command line, of what it compares by default."""
    write_bed(tmp_path / "g", genotypes)
    bim = (tmp_path / "g.bim").read_text().splitlines(keepends=True)
    (tmp_path / "g.bim").write_text("".join(["7" + line[1:] if v > 30 else line for v, line in enumerate(bim)]))
    arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
    run(program, "r2", "--bfile", tmp_path / "g", *arguments, "--out", tmp_path / "theirs")
    G = encke.read_plink(tmp_path / "g")
    assert G.chromosomes[[0, 64]].tolist() == ["1", "7"] and G.alleles[0] == "A/G"
    assert G.positions.dtype == np.int64 and G.positions[:3].tolist() == [1, 2, 3]
    found = encke.pairs(G, metric="r2", groups=G.chromosomes, **options)
    path = found.to_file(tmp_path / "ours")
    assert open(path, "rb").read() == open(path.replace("ours", "theirs"), "rb").read()
    run(program, "r2", "--bfile", tmp_path / "g", *arguments, "--trans", "--out", tmp_path / "theirs")
    beyond = encke.pairs(G, metric="r2", groups=G.chromosomes, beyond=True, **options)
    beyond.to_file(tmp_path / "ours")
    assert open(path, "rb").read() == open(path.replace("ours", "theirs"), "rb").read()


def test_statistics(genotypes, tmp_path, program):
    write_bed(tmp_path / "g", genotypes)
    run(program, "epistasis", "--bfile", tmp_path / "g", "--score", "boost", "--top", 50,
        "--out", tmp_path / "theirs")
    path = encke.epistasis(tmp_path / "g", score="boost", top=50).to_file(tmp_path / "ours")
    assert open(path, "rb").read() == open(path.replace("ours", "theirs"), "rb").read()
