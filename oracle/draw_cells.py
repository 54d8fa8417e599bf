"""Which scores of the two published runs are held against PyTorch: 100, drawn by lot. Standard library only.

    python oracle/draw_cells.py    # writes static-probes/reference-scores/toolshed-paper-2026-drawn-100.cells.json

Five of each of the fifteen conditions, then as many of all that are left as make 100. The seed was committed before any
of these references had been computed.
"""

import json
import random
from pathlib import Path

from conditions import CONDITIONS, CORE, EXTENDED, candidates_of

SEED = 1004
CELLS = 100
CELLS_PER_CONDITION = 5
PROBES = Path(__file__).resolve().parent.parent / "static-probes"
# The published runs: which items were asked under which conditions.
RUNS = {"toolshed-paper-2026-core-100": CORE, "toolshed-paper-2026-extended-60": EXTENDED}
OUT = PROBES / "reference-scores" / "toolshed-paper-2026-drawn-100.cells.json"

Cell = tuple[str, str, str]  # item_id, condition, candidate


def cells_by_condition() -> dict[str, list[Cell]]:
    cells = {}
    for name, conditions in RUNS.items():
        lines = (PROBES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        items = [json.loads(line) for line in lines]
        for condition in conditions:
            cells[condition] = [
                (item["item_id"], condition, candidate) for item in items for candidate in candidates_of(item, condition)
            ]
    return cells


def draw(cells: dict[str, list[Cell]]) -> list[Cell]:
    lots = random.Random(SEED)
    drawn = [cell for condition in CONDITIONS for cell in lots.sample(cells[condition], CELLS_PER_CONDITION)]
    left = [cell for condition in CONDITIONS for cell in cells[condition] if cell not in drawn]
    drawn += lots.sample(left, CELLS - len(drawn))
    place = {cell: at for at, cell in enumerate(cell for condition in CONDITIONS for cell in cells[condition])}
    return sorted(drawn, key=lambda cell: (cell[0], place[cell]))


def main() -> None:
    cells = cells_by_condition()
    rows = [dict(zip(("item_id", "condition", "candidate"), cell, strict=True)) for cell in draw(cells)]
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    of = sum(map(len, cells.values()))
    OUT.write_text(f'{{"runs":{json.dumps(list(RUNS))},"seed":{SEED},"of":{of},"cells":[\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
