"""A second opinion on the tiny references: the same models in plain numpy float64, read from the files alone.

    python oracle/check_reference.py

The rewrite (plain_float64.py) reads config.json by its classical keys and the safetensors by name, so it would catch
a key that the library maps otherwise than meant, an attention mask that it does not apply, and a checkpoint so badly
scaled that float32 rounding comes near the tolerance of the fixtures. The mask of the knockout is also checked inside
the library itself.
"""

import json
from pathlib import Path

import numpy as np
import torch

from plain_float64 import logits_of, read_weights, targets_in
from reference import causal_mask, load_model, logit_rows
from tiny_checkpoints import FIXTURES, SPECS

# Rounding of one float32 implementation; two of them may differ by twice this and stay within 2e-5 nats a token.
ALLOWED_NATS = 8e-6


def largest_difference(folder: Path, reference: dict) -> float:
    """Largest |numpy float64 - reference| over all log-probabilities, in nats; raises if a greedy token differs."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    weights = read_weights(folder)
    worst = 0.0
    for request in reference["requests"]:
        m, targets, wanted = len(request["context"]), list(request["candidate"]), list(request["logprobsNats"])
        if request["endOfTurn"] is not None:
            targets.append(request["endOfTurn"])
            wanted.append(request["endOfTurnLogprobNats"])
        rows = logits_of(config, weights, (request["context"] + targets)[:-1], m - 1, request["hidden"])
        got, _ = targets_in(rows, targets)
        worst = max(worst, float(np.abs(got - wanted).max()))
    for row in reference["greedy"]:
        m = len(row["context"])
        rows = logits_of(config, weights, row["context"] + row["tokens"][:-1], m - 1, [])
        if rows.argmax(-1).tolist() != row["tokens"]:
            raise ValueError(f"greedy tokens of {folder.name} differ")
    return worst


def check_mask(folder: Path, request: dict) -> None:
    """The library adds our mask as given: hiding nothing is its own causal pass, and hiding spans leaves every row
    before the last context token exactly as it was and changes every row from there on."""
    model = load_model(folder)
    m, ids = len(request["context"]), request["context"] + request["candidate"]
    rows = range(len(ids))
    plain = logit_rows(model, ids, rows)
    with torch.no_grad():
        own = model(input_ids=torch.tensor([ids]), use_cache=False).logits[0]
    if not torch.equal(plain, own):
        raise ValueError("hiding nothing is not the plain pass")
    blind = logit_rows(model, ids, rows, causal_mask(len(ids), m - 1, request["hidden"], model.dtype))
    changed = (blind != plain).any(-1)
    if changed[: m - 1].any() or not changed[m - 1 :].all():
        raise ValueError("hiding changes other rows than those from the last context token on")


def main() -> None:
    torch.set_num_threads(1)
    for spec in SPECS:
        folder = FIXTURES / spec.name
        reference = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
        difference = largest_difference(folder, reference)
        print(f"{spec.name}: largest difference {difference:.2g} nats")
        if difference > ALLOWED_NATS:
            raise ValueError(f"more than {ALLOWED_NATS} nats apart")
        check_mask(folder, next(request for request in reference["requests"] if request["hidden"]))


if __name__ == "__main__":
    main()
