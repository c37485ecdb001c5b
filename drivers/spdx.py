#!/usr/bin/env python3
"""spdx.py PROGRAM [--out FILE]: a bill of materials of a built program or library of Encke, as SPDX 2.3 in JSON.

Its parts are Encke itself, the shared libraries that the loader finds for it (ldd), with the packages and versions that Debian's
dpkg knows, and what THIRD_PARTY.md lists as compiled in, where its package is installed. Licences are those of THIRD_PARTY.md;
of other libraries NOASSERTION. Python's standard library alone.
"""
import argparse
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(*words):
    """What a program prints, also where it knows only some of what it is asked for; "" where it is not there."""
    try:
        return subprocess.run(words, capture_output=True, text=True).stdout
    except OSError:
        return ""


def listed():
    """Rows of THIRD_PARTY.md: name, package, licence, how."""
    with open(os.path.join(ROOT, "THIRD_PARTY.md")) as file:
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in file if line.startswith("|")]
    return [{"name": row[0], "package": row[1], "licence": row[2], "how": row[4]} for row in rows[2:]]


def version_of_encke():
    with open(os.path.join(ROOT, "CMakeLists.txt")) as file:
        return re.search(r"project\(\s*Encke\s+VERSION\s+([0-9.]+)", file.read()).group(1)


def versions_of(names):
    """{package: version} of those that are installed."""
    found = run("dpkg-query", "-W", "-f", "${db:Status-Status} ${Package} ${Version}\n", *names) if names else ""
    return {words[1]: words[2] for words in map(str.split, found.splitlines()) if words[:1] == ["installed"]}


def packages_of(libraries):
    """{path: package} of those that Debian's packages have; a file may be known by its path without links, or without /usr."""
    paths = {path: library for library in libraries for real in (library, os.path.realpath(library)) for path in (real, real.removeprefix("/usr"))}
    found = {}
    for line in run("dpkg-query", "-S", *paths).splitlines() if paths else ():
        names, _, path = line.partition(": ")
        if path in paths:
            found[paths[path]] = names.split(":")[0]
    return found


def shared_libraries(program):
    found = run("ldd", program)
    return sorted(set(re.findall(r"=> (/\S+)", found) + re.findall(r"^\s+(/\S+) \(", found, re.M)))


def package(name, version, licence, **more):
    identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
    return {"SPDXID": identifier, "name": name, "versionInfo": version or "NOASSERTION", "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}


def has_kernels(program):
    """Whether templates of Kokkos Kernels are compiled in: they leave the labels of their kernels."""
    with open(program, "rb") as file:
        return b"KokkosSparse::" in file.read()


def parts_of(program):
    """{name: (package, how it is linked)}"""
    rows, parts = listed(), {}
    by_package = {name: row for row in rows for name in row["package"].split(", ") if name}
    libraries = shared_libraries(program)
    packages = packages_of(libraries)
    versions = versions_of(sorted({*packages.values(), *by_package}))
    for library in libraries:
        name = packages.get(library, os.path.basename(library))
        row = by_package.get(name)
        parts[name] = package(name, versions.get(name), row["licence"] if row else "NOASSERTION"), "DYNAMIC_LINK"
    for row in rows:
        if row["how"] == "headers" and row["package"] in versions:
            name = row["package"]
            parts[name] = package(name, versions[name], row["licence"], comment=row["name"]), "STATIC_LINK"
    for row in rows:  # of no package: both are built from Debian's source of trilinos
        if row["name"] == "Kokkos" or row["name"] == "Kokkos Kernels" and has_kernels(program):
            parts[row["name"]] = package(row["name"], "", row["licence"]), "STATIC_LINK"
    return parts


def document(program):
    with open(program, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    name = os.path.basename(program)
    parts = parts_of(program)
    encke = package("Encke", version_of_encke(), "BSD-3-Clause", checksums=[{"algorithm": "SHA256", "checksumValue": digest}], packageFileName=name)
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", datetime.datetime.now().timestamp()))
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": encke["SPDXID"]}]
    relations += [{"spdxElementId": encke["SPDXID"], "relationshipType": how, "relatedSpdxElement": part["SPDXID"]} for part, how in parts.values()]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"{name}-{encke['versionInfo']}",
            "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{encke['versionInfo']}-{digest}",
            "creationInfo": {"created": created, "creators": ["Tool: encke-spdx"]},
            "packages": [encke] + [part for part, _ in parts.values()], "relationships": relations}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--out")
    given = parser.parse_args()
    text = json.dumps(document(given.program), indent=1) + "\n"
    if given.out:
        with open(given.out, "w") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
