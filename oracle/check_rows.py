"""Every score that the lab has exported, once more: what `npm run verify:scores` holds the rows against.

    python oracle/check_rows.py --checkpoint <folder> --rows <rows.jsonl> --items <items.jsonl> [--rows … --items …]
                                --part <file> --score-nats 1e-4 --token-nats 3e-5 [--every n] [--limit n] [--threads n]

Each row costs one uncached pass over its own context and call (reference.py): nothing is shared, not even between two
calls of one context. Of a row only its names are taken; ids are built here from the item (conditions.py,
transcripts.py). Where score or token then part by more than the given nats, plain_float64.py scores the row as well.

The part file has one line about the scorer and one line for each finished item, and is gone on with where it stops: an
item is never scored twice for the same rows and items. It fits the checkpoint and the libraries that began it only.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from conditions import candidates_of, messages_of
from plain_float64 import logits_of, read_weights, targets_in
from reference import digits10, load_model, made_by, score, sha256_of_file, weight_files
from reference_scores import context_sha256, scores_of
from transcripts import Encoder

Key = tuple[str, str, str]  # sha256 of the rows, sha256 of the items, item_id


class WideScorer:
    """The same scores in float64; the weights are read when the first row asks for them."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self._weights: dict[str, np.ndarray] | None = None

    def score(self, context: list[int], candidate: list[int], end_of_turn: int) -> dict:
        if self._weights is None:
            self._weights = read_weights(self._folder)
        targets = [*candidate, end_of_turn]
        rows = logits_of(self._config, self._weights, [*context, *candidate], len(context) - 1, [])
        if not np.isfinite(rows).all():
            raise FloatingPointError("logits are not finite")
        logprobs, gaps = (values.tolist() for values in targets_in(rows, targets))
        return {
            "logprob": digits10(sum(logprobs[:-1])),
            "logprobsNats": [digits10(x) for x in logprobs[:-1]],
            "gaps": [digits10(x) for x in gaps[:-1]],
            "endOfTurnLogprobNats": digits10(logprobs[-1]),
            "endOfTurnGap": digits10(gaps[-1]),
        }


class RowScorer:
    def __init__(self, folder: Path, score_nats: float, token_nats: float):
        self._encoder = Encoder(folder)
        self._model = load_model(folder)
        self._wide = WideScorer(folder)
        self._score_nats = score_nats
        self._token_nats = token_nats

    def _differ(self, row: dict, got: dict) -> bool:
        """Whether the two scores are so far apart that float64 is asked. Other ids are another finding."""
        if row["token_ids"] != got["candidateIds"]:
            return False
        apart = [abs(a - b) for a, b in zip(row["token_logprobs"], got["logprobsNats"], strict=True)]
        if row["end_of_turn_logprob"] is not None:
            apart.append(abs(row["end_of_turn_logprob"] - got["endOfTurnLogprobNats"]))
        return abs(row["logprob"] - got["logprob"]) > self._score_nats or max(apart) > self._token_nats

    def score_item(self, item: dict, rows: list[dict]) -> list[dict]:
        scored = []
        for row in rows:
            messages = messages_of(item, row["condition"], self._encoder.count_tokens)
            context = self._encoder.context(messages).ids
            # Under pre every call stands that an item has.
            candidate = self._encoder.encode_text(candidates_of(item, "pre")[row["candidate"]])
            end_of_turn = self._encoder.end_of_turn
            got = score(self._model, context, candidate, end_of_turn)
            found = {
                "item_id": item["item_id"], "condition": row["condition"], "candidate": row["candidate"],
                "hidden": None, "contextSha256": context_sha256(context), "ctx_tokens": len(context),
                "candidateIds": candidate, "logprob": digits10(sum(got.logprobs_nats)),
            } | scores_of(got)
            wide = self._wide.score(context, candidate, end_of_turn) if self._differ(row, found) else None
            scored.append(found | {"float64": wide})
        return scored


def read_lines(path: Path) -> list[dict]:
    # Other programs put a byte order mark at the head of a text that they save again.
    with path.open(encoding="utf-8-sig") as file:
        return [json.loads(line) for line in file if line.strip()]


def rows_by_item(rows: list[dict]) -> dict[str, list[dict]]:
    """Plain rows only, each (condition, candidate) of an item once, in the order of the file."""
    found: dict[str, dict[tuple[str, str], dict]] = {}
    for row in rows:
        if row["hidden"] is None:
            found.setdefault(row["item_id"], {}).setdefault((row["condition"], row["candidate"]), row)
    return {item_id: list(cells.values()) for item_id, cells in found.items()}


def scorer_line(folder: Path, score_nats: float, token_nats: float) -> dict:
    """What the scores depend on, and how far apart a row must be to be scored in float64 too."""
    names = ["config.json", "tokenizer.json", "tokenizer_config.json"]
    about = made_by()
    # Another number of threads may finish what one began.
    del about["threads"]
    return about | {
        "checkpoint": folder.name,
        "weightsSha256": {path.name: sha256_of_file(path) for path in weight_files(folder)},
        "filesSha256": {name: sha256_of_file(folder / name) for name in names if (folder / name).exists()},
        "alsoFloat64Above": {"scoreNats": score_nats, "tokenNats": token_nats},
    }


def open_part(path: Path, about: dict) -> set[Key]:
    """Which items are done. A line that was broken off is cut away."""
    whole = path.read_bytes() if path.exists() else b""
    whole = whole[: whole.rfind(b"\n") + 1]
    lines = [json.loads(line) for line in whole.splitlines()]
    if not lines:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(about) + "\n", encoding="utf-8")
        return set()
    if lines[0] != about:
        raise SystemExit(f"{path}: begun with another checkpoint, libraries or bounds; remove it to begin anew")
    path.write_bytes(whole)
    return {(line["rowsSha256"], line["itemsSha256"], line["itemId"]) for line in lines[1:]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--rows", type=Path, action="append", required=True)
    parser.add_argument("--items", type=Path, action="append", required=True, help="of the rows at the same place")
    parser.add_argument("--part", type=Path, required=True)
    parser.add_argument("--score-nats", type=float, required=True)
    parser.add_argument("--token-nats", type=float, required=True)
    parser.add_argument("--every", type=int, default=1, help="every n-th item that has rows")
    parser.add_argument("--limit", type=int, help="of those only the first n of each file")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    if len(options.rows) != len(options.items):
        parser.error("as many --items as --rows")

    torch.set_num_threads(options.threads)
    folder = options.checkpoint.resolve()
    done = open_part(options.part, scorer_line(folder, options.score_nats, options.token_nats))
    jobs: list[tuple[Key, dict, list[dict]]] = []
    for rows_file, items_file in zip(options.rows, options.items, strict=True):
        by_item = rows_by_item(read_lines(rows_file))
        hashes = (sha256_of_file(rows_file), sha256_of_file(items_file))
        asked = [item for item in read_lines(items_file) if item["item_id"] in by_item]
        for item in asked[:: options.every][: options.limit]:
            key = (*hashes, item["item_id"])
            if key not in done:
                jobs.append((key, item, by_item[item["item_id"]]))
    if not jobs:
        return
    score_jobs(RowScorer(folder, options.score_nats, options.token_nats), jobs, options.part, say)


def score_jobs(
    scorer: RowScorer, jobs: list[tuple[Key, dict, list[dict]]], part: Path, tell: Callable[[str], None]
) -> None:
    rows_all, rows_done = sum(len(rows) for _, _, rows in jobs), 0
    begun = time.monotonic()
    with part.open("a", encoding="utf-8") as file:
        for (rows_sha256, items_sha256, item_id), item, rows in jobs:
            scored = scorer.score_item(item, rows)
            line = {"rowsSha256": rows_sha256, "itemsSha256": items_sha256, "itemId": item_id, "rows": scored}
            file.write(json.dumps(line, separators=(",", ":"), allow_nan=False) + "\n")
            file.flush()
            rows_done += len(rows)
            seconds = time.monotonic() - begun
            wide = sum(row["float64"] is not None for row in scored)
            tell(
                f"{item_id}: {rows_done} of {rows_all} rows"
                + (f", {wide} in float64 too" if wide else "")
                + f", {seconds / rows_done:.1f} s a row, {(rows_all - rows_done) * seconds / rows_done / 60:.0f} min left"
            )


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
