"""Which drawn device fits which terminal."""

from __future__ import annotations

import pytest

from servida_host.faces.cells import Rendering
from servida_host.faces.shapes import SHAPES, Shape, best_shape, least_size

HALF_BLOCKS, BRAILLE = Rendering.HALF_BLOCKS, Rendering.BRAILLE


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ((80, 24), Shape(BRAILLE, roomy=True, beside=True)),
        ((79, 24), Shape(BRAILLE, roomy=False, beside=True)),
        ((80, 23), Shape(BRAILLE, roomy=False, beside=True)),
        ((68, 27), Shape(BRAILLE, roomy=True, beside=False)),
        ((66, 21), Shape(BRAILLE, roomy=False, beside=False)),
        ((131, 60), Shape(HALF_BLOCKS, roomy=False, beside=False)),
        ((132, 43), Shape(HALF_BLOCKS, roomy=True, beside=False)),
        ((132, 42), Shape(HALF_BLOCKS, roomy=False, beside=False)),
        ((144, 40), Shape(HALF_BLOCKS, roomy=True, beside=True)),
        ((400, 200), Shape(HALF_BLOCKS, roomy=True, beside=True)),
        ((400, 24), Shape(BRAILLE, roomy=True, beside=True)),
        ((65, 200), None),
        ((200, 19), None),
    ],
)
def test_the_best_shape(size: tuple[int, int], shape: Shape | None) -> None:
    assert best_shape(*size) == shape


def test_every_shape_is_the_best_one_for_some_terminal() -> None:
    assert {best_shape(*shape.size) for shape in SHAPES} == set(SHAPES)


def test_a_shape_fits_its_size_and_nothing_smaller() -> None:
    for shape in SHAPES:
        columns, lines = shape.size
        assert shape.fits(columns, lines)
        assert not shape.fits(columns - 1, lines)
        assert not shape.fits(columns, lines - 1)


def test_least_size() -> None:
    assert least_size() == (66, 21)
    assert best_shape(*least_size()) is not None


def test_a_font_without_braille_wants_half_blocks() -> None:
    assert best_shape(80, 24, braille=False) is None
    assert best_shape(160, 50, braille=False) == best_shape(160, 50)
    assert best_shape(*least_size(braille=False), braille=False) is not None
