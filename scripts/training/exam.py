"""Examines trained stages: next calls on fresh and frozen decision points, and what an error does to a failed call.

    python scripts/training/exam.py --out <folder of train.py> [--stages base,noisy-1,…]

Writes <out>/exams/<stage>.json. A quick look by the trainer's own arithmetic in PyTorch; the figures that count are those
of `npm run verify:built-in`, in the page's engine. Greedy means: every token of the call and the end of turn is the most
likely one, given those before it.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import torch
from tokenizers import Tokenizer

from batches import Chat
from model import Llama, load_checkpoint

FROZEN = Path(__file__).resolve().parents[2] / "static-probes" / "toolshed-paper-2026.jsonl"
MADE_UP = ("hallucinated_entity", "date_format", "name_for_email")
BATCH_TOKENS = 6000


@dataclass(frozen=True)
class Asked:
    """One score: a call after a context, both as ids."""

    context: list[int]
    candidate: list[int]


@dataclass(frozen=True)
class Score:
    logprob: float  # nats, without the end of turn
    greedy: bool  # with it


def context_of(item: dict, chat: Chat, with_failure: bool) -> list[int]:
    turns = [("user", item["goal"])]
    for call, observation in zip(item["prefix_actions"], item["prefix_observations"], strict=True):
        turns += [("assistant", call), ("user", f"Observation: {observation}")]
    if with_failure:
        turns += [("assistant", item["failed_action"]), ("user", f"Observation: {item['obs_fail']}")]
    return chat.turns(turns) + chat.head("assistant")


@torch.no_grad()
def scores_of(model: Llama, chat: Chat, asked: list[Asked]) -> list[Score]:
    found: dict[int, Score] = {}
    order = sorted(range(len(asked)), key=lambda at: len(asked[at].context) + len(asked[at].candidate))
    begin = 0
    while begin < len(order):
        longest = max(1, len(asked[order[begin]].context) + len(asked[order[begin]].candidate))
        some = order[begin : begin + max(1, BATCH_TOKENS // (longest + 60))]
        begin += len(some)
        width = max(len(asked[at].context) + len(asked[at].candidate) for at in some)
        ids = torch.zeros(len(some), width, dtype=torch.long)
        for row, at in enumerate(some):
            whole = asked[at].context + asked[at].candidate
            ids[row, : len(whole)] = torch.tensor(whole)
        hidden = model(chat.prefix, ids)
        for row, at in enumerate(some):
            first, count = len(asked[at].context), len(asked[at].candidate)
            logits = model.logits(hidden[row, first - 1 : first - 1 + count]).double()
            target = torch.tensor(asked[at].candidate)
            logprobs = logits.log_softmax(-1).gather(1, target[:, None])[:, 0]
            found[at] = Score(float(logprobs[:-1].sum()), bool((logits.argmax(-1) == target).all()))
    return [found[at] for at in range(len(asked))]


def share(values: list[bool]) -> float | None:
    return round(100 * mean(values), 1) if values else None


def exam(model: Llama, chat: Chat, items: list[dict]) -> dict:
    asked = []
    for item in items:
        before, after = context_of(item, chat, False), context_of(item, chat, True)
        failed, right = chat.body(item["failed_action"]), chat.body(item["gold_action"])
        asked += [Asked(before, failed), Asked(after, failed), Asked(before, right), Asked(after, right)]
    scores = scores_of(model, chat, asked)
    rows = []
    for at, item in enumerate(items):
        failed_before, failed_after, right_before, right_after = scores[4 * at : 4 * at + 4]
        rows.append(
            {
                "point": (item["task_id"], item["step_index"]),
                "made_up": item["operator"] in MADE_UP,
                "gain": failed_before.logprob - failed_after.logprob,
                "repeats": failed_after.greedy,
                "right_before": right_before.greedy,
                "right_after": right_after.greedy,
            }
        )
    points = {row["point"]: row["right_before"] for row in rows}
    part = lambda some: {
        "items": len(some),
        "gain_mean": round(mean(row["gain"] for row in some), 2),
        "gain_below_zero_percent": share([row["gain"] < 0 for row in some]),
        "repeats_percent": share([row["repeats"] for row in some]),
        "right_before_percent": share([row["right_before"] for row in some]),
        "right_after_percent": share([row["right_after"] for row in some]),
    }
    return {
        "points": len(points),
        "right_call_percent_of_points": share(list(points.values())),
        "all": part(rows),
        "form_errors": part([row for row in rows if not row["made_up"]]),
        "made_up_values": part([row for row in rows if row["made_up"]]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--stages", help="some of them, by comma; all that are trained when left out")
    given = parser.parse_args()
    torch.set_num_threads(1)
    folder = given.out / "hf"
    trained = sorted(path.name for path in folder.glob("[!.]*")) if folder.is_dir() else []
    stages = given.stages.split(",") if given.stages else trained
    missing = [name for name in stages if name not in trained]
    if missing or not stages:
        sys.exit(f"not trained in {given.out}: {', '.join(missing) or 'anything'}")
    chat = Chat.of(Tokenizer.from_file(str(given.out / "tokenizer.json")), (given.out / "corpus/system-prompt.txt").read_text())
    sets = {"pool": FROZEN, "fresh": given.out / "corpus" / "fresh-items.jsonl"}
    read = {name: [json.loads(line) for line in path.open()] for name, path in sets.items()}
    (given.out / "exams").mkdir(exist_ok=True)
    for stage in stages:
        model = load_checkpoint(folder / stage)
        found = {name: exam(model, chat, items) for name, items in read.items()}
        (given.out / "exams" / f"{stage}.json").write_text(json.dumps(found, indent=1) + "\n")
        print(stage, json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
