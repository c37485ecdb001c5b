"""Schedules of many threads, from the costs of one: which share of 64 threads works, of kernels and of output.

    python3 perf/models/threads.py [--threads 1,2,16,64] [--spread 0.05] [--store LINE]

Jobs are handed out one by one in their order to whoever is free, as TeamLoop does; each block of tiles ends with all
threads waiting for the last. The cost of a job is the number of pairs above the diagonal in it, or of triples, times a random factor of
mean 1 (--spread: its deviation) for neighbours and caches. Output: tiles are read back by all threads, put in order (counting on one
thread, sorting on all), printed in pieces by all, which get their places in turn, and written. LINE: the line of `encke-bench --store N`, from which the costs of
a hit come. An emulation: no memory, clock or NUMA is in it. Where jobs are so short that handing one out counts, --handing says how
long that takes."""
import argparse
import heapq
import json
import random

PAIR_TILE = (64, 192)     # backends/kokkos: rows and columns of a job
MASK_JOB = (512, 384)     # with lists of missing samples, at most
TRIPLE_TILE = (32, 384)   # of a pivot
JOBS_OF_WORKER = 4        # of lists: smaller jobs where there are fewer (pair_jobs.cpp)
PIECE = 4096              # hits that are printed at a time (edges.cpp)
TOGETHER = 1 << 19        # hits that are read back at a time (publish.cpp)


def makespan(costs, threads, handing=0.0):
    """Time until the last job ends."""
    if threads == 1:
        return sum(costs) + handing * len(costs)
    free = [0.0] * threads
    last = 0.0
    for cost in costs:
        end = heapq.heappop(free) + handing + cost
        last = max(last, end)
        heapq.heappush(free, end)
    return last


def rectangle(rows, cols):
    """Pairs i < j of rows and columns, which are ranges."""
    return sum(max(0, cols[1] - max(cols[0], i + 1)) for i in range(*rows))


def pair_jobs(vectors, tile, low=0):
    """The last `low` rows are in jobs of a quarter of the height (lists of missing samples)."""
    height = max(PAIR_TILE[0], tile[0] // 4)
    starts = list(range(0, vectors - low, tile[0])) + list(range(vectors - low, vectors, height))
    jobs = []
    for row, end in zip(starts, starts[1:] + [vectors]):
        for col in range(0, vectors, tile[1]):
            rows, cols = (row, end), (col, min(vectors, col + tile[1]))
            if cols[1] - 1 <= rows[0]:
                continue
            whole = (rows[1] - rows[0]) * (cols[1] - cols[0])
            jobs.append(whole if rows[1] <= cols[0] else rectangle(rows, cols))
    return jobs


def mask_jobs(vectors, threads):
    rows = MASK_JOB[0] // PAIR_TILE[0]
    while rows > 1 and -(-vectors // (rows * PAIR_TILE[0])) * -(-vectors // MASK_JOB[1]) < JOBS_OF_WORKER * threads:
        rows = -(-rows // 2)
    columns = -(-vectors // MASK_JOB[1])
    at_end = min(-(-2 * threads // columns), vectors // PAIR_TILE[0] // rows // 2)
    return pair_jobs(vectors, (rows * PAIR_TILE[0], MASK_JOB[1]), at_end * rows * PAIR_TILE[0])


def triple_jobs(vectors):
    """A job is a pivot's tile of the others; pairs behind the pivot count."""
    jobs = []
    for pivot in range(vectors):
        for row in range(0, vectors, TRIPLE_TILE[0]):
            rows = (max(row, pivot + 1), min(vectors, row + TRIPLE_TILE[0]))
            jobs += [rectangle(rows, (col, min(vectors, col + TRIPLE_TILE[1]))) for col in range(0, vectors, TRIPLE_TILE[1])]
    return jobs


def kernels(name, jobs_of, seconds_of_unit, threads, spread, handing):
    factor = random.Random(1)
    jobs = [seconds_of_unit * job * max(0.1, factor.gauss(1, spread)) for job in jobs_of(threads)]
    return name, len(jobs), sum(jobs) / threads / makespan(jobs, threads, handing)


def output(costs, threads, hits, spread):
    """Seconds for so many hits of one strip after the other."""
    factor = random.Random(2)
    total = 0.0
    for first in range(0, hits, TOGETHER):
        count = min(TOGETHER, hits - first)
        tiles = [costs["read"] * PIECE * max(0.1, factor.gauss(1, spread)) for _ in range(0, count, PIECE)]
        total += makespan(tiles, threads) + costs["take"] * count + costs["count"] * count
        total += costs["sort"] * count / threads
        free, turn, last = [0.0] * threads, 0.0, 0.0
        for _ in range(0, count, PIECE):  # print, wait for the turn to get a place, write there
            printed = heapq.heappop(free) + costs["print"] * PIECE * max(0.1, factor.gauss(1, spread))
            turn = max(turn, printed)
            end = turn + costs["write"] * PIECE
            last = max(last, end)
            heapq.heappush(free, end)
        total += last
    return total


def costs_of(line):
    """Seconds a hit. Of publishing, what is not counted, sorted or written is printing."""
    costs = {"read": 10e-9, "take": 4e-9, "count": 8e-9, "sort": 10e-9, "write": 12e-9, "print": 50e-9}
    if line:
        found = json.loads(line)
        costs["read"] = found["seconds_read"] / found["hits"]
        others = costs["take"] + costs["count"] + costs["sort"] + costs["write"]
        costs["print"] = max(10e-9, found["seconds_publish"] / found["hits"] - others)
    return costs


def main():
    parser = argparse.ArgumentParser(prog="threads.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", default="1,2,16,64")
    parser.add_argument("--spread", type=float, default=0.05)
    parser.add_argument("--handing", type=float, default=2e-7, help="s to hand a job out (default 2e-7)")
    parser.add_argument("--rate", type=float, default=4e11, help="comparisons/s of a thread (default 4e11)")
    parser.add_argument("--fields", type=int, default=1000)
    parser.add_argument("--store", default="")
    options = parser.parse_args()
    counts = [int(text) for text in options.threads.split(",")]
    second = options.fields / options.rate
    cases = [("pairs of 3,000", lambda threads: pair_jobs(3000, PAIR_TILE), second),
             ("pairs of 28,501", lambda threads: pair_jobs(28501, PAIR_TILE), second),
             ("the same by lists of missing samples", lambda threads: mask_jobs(28501, threads), 1.7 * second),
             ("pairs of 3,000 by lists", lambda threads: mask_jobs(3000, threads), 1.7 * second),
             ("triples of 600", lambda threads: triple_jobs(600), second)]
    print("what\tjobs of the most threads\t" + "\t".join(f"{count} threads" for count in counts))
    for name, jobs_of, unit in cases:
        found = [kernels(name, jobs_of, unit, count, options.spread, options.handing) for count in counts]
        print(f"{name}\t{found[-1][1]}\t" + "\t".join(f"{efficiency:.3f}" for _, _, efficiency in found))
    hits = 8 * TOGETHER
    alone = output(costs_of(options.store), 1, hits, options.spread)
    print(f"output, {hits} hits\t{hits // PIECE}\t" + "\t".join(
        f"{alone / count / output(costs_of(options.store), count, hits, options.spread):.3f}" for count in counts))


if __name__ == "__main__":
    main()
