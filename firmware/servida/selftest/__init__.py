"""The self-test of the hardware: one module a part, each of which measures and says what is wrong and how to mend it.

They know the devices and no game. Whatever touches the world is handed in, so that each runs over the rig's models.
"""
