"""What of a file is compared: of results every byte, of words what does not vary from run to run and machine to machine."""
import json
import re
import shutil
import subprocess

import hdf5_bytes

TOKENS = [(re.compile(pattern, re.MULTILINE), token) for pattern, token in (
    (r"\bencke \d+\.\d+\.\d+\S*( \([0-9a-f]+\))?", "encke <version>"),
    (r"^(Directory|Host|Processor|Started|Finished|Backend)( +).*", r"\1\2<...>"),
    (r"^(  time +).*", r"\1<...>"),
    (r"(one of this build: ).*", r"\1<backends>"),
    (r"(this build and CPU have ).*", r"\1<levels>"),
    (r"^(Blocks +|  blocks  ).*", r"\1<...>"),
    (r"^  output .*|[\d,.]+ (MiB|bytes of memory)", lambda found: f"<memory> {found[1]}" if found[1] else found[0]),
    (r"\b\d+ min \d+ s\b|\b[\d.]+ m?s\b", "<time>"),
    (r"\b\d+\.\d{3}(?=[,) \n])", "<time>"),
    (r"\b\d\.\d+e[+-]\d+ comparisons/s", "<rate> comparisons/s"),
    (r"; about <time> to write", ""),  # said from a second on, of the threads of this machine
)]

VARYING = {"version", "backend", "level", "threads", "seconds", "comparisons_per_second", "seconds_left", "block", "blocks", "tiles",
           "memory_planned_bytes", "memory_peak_bytes", "memory_peak_sum_bytes", "memory_bytes", "host", "started", "finished"}
VALUES = ["metric", "way", "precision", "num_vectors", "num_fields", "num_missing", "tuples", "values", "written", "threshold", "top",
          "digest", "digest_of", "checksum", "empty_vectors", "empty_tuples", "comparisons"]


def masked(item, hidden):
    """Keys stay, in their order; what is below a hidden one too, without its leaves."""
    def hide(value):
        return {key: hide(inner) for key, inner in value.items()} if isinstance(value, dict) else "<...>"
    def mask(key, value):
        if key in hidden:
            return hide(value)
        return masked(value, hidden) if isinstance(value, dict) else value
    return {key: mask(key, value) for key, value in item.items()}


def words(text):
    """Log and terminal text."""
    lines = []
    for line in text.split("\n"):
        if line.startswith('{"event":'):  # --progress json
            event = json.loads(line)
            if event["event"] == "progress":
                continue  # how many there are depends on the time
            event.pop("left_out", None)  # as in summary_words()
            line = json.dumps(masked(event, VARYING | set(VALUES)))
        lines.append(line)
    text = "\n".join(lines)
    for pattern, token in TOKENS:
        text = pattern.sub(token, text)
    return text


def summary_words(text):
    """Without what was left out, which tests/unit/encke/report/left_out_test.cpp has."""
    summary = json.loads(text)
    summary.pop("left_out", None)
    return json.dumps(masked(summary, VARYING | set(VALUES)), indent=1)


def summary_values(text):
    summary = json.loads(text)
    lines = [f"{key}\t{json.dumps(summary.get(key))}" for key in VALUES]
    return "\n".join(lines + [f"input\t{file['bytes']}\t{file['digest']}" for file in summary["inputs"]]) + "\n"


def zstd():
    """The program, or None."""
    return shutil.which("zstd")


def decompressed(data):
    """None where there is no program for it."""
    if zstd() is None:
        return None
    done = subprocess.run([zstd(), "-dc"], input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout if done.returncode == 0 else b"damaged: " + data


def parts_of(name, data):
    """What a file adds to the tables: a list of (table, bytes); bytes are None where they cannot be had here."""
    if name.endswith(".summary.json"):
        text = data.decode()
        return [("values", summary_values(text).encode()), ("words", summary_words(text).encode())]
    if name.endswith(".log") or re.fullmatch(r"step \d+ (out|err)", name):
        return [("words", words(data.decode()).encode())]
    if name.endswith(".zst"):
        return [("values", decompressed(data))]  # other versions of the library compress to other bytes
    if name.endswith(".h5"):
        return [("values", hdf5_bytes.contents(data))]
    if ".blocks/" in name and not name.endswith(".blocks"):
        return []  # manifest, ids, about, lock: with the version and paths
    return [("values", data)]
