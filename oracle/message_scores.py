"""Reference scores after any messages: what a pasted transcript is asked about.

    python oracle/message_scores.py --checkpoint <folder> --requests <requests.json> --out <file> [--limit n]

The requests: {"contexts": {name: [message, ...]}, "requests": [{id, context, candidate, hidden: [range, ...]}]}. A range
is {message, start, end} in UTF-16 units of that message's content; with `sameTokensAs`, another range, it is only where
the stretch may lie: the last run of as many tokens as that other range has; with `butHead`, the first four tokens of the
context stay seen. Ids are made here (transcripts.py). A request whose range has no tokens, or begins among the first
four where `outsideHead` forbids it, has "refused" in its row.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import torch

from reference import digits10, load_model, score
from reference_scores import context_sha256, provenance, scores_of, write
from transcripts import (
    CONTEXT_HEAD_TOKENS, TEMPLATE_ARGUMENTS, CharRange, Context, Encoder, TokenSpan, from_utf16, last_run_within,
    tokens_overlapping,
)


def characters_of(context: Context, contents: list[str], place: dict) -> CharRange:
    """Where a range of a message's content lies in the rendered text."""
    begin, end = context.contents[place["message"]]
    text, trimmed = contents[place["message"]], context.trimmed[place["message"]]
    first, last = (begin + max(0, from_utf16(text, place[key]) - trimmed) for key in ("start", "end"))
    return first, min(last, end)


def span_of(context: Context, contents: list[str], place: dict) -> TokenSpan | None:
    chars = characters_of(context, contents, place)
    other = place.get("sameTokensAs")
    if other is None:
        span = tokens_overlapping(context, chars)
    else:
        wanted = tokens_overlapping(context, characters_of(context, contents, other))
        span = last_run_within(context, chars, wanted[1] - wanted[0]) if wanted else None
    if span and place.get("butHead"):
        span = (max(span[0], CONTEXT_HEAD_TOKENS), span[1])
    if span and place.get("outsideHead") and span[0] < CONTEXT_HEAD_TOKENS:
        return None
    return span if span and span[0] < span[1] else None


def disjoint(spans: list[TokenSpan]) -> list[TokenSpan]:
    """Sorted; those that touch or overlap are one."""
    joined: list[TokenSpan] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def row_of(model: torch.nn.Module, encoder: Encoder, request: dict, messages: list[dict], context: Context) -> dict:
    contents = [message["content"] for message in messages]
    found = [span_of(context, contents, place) for place in request["hidden"]]
    row = {"id": request["id"], "contextSha256": context_sha256(context.ids), "ctx_tokens": len(context.ids)}
    if any(span is None for span in found):
        return row | {"refused": "a stretch that is to be hidden has no tokens"}
    spans = disjoint([span for span in found if span])
    candidate = encoder.encode_text(request["candidate"])
    got = score(model, context.ids, candidate, encoder.end_of_turn, spans)
    return row | {
        "spans": [list(span) for span in spans],
        "candidateIds": candidate,
        "logprob": digits10(sum(got.logprobs_nats)),
    } | scores_of(got)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--requests", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=int, help="only the first requests")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)

    folder = options.checkpoint.resolve()
    asked = json.loads(options.requests.read_text(encoding="utf-8"))
    model, encoder = load_model(folder), Encoder(folder)
    contexts = {name: encoder.context(messages) for name, messages in asked["contexts"].items()}
    rows = []
    begun = time.monotonic()
    for request in asked["requests"][: options.limit]:
        name = request["context"]
        rows.append(row_of(model, encoder, request, asked["contexts"][name], contexts[name]))
        print(f"{len(rows)}: {request['id']}, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    about = provenance(folder, options.requests, "float32") | {"templateArguments": TEMPLATE_ARGUMENTS}
    write(options.out, about, "rows", rows)


if __name__ == "__main__":
    main()
