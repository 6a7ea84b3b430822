#!/usr/bin/env bash
# Makes the disk and the initial RAM disk of the PC from what prepare.sh laid ready: Bookworm, the project in
# /home/pi/servida, the wheels, and tests/vm/guest; then starts it, and its user runs the installer. A disk that was
# made of the same is kept.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)
out=${SERVIDA_VM:-$project/out/vm}
version=$(basename "$out"/kernel/lib/modules/*)

# What the machine gets of the project: what the installer reads, and who plays in there.
checkout() {
  (cd "$project" && git ls-files -z --cached --others --exclude-standard -- firmware host/servida_host pyproject.toml \
    requirements/pi.txt README.md LICENSE tests/vm/guest ':(glob)tests/*.py' ':(exclude,glob)tests/test_*.py')
}

made_of() {
  {
    (cd "$project" && checkout | LC_ALL=C sort -zu | xargs -0 sha256sum 2>/dev/null)
    sha256sum "$here"/{image.sh,install.py,machine.py} "$out"/{wheels/lock,root/packages}
    sha256sum <"$out"/modules/servida_pi.ko
    echo "$version"
  } | sha256sum
}

mark=$(made_of)
if [ -e "$out/disk.raw" ] && [ "$mark" = "$(cat "$out/disk.mark" 2>/dev/null)" ]; then exit; fi

root=$(mktemp -d)
ram=$(mktemp -d)
trap 'rm -rf "$root" "$ram"' EXIT

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
tar -xf "$out/root/root.tar" -C "$root"
for file in $(files_of autofs4 crc32c_generic i2c-dev virtio_console virtio_rng ext4 loop dm-mod dm-log-writes overlay configfs vfat nls_cp437 nls_ascii | awk '!seen[$0]++'); do
  install -D -m 644 "$file" "$root/${file#"$out/kernel/"}"
done
install -D -t "$root/lib/modules/$version/extra" -m 644 "$out"/modules/*.ko
cp "$out/kernel/lib/modules/$version"/modules.{order,builtin,builtin.modinfo} "$root/lib/modules/$version"
depmod -b "$root" "$version"

mkdir -p "$root/home/pi/servida" "$root/wheels" "$root/opt/vm" "$root/boot/firmware"
checkout | (cd "$project" && xargs -0 tar -cf - --ignore-failed-read 2>/dev/null) | tar -xf - -C "$root/home/pi/servida"
# The user that Raspberry Pi Imager makes, who may do all by sudo, and wheels where a Pi's pip would ask the network.
chroot "$root" useradd --shell /bin/bash --user-group pi
chroot "$root" chown -R pi:pi /home/pi
printf 'pi ALL=(ALL) NOPASSWD: ALL\n' >"$root/etc/sudoers.d/010_pi-nopasswd"
printf '[global]\nno-index = true\nfind-links = /wheels\n' >"$root/etc/pip.conf"
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
printf '127.0.0.1 localhost\n127.0.1.1 pi\n' >"$root/etc/hosts"
: >"$root/etc/machine-id"
mkdir -p "$root/etc/systemd/journald.conf.d"
printf '[Journal]\nStorage=persistent\nSyncIntervalSec=5\n' >"$root/etc/systemd/journald.conf.d/vm.conf"
mkdir -p "$root/etc/systemd/system.conf.d"
printf '[Manager]\nDefaultTimeoutStartSec=900\n' >"$root/etc/systemd/system.conf.d/vm.conf"
printf '/dev/vda / ext4 defaults 0 1\n' >"$root/etc/fstab"

rm -f "$out"/disk.{raw,mark}
truncate -s 2500M "$out/bare.raw"
mke2fs -q -t ext4 -F -d "$root" "$out/bare.raw"

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

python3 "$here/install.py"
mv "$out/bare.raw" "$out/disk.raw"
printf '%s\n' "$mark" >"$out/disk.mark"
