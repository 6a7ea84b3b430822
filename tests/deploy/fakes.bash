# A scratch root and the commands that would change this machine, faked: each writes down what it was asked for.
# shellcheck disable=SC2016  # what stands in single quotes is expanded in the fake

make_machine() {
  export SERVIDA_ROOT=$BATS_TEST_TMPDIR/root
  export CALLS=$BATS_TEST_TMPDIR/calls
  export FACTS=$BATS_TEST_TMPDIR/facts
  mkdir -p "$SERVIDA_ROOT/etc" "$SERVIDA_ROOT/boot/firmware" "$SERVIDA_ROOT/usr/local/bin" "$FACTS" "$BATS_TEST_TMPDIR/bin"
  : >"$CALLS"
  echo 'VERSION_CODENAME=bookworm' >"$SERVIDA_ROOT/etc/os-release"
  mkdir -p "$SERVIDA_ROOT/proc/device-tree"
  printf 'Raspberry Pi Zero 2 W Rev 1.0\0' >"$SERVIDA_ROOT/proc/device-tree/model"
  printf '%s\n' '# the owner'"'"'s own line' 'dtparam=audio=on' >"$SERVIDA_ROOT/boot/firmware/config.txt"
  export PATH=$BATS_TEST_TMPDIR/bin:$PATH
  fake apt-get 'touch "$FACTS/venv"'
  fake dpkg 'echo "${ARCHITECTURE:-arm64}"'
  fake getent 'test -e "$FACTS/$1-$2"'
  fake groupadd 'touch "$FACTS/group-${!#}"'
  fake useradd 'touch "$FACTS/passwd-servida"'
  fake userdel 'rm "$FACTS/passwd-servida"'
  fake chown 'touch "$FACTS/owned"'
  fake udevadm ''
  fake sync ''
  fake systemctl '
case $* in
  *is-enabled*) test -e "$FACTS/enabled" ;;
  *enable*) touch "$FACTS/enabled" ;;
  *disable*) rm -f "$FACTS/enabled" ;;
esac'
  # The owner of the games is what chown left; modes are real.
  fake stat '
if [ "$2" = %U ]; then if [ -e "$FACTS/owned" ]; then echo servida; else echo root; fi
else exec /usr/bin/stat "$@"; fi'
  # A virtual environment is a folder whose python and servida agree to everything.
  fake python3 '
case $* in
  "-c import ensurepip, venv") test -e "$FACTS/venv" ;;
  "-m venv"*)
    mkdir -p "$3/bin"
    for name in python servida; do cp "$(dirname "$0")/installed" "$3/bin/$name"; done ;;
  --version) echo Python 3.11.2 ;;
esac'
  fake installed 'if [ -e "$FACTS/refuses" ]; then echo "$*" | grep -qvf "$FACTS/refuses"; fi'
  # A checkout that a test may change.
  CHECKOUT=$BATS_TEST_TMPDIR/checkout
  mkdir -p "$CHECKOUT/host/servida_host" "$CHECKOUT/requirements" "$CHECKOUT/firmware/servida"
  cp -R "$BATS_TEST_DIRNAME/../../firmware/deploy" "$CHECKOUT/firmware/deploy"
  cp "$BATS_TEST_DIRNAME/../../requirements/pi.txt" "$CHECKOUT/requirements"
  touch "$CHECKOUT/pyproject.toml" "$CHECKOUT/README.md" "$CHECKOUT/LICENSE"
  export INSTALL=$CHECKOUT/firmware/deploy/install.sh
}

fake() { # name, script
  printf '#!/bin/bash\necho "%s $*" >>"$CALLS"\n%s\n' "$1" "$2" >"$BATS_TEST_TMPDIR/bin/$1"
  chmod +x "$BATS_TEST_TMPDIR/bin/$1"
}

# All files of the scratch root with their content, to be compared.
root_as_it_is() {
  (cd "$SERVIDA_ROOT" && find . -printf '%p %m %l\n' | sort && find . -type f -print0 | sort -z | xargs -0 sha256sum)
}
