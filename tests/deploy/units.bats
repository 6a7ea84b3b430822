#!/usr/bin/env bats
# What ships for systemd and udev, as their own tools see it.

bats_require_minimum_version 1.5.0

setup() {
  DEPLOY=$BATS_TEST_DIRNAME/../../firmware/deploy
}

@test "the service is exposed to 1.5 of 10 at the most" {
  run systemd-analyze security --offline=true --threshold=15 --no-pager "$DEPLOY/servida.service"
  [ "$status" -eq 0 ]
}

@test "the service has no network at all" {
  for line in PrivateNetwork=yes RestrictAddressFamilies=AF_UNIX IPAddressDeny=any; do
    grep -qx "$line" "$DEPLOY/servida.service"
  done
}

@test "systemd finds nothing wrong with the units" {
  # It looks whether what they start is there, which it is on the device.
  for unit in servida.service servida-poweroff.service servida-poweroff.path; do
    sed 's,/opt/servida/current/bin/servida,/bin/true,' "$DEPLOY/$unit" >"$BATS_TEST_TMPDIR/$unit"
  done
  run systemd-analyze verify --man=no "$BATS_TEST_TMPDIR"/servida*
  [ "$status" -eq 0 ]
  [ "$output" = "" ]
}

@test "a start limit never gives the handheld up, and the watchdog waits twice as long as an idle console sleeps" {
  grep -qx StartLimitIntervalSec=0 "$DEPLOY/servida.service"
  grep -qx Restart=always "$DEPLOY/servida.service"
  grep -qx WatchdogSec=30 "$DEPLOY/servida.service"
}

@test "udev gives the devices to the groups that the service is in" {
  grep -q 'KERNEL=="hw_random", GROUP="servida"' "$DEPLOY/60-servida.rules"
  grep -q 'KERNEL=="i2c-1", GROUP="i2c", MODE="0660", TAG+="systemd"' "$DEPLOY/60-servida.rules"
  grep -q 'KERNEL=="gpiochip\*", GROUP="gpio"' "$DEPLOY/60-servida.rules"
  grep -qx 'SupplementaryGroups=gpio i2c' "$DEPLOY/servida.service"
}
