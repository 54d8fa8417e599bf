"""Reference scores of the built-in checkpoints, float32 and float64, and the sentence by which each is known.

    python oracle/built_in_references.py --from <training output> [--stages base=base,clean=clean-1,…] [--to <folder>]

Reads <training output>/hf/<stage>/ and writes <folder>/built-in-<edition>.toolshed-<name>.json for each name=stage.
A file that stands there already is not written over unless it would be the same: what is asked differently, or of
other weights, gets another --edition.

Asked are the six items of the class set and the two of the quick set that bring the operators it lacks, under five
conditions, the failed and the right call, each with the end of its turn. PyTorch's float32 logits come from one
uncached pass a score (reference.py), float64 from plain_float64.py. Both are kept: where float32 is itself farther from
float64 than the lab may be from either, float64 is what the lab is held to (docs/decisions/005-float64-references.md).

    {"provenance": {…}, "coarse": {…}, "selfCheck": {…},
     "items": [{"item_id", "set", "candidateIds": {name: [ids]},
                "under": {condition: {"contextSha256", "contextTokens",
                                      name: {"float32Nats": [n + 1], "float64Above": [n + 1], "gaps": [n + 1]}}}}]}

Lists run over the candidate's n tokens; the end of the turn is the last. `float64Above` is float64 less float32 in
units of 1e-8 nats; `gaps` as in reference.py, of the float32 logits. Strict JSON, one item a line.
"""

import argparse
import json
import os
import sys
from pathlib import Path

# numpy's matrices obey the environment only; for ones this small its threads cost more than they bring.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import torch

from check_rows import WideScorer, read_lines
from conditions import CORE, candidates_of
from reference import Score, load_model, score
from reference_scores import context_sha256, context_under, provenance
from transcripts import TEMPLATE_ARGUMENTS, Encoder

PROBES = Path(__file__).resolve().parent.parent / "static-probes"
CLASS_SET, MORE_SET = "toolshed-paper-2026-class-6", "toolshed-paper-2026-quick-12"
# All eight operators stand among the eight items.
MORE_ITEMS = ("toolshed-0004-s0-tool_typo-0", "toolshed-0026-s1-type_swap-3")
CANDIDATES = ("failed", "gold")
SHIPPED = "base=base,clean=clean-1,noisy=noisy-1,recovery=recovery-1"
# How close the lab must come (scripts/verify/reference-of.mjs).
SCORE_NATS, TOKEN_NATS = 2e-4, 5e-5


def asked_items() -> list[tuple[str, dict]]:
    """(set, item), in the order of the sets."""
    of_class = read_lines(PROBES / f"{CLASS_SET}.jsonl")
    more = [item for item in read_lines(PROBES / f"{MORE_SET}.jsonl") if item["item_id"] in MORE_ITEMS]
    if len(more) != len(MORE_ITEMS):
        raise SystemExit(f"{MORE_SET} lacks one of {', '.join(MORE_ITEMS)}")
    return [(CLASS_SET, item) for item in of_class] + [(MORE_SET, item) for item in more]


class Coarse:
    """How many numbers of PyTorch's float32 are farther from float64 than the bound."""

    def __init__(self) -> None:
        self.scores = self.of_scores = self.tokens = self.of_tokens = 0
        self.largest_score = self.largest_token = 0.0

    def count(self, apart: list[float]) -> None:
        """float64 less float32 in nats: a candidate's tokens, then the end of its turn."""
        whole = abs(sum(apart[:-1]))
        self.of_scores += 1
        self.of_tokens += len(apart)
        self.scores += whole > SCORE_NATS
        self.tokens += sum(abs(nats) > TOKEN_NATS for nats in apart)
        self.largest_score = max(self.largest_score, whole)
        self.largest_token = max(self.largest_token, *map(abs, apart))

    def said(self) -> dict:
        return {
            "what": f"numbers of PyTorch float32 that are more than {SCORE_NATS} nats (a score) or {TOKEN_NATS} nats "
            "(a token, end of turn included) from float64: those are held to float64",
            "scores": self.scores, "ofScores": self.of_scores, "largestScoreNats": short(self.largest_score, 2),
            "tokens": self.tokens, "ofTokens": self.of_tokens, "largestTokenNats": short(self.largest_token, 2),
        }


def short(value: float, digits: int) -> float:
    return float(f"{value:.{digits}g}")


def eight_places(value: float) -> float:
    """Far below what a token may be off, and short in a committed file."""
    return round(value, 8)


def with_end(got: Score) -> tuple[list[float], list[float]]:
    """Log-probabilities and gaps of the tokens and of the end of turn, which was asked."""
    return [*got.logprobs_nats, got.end_of_turn_logprob_nats], [*got.gaps, got.end_of_turn_gap]


def item_entry(
    model: torch.nn.Module, wide: WideScorer, encoder: Encoder, set_name: str, item: dict, coarse: Coarse
) -> dict:
    texts = candidates_of(item, "pre")
    ids = {name: encoder.encode_text(texts[name]) for name in CANDIDATES}
    under = {}
    for condition in CORE:
        context = context_under(encoder, item, condition).ids
        scores = {}
        for name in CANDIDATES:
            narrow, gaps = with_end(score(model, context, ids[name], encoder.end_of_turn))
            got = wide.score(context, ids[name], encoder.end_of_turn)
            narrow = [eight_places(nats) for nats in narrow]
            exact = [*got["logprobsNats"], got["endOfTurnLogprobNats"]]
            apart = [round(1e8 * (b - a)) for a, b in zip(narrow, exact, strict=True)]
            coarse.count([1e-8 * units for units in apart])
            scores[name] = {
                "float32Nats": narrow, "float64Above": apart,
                # The engine's argmax is compared only where a gap is above 1e-4.
                "gaps": [short(gap, 5) if gap else 0 for gap in gaps],
            }
        under[condition] = {"contextSha256": context_sha256(context), "contextTokens": len(context)} | scores
    return {"item_id": item["item_id"], "set": set_name, "candidateIds": ids, "under": under}


def self_check(model: torch.nn.Module, encoder: Encoder, item: dict) -> dict:
    """The right call of an item at its decision point: what is scored whenever a checkpoint opens."""
    context = context_under(encoder, item, "pre").ids
    candidate = encoder.encode_text(item["gold_action"])
    got = score(model, context, candidate)
    return {
        "itemId": item["item_id"], "condition": "pre", "candidate": item["gold_action"],
        "contextIds": context, "candidateIds": candidate,
        "logprobsNats": [eight_places(nats) for nats in got.logprobs_nats],
        "madeBy": f"torch {torch.__version__.split('+')[0]}: float32 logits, float64 log-softmax",
    }


def references_of(folder: Path, name: str, stage: str) -> tuple[str, dict]:
    """The file's text, and how coarse float32 was."""
    model, wide, encoder = load_model(folder), WideScorer(folder), Encoder(folder)
    items, coarse = asked_items(), Coarse()
    lines = [
        json.dumps(item_entry(model, wide, encoder, set_name, item, coarse), separators=(",", ":"), allow_nan=False)
        for set_name, item in items
    ]
    about = provenance(folder, PROBES / f"{CLASS_SET}.jsonl", "float32")
    about |= {
        "arithmetic": f"{about['arithmetic']}; float64 throughout, float32 angles, in float64Above",
        "checkpoint": f"toolshed-{name}", "stage": stage, "templateArguments": TEMPLATE_ARGUMENTS,
    }
    check = self_check(model, encoder, items[0][1])
    head = ",\n".join(
        f'"{key}": {json.dumps(value, ensure_ascii=False, allow_nan=False)}'
        for key, value in {"provenance": about, "coarse": coarse.said(), "selfCheck": check}.items()
    )
    return "{" + head + ',\n"items": [\n' + ",\n".join(lines) + "\n]}\n", coarse.said()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="out", type=Path, required=True, help="what the training wrote")
    parser.add_argument("--stages", default=SHIPPED, help=f"name=stage, by commas (default {SHIPPED})")
    parser.add_argument("--to", type=Path, default=PROBES / "reference-scores")
    parser.add_argument("--edition", type=int, default=1)
    options = parser.parse_args()
    # Another number of threads may sum in another order.
    torch.set_num_threads(1)

    pairs = [pair.partition("=")[::2] for pair in options.stages.split(",")]
    for name, stage in pairs:
        if not (options.out / "hf" / stage / "config.json").is_file():
            raise SystemExit(f"{options.out}: there is no hf/{stage}/config.json")
        if not name:
            raise SystemExit(f"--stages {options.stages}: must be name=stage, by commas")
    for name, stage in pairs:
        text, coarse = references_of((options.out / "hf" / stage).resolve(), name, stage)
        path = options.to / f"built-in-{options.edition}.toolshed-{name}.json"
        if path.exists() and path.read_text(encoding="utf-8") != text:
            raise SystemExit(f"{path}: stands there with other content; it is frozen, so take another --edition")
        path.write_bytes(text.encode("utf-8"))
        print(
            f"{path.name}: {len(text) / 1000:.1f} kB; held to float64: {coarse['scores']} of {coarse['ofScores']} scores, "
            f"{coarse['tokens']} of {coarse['ofTokens']} tokens (float32 is at most {coarse['largestTokenNats']} off)",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
