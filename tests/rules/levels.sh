#!/usr/bin/env bash
# levels.sh ROOT: the level rule of the architecture, read off the #include lines of ROOT/core/encke and ROOT/backends.
set -euo pipefail
cd "$1"

find core/encke backends -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cpp.in' \) -exec grep -nH '^ *# *include' {} + | awk '
  BEGIN {
    # base < metric, schedule < pack, tally < comm, backend < sink, io < store < run < drivers
    rank["base"] = 0
    rank["metric"] = rank["schedule"] = 1
    rank["pack"] = rank["tally"] = 2
    rank["comm"] = rank["backend"] = 3
    rank["sink"] = rank["io"] = 4
    rank["store"] = 5
    rank["run"] = 6
    top = 7 # files in core/encke itself, such as encke.hpp
  }
  function breach(why) { print file ":" line ": " why; breaches++ }
  {
    split($0, part, ":"); file = part[1]; line = part[2]
    included = $0
    sub(/^[^<"]*/, "", included)

    in_core = file ~ /^core\/encke\//
    level = file; sub(/^core\/encke\//, "", level)
    if (!in_core) level = "backend"           # what a backend may use is what the backend interface may use
    else if (!sub(/\/.*/, "", level)) level = "top"
    if (level != "top" && !(level in rank)) { breach("the folder " level " has no level; give it one here"); next }
    mine = level == "top" ? top : rank[level]

    if (in_core && included ~ /^"/) breach("includes " included ": core has one include root, <encke/...>")
    if (included ~ /^<(Kokkos|mpi\.h)/ && mine <= 1) breach(level " includes " included)
    if (included ~ /^[<"](Kokkos|fmt\/|mpi\.h)/ && in_core && file ~ /\.hpp$/) breach("a public header includes " included)
    if (included ~ /^<encke\/[^\/>]*>/ && level != "top") breach("includes " included ", which includes everything")
    if (included ~ /^<encke\/[^\/>]*\//) {
      other = included; sub(/^<encke\//, "", other); sub(/\/.*/, "", other)
      if (!(other in rank)) breach("includes " included ", whose folder has no level")
      else if (rank[other] > mine) breach(level " includes the higher level " other)
      else if (mine == 1 && rank[other] == 1 && other != level) breach(level " includes " other ": metric and schedule do not know each other")
    }
  }
  END { exit breaches > 0 }'
