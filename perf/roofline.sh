#!/usr/bin/env bash
# roofline.sh [--name NAME] [--build DIR] [--threads N] [--repeats N] [--size full|small]: measures the ceilings of this machine
# and every kernel at every instruction-set level, and writes perf/results/<date>-NAME/: roofline.jsonl (all that was measured),
# roofline.tsv (each kernel), roofline-ceilings.tsv, roofline.txt (both, also printed), roofline.svg (the picture).
#
#   --name     of the results; default: this machine's processor
#   --build    where bin/encke-bench is; default build/release, which is built if it is not there
#   --threads  default 1
#   --repeats  of each kernel; default 5
#   --size     small: tiny problems, to see that all works
#   --from     a roofline.jsonl of earlier: measures nothing, writes the tables and the picture beside it
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/with_bench.sh" roofline.py "$@"
