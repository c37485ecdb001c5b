# Sourced, not run: defines private_apt, which talks to the machine's own mirror of Debian, or Ubuntu, about any suite without
# touching apt's own lists, needs no root, and checks signatures and hashes as apt does. No mirror is named: apt knows it.

# private_apt_open DIR TYPE SUITE [ARCHITECTURE]: a private apt world in DIR with the index of SUITE; TYPE is deb or deb-src.
private_apt_open() {
  local dir=$1 type=$2 suite=$3 uri origin=Debian keyring=debian-archive-keyring components=main
  if grep -qs '^ID=ubuntu$' /etc/os-release; then origin=Ubuntu keyring=ubuntu-keyring components="main universe"; fi
  local keys=/usr/share/keyrings/${origin,,}-archive-keyring.gpg
  command -v apt-get >/dev/null || { echo "there is no apt-get on this machine" >&2; return 1; }
  [[ -r $keys ]] || { echo "$keys is missing (package $keyring)" >&2; return 1; }

  # The repository whose index says so. Before the first apt-get update the index is not there and says nothing:
  # then the first one that is not for updates only.
  local format='$(CREATED_BY)|$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(RELEASE)|$(REPO_URI)'
  uri=$(apt-get indextargets --format "$format" | awk -F'|' -v origin="$origin" '
    $1 != "Packages" || $4 != "main" { next }
    $2 == origin && $3 == origin { print $6; found = 1; exit }
    guess == "" && $5 !~ /security|updates|backports/ { guess = $6 }
    END { if (!found && guess != "") print guess }')
  [[ -n $uri ]] || { echo "apt has no mirror of $origin in its sources" >&2; return 1; }

  mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial"
  dir=$(cd "$dir" && pwd)
  printf '%s [signed-by=%s] %s %s %s\n' "$type" "$keys" "$uri" "$suite" "$components" >"$dir/sources.list"
  private_apt_options=(-q
    -o Dir::Etc::SourceList="$dir/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::State="$dir" -o Dir::State::Lists="$dir/lists" -o Dir::State::status=/dev/null
    -o Dir::Cache="$dir/cache" -o APT::Sandbox::User= -o Acquire::Languages=none -o Acquire::Retries=3)
  if [[ -n ${4:-} ]]; then private_apt_options+=(-o APT::Architecture="$4" -o APT::Architectures="$4"); fi
  private_apt update
}

private_apt() { apt-get "${private_apt_options[@]}" "$@"; }
