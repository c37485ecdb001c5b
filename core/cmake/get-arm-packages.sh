#!/usr/bin/env bash
# get-arm-packages.sh DIR PACKAGE...: unpacks packages of this Debian release for 64-bit Arm in DIR, and installs nothing.
# Exit status 77: they cannot be had on this machine, or not now.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "${1:?DIR is missing}"
dir=$(cd "$1" && pwd)
shift
if [[ -r $dir/packages && $(<"$dir/packages") == "$*" ]]; then exit; fi

. "$here/debian-apt.sh"
cd "$dir"
rm -rf usr packages ./*.deb
{
  private_apt_open apt deb "$(. /etc/os-release && echo "$VERSION_CODENAME")" arm64 && private_apt download "$@"
} >download.log 2>&1 || { tail -n 3 download.log >&2; exit 77; }
for package in ./*.deb; do dpkg -x "$package" .; done
echo "$*" >packages
