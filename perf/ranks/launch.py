"""Runs programs on ranks that are pinned to processors."""
import json
import os
import subprocess
import tempfile

# Each rank pins itself, so that it does not matter which launcher counts cores, and how.
PIN = ('lists=$1; shift; rank=${OMPI_COMM_WORLD_LOCAL_RANK:-${PMI_RANK:-0}}; '
       'exec taskset -c "$(echo "$lists" | cut -d" " -f$((rank + 1)))" "$@"')


def processors():
    """Numbers of the processors that this process may use."""
    return sorted(os.sched_getaffinity(0))


def pin_lists(ranks, threads, available):
    """For each rank its processors, as taskset wants them. Ranks share all of them where there are too few."""
    if ranks * threads > len(available):
        return [",".join(map(str, available))] * ranks
    return [",".join(map(str, available[r * threads:(r + 1) * threads])) for r in range(ranks)]


def launcher(ranks):
    program = os.environ.get("MPIRUN", "mpirun")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    flags = ["--oversubscribe", "--bind-to", "none"] if "Open" in version else []
    return [program, "-n", str(ranks)] + flags


def run(ranks, threads, arguments):
    """Standard output of `arguments`, run on so many ranks. Ends the script where the program fails."""
    available = processors()
    shared = ranks * threads > len(available)
    environment = dict(os.environ)
    if shared:  # ranks that wait must leave the processor to others
        environment.update(OMP_PROC_BIND="false", OMP_WAIT_POLICY="passive", OMPI_MCA_mpi_yield_when_idle="1")
    lists = " ".join(pin_lists(ranks, threads, available))
    command = launcher(ranks) + ["sh", "-c", PIN, "sh", lists] + arguments
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise SystemExit(f"ranks.sh: exit code {done.returncode} of {' '.join(command)}\n{done.stderr[-2000:]}")
    return done.stdout


def encke(program, ranks, threads, options):
    """The summary of a run of `encke`, as a dictionary."""
    with tempfile.TemporaryDirectory(prefix="encke-ranks-") as folder:
        out = os.path.join(folder, "run")
        run(ranks, threads, [program] + options + ["--threads", str(threads), "--progress", "none", "--out", out])
        with open(out + ".summary.json", encoding="utf-8") as file:
            return json.load(file)


def bench(program, options, ranks=1):
    """The lines of encke-bench, as dictionaries."""
    lines = run(ranks, 1, [program] + options + ["--json"]).splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]
