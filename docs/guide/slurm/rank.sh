#!/bin/sh
# rank.sh PROGRAM ARGUMENTS...: runs PROGRAM as one rank. A rank that dies of a signal ends with 22, as one that loses
# another rank does; launchers would otherwise say 137, 143 or 1 for it. Of several exit codes launchers pass on the largest.
trap : HUP INT TERM USR1 # the launcher signals this shell too; PROGRAM stops in order, and the shell must outlive it
"$@"
code=$?
if [ "$code" -gt 128 ]; then exit 22; fi
exit "$code"
