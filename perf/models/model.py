"""Time of a run: t = t_read + t_C + t_TV + l * t_G + t_TM + t_CPU + t_P. What each term is: perf/models/README.md."""
import json
from dataclasses import dataclass
from math import comb, log2

import schedule

SEGMENT_BYTES = 8  # bit planes are cut in words of 64 fields
SUMS_BYTES = 24    # of a vector, that travel with it


@dataclass
class Calibration:
    """Rates of one thread and of messages, in seconds, bytes and comparisons."""
    contract: dict          # way: comparisons/s in the kernels
    combine: dict           # way: s a tuple, combining and selecting
    read: float             # B/s of a .bed, reading and packing
    latency: float          # s of a message
    bandwidth: float        # B/s of a large message, sent and received at the same time
    collective: float       # s of a sum over two ranks
    write_hit: float        # s, digest and block file
    read_hit: float         # s, from a block file
    publish_hit: float      # s, put in order and printed as a line
    commit: float           # s, the block files into the manifest: one write
    directory: float        # s, making and removing P.blocks/


def calibration_from(lines):
    """From lines of encke-bench. Raises ValueError where one that is needed is not there."""
    contract, combine, found = {}, {}, {}
    for line in lines:
        task = line.get("task", "measure")
        if task == "measure" and line["metric"] == "ccc" and line["missing"] == 0 and line["threads"] == 1:
            way = line["way"]
            contract[way] = line["comparisons"] / line["seconds_contract"]
            combine[way] = line["seconds_combine"] / (line["comparisons"] / line["fields"])
        elif task in ("shift", "sum"):
            found.setdefault((task, line["ranks"], line["bytes"]), line)
        else:
            found[task] = line
    sizes = sorted(bytes_ for task, ranks, bytes_ in (k for k in found if isinstance(k, tuple)) if task == "shift" and ranks == 2)
    missing = [name for name in ("read_bed", "store") if name not in found]
    missing += [f"measure --way {way}" for way in (2, 3) if way not in contract]
    if len(sizes) < 2 or ("sum", 2, 8) not in found:
        missing.append("shift on 2 ranks")
    if missing:
        raise ValueError(f"the calibration lacks lines of encke-bench: {', '.join(missing)}")
    store = found["store"]
    return Calibration(contract, combine, found["read_bed"]["bytes_per_second"], found["shift", 2, sizes[0]]["seconds"],
                       sizes[-1] / found["shift", 2, sizes[-1]]["seconds"], found["sum", 2, 8]["seconds"],
                       (store["seconds_digest"] + store["seconds_write"]) / store["hits"],
                       store["seconds_read"] / store["hits"], store.get("seconds_publish", 0) / store["hits"],
                       store["seconds_commit"], store["seconds_directory"])


def calibration_of_file(path):
    with open(path, encoding="utf-8") as file:
        return calibration_from([json.loads(line) for line in file if line.strip()])


@dataclass
class Case:
    """A run. Ranks are ring * replicas; each has `threads`."""
    way: int
    vectors: int
    fields: int
    ring: int = 1
    replicas: int = 1
    threads: int = 1
    hits: float = 0
    blocks_of_rank: int = 2
    slowdown: float = 1       # where threads share processors, or their clock falls
    reads: bool = True        # the input is a .bed

    @property
    def ranks(self):
        return self.ring * self.replicas

    @property
    def tuples(self):
        return comb(self.vectors, self.way)

    @property
    def comparisons(self):
        return self.tuples * self.fields


def vector_bytes(fields):
    """Of a packed vector of genotypes without missing ones, as it travels: two bit planes and its sums."""
    return 2 * SEGMENT_BYTES * -(-fields // (8 * SEGMENT_BYTES)) + SUMS_BYTES


def predict(calibration, case):
    """Seconds of each term, of the slowest rank, and of the whole; and the steps of a rank."""
    all_steps = schedule.steps(case.ring, case.way)
    steps = -(-all_steps // case.replicas)
    blocks = case.blocks_of_rank * case.ring
    share = schedule.busiest(case.ring, case.way, blocks) / comb(blocks + case.way - 1, case.way)  # of one replica
    tuples = case.tuples * share / case.replicas
    kernels = tuples * case.fields / calibration.contract[case.way] / case.threads * case.slowdown
    combine = tuples * calibration.combine[case.way] / case.threads * case.slowdown

    message = 0 if case.ring == 1 else (
        calibration.latency + case.vectors / case.ring * vector_bytes(case.fields) / calibration.bandwidth)
    received = schedule.messages(case.ring, case.way) / case.replicas  # of a rank
    each_step = received / max(all_steps / case.replicas - 1, 1)
    step = (kernels + combine) / steps
    exposed = max(0, each_step * message - step) * max(steps - 1, 0)  # messages travel while a step is computed
    collectives = 4 * calibration.collective * log2(case.ranks) if case.ranks > 1 else 0

    writing = case.hits / case.ranks * calibration.write_hit / case.threads * case.slowdown
    root = calibration.commit + calibration.directory
    publishing = case.hits * (calibration.read_hit + calibration.publish_hit) / case.threads * case.slowdown
    file_bytes = case.vectors / case.ring * -(-case.fields // 4)
    terms = {
        "t_read": file_bytes / calibration.read * case.slowdown if case.reads else 0,
        "t_C": exposed + collectives,
        "t_TV": 0.0,  # no device: kernels read the vectors where they lie
        "l*t_G": kernels,
        "t_TM": combine,
        "t_CPU": writing + root,
        "t_P": publishing,
    }
    return {"steps": steps, **terms, "run": terms["t_C"] + kernels + combine + writing, "total": sum(terms.values())}
