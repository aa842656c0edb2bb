# Panels: where each lamp of the picture sits on the chain. Two panels of 8 x 8, side by side,
# chained in either order, each turned by quarters, rows one way or to and fro. It drives nothing.

_SIDE = 8


def wiring(swap: int, left: int, right: int, snake: int) -> bytearray:
    # For each lamp of 16 x 8, row by row: its place on the chain.
    chain = bytearray(2 * _SIDE * _SIDE)
    for y in range(_SIDE):
        for x in range(2 * _SIDE):
            panel = x // _SIDE
            column, row = x % _SIDE, y
            for _ in range(right if panel else left):
                # The panel was turned clockwise; its own rows are found by turning back.
                column, row = row, _SIDE - 1 - column
            if snake and row % 2:
                column = _SIDE - 1 - column
            chain[y * 2 * _SIDE + x] = ((panel ^ swap) * _SIDE + row) * _SIDE + column
    return chain
