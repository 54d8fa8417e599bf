"""Reference scores of a real checkpoint folder (config.json, *.safetensors, tokenizer.json, tokenizer_config.json).

    python oracle/reference_scores.py --checkpoint <folder> --requests <requests.json> --out <file>
    python oracle/reference_scores.py --checkpoint <folder> --items <items.jsonl> --out <file> [--limit n]
    python oracle/reference_scores.py --checkpoint <folder> --items <items.jsonl> --cells <cells.json> --out <file>
    python oracle/reference_scores.py --checkpoint <folder> --items <items.jsonl> --words call,error --out <file>

--requests: a JSON list (or {"requests": [...]}) of {id, task, context, candidate, endOfTurn, hidden} as in the tiny
fixtures; the same comes back with logprobsNats, gaps, endOfTurnLogprobNats, endOfTurnGap, under "provenance".

--items: probe items. Ids are built here (see conditions.py and transcripts.py). Rows, in this order per item: conditions pre, fail,
succ, neut; candidates failed and gold everywhere, distractor0 and distractor1 under pre and fail only; then, under
fail and for failed only, one row for each hidden part (call, error, goal, documentation, control).

--cells: only these scores of the items, {"cells": [{item_id, condition, candidate}]}, under any condition.

--words: the failed call under fail; then, for each of these parts, with the part hidden, with each of its words hidden,
and with the control beside each word (see words.py). `--ids` takes some of the items.
"""

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path

import torch

from conditions import FIRST, candidates_of, messages_of
from reference import Score, digits10, load_model, made_by, score, sha256_of_file, weight_files
from transcripts import TEMPLATE_ARGUMENTS, Context, Encoder, TokenSpan, parts_of
from words import word_spans


def scores_of(got: Score) -> dict:
    return {
        "logprobsNats": [digits10(x) for x in got.logprobs_nats],
        "gaps": [digits10(x) for x in got.gaps],
        "endOfTurnLogprobNats": digits10(got.end_of_turn_logprob_nats),
        "endOfTurnGap": digits10(got.end_of_turn_gap),
    }


def provenance(folder: Path, asked: Path, dtype: str) -> dict:
    """What the scores depend on. Folders are named by their last part only: a path says nothing to anyone else."""
    names = ["config.json", "tokenizer.json", "tokenizer_config.json"]
    return made_by() | {
        "arithmetic": f"{dtype} logits, eager attention, no cache; float64 log-softmax",
        "checkpoint": folder.name,
        "weightsSha256": {path.name: sha256_of_file(path) for path in weight_files(folder)},
        "filesSha256": {name: sha256_of_file(folder / name) for name in names if (folder / name).exists()},
        "asked": asked.name,
        "askedSha256": sha256_of_file(asked),
    }


def score_requests(model: torch.nn.Module, requests: list[dict]) -> list[dict]:
    scored = []
    for request in requests:
        got = score(model, request["context"], request["candidate"], request["endOfTurn"], request["hidden"])
        scored.append(request | scores_of(got))
    return scored


def context_sha256(ids: list[int]) -> str:
    return hashlib.sha256(",".join(map(str, ids)).encode()).hexdigest()


def item_row(
    model: torch.nn.Module, encoder: Encoder, item: dict, condition: str, name: str, context: Context,
    hidden: tuple[str, TokenSpan] | None = None,
) -> dict:
    """One row of a probe run, as the page writes it, with what ties it to its ids."""
    candidate = encoder.encode_text(candidates_of(item, condition)[name])
    part, spans = (hidden[0], [hidden[1]]) if hidden else (None, [])
    got = score(model, context.ids, candidate, encoder.end_of_turn, spans)
    hits = sum(a == b for a, b in zip(got.argmax_ids, candidate, strict=True))
    return {
        "item_id": item["item_id"], "condition": condition, "candidate": name,
        "hidden": part, "spans": [list(span) for span in spans],
        "contextSha256": context_sha256(context.ids), "ctx_tokens": len(context.ids),
        "candidateIds": candidate,
        "logprob": digits10(sum(got.logprobs_nats)), "n_tokens": len(candidate),
        "n_argmax_match": hits, "is_greedy": hits == len(candidate),
    } | scores_of(got)


def context_under(encoder: Encoder, item: dict, condition: str) -> Context:
    return encoder.context(messages_of(item, condition, encoder.count_tokens))


def score_items(model: torch.nn.Module, encoder: Encoder, items: list[dict]) -> list[dict]:
    rows = []
    for item in items:
        begun = time.monotonic()
        for condition in FIRST:
            context = context_under(encoder, item, condition)
            rows += [
                item_row(model, encoder, item, condition, name, context) for name in candidates_of(item, condition)
            ]
            if condition == "fail":
                rows += [
                    item_row(model, encoder, item, condition, "failed", context, part)
                    for part in parts_of(item, context).items()
                ]
        print(f"{item['item_id']}: {len(rows)} rows so far, {time.monotonic() - begun:.1f} s", file=sys.stderr)
    return rows


def score_cells(model: torch.nn.Module, encoder: Encoder, items: list[dict], cells: list[dict]) -> list[dict]:
    by_id = {item["item_id"]: item for item in items}
    rows = []
    for cell in cells:
        item, condition = by_id[cell["item_id"]], cell["condition"]
        context = context_under(encoder, item, condition)
        rows.append(item_row(model, encoder, item, condition, cell["candidate"], context))
        print(f"{len(rows)} of {len(cells)}", file=sys.stderr)
    return rows


def score_words(model: torch.nn.Module, encoder: Encoder, items: list[dict], parts: list[str]) -> list[dict]:
    rows = []
    for item in items:
        context = context_under(encoder, item, "fail")
        wholes = parts_of(item, context)
        rows.append(item_row(model, encoder, item, "fail", "failed", context))
        # The same tokens hidden are the same score, whatever they are called.
        by_span: dict[TokenSpan, dict] = {}
        for part in parts:
            whole = [(part, wholes[part])] if part in wholes else []
            for hidden in [*whole, *word_spans(item, context, part)]:
                if hidden[1] not in by_span:
                    by_span[hidden[1]] = item_row(model, encoder, item, "fail", "failed", context, hidden)
                rows.append(by_span[hidden[1]] | {"hidden": hidden[0]})
        print(f"{item['item_id']}: {len(rows)} rows so far", file=sys.stderr)
    return rows


def write(path: Path, about: dict, key: str, rows: list[dict]) -> None:
    """Strict JSON, one row a line."""
    lines = ",\n".join(json.dumps(row, separators=(",", ":"), allow_nan=False) for row in rows)
    path.write_text(
        f'{{"provenance": {json.dumps(about, indent=1, allow_nan=False)},\n"{key}": [\n{lines}\n]}}\n', encoding="utf-8"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--requests", type=Path)
    asked.add_argument("--items", type=Path)
    parser.add_argument("--cells", type=Path)
    parser.add_argument("--words", help="parts, by commas: call, error, goal, documentation, transcript")
    parser.add_argument("--ids", help="item ids, by commas")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=int, help="only the first items of the file, or only the first requests")
    parser.add_argument(
        "--dtype",
        choices=["float32", "float64"],
        default="float32",
        help="float64 shows which of two float32 answers is nearer to the truth (transformers keeps its norms and "
        "rotary angles in float32 all the same)",
    )
    options = parser.parse_args()
    torch.set_num_threads(options.threads)

    folder = options.checkpoint.resolve()
    model = load_model(folder, getattr(torch, options.dtype))
    if options.requests:
        given = json.loads(options.requests.read_text(encoding="utf-8"))
        requests = given["requests"] if isinstance(given, dict) else given
        about = provenance(folder, options.requests, options.dtype)
        write(options.out, about, "requests", score_requests(model, requests[: options.limit]))
        return
    with options.items.open(encoding="utf-8") as file:
        items = [json.loads(line) for line in file if line.strip()]
    if options.ids:
        items = [item for item in items if item["item_id"] in options.ids.split(",")]
    about = provenance(folder, options.items, options.dtype) | {"templateArguments": TEMPLATE_ARGUMENTS}
    encoder = Encoder(folder)
    if options.cells:
        cells = json.loads(options.cells.read_text(encoding="utf-8"))["cells"]
        about |= {"cells": options.cells.name, "cellsSha256": sha256_of_file(options.cells)}
        write(options.out, about, "rows", score_cells(model, encoder, items, cells[: options.limit]))
        return
    if options.words:
        rows = score_words(model, encoder, items[: options.limit], options.words.split(","))
        write(options.out, about, "rows", rows)
        return
    write(options.out, about, "rows", score_items(model, encoder, items[: options.limit]))


if __name__ == "__main__":
    main()
