"""The tables and pictures of perf/roofline.py and perf/growth.py from lines that are easy to reckon with; and that the shapes of
tiles by which the benchmark counts bytes are those of the library."""
import glob
import json
import math
import os
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path[:0] = [os.path.join(ROOT, "perf")]
import growth  # noqa: E402
import loglog  # noqa: E402
import roofline  # noqa: E402


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def machine():
    """1e10 instructions/s, and 1e11, 1e10, 1e9, 1e8 B/s."""
    common = {"level": "x86-64-v4", "threads": 1, "median": 1.0, "spread": 1.0}
    lines = [{"ceiling": name, "operations_per_second": rate, "register_bits": 512} | common
             for name, rate in (("logic", 1e10), ("add u8", 1.05e10), ("popcount", 5e9))]
    lines += [{"bandwidth": part, "bytes_per_second": 10.0 ** (11 - i), "working_set_bytes": 4096, "size_reported": True} | common
              for i, part in enumerate(roofline.MEMORY)]
    lines.append({"arithmetic": "ccc", "bound": 1e12, "operations_per_comparison": {"total": 0.01}} | common)
    return lines


def kernel(rate=5e11, moved=(0.05, 0.005, 0.0005, 0.00005), bound=9e11):
    return {"kernel": "CCC 2-way", "metric": "ccc", "level": "x86-64-v4", "threads": 1, "vectors": 8, "fields": 9,
            "comparisons_per_second": rate, "spread": 1.01, "bound": bound, "arithmetic": "ccc",
            "operations_per_comparison": {"total": 0.01}, "bytes_per_comparison": dict(zip(roofline.MEMORY, moved))}


class Roofline(unittest.TestCase):
    def place(self, line):
        return roofline.placed(machine() + [line], "x86-64-v4")[0][1]

    def test_arithmetic_limits_what_moves_few_bytes(self):
        at = self.place(kernel(rate=5e11))
        self.assertEqual(at["limit"], "arithmetic")
        self.assertEqual(at["attainable"], 1e12)  # the better of two measurements of the bound
        self.assertAlmostEqual(at["share"], 0.5)
        self.assertAlmostEqual(at["intensity"]["L1"], 0.2)

    def test_the_narrowest_part_of_the_memory_limits_what_moves_many(self):
        at = self.place(kernel(rate=1e11, moved=(0.05, 0.05, 0.0005, 0.00005)))
        self.assertEqual(at["limit"], "L2")
        self.assertAlmostEqual(at["attainable"], 1e10 / 0.05)
        self.assertAlmostEqual(at["share"], 0.5)

    def test_kernels_without_counts_are_left_out(self):
        uncounted = {"arithmetic": "new", "bound": 1.0, "level": "x86-64-v4", "threads": 1, "median": 1.0, "spread": 1.0,
                     "operations_per_comparison": None}
        self.assertEqual(roofline.ceiling_rows([uncounted])[1][-1], "-")
        lines = machine() + [kernel() | {"bytes_per_comparison": None}, kernel() | {"operations_per_comparison": None}]
        self.assertEqual(roofline.placed(lines, "x86-64-v4"), [])

    def test_ceilings_that_lie_together_have_one_name(self):
        self.assertEqual(roofline.merged({"a": 1.0, "b": 1.1, "c": 1.2, "d": 3.0}), [("a, b", 1.1), ("c", 1.2), ("d", 3.0)])

    def test_tables_and_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "roofline.jsonl")
            with open(source, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in machine() + [kernel()])
            roofline.main(["--from", source])
            with open(os.path.join(folder, "roofline.tsv"), encoding="utf-8") as file:
                head, row = [line.split("\t") for line in file.read().splitlines()]
            self.assertEqual(dict(zip(head, row))["share_percent"], "50.0")
            self.assertEqual(dict(zip(head, row))["operations_per_s"], "5e+09")
            with open(os.path.join(folder, "roofline-ceilings.tsv"), encoding="utf-8") as file:
                self.assertEqual(len(file.read().splitlines()), 1 + len(machine()))
            picture = xml.etree.ElementTree.parse(os.path.join(folder, "roofline.svg")).getroot()
            words = "".join(picture.itertext())
            for expected in ("L1 100 GB/s", "memory 0 GB/s", "popcount 5.0e9/s", "logic, add u8", "CCC 2-way: 50 % of arithmetic"):
                self.assertIn(expected, words)


class Shapes(unittest.TestCase):
    """drivers/bench/kernels/kernel_traffic.cpp against the tables of the levels."""
    FORMS = {"minimum_f32": "minimum", "minimum_f64": "minimum", "bits": "bit_complete", "powered_f32": "powered",
             "powered_f64": "powered"}

    def setUp(self):
        self.shapes = {}
        for form, numbers in re.findall(r"\{Form::(\w+),([\d,\s]+\{\{[^}]*\}[^;]*?\}\})", read("drivers", "bench", "kernels", "kernel_traffic.cpp")):
            self.shapes[form] = re.findall(r"\{(\d+), (\d+)\}", numbers)

    def test_register_tiles(self):
        self.assertGreaterEqual(len(self.shapes), 14)
        for number, level in enumerate(("v2", "v3", "v4")):
            paths = glob.glob(os.path.join(ROOT, "backends", "*", "cpu", "levels", f"level_x86_64_{level}.?pp"))
            text = "".join(read(path) for path in paths)
            table = {name: (rows, registers) for name, rows, registers in re.findall(r"(\w+)\{(\d+), (\d+)\}", text)}
            for form, tiles in self.shapes.items():
                self.assertEqual(tiles[number], table[self.FORMS.get(form, form)], (level, form))

    def test_tiles(self):
        path, = glob.glob(os.path.join(ROOT, "backends", "*", "tiles", "workspace.hpp"))
        ours = read("drivers", "bench", "kernels", "kernel_traffic.cpp")
        for name, ours_name in (("pair_tile", "pair"), ("triple_tile", "triple")):
            tile = re.search(name + r"\{(\d+, \d+)\}", read(path)).group(1)
            self.assertRegex(ours, rf"[ ,]{ours_name}\{{{tile}\}}")


class Growth(unittest.TestCase):
    def test_exponents_of_powers(self):
        exponent, error, factor = growth.fit([(x, 3 * x ** 2) for x in (1, 10, 100)])
        self.assertAlmostEqual(exponent, 2)
        self.assertAlmostEqual(error, 0)
        self.assertAlmostEqual(factor, 3)
        self.assertTrue(math.isnan(growth.fit([(1, 1), (2, 2)])[1]))
        self.assertIsNone(growth.fit([(1, 1), (1, 2)]))

    def test_errors_are_those_of_least_squares(self):
        # logs (0, 0), (1, 1), (2, 0): exponent 0, rest 2/3, error sqrt(2/3 / 1 / 2)
        exponent, error, _ = growth.fit([(1, 1), (math.e, math.e), (math.e ** 2, 1)])
        self.assertAlmostEqual(exponent, 0)
        self.assertAlmostEqual(error, math.sqrt(1 / 3))

    def test_upper_half_is_by_ratio(self):
        self.assertEqual(growth.upper_half([(1, 0), (9, 0), (10, 0), (100, 0)]), [(10, 0), (100, 0)])

    def test_table_and_picture(self):
        line = {"vectors": 100, "fields": 64, "hits": 0, "packed_bytes": 0, "peak_rss_bytes": 10**7}
        lines = [line | {"along": "samples", "fields": f, "seconds": [f / 1e6], "seconds_contract": f / 2e6} for f in (64, 640, 6400)]
        lines += [line | {"along": "vectors", "vectors": v, "seconds": [v * v / 1e6], "seconds_contract": v * v / 2e6,
                          "packed_bytes": v * 100, "peak_rss_bytes": 10**7 + v * 100} for v in (100, 1000, 10000)]
        lines += [line | {"along": "density", "hits": h, "seconds": [1 + h / 100]} for h in (0, 100, 1000, 10000)]
        with tempfile.TemporaryDirectory() as folder:
            growth.write_all(lines, folder)
            with open(os.path.join(folder, "growth.tsv"), encoding="utf-8") as file:
                rows = {(row[1], row[0]): row for row in (text.split("\t") for text in file.read().splitlines())}
            self.assertEqual(rows["samples", "seconds"][5], "1.000")
            self.assertEqual(rows["vectors", "seconds in kernels"][5], "2.000")
            self.assertEqual(rows["vectors", "bytes beyond the packed input"][5], "0.000")
            self.assertEqual(rows["hits for each value", "seconds beyond those without hits"][5], "1.000")
            picture = xml.etree.ElementTree.parse(os.path.join(folder, "growth.svg"))
            self.assertIn("exponent 2.000 ± 0.000", "".join(picture.getroot().itertext()))


class Charts(unittest.TestCase):
    def test_corners_and_decades(self):
        chart = loglog.Chart("t", "x", "y", (1, 100), (1, 10))
        self.assertEqual(chart.place(1, 1), (chart.left, chart.bottom))
        self.assertEqual(chart.place(100, 10), (chart.right, chart.top))
        self.assertEqual(loglog.decades(0.5, 100), [1, 10, 100])
        self.assertEqual(loglog.marks(0.5, 100), [1, 10, 100])
        self.assertEqual(loglog.marks(3, 60), [5, 10, 20, 50])
        self.assertEqual(loglog.label(5e9), "5e9")
        low, high = loglog.around([0.5, 20])
        self.assertAlmostEqual(low, 0.1)
        self.assertAlmostEqual(high, 100)


if __name__ == "__main__":
    unittest.main()
