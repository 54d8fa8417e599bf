"""What PyTorch writes greedily after given contexts, with no penalty and no rule but the end of turn.

    python oracle/greedy_references.py --checkpoint <folder> --contexts <contexts.json> --out <file> [--limit n]

The contexts are messages, {"contexts": [{id, messages}]}; ids are made here (transcripts.py). A turn is drafted with a
cache, which costs little, and then read once more in one uncached pass over context and turn: every token must be the
argmax there. Where the two best float32 logits are closer than NEAR_NATS, plain_float64.py decides which token is
written and how far the next one is behind; closer than TIE_NATS even so, the place is a tie, and another machine may
go on with the runner-up.
"""

import argparse
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from transformers import DynamicCache

from plain_float64 import logits_of, read_weights
from reference import digits10, load_model, logit_rows
from reference_scores import context_sha256, provenance, write
from transcripts import TEMPLATE_ARGUMENTS, Encoder

MOST_TOKENS = 48
# Float32 rounding of a logit is some 1e-5; whatever lies closer than this is looked at in float64.
NEAR_NATS = 1e-3
TIE_NATS = 1e-4


@dataclass(frozen=True)
class Choice:
    """The two largest logits of a row: their ids, and how far they are apart."""

    id: int
    runner_up: int
    gap: float


def choice_of(row: np.ndarray) -> Choice:
    """The lowest id among equals."""
    first, second = np.argsort(-row, kind="stable")[:2]
    return Choice(int(first), int(second), float(row[first] - row[second]))


class Writer:
    def __init__(self, folder: Path):
        self._model = load_model(folder)
        self._config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self._weights = read_weights(folder)
        # What the cache of the drafts holds: contexts begin alike.
        self._held: list[int] = []
        self._cache = DynamicCache(config=self._model.config)

    @torch.no_grad()
    def _draft(self, context: list[int], begun: list[int], end_of_turn: int) -> list[int]:
        """A turn that begins as `begun`, with its end of turn if it comes to one."""
        turn = list(begun)
        while len(turn) < MOST_TOKENS and end_of_turn not in turn:
            ids = context + turn
            held = min(len(os.path.commonprefix([self._held, ids])), len(ids) - 1)
            if held < len(self._held):
                self._cache.crop(held - len(self._held))
            output = self._model(
                input_ids=torch.tensor([ids[held:]]), past_key_values=self._cache, use_cache=True, logits_to_keep=1
            )
            self._held = ids
            turn.append(int(output.logits[0, -1].argmax()))
        return turn

    def _float32(self, context: list[int], turn: list[int]) -> list[Choice]:
        ids = (context + turn)[:-1]
        return [choice_of(row.double().numpy()) for row in logit_rows(self._model, ids, range(len(context) - 1, len(ids)))]

    def _float64(self, context: list[int], turn: list[int]) -> list[Choice]:
        ids = (context + turn)[:-1]
        return [choice_of(row) for row in logits_of(self._config, self._weights, ids, len(context) - 1, [])]

    def write_turn(self, context: list[int], end_of_turn: int) -> tuple[list[Choice], list[int]]:
        """The choices of the turn, and at which of them float64 decided."""
        begun: list[int] = []
        while True:
            turn = self._draft(context, begun, end_of_turn)
            choices = self._float32(context, turn)
            near = [at for at, choice in enumerate(choices) if choice.gap < NEAR_NATS]
            if near:
                wide = self._float64(context, turn)
                choices = [wide[at] if at in near else choice for at, choice in enumerate(choices)]
            other = next((at for at, choice in enumerate(choices) if choice.id != turn[at]), None)
            if other is None:
                return choices, near
            if other not in near:
                raise ValueError(f"token {other} is not what the uncached pass chooses")
            # The rest was written after another token.
            begun = turn[:other] + [choices[other].id]


def row_of(writer: Writer, encoder: Encoder, name: str, messages: list[dict]) -> dict:
    context = encoder.context(messages).ids
    choices, near = writer.write_turn(context, encoder.end_of_turn)
    tokens = [choice.id for choice in choices]
    return {
        "id": name,
        "contextSha256": context_sha256(context),
        "ctx_tokens": len(context),
        "tokens": tokens,
        "endedBy": "end-of-turn" if tokens[-1] == encoder.end_of_turn else "token-limit",
        "top2Gaps": [digits10(choice.gap) for choice in choices],
        "float64At": near,
        "ties": [
            {"at": at, "runnerUp": choice.runner_up} for at, choice in enumerate(choices) if choice.gap < TIE_NATS
        ],
        "text": encoder.decode(tokens),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--contexts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=int, help="only the first contexts")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)

    folder = options.checkpoint.resolve()
    contexts = json.loads(options.contexts.read_text(encoding="utf-8"))["contexts"][: options.limit]
    encoder = Encoder(folder)
    about = provenance(folder, options.contexts, "float32") | {
        "arithmetic": f"float32 logits, eager attention, one uncached pass; float64 where two are closer than {NEAR_NATS}",
        "mostTokens": MOST_TOKENS,
        "tieNats": TIE_NATS,
        "endOfTurn": encoder.end_of_turn,
        "templateArguments": TEMPLATE_ARGUMENTS,
    }
    writer = Writer(folder)
    rows = []
    for context in contexts:
        begun = time.monotonic()
        row = row_of(writer, encoder, context["id"], context["messages"])
        rows.append(row)
        print(
            f"{row['id']}: {row['ctx_tokens']} + {len(row['tokens'])} tokens, float64 at {row['float64At']}, "
            f"{time.monotonic() - begun:.0f} s: {row['text']!r}",
            file=sys.stderr,
            flush=True,
        )
    write(options.out, about, "rows", rows)


if __name__ == "__main__":
    main()
