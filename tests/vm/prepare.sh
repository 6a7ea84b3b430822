#!/usr/bin/env bash
# Makes what a machine is started from, in out/vm: a kernel with gpio-sim and our panel, Debian's Bookworm as its root,
# the wheels of the Pi's lock, and what QEMU's Raspberry Pi needs. What is there stays; remove out/vm to make all anew.
# Needs root and Debian 12.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)
out=${SERVIDA_VM:-$project/out/vm}
mkdir -p "$out"
cd "$out"

tools() {
  local packages=(mmdebstrap busybox-static gcc make xz-utils cpio kmod e2fsprogs linux-source-6.1 linux-headers-amd64)
  apt-get update -q
  apt-get install -y -q --no-install-recommends "${packages[@]}"
  # Bookworm's own QEMU, 7.2, lacks the Pi's I2C; the entry is made of the machine's own, which says where packages are.
  if ! qemu-system-x86_64 --version 2>/dev/null | grep -qE 'version (9|[1-9][0-9])\.'; then
    sed '/^$/q' /etc/apt/sources.list.d/debian.sources | sed -E 's/^Suites:.*/Suites: bookworm-backports/' \
      >/etc/apt/sources.list.d/backports.sources
    apt-get update -q
    apt-get install -y -q --no-install-recommends -t bookworm-backports qemu-system-x86 qemu-system-arm qemu-utils \
      qemu-user-static
  fi
}

# The kernel that Debian's linux-image-amd64 is now, unpacked and not installed.
kernel() {
  local package
  package=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: //p' | head -1)
  apt-get download -q "$package"
  rm -rf kernel.part
  dpkg-deb -x "$package"_*.deb kernel.part
  rm "$package"_*.deb
  mv kernel.part kernel
}

version() {
  basename "$out"/kernel/lib/modules/*
}

# gpio-sim is in no Debian kernel, nor are the simulated interrupts that it uses: both are built as one module from
# Debian's source of the same kernel. irq_to_desc is not exported, generic_handle_irq is.
modules() {
  local sources
  sources=$(mktemp -d)
  tar -xJf /usr/src/linux-source-6.1.tar.xz -C "$sources" \
    linux-source-6.1/drivers/gpio linux-source-6.1/kernel/irq
  rm -rf modules.part
  cp -R "$here/kernel" modules.part
  cp "$sources"/linux-source-6.1/drivers/gpio/gpio-sim.c modules.part/gpio-sim-core.c
  cp "$sources"/linux-source-6.1/drivers/gpio/gpiolib.h "$sources"/linux-source-6.1/kernel/irq/irq_sim.c modules.part
  rm -r "$sources"
  sed -i '/EXPORT_SYMBOL/d; s/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' modules.part/irq_sim.c
  make -C "/usr/src/linux-headers-$(version)" M="$out/modules.part" modules
  strip --strip-debug modules.part/*.ko
  mv modules.part modules
}

# Bookworm with systemd, as lean as Raspberry Pi OS Lite allows; what a Pi's user has and the installer needs.
in_root=systemd,systemd-sysv,dbus,udev,kmod,python3,python3-venv,sudo,i2c-tools,procps,e2fsprogs,dmsetup
in_root+=,libpam-systemd,util-linux,strace
root() {
  rm -rf root root.part
  mkdir root.part
  # The machine's own entry for Debian, without the suites of its own that come after an empty line.
  sed '/^$/q' /etc/apt/sources.list.d/debian.sources >root.part/sources
  mmdebstrap --variant=minbase --mode=root --include="$in_root" bookworm root.part/root.tar root.part/sources
  printf '%s\n' "$in_root" >root.part/packages
  mv root.part root
}

wheels() {
  python3 -m pip download --disable-pip-version-check -q --require-hashes --only-binary :all: --python-version 3.11 \
    -r "$project/requirements/pi.txt" -d wheels.part
  rm -rf wheels
  mv wheels.part wheels
  cp "$project/requirements/pi.txt" wheels/lock
}

[ -e tools ] || { tools && touch tools; }
[ -e kernel ] || kernel
if [ ! -e modules ] || [ -n "$(find "$here/kernel" -newer modules)" ]; then
  rm -rf modules
  modules
fi
[ "$in_root" = "$(cat root/packages 2>/dev/null)" ] || root
cmp -s "$project/requirements/pi.txt" wheels/lock || wheels
"$here/image.sh"
"$here/pi_image.sh"
