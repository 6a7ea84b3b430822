"""Servida: a pocket Generala console.  What ships on the Pi; the simulator lives in ``servida_host``."""

__version__ = "0.1.0"
