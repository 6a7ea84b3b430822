import pytest

from servida.ui.sheets import BadSheet, cut

TWO_BANDS = """
a   wide
.#. #####
### .....

b
#
"""


def test_pictures_come_out_in_order_with_their_pixels() -> None:
    pictures = cut(TWO_BANDS)
    assert list(pictures) == ["a", "wide", "b"]
    assert [picture.size for picture in pictures.values()] == [(3, 2), (5, 2), (1, 1)]
    assert all(picture.mode == "1" for picture in pictures.values())
    lit = [bool(pictures["a"].getpixel((x, y))) for y in range(2) for x in range(3)]
    assert lit == [False, True, False, True, True, True]


@pytest.mark.parametrize(
    ("sheet", "named"),
    [
        ("a b\n# #\n#", "band 'a b'"),
        ("a\n# #", "band 'a'"),
        ("a", "band 'a'"),
        ("a\n##\n#", "picture 'a'"),
        ("a\n#o", "picture 'a'"),
        ("a\n#\n\na\n.", "picture 'a' is drawn twice"),
    ],
)
def test_a_faulty_sheet_is_refused_by_name(sheet: str, named: str) -> None:
    with pytest.raises(BadSheet, match=named):
        cut(sheet)
