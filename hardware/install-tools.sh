#!/bin/sh
# Installs on Debian what is missing of KiCad 9 with its libraries, Graphviz (WireViz draws with it) and poppler (the picture
# of the schematic). KiCad comes from the backports suite on Debian 12, from the suite itself later on.
set -eu
if command -v pdftoppm >/dev/null && command -v dot >/dev/null && command -v kicad-cli >/dev/null && kicad-cli version | grep -q '^9\.' &&
  [ -d /usr/share/kicad/symbols ] && [ -d /usr/share/kicad/footprints ] && [ -d /usr/share/kicad/3dmodels ]; then
  exit 0
fi
command -v apt-get >/dev/null || {
  echo "KiCad 9 with its libraries (https://www.kicad.org/download/), Graphviz's dot or poppler's pdftoppm is missing; install them."
  exit 2
}
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
. /etc/os-release
suite=""
if [ "${VERSION_CODENAME:-}" = bookworm ]; then
  suite="-t bookworm-backports"
  list=/etc/apt/sources.list.d/backports.sources
  if [ ! -e "$list" ]; then
    # The machine's own mirror, another suite of it.
    sed '/^$/q' /etc/apt/sources.list.d/debian.sources | sed -E 's/^Suites:.*/Suites: bookworm-backports/' | as_root tee "$list" >/dev/null
  fi
fi
as_root apt-get update -q
# The suite is two words or none.
# shellcheck disable=SC2086
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $suite \
  kicad kicad-symbols kicad-footprints kicad-packages3d poppler-utils
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends graphviz
