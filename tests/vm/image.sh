#!/usr/bin/env bash
# Makes the disk and the initial RAM disk of the PC from what prepare.sh laid ready: Bookworm, a checkout of the project
# in /home/pi/servida, the wheels, and tests/vm/guest. The installer runs here, in the root that is to be and at the
# speed of this computer, not of an emulated one; in the machine it runs again and has to find nothing to change.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)
out=${SERVIDA_VM:-$project/out/vm}
version=$(basename "$out"/kernel/lib/modules/*)
root=$(mktemp -d)
ram=$(mktemp -d)
trap '! mountpoint -q "$root/proc" || umount "$root/proc"; rm -rf "$root" "$ram"' EXIT

# The files of these kernel modules and of all that they need, in the order of loading.
files_of() {
  local name file
  for name in "$@"; do
    file=$(modinfo -b "$out/kernel" -k "$version" -n "$name" 2>/dev/null) || continue
    case $file in /*) ;; *) continue ;; esac
    # shellcheck disable=SC2046  # names without spaces
    files_of $(modinfo -F depends "$file" | tr , ' ')
    printf '%s\n' "$file"
  done
}

depmod -b "$out/kernel" "$version"
tar -xf "$out/root.tar" -C "$root"
for file in $(files_of autofs4 crc32c_generic i2c-dev virtio_console virtio_rng ext4 loop dm-mod dm-log-writes overlay configfs vfat nls_cp437 nls_ascii | awk '!seen[$0]++'); do
  install -D -m 644 "$file" "$root/${file#"$out/kernel/"}"
done
install -D -t "$root/lib/modules/$version/extra" -m 644 "$out"/modules/*.ko
cp "$out/kernel/lib/modules/$version"/modules.{order,builtin,builtin.modinfo} "$root/lib/modules/$version"
depmod -b "$root" "$version"

mkdir -p "$root/home/pi/servida" "$root/wheels" "$root/opt/vm" "$root/boot/firmware"
(cd "$project" && git ls-files -z --cached --others --exclude-standard | xargs -0 tar -cf - --ignore-failed-read 2>/dev/null) | tar -xf - -C "$root/home/pi/servida"
cp "$out"/wheels/*.whl "$root/wheels"
cp "$here"/guest/*.py "$here"/guest/*.sh "$root/opt/vm"
cp "$here"/guest/*.service "$root/etc/systemd/system"
# As on a Pi's card before the first start.
printf '# For more options and information see\n# http://rptl.io/configtxt\n' >"$root/boot/firmware/config.txt"
for unit in vm-hardware vm-agent; do
  mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
  ln -s "/etc/systemd/system/$unit.service" "$root/etc/systemd/system/multi-user.target.wants/$unit.service"
done
# What a console has no use for, and what takes its time in an emulated machine.
for unit in getty@tty1.service serial-getty@ttyS0.service getty-static.service systemd-logind.service systemd-update-utmp.service \
  systemd-binfmt.service proc-sys-fs-binfmt_misc.automount proc-sys-fs-binfmt_misc.mount e2scrub_reap.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer \
  systemd-firstboot.service systemd-timesyncd.service; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit"
done
echo pi >"$root/etc/hostname"
: >"$root/etc/machine-id"
mkdir -p "$root/etc/systemd/journald.conf.d"
printf '[Journal]\nStorage=persistent\nSyncIntervalSec=5\n' >"$root/etc/systemd/journald.conf.d/vm.conf"
mkdir -p "$root/etc/systemd/system.conf.d"
printf '[Manager]\nDefaultTimeoutStartSec=900\n' >"$root/etc/systemd/system.conf.d/vm.conf"
printf '/dev/vda / ext4 defaults 0 1\n' >"$root/etc/fstab"

mount -t proc proc "$root/proc"
# No udev runs in there to be told of anything.
mkdir -p "$root/opt/vm/offline"
printf '#!/bin/sh\n' >"$root/opt/vm/offline/udevadm"
chmod +x "$root/opt/vm/offline/udevadm"
chroot "$root" env SYSTEMD_OFFLINE=1 PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels PIP_CONFIG_FILE=/dev/null \
  PATH=/opt/vm/offline:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
  bash -c 'cd /home/pi/servida && firmware/deploy/install.sh' | tee "$out/installer.log"
umount "$root/proc"
rm -rf "$root/wheels"

rm -f "$out/disk.img"
truncate -s 2500M "$out/disk.img"
mke2fs -q -t ext4 -d "$root" "$out/disk.img"

mkdir -p "$ram"/{bin,dev,proc,sys,new,modules}
cp /bin/busybox "$ram/bin"
loads=
for file in $(files_of virtio_pci virtio_blk crc32c_generic ext4 | awk '!seen[$0]++'); do
  cp "$file" "$ram/modules"
  loads+="/modules/$(basename "$file") "
done
cat >"$ram/init" <<INIT
#!/bin/busybox sh
b=/bin/busybox
\$b mount -t devtmpfs dev /dev; \$b mount -t proc proc /proc; \$b mount -t sysfs sys /sys
for module in $loads; do \$b insmod \$module; done
until [ -b /dev/vda ]; do \$b sleep 0.1; done
\$b mount -t ext4 -o rw /dev/vda /new || \$b poweroff -f
for place in dev proc sys; do \$b mount --move /\$place /new/\$place; done
exec \$b switch_root /new /sbin/init
INIT
chmod +x "$ram/init"
(cd "$ram" && find . | cpio -o -H newc 2>/dev/null | gzip -1) >"$out/initrd"
