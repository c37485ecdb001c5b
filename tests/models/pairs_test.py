"""perf/pairs.py with programs that print what encke-bench would."""
import os
import stat
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "perf"))
import pairs  # noqa: E402


class Pairs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def program(self, name, seconds, digest="d"):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n"
                       f"echo '{{\"seconds\": {seconds}, \"comparisons\": 1e9, \"digest\": \"{digest}\"}}'\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def test_the_fastest_run_of_a_turn_counts(self):
        self.assertAlmostEqual(pairs.time_of({"seconds": [0.4, 0.2, 0.9], "comparisons": 1e9}), 200)

    def test_ratio_is_that_of_before_to_after(self):
        before, after, ratios = pairs.compare(self.program("a", [0.3]), self.program("b", [0.1, 0.2]), "", 3, 1)
        self.assertAlmostEqual(before, 300)
        self.assertAlmostEqual(after, 100)
        self.assertEqual(len(ratios), 3)
        for ratio in ratios:
            self.assertAlmostEqual(ratio, 3)

    def test_other_digests_end_it(self):
        with self.assertRaises(SystemExit) as ended:
            pairs.compare(self.program("a", [1]), self.program("b", [1], "e"), "", 1, 1)
        self.assertEqual(ended.exception.code, 60)


if __name__ == "__main__":
    unittest.main()
