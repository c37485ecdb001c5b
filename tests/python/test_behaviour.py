"""Threads, signals, forks, streams and memory."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import encke


def run_script(text, timeout=60, **options):
    """A process of its own: exit code, output and error output."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)],
        capture_output=True,
        text=True,
        timeout=timeout,
        env=environment,
        **options,
    )


def test_several_threads(profiles):
    expected = encke.pairs(profiles, metric="ps").report.digest
    found = []

    def work():
        found.append(encke.pairs(profiles, metric="ps").report.digest)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


def test_modules_are_imported_when_they_are_asked_for():
    code = """
        import sys, encke
        assert "encke.network" not in sys.modules and "sklearn" not in sys.modules
        assert encke.network.components is sys.modules["encke.network"].components
        try:
            encke.no_such_thing
        except AttributeError as error:
            assert "no_such_thing" in str(error)
        try:
            import sklearn
        except ImportError:
            sys.exit()
        assert repr(encke.sklearn.Metric("ps")) == "Metric('ps')"
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


def test_progress_is_called_in_the_callers_thread():
    x = np.random.default_rng(1).random((3000, 400))
    seen = []

    def progress(p):
        seen.append((threading.get_ident(), p.done, p.total))

    encke.pairs(x, metric="ps", threshold=0.9999, progress=progress, block=64)
    assert {ident for ident, _, _ in seen} <= {threading.get_ident()}
    done = [d for _, d, _ in seen]
    assert done == sorted(done)


def test_an_error_in_progress_stops_the_run():
    x = np.random.default_rng(1).random((6000, 1000))

    def progress(p):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        encke.pairs(x, metric="ps", threshold=0.9999, progress=progress)
    assert len(encke.pairs(x[:4], metric="ps")) == 6


INTERRUPTED = """
    import _thread, threading, time, numpy as np, encke
    encke.set_num_threads(1)
    x = np.random.default_rng(1).random({shape})
    encke.pairs(x[:8], metric="ps")
    def interrupt():
        time.sleep(1.0)
        global sent
        sent = time.monotonic()
        import os, signal
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt).start()
    try:
        {call}
        print("finished")
    except KeyboardInterrupt:
        print("after", time.monotonic() - sent)
    assert len(encke.pairs(x[:4], metric="ps")) == 6
"""


#: Another thread's run goes on; this one waits for its turn.
WAITING = """run = lambda: encke.pairs(x, metric="ps", threshold=0.9999)
        threading.Thread(target=run, daemon=True).start()
        while True: run()"""


#: Of 300 variants: 44,850 regressions; many whole runs.
ANSWERS = """run = encke.epistasis
        run((x * 3).astype(np.int8), x[0] < 0.5, score="boost", top=10**5, {more})"""


@pytest.mark.parametrize(
    ("shape", "call"),
    [
        ((30000, 3000), 'encke.pairs(x, metric="ps", threshold=0.9999)'),
        ((1500, 20000), 'encke.triples(x, metric="ps", threshold=0.9999)'),
        ((12000, 3000), 'encke.distances(x, metric="ps")'),
        ((20000, 3000), 'for _ in encke.iter_pairs(x, metric="ps", threshold=0.9999): pass'),
        ((5000, 3000), 'while True: encke.pack(x, metric="ps")'),
        ((5000, 3000), WAITING),
        ((300, 9000), ANSWERS.format(more="refine=True, covariates=x[1:4].T")),
        ((300, 9000), ANSWERS.format(more="permutations=10**5, maximum=True")),
    ],
    ids=["pairs", "triples", "distances", "stream", "packing", "queue", "regressions", "permutations"],
)
def test_an_interrupt_ends_a_run_within_a_second(shape, call):
    done = run_script(INTERRUPTED.format(shape=shape, call=call), timeout=120)
    assert done.returncode == 0, done.stderr
    word, seconds = done.stdout.split()
    assert word == "after"
    limit = 1.0 if os.getloadavg()[0] < (os.cpu_count() or 1) else 4.0
    assert float(seconds) < limit


#: Work of encke.network and of readers.
BESIDE = {
    "components": "network.components(sparse.coo_array((n, (i, j)), shape=(10**6, 10**6)))",
    "reach": "network.reach(sparse.coo_array((n, (i, j)), shape=(10**6, 10**6)), 5, depth=None)",
    "triangles": "network.triangles(sparse.coo_array((n, (i, j)), shape=(10**6, 10**6)))",
    "pcoa": 'network.pcoa(d, method="exact")',
    "lanczos": 'network.pcoa(d, method="lanczos", axes=40)',
    "permanova": 'network.permanova(d, ["a", "b"] * 600, permutations=10**8)',
    "permdisp": 'network.permdisp(d, ["a", "b"] * 600, permutations=10**6, axes=5)',
    "reading": "encke.read_table(path)",
    "unifrac": "encke.unifrac(x.T[:200], tree, taxa=range(1500))",
}
SETUP = """rng = np.random.default_rng(2)
    from encke import network
    from scipy import sparse
    i, j = rng.integers(0, 10**6, (2, 3 * 10**6), dtype=np.int32)
    n = rng.random(3 * 10**6)
    d = rng.random(1200 * 1199 // 2)
    path = {path!r}
    np.save(path, x)
    tree = "(" + ",".join(f"{{v}}:1" for v in range(1500)) + ");"
"""


@pytest.mark.parametrize("what", BESIDE)
def test_an_interrupt_ends_other_work_within_a_second(what, tmp_path):
    pytest.importorskip("scipy")
    call = "while True: " + BESIDE[what]
    script = INTERRUPTED.replace("{shape}", "(1500, 4000)").replace("{call}", call)
    script = script.replace("def interrupt():", SETUP.format(path=str(tmp_path / "x.npy")) + "    def interrupt():", 1)
    done = run_script(script, timeout=240)
    assert done.returncode == 0, done.stderr
    word, seconds = done.stdout.split()
    assert word == "after"
    limit = 1.0 if os.getloadavg()[0] < (os.cpu_count() or 1) else 4.0
    assert float(seconds) < limit


def test_streams(profiles):
    whole = encke.pairs(profiles, metric="ps", threshold=0.5)
    with encke.iter_pairs(profiles, metric="ps", threshold=0.5, batch=100, block=16) as stream:
        batches = list(stream)
        assert stream.report.digest == whole.report.digest
    assert all(len(batch) == 100 for batch in batches[:-1])
    rows = sorted((i, j, v) for b in batches for i, j, v in zip(b.i, b.j, b.value))
    assert rows == list(zip(whole.i, whole.j, whole.value))


def test_a_call_in_a_streams_loop_is_refused_and_close_ends_it(profiles):
    stream = encke.iter_pairs(profiles, metric="ps", batch=10, block=16)
    next(stream)
    with pytest.raises(encke.EnckeError, match="a stream of hits is open"):
        encke.pairs(profiles, metric="ps")
    stream.close()
    with pytest.raises(StopIteration):
        while True:
            next(stream)
    assert len(encke.pairs(profiles[:4], metric="ps")) == 6


def test_a_stream_that_is_forgotten_ends(profiles):
    stream = encke.iter_pairs(profiles, metric="ps", batch=10, block=16)
    next(stream)
    del stream
    gc.collect()
    assert len(encke.pairs(profiles[:4], metric="ps")) == 6


@pytest.mark.parametrize("what", ["pairs", "components"])
def test_other_threads_run_on(what):
    if what == "components":
        pytest.importorskip("scipy")
    call = {
        "pairs": 'encke.pairs(x, metric="ps", threshold=0.9999)',
        "components": "network.components(graph)",
    }[what]
    done = run_script(
        f"""
        import threading, time, numpy as np, encke
        encke.set_num_threads(1)
        x = np.random.default_rng(1).random((4000, 2000))
        encke.pairs(x[:8], metric="ps")
        if {what == "components"}:
            from scipy import sparse
            from encke import network
            i, j = np.random.default_rng(2).integers(0, 10**6, (2, 4 * 10**6), dtype=np.int32)
            graph = sparse.coo_array((np.ones(len(i)), (i, j)), shape=(10**6, 10**6))
        def run():
            {call}
        worker = threading.Thread(target=run)
        worker.start()
        began, turns, longest, last = time.monotonic(), 0, 0.0, time.monotonic()
        while worker.is_alive():
            time.sleep(0.001)
            turns += 1
            longest = max(longest, time.monotonic() - last)
            last = time.monotonic()
        print(turns / (last - began), longest)
        """
    )
    assert done.returncode == 0, done.stderr
    turns, longest = map(float, done.stdout.split())
    assert turns > 100 and longest < 0.5


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_that_are_not_forked_from_this_one(method, tmp_path):
    script = tmp_path / "work.py"
    script.write_text(
        textwrap.dedent(
            f"""
            import multiprocessing
            import numpy as np, encke

            def work(n):
                return len(encke.pairs(np.ones((n, 3)), metric="ps"))

            if __name__ == "__main__":
                work(4)
                with multiprocessing.get_context("{method}").Pool(2) as pool:
                    print(pool.map(work, [4, 5]))
            """
        )
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, env=environment
    )
    assert (done.returncode, done.stdout) == (0, "[6, 10]\n"), done.stderr


def test_threads_of_joblib(profiles):
    joblib = pytest.importorskip("joblib")
    expected = encke.pairs(profiles, metric="ps").report.digest
    calls = (joblib.delayed(encke.pairs)(profiles, metric="ps") for _ in range(4))
    found = joblib.Parallel(n_jobs=2, backend="threading")(calls)
    assert [hits.report.digest for hits in found] == [expected] * 4


FORKED = """
    import os, numpy as np, encke
    x = np.ones((4, 3))
    {before}
    pid = os.fork()
    if pid == 0:
        try:
            code = len(encke.pairs(x, metric="ps"))
        except encke.EnckeError as error:
            code = 70 if "spawn" in str(error) else 71
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    assert len(encke.pairs(x, metric="ps")) == 6
"""


@pytest.mark.parametrize(
    ("before", "code"), [("", "6"), ('encke.pairs(x, metric="ps")', "70")], ids=["before", "after"]
)
def test_fork_before_and_after_the_first_call(before, code):
    done = run_script(FORKED.format(before=before))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [code]


def test_the_number_of_threads():
    done = run_script(
        """
        import numpy as np, encke
        encke.set_num_threads(2)
        assert encke.get_num_threads() == 2
        assert encke.pairs(np.ones((4, 3)), metric="ps").report.threads == 2
        encke.set_num_threads(2)
        try:
            encke.set_num_threads(1)
        except RuntimeError as error:
            print(error)
        """
    )
    assert done.returncode == 0, done.stderr
    assert "since its first call" in done.stdout


def test_digests_with_1_2_and_3_threads(profiles):
    text = """
        import numpy as np, encke
        encke.set_num_threads({})
        x = np.random.default_rng(5).random((300, 40))
        print(encke.pairs(x, metric="ps", threshold=0.6, block=64).report.digest)
    """
    digests = {run_script(text.format(n)).stdout for n in (1, 2, 3)}
    assert len(digests) == 1 and digests != {""}


def test_memory_is_given_back():
    x = np.random.default_rng(1).random((300, 20))

    def rss():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    for _ in range(50):
        encke.pairs(x, metric="ps")
    before = rss()
    for _ in range(300):
        encke.pairs(x, metric="ps")
    assert rss() - before < 10 << 20


def test_the_peak_of_memory_is_what_hits_keep():
    """16 bytes of a pair; they are put in order piece by piece, and each piece goes back to the system."""
    done = run_script(
        """
        import numpy as np, encke

        def memory(name):
            with open("/proc/self/status") as status:
                return next(int(line.split()[1]) << 10 for line in status if line.startswith(name))

        x = np.random.default_rng(1).integers(0, 9, (2500, 20))
        encke.pairs(x[:300], metric="ps")
        try:
            with open("/proc/self/clear_refs", "w") as clear:
                clear.write("5")  # the peak begins anew
        except OSError:
            raise SystemExit
        before = memory("VmRSS")
        hits = encke.pairs(x, metric="ps")
        print((memory("VmHWM") - before) / len(hits))
        """
    )
    assert done.returncode == 0, done.stderr
    if done.stdout == "":
        pytest.skip("the system does not forget earlier peaks")
    assert 16 <= float(done.stdout) < 21


def test_import_brings_little_beyond_numpy():
    """Its own modules and two of the standard library; perf/python_times.py measures the time."""
    code = """
        import sys, __future__, atexit, dataclasses, numpy
        before = set(sys.modules)
        import encke
        print(*set(sys.modules) - before)
    """
    others = {name for name in run_script(code).stdout.split() if not name.startswith(("encke", "nanobind"))}
    assert not others
