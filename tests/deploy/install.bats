#!/usr/bin/env bats
# The installer over a scratch root: what it writes, that a second run changes nothing, upgrade, going back, removal.

bats_require_minimum_version 1.5.0
load fakes

setup() {
  make_machine
}

kept() {
  (cd "$SERVIDA_ROOT/opt/servida/releases" && echo *)
}

@test "a first run installs everything, and says to reboot for the boot configuration" {
  run "$INSTALL"
  [ "$status" -eq 0 ]
  [[ $output == *"the boot configuration has changed: sudo reboot"* ]]
  [ "$(readlink "$SERVIDA_ROOT/opt/servida/current")" = releases/1 ]
  [ -x "$SERVIDA_ROOT/usr/local/bin/servida" ]
  for name in servida.service servida-poweroff.path servida-poweroff.service; do
    cmp "$CHECKOUT/firmware/deploy/$name" "$SERVIDA_ROOT/etc/systemd/system/$name"
  done
  cmp "$CHECKOUT/firmware/deploy/60-servida.rules" "$SERVIDA_ROOT/etc/udev/rules.d/60-servida.rules"
  cmp "$CHECKOUT/firmware/deploy/servida.toml" "$SERVIDA_ROOT/boot/firmware/servida.toml"
  grep -qx i2c-dev "$SERVIDA_ROOT/etc/modules-load.d/servida.conf"
  [ -x "$SERVIDA_ROOT/usr/lib/systemd/system-shutdown/servida-farewell" ]
  [ "$(/usr/bin/stat -c %a "$SERVIDA_ROOT/var/lib/servida")" = 700 ]
  grep -q 'useradd --system .*--groups gpio,i2c' "$CALLS"
  grep -q 'installed .*--require-hashes --only-binary :all: -r .*requirements/pi.txt' "$CALLS"
  grep -q 'apt-get install -y -q --no-install-recommends python3-venv' "$CALLS"
  grep -q 'systemctl --quiet enable servida.service servida-poweroff.path' "$CALLS"
  run ! grep -q 'systemctl .*restart' "$CALLS"
}

@test "the owner's boot configuration stays, and ours stands once behind it" {
  "$INSTALL"
  config=$SERVIDA_ROOT/boot/firmware/config.txt
  [ "$(head -n 2 "$config")" = "$(printf '%s\n' "# the owner's own line" dtparam=audio=on)" ]
  [ "$(grep -cx 'dtparam=i2c_arm_baudrate=400000' "$config")" -eq 1 ]
  [ "$(grep -cx 'core_freq=250' "$config")" -eq 2 ]
  grep -qx 'dtparam=i2c_arm=on' "$config"
  # What the owner adds behind our lines stays, too; our lines move to the end.
  echo 'dtoverlay=disable-bt' >>"$config"
  "$INSTALL"
  [ "$(grep -cx 'dtparam=i2c_arm_baudrate=400000' "$config")" -eq 1 ]
  grep -qx 'dtoverlay=disable-bt' "$config"
}

@test "a second run changes nothing and says so" {
  "$INSTALL"
  before=$(root_as_it_is)
  : >"$CALLS"
  run "$INSTALL"
  [ "$status" -eq 0 ]
  [ "$output" = "nothing to change: release 1 is installed" ]
  [ "$(root_as_it_is)" = "$before" ]
  run ! grep -qE '^(apt-get|useradd|groupadd|chown|udevadm)|daemon-reload|restart|enable servida' "$CALLS"
}

@test "a dry run says what it would do and does nothing" {
  before=$(root_as_it_is)
  run "$INSTALL" --dry-run
  [ "$status" -eq 0 ]
  [ "$(root_as_it_is)" = "$before" ]
  [[ $output == *"would: add the user servida"* ]]
  [[ $output == *"would: make release 1"* ]]
  [[ $output == *"would: write $SERVIDA_ROOT/etc/systemd/system/servida.service"* ]]
  [ "$(grep -v '^would: ' <<<"$output")" = "" ]
  run ! grep -qE '^(apt-get|useradd|groupadd|chown|udevadm)|daemon-reload|restart|enable servida' "$CALLS"
  "$INSTALL"
  run "$INSTALL" --dry-run
  [ "$output" = "nothing to change: release 1 is installed" ]
}

@test "an upgrade keeps the games and the release before, starts the new one, and can be taken back" {
  "$INSTALL"
  echo games >"$SERVIDA_ROOT/var/lib/servida/servida.sqlite3"
  echo 'print(2)' >"$CHECKOUT/firmware/servida/new.py"
  echo '# new' >>"$CHECKOUT/firmware/deploy/servida.service"
  : >"$CALLS"
  "$INSTALL"
  [ "$(readlink "$SERVIDA_ROOT/opt/servida/current")" = releases/2 ]
  [ "$(kept)" = "1 2" ]
  grep -qx '# new' "$SERVIDA_ROOT/etc/systemd/system/servida.service"
  grep -q 'systemctl --no-block restart servida.service' "$CALLS"
  : >"$CALLS"
  "$INSTALL" --rollback
  [ "$(readlink "$SERVIDA_ROOT/opt/servida/current")" = releases/1 ]
  run ! grep -qx '# new' "$SERVIDA_ROOT/etc/systemd/system/servida.service"
  grep -q 'systemctl daemon-reload' "$CALLS"
  grep -q 'systemctl --no-block restart servida.service' "$CALLS"
  [ "$(cat "$SERVIDA_ROOT/var/lib/servida/servida.sqlite3")" = games ]
  # Forward again: the release is there and needs no network.
  : >"$CALLS"
  "$INSTALL"
  [ "$(readlink "$SERVIDA_ROOT/opt/servida/current")" = releases/2 ]
  run ! grep -q 'require-hashes' "$CALLS"
}

@test "three releases are never kept" {
  for version in 1 2 3; do
    echo "$version" >"$CHECKOUT/firmware/servida/new.py"
    "$INSTALL"
  done
  [ "$(kept)" = "2 3" ]
}

@test "the release that runs can be taken back from its own folder, without a checkout" {
  "$INSTALL"
  echo 2 >"$CHECKOUT/firmware/servida/new.py"
  "$INSTALL"
  rm -r "$CHECKOUT"
  "$SERVIDA_ROOT/opt/servida/current/deploy/install.sh" --rollback
  [ "$(readlink "$SERVIDA_ROOT/opt/servida/current")" = releases/1 ]
  run "$SERVIDA_ROOT/opt/servida/current/deploy/install.sh"
  [ "$status" -eq 1 ]
  [[ $output == *"there is no checkout of Servida"* ]]
}

@test "where nothing is installed there is nothing to go back to" {
  run "$INSTALL" --rollback
  [ "$status" -eq 1 ]
  [[ $output == *"nothing is installed"*"to mend it: sudo "* ]]
}

@test "there is nothing to go back to after a first run" {
  "$INSTALL"
  run "$INSTALL" --rollback
  [ "$status" -eq 1 ]
  [[ $output == *"there is no release before 1"*"to mend it: "* ]]
}

@test "going back to a release that can not read the games says how to take the backup" {
  "$INSTALL"
  echo 2 >"$CHECKOUT/firmware/servida/new.py"
  "$INSTALL"
  echo '^history' >"$FACTS/refuses"
  run "$INSTALL" --rollback
  [ "$status" -eq 0 ]
  [[ $output == *"servida restore FILE --state $SERVIDA_ROOT/var/lib/servida"* ]]
}

@test "a release that fails to install is named with its mend, and the old one runs on" {
  "$INSTALL"
  echo 2 >"$CHECKOUT/firmware/servida/new.py"
  echo 'require-hashes' >"$FACTS/refuses"
  run "$INSTALL"
  [ "$status" -eq 1 ]
  [[ $output == *"make release 2"*"failed"* ]]
  [[ $output == *"to mend it: look at the network"* ]]
  [ "$(readlink "$SERVIDA_ROOT/opt/servida/current")" = releases/1 ]
  # What was cut off counts for nothing, and the next run makes it anew.
  rm "$FACTS/refuses"
  "$INSTALL"
  [ "$(readlink "$SERVIDA_ROOT/opt/servida/current")" = releases/2 ]
}

@test "each step that fails is named with its mend" {
  fake useradd 'exit 1'
  run "$INSTALL"
  [ "$status" -eq 1 ]
  [[ $output == *"install.sh: add the user servida: failed: useradd"* ]]
  [[ $output == *"to mend it: "* ]]
}

@test "removal leaves the games, the owner's boot configuration and nothing else" {
  before=$(root_as_it_is)
  "$INSTALL"
  echo games >"$SERVIDA_ROOT/var/lib/servida/servida.sqlite3"
  run "$INSTALL" --uninstall
  [ "$status" -eq 0 ]
  [[ $output == *"the games stay in $SERVIDA_ROOT/var/lib/servida"* ]]
  [ "$(cat "$SERVIDA_ROOT/var/lib/servida/servida.sqlite3")" = games ]
  [ ! -e "$FACTS/passwd-servida" ]
  grep -q 'systemctl --quiet disable --now servida.service' "$CALLS"
  rm -r "${SERVIDA_ROOT:?}/var"
  find "$SERVIDA_ROOT/etc" "$SERVIDA_ROOT/usr" "$SERVIDA_ROOT/opt" -mindepth 1 -type d -empty -delete
  find "$SERVIDA_ROOT" -type f | sort >"$BATS_TEST_TMPDIR/left"
  [ "$(xargs <"$BATS_TEST_TMPDIR/left")" = "$SERVIDA_ROOT/boot/firmware/config.txt $SERVIDA_ROOT/etc/os-release $SERVIDA_ROOT/proc/device-tree/model" ]
  [ "$(cat "$SERVIDA_ROOT/boot/firmware/config.txt")" = "$(printf '%s\n' "# the owner's own line" dtparam=audio=on)" ]
  run "$INSTALL" --uninstall
  [ "$output" = "nothing to remove" ]
}

@test "games that were left by an installation before are given to the new user" {
  "$INSTALL"
  "$INSTALL" --uninstall
  rm "$FACTS/owned"
  : >"$CALLS"
  "$INSTALL"
  grep -q "chown -R servida:servida $SERVIDA_ROOT/var/lib/servida" "$CALLS"
}

@test "a servida.toml that the owner wrote stays" {
  echo 'language = "pt"' >"$SERVIDA_ROOT/boot/firmware/servida.toml"
  "$INSTALL"
  [ "$(cat "$SERVIDA_ROOT/boot/firmware/servida.toml")" = 'language = "pt"' ]
}

@test "half of the markers in the boot configuration stops it before anything of the owner's is lost" {
  "$INSTALL"
  config=$SERVIDA_ROOT/boot/firmware/config.txt
  sed -i '/^# Servida: end/d' "$config"
  before=$(cat "$config")
  for option in --dry-run --uninstall; do
    run "$INSTALL" "$option"
    [ "$status" -eq 1 ]
    [[ $output == *"to mend it: edit the file"* ]]
    [ "$(cat "$config")" = "$before" ]
  done
}

@test "without a boot configuration it goes on and says so" {
  rm "$SERVIDA_ROOT/boot/firmware/config.txt"
  run "$INSTALL"
  [ "$status" -eq 0 ]
  [[ $output == *"there is no $SERVIDA_ROOT/boot/firmware/config.txt; switch on I2C"* ]]
  grep -q 'systemctl --no-block restart servida.service' "$CALLS"
}

@test "a computer that is no Raspberry Pi is refused, and may look at a dry run" {
  printf 'Some Laptop\0' >"$SERVIDA_ROOT/proc/device-tree/model"
  before=$(root_as_it_is)
  run "$INSTALL"
  [ "$status" -eq 1 ]
  [[ $output == *"this computer is 'Some Laptop'"*"to mend it: run this on the Pi; to play on this computer: make play" ]]
  rm "$SERVIDA_ROOT/proc/device-tree/model"
  run "$INSTALL"
  [ "$status" -eq 1 ]
  [[ $output == *"this computer is 'no Raspberry Pi'"* ]]
  run "$INSTALL" --dry-run
  [ "$status" -eq 0 ]
  [[ ${lines[0]} == "would end here: this computer is 'no Raspberry Pi'"*"on a Pi it would go on:" ]]
  printf 'Some Laptop\0' >"$SERVIDA_ROOT/proc/device-tree/model"
  [ "$(root_as_it_is)" = "$before" ]
}

@test "another system, another architecture and an unknown option are refused" {
  ARCHITECTURE=armhf run "$INSTALL"
  [ "$status" -eq 1 ]
  [[ $output == *"this system is for armhf"*"64-bit Raspberry Pi OS Lite"* ]]
  echo 'VERSION_CODENAME=bullseye' >"$SERVIDA_ROOT/etc/os-release"
  run "$INSTALL"
  [ "$status" -eq 1 ]
  [[ $output == *"this system is 'bullseye'"* ]]
  run "$INSTALL" --force
  [ "$status" -eq 2 ]
  [[ $output == *"there is no option '--force'; there are --dry-run --rollback --uninstall --help"* ]]
}

@test "going back and removing are not asked for at once" {
  run "$INSTALL" --rollback --uninstall
  [ "$status" -eq 2 ]
  [[ $output == *"--rollback and --uninstall: one of them only"* ]]
}

@test "the help names every option" {
  run "$INSTALL" --help
  [ "$status" -eq 0 ]
  for option in --dry-run --rollback --uninstall; do [[ $output == *"$option"* ]]; done
}
