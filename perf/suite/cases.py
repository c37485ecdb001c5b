"""What is timed: for each case its data, the command of each program, and what must agree."""
import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import Callable

import data
import h5py
import numpy as np

PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers")


@dataclass
class Program:
    name: str
    command: Callable  # (folder of the data, prefix of the output) -> list of words
    result: Callable   # prefix of the output -> what must agree: a number of lines, or an array
    slow: bool = False  # timed once only
    here: bool = True   # installed


@dataclass
class Case:
    name: str
    what: str
    make: Callable  # folder -> None
    programs: list
    wanted: dict    # program -> times that Encke is to be faster
    tolerance: float = 0
    own_form: bool = False  # counts of hits of different statistics: only equal among programs of one name

    def installed(self):
        return [program for program in self.programs if program.here]


def lines(ending):
    """A result: the lines after the first of a file."""
    def count(prefix):
        with open(prefix + ending, "rb") as file:
            return sum(1 for _ in file) - 1
    return count


def has_module(name):
    return importlib.util.find_spec(name) is not None


def has_program(name):
    return shutil.which(name) is not None


def has_vegan():
    rscript = shutil.which("Rscript")
    return rscript is not None and subprocess.run([rscript, "-e", "library(vegan)"], capture_output=True, check=False).returncode == 0


def plink2():
    """A plink2 that has --r2-unphased, or None."""
    program = shutil.which(os.environ.get("PLINK2", "plink2"))
    if program is None:
        return None
    told = subprocess.run([program, "--help", "r2-unphased"], capture_output=True, text=True, check=False).stdout
    return program if "unphased" in told and "No help entry" not in told else None


def encke_of(options):
    program = os.path.join(os.path.abspath(options.build), "bin", "encke")
    return lambda metric, *words: [program, metric, "--threads", "1", "--progress", "none", *map(str, words)]


def r2_case(encke, name, missing, size, wanted):
    variants, samples = size
    window = ["inter-chr", "--ld-window-r2", "0.2", "--threads", "1"]
    newer = plink2()
    programs = [Program("encke", lambda f, o: encke("r2", "--inter-chr", "--bfile", f + "/d", "--threshold", 0.2, "--out", o), lines(".edges.tsv")),
                Program("plink2", lambda f, o: [newer, "--r2-unphased", *window, "--bfile", f + "/d", "--out", o], lines(".vcor"),
                        here=newer is not None),
                Program("plink1.9", lambda f, o: ["plink1.9", "--r2", *window, "--bfile", f + "/d", "--out", o], lines(".ld"),
                        here=has_program("plink1.9"))]
    return Case(name, f"r² of {variants:,} variants, {samples:,} samples, above 0.2",
                lambda f: data.write_genotypes(f + "/d", variants, samples, missing), programs, wanted)


BOOST_LIMIT = 33.376841581719836  # chi-squared, 4 degrees of freedom, p = 1e-6


def plink_boost(prefix):
    """Pairs above the limit: PLINK 1.9 also writes some just below it (seen: 33.3739, p = 1.001e-06)."""
    with open(prefix + ".epi.cc", encoding="ascii") as file:
        column = file.readline().split().index("STAT")
        return sum(float(line.split()[column]) > BOOST_LIMIT for line in file)


def boost_case(encke, size, wanted):
    variants, samples = size
    programs = [Program("encke", lambda f, o: encke("epistasis", "--score", "boost", "--threshold", BOOST_LIMIT, "--bfile", f + "/d",
                                                    "--out", o), lines(".edges.tsv")),
                Program("plink1.9", lambda f, o: ["plink1.9", "--fast-epistasis", "boost", "--epi1", "1e-6", "--threads", "1",
                                                  "--allow-no-sex", "--bfile", f + "/d", "--out", o], plink_boost,
                        here=has_program("plink1.9"))]
    return Case("boost", f"epistasis (boost) of {variants:,} variants, {samples:,} samples, p below 1e-6",
                lambda f: data.write_genotypes(f + "/d", variants, samples, seed=3), programs, wanted)


def chi2_case(encke, size, wanted):
    """χ² of the 9 x 2 table has no peer here: PLINK's statistic of interaction is the nearest."""
    case = boost_case(encke, size, wanted)
    case.programs[0] = Program("encke", lambda f, o: encke("epistasis", "--score", "chi2", "--threshold", 45, "--bfile", f + "/d",
                                                           "--out", o), lines(".edges.tsv"))
    case.name, case.own_form = "chi2", True
    case.what = case.what.replace("(boost)", "(χ²; PLINK: boost)").replace("p below", "PLINK: p below")
    return case


def ccc_case(encke, size, wanted):
    variants, samples = size
    programs = [Program("encke", lambda f, o: encke("ccc", "--bfile", f + "/d", "--threshold", 0.78, "--out", o), lines(".edges.tsv")),
                Program("numpy-blas", lambda f, o: [sys.executable, PEERS + "/blas_ccc.py", f + "/d", "0.78", o], lines(".tsv"))]
    return Case("ccc", f"CCC of {variants:,} variants, {samples:,} samples, above 0.78",
                lambda f: data.write_genotypes(f + "/d", variants, samples, seed=4), programs, wanted)


def sorenson_case(encke, size, wanted):
    vectors, fields = size
    programs = [Program("encke", lambda f, o: encke("sorenson", "--packed", f + "/bits.u2", "--num-vectors", vectors, "--num-fields",
                                                    fields, "--threshold", 0.7, "--out", o), lines(".edges.tsv")),
                Program("numkong", lambda f, o: [sys.executable, PEERS + "/jaccard.py", f, str(vectors), "0.7", o], lines(".tsv"),
                        here=has_module("numkong"))]
    return Case("sorenson", f"Sorenson of {vectors:,} vectors, {fields:,} bits, above 0.7", lambda f: data.write_bits(f, vectors, fields),
                programs, wanted)


def similarity(prefix):
    return np.load(prefix + ".npy")


def distance(prefix):
    return 1 - np.load(prefix + ".npy")


def ps_case(encke, size, wanted):
    samples, species = size
    programs = [Program("encke", lambda f, o: encke("ps", "--table", f + "/profiles.npy", "--precision", "f64", "--format", "npy",
                                                    "--out", o), similarity),
                Program("scipy", lambda f, o: [sys.executable, PEERS + "/pdist.py", f, o], distance, here=has_module("scipy")),
                Program("vegan", lambda f, o: ["Rscript", PEERS + "/vegdist.R", f, o], lambda o: 1 - np.fromfile(o + ".f64"),
                        here=has_vegan())]
    return Case("ps", f"Bray-Curtis (PS f64) of {samples:,} profiles, {species:,} species, all values",
                lambda f: data.write_profiles(f, samples, species), programs, wanted, tolerance=1e-12)


def h5_matrix(prefix):
    with h5py.File(prefix + ".h5") as file:
        matrix = file["matrix"][:].astype(float)
    return matrix[np.triu_indices(len(matrix), 1)]


def unifrac_case(encke, method, alpha, size, wanted, peers=("ssu",)):
    samples, tips = size
    of_alpha = [] if alpha is None else ["--alpha", alpha]
    programs = [Program("encke", lambda f, o: encke("unifrac", "--biom", f + "/t.biom", "--tree", f + "/t.nwk", "--method", method,
                                                    *of_alpha, "--precision", "f32", "--format", "hdf5", "--out", o), h5_matrix)]
    if "ssu" in peers:
        # it writes to the very name that is given
        programs.append(Program("ssu", lambda f, o: ["ssu", "-i", f + "/t.biom", "-t", f + "/t.nwk", "-m", f"{method}_fp32", "-r", "hdf5_fp32",
                                                     "--pcoa", "0", "-o", o + ".h5"] + (["-a", str(alpha)] if of_alpha else []),
                                h5_matrix, slow=alpha is not None, here=has_program("ssu")))
    if "scikit-bio" in peers:
        of = {"unweighted": "unweighted_unifrac", "weighted_normalized": "weighted_unifrac"}[method]
        programs.append(Program("scikit-bio", lambda f, o: [sys.executable, PEERS + "/beta.py", f, of, o], similarity,
                                here=has_module("skbio")))
    name = f"unifrac {method.replace('_', ' ')}" + ("" if "ssu" in peers else " small")
    return Case(name, f"UniFrac f32 of {samples:,} samples, {2 * tips - 2:,} branches, all values",
                lambda f: data.write_community(f, samples, tips), programs, wanted, tolerance=2e-5)


def all_cases(options):
    encke, full = encke_of(options), options.size == "full"

    def size(large, small):
        return large if full else small
    genotypes, community = size((10000, 10000), (200, 300)), size((2000, 10001), (60, 101))
    pairs = size((28501, 1000), (300, 400))
    return [
        r2_case(encke, "r2", 0, genotypes, {"plink2": 5}),
        r2_case(encke, "r2 2 % missing", 0.02, genotypes, {"plink2": 5}),
        boost_case(encke, pairs, {"plink1.9": 10}),
        chi2_case(encke, pairs, {"plink1.9": 10}),
        ccc_case(encke, size((16384, 8192), (300, 401)), {}),
        sorenson_case(encke, size((16384, 8192), (400, 512)), {}),
        ps_case(encke, size((1500, 10000), (40, 300)), {}),
        unifrac_case(encke, "unweighted", None, community, {"ssu": 3}),
        unifrac_case(encke, "weighted_normalized", None, community, {"ssu": 3}),
        unifrac_case(encke, "generalized", 0.5, community, {"ssu": 20}),
        unifrac_case(encke, "unweighted", None, size((150, 2001), (20, 101)), {}, peers=("scikit-bio",)),
    ]
