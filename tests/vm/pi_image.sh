#!/usr/bin/env bash
# Makes what QEMU's Raspberry Pi is started from, in out/vm/pi: Debian's kernel for 64-bit ARM with its own device tree
# of the Zero 2 W, and an initial RAM disk that is the whole system: Debian's Python, the wheels of the Pi's lock, the
# project, and tests/vm/pi. What is there stays, the RAM disk too when it would be made of the same. Needs root and Debian 12.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)
out=${SERVIDA_VM:-$project/out/vm}/pi
mkdir -p "$out"
cd "$out"
# shellcheck source=tests/vm/debian_arm64.sh
. "$here/debian_arm64.sh"

# The kernel that Debian's linux-image-arm64 is now. Its dtb lacks the revision that a Pi's firmware writes into it.
kernel() {
  local apt package
  apt_of bookworm
  package=$(apt-cache "${apt[@]}" depends linux-image-arm64 | sed -n 's/.*Depends: //p' | head -1)
  apt-get "${apt[@]}" download "$package"
  rm -rf kernel.part
  dpkg-deb -x "$package"_*.deb kernel.part
  rm "$package"_*.deb
  cp kernel.part/usr/lib/linux-image-*/broadcom/bcm2837-rpi-zero-2-w.dtb kernel.part/pi.dtb
  fdtput -p -t x kernel.part/pi.dtb /system linux,revision 902120
  depmod -b kernel.part "$(basename kernel.part/lib/modules/*)"
  mv kernel.part kernel
}

# Without numpy, whose 60 MB are for the coach, and without what only builds wheels.
wheels() {
  rm -rf site
  python3 -m pip --disable-pip-version-check -q install --target site.part --no-compile --root-user-action ignore \
    --require-hashes --only-binary :all: --python-version 3.11 --implementation cp \
    --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_17_aarch64 \
    --platform manylinux2014_aarch64 --platform manylinux_2_34_aarch64 -r "$project/requirements/pi.txt"
  rm -rf site.part/{numpy,numpy.libs,numpy-*,setuptools,setuptools-*,hatchling,hatchling-*}
  cp "$project/requirements/pi.txt" site.part/lock
  mv site.part site
}

command -v fdtput >/dev/null || { apt-get update -q && apt-get install -y -q --no-install-recommends device-tree-compiler; }
[ -e bookworm ] || unpacked bookworm python3.11 libstdc++6 busybox-static
[ -e kernel ] || kernel
cmp -s "$project/requirements/pi.txt" site/lock || wheels

made_of() {
  {
    find "$project/firmware/servida" "$here"/pi "$here/pi_image.sh" -type f ! -path '*/__pycache__/*' -print0 |
      LC_ALL=C sort -z | xargs -0 cat
    cat site/lock
    ls kernel/lib/modules
  } | sha256sum
}

mark=$(made_of)
if [ -e initrd ] && [ "$mark" = "$(cat initrd.mark 2>/dev/null)" ]; then exit; fi

ram=$(mktemp -d)
trap 'rm -rf "$ram"' EXIT
version=$(basename kernel/lib/modules/*)
cp -a bookworm/. "$ram"
rm -rf "$ram"/usr/share/{doc,man,locale,perl5,bash-completion} "$ram"/usr/lib/python3.11/{idlelib,lib2to3,pydoc_data}
mkdir -p "$ram"/{dev,proc,sys,run,tmp,modules,vm,etc} "$ram/var/lib/servida" "$ram/usr/lib/servida"
cp -R site/. "$project/firmware/servida" "$ram/usr/lib/servida"
cp "$here"/pi/*.py "$ram/vm"
install -m 755 "$here/pi/init" "$ram/init"
for name in i2c-bcm2835 i2c-dev bcm2835-rng; do
  find kernel/lib/modules/"$version" -name "$name.ko" -exec cp {} "$ram/modules" \;
done
# Compiled here: under emulation it takes minutes.
python3 -m compileall -q -j 2 --invalidation-mode unchecked-hash -s "$ram" -p / "$ram/usr/lib"
(cd "$ram" && find . | cpio -o -H newc 2>/dev/null | gzip -1) >initrd.part
mv initrd.part initrd
printf '%s\n' "$mark" >initrd.mark
