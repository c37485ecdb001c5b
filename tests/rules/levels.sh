#!/usr/bin/env bash
# levels.sh [ROOT]: the floors of the architecture, read off the #include lines of ROOT/core/encke and ROOT/backends, or of the
# tree that this script is in. A file includes its own room, which is its folder below core/encke, and rooms on lower floors.
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

find core/encke backends -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cpp.in' -o -name '*.cu' -o -name '*.cuh' \) -exec grep -nH '^ *# *include' {} + | awk '
  BEGIN {
    floor["base"] = 0
    floor["contraction"] = floor["screen"] = floor["schedule"] = floor["host"] = floor["eigen"] = floor["sparse"] = 1
    floor["metric"] = floor["pack"] = floor["comm"] = 2
    floor["file"] = floor["tally"] = 3
    floor["backend"] = floor["io"] = floor["sink"] = 4
     floor["network"] = floor["plan"] = floor["check"] = floor["store"] = floor["ordination"] = 5
    floor["distributed"] = floor["combine"] = floor["distinct"] = 6
    floor["run"] = 7
    floor["job"] = floor["ld"] = 8
    top = 9 # files in core/encke itself, such as encke.hpp
  }
  function breach(why) { print file ":" line ": " why; breaches++ }
  {
    split($0, part, ":"); file = part[1]; line = part[2]
    included = $0
    sub(/^[^<"]*/, "", included)

    in_core = file ~ /^core\/encke\//
    room = file; sub(/^core\/encke\//, "", room)
    if (!in_core) room = "backend" # what a backend may use is what the backend interface may use
    else if (!sub(/\/.*/, "", room)) room = "top"
    if (room != "top" && !(room in floor)) { breach("the folder " room " has no floor; give it one here"); next }
    mine = room == "top" ? top : floor[room]

    if (in_core && included ~ /^"/) breach("includes " included ": core has one include root, <encke/...>")
    if (included ~ /^<(Kokkos|mpi\.h)/ && mine <= 1 && room != "host" && room != "sparse") breach(room " includes " included)
    if (included ~ /^[<"](Kokkos|fmt\/|mpi\.h)/ && in_core && file ~ /\.hpp$/ && file !~ /\/sparse\/space\//) breach("a public header includes " included)
    if (included ~ /^<encke\/[^\/>]*>/ && room != "top") breach("includes " included ", which includes everything")
    if (included ~ /^<encke\/[^\/>]*\//) {
      other = included; sub(/^<encke\//, "", other); sub(/\/.*/, "", other)
      if (!(other in floor)) breach("includes " included ", whose folder has no floor")
      else if (floor[other] > mine) breach(room " includes " other ", which is on a higher floor")
      else if (floor[other] == mine && other != room) breach(room " includes " other ": rooms of one floor do not know each other")
      # A backend sees contractions and screens, and never a metric. metric/ alone is below rooms that may not include it.
      else if (other == "metric" && room != "metric" && mine < floor["distributed"]) breach(room " includes metric, which is for those who combine")
    }
  }
  END { exit breaches > 0 }'
