#!/usr/bin/env python3
"""`encke network --cluster mcl` has the bytes that the program mcl writes, and files of graphs are read back by their tools.

Usage: ENCKE_BIN=encke [ENCKE_SHARED=folder with known answers] network.py
Made-up networks are given to mcl, where it is there; networks of real data sets are compared with the hashes of what mcl wrote,
where ENCKE_SHARED names them; files are read with SciPy, networkx, igraph and PLINK 1.9, where these are there. Exit status 77:
none of these is there.
"""

import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ENCKE = os.environ["ENCKE_BIN"]
SHARED = Path(os.environ.get("ENCKE_SHARED", "/nonexistent"))
KNOWN = SHARED / "known-answers" / "networks"
SEEDS = 60
LONG = os.environ.get("ENCKE_LONG") == "1"
# Half of the time of all networks is in one: of these inflations only one is taken, and each pruned network has one engine, if not LONG.
LARGE = {"ccc07_snpstats_exercise_chr10": "4"}


def run(*words):
    subprocess.run([str(word) for word in words], check=True, capture_output=True)


def digest(data):
    return hashlib.sha256(data).hexdigest()[:32]


def partition_digest(data):
    clusters = sorted((sorted(line.split("\t")) for line in data.decode().splitlines()), key=lambda cluster: cluster[0])
    return digest("\n".join("\t".join(cluster) for cluster in clusters).encode())


def random_edges(seed):
    rng = random.Random(seed)
    nodes = rng.choice([2, 3, 5, 8, 13, 30, 80, 200])
    density = rng.choice([0.02, 0.05, 0.1, 0.3, 0.8])
    weight = rng.choice([lambda: 1, lambda: rng.choice([0.5, 1, 2]), lambda: round(rng.random() + 0.01, 6)])
    lines = [f"n{a}\tn{b}\t{weight()}\n" for a in range(nodes) for b in range(a) if rng.random() < density]
    if seed % 4 == 1 and lines:
        lines += [f"n{a}\tn{a}\t{weight()}\n" for a in range(nodes)]
    if seed % 4 == 3 and lines:  # some nodes have none, and some several
        lines += [f"n{a}\tn{a}\t{weight()}\n" for a in (rng.randrange(nodes) for _ in range(nodes))]
    rng.shuffle(lines)
    return "".join(lines)


def compare_with_mcl():
    for seed in range(SEEDS):
        text = random_edges(seed)
        if not text:
            continue
        Path("r.abc").write_text(text)
        inflation = random.Random(seed).choice(["1.3", "1.4", "2", "3", "4", "6"])
        overlap = ["cut", "keep"][seed % 2]
        pruning = [[], [], ["-P", 100, "-S", 15, "-R", 15, "-pct", 99]][seed % 3]
        loops = "n" if seed % 4 in (1, 3) and seed % 3 else "y"
        ours = {"-P": "--prune", "-S": "--select", "-R": "--recover", "-pct": "--recover-percent"}
        run("mcl", "r.abc", "--abc", "-I", inflation, "-overlap", overlap, f"--discard-loops={loops}", *pruning, "-o", "mcl.txt")
        run(ENCKE, "network", "--edges", "r.abc", "--cluster", "mcl", "--inflation", inflation, "--overlap", overlap,
            "--loops", {"y": "drop", "n": "keep"}[loops], *[ours.get(word, word) for word in pruning], "--out", "r")
        if Path("mcl.txt").read_bytes() != Path(f"r.clusters.I{inflation}.txt").read_bytes():
            sys.exit(f"seed {seed}, inflation {inflation}, {overlap}, loops {loops}, {pruning}: other clusters than mcl's")


def compare_variants_with_mcl():
    """Alleles that are merged, with the loops that come of it, as mcl takes the same lines without alleles."""
    for seed in range(1, SEEDS, 4):
        rng = random.Random(seed)
        nodes = rng.choice([3, 8, 20, 60])
        lines = []
        for _ in range(nodes * 3):
            a, b = rng.randrange(nodes), rng.randrange(nodes)
            lines.append((f"n{a}", rng.randrange(2), f"n{b}", rng.randrange(2), round(rng.random() + 0.01, 6)))
        Path("v.abc").write_text("".join(f"{a}:{x}\t{b}:{y}\t{w}\n" for a, x, b, y, w in lines))
        Path("m.abc").write_text("".join(f"{a}\t{b}\t{w}\n" for a, _, b, _, w in lines))
        for loops in ("y", "n"):
            run("mcl", "m.abc", "--abc", "-I", "2", f"--discard-loops={loops}", "-o", "mcl.txt")
            run(ENCKE, "network", "--edges", "v.abc", "--alleles-in-labels", "--merge-alleles", "max", "--cluster", "mcl",
                "--loops", {"y": "drop", "n": "keep"}[loops], "--out", "v")
            if Path("mcl.txt").read_bytes() != Path("v.clusters.I2.txt").read_bytes():
                sys.exit(f"variants, seed {seed}, loops {loops}: other clusters than mcl's")


def engines():
    """Those that this Encke has."""
    Path("one.abc").write_text("a b 1\n")
    words = [ENCKE, "network", "--edges", "one.abc", "--engine", "spgemm", "--out", "one"]
    found = subprocess.run([str(word) for word in words], check=False, capture_output=True)
    return ["fused"] + (["spgemm"] if found.returncode == 0 else [])


def edges_of(name):
    """The network of a real data set; nothing where it cannot be made."""
    stored = KNOWN / "graphs" / f"{name}.abc"
    if stored.exists():
        return stored
    kind, _, data = name.partition("_")
    bfile = SHARED / "data" / "snp" / data
    if not bfile.with_suffix(".bed").exists():
        return None
    metric, threshold = {"ccc07": (["ccc"], 0.7), "r205": (["r2", "--inter-chr"], 0.5)}[kind]
    path = Path(f"{name}.abc")
    if not path.exists():
        run(ENCKE, *metric, "--bfile", bfile, "--threshold", threshold, "--format", "abc", "--digits", 17, "--out", name)
    return path


def known_edges(name, expected):
    """edges_of(), which must be the edges that mcl was given."""
    path = edges_of(name)
    if path is not None and digest(path.read_bytes()) != expected:
        sys.exit(f"{name}: other edges than those whose clusters are known")
    return path


def compare_with_hashes():
    rows = [line.split("\t") for line in (KNOWN / "SUMMARY.tsv").read_text().splitlines()[1:]]
    pruned = [line.split("\t") for line in (KNOWN / "PRUNED.tsv").read_text().splitlines()[1:]]
    compared = left_out = 0
    hashes = {row[0]: row[14] for row in rows}
    all_engines = engines()
    ways = [(engine, threads) for threads in (1, 2, 5) for engine in all_engines]
    for number, row in enumerate(rows):
        name, inflation, partition, edges, output = row[0], row[5], row[13], row[14], row[15]
        if not LONG and LARGE.get(name, inflation) != inflation:
            left_out += 1
            continue
        path = known_edges(name, edges)
        if path is None:
            continue
        engine, threads = ways[number % len(ways)]
        run(ENCKE, "network", "--edges", path, "--cluster", "mcl", "--inflation", inflation, "--threads", threads,
            "--engine", engine, "--out", "k")
        found = Path(f"k.clusters.I{inflation}.txt").read_bytes()
        if digest(found) != output or partition_digest(found) != partition:
            sys.exit(f"{name}, inflation {inflation}: other clusters than mcl's")
        compared += 1
    for number, row in enumerate(pruned):
        name, inflation, p, s, r, percent, _, _, partition = row[:9]
        path = known_edges(name, hashes[name])
        if path is None:
            continue
        for engine in all_engines if LONG else [all_engines[(number + number // 8) % len(all_engines)]]:
            run(ENCKE, "network", "--edges", path, "--cluster", "mcl", "--inflation", inflation, "--prune", p, "--select", s,
                "--recover", r, "--recover-percent", percent, "--engine", engine, "--out", "k")
            if partition_digest(Path(f"k.clusters.I{inflation}.txt").read_bytes()) != partition:
                sys.exit(f"{name}, inflation {inflation}, pruned, {engine}: other clusters than mcl's")
        compared += 1
    print(f"{compared} of {len(rows) + len(pruned)} networks and inflations have the clusters of mcl; {left_out} are left to ENCKE_LONG=1")


def read_back():
    """Files of a graph with awkward names; returns the names of the readers."""
    names = ["a&b", "c<d>", "e\"f'", "rs1:1", "x,y", "é"]
    Path("f.abc").write_text("".join(f"{a}\t{b}\t{0.1 * k + 0.123456789012345}\n" for k, (a, b) in enumerate(zip(names, names[1:]))))
    run(ENCKE, "network", "--edges", "f.abc", "--cluster", "mcl", "--graph", "graphml,gexf,mtx,npz,mci,ncol,sif", "--out", "f")
    readers = []
    labels = Path("f.npz.labels.txt").read_text().splitlines()
    assert labels == names, labels
    weights = {frozenset(line.split("\t")[:2]): float(line.split("\t")[2]) for line in Path("f.abc").read_text().splitlines()}
    try:
        import scipy.io
        import scipy.sparse
        readers.append("scipy")
        for matrix in (scipy.sparse.load_npz("f.npz"), scipy.io.mmread("f.mtx")):
            dense = matrix.toarray()
            assert (dense == dense.T).all() and (dense > 0).sum() == 2 * len(weights)
            for i, a in enumerate(labels):
                for j, b in enumerate(labels):
                    assert dense[i, j] == weights.get(frozenset((a, b)), 0)
    except ImportError:
        pass
    try:
        import networkx
        readers.append("networkx")
        for graph, name in ((networkx.read_graphml("f.graphml"), "name"), (networkx.read_gexf("f.gexf"), "label")):
            of = networkx.get_node_attributes(graph, name)
            assert sorted(of.values()) == sorted(names)
            for a, b, weight in graph.edges(data="weight"):
                assert weight == weights[frozenset((of[a], of[b]))]
    except ImportError:
        pass
    try:
        import igraph
        readers.append("igraph")
        assert igraph.Graph.Read_GraphML("f.graphml").vs["name"] == names
        named = igraph.Graph.Read_Ncol("f.ncol", names=True, weights=True, directed=False)
        for edge in named.es:
            assert edge["weight"] == weights[frozenset(named.vs[end]["name"] for end in edge.tuple)]
    except ImportError:
        pass
    ends = {frozenset(line.split("\t")[::2]) for line in Path("f.sif").read_text().splitlines()}
    assert ends == set(weights), ends
    if shutil.which("mcl"):
        readers.append("mcl")
        run("mcl", "f.ncol", "--abc", "-o", "mci.txt")
        assert Path("mci.txt").read_bytes() == Path("f.clusters.I2.txt").read_bytes()
        run("mcl", "f.mci", "-use-tab", "f.mci.tab", "-o", "mci.txt")
        assert Path("mci.txt").read_bytes() == Path("f.clusters.I2.txt").read_bytes()
    return readers


def sets_read_back():
    """PLINK 1.9 writes the sets that it read, of variants in the order of the .bim, with the same bytes; returns its name where it is there."""
    if not shutil.which("plink1.9"):
        return []
    genotypes = 12
    rng = random.Random(5)
    Path("s.fam").write_text("".join(f"F{s} I{s} 0 0 1 {1 + s % 2}\n" for s in range(8)))
    Path("s.bim").write_text("".join(f"{1 + v // 6} rs{v} 0 {100 * (v + 1)} A C\n" for v in range(genotypes)))
    Path("s.bed").write_bytes(b"l\x1b\x01" + bytes(rng.choice([0, 2, 3]) | rng.choice([0, 8, 12]) | rng.choice([0, 32, 48])
                                                  | rng.choice([0, 128, 192]) for _ in range(2 * genotypes)))
    Path("s.abc").write_text("".join(f"rs{a} rs{b} 1\n" for a, b in ((0, 1), (1, 2), (3, 4), (7, 9), (9, 11), (8, 10))))
    run(ENCKE, "network", "--edges", "s.abc", "--sets", "plink,list", "--bim", "s.bim", "--out", "s")
    run("plink1.9", "--bfile", "s", "--set", "s.set", "--write-set", "--out", "again")
    assert Path("again.set").read_bytes() == Path("s.set").read_bytes()
    run("plink1.9", "--bfile", "s", "--extract", "s.list", "--write-snplist", "--out", "again")
    assert sorted(Path("again.snplist").read_text().split()) == sorted(Path("s.list").read_text().split())
    return ["plink1.9"]


def main():
    readers = read_back() + sets_read_back()
    if shutil.which("mcl"):
        compare_with_mcl()
        compare_variants_with_mcl()
    if KNOWN.exists():
        compare_with_hashes()
    elif not readers:
        print("neither mcl nor known answers nor a reader of files of graphs is here")
        return 77
    print("read back by " + (", ".join(readers) or "nobody"))
    missing = [reader for reader in ("scipy", "networkx", "igraph", "mcl", "plink1.9") if reader not in readers]
    if missing:
        print("not here: " + ", ".join(missing))
    return 0


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    sys.exit(main())
