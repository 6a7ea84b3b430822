#!/bin/sh
# Gives the machine what a Raspberry Pi has: the header's GPIO chip (gpio-sim, with its label), the panel's bus, the
# name of the board. What the modules make appears before the console starts, as on a Pi.
set -e
modprobe virtio_rng || true
modprobe configfs
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
modprobe gpio-sim
modprobe servida_pi
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank
echo 54 >$chip/bank/num_lines
echo pinctrl-bcm2835 >$chip/bank/label
echo 1 >$chip/live
# No button is pressed.
for line in 5 6 13 16 19 26; do
  for pull in /sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio"$line"/pull; do echo pull-up >"$pull"; done
done
