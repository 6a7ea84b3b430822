"""Pictures of the glass that a person keeps: PNG files in the current folder that overwrite nothing."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

SCALE = 4
"""So many pixels wide and high is a pixel of the panel."""


def save(image: Image.Image) -> str:
    """Save the picture under the first free name and return what to tell: where it is, or why it is not."""
    picture = BytesIO()
    image.resize((image.width * SCALE, image.height * SCALE), Image.Resampling.NEAREST).save(picture, "PNG")
    number = 1
    while True:
        path = Path(f"servida-{number}.png")
        try:
            with path.open("xb") as file:
                file.write(picture.getvalue())
        except FileExistsError:
            number += 1
        except OSError as error:
            return f"No picture was saved: {path}: {error.strerror}"
        else:
            return f"Saved {path} in {Path.cwd()}"
