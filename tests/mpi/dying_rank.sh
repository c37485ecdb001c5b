#!/usr/bin/env bash
# dying_rank.sh SIGNAL PROGRAM LAUNCHER...: a job of which one rank gets SIGNAL (9: dies without a word, 19: stands still)
# ends with exit code 22. OpenMPI and MPICH end the job themselves if a rank dies of a signal, with a code of their own:
# so each rank's shell says 22 in its place. MPICH then kills the other ranks, and now and then tells their 9 instead.
set -uo pipefail
signal=$1 program=$2
shift 2
ulimit -c 0
"$@" sh -c '"$0" "$1"; code=$?; [ $code -gt 128 ] && exit 22; exit $code' "$program" "$signal"
code=$?
echo "exit code $code"
((code == 22 || (signal == 9 && code == 9)))
