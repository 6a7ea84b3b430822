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

# Debian's Python for arm64 with all that it needs, unpacked and not installed: suite, package.
python_of() {
  local suite=$1 package=$2
  local apt=(apt-get -q -o "Dir::State=$out/$suite.apt/state" -o "Dir::Cache=$out/$suite.apt/cache"
    -o "Dir::Etc::sourceparts=$out/$suite.apt/sources" -o Dir::Etc::sourcelist=/dev/null
    -o "Dir::State::status=$out/$suite.apt/status" -o APT::Architecture=arm64 -o APT::Architectures=arm64
    -o APT::Sandbox::User=root)
  mkdir -p "$suite.apt"/{state/lists/partial,cache/archives/partial,sources}
  : >"$suite.apt/status"
  sed '/^$/q' /etc/apt/sources.list.d/debian.sources | sed -E "s/^Suites:.*/Suites: $suite/" >"$suite.apt/sources/debian.sources"
  "${apt[@]}" update
  "${apt[@]}" install -y --no-install-recommends --download-only "$package" libstdc++6
  local deb
  for deb in "$suite.apt"/cache/archives/*.deb; do dpkg-deb -x "$deb" "$suite.part"; done
  # Where Debian's usrmerge would have put links.
  local place
  for place in lib bin; do
    if [ -d "$suite.part/$place" ] && [ ! -L "$suite.part/$place" ]; then
      cp -R "$suite.part/$place/." "$suite.part/usr/$place/"
      rm -r "${suite:?}.part/$place"
    fi
    [ -e "$suite.part/$place" ] || ln -s "usr/$place" "$suite.part/$place"
  done
  mv "$suite.part" "$suite"
}

# Suite, version.
check() {
  local suite=$1 version=$2
  [ -e "$suite" ] || python_of "$suite" "python$version"
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
