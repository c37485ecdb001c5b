# Read by the .sbatch files: run_and_requeue COMMAND... runs it and puts the job back into the queue where it can go on.
# 20: stopped by the signal before the time limit. 22: a rank died; three times, then it is not by chance.

run_and_requeue() {
  local code=0
  "$@" || code=$?
  if ((code > 128)); then code=22; fi # the step itself was killed
  case $code in
    20) echo "stopped before the time limit: requeued" && scontrol requeue "${SLURM_JOB_ID:?}" ;;
    22)
      if ((${SLURM_RESTART_COUNT:-0} < 3)); then
        echo "a rank died: requeued" && scontrol requeue "${SLURM_JOB_ID:?}"
      fi
      ;;
  esac
  exit "$code"
}
