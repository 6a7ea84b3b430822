"""The very first picture: the title without its words, whose language is not known yet, packed for the panel.

Kept as bytes because drawing it takes Pillow, the fonts and the pictures, a quarter of the time that passes from the
start of the process to this picture (measured). It is the title's drawing all the same: a test compares the two, and
tells what must stand here when the title changes. Imports nothing.
"""

_MARGIN = 16
"""Dark columns left of the wordmark."""

_WORDMARK = (
    (
        "f0f8fcfc1c1c1c1c7c7c7870000000fcfcfcfc1c1c1c1c1c1c1c000000fcfcfcfc1c1c1c1cfcfcf8f0000000fcfcfcfc"
        "00000000fcfcfcfc000000f8fcfc9c9cfcfcf8000000fcfcfcfc1c1c1c3cfcf8f0c00000000000c0f0fc7c7cfcf0c00000"
    ),
    (
        "03070f1f1e1c1c3cfcfcf8f0000000ffffffff1c1c1c1c1c0000000000ffffffff1c7cfcfcff9f0f07000000077fffff"
        "f80000f8ffff7f070000000103fbfbfbfb0301000000ffffffff00000000ffffffff000000f0ffffffcfc0c0cffffffff0"
    ),
    (
        "0f1f3f3f383838383f3f1f0f0000003f3f3f3f383838383838380000003f3f3f3f000001073f3f3e380000000000030f"
        "3f3f3f3f0f03000000000000003f3f3f3f00000000003f3f3f3f3838383c3f1f0f030000003f3f3f3f010101013f3f3f3f"
    ),
)
"""Three pages from the top."""

_SIX = (
    "80e02030909010101010101010101010101090903020e080",
    "ff000083c7c7830000000000000000000083c7c7830000ff",
    "ff0000c1e3e3c100000000000000000000c1e3e3c10000ff",
    "0107040c090908080808080808080808080809090c040701",
)
"""A die over four pages; two dark columns part it from the next."""

SPLASH = b"".join(
    (
        *((bytes(_MARGIN) + bytes.fromhex(row)).ljust(128, b"\0") for row in _WORDMARK),
        *(bytes(2).join([bytes.fromhex(row)] * 5) for row in _SIX),
        bytes(128),
    )
)
"""A served generala under the name of the console, 1,024 bytes in page order."""
