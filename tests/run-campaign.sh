#!/usr/bin/env bash
# run-campaign.sh [N [SEED]]: builds the program and checks N configurations (2000) of random data and random command lines against the
# definitions (tests/campaign/campaign.py), with the seed of the day unless one is given.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=${ENCKE_PRESET:-ci}
bash drivers/setup.sh
bash tests/program/oracles/install.sh
cmake --preset "$preset" >/dev/null
cmake --build --preset "$preset" --target encke_encke_program
python=${ENCKE_DEPS:-build/deps}/oracles/bin/python3
if [[ ! -x $python ]]; then python=python3; fi
export PYTHONDONTWRITEBYTECODE=1
"$python" tests/campaign/campaign.py "build/$preset/bin/encke" --configurations "${1:-2000}" ${2:+--seed "$2"} --figures build/campaign-figures.txt
