"""Files of hits on a disk that fails: whole, or not there."""

import errno
import glob
import os
import shutil
import subprocess
import sys

import pytest

PRELOAD = os.path.join(os.path.dirname(__file__), "../program/faults/preload")
SCRIPT = """
import sys, numpy as np, encke
hits = encke.pairs(np.random.default_rng(1).random((30, 20)), metric="ps")
try:
    hits.to_file(sys.argv[1], format=sys.argv[2])
except encke.errors.WriteError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """What stands in front of the C library, as in the tests of the command line."""
    sources = glob.glob(os.path.join(PRELOAD, "*.cpp"))
    if not sources or not shutil.which("c++") or not sys.platform.startswith("linux"):
        pytest.skip("no sources or no compiler here")
    path = tmp_path_factory.mktemp("faults") / "faults.so"
    subprocess.run(["c++", "-std=c++20", "-shared", "-fPIC", "-o", path, *sources, "-ldl"], check=True)
    return path


def write(folder, format, library, mode, at, reason):
    """Exit code, what was said, and the calls on files of this folder."""
    folder.mkdir(exist_ok=True)
    log = folder.with_suffix(".calls")
    log.unlink(missing_ok=True)
    fault = {"LD_PRELOAD": library, "ENCKE_FAULT_UNDER": folder, "ENCKE_FAULT_LOG": log, "ENCKE_FAULT_MODE": mode,
             "ENCKE_FAULT_AT": at, "ENCKE_FAULT_ERRNO": reason}
    done = subprocess.run([sys.executable, "-c", SCRIPT, folder / "hits", format], capture_output=True, text=True,
                          env={**os.environ, **{name: str(value) for name, value in fault.items()}})
    return done.returncode, done.stderr, log.read_text().splitlines() if log.exists() else []


@pytest.mark.parametrize("format", ["edges", "abc", "packed"])
@pytest.mark.parametrize("mode", ["fail", "fail-from", "kill"])
def test_any_call(format, mode, library, tmp_path):
    folder = tmp_path / "out"
    code, said, calls = write(folder, format, library, "count", 0, 0)
    assert code == 0, said
    path, = folder.iterdir()
    whole = path.read_bytes()
    assert len(calls) >= 4
    for at in range(1, len(calls) + 1):
        path.unlink(missing_ok=True)
        code, said, _ = write(folder, format, library, mode, at, errno.ENOSPC)
        when = f"{calls[at - 1]}: {said}"
        left = sorted(folder.iterdir())
        if code == 0 or path in left:
            assert path.read_bytes() == whole, when
        if mode != "kill":
            assert code in (0, 5), when
            assert left == ([path] if code == 0 else []), when
            assert said.count("\n") == (code != 0), when
        code, said, _ = write(folder, format, library, "count", 0, 0)
        assert code == 0, said
        assert list(folder.iterdir()) == [path] and path.read_bytes() == whole, when
