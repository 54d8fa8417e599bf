"""Would the tiny fixtures notice? Puts one plausible fault at a time into the PyTorch model and rescores.

    python oracle/sensitivity.py

A fixture that a broken implementation passes is worth nothing. For every checkpoint and every fault that applies
to it, the largest change of any per-token log-probability must be at least 100 times the tolerance of the tiny
fixtures (2e-5 nats); the weights are scaled so that it is far more. Writes oracle/sensitivity.json.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import torch

from check_reference import largest_difference
from reference import causal_mask, load_model, logit_rows, read_targets
from tiny_checkpoints import FIXTURES, SPECS

TOLERANCE_NATS = 2e-5
LEAST_FACTOR = 100

Request = dict
Rescore = Callable[[torch.nn.Module, Request], list[float] | None]


def targets_of(request: Request) -> list[int]:
    return request["candidate"] + ([] if request["endOfTurn"] is None else [request["endOfTurn"]])


def expected(request: Request) -> list[float]:
    asked = request["endOfTurn"] is not None
    return request["logprobsNats"] + ([request["endOfTurnLogprobNats"]] if asked else [])


def rescore(
    model: torch.nn.Module, request: Request, *, hidden: list | None = None, first_blind_row: int | None = None,
    position_ids: list[int] | None = None, mask: torch.Tensor | None = None,
) -> list[float]:
    """Log-probabilities [targets] of a request, with any part of the pass replaced."""
    m, targets = len(request["context"]), targets_of(request)
    ids = (request["context"] + targets)[:-1]
    if mask is None:
        blind = m - 1 if first_blind_row is None else first_blind_row
        mask = causal_mask(len(ids), blind, request["hidden"] if hidden is None else hidden, model.dtype)
    rows = range(m - 1, m - 1 + len(targets))
    return read_targets(logit_rows(model, ids, rows, mask, position_ids), targets)[0]


# ---------------------------------------------------------------- faults in the weights or in the layers


@contextmanager
def replaced(owner: object, name: str, value: object) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def modeling(model: torch.nn.Module) -> object:
    """The library's module that holds this architecture's rotary and grouping functions."""
    return sys.modules[type(model).__module__]


def without_biases(model: torch.nn.Module) -> None:
    for name, parameter in model.named_parameters():
        if name.endswith(".bias"):
            parameter.data.zero_()


def without_qk_norm(model: torch.nn.Module) -> None:
    for layer in model.model.layers:
        layer.self_attn.q_norm = torch.nn.Identity()
        layer.self_attn.k_norm = torch.nn.Identity()


def with_unit_norm_weights(model: torch.nn.Module) -> None:
    for name, parameter in model.named_parameters():
        if "norm" in name:
            parameter.data.fill_(1.0)


def with_rotated_kv_heads(model: torch.nn.Module) -> None:
    for layer in model.model.layers:
        attention = layer.self_attn
        for projection in (attention.k_proj, attention.v_proj):
            for parameter in projection.parameters():
                parameter.data = parameter.data.roll(attention.head_dim, dims=0)


def without_rope_scaling(model: torch.nn.Module) -> None:
    config = model.config
    exponents = torch.arange(0, config.head_dim, 2).float() / config.head_dim
    model.model.rotary_emb.inv_freq = 1.0 / (config.rope_parameters["rope_theta"] ** exponents)


def interleaved_rotary(q, k, cos, sin, unsqueeze_dim=1):
    """Rotates neighbouring pairs (0,1), (2,3), … instead of halves; q, k [1, heads, tokens, head_dim]."""
    half = cos.shape[-1] // 2
    cos = cos[..., :half].repeat_interleave(2, -1).unsqueeze(unsqueeze_dim)
    sin = sin[..., :half].repeat_interleave(2, -1).unsqueeze(unsqueeze_dim)

    def turned(x: torch.Tensor) -> torch.Tensor:
        return torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2)

    return q * cos + turned(q) * sin, k * cos + turned(k) * sin


def striped_groups(states: torch.Tensor, repeats: int) -> torch.Tensor:
    """Gives query head h the KV head h mod kv_heads instead of h div group."""
    return states.repeat(1, repeats, 1, 1)


# ---------------------------------------------------------------- faults of packing and hiding


def shifted_positions(model: torch.nn.Module, request: Request) -> list[float]:
    m, total = len(request["context"]), len(request["context"]) + len(targets_of(request)) - 1
    return rescore(model, request, position_ids=[i + (i >= m) for i in range(total)])


def visible_sibling(sibling: list[int]) -> Rescore:
    """The candidate's rows may also read another branch that hangs on the same context, as if it were unmasked."""

    def run(model: torch.nn.Module, request: Request) -> list[float] | None:
        context, targets = request["context"], targets_of(request)
        if sibling == request["candidate"] or len(targets) < 2:
            return None
        m, s = len(context), len(sibling)
        ids = (context + sibling + targets)[:-1]
        mask = causal_mask(len(ids), len(ids), [], model.dtype)
        lowest = torch.finfo(model.dtype).min
        for start, end in request["hidden"]:
            mask[0, 0, m - 1 :, start:end] = lowest
        positions = list(range(m + s)) + [m + i for i in range(len(targets) - 1)]
        # The first target is read from the context's last row, which stands before both branches.
        rows = torch.tensor([m - 1] + list(range(m + s, len(ids))))
        logits = logit_rows(model, ids, range(len(ids)), mask, positions)[rows]
        return read_targets(logits, targets)[0]

    return run


def only_hiding(run: Rescore) -> Rescore:
    return lambda model, request: run(model, request) if request["hidden"] else None


def hidden_ignored(model: torch.nn.Module, request: Request) -> list[float]:
    return rescore(model, request, hidden=[])


def hidden_one_late(model: torch.nn.Module, request: Request) -> list[float]:
    return rescore(model, request, hidden=[[start + 1, end] for start, end in request["hidden"]])


def last_row_sees(model: torch.nn.Module, request: Request) -> list[float]:
    """The last context token is computed as ever, and only the candidate's own rows are blind."""
    return rescore(model, request, first_blind_row=len(request["context"]))


def blind_from_the_span_on(model: torch.nn.Module, request: Request) -> list[float]:
    """Everything after the span is blind, as if the hidden tokens had never been read."""
    return rescore(model, request, first_blind_row=request["hidden"][-1][1])


# ---------------------------------------------------------------- the table


def largest_change(model: torch.nn.Module, requests: list[Request], run: Rescore) -> tuple[float, float, int]:
    """Over the requests that a fault concerns: largest change of a token's log p in nats, the share of tokens
    that change by more than the tolerance, and the number of tokens."""
    changes = []
    for request in requests:
        got = run(model, request)
        if got is not None:
            changes += [abs(a - b) for a, b in zip(got, expected(request), strict=True)]
    return max(changes), sum(x > TOLERANCE_NATS for x in changes) / len(changes), len(changes)


def faults_of(folder: Path, requests: list[Request]) -> Iterator[tuple[str, tuple[float, float, int]]]:
    """Every fault that applies to the checkpoint, with what it changes."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))

    def in_model(change: Callable[[torch.nn.Module], None]) -> tuple[float, float, int]:
        model = load_model(folder)
        change(model)
        return largest_change(model, requests, rescore)

    yield "nothing changed", in_model(lambda model: None)
    if config["model_type"] == "qwen2":
        yield "q/k/v biases dropped", in_model(without_biases)
    if config["model_type"] == "qwen3":
        yield "q/k norm dropped", in_model(without_qk_norm)
    if config.get("rope_scaling"):
        yield "rope scaling ignored", in_model(without_rope_scaling)
    yield "norm weights taken as 1", in_model(with_unit_norm_weights)
    yield "KV heads rotated by one", in_model(with_rotated_kv_heads)

    model = load_model(folder)
    if config["num_attention_heads"] != config["num_key_value_heads"]:
        with replaced(modeling(model), "repeat_kv", striped_groups):
            yield "query heads striped over KV heads", largest_change(model, requests, rescore)
    with replaced(modeling(model), "apply_rotary_pos_emb", interleaved_rotary):
        yield "rotary interleaved", largest_change(model, requests, rescore)
    yield "candidate positions + 1", largest_change(model, requests, shifted_positions)
    sibling = next(r["candidate"] for r in requests if r["id"] == "message/pre/other")
    yield "sibling branch visible", largest_change(model, requests, visible_sibling(sibling))
    yield "hidden spans ignored", largest_change(model, requests, only_hiding(hidden_ignored))
    yield "hidden spans start one late", largest_change(model, requests, only_hiding(hidden_one_late))
    yield "last context row sees hidden spans", largest_change(model, requests, only_hiding(last_row_sees))
    yield "all rows after a span are blind", largest_change(model, requests, only_hiding(blind_from_the_span_on))


def main() -> None:
    torch.set_num_threads(1)
    table: dict[str, dict] = {}
    for spec in SPECS:
        folder = FIXTURES / spec.name
        reference = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
        requests = reference["requests"]
        rows = {}
        print(spec.name)
        for fault, (change, share, tokens) in faults_of(folder, requests):
            print(f"  {fault:36} {change:12.6f} nats   {100 * share:5.1f} % of {tokens} tokens")
            rows[fault] = {
                "largestChangeNats": float(f"{change:.4g}"), "changedTokens": round(share, 4), "tokens": tokens,
            }
            if fault == "nothing changed":
                if change > 1e-6:
                    raise ValueError("the reference does not repeat")
            elif change < LEAST_FACTOR * TOLERANCE_NATS:
                raise ValueError(f"the fixtures of {spec.name} would not notice: {fault}")
        rounding = largest_difference(folder, reference)
        print(f"  {'float64 rewrite (check_reference)':36} {rounding:12.2g} nats")
        table[spec.name] = {"faults": rows, "float64RewriteNats": float(f"{rounding:.2g}")}
    out = Path(__file__).resolve().parent / "sensitivity.json"
    value = {"toleranceNats": TOLERANCE_NATS, "checkpoints": table}
    out.write_text(json.dumps(value, indent=2, allow_nan=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
