"""How cost and memory grow with samples, vectors and hits; see perf/growth.sh and perf/README.md."""
import os
from math import exp, log, sqrt

import bench
import loglog

SIZES = {
    "full": {"samples": [64 << k for k in range(11)], "of_samples": 4096,
             "vectors": [256, 512, 1024, 2048, 4096, 8192, 16384, 32768], "of_vectors": 1024,
             "thresholds": [0.636, 0.633, 0.63, 0.625, 0.62, 0.6, 0.5, 0.3, 0.1], "of_density": (4096, 2048)},
    "small": {"samples": [64 << k for k in range(5)], "of_samples": 256, "vectors": [64, 128, 256, 512], "of_vectors": 256,
              "thresholds": [0.63, 0.62, 0.6, 0.4, 0.1], "of_density": (256, 256)},
}
# Of random genotypes 0.636 leaves a hit in 10,000 or so, 0.1 most.
NAMES = {"samples": "samples", "vectors": "vectors", "density": "hits for each value"}


def density(line):
    """Hits for each value: a pair has four."""
    return line["hits"] / (2.0 * line["vectors"] * (line["vectors"] - 1))


def collect(options):
    bench.say(f"growth.sh: load {os.getloadavg()[0]:.2f}; above 0.1 other programs disturb")
    sizes = SIZES[options.size]
    points = [("samples", sizes["of_samples"], fields, []) for fields in sizes["samples"]]
    points += [("vectors", vectors, sizes["of_vectors"], []) for vectors in sizes["vectors"]]
    points += [("density", *sizes["of_density"], ["--threshold", t]) for t in [2] + sizes["thresholds"]]  # 2: no hits
    for along, vectors, fields, more in points:
        bench.say(f"{along}: {vectors} vectors, {fields} samples {' '.join(map(str, more))}")
        line = bench.lines_of(options, ["--vectors", vectors, "--fields", fields, "--threads", options.threads,
                                        "--repeats", options.repeats] + more)[0]
        yield {"along": along} | line


def median(values):
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def fit(points):
    """(exponent, its standard error, factor) of y = factor x^exponent, by least squares on logarithms; None for fewer than
    two places. Two places have no error: nan."""
    logs = [(log(x), log(y)) for x, y in points if x > 0 and y > 0]
    if len({x for x, _ in logs}) < 2:
        return None
    n = len(logs)
    mean_x, mean_y = sum(x for x, _ in logs) / n, sum(y for _, y in logs) / n
    sum_xx = sum((x - mean_x) ** 2 for x, _ in logs)
    exponent = sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum_xx
    rest = sum((y - mean_y - exponent * (x - mean_x)) ** 2 for x, y in logs)
    error = sqrt(rest / (n - 2) / sum_xx) if n > 2 else float("nan")
    return exponent, error, exp(mean_y - exponent * mean_x)


def upper_half(points):
    """Those from the middle of the range on, where fixed costs no longer count."""
    points = sorted(points)
    middle = sqrt(points[0][0] * points[-1][0])
    return [point for point in points if point[0] >= 0.999 * middle]


def curves(lines):
    """What is fitted: (along, what) -> points."""
    of = {along: [line for line in lines if line["along"] == along] for along in NAMES}
    found = {}
    for along, key in (("samples", "fields"), ("vectors", "vectors")):
        found[along, "seconds"] = [(line[key], median(line["seconds"])) for line in of[along]]
        found[along, "seconds in kernels"] = [(line[key], line["seconds_contract"]) for line in of[along]]
    hits = [line for line in of["density"] if line["hits"] > 0]
    without = [median(line["seconds"]) for line in of["density"] if line["hits"] == 0]
    found["density", "seconds"] = [(density(line), median(line["seconds"])) for line in hits]
    if without:
        found["density", "seconds beyond those without hits"] = [
            (density(line), median(line["seconds"]) - min(without)) for line in hits]
    found["vectors", "bytes beyond the packed input"] = [
        (line["vectors"], line["peak_rss_bytes"] - line["packed_bytes"]) for line in of["vectors"]]
    return {name: points for name, points in found.items() if len({x for x, y in points if y > 0}) > 1}


def table(found):
    rows = [["what", "along", "from", "to", "points", "exponent", "standard_error", "exponent_of_upper_half", "standard_error",
             "least", "most"]]
    for (along, what), points in found.items():
        points = [point for point in points if point[1] > 0]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        cells = []
        for part in (points, upper_half(points)):
            fitted = fit(part)
            cells += [f"{fitted[0]:.3f}", f"{fitted[1]:.3f}"] if fitted else ["-", "-"]
        rows.append([what, NAMES[along], f"{min(xs):.4g}", f"{max(xs):.4g}", str(len(points))] + cells
                    + [f"{min(ys):.4g}", f"{max(ys):.4g}"])
    return rows


def charts(found):
    groups = [("seconds", along) for along in NAMES] + [("bytes", "vectors")]
    drawn = []
    for unit, along in groups:
        here = {what: [p for p in points if p[1] > 0] for (a, what), points in found.items() if a == along and what.startswith(unit)}
        if not here:
            continue
        every = [point for points in here.values() for point in points]
        title = f"CCC 2-way: {'memory' if unit == 'bytes' else 'time'} against {NAMES[along]}"
        one = loglog.Chart(title, NAMES[along], unit, loglog.around([x for x, _ in every]), loglog.around([y for _, y in every]),
                           360 * len(drawn), (1120, 350), 420)
        for number, (what, points) in enumerate(here.items()):
            color = loglog.COLORS[number]
            exponent, error, factor = fit(points)
            ends = [min(x for x, _ in points), max(x for x, _ in points)]
            one.line([(x, factor * x ** exponent) for x in ends], color, 1, "6 3", f"fit: {what}")
            for x, y in points:
                one.point(x, y, color, radius=4)
            one.legend(number, f"{what}: exponent {exponent:.3f} ± {error:.3f}", color)
        drawn.append(one)
    return drawn


def write_all(lines, folder):
    found = curves(lines)
    rows = table(found)
    bench.write(os.path.join(folder, "growth.tsv"), bench.tsv(rows))
    drawn = charts(found)
    bench.write(os.path.join(folder, "growth.svg"), loglog.page(drawn, 1120, 360 * len(drawn)))
    return bench.columns(rows)


def main(arguments=None):
    bench.run("growth", collect, write_all, arguments)


if __name__ == "__main__":
    main()
