"""Writes tests/fixtures/tiny/<name>/reference.json: what PyTorch says about each tiny checkpoint.

    python oracle/make_tiny_references.py [name ...]

The requests are built to be hard for a scorer that shares work: contexts that extend each other, sibling
candidates with a common beginning, a candidate inside another, duplicates, one-token contexts and candidates,
and attention knockouts (one span, several, adjacent, at the very end).
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from reference import digits10, greedy, load_model, made_by, score, sha256_of_file, weight_files
from tiny_checkpoints import FIXTURES, SPECS

GREEDY_TOKENS = 24
# Below this the order of two logits could depend on the implementation, and a fixture must not.
LEAST_GAP = 1e-3

SYSTEM = (
    "You are an assistant in a small office. Write exactly one call and nothing else.\n"
    "Tools:\nsend_message(to, subject)\nfind_contact(name)\nmove_file(source, target)\n"
)

TASKS = {
    "message": {
        "goal": "Send Dana a message about the budget review.",
        "failed": "send_message(to='Dana', subject='budget review')",
        "gold": "send_message(to='dana@example.com', subject='budget review')",
        "other": "send_mail(to='Dana')",
        "prefix": "send_message(to='",
        "fail": "Error: the argument 'to' must be an email address, got 'Dana'.",
        "succ": "Message sent to Dana.",
        "neut": "Call recorded.",
    },
    "file": {
        "goal": "Move the file notes.txt from projects to archive.",
        "failed": "move_file(source='/shared/notes.txt', target='/archive/notes.txt')",
        "gold": "move_file(source='/projects/notes.txt', target='/archive/notes.txt')",
        "other": "finish()",
        "prefix": "move_file(",
        "fail": "Error: no file '/shared/notes.txt' exists.",
        "succ": "The file was moved to /archive.",
        "neut": "Call recorded.",
    },
}


def turn(role: str, content: str) -> str:
    return f"<|im_start|>{role}\n{content}<|im_end|>\n"


class Task:
    """The contexts and candidates of one task as ids, with the token spans of the parts of its `fail` context."""

    def __init__(self, tokenizer: Tokenizer, texts: dict[str, str]):
        def encode(text: str) -> list[int]:
            return tokenizer.encode(text, add_special_tokens=False).ids

        ask = "<|im_start|>assistant\n"
        base = turn("system", SYSTEM) + turn("user", texts["goal"])
        self.candidates = {name: encode(texts[name]) for name in ("failed", "gold", "other", "prefix")}
        self.candidates["one"] = self.candidates["failed"][:1]
        self.contexts = {"pre": encode(base + ask)}
        for name in ("fail", "succ", "neut"):
            step = turn("assistant", texts["failed"]) + turn("user", "Observation: " + texts[name])
            self.contexts[name] = encode(base + step + ask)

        # Parts are found by length: what stands before and after is encoded alone, which must add up.
        def part(before: str, text: str) -> tuple[int, int]:
            start = len(encode(before))
            span = (start, start + len(encode(text)))
            if encode(before + text) != self.contexts["fail"][: span[1]]:
                raise ValueError(f"tokens run across the border of {text!r}")
            return span

        call_before = base + "<|im_start|>assistant\n"
        self.spans = {
            "goal": part(turn("system", SYSTEM) + "<|im_start|>user\n", texts["goal"]),
            "call": part(call_before, texts["failed"]),
            "error": part(
                call_before + texts["failed"] + "<|im_end|>\n<|im_start|>user\nObservation:", " " + texts["fail"]
            ),
        }


def make_requests(tokenizer: Tokenizer, model: torch.nn.Module) -> list[dict]:
    """The requests of one checkpoint, without scores; the model is only asked for greedy candidates."""
    end_of_turn = tokenizer.token_to_id("<|im_end|>")
    requests: list[dict] = []

    def ask(task: str, name: str, context: list[int], candidate: list[int], ends: bool, hidden: list = ()) -> None:
        requests.append(
            {
                "id": f"{task}/{name}", "task": task, "context": context, "candidate": candidate,
                "endOfTurn": end_of_turn if ends else None, "hidden": [list(span) for span in hidden],
            }
        )

    tasks = {name: Task(tokenizer, texts) for name, texts in TASKS.items()}
    for name, task in tasks.items():
        wanted = {
            "pre": ["failed", "gold", "other", "prefix", "one"],
            "fail": ["failed", "gold", "other"],
            "succ": ["failed"],
            "neut": ["failed", "gold"],
        }
        if name == "file":
            wanted = {"pre": ["gold", "failed", "prefix"], "fail": ["failed", "gold"], "neut": ["failed"]}
        for condition, candidates in wanted.items():
            for i, candidate in enumerate(candidates):
                ends = i % 2 == 0 if condition != "neut" else i % 2 == 1
                ask(name, f"{condition}/{candidate}", task.contexts[condition], task.candidates[candidate], ends)

    first, second = tasks["message"], tasks["file"]
    fail, failed, spans = first.contexts["fail"], first.candidates["failed"], first.spans
    m = len(fail)
    # The same sequence twice: once as it was, once asking for the other answer about the end of the turn.
    ask("message", "duplicate/fail/failed", fail, failed, True)
    ask("message", "duplicate/fail/failed/no-end", fail, failed, False)
    # A candidate that walks on into the very tokens of the `fail` context, past the end of the turn.
    ask("message", "inner/call-and-on", first.contexts["pre"], fail[spans["call"][0] : spans["error"][0]], False)

    # Random weights never prefer real text; what they do prefer gives rows whose gap is exactly 0.
    liked, _ = greedy(model, fail, 8)
    ask("message", "fail/greedy", fail, liked, False)
    ask("message", "fail/greedy-then-call", fail, liked[:5] + failed[:5], True)

    start, end = spans["call"]
    middle = (start + end) // 2
    ask("message", "hide/call/failed", fail, failed, True, [spans["call"]])
    ask("message", "hide/call/gold", fail, first.candidates["gold"], False, [spans["call"]])
    ask("message", "hide/call-in-two-adjacent/failed", fail, failed, True, [(start, middle), (middle, end)])
    ask("message", "hide/call-and-error/failed", fail, failed, False, [spans["call"], spans["error"]])
    ask("message", "hide/error/one", fail, first.candidates["one"], True, [spans["error"]])
    ask("message", "hide/goal/failed", fail, failed, False, [spans["goal"]])
    ask("message", "hide/before-last/failed", fail, failed, True, [(m - 4, m - 1)])
    ask("file", "hide/call/failed", second.contexts["fail"], second.candidates["failed"], False, [second.spans["call"]])

    # One token of context; the same ids as the beginning of everything above.
    ask("short", "one-token-context/failed", fail[:1], failed, True)
    ask("short", "one-token-context/one", fail[:1], failed[:1], False)
    ask("short", "two-token-context/hide-none/other", fail[:2], first.candidates["other"], False)

    # Any ids at all, high ones included, at positions that text does not reach.
    random = np.random.Generator(np.random.PCG64(20260808))
    noise = random.integers(0, tokenizer.get_vocab_size(), 300 + 14).tolist()
    ask("noise", "long", noise[:300], noise[300:], True)
    ask("noise", "long/hide-middle", noise[:300], noise[300:], False, [(100, 160)])
    return requests


def reference_of(folder: Path) -> dict:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    model = load_model(folder)
    requests = []
    for request in make_requests(tokenizer, model):
        got = score(model, request["context"], request["candidate"], request["endOfTurn"], request["hidden"])
        requests.append(
            request
            | {
                "logprobsNats": [digits10(x) for x in got.logprobs_nats],
                "gaps": [digits10(x) for x in got.gaps],
                "endOfTurnLogprobNats": digits10(got.end_of_turn_logprob_nats),
                "endOfTurnGap": digits10(got.end_of_turn_gap),
            }
        )
    by_id = {request["id"]: request["context"] for request in requests}
    decoded = []
    for name in ("message/pre/failed", "message/fail/failed", "short/one-token-context/failed"):
        tokens, gaps = greedy(model, by_id[name], GREEDY_TOKENS)
        decoded.append({"context": by_id[name], "tokens": tokens, "top2Gaps": [digits10(x) for x in gaps]})
    weights = {path.name: sha256_of_file(path) for path in weight_files(folder)}
    return {"madeBy": made_by() | {"weightsSha256": weights}, "requests": requests, "greedy": decoded}


def check(name: str, reference: dict) -> None:
    """What a fixture promises: scores that differ widely, and no decision that hangs on rounding."""
    requests = reference["requests"]
    logprobs = [x for request in requests for x in request["logprobsNats"]]
    gaps = [x for request in requests for x in request["gaps"] + [request["endOfTurnGap"]] if x is not None]
    near = [x for x in gaps if 0 < x < LEAST_GAP]
    decoding = min(x for row in reference["greedy"] for x in row["top2Gaps"])
    span = max(logprobs) - min(logprobs)
    print(
        f"{name}: {len(requests)} requests, {len(logprobs)} tokens, log p {min(logprobs):.2f} .. {max(logprobs):.2f} "
        f"(span {span:.1f} nats), argmax hits {gaps.count(0.0)}, least top-2 gap in decoding {decoding:.4f}, "
        f"longest context {max(len(request['context']) for request in requests)}"
    )
    if span < 5:
        raise ValueError("log-probabilities span less than 5 nats")
    if near or decoding < LEAST_GAP:
        raise ValueError(f"a near tie: {near} {decoding}")
    if len({request["id"] for request in requests}) != len(requests):
        raise ValueError("request ids repeat")


def to_text(reference: dict) -> str:
    """Strict JSON, one request a line, so that a change shows as the lines it touches."""

    def lines(rows: list[dict]) -> str:
        return ",\n".join(json.dumps(row, separators=(",", ":"), allow_nan=False) for row in rows)

    made = json.dumps(reference["madeBy"], allow_nan=False)
    return (
        f'{{"madeBy": {made},\n"requests": [\n{lines(reference["requests"])}\n],\n'
        f'"greedy": [\n{lines(reference["greedy"])}\n]}}\n'
    )


def main() -> None:
    torch.set_num_threads(1)
    for spec in SPECS:
        if sys.argv[1:] and spec.name not in sys.argv[1:]:
            continue
        folder = FIXTURES / spec.name
        reference = reference_of(folder)
        check(spec.name, reference)
        (folder / "reference.json").write_text(to_text(reference), encoding="utf-8")


if __name__ == "__main__":
    main()
