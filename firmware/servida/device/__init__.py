"""The only modules that touch the world: buttons, display, entropy and store."""
