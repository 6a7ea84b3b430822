#!/usr/bin/env bash
# Installs all that requirements/pi.txt locks on 64-bit ARM, under the Pythons of Raspberry Pi OS Bookworm (3.11) and
# Trixie (3.13), Debian's own for arm64, emulated by qemu-user; and imports every module that the wheels bring, then
# ours. Only wheels whose hash the lock has. Needs root and Debian 12.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)
out=${SERVIDA_VM:-$project/out/vm}/wheels-arm64
mkdir -p "$out"
cd "$out"
command -v qemu-aarch64-static >/dev/null || { apt-get update -q && apt-get install -y -q --no-install-recommends qemu-user-static; }

# shellcheck source=tests/vm/debian_arm64.sh
. "$here/debian_arm64.sh"

# Suite, version.
check() {
  local suite=$1 version=$2
  [ -e "$suite" ] || unpacked "$suite" "python$version" libstdc++6
  local python=(qemu-aarch64-static -L "$out/$suite" "$out/$suite/usr/bin/python$version")
  rm -rf "site-$version"
  PYTHONHOME="$out/$suite/usr" PYTHONPATH="$out/pip" "${python[@]}" -m pip --disable-pip-version-check -q install \
    --no-cache-dir --require-hashes --only-binary :all: --root-user-action ignore --target "site-$version" \
    --cert "$(python3 -c 'import pip._vendor.certifi as c; print(c.where())')" -r "$project/requirements/pi.txt"
  PYTHONHOME="$out/$suite/usr" PYTHONPATH="$out/site-$version:$project/firmware" "${python[@]}" "$here/import_all.py" "site-$version"
}

rm -rf pip
python3 -m pip --disable-pip-version-check -q install --target pip pip
failed=0
check bookworm 3.11 || failed=1
check trixie 3.13 || failed=1
exit $failed
