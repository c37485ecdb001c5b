#!/usr/bin/env bash
# guide.sh [ROOT]: a page of docs/guide that starts with a question has at most 60 lines, a command that draws a picture, a last line that says
# what comes next, and a test that runs its commands (encke_test_page in tests/CMakeLists.txt; pages of programs have tests/install and tests/python).
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"
breaches=0
breach() {
  echo "$1: $2"
  breaches=1
}

for page in docs/guide/*.md; do
  [[ -f $page ]] || continue
  [[ $(head -n 1 "$page") == '# '*'?' ]] || continue
  lines=$(wc -l <"$page")
  ((lines <= 60)) || breach "$page" "$lines lines, at most 60 expected of a page that starts with a question"
  grep -qE -- '--(picture|report)|plot\.network' "$page" || breach "$page" "no command that draws a picture"
  [[ $(tail -n 1 "$page") == Next:* ]] || breach "$page" "its last line does not begin with 'Next:'"
  name=$(basename "$page" .md)
  grep -rqsE --include=CMakeLists.txt --include=run.sh --include=test_docs.py "encke_test_page\($name |[/\"]$name\.md" tests || breach "$page" "no test runs its commands"
done
exit $breaches
