#!/usr/bin/env bash
# Installs Servida on Raspberry Pi OS Lite 64-bit (Bookworm, Trixie), from the checkout that this script is in:
#
#   sudo firmware/deploy/install.sh              install or upgrade; a second run changes nothing
#   sudo firmware/deploy/install.sh --dry-run    say what would be done, and do nothing
#   sudo firmware/deploy/install.sh --rollback   go back to the release before this one
#   sudo firmware/deploy/install.sh --uninstall  remove everything but the games
#
# Every release stands in a folder of its own under /opt/servida/releases, with its virtual environment and the files
# of this folder; /opt/servida/current points to the one that runs, and the one before it is kept. A release without
# its `complete` file was cut off and counts for nothing. The games are in /var/lib/servida and are never touched.
set -euo pipefail
umask 022

# Another root than / is for the tests.
root=${SERVIDA_ROOT:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(cd "$here/../.." && pwd)
releases=$root/opt/servida/releases
current=$root/opt/servida/current
games=$root/var/lib/servida
boot=$root/boot/firmware
config=$boot/config.txt
units=(servida.service servida-poweroff.path)

begin='# Servida: begin. install.sh writes these lines and takes them away again; yours go above or below.'
end='# Servida: end.'

dry=false
changed=false
reboot=false

usage() {
  sed -n '2,7s/^#\( \{1,3\}\|$\)//p' "${BASH_SOURCE[0]}"
}

fail() { # what is wrong, how to mend it
  printf 'install.sh: %s\n  to mend it: %s\n' "$1" "$2" >&2
  exit 1
}

# Does a step, or says that it would; a step that fails ends the installation.
step() { # what is done, how to mend its failure, the command
  local what=$1 mend=$2
  shift 2
  changed=true
  if $dry; then
    printf 'would: %s\n' "$what"
    return
  fi
  printf '%s\n' "$what"
  "$@" || fail "$what: failed: $*" "$mend"
}

check_system() {
  if [ -z "$root" ] && [ "$(id -u)" != 0 ] && ! $dry; then
    fail "needs the rights of root" "sudo $here/install.sh"
  fi
  local codename=""
  if [ -r "$root/etc/os-release" ]; then
    codename=$(sed -n 's/^VERSION_CODENAME=//p' "$root/etc/os-release")
  fi
  case $codename in
    bookworm | trixie) ;;
    *) fail "this system is '${codename:-unknown}'; Servida is made for Bookworm and Trixie" \
      "install Raspberry Pi OS Lite (64-bit) with Raspberry Pi Imager" ;;
  esac
  local architecture
  architecture=$(dpkg --print-architecture)
  case $architecture in
    arm64 | amd64) ;;
    *) fail "this system is for $architecture; Servida's packages are there for arm64 and amd64" \
      "install the 64-bit Raspberry Pi OS Lite" ;;
  esac
}

# A computer without the board's pins would get a service that starts again and again.
check_board() {
  local model=""
  if [ -r "$root/proc/device-tree/model" ]; then
    model=$(tr -d '\0' <"$root/proc/device-tree/model")
  fi
  case $model in
    *"Raspberry Pi"*) ;;
    *)
      local what="this computer is '${model:-no Raspberry Pi}'; the console needs a Raspberry Pi's pins"
      if $dry; then
        printf 'would end here: %s; on a Pi it would go on:\n' "$what"
      else
        fail "$what" "run this on the Pi; to play on this computer: make play"
      fi
      ;;
  esac
}

check_writable() {
  if $dry; then return; fi
  local probe=$root/opt/.servida-probe
  { mkdir -p "$root/opt" && : >"$probe" && rm "$probe"; } 2>/dev/null ||
    fail "$root/opt can't be written" "a read-only root is made writable by: sudo mount -o remount,rw /"
}

install_packages() {
  if python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' && python3 -c 'import ensurepip, venv' 2>/dev/null; then
    return
  fi
  step "install the package python3-venv" "look at the network, then: sudo apt-get update; sudo apt --fix-broken install" \
    fetch_packages
}

fetch_packages() {
  apt-get update -q && apt-get install -y -q --no-install-recommends python3-venv
}

make_user() {
  local group
  for group in gpio i2c; do
    getent group "$group" >/dev/null ||
      step "add the group $group" "sudo groupadd --system $group" groupadd --system "$group"
  done
  if ! getent passwd servida >/dev/null; then
    step "add the user servida" "sudo userdel servida; sudo groupdel servida; then run this again" \
      useradd --system --user-group --groups gpio,i2c --home-dir /var/lib/servida --no-create-home \
      --shell /usr/sbin/nologin servida
  fi
}

make_games_folder() {
  local mend="look with: ls -ld $games; a data partition must be mounted writable"
  [ -d "$games" ] || step "make the folder of the games" "$mend" mkdir -p "$games"
  if [ "$(stat -c %U "$games" 2>/dev/null)" != servida ]; then
    # All of it: after an uninstallation the user may have another number.
    step "give the folder of the games to servida" "$mend" chown -R servida:servida "$games"
  fi
  if [ "$(stat -c %a "$games" 2>/dev/null)" != 700 ]; then
    step "let nobody else into the folder of the games" "$mend" chmod 700 "$games"
  fi
}

# What a release is made of, as one number.
fingerprint() {
  (
    cd "$source"
    python3 --version
    find firmware host/servida_host pyproject.toml requirements/pi.txt README.md LICENSE \
      -type f ! -path '*/__pycache__/*' -print0 | sort -z | xargs -0 sha256sum
  ) | sha256sum | cut -d ' ' -f 1
}

running() {
  basename "$(readlink "$current" 2>/dev/null || echo 0)"
}

# The numbers of the releases that are whole, ascending.
whole_releases() {
  local path
  for path in "$releases"/*/complete; do
    if [ -e "$path" ]; then basename "$(dirname "$path")"; fi
  done | sort -n
}

make_release() {
  [ -e "$source/pyproject.toml" ] || fail "there is no checkout of Servida around $here" "run install.sh in a checkout"
  local mark number last=0
  mark=$(fingerprint)
  for number in $(whole_releases); do
    last=$number
    if [ "$(cat "$releases/$number/complete")" = "$mark" ]; then
      switch_to "$number"
      return
    fi
  done
  number=$((last + 1))
  step "make release $number (some minutes on a Zero 2 W)" \
    "look at the network and at the free space (df -h /opt), then run this again" build "$releases/$number" "$mark"
  switch_to "$number"
}

build() { # the folder, the fingerprint
  local release=$1 mark=$2
  local pip=("$release/bin/python" -m pip --disable-pip-version-check --quiet --no-cache-dir install)
  rm -rf "$release" &&
    mkdir -p "$releases" &&
    python3 -m venv "$release" &&
    "${pip[@]}" --require-hashes --only-binary :all: -r "$source/requirements/pi.txt" &&
    "${pip[@]}" --no-deps --no-build-isolation "$source" &&
    BLINKA_SKIP_DEPENDENCY_CHECK=1 "$release/bin/servida" --version &&
    cp -R "$here" "$release/deploy" &&
    sync &&
    printf '%s\n' "$mark" >"$release/complete" &&
    sync
}

switch_to() { # the number
  [ "$(running)" != "$1" ] || return 0
  local before
  before=$(running)
  step "run release $1" "look at $root/opt/servida" point_to "$1"
  $dry || forget_releases "$1" "$before"
}

point_to() {
  ln -sfn "releases/$1" "$current.next" && mv -T "$current.next" "$current" && sync
}

# Removes all releases but these two, and what was cut off.
forget_releases() {
  local path
  for path in "$releases"/*; do
    case $(basename "$path") in
      "$1" | "$2") ;;
      *) rm -rf "$path" ;;
    esac
  done
}

# The boot configuration as it should be: all that others wrote, and our lines at its end.
configured() {
  without_ours
  cat <<LINES
$begin
[all]
dtparam=i2c_arm=on
# The panel's chip is specified to 400 kHz.
dtparam=i2c_arm_baudrate=400000
dtparam=random=on
# The bus is clocked from the core, which slows down at rest, and the bus with it (raspberrypi/firmware#1281).
[pi02]
core_freq=250
[pi3]
core_freq=250
[all]
$end
LINES
}

without_ours() {
  awk -v begin="$begin" -v end="$end" '$0 == begin { ours = 1 } !ours { print } $0 == end { ours = 0 }' "$config"
}

set_boot_configuration() {
  if [ ! -f "$config" ]; then
    printf 'note: there is no %s; switch on I2C at 400 kHz as this machine wants it\n' "$config"
    return
  fi
  check_markers
  if ! configured | cmp -s - "$config"; then
    step "set I2C, its clock and the random number generator in $config" \
      "look whether the boot partition is mounted writable: findmnt $boot" rewrite configured
    reboot=true
  fi
  if [ ! -e "$boot/servida.toml" ]; then
    step "put a servida.toml to edit on the boot partition" "findmnt $boot" cp "$here/servida.toml" "$boot/servida.toml"
  fi
}

# Without its end, our part would go on to the end of the file.
check_markers() {
  if grep -qxF "$begin" "$config" && ! grep -qxF "$end" "$config"; then
    fail "$config has the line '$begin' and not '$end'" "edit the file: put the second line where Servida's lines end"
  fi
}

# Writes what a function prints as the boot configuration; a cut leaves the old one or the new one.
rewrite() {
  "$1" >"$config.servida" && sync && mv "$config.servida" "$config" && sync
}

# Calls a command for each file of a release, with its name in this folder and its place.
each_file() { # the command
  "$1" servida.service "$root/etc/systemd/system/servida.service"
  "$1" servida-poweroff.path "$root/etc/systemd/system/servida-poweroff.path"
  "$1" servida-poweroff.service "$root/etc/systemd/system/servida-poweroff.service"
  "$1" 60-servida.rules "$root/etc/udev/rules.d/60-servida.rules"
  "$1" modules.conf "$root/etc/modules-load.d/servida.conf"
  "$1" servida-farewell "$root/usr/lib/systemd/system-shutdown/servida-farewell"
  "$1" servida "$root/usr/local/bin/servida"
}

place() { # the name, to
  local from=$current/deploy/$1
  if $dry; then from=$here/$1; fi
  if ! cmp -s "$from" "$2"; then
    step "write $2" "ls -ld $(dirname "$2")" copy "$from" "$2"
  fi
}

copy() {
  local mode=644
  if [ -x "$1" ]; then mode=755; fi
  mkdir -p "$(dirname "$2")" && cp "$1" "$2" && chmod "$mode" "$2"
}

start() {
  if $changed; then
    step "tell systemd and udev of it" "look at: systemctl status servida; journalctl -b -u servida" tell_system
  fi
  if ! systemctl is-enabled --quiet "${units[@]}" 2>/dev/null; then
    step "let Servida start with the computer" "systemctl status servida" \
      systemctl --quiet enable "${units[@]}"
  fi
  if ! $changed; then
    echo "nothing to change: release $(running) is installed"
    return
  fi
  if $dry; then return; fi
  if $reboot; then
    echo "the boot configuration has changed: sudo reboot, and the panel lights up"
    return
  fi
  restart
}

restart() {
  # Without waiting: systemd gives the panel's bus a minute and a half to appear.
  step "start Servida" "journalctl -b -u servida" systemctl --no-block restart "${units[@]}"
}

tell_system() {
  systemctl daemon-reload &&
    udevadm control --reload &&
    udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=misc
}

roll_back() {
  local number before=""
  for number in $(whole_releases); do
    if [ "$number" -lt "$(running)" ]; then before=$number; fi
  done
  [ "$(running)" != 0 ] || fail "nothing is installed" "sudo $here/install.sh"
  [ -n "$before" ] || fail "there is no release before $(running)" "check the wanted version out and run install.sh there"
  step "run release $before again" "look at $root/opt/servida" point_to "$before"
  each_file place
  step "tell systemd and udev of it" "systemctl status servida" tell_system
  restart
  if ! $dry && ! "$current/bin/servida" history --state "$games" >/dev/null; then
    printf 'note: release %s can not read the games that the later one wrote; it plays in memory. A backup from before is in %s: sudo systemctl stop servida; sudo -u servida servida restore FILE --state %s\n' \
      "$before" "$games/backups" "$games"
  fi
}

uninstall() {
  if [ -e "$root/etc/systemd/system/servida.service" ]; then
    step "stop Servida" "systemctl status servida" systemctl --quiet disable --now "${units[@]}"
  fi
  each_file remove
  remove "$boot/servida.toml"
  remove "$root/opt/servida"
  if [ -f "$config" ] && grep -qxF "$begin" "$config"; then
    check_markers
    step "take Servida's lines out of $config" "findmnt $boot" rewrite without_ours
  fi
  if getent passwd servida >/dev/null; then
    step "remove the user servida" "end what runs as servida, then: sudo userdel servida" userdel servida
  fi
  if $changed; then
    step "tell systemd and udev of it" "sudo systemctl daemon-reload" tell_system
    echo "the games stay in $games"
  else
    echo "nothing to remove"
  fi
}

remove() { # maybe a name, which it does without; the path
  local path=${!#}
  if [ -e "$path" ] || [ -L "$path" ]; then
    step "remove $path" "sudo rm -r $path" rm -r "$path"
  fi
}

action=install
for argument in "$@"; do
  case $argument in
    --dry-run) dry=true ;;
    --rollback | --uninstall)
      if [ "$action" != install ] && [ "$action" != "${argument#--}" ]; then
        printf 'install.sh: --%s and %s: one of them only\n' "$action" "$argument" >&2
        exit 2
      fi
      action=${argument#--}
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      printf "install.sh: there is no option '%s'; there are --dry-run --rollback --uninstall --help\n" "$argument" >&2
      exit 2
      ;;
  esac
done

check_system
[ "$action" != install ] || check_board
check_writable
case $action in
  install)
    install_packages
    make_user
    make_games_folder
    make_release
    set_boot_configuration
    each_file place
    start
    ;;
  rollback) roll_back ;;
  uninstall) uninstall ;;
esac
