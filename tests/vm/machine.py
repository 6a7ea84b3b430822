"""A virtual machine: started, asked and cut off from outside; its console goes to a log."""

from __future__ import annotations

import base64
import json
import os
import select
import signal
import socket
import struct
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

OUT = Path(os.environ.get("SERVIDA_VM", Path(__file__).parents[2] / "out" / "vm"))
"""What ``prepare.sh`` laid ready."""

BOOT = 900.0
"""Seconds until a machine answers, emulated on a computer that has much else to do; alone it takes less than 30."""

SLOW = 20
"""How many seconds outside one inside may take: its clock is that of its instructions."""

QUICK = "mitigations=off no_timer_check audit=0 nowatchdog"
"""Words for the kernel that spare an emulated processor what is of no use to it."""


HEAD = struct.Struct("<QI")
"""Of a record of ``/dev/servida-wire``: nanoseconds and length."""


class MachineError(RuntimeError):
    """The machine didn't do what it must do for any check; not a fault of the console."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One write to the panel: when, in seconds of the machine's clock, and its bytes."""

    at: float
    payload: bytes


def sent_of(raw: bytes) -> tuple[list[Sent], int]:
    """Return the whole records at the beginning of what ``/dev/servida-wire`` gave, and the length of these."""
    records = []
    at = 0
    while at + HEAD.size <= len(raw):
        nanoseconds, length = HEAD.unpack_from(raw, at)
        begin = at + HEAD.size
        if begin + length > len(raw):
            break
        records.append(Sent(nanoseconds / 1e9, raw[begin : begin + length]))
        at = begin + length
    return records, at


PACED = ("tcg,thread=single", "-icount", "shift=1")
"""The machine's clock counts instructions, 500 million a second, as many as a Zero 2 W does: on a computer with much
else to do all takes longer outside and nothing is late inside, no tap becomes a long press."""

UNPACED = ("tcg,thread=multi",)
"""As fast as the computer can, by its own clock: for what nobody plays at."""


class Machine:
    """The PC, started from ``disk``; ``extra`` are further arguments for QEMU, ``pace`` says by which clock it runs."""

    def __init__(self, disk: Path, log: Path, *, extra: tuple[str, ...] = (), pace: tuple[str, ...] = PACED) -> None:
        self._disk, self._log, self._extra, self._pace = disk, log, extra, pace
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._rest = b""

    def start(self) -> Self:
        """Start it and wait until its agent answers; raises MachineError when it doesn't."""
        port = self._log.with_suffix(".socket")
        port.unlink(missing_ok=True)
        (version,) = (OUT / "kernel" / "lib" / "modules").iterdir()
        command = [
            *(
                "qemu-system-x86_64",
                "-M",
                "q35",
                "-accel",
                *self._pace,
                "-cpu",
                "max",
                "-smp",
                "2",
                "-m",
                "1024",
            ),
            *("-nodefaults", "-display", "none", "-no-reboot", "-serial", f"file:{self._log}"),
            *("-kernel", str(OUT / "kernel" / "boot" / f"vmlinuz-{version.name}"), "-initrd", str(OUT / "initrd")),
            *("-append", f"console=ttyS0 quiet panic=-1 {QUICK}"),
            *("-drive", f"if=virtio,format={self._disk.suffix[1:]},cache=writeback,file={self._disk}"),
            *("-object", "rng-random,id=chance,filename=/dev/urandom", "-device", "virtio-rng-pci,rng=chance"),
            *("-device", "virtio-serial-pci", "-chardev", f"socket,id=agent,path={port},server=on,wait=off"),
            *("-device", "virtserialport,chardev=agent,name=agent"),
            *self._extra,
        ]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
        end = time.monotonic() + BOOT
        while not port.exists():
            self._running(end)
            time.sleep(0.05)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(port))
        self._answer(end)
        return self

    def _running(self, end: float) -> None:
        if self._process is None or self._process.poll() is not None:
            raise MachineError(f"the machine ended; its last words: {self.said()[-500:]}")
        if time.monotonic() > end:
            raise MachineError(f"the machine doesn't answer; its last words: {self.said()[-500:]}")

    def said(self) -> str:
        """Return the machine's console."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def _answer(self, end: float) -> dict[str, Any]:
        assert self._socket is not None
        while b"\n" not in self._rest:
            self._running(end)
            if select.select([self._socket], [], [], 0.5)[0]:
                piece = self._socket.recv(1 << 20)
                if not piece:
                    raise MachineError("the machine hung up")
                self._rest += piece
        line, self._rest = self._rest.split(b"\n", 1)
        told: dict[str, Any] = json.loads(line)
        if "fault" in told:
            raise MachineError(told["fault"])
        return told

    def ask(self, limit: float, **what: Any) -> dict[str, Any]:  # noqa: ANN401  JSON
        """Ask the agent; raises MachineError when there is no answer within so many seconds."""
        assert self._socket is not None
        self._socket.sendall(json.dumps(what).encode() + b"\n")
        return self._answer(time.monotonic() + limit)

    def run(self, words: str, *, timeout: float = 60, check: bool = True) -> str:
        """Run a shell command as root and return its output; raises MachineError when it fails and ``check`` is set."""
        told = self.ask(SLOW * timeout, run=words, timeout=timeout)
        if check and told["status"] != 0:
            raise MachineError(f"{words}: status {told['status']}: {told['out'][-2000:]}")
        return str(told["out"]).strip()

    def uptime(self) -> float:
        """Return the seconds since the start by the machine's own clock."""
        return float(self.run("cut -d' ' -f1 /proc/uptime"))

    def tap(self, *lines: int, seconds: float = 0.06) -> None:
        """Pull lines to ground for so long."""
        self.ask(SLOW * (10 + seconds), tap=list(lines), seconds=seconds)

    def wire(self, quiet: float = 0.7, timeout: float = 30) -> list[Sent]:
        """Return what was written to the panel since the last call; raises MachineError when it never rests."""
        told = self.ask(SLOW * timeout, wire=quiet, timeout=timeout)
        if not told["rest"]:
            raise MachineError(f"the panel was still being written to after {timeout} s")
        raw = base64.b64decode(told["wire"])
        records, size = sent_of(raw)
        if size != len(raw):
            raise MachineError(f"the panel's last record is cut off: {len(raw) - size} bytes")
        return records

    def switch_off(self, limit: float = BOOT) -> None:
        """Let it shut down; raises MachineError when it is still there after so many seconds."""
        assert self._process is not None
        assert self._socket is not None
        # Unanswered: who would answer is ended by it.
        self._socket.sendall(json.dumps({"run": "systemctl poweroff", "timeout": limit}).encode() + b"\n")
        try:
            self._process.wait(limit)
        except subprocess.TimeoutExpired as error:
            raise MachineError(f"the machine is still on after {limit:.0f} s: {self.said()[-500:]}") from error

    def cut(self) -> None:
        """Pull the plug."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._socket is not None:
            self._socket.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()


def branch(disk: Path, name: str) -> Path:
    """Return a new disk that begins as this one is, which must not change any more."""
    new = disk.with_name(f"{name}.qcow2")
    new.unlink(missing_ok=True)
    subprocess.run(
        ["qemu-img", "create", "-q", "-f", "qcow2", "-b", disk.name, "-F", disk.suffix[1:], new],
        check=True,
        cwd=disk.parent,
    )
    return new
