"""The one function of spreadsheets in our workbooks that the engine of the tests lacks."""


def exact(one: object, other: object) -> bool:
    """EXACT: whether two texts are the same, capitals and all."""
    return str(one) == str(other)
