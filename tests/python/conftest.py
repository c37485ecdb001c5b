"""What all tests of the Python package share."""

import json
import os
import shutil
import signal
import subprocess

# A shell starts what runs in the background with interrupts ignored, which all processes of the tests would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Threads that wait sleep: else tests take many times as long where other work is going on. Read when encke is imported.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import numpy as np  # noqa: E402
import pytest  # noqa: E402


@pytest.fixture(scope="session")
def profiles():
    """Profiles of reals, some of them 0."""
    rng = np.random.default_rng(7)
    return np.where(rng.random((70, 53)) < 0.3, 0.0, rng.random((70, 53)))


@pytest.fixture(scope="session")
def genotypes():
    """Genotypes with missing ones."""
    rng = np.random.default_rng(8)
    return rng.choice([0, 1, 2, -1], size=(65, 131), p=[0.4, 0.3, 0.25, 0.05]).astype(np.int8)


@pytest.fixture(scope="session")
def bits():
    return (np.random.default_rng(9).random((64, 200)) < 0.2).astype(np.uint8)


@pytest.fixture(scope="session")
def program():
    """The command line, built from the same sources."""
    path = os.environ.get("ENCKE_PROGRAM") or shutil.which("encke-program")
    if not path or not os.path.exists(path):
        pytest.skip("ENCKE_PROGRAM does not name the command line")
    return path


@pytest.fixture
def digest_of_program(program, tmp_path):
    """Runs the command line; returns the digest of its hits."""

    def digest(*arguments):
        out = tmp_path / "out"
        command = [program, *map(str, arguments), "--out", str(out), "--threads", "1"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads((tmp_path / "out.summary.json").read_text())["digest"]

    return digest


def write_bed(prefix, genotypes):
    """A PLINK 1 data set whose copies of A1 are `genotypes`."""
    variants, samples = genotypes.shape
    codes = np.full((variants, -(-samples // 4) * 4), 0, dtype=np.uint8)
    of_copies = {2: 0b00, -1: 0b01, 1: 0b10, 0: 0b11}
    for copies, code in of_copies.items():
        codes[:, :samples][genotypes == copies] = code
    quads = codes.reshape(variants, -1, 4)
    packed = quads[..., 0] | quads[..., 1] << 2 | quads[..., 2] << 4 | quads[..., 3] << 6
    with open(f"{prefix}.bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01" + packed.astype(np.uint8).tobytes())
    with open(f"{prefix}.bim", "w") as bim:
        bim.writelines(f"1\trs{v}\t0\t{v + 1}\tA\tG\n" for v in range(variants))
    with open(f"{prefix}.fam", "w") as fam:
        fam.writelines(f"f{s} s{s} 0 0 0 {s % 2 + 1}\n" for s in range(samples))
