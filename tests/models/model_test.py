"""The model of perf/models: its schedule against enumeration, its terms against what they must be. Argument: encke-bench, or
nothing."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from itertools import combinations_with_replacement

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "perf", folder) for folder in ("models", "ranks")]
import biobank  # noqa: E402
import extrapolate  # noqa: E402
import launch  # noqa: E402
import model  # noqa: E402
import scaling  # noqa: E402
import schedule  # noqa: E402
import table  # noqa: E402

BENCH = sys.argv.pop() if len(sys.argv) > 1 else None


def lines():
    """A machine that is easy to reckon with: 1e9 comparisons/s, 1e9 B/s, no time for anything else."""
    rows = [{"metric": "ccc", "way": way, "fields": 100, "missing": 0, "threads": 1, "comparisons": 1e9,
             "seconds_contract": 1.0, "seconds_combine": 0.0} for way in (2, 3)]
    rows.append({"task": "read_bed", "bytes_per_second": 1e9})
    rows.append({"task": "store", "hits": 10, "seconds_digest": 0, "seconds_write": 0, "seconds_read": 0, "seconds_publish": 0,
                 "seconds_commit": 0, "seconds_directory": 0})
    rows += [{"task": "shift", "ranks": 2, "bytes": size, "seconds": seconds} for size, seconds in ((8, 0.0), (10**9, 1.0))]
    return rows + [{"task": "sum", "ranks": 2, "bytes": 8, "seconds": 0.0}]


class Schedule(unittest.TestCase):
    def test_steps_are_orbits(self):
        for way in (2, 3):
            for ring in range(1, 20):
                orbits = {min(tuple(sorted((p + turn) % ring for p in places)) for turn in range(ring))
                          for places in combinations_with_replacement(range(ring), way)}
                self.assertEqual(schedule.steps(ring, way), len(orbits), (ring, way))

    def test_messages_of_triples(self):
        for ring in range(1, 30):  # offsets in the order of core/encke/schedule/orbit.hpp
            steps = [(g, 2 * g + k) for g in range(-(-ring // 3)) for k in range(ring - 3 * g)]
            steps += [(ring // 3, 2 * ring // 3)] if ring % 3 == 0 else []
            new = sum(len(set(now) - {0} - set(before)) for before, now in zip([(0, 0)] + steps, steps))
            self.assertEqual(len(steps), schedule.steps(ring, 3), ring)
            self.assertEqual(schedule.messages(ring, 3), new, ring)
        self.assertEqual(schedule.messages(4, 3), 5)  # bytes_shifted of a run on 4 ranks says so too

    def test_ring_divides_and_keeps_the_load(self):
        for ranks in (1, 2, 100, 10000):
            ring = schedule.ring_for(ranks, 2, 16)
            self.assertEqual(ranks % ring, 0)
            self.assertLessEqual(schedule.steps(ring, 2) * ring / ranks, 16)

    @unittest.skipUnless(BENCH, "without encke-bench")
    def test_numbers_of_the_program(self):
        for ring, way in ((1, 2), (6, 2), (10000, 2), (9, 3), (100, 3), (301, 3)):
            out = subprocess.run([BENCH, "--schedule", str(ring), "--way", str(way)], capture_output=True, check=True, text=True)
            line = json.loads(out.stdout)
            self.assertEqual(schedule.steps(ring, way), line["steps"], (ring, way))
            self.assertEqual(schedule.busiest(ring, way, line["blocks"]), line["tiles_of_busiest"], (ring, way))


class Biobank(unittest.TestCase):
    def test_what_fits_is_read_once(self):
        self.assertEqual(biobank.reads(10, 10, 2), 10)
        self.assertEqual(biobank.reads(10, 12, 3), 10)

    def test_pairs_read_the_later_blocks_once_for_each_group(self):
        # the first pass, then groups of 4 with the 10, 6 and 2 blocks from there on
        self.assertEqual(biobank.reads(10, 6, 2), 10 + 10 + 6 + 2)

    def test_more_memory_reads_less(self):
        for way in (2, 3):
            counts = [biobank.reads(1000, held, way) for held in (50, 100, 200, 400)]
            self.assertEqual(counts, sorted(counts, reverse=True))

    TERMS = {name: {"comparisons": 1e9, "cells_read": 1e9} for name in extrapolate.PROBLEMS}

    def test_one_thread_takes_as_long_as_the_extrapolation_says(self):
        of_term = {problem.term: problem for problem in biobank.PROBLEMS}
        self.assertEqual(set(of_term), set(extrapolate.PROBLEMS))
        for name, measured in extrapolate.PROBLEMS.items():
            problem = of_term[name]
            self.assertEqual((problem.way, problem.vectors, problem.fields), (measured.way, measured.whole, measured.fields))
            seconds = biobank.predict(self.TERMS, problem, biobank.MACHINES[0])["compute"]
            whole = extrapolate.whole_tuples(measured) * measured.fields / 1e9
            self.assertAlmostEqual(seconds / whole, 1, delta=0.002)  # windows at the ends

    def test_rates_are_those_of_the_summary(self):
        summary = {"num_vectors": 10, "num_fields": 20, "tuples": 45, "seconds": {"contract": 3.0, "read": 0.5}}
        self.assertEqual(extrapolate.rates(summary), {"comparisons": 300, "cells_read": 400})

    def test_every_problem_on_every_machine_has_all_terms(self):
        machine = self.TERMS
        self.assertEqual(len(biobank.table(machine)), 2 + len(biobank.PROBLEMS) * len(biobank.MACHINES))
        for problem in biobank.PROBLEMS:
            for where in biobank.MACHINES:
                terms = biobank.predict(machine, problem, where)
                self.assertTrue(all(value > 0 for value in terms.values()), (problem, where))


class Model(unittest.TestCase):
    def setUp(self):
        self.machine = model.calibration_from(lines())

    def test_one_rank_computes_at_its_rate(self):
        time = model.predict(self.machine, model.Case(2, 1001, 2000, reads=False))
        self.assertAlmostEqual(time["total"], 1001 * 500 * 2000 / 1e9)
        self.assertEqual(time["steps"], 1)

    def test_ranks_and_threads_share_the_work(self):
        one = model.predict(self.machine, model.Case(3, 600, 1000))["l*t_G"]
        for case in (model.Case(3, 600, 1000, ring=2, blocks_of_rank=3), model.Case(3, 600, 1000, threads=2)):
            self.assertAlmostEqual(model.predict(self.machine, case)["l*t_G"] / one, 0.5, delta=0.02)

    def test_messages_hide_behind_work_until_they_cannot(self):
        self.assertEqual(model.predict(self.machine, model.Case(2, 100000, 1000, ring=10))["t_C"], 0)
        slow = model.calibration_from(lines())
        slow.bandwidth = 1.0
        case = model.Case(2, 1000, 64, ring=10)
        seconds = 5 * 100 * model.vector_bytes(64)  # five messages of 100 vectors at a byte a second
        self.assertAlmostEqual(model.predict(slow, case)["t_C"], seconds, delta=0.01 * seconds)

    def test_publishing_takes_its_time_on_the_threads_of_one_rank(self):
        slow = model.calibration_from(lines())
        slow.publish_hit, slow.read_hit = 3e-7, 1e-7
        for ring, threads in ((1, 1), (1, 4), (8, 4)):
            time = model.predict(slow, model.Case(2, 8000, 64, ring=ring, threads=threads, hits=1e7))
            self.assertAlmostEqual(time["t_P"], 4 / threads)
            self.assertAlmostEqual(time["total"], sum(time[t] for t in ("t_read", "t_C", "l*t_G", "t_TM", "t_CPU", "t_P")))

    def test_calibration_names_what_it_lacks(self):
        with self.assertRaisesRegex(ValueError, "store"):
            model.calibration_from([line for line in lines() if line.get("task") != "store"])
        with self.assertRaisesRegex(ValueError, "--way 3"):
            model.calibration_from([line for line in lines() if line.get("way") != 3])


class Files(unittest.TestCase):
    def test_tables_and_plot(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "calibration.jsonl"), "w", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines())
            head = "what way vectors fields ranks threads processors seconds_read seconds_run seconds_total written".split()
            written = model.Case(2, 1001, 2000, ring=2, hits=1e7, reads=False)
            seconds = model.predict(model.calibration_from(lines()), written)["total"]
            runs = [["ccc 2-way 2x1", 2, 1001, 2000, 2, 1, 2, 0, 0.5, 9, 0], ["output 2x1", 2, 1001, 2000, 2, 1, 2, 3, 0.5, 3 + 2 * seconds, 1e7]]
            with open(os.path.join(folder, "runs.tsv"), "w", encoding="utf-8") as file:
                file.writelines("\t".join(map(str, line)) + "\n" for line in [head] + runs)
            scaling.main([folder])
            with open(os.path.join(folder, "model-check.tsv"), encoding="utf-8") as file:
                run, output = (float(line.split("\t")[-1]) for line in file.read().splitlines()[1:])
            self.assertAlmostEqual(run, 1.0, delta=0.01)
            self.assertAlmostEqual(output, 0.5, delta=0.01)
            with open(os.path.join(folder, "model-weak-scaling.tsv"), encoding="utf-8") as file:
                rows = [line.split("\t") for line in file.read().splitlines()[1:]]
            self.assertEqual(len(rows), 4 * len(scaling.RANKS))
            self.assertTrue(all(0 < float(row[-1]) <= 1 for row in rows))
            plot = xml.etree.ElementTree.parse(os.path.join(folder, "model-weak-scaling.svg"))
            self.assertEqual(len(plot.findall("{*}polyline")), 4)
            self.assertIn("model, not measured", "".join(plot.getroot().itertext()))
            with open(os.path.join(folder, "model-output.tsv"), encoding="utf-8") as file:
                self.assertEqual(len(file.read().splitlines()), 1 + len(rows))
            self.assertTrue(os.path.exists(os.path.join(folder, "model-output.svg")))


class Table(unittest.TestCase):
    def test_verdicts(self):
        self.assertEqual(table.verdict(0.95, least=0.95), "PASS")
        self.assertEqual(table.verdict(1.48, least=1.85), "short by 20.0 %")
        self.assertEqual(table.verdict(2.9, most=3), "PASS")
        self.assertEqual(table.verdict(4.5, most=3), "over by 50.0 %")
        self.assertEqual(table.verdict(1), "-")

    def test_ratio_is_of_medians(self):
        row = table.ratio_row("row", "seconds", [2, 9, 2], [1, 1, 1], 1.85)
        self.assertEqual(row[2:6], ["2", ">= 1.85", "PASS", "2.0000"])
        self.assertEqual(row[6], "4.500")

    def test_ranks_are_pinned_where_there_is_room(self):
        self.assertEqual(launch.pin_lists(2, 1, [4, 5]), ["4", "5"])
        self.assertEqual(launch.pin_lists(1, 2, [4, 5, 6]), ["4,5"])
        self.assertEqual(launch.pin_lists(4, 1, [4, 5]), ["4,5"] * 4)


class Extrapolation(unittest.TestCase):
    def summary(self, vectors, bend=0.0):
        tuples = vectors * (vectors - 1) // 2
        return {"num_vectors": vectors, "num_fields": 1000, "tuples": tuples, "written": 4 * tuples,
                "memory_peak_bytes": 1e9 + vectors * 1000,
                "seconds": {"read": 1e-6 * vectors * 1000, "contract": 0.5 + 1e-6 * tuples * (1 + bend * vectors), "combine": 0.0,
                            "output": 1e-7 * 4 * tuples, "publish": 1.0}}

    def errors(self, bend, window=0):
        problem = extrapolate.Problem("some", 1_000_000, 1000, (100, 200, 400), 2, ("ccc",), window)
        cells = [row.split("|")[2:] for row in extrapolate.rows(problem, [self.summary(n, bend) for n in problem.sizes])]
        return {of[0].split(",")[0].strip(): (of[5].strip(), float(of[6].replace(",", ""))) for of in cells}

    def test_a_line_is_found_to_the_end(self):
        found = self.errors(0)
        self.assertEqual(found["computing"][0], "+0.0 %")
        self.assertAlmostEqual(found["computing"][1], 1e-9 * 1e12 / 2 * 1000, delta=1e3)
        self.assertAlmostEqual(found["memory"][1], 2.0, places=3)
        self.assertEqual(found["combining"][0], "–")  # nothing to be wrong about

    def test_output_of_windows_grows_with_what_is_written(self):
        self.assertNotIn("output", self.errors(0))
        found = self.errors(0, 500)["output"]
        self.assertEqual(found[0], "+0.0 %")
        self.assertAlmostEqual(found[1], 1 + 1e-7 * 500 * 1e6 / 1e4, delta=0.001)

    def test_what_is_no_line_has_an_error(self):
        self.assertNotEqual(self.errors(0.01)["computing"][0], "+0.0 %")


if __name__ == "__main__":
    unittest.main()
