#!/usr/bin/env bash
# growth.sh [--name NAME] [--build DIR] [--threads N] [--repeats N] [--size full|small]: how the cost of CCC 2-way grows with
# samples (64 to 65,536), with vectors and with the density of hits (two decades each), and its memory with vectors. Writes
# perf/results/<date>-NAME/: growth.jsonl (all that was measured), growth.tsv (the fitted exponents, also printed), growth.svg.
#
#   --name     of the results; default: this machine's processor
#   --build    where bin/encke-bench is; default build/release, which is built if it is not there
#   --threads  default 1
#   --repeats  of each point; default 5
#   --size     small: tiny problems, to see that all works
#   --from     a growth.jsonl of earlier: measures nothing, writes the table and the picture beside it
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/with_bench.sh" growth.py "$@"
