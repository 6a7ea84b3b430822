"""The simulator and all that never ships: it imports ``servida``, never the other way round."""
