#!/usr/bin/env python3
"""spdx_test.py SPDX_PY PROGRAM: the bill of materials of a program is whole, and has what the program cannot do without."""
import hashlib
import json
import subprocess
import sys

script, program = sys.argv[1:]
document = json.loads(subprocess.run([sys.executable, script, program], check=True, capture_output=True, text=True).stdout)
again = json.loads(subprocess.run([sys.executable, script, program], check=True, capture_output=True, text=True).stdout)

packages = {package["SPDXID"]: package for package in document["packages"]}
assert len(packages) == len(document["packages"]), "an SPDXID comes twice"
assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0"
for package in packages.values():
    missing = {"name", "SPDXID", "downloadLocation", "versionInfo", "licenseDeclared", "filesAnalyzed"} - package.keys()
    assert not missing, f"{package['name']} has no {missing}"
known = packages.keys() | {document["SPDXID"]}
for relation in document["relationships"]:
    assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= known, f"{relation} names what is not there"
linked = {relation["relatedSpdxElement"] for relation in document["relationships"]}
assert linked == packages.keys(), f"not in a relationship: {packages.keys() - linked}"

encke = packages["SPDXRef-Encke"]
with open(program, "rb") as file:
    assert encke["checksums"][0]["checksumValue"] == hashlib.sha256(file.read()).hexdigest()
assert encke["licenseDeclared"] == "BSD-3-Clause"
names = " ".join(package["name"] for package in packages.values())
with open(program, "rb") as file:
    kernels = ("Kokkos Kernels",) if b"KokkosSparse" in file.read() else ()
for name in ("fmt", "stdc++", "Kokkos", *kernels):
    assert name in names, f"{name} is linked, and not listed: {names}"
document["creationInfo"] = again["creationInfo"] = None
assert document == again, "two runs differ"
print(f"{len(packages)} packages")
