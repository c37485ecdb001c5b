"""The end of the process, whatever goes on: after interrupts, in other threads, in work that cannot be stopped."""

import os
import random
import select
import signal
import subprocess
import sys
import textwrap
import time

import pytest

#: What is interrupted. x is there, and KeyboardInterrupt is expected.
CALLS = {
    "pairs": 'while True: encke.pairs(x, metric="ps", threshold=0.9999)',
    "triples": 'while True: encke.triples(x[:400], metric="ps", threshold=0.9999)',
    "stream": 'while True: list(encke.iter_pairs(x, metric="ps", threshold=0.9))',
    "open stream": 'streams = [encke.iter_pairs(x, metric="ps", batch=50)]; time.sleep(9)',
    "packing": 'while True: encke.pack(x, metric="ps")',
    "pcoa": 'while True: encke.network.pcoa(np.ones(1000 * 999 // 2), axes=3)',
    "daemon": """threading.Thread(target=again, daemon=True).start(); time.sleep(9)""",
    "two": """threading.Thread(target=again, daemon=True).start(); again()""",
    "first call": "",
}

SCRIPT = """
    import faulthandler, sys, threading, time
    faulthandler.dump_traceback_later(40, exit=True)
    import numpy as np, encke, encke.network
    encke.set_num_threads(2)
    x = np.random.default_rng(1).random((3000, 300))
    def again():
        while True:
            encke.pairs(x, metric="ps", threshold=0.9999)
    if {started}:
        encke.pairs(x[:8], metric="ps")
    try:
        print("ready", flush=True)
        {call}
        again()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def start(text):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(text)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def end_of(process, seconds=60):
    """Exit code, output and error output; what still goes on after so many seconds is ended."""
    try:
        out, error = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        out, error = process.communicate()
        pytest.fail(f"goes on after {seconds} s; output {out!r}, error output {error!r}")
    return process.returncode, out, error


@pytest.mark.parametrize(
    "text",
    [
        """
        import threading, time, numpy as np, encke
        x = np.random.default_rng(1).random((20000, 2000))
        run = lambda: encke.pairs(x, metric="ps", threshold=0.9999)
        threading.Thread(target=run, daemon=True).start()
        time.sleep(1)
        """,
        """
        import numpy as np, encke
        stream = encke.iter_pairs(np.ones((2000, 10)), metric="ps", batch=10)
        next(stream)
        """,
        "import encke",
    ],
    ids=["running", "stream", "nothing"],
)
def test_the_process_ends_quietly(text):
    assert end_of(start(text)) == (0, "", "")


def wait_until_ready(process):
    assert select.select([process.stdout], [], [], 60)[0]
    assert process.stdout.readline() == "ready\n", process.stderr.read()


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_interrupts_at_any_time(call):
    """Interrupted at random moments, a process ends at once. ENCKE_LONG=1: more often."""
    rounds = 25 if os.environ.get("ENCKE_LONG") else 2
    moments = random.Random(call)
    for _ in range(rounds):
        text = SCRIPT.format(call=CALLS[call], started=call != "first call")
        process = start(text)
        wait_until_ready(process)
        time.sleep(moments.random() * 0.3)
        process.send_signal(signal.SIGINT)
        code, out, error = end_of(process)
        assert (code, out, error) == (0, "interrupted\n", "")


def test_the_end_does_not_wait_for_what_cannot_be_stopped():
    """A test of groups is left by the interrupt, and would go on for hours."""
    process = start(
        """
        import numpy as np, encke, encke.network
        encke.set_num_threads(1)
        try:
            print("ready", flush=True)
            x = np.random.default_rng(1).random(200 * 199 // 2)
            encke.network.permanova(x, ["a", "b"] * 100, permutations=10**9)
        except KeyboardInterrupt:
            print("interrupted")
        raise SystemExit(7)
        """
    )
    wait_until_ready(process)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    assert end_of(process, 30) == (7, "interrupted\n", "")


def test_a_call_after_the_end_is_refused():
    process = start(
        """
        import atexit
        def call():
            try:
                encke.pairs(np.ones((4, 3)), metric="ps")
            except encke.EnckeError as error:
                print(error)
        atexit.register(call)  # called after encke's own
        import numpy as np, encke
        encke.pairs(np.ones((4, 3)), metric="ps")
        """
    )
    code, out, error = end_of(process, 30)
    assert (code, error) == (0, "")
    assert "Python ends" in out


def test_other_threads_are_quiet_at_the_end():
    """Daemons in a call, between calls and in a stream when the process ends."""
    process = start(
        """
        import threading, time, numpy as np, encke
        encke.set_num_threads(1)
        x = np.random.default_rng(1).random((2000, 300))
        def small():
            while True:
                encke.pairs(x[:50], metric="ps")
        def large():
            while True:
                encke.pairs(x, metric="ps", threshold=0.9999)
        for work in (small, large, small):
            threading.Thread(target=work, daemon=True).start()
        time.sleep(0.5)
        """
    )
    assert end_of(process, 30) == (0, "", "")
