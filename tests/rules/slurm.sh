#!/usr/bin/env bash
# slurm.sh ROOT [ENCKE]: the job scripts of docs/guide/slurm, with a srun and a scontrol of our own: what they run, that they
# requeue what can go on and nothing else. With ENCKE: a run in shards and their merging.
set -uo pipefail
slurm=$(cd "$1/docs/guide/slurm" && pwd)
encke=${2:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() {
  echo "$*" >&2
  failures=$((failures + 1))
}

for script in "$slurm"/*.sh "$slurm"/*.sbatch; do
  bash -n "$script" || fail "$script does not parse"
  if command -v shellcheck >/dev/null; then shellcheck -s bash -e SC1091 "$script" || fail "$script: shellcheck"; fi
done

mkdir bin
cat >bin/srun <<'END'
#!/bin/sh
while [ "${1#--}" != "$1" ]; do shift; done
exec "$@"
END
cat >bin/scontrol <<'END'
#!/bin/sh
echo "$*" >>scontrol.calls
END
cat >bin/encke <<'END'
#!/bin/sh
echo "$*" >>encke.calls
if [ "$ENDS_WITH" = KILLED ]; then kill -9 $$; fi
exit "$ENDS_WITH"
END
chmod +x bin/*
export PATH=$folder/bin:$PATH ENCKE_SLURM=$slurm SLURM_SUBMIT_DIR=$slurm SLURM_JOB_ID=77 SLURM_CPUS_PER_TASK=2 SLURM_ARRAY_TASK_ID=1

# expect SCRIPT ENDS_WITH RESTARTS CODE CALL: exit code CODE of SCRIPT, and CALL of scontrol
expect() {
  rm -f scontrol.calls encke.calls
  ENDS_WITH=$2 SLURM_RESTART_COUNT=$3 bash "$slurm/$1.sbatch" ccc --bfile cohort >out 2>&1
  local code=$? calls
  calls=$(cat scontrol.calls 2>/dev/null)
  [[ $code == "$4" && $calls == "$5" ]] || fail "$1, program ended with $2: exit code $code, scontrol '$calls'; expected $4, '$5'"
  grep -q '^ccc --bfile cohort.* --resume' encke.calls || fail "$1: no 'ccc --bfile cohort ... --resume' in '$(cat encke.calls)'"
}
for script in numa gpu shards one-node; do
  expect $script 0 0 0 ""
  expect $script 8 0 8 ""
  expect $script 20 9 20 "requeue 77"
  expect $script 22 0 22 "requeue 77"
  expect $script 22 3 22 ""
  expect $script KILLED 0 22 "requeue 77"
done

if [[ -n $encke ]]; then
  ln -sf "$encke" bin/encke
  problem=(ccc --synthetic random --num-vectors 40 --num-fields 50 --block 16 --threshold 0.5 --progress none)
  encke "${problem[@]}" --out whole >out 2>err || fail "$(cat err)"
  for k in 1 2 3; do
    (. "$slurm/requeue.sh" && run_and_requeue srun encke "${problem[@]}" --shard "$k/3" --out "part-$k" --resume) >out 2>err || fail "$(cat err)"
  done
  encke merge --out merged part-1 part-2 part-3 >out 2>err || fail "$(cat err)"
  cmp whole.edges.tsv merged.edges.tsv || fail "merged shards differ from the whole run"
fi
exit $((failures > 0))
