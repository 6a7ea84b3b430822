# shellcheck shell=bash
# Sourced: Debian's packages for 64-bit ARM, unpacked and not installed, with apt's state in folders of their own.

# The words of an apt command for a suite; its lists must be there: see lists_of.
apt_of() {
  local suite=$1
  apt=(-q -o "Dir::State=$PWD/$suite.apt/state" -o "Dir::Cache=$PWD/$suite.apt/cache"
    -o "Dir::Etc::sourceparts=$PWD/$suite.apt/sources" -o Dir::Etc::sourcelist=/dev/null
    -o "Dir::State::status=$PWD/$suite.apt/status" -o APT::Architecture=arm64 -o APT::Architectures=arm64
    -o APT::Sandbox::User=root)
}

# Gets the lists of a suite; the entry is made of the computer's own, which says where packages are.
lists_of() {
  local suite=$1 apt
  apt_of "$suite"
  mkdir -p "$suite.apt"/{state/lists/partial,cache/archives/partial,sources}
  : >"$suite.apt/status"
  sed '/^$/q' /etc/apt/sources.list.d/debian.sources | sed -E "s/^Suites:.*/Suites: $suite/" >"$suite.apt/sources/debian.sources"
  apt-get "${apt[@]}" update
}

# Unpacks packages of a suite, with all that they need, into the folder SUITE.
unpacked() {
  local suite=$1 apt deb place
  shift
  lists_of "$suite"
  apt_of "$suite"
  apt-get "${apt[@]}" install -y --no-install-recommends --download-only "$@"
  rm -rf "$suite.part"
  for deb in "$suite.apt"/cache/archives/*.deb; do dpkg-deb -x "$deb" "$suite.part"; done
  # Where Debian's usrmerge would have put links.
  for place in lib bin; do
    if [ -d "$suite.part/$place" ] && [ ! -L "$suite.part/$place" ]; then
      cp -R "$suite.part/$place/." "$suite.part/usr/$place/"
      rm -r "${suite:?}.part/$place"
    fi
    [ -e "$suite.part/$place" ] || ln -s "usr/$place" "$suite.part/$place"
  done
  mv "$suite.part" "$suite"
}
