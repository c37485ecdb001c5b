#!/usr/bin/env python3
"""A browser opens the page of a run: no message on its console, no file but the page, and every part of it takes room.

Usage: ENCKE_BIN=encke [CHROMIUM=chromium] page.py [PAGE.png]
PAGE.png: a picture of the page, to be looked at. Exit status 77: there is no Chromium.
"""

import base64
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ENCKE = os.environ["ENCKE_BIN"]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SIZES = """JSON.stringify({
  title: document.title,
  tables: [...document.querySelectorAll("table")].map(t => [t.rows.length, t.getBoundingClientRect().width]),
  pictures: [...document.querySelectorAll("svg")].map(s => {
    const box = s.getBoundingClientRect();
    const shapes = [...s.querySelectorAll("circle, rect, line, path, polyline")];
    return [box.width, box.height, shapes.length, s.querySelectorAll("parsererror").length];
  }),
  headings: [...document.querySelectorAll("h1, h2, h3")].map(h => h.textContent),
  wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  scripts: document.scripts.length
})"""


class Browser:
    """Chromium without a screen, by its own protocol over two pipes."""

    def __init__(self, program, folder):
        to_read, self.to = os.pipe()
        self.from_, from_write = os.pipe()
        # Above the numbers that it is to have, so that neither closes the other.
        ends = [os.dup2(to_read, 30), os.dup2(from_write, 31)]

        def take_pipes():
            os.dup2(30, 3)
            os.dup2(31, 4)

        words = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
                 "--no-first-run", "--disable-background-networking", f"--user-data-dir={folder}/profile", "--window-size=1200,900", "about:blank"]
        self.process = subprocess.Popen(words, preexec_fn=take_pipes, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (to_read, from_write, *ends):
            os.close(end)
        self.number, self.bytes, self.events = 0, b"", []

    def message(self):
        while b"\0" not in self.bytes:
            some = os.read(self.from_, 1 << 20)
            if not some:
                sys.exit("the browser has ended")
            self.bytes += some
        one, self.bytes = self.bytes.split(b"\0", 1)
        return json.loads(one)

    def ask(self, method, session=None, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self.to, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") != self.number:
                self.events.append(answer)
                continue
            if "error" in answer:
                sys.exit(f"{method}: {answer['error']}")
            return answer["result"]

    def wait_for(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())

    def end(self):
        self.process.terminate()
        self.process.wait()


def make_run(folder):
    """A small cohort in which groups of variants go together, and the page of its run."""
    rng = random.Random(1)
    samples, groups, size = 120, 12, 5
    rows = b""
    for _ in range(groups):
        group = [rng.choice([0, 2, 3]) for _ in range(samples)]
        for _ in range(size):
            codes = [code if rng.random() < 0.95 else rng.choice([0, 2, 3]) for code in group]
            rows += bytes(sum(code << (2 * k) for k, code in enumerate(codes[first:first + 4])) for first in range(0, samples, 4))
    (folder / "x.bed").write_bytes(b"\x6c\x1b\x01" + rows)
    (folder / "x.bim").write_text("".join(f"{v // 30 + 1}\trs{v}\t0\t{100 * v + 1}\tA\tC\n" for v in range(groups * size)))
    (folder / "x.fam").write_text("".join(f"F{s} I{s} 0 0 0 {s % 2 + 1}\n" for s in range(samples)))
    words = "r2 --bfile x --inter-chr --threshold 0.3 --network mcl --histogram --report --out <run>&"
    subprocess.run([ENCKE, *words.split()], check=True, capture_output=True, cwd=folder)
    return folder / "<run>&.report.html"


def look(browser, page, picture):
    """What the page has, and what was said and asked for on the way."""
    target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
    session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Log", "Network"):
        browser.ask(f"{domain}.enable", session)
    browser.events.clear()
    address = page.as_uri()
    browser.ask("Page.navigate", session, url=address)
    browser.wait_for("Page.loadEventFired")
    found = json.loads(browser.ask("Runtime.evaluate", session, expression=SIZES)["result"]["value"])
    if picture:
        image = browser.ask("Page.captureScreenshot", session, captureBeyondViewport=True)["data"]
        Path(picture).write_bytes(base64.b64decode(image))
    spoken = [event for event in browser.events
              if event.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded", "Network.loadingFailed")]
    asked = {event["params"]["request"]["url"] for event in browser.events if event.get("method") == "Network.requestWillBeSent"}
    return found, spoken, asked - {address}


def check(found, spoken, asked):
    faults = [f"the console has {json.dumps(spoken)[:2000]}"] if spoken else []
    faults += [f"the page asks for {asked}"] if asked else []
    headings = " | ".join(found["headings"])
    for part in ("What was asked", "Best values", "degrees", "network", "Histogram"):
        if part not in headings:
            faults.append(f"no heading with {part}: {headings}")
    if len(found["pictures"]) < 3:
        faults.append(f"{len(found['pictures'])} pictures")
    faults += [f"an empty picture: {one}" for one in found["pictures"] if one[0] < 100 or one[1] < 50 or one[2] < 3 or one[3] > 0]
    if not any(rows > 10 and width > 200 for rows, width in found["tables"]):
        faults.append(f"no table of values: {found['tables']}")
    if found["scripts"] or found["wide"] or not found["title"]:
        faults.append(f"scripts {found['scripts']}, wider than the window {found['wide']}, title {found['title']!r}")
    return faults


def main():
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        print("there is no Chromium")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        page = make_run(folder)
        browser = Browser(program, name)
        try:
            found, *rest = look(browser, page, sys.argv[1] if len(sys.argv) > 1 else None)
        finally:
            browser.end()
    faults = check(found, *rest)
    if faults:
        sys.exit("\n".join(faults))
    rows = max(rows for rows, _ in found["tables"])
    print(f"{len(found['pictures'])} pictures, a table of {rows} lines, nothing on the console")
    return 0


sys.exit(main())
