"""Shards of a run, computed apart and joined."""

import os
import pathlib
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

import encke


def same(joined, whole):
    assert joined.report.digest == whole.report.digest
    assert joined.report.tuples == whole.report.tuples
    for name in ("i", "j", "k", "cell", "value"):
        mine, theirs = getattr(joined, name), getattr(whole, name)
        assert (mine is None) == (theirs is None)
        if mine is not None:
            np.testing.assert_array_equal(mine, theirs)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_pairs(count, profiles):
    whole = encke.pairs(profiles, metric="ps", threshold=0.6)
    parts = [
        encke.pairs(profiles, metric="ps", threshold=0.6, shard=(piece, count), block=16)
        for piece in range(count)
    ]
    assert sum(len(part) for part in parts) == len(whole)
    same(encke.join(parts[::-1]), whole)


def test_triples_and_cells(genotypes):
    whole = encke.triples(genotypes[:40], metric="ccc", threshold=0.2)
    parts = [
        encke.triples(genotypes[:40], metric="ccc", threshold=0.2, shard=(piece, 3), block=16)
        for piece in range(3)
    ]
    same(encke.join(parts), whole)


def test_two_sets(profiles):
    arguments = {"X": profiles[:30], "Y": profiles[30:], "metric": "ps", "threshold": 0.6}
    parts = [encke.pairs(**arguments, shard=(piece, 3), block=16) for piece in range(3)]
    same(encke.join(parts), encke.pairs(**arguments))


def test_hits_are_pickled(profiles):
    part = encke.pairs(profiles, metric="ps", threshold=0.6, shard=(0, 1))
    same(encke.join([pickle.loads(pickle.dumps(part))]), part)


def test_what_does_not_fit_is_refused(profiles):
    part = [encke.pairs(profiles, metric="ps", threshold=0.6, shard=(k, 3)) for k in range(3)]
    other = encke.pairs(profiles, metric="ps", threshold=0.6, empty_pair="same", shard=(2, 3))
    with pytest.raises(ValueError, match=r"of 3 shards \[1\] are missing, \[\] are there twice"):
        encke.join([part[0], part[2]])
    with pytest.raises(ValueError, match=r"\[2\] are missing, \[0\] are there twice"):
        encke.join([part[0], part[1], part[0]])
    with pytest.raises(ValueError, match="different numbers of shards"):
        encke.join([*part[:2], encke.pairs(profiles, metric="ps", threshold=0.6, shard=(2, 4))])
    with pytest.raises(ValueError, match="of different runs"):
        encke.join([*part[:2], encke.pairs(profiles[:9], metric="ps", threshold=0.6, shard=(2, 3))])
    with pytest.raises(ValueError, match="of different runs"):
        encke.join([*part[:2], other])
    with pytest.raises(ValueError, match="without shards"):
        encke.join([encke.pairs(profiles, metric="ps", threshold=0.6)])
    with pytest.raises(ValueError, match="top and best do not work with shard"):
        encke.pairs(profiles, metric="ps", top=5, shard=(0, 3))
    with pytest.raises(ValueError, match="0 <= k < n expected"):
        encke.pairs(profiles, metric="ps", shard=(3, 3))


def one_shard(path, piece, count):
    """What a task does: another process, perhaps on another machine, that reads the same file."""
    import numpy

    import encke

    encke.set_num_threads(1)
    table = numpy.load(path)
    return encke.pairs(table, metric="ps", threshold=0.6, shard=(piece, count), block=16)


def test_tasks_of_dask(profiles, tmp_path):
    distributed = pytest.importorskip("distributed")
    path = tmp_path / "x.npy"
    np.save(path, profiles)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path)
    ) as cluster, distributed.Client(cluster) as client:
        tasks = [client.submit(one_shard, str(path), piece, 4) for piece in range(4)]
        joined = encke.join(client.gather(tasks))
    same(joined, encke.pairs(profiles, metric="ps", threshold=0.6))


def test_a_job_array_as_the_guide_has_it(tmp_path, program):
    """Processes that know nothing of each other; joined to the bytes of one run, also of the command line."""
    page = pathlib.Path(__file__).parents[2] / "docs" / "guide" / "python-scale.md"
    if not page.exists():
        pytest.skip("the guide is not beside these tests")
    (script,) = re.findall(r"^```python\n(# shard.py\n.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "shard.py").write_text(script)
    X = np.random.default_rng(1).random((300, 40))
    np.save(tmp_path / "x.npy", X)
    for piece in range(3):
        task = {"SLURM_ARRAY_TASK_ID": str(piece), "SLURM_ARRAY_TASK_COUNT": "3", "ENCKE_NUM_THREADS": "1"}
        paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        command = [sys.executable, "shard.py"]
        subprocess.run(command, cwd=tmp_path, env=os.environ | task | paths, check=True)
    parts = [pickle.loads((tmp_path / f"part.{piece}.pickle").read_bytes()) for piece in range(3)]
    assert min(map(len, parts)) > 0
    joined = pathlib.Path(encke.join(parts).to_file(tmp_path / "joined")).read_bytes()
    whole = encke.pairs(X, metric="ps", threshold=0.8)
    assert joined == pathlib.Path(whole.to_file(tmp_path / "whole")).read_bytes()
    what = ["ps", "--table", "x.npy", "--threshold", "0.8", "--out", "theirs"]
    subprocess.run([program, *what], cwd=tmp_path, check=True, capture_output=True)
    assert joined == (tmp_path / "theirs.edges.tsv").read_bytes()
