#!/usr/bin/env bash
# get-hip-packages.sh DIR: unpacks Debian's HIP and the clang that it is for in DIR, and writes DIR/hip-clang++, a compiler of device code
# for AMD's GPUs. Needs no root and no GPU, and installs nothing.
# get-hip-packages.sh --headers DIR: instead the headers of sid's HIP in DIR/usr/include, and clang 19 as DIR/hip-clang++, for syntax alone.
# Exit status 77: the packages cannot be had on this machine, or not now.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
headers=
if [[ ${1:-} == --headers ]]; then
  headers=yes
  shift
fi
mkdir -p "${1:?DIR is missing}"
dir=$(cd "$1" && pwd)
stamp=$(cksum <"${BASH_SOURCE[0]}")
if [[ -r $dir/unpacked-by && $(<"$dir/unpacked-by") == "$stamp" ]]; then exit; fi

. "$here/debian-apt.sh"
cd "$dir"
rm -rf usr unpacked-by hip-clang++ deb
mkdir deb
# unpack SUITE PACKAGE...
unpack() {
  local suite=$1
  shift
  { private_apt_open "apt-$suite" deb "$suite" && (cd deb && private_apt download "$@"); } >>download.log 2>&1 || {
    tail -n 3 download.log >&2
    exit 77
  }
  for package in deb/*.deb; do dpkg -x "$package" .; done
  rm -f deb/*.deb
}
: >download.log
if [[ -n $headers ]]; then
  unpack "$release" clang-19 libclang-cpp19 libllvm19 libclang-common-19-dev libomp-19-dev
  unpack sid libamdhip64-dev
  version=19
else
  unpack "$release" rocm-device-libs libamdhip64-dev libamdhip64-5 libhsa-runtime64-1 libhsa-runtime-dev libhsakmt1 libamd-comgr2 \
    libamd-comgr-dev libhiprtc-builtins5 hipcc clang-15 libclang-cpp15 libllvm15 libclang-common-15-dev llvm-15 llvm-15-linker-tools \
    lld-15 clang-tools-15 libomp-15-dev libomp5-15
  version=15
fi
libraries=$dir/usr/lib/$(gcc -print-multiarch)
options=(-isystem "$dir/usr/include" "--rocm-path=$dir/usr")
if [[ -z $headers ]]; then
  options+=("--rocm-device-lib-path=$libraries/amdgcn/bitcode" "-L$libraries")
fi
{
  echo '#!/bin/sh'
  printf 'export LD_LIBRARY_PATH=%q:%q${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\n' "$libraries" "$dir/usr/lib/llvm-$version/lib"
  printf 'exec %q' "$dir/usr/lib/llvm-$version/bin/clang++" # beside it are the programs that it starts
  printf ' %q' "${options[@]}"
  echo ' "$@"'
} >hip-clang++
chmod +x hip-clang++
echo "$stamp" >unpacked-by
