"""One module a screen; each knows its own buttons and picture, none knows the others' insides."""
