"""The roofline of this machine, and where each kernel lies on it; see perf/roofline.sh and perf/README.md."""
import os
from math import atan2, degrees

import bench
import loglog

MEMORY = ("L1", "L2", "L3", "memory")
CASES = {  # name -> metric and options, vectors and fields of the full size
    "CCC 2-way": ("ccc", [], 8192, 8192),
    "CCC 2-way, 896 fields": ("ccc", [], 16384, 896),
    "CCC 2-way, 2 % missing": ("ccc", ["--missing", 0.02], 8192, 8192),
    "CCC 3-way": ("ccc", ["--way", 3], 1024, 2048),
    "CCC 3-way, 2 % missing": ("ccc", ["--way", 3, "--missing", 0.02], 512, 2048),
    "PS 2-way f32": ("ps", [], 4096, 4096),
    "PS 2-way f64": ("ps", ["--precision", "f64"], 4096, 2048),
    "PS 3-way f32": ("ps", ["--way", 3], 512, 2048),
    "Sorenson 2-way": ("sorenson", [], 8192, 8192),
    "Sorenson 3-way": ("sorenson", ["--way", 3], 1024, 4096),
    "DUO 2-way, 2 % missing": ("duo", ["--missing", 0.02], 8192, 8192),
    "DUO 3-way, 2 % missing": ("duo", ["--way", 3, "--missing", 0.02], 512, 4096),
    "epistasis 2-way": ("epistasis", [], 8192, 8192),
    "epistasis 2-way, 2 % missing": ("epistasis", ["--missing", 0.02], 8192, 8192),
    "epistasis 3-way": ("epistasis", ["--way", 3], 512, 4096),
    "epistasis 3-way, 2 % missing": ("epistasis", ["--way", 3, "--missing", 0.02], 256, 4096),
    "UniFrac f32": ("unifrac", ["--precision", "f32"], 2048, 1024),
    "UniFrac f64": ("unifrac", ["--precision", "f64"], 1024, 1024),
}
WIDTH, HEIGHT = 1120, 490  # of a chart
METRICS = ("ccc", "ps", "sorenson", "duo", "epistasis", "unifrac")


def collect(options):
    """Lines of the machine, and of each kernel at each of its levels; where registers are of 64 bits, of half as many vectors."""
    bench.say(f"roofline.sh: load {os.getloadavg()[0]:.2f}; above 0.1 other programs disturb")
    lines = bench.lines_of(options, ["--roofline", "--threads", options.threads])
    yield from lines
    scalar = {line["level"] for line in lines if line.get("register_bits") == 64}
    for level in levels(lines):
        for name, (metric, more, vectors, fields) in CASES.items():
            if options.size == "small":
                vectors, fields = min(vectors // 16, 256), min(fields, 1024)
            elif level in scalar:
                vectors //= 2
            bench.say(f"{level}: {name}")
            line = bench.lines_of(options, ["--metric", metric, "--vectors", vectors, "--fields", fields, "--level", level,
                                            "--threads", options.threads, "--repeats", options.repeats, "--no-pruning"] + more)[0]
            yield {"kernel": name} | line


def levels(lines):
    return list(dict.fromkeys(line["level"] for line in lines))


def machine_level(lines, level):
    """The level whose ceilings were measured: x86-64-v4 for x86-64-v4-carry, which has its instructions in other kernels."""
    measured = {line["level"] for line in lines if "bandwidth" in line}
    return max((name for name in measured if level.startswith(name)), key=len, default=level)


def bandwidths(lines, level):
    level = machine_level(lines, level)
    return {line["bandwidth"]: line["bytes_per_second"] for line in lines if "bandwidth" in line and line["level"] == level}


def place(kernel, bandwidth, bound):
    """Where a kernel lies: its attainable rate is the least of what its arithmetic and its bytes allow. `bound`: of its
    arithmetic, as measured for the ceilings; that measured with the kernel counts where it is higher."""
    operations = kernel["operations_per_comparison"]["total"]
    moved = kernel["bytes_per_comparison"]
    limits = {"arithmetic": max(kernel["bound"], bound)} | {part: bandwidth[part] / moved[part] for part in MEMORY}
    limit = min(limits, key=limits.get)
    return {"rate": kernel["comparisons_per_second"], "operations": operations, "moved": moved,
            "intensity": {part: operations / moved[part] for part in MEMORY}, "limit": limit,
            "attainable": limits[limit], "share": kernel["comparisons_per_second"] / limits[limit]}


def placed(lines, level):
    """The kernels of a level with counted operations and bytes."""
    bandwidth = bandwidths(lines, level)
    bounds = {line["arithmetic"]: line["bound"] for line in lines if "kernel" not in line and "arithmetic" in line
              and line["level"] == machine_level(lines, level)}
    return [(line, place(line, bandwidth, bounds.get(line["arithmetic"], 0))) for line in lines
            if "kernel" in line and line["level"] == level
            and line["bytes_per_comparison"] and line["operations_per_comparison"]]


def kernel_rows(lines):
    rows = [["level", "kernel", "vectors", "fields", "threads", "comparisons_per_s", "spread", "operations_per_comparison",
             "operations_per_s"] + [f"bytes_{part}" for part in MEMORY] + [f"intensity_{part}" for part in MEMORY]
            + ["limited_by", "attainable_per_s", "share_percent"]]
    for level in levels(lines):
        for line, at in placed(lines, level):
            rows.append([level, line["kernel"], str(line["vectors"]), str(line["fields"]), str(line["threads"]),
                         f"{at['rate']:.4g}", f"{line['spread']:.2f}", f"{at['operations']:.4g}",
                         f"{at['rate'] * at['operations']:.4g}"] + [f"{at['moved'][part]:.4g}" for part in MEMORY]
                        + [f"{at['intensity'][part]:.4g}" for part in MEMORY]
                        + [at["limit"], f"{at['attainable']:.4g}", f"{100 * at['share']:.1f}"])
    return rows


def ceiling_rows(lines):
    rows = [["level", "ceiling", "unit", "threads", "best", "median", "spread", "detail"]]
    for line in lines:
        if "kernel" in line:
            continue
        threads, tail = str(line["threads"]), [f"{line['median']:.4g}", f"{line['spread']:.2f}"]
        if "ceiling" in line:
            rows.append([line["level"], line["ceiling"], "instructions/s", threads, f"{line['operations_per_second']:.4g}"]
                        + tail + [f"{line['register_bits']} bits"])
        elif "bandwidth" in line:
            size = f"{line['working_set_bytes'] // 1024} KiB a thread" + ("" if line["size_reported"] else ", size assumed")
            rows.append([line["level"], line["bandwidth"], "B/s", threads, f"{line['bytes_per_second']:.4g}"] + tail + [size])
        else:
            counted = line["operations_per_comparison"]
            rows.append([line["level"], line["arithmetic"], "comparisons/s", threads, f"{line['bound']:.4g}"] + tail
                        + [f"{counted['total']:.4g} instructions a comparison" if counted else "-"])
    return rows


def merged(ceilings, near=1.15):
    """(names, rate) of ceilings; those so near to each other as one, as high as the highest."""
    groups = []
    for name, rate in sorted(ceilings.items(), key=lambda item: item[1]):
        if groups and rate < near * first:
            groups[-1] = (groups[-1][0] + ", " + name, max(rate, groups[-1][1]))
        else:
            groups.append((name, rate))
            first = rate
    return groups


def chart(lines, level, top):
    kernels = placed(lines, level)
    bandwidth = bandwidths(lines, level)
    instructions = {line["ceiling"]: line["operations_per_second"] for line in lines
                    if "ceiling" in line and line["level"] == machine_level(lines, level)}
    highest = max(instructions.values())
    reached = [at["rate"] * at["operations"] for _, at in kernels]
    places = [at["intensity"]["L1"] for _, at in kernels]
    least = min(places + [0.4 * highest / max(bandwidth.values())]) / 1.5
    most = 8 * max(places + [highest / bandwidth["memory"]])  # room for the names of ceilings
    bottom, ceiling = min(reached) / 2, max(reached + [highest]) * 1.6
    threads = lines[0]["threads"]
    drawn = loglog.Chart(f"{level}, {threads} thread{'s' if threads > 1 else ''}",
                         "instructions for each byte that is loaded from the nearest cache", "instructions/s",
                         (least, most), (bottom, ceiling), top, (WIDTH, HEIGHT - 10), 350)
    for names, rate in merged(bandwidth):
        start, knee = max(least, bottom / rate), min(most, highest / rate)
        drawn.line([(start, start * rate), (knee, knee * rate)], name=names)
        drawn.words(knee / 1.1, knee * rate / 1.1, f"{names} {rate / 1e9:.0f} GB/s", dx=-4, dy=-4, anchor="end", size=11,
                    turn=slope(drawn))
    for names, rate in merged(instructions):
        drawn.line([(rate / max(bandwidth.values()), rate), (most, rate)], "#777", 1, "5 3", names)
        drawn.words(most, rate, f"{names} {rate / 1e9:.1f}e9/s", dx=-5, dy=-3, anchor="end", size=10)
    taken = []
    for number, (line, at) in enumerate(kernels):
        color = loglog.COLORS[METRICS.index(line["metric"]) if line["metric"] in METRICS else -1]
        x = at["intensity"]["L1"]
        while any(abs(x / other - 1) < 0.04 for other in taken):  # beside one that lies there
            x *= 1.05
        taken.append(x)
        rate, allowed = at["rate"] * at["operations"], at["attainable"] * at["operations"]
        drawn.line([(x, rate), (x, allowed)], color, 1)
        drawn.line([(x / 1.03, allowed), (x * 1.03, allowed)], color, 2.5, name=f"attainable: {line['kernel']}")
        drawn.point(x, rate, color, str(number + 1))
        drawn.legend(number, f"{line['kernel']}: {100 * at['share']:.0f} % of {at['limit']}", color, str(number + 1))
    return drawn


def slope(drawn):
    """Angle of a line whose rate grows as its intensity, in degrees."""
    x = drawn.x_range[0]
    start, end = drawn.place(x, drawn.y_range[0]), drawn.place(2 * x, 2 * drawn.y_range[0])
    return degrees(atan2(end[1] - start[1], end[0] - start[0]))


def write_all(lines, folder):
    kernels, ceilings = kernel_rows(lines), ceiling_rows(lines)
    bench.write(os.path.join(folder, "roofline.tsv"), bench.tsv(kernels))
    bench.write(os.path.join(folder, "roofline-ceilings.tsv"), bench.tsv(ceilings))
    pick = [kernels[0].index(name) for name in ("level", "kernel", "comparisons_per_s", "spread", "operations_per_comparison",
                                                "intensity_L1", "limited_by", "attainable_per_s", "share_percent")]
    words = bench.columns(ceilings) + "\n" + bench.columns([[row[i] for i in pick] for row in kernels])
    bench.write(os.path.join(folder, "roofline.txt"), words)
    drawn = [level for level in levels(lines) if placed(lines, level)]
    charts = [chart(lines, level, HEIGHT * number) for number, level in enumerate(reversed(drawn))]
    bench.write(os.path.join(folder, "roofline.svg"), loglog.page(charts, WIDTH, HEIGHT * len(charts)))
    return words


def main(arguments=None):
    bench.run("roofline", collect, write_all, arguments)


if __name__ == "__main__":
    main()
