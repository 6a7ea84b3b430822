#!/usr/bin/env bash
# Runs gpiozero's own tests of real pins, from its source distribution, on our factory: on the chip that is there, which
# is gpio-sim in the machine and a fake one elsewhere. Arguments: the Python, and a folder with the source distribution.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=$1 sources=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xzf "$sources"/gpiozero-*.tar.gz -C "$work" --strip-components=1 --wildcards '*/tests/test_real_pins.py'
cp "$here/wired/conftest.py" "$work/tests"
cd "$work"
GPIOZERO_TEST_LOCK=$work/lock PYTHONPATH=$here/..:${PYTHONPATH:-} "$python" -m pytest -p no:cacheprovider -q -rs \
  -p no:servida --rootdir "$work" -c /dev/null tests/test_real_pins.py -k gpiod
