"""How fast native PyTorch does what the page does: the anchor of `npm run bench`. Prints one JSON.

    python oracle/native_bench.py --checkpoint <folder> --items <items.jsonl> [--threads 1,2] [--repeats 3] [--limit n]
    python oracle/native_bench.py --checkpoint <folder> --items <items.jsonl> [--conditions pre,fail] --on-request

The job is scored by the method of the paper: one sequence at a time in float32, one key/value cache of the library
(DynamicCache) that is cropped to what the next context shares with it, logits only where they are read, and the
candidates of a context scored one after the other on the cached context. Items in ascending id, conditions and
candidates in the order of the published rows.

--on-request: the model stays loaded, and each line on stdin ({"measure": "job" | "prefill" | "decode", "threads": n})
is measured once and answered by one line, so that a caller can take turns with what it compares.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import time
from pathlib import Path

import torch
import transformers
from transformers import DynamicCache

from conditions import CONDITIONS, FIRST, candidates_of, messages_of
from transcripts import Encoder

PREFILL_TOKENS = 600
DECODE_STEPS = 24


class CachedScorer:
    """One model and one cache, and the ids that the cache holds. `pushed_tokens` counts what was computed."""

    def __init__(self, model: torch.nn.Module):
        self._model = model
        self._cache = DynamicCache(config=model.config)
        self._held: list[int] = []
        self._next: torch.Tensor | None = None  # [vocabulary] log-probabilities after the last held token
        self.pushed_tokens = 0

    def _push(self, ids: list[int], logits_to_keep: int) -> torch.Tensor:
        """Log-probabilities [logits_to_keep (0: all), vocabulary] after the last of the pushed ids."""
        output = self._model(
            input_ids=torch.tensor([ids]), cache=self._cache, use_cache=True, logits_to_keep=logits_to_keep
        )
        self._held = self._held + ids
        self.pushed_tokens += len(ids)
        return torch.log_softmax(output.logits[0], dim=-1)

    def _crop(self, length: int) -> None:
        if length < len(self._held):
            self._cache.crop(length - len(self._held))  # as many off the end
            self._held = self._held[:length]

    def seek(self, context: list[int]) -> None:
        shared = 0
        while shared < min(len(context), len(self._held)) and context[shared] == self._held[shared]:
            shared += 1
        if shared == len(context) == len(self._held) and self._next is not None:
            return
        # The distribution after the last context token is needed, so at least that token is pushed again.
        self._crop(min(shared, len(context) - 1))
        self._next = self._push(context[len(self._held) :], 1)[0]

    def score(self, context: list[int], candidate: list[int]) -> float:
        """Sum of the candidate's log-probabilities, nats. The cache holds the context afterwards."""
        self.seek(context)
        total = float(self._next[candidate[0]])
        rest = candidate[1:]
        if rest:
            rows = self._push(candidate[:-1], 0)
            total += float(rows.gather(1, torch.tensor(rest)[:, None]).double().sum())
        self._crop(len(context))
        return total


@torch.inference_mode()
def measure_job(model: torch.nn.Module, rows: list[tuple[str, list[int], list[int]]]) -> dict:
    scorer = CachedScorer(model)
    begun = time.perf_counter()
    scores = {name: scorer.score(context, candidate) for name, context, candidate in rows}
    return {"seconds": time.perf_counter() - begun, "pushedTokens": scorer.pushed_tokens, "scores": scores}


@torch.inference_mode()
def measure_prefill(model: torch.nn.Module, ids: list[int]) -> dict:
    begun = time.perf_counter()
    model(input_ids=torch.tensor([ids]), use_cache=True, logits_to_keep=1)
    return {"seconds": time.perf_counter() - begun, "tokens": len(ids)}


@torch.inference_mode()
def measure_decode(model: torch.nn.Module, ids: list[int]) -> dict:
    """Milliseconds per greedy token after a short and after a long past; `ids` are the long one."""
    found = []
    for past in (ids[:16], ids):
        cache = DynamicCache(config=model.config)
        output = model(input_ids=torch.tensor([past]), cache=cache, use_cache=True, logits_to_keep=1)
        begun = time.perf_counter()
        for _ in range(DECODE_STEPS):
            token = output.logits[0, -1].argmax().reshape(1, 1)
            output = model(input_ids=token, cache=cache, use_cache=True, logits_to_keep=1)
        elapsed_ms = 1000 * (time.perf_counter() - begun)
        found.append({"pastTokens": len(past) + DECODE_STEPS / 2, "msPerToken": elapsed_ms / DECODE_STEPS})
    return {"steps": DECODE_STEPS, "at": found}


def rows_of(
    encoder: Encoder, items: list[dict], conditions: list[str]
) -> list[tuple[str, list[int], list[int]]]:
    rows = []
    for item in sorted(items, key=lambda item: item["item_id"]):
        for condition in conditions:
            context = encoder.context(messages_of(item, condition, encoder.count_tokens)).ids
            for name, text in candidates_of(item, condition).items():
                rows.append((f"{item['item_id']}/{condition}/{name}", context, encoder.encode_text(text)))
    return rows


def about(model: torch.nn.Module, folder: Path) -> dict:
    return {
        "torch": torch.__version__,
        "transformers": transformers.__version__,
        "python": platform.python_version(),
        "cpuCapability": torch.backends.cpu.get_cpu_capability(),
        "ATEN_CPU_CAPABILITY": os.environ.get("ATEN_CPU_CAPABILITY"),
        "mkldnn": torch.backends.mkldnn.is_available(),
        "attention": model.config._attn_implementation,
        "dtype": str(model.dtype).removeprefix("torch."),
        "checkpoint": folder.name,
        "method": "DynamicCache cropped to the longest common prefix, batch 1, logits_to_keep",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--items", type=Path, required=True)
    parser.add_argument("--conditions", default=",".join(FIRST), help="names, separated by commas")
    parser.add_argument("--threads", default="1,2", help="thread counts, separated by commas")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--limit", type=int, help="only the first items of the file")
    parser.add_argument("--on-request", action="store_true", help="measure what is asked on stdin, line by line")
    options = parser.parse_args()

    folder = options.checkpoint.resolve()
    with options.items.open(encoding="utf-8") as file:
        items = [json.loads(line) for line in file if line.strip()][: options.limit]
    conditions = options.conditions.split(",")
    strangers = [name for name in conditions if name not in CONDITIONS]
    if strangers:
        parser.error(f"--conditions: there is no condition {strangers[0]!r}; known: {', '.join(CONDITIONS)}")
    rows = rows_of(Encoder(folder), items, conditions)
    longest = max((context for _, context, _ in rows), key=len)
    prefill_ids = (longest * (PREFILL_TOKENS // len(longest) + 1))[:PREFILL_TOKENS]
    begun = time.perf_counter()
    # SDPA, the library's own choice and the paper's: only knockouts need another.
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa")
    model.eval()
    load_seconds = time.perf_counter() - begun

    def measure(what: str, threads: int) -> dict:
        torch.set_num_threads(threads)
        if what == "job":
            found = measure_job(model, rows)
        elif what == "prefill":
            found = measure_prefill(model, prefill_ids)
        elif what == "decode":
            found = measure_decode(model, prefill_ids)
        else:
            raise ValueError(f"nothing is called {what!r}")
        return {"measure": what, "threads": torch.get_num_threads()} | found

    def say(answer: dict) -> None:
        print(json.dumps(answer, allow_nan=False), flush=True)

    measure("prefill", 1)  # the first pass of a process pays for what is set up lazily
    if options.on_request:
        say({"ready": about(model, folder), "rows": len(rows), "loadSeconds": load_seconds})
        for line in sys.stdin:
            asked = json.loads(line)
            say(measure(asked["measure"], int(asked["threads"])))
        return

    counts = [int(part) for part in options.threads.split(",")]
    measured = []
    for what in ("prefill", "decode", "job"):
        for threads in counts:
            runs = [measure(what, threads) for _ in range(options.repeats)]
            for run in runs:
                run.pop("scores", None)
            if what != "decode":
                runs[0]["medianSeconds"] = statistics.median(run["seconds"] for run in runs)
            measured += runs
    say({"about": about(model, folder), "rows": len(rows), "loadSeconds": load_seconds, "measured": measured})


if __name__ == "__main__":
    main()
