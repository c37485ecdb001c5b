"""What perf/suite does with programs that disagree, that are not installed or that fail."""
import os
import sys
import tempfile
import unittest

try:
    import h5py  # noqa: F401
    import numpy as np
except ImportError:
    print("skipped: NumPy and h5py are not installed")
    sys.exit(77)

PERF = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "perf")
sys.path[:0] = [PERF, os.path.join(PERF, "suite")]
import bars  # noqa: E402
import bench  # noqa: E402
import suite  # noqa: E402
from cases import Case, Program  # noqa: E402


def program(name, result, **more):
    return Program(name, lambda folder, out: ["true"], lambda out: result, **more)


def case(*programs, **more):
    return Case("name", "what", lambda folder: None, list(programs), {"peer": 2}, **more)


class Agreement(unittest.TestCase):
    def check(self, ours, theirs, **more):
        return suite.check(case(**more), {"encke": np.array(ours), "peer": np.array(theirs)})

    def test_differences_up_to_the_tolerance_pass(self):
        self.assertAlmostEqual(self.check([1.0, 2.0], [1.0, 2.5], tolerance=0.5), 0.5)
        with self.assertRaisesRegex(SystemExit, "name: encke and peer disagree"):
            self.check([1.0, 2.0], [1.0, 2.5], tolerance=0.4)

    def test_values_that_are_no_numbers_do_not_pass(self):
        for ours, theirs in (([1.0, 2.0], [1.0, np.nan]), ([np.nan, 2.0], [1.0, 2.0])):
            with self.assertRaisesRegex(SystemExit, "disagree"):
                self.check(ours, theirs, tolerance=1)

    def test_numbers_of_hits_are_equal(self):
        self.assertEqual(suite.check(case(), {"encke": 7, "peer": 7}), 0)
        with self.assertRaisesRegex(SystemExit, "disagree: 7 and 8"):
            suite.check(case(), {"encke": 7, "peer": 8})
        suite.check(case(own_form=True), {"encke": 7, "peer": 8})


class Absence(unittest.TestCase):
    def test_programs_that_are_not_installed_are_named_and_left_out(self):
        some = case(program("encke", 7), program("peer", 7), program("other", 8, here=False))
        self.assertEqual(suite.left_out([some]), ["other is not installed, or too old: left out of name"])
        self.assertEqual(suite.left_out([case(program("encke", 7))]), [])
        lines = suite.measure(some, 2)
        self.assertEqual([line["program"] for line in lines], ["encke", "peer", "encke", "peer"])

    def test_a_case_without_other_programs_has_a_table_and_a_picture(self):
        rows = suite.table(suite.measure(case(program("encke", 7), program("peer", 7, here=False)), 1))
        self.assertEqual([row[1] for row in rows], ["program", "encke"])
        self.assertIn("</svg>", bars.picture(rows))

    def test_a_program_that_cannot_be_run_ends_the_script_with_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            missing = os.path.join(folder, "no-such-program")
            with self.assertRaisesRegex(SystemExit, "no-such-program: cannot be run: No such file"):
                bench.output_of([missing])
        with self.assertRaisesRegex(SystemExit, "exit code 1 of false"):
            bench.output_of(["false"])


if __name__ == "__main__":
    unittest.main()
