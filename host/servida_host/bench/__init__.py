"""`servida bench`: Servida beside public peers, both sides of each figure in one run.

A figure is a module with ``measure(effort)``; ``catalogue.py`` lists them.  Bytes and context switches are counted,
times are medians of runs that alternate between the sides.
"""

from servida_host.bench.cli import command

__all__ = ["command"]
