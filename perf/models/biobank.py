"""Problems of biobanks on paper: memory, reading, computing and output on four machines. See perf/models/README.md.

    python3 perf/models/biobank.py TERMS [--program build/release/bin/encke]

TERMS: what `extrapolate.py --terms` has written, the rates of one thread that its table is made of. Disks, networks and GPUs are
assumptions, and rates of GPUs are arithmetic (docs/design/gpu.md). With a program the terms of memory and reading are compared with what
`encke plan` counts at 1/1000 to 1/50 of the first problem. Prints Markdown."""
import argparse
import json
import re
import subprocess
from dataclasses import dataclass
from math import ceil, comb

import model

MIB = 1 << 20


@dataclass
class Machine:
    name: str
    ranks: int
    threads: int      # of a rank
    memory: float     # bytes for vectors, of a rank
    disk: float       # B/s of a rank
    gpu: float = 0    # complete comparisons/s of pairs; 0: the threads compute


@dataclass
class Problem:
    name: str
    way: int
    vectors: int
    fields: int
    share: float = 1      # of all tuples: windows
    hits: float = 1e-9    # of the tuples that are compared
    kind: str = "ccc"
    term: str = "ccc2"    # whose rate of extrapolate.py it is

    @property
    def tuples(self):
        return self.share * comb(self.vectors, self.way)

    @property
    def vector_bytes(self):
        return model.vector_bytes(self.fields) if self.kind == "ccc" else self.fields // 8 + 1


MACHINES = [
    Machine("one thread, all in memory", 1, 1, 1e15, 1e9),
    Machine("laptop: 8 threads, 16 GB", 1, 8, 10e9, 1e9),
    Machine("node: 64 threads, 512 GB", 1, 64, 400e9, 2e9),
    Machine("8 GPUs (H100), 80 GB each", 8, 8, 60e9, 1e9, 1.3e15),
    Machine("1,000 ranks of 16 threads", 1000, 16, 32e9, 0.1e9),
]
CHROMOSOME = 20_000  # variants of one, after pruning
PROBLEMS = [
    Problem("500,000 × 800,000, pairs", 2, 800_000, 500_000),
    Problem("the same, windows of 1,000 variants", 2, 800_000, 500_000, share=2 * 1000 / 800_000, hits=1e-4, term="windows"),
    Problem(f"500,000 × {CHROMOSOME:,}, triples", 3, CHROMOSOME, 500_000, hits=1e-12, term="ccc3"),
    Problem("UniFrac unweighted, 113,000 samples × 600,000 branches", 2, 113_000, 600_000, hits=1, kind="unifrac", term="unifrac"),
]
UNIFRAC_GPU = 2.5e13  # branches of pairs a second, by arithmetic
VALUE_BYTES = {"ccc": 40, "unifrac": 8}  # of a line of edges; of an entry of a matrix


def reads(blocks, held, way):
    """Blocks that are read in all, the first pass with them: docs/design/blocks-on-demand.md."""
    if blocks <= held:
        return blocks
    if way == 2:
        group = max(held - 2, 1)
        return blocks + sum(max(blocks - i * group, 0) for i in range(ceil(blocks / group)))
    group = max((held - 2) // 2, 1)
    return blocks + round(blocks ** 3 / (6 * group ** 2))


def hours(seconds):
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.0f} h" if seconds < 400 * 3600 else f"{seconds / 86400:,.0f} days"


def predict(terms, problem, machine, block=640):
    """Memory of a rank, how often it reads what it needs, and seconds of reading, computing and output."""
    total = problem.vectors * problem.vector_bytes
    # ranks on a ring hold the input together
    whole = total <= machine.memory * machine.ranks
    blocks = ceil(problem.vectors / block)
    held = blocks if whole else int(machine.memory // (block * problem.vector_bytes))
    times = 1 if whole or problem.share < 1 else reads(blocks, held, problem.way) / blocks / machine.ranks
    read = max(times, 1 / machine.ranks) * total / machine.disk
    of_gpu = machine.gpu and (UNIFRAC_GPU if problem.kind == "unifrac" else machine.gpu)
    rate = machine.ranks * (of_gpu or terms[problem.term]["comparisons"] * machine.threads)
    compute = problem.tuples * problem.fields / rate
    output = problem.tuples * problem.hits * VALUE_BYTES[problem.kind]
    return {"held": min(total / machine.ranks if whole else held * block * problem.vector_bytes, total), "times": times,
            "read": read, "compute": compute, "output": output, "write": output / machine.disk / machine.ranks}


def table(terms):
    lines = ["| problem | machine | held of | read, times | reading | computing | output | written |", "|---|---|---|---|---|---|---|---|"]
    for problem in PROBLEMS:
        total = problem.vectors * problem.vector_bytes
        for machine in MACHINES:
            p = predict(terms, problem, machine)
            lines.append(f"| {problem.name} | {machine.name} | {p['held'] / 1e9:,.1f} of {total / 1e9:,.1f} GB | {p['times']:.2g} | "
                         f"{hours(p['read'])} | {hours(p['compute'])} | {p['output'] / 1e9:,.3g} GB | {hours(p['write'])} |")
    return lines


def check(program):
    """Memory and blocks read at parts of the first problem, as the program's planner counts them, and as by formula."""
    lines = ["| of the first problem | memory MiB | blocks | held | read: plan | formula | error |", "|---|---|---|---|---|---|---|"]
    for part in (1000, 250, 50):
        vectors, fields = 800_000 // part, 500_000
        memory = max(60 + vectors * model.vector_bytes(fields) // MIB // 4, 90)
        out = subprocess.run([program, "plan", "ccc", "--synthetic", "random", "--num-vectors", str(vectors), "--num-fields", str(fields),
                              "--memory", str(memory), "--threads", "1", "--threshold", "0.7"], capture_output=True, text=True, check=False).stdout
        found = re.search(r"reading\s+([\d,]+) of ([\d,]+) blocks held; ([\d,]+) blocks read", out)
        if not found:
            lines.append(f"| 1/{part} | {memory} | fits in memory, or is refused | | | | |")
            continue
        held, blocks, counted = (int(text.replace(",", "")) for text in found.groups())
        formula = reads(blocks, held, 2)
        lines.append(f"| 1/{part} | {memory} | {blocks:,} | {held:,} | {counted:,} | {formula:,} | {100 * (formula / counted - 1):+.1f} % |")
    return lines


def main():
    parser = argparse.ArgumentParser(prog="biobank.py")
    parser.add_argument("terms")
    parser.add_argument("--program")
    options = parser.parse_args()
    with open(options.terms, encoding="utf-8") as file:
        print("\n".join(table(json.load(file))))
    if options.program:
        print("\n" + "\n".join(check(options.program)))


if __name__ == "__main__":
    main()
