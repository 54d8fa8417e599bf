"""The reference scorer: PyTorch float32 logits, float64 log-softmax, one pass, no cache.

A score is a plain fact about a model and two lists of ids, so everything here takes ids and returns numbers;
how text becomes ids is another module's matter.
"""

from __future__ import annotations

import hashlib
import platform
from dataclasses import dataclass
from pathlib import Path

import numpy
import tokenizers
import torch
import transformers

Spans = list[tuple[int, int]]  # half-open [start, end) token ranges of the context, sorted and disjoint


@dataclass(frozen=True)
class Score:
    """What one (context, candidate) pair scored; lists run over the candidate's n tokens.

    logprobs_nats  log p(candidate[i] | context, candidate[:i])
    gaps           largest logit of the row - the target's logit, >= 0; 0 means the target is an argmax
    argmax_ids     id of the largest logit (the lowest id on a tie)
    end_of_turn_*  the same for the end-of-turn id after the last candidate token; None if not asked
    """

    logprobs_nats: list[float]
    gaps: list[float]
    argmax_ids: list[int]
    end_of_turn_logprob_nats: float | None
    end_of_turn_gap: float | None


def load_model(folder: str | Path, dtype: torch.dtype = torch.float32) -> torch.nn.Module:
    """The checkpoint in float32 with eager attention, the only kind that adds our mask as it is given."""
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, attn_implementation="eager")
    if model.config._attn_implementation != "eager":
        raise RuntimeError("eager attention is needed, for the mask to be applied as given")
    return model.eval()


def causal_mask(length: int, first_blind_row: int, hidden: Spans, dtype: torch.dtype) -> torch.Tensor:
    """Additive attention mask [1, 1, length, length]: 0 where row may read column, else the dtype's lowest.

    Attention knockout: rows from `first_blind_row` on may not read the columns in `hidden`, in every layer and
    head. Positions stay. Earlier rows are computed as ever, so they have already read the hidden tokens.
    """
    allowed = torch.ones(length, length, dtype=torch.bool).tril()
    for start, end in hidden:
        allowed[first_blind_row:, start:end] = False
    mask = torch.zeros(length, length, dtype=dtype).masked_fill(~allowed, torch.finfo(dtype).min)
    return mask[None, None]


def check_hidden(hidden: Spans, context_length: int) -> None:
    """Spans must be sorted, disjoint, non-empty, and leave the last context token alone: its row predicts."""
    at = 0
    for start, end in hidden:
        if not at <= start < end:
            raise ValueError(f"spans must be sorted, disjoint and non-empty: {hidden}")
        at = end
    if at > context_length - 1:
        raise ValueError(f"span reaches the last context token {context_length - 1}: {hidden}")


@torch.no_grad()
def logit_rows(
    model: torch.nn.Module, ids: list[int], rows: range, mask: torch.Tensor | None = None,
    position_ids: list[int] | None = None,
) -> torch.Tensor:
    """Logits [len(rows), vocabulary] of the given rows of one uncached pass over `ids`."""
    positions = list(range(len(ids))) if position_ids is None else position_ids
    if mask is None:
        mask = causal_mask(len(ids), len(ids), [], model.dtype)
    output = model(
        input_ids=torch.tensor([ids]),
        attention_mask=mask,
        position_ids=torch.tensor([positions]),
        use_cache=False,
        logits_to_keep=torch.tensor(list(rows)),
    )
    logits = output.logits[0]
    if not torch.isfinite(logits).all():
        raise FloatingPointError("logits are not finite")
    return logits


def read_targets(logits: torch.Tensor, targets: list[int]) -> tuple[list[float], list[float], list[int]]:
    """Log-probabilities (float64 log-softmax of the logits), gaps and argmax ids; logits [n, vocabulary]."""
    wide = logits.double()
    picked = torch.tensor(targets)[:, None]
    logprobs = torch.log_softmax(wide, dim=-1).gather(1, picked)[:, 0]
    gaps = wide.max(dim=-1).values - wide.gather(1, picked)[:, 0]
    return logprobs.tolist(), gaps.tolist(), wide.argmax(dim=-1).tolist()


def score(
    model: torch.nn.Module, context: list[int], candidate: list[int], end_of_turn: int | None = None,
    hidden: Spans | None = None,
) -> Score:
    """Scores `candidate` after `context`, optionally the end-of-turn id after it, optionally under a knockout.

    The blind rows are those that predict the candidate: from the last context token (index m - 1) on, which
    therefore gets keys and values of its own, computed under the hiding.
    """
    if not context or not candidate:
        raise ValueError("context and candidate need at least one token each")
    m, n, spans = len(context), len(candidate), hidden or []
    check_hidden(spans, m)
    targets = candidate + ([] if end_of_turn is None else [end_of_turn])
    # The last target is only read, never fed.
    ids = (context + targets)[:-1]
    mask = causal_mask(len(ids), m - 1, spans, model.dtype)
    logits = logit_rows(model, ids, range(m - 1, m - 1 + len(targets)), mask)
    logprobs, gaps, argmax = read_targets(logits, targets)
    asked = end_of_turn is not None
    return Score(logprobs[:n], gaps[:n], argmax[:n], logprobs[n] if asked else None, gaps[n] if asked else None)


def greedy(model: torch.nn.Module, context: list[int], count: int) -> tuple[list[int], list[float]]:
    """`count` greedy tokens (stopping nowhere) and, for each, the gap between the two largest logits."""
    tokens: list[int] = []
    gaps: list[float] = []
    for _ in range(count):
        ids = context + tokens
        row = logit_rows(model, ids, range(len(ids) - 1, len(ids)))[0].double()
        best = row.topk(2).values
        tokens.append(int(row.argmax()))
        gaps.append(float(best[0] - best[1]))
    return tokens, gaps


def digits10(value: float | None) -> float | None:
    """Ten significant digits: beyond float32's own seven, and short in a committed file."""
    return None if value is None else float(f"{value:.10g}")


def sha256_of_file(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def weight_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.safetensors"))


def made_by() -> dict:
    """Versions that a reference depends on."""
    return {
        "torch": torch.__version__,
        "transformers": transformers.__version__,
        "tokenizers": tokenizers.__version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
        "threads": torch.get_num_threads(),
        "arithmetic": "float32 logits, eager attention, no cache; float64 log-softmax",
    }
