"""The page: the device in a browser, served on this computer only."""
