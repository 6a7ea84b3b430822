"""``python -m servida_hardware.stamp``: tells whether all checks passed on the hardware as it lies here.

The stamp, ``hardware/checked.txt``, is a SHA-256 that ``make hardware`` writes when every check holds. It covers each
file that git knows or would add under ``hardware/`` but words (guide, licence) and the stamp, and the files beside it
that decide what is drawn. Exit status 1 if it does not fit: then the checks that need KiCad and build123d have to run.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys

from servida_board.dimensions import HARDWARE

STAMP = HARDWARE / "checked.txt"

COVERED = ("hardware", "firmware/servida/board.py", "requirements/case.txt")
"""Files and folders, from the top of the checkout, on which the heavy checks depend."""

LEFT_OUT = ("hardware/README.md", "hardware/LICENSE", "hardware/CERN-OHL-P-2.0.txt", "hardware/checked.txt")
"""Words, which no heavy check reads, and the stamp itself."""


def digest() -> str:
    """Return the SHA-256 of the covered files' names and contents; raises ``OSError``, also outside of a checkout."""
    # A machine that builds as another user than the checkout's owner is welcome.
    git = ("git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--")
    listed = subprocess.run((*git, *COVERED), cwd=HARDWARE.parent, check=False, capture_output=True, text=True)  # noqa: S603
    if listed.returncode:
        raise OSError(listed.stderr.strip())
    whole = hashlib.sha256()
    for name in sorted(set(listed.stdout.split("\0")) - {"", *LEFT_OUT}):
        path = HARDWARE.parent / name
        if path.exists():
            whole.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def fits() -> bool:
    """Return whether the stamp is that of the files as they are."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8").strip() == digest()


def main() -> int:
    """Say in one line whether the stamp fits."""
    try:
        good = fits()
    except OSError as error:
        sys.stdout.write(f"hardware: can't tell whether it changed: {error}\n")
        return 1
    if good:
        sys.stdout.write("hardware: nothing changed since `make hardware` found every check to hold\n")
        return 0
    sys.stdout.write("hardware: changed since the last `make hardware`, or never checked\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
