"""How much of a finding hangs on the wording of a text? One text at a time is put in other words, nothing else.

    python oracle/wording_sensitivity.py --checkpoint <folder> --items <items.jsonl> [--every n] [--threads n] --out <file>

The items' texts are rebuilt, so the published values were measured with other words. For every variant: the mean log p
of the failed call, its distance to the text as it stands (paired), how many of the items greedy decoding would repeat,
how many it would begin otherwise, and what it would begin with. PyTorch float32, one cache, as native_bench.py.
"""

import argparse
import json
import platform
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
import transformers
from tokenizers import Tokenizer

from conditions import Message, messages_of
from native_bench import CachedScorer
from reference import load_model
from transcripts import Encoder

Rewrite = Callable[[str], str]

NEUTRALS = ("Done.", "OK.", "The call was received.", "Request processed.", "Noted.")
RULE = "- A reply is one tool call and nothing else."


def without_label(text: str) -> str:
    """The error without the exception's name at its head."""
    return re.sub(r"^(Observation: )\w+Error: ", r"\1", text)


# name -> (condition, which message counted from the end, its new text); the first of a condition is the text as it stands.
VARIANTS: dict[str, tuple[str, int, Rewrite]] = {
    "error as it stands": ("fail", -1, lambda text: text),
    "error, no word before it": ("fail", -1, lambda text: text.removeprefix("Observation: ")),
    "error after 'Result: '": ("fail", -1, lambda text: text.replace("Observation: ", "Result: ", 1)),
    "error after 'Observation: Error: '": ("fail", -1, lambda text: text.replace("Observation: ", "Observation: Error: ", 1)),
    "error without the exception's name": ("fail", -1, without_label),
    "error, rule said otherwise": (
        "fail", 0, lambda text: text.replace(RULE, "- Reply with exactly one tool call and nothing else.")),
    "short error as it stands": ("fail_terse", -1, lambda text: text),
    "neutral as it stands": ("neut", -1, lambda text: text),
    **{
        f"neutral '{words}'": ("neut", -1, lambda _, words=words: f"Observation: {words}") for words in NEUTRALS
    },
    "description as it stands": ("abstract", -1, lambda text: text),
    "description without the tool's name": ("abstract", -1, lambda text: re.sub(r"failed: .*? — ", "failed: ", text)),
    "description without the last clause": ("abstract", -1, lambda text: re.sub(r"; [^;]*\]$", "]", text)),
    "description without brackets": ("abstract", -1, lambda text: text.strip("[]") + "."),
    "description as an observation": ("abstract", -1, lambda text: "Observation: " + text),
}


def contexts_of(item: dict, encoder: Encoder) -> Iterator[tuple[str, str, list[Message]]]:
    """Variant, condition and messages. A variant that changes nothing on this item is left out, unless it is the text itself."""
    for name, (condition, place, rewrite) in VARIANTS.items():
        messages = messages_of(item, condition, encoder.count_tokens)
        written = rewrite(messages[place]["content"])
        if written == messages[place]["content"] and not name.endswith("as it stands"):
            continue
        messages[place] = messages[place] | {"content": written}
        yield name, condition, messages


class Looker(CachedScorer):
    """Also says which token of a candidate is not the most likely one, and what is at its place."""

    def look(self, context: list[int], candidate: list[int]) -> tuple[float, list[tuple[int, int]]]:
        self.seek(context)
        rows = self._next[None]
        if len(candidate) > 1:
            rows = torch.cat([rows, self._push(candidate[:-1], 0)])
            self._crop(len(context))
        likeliest = rows.argmax(-1).tolist()
        total = rows.gather(1, torch.tensor(candidate)[:, None]).double().sum().item()
        return total, [(place, got) for place, got in enumerate(likeliest) if got != candidate[place]]


@torch.inference_mode()
def measure(looker: Looker, encoder: Encoder, spell: Callable[[int], str], items: list[dict]) -> dict[str, list[dict]]:
    found: dict[str, list[dict]] = {}
    for item in items:
        call = encoder.encode_text(item["failed_action"])
        standing: dict[str, float] = {}
        for name, condition, messages in contexts_of(item, encoder):
            nats, misses = looker.look(encoder.context(messages).ids, call)
            standing.setdefault(condition, nats)
            begins = spell(misses[0][1]) if misses and misses[0][0] == 0 else None
            found.setdefault(name, []).append(
                {"nats": nats, "change": nats - standing[condition], "repeats": not misses, "begins": begins}
            )
    return found


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def summary(looks: list[dict]) -> dict:
    begins = Counter(look["begins"] for look in looks if look["begins"] is not None)
    return {
        "items": len(looks),
        "meanNats": round(mean([look["nats"] for look in looks]), 3),
        "meanChangeNats": round(mean([look["change"] for look in looks]), 3),
        "wouldRepeat": sum(look["repeats"] for look in looks),
        "beginsOtherwise": sum(begins.values()),
        "beginsWith": dict(begins.most_common(5)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--items", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="every n-th item of the file")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    folder = options.checkpoint.resolve()
    items = [json.loads(line) for line in options.items.read_text(encoding="utf-8").splitlines()][:: options.every]
    encoder = Encoder(folder)
    tokens = Tokenizer.from_file(str(folder / "tokenizer.json"))
    found = measure(Looker(load_model(folder)), encoder, lambda token: tokens.decode([token]), items)
    result = {
        "what": "log p of the failed call when one text is put in other words, nats; change: against the text as it stands, same items",
        "checkpoint": folder.name,
        "items": f"{options.items.name}, every {options.every}",
        "torch": torch.__version__,
        "transformers": transformers.__version__,
        "python": platform.python_version(),
        "variants": {name: {"condition": VARIANTS[name][0], **summary(looks)} for name, looks in found.items()},
    }
    options.out.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
