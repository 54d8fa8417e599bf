"""A second opinion on the tiny references: the same models in plain numpy float64, read from the files alone.

    python oracle/check_reference.py

The rewrite does not know transformers. It reads config.json by its classical keys and the safetensors by name, so it
would catch a key that the library maps otherwise than meant, an attention mask that it does not apply, and a
checkpoint so badly scaled that float32 rounding comes near the tolerance of the fixtures. The mask of the
knockout is also checked inside the library itself.
"""

import json
import math
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open

from reference import causal_mask, load_model, logit_rows
from tiny_checkpoints import FIXTURES, SPECS

# Rounding of one float32 implementation; two of them may differ by twice this and stay within 2e-5 nats a token.
ALLOWED_NATS = 8e-6


def read_weights(folder: Path) -> dict[str, np.ndarray]:
    weights = {}
    for path in sorted(folder.glob("*.safetensors")):
        with safe_open(path, "pt") as file:
            for name in file.keys():
                weights[name] = file.get_tensor(name).to(torch.float64).numpy()
    return weights


def inverse_frequencies(config: dict, head_dim: int) -> np.ndarray:
    """Radians per position [head_dim / 2], llama3 scaling included."""
    plain = config["rope_theta"] ** (-np.arange(0, head_dim, 2) / head_dim)
    scaling = config.get("rope_scaling")
    if not scaling:
        return plain
    low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
    # Turns within the window of the first training: few turns are stretched, many are kept.
    turns = scaling["original_max_position_embeddings"] * plain / (2 * math.pi)
    kept = np.clip((turns - low) / (high - low), 0, 1)
    return plain * (kept + (1 - kept) / scaling["factor"])


def logits_of(config: dict, weights: dict[str, np.ndarray], ids: list[int], blind_from: int, hidden: list) -> np.ndarray:
    """Logits [tokens, vocabulary]; rows from `blind_from` on do not read the columns of `hidden`."""
    heads, kv_heads = config["num_attention_heads"], config["num_key_value_heads"]
    head_dim = config.get("head_dim") or config["hidden_size"] // heads
    tokens = len(ids)

    # float32 like every implementation: at position 300 the rounding of an angle is no longer negligible.
    frequencies = inverse_frequencies(config, head_dim).astype(np.float32)
    angles = np.outer(np.arange(tokens, dtype=np.float32), frequencies).astype(np.float64)
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        return x / np.sqrt(np.mean(x * x, -1, keepdims=True) + config["rms_norm_eps"]) * weights[name + ".weight"]

    def linear(x: np.ndarray, name: str) -> np.ndarray:
        return x @ weights[name + ".weight"].T + weights.get(name + ".bias", 0.0)

    def rotate(x: np.ndarray) -> np.ndarray:
        first, second = np.split(x, 2, axis=-1)
        return np.concatenate((first * cos - second * sin, second * cos + first * sin), -1)

    readable = np.tri(tokens, dtype=bool)
    for start, end in hidden:
        readable[blind_from:, start:end] = False

    x = weights["model.embed_tokens.weight"][ids]
    for layer in range(config["num_hidden_layers"]):
        at = f"model.layers.{layer}."
        inner = norm(x, at + "input_layernorm")
        q = linear(inner, at + "self_attn.q_proj").reshape(tokens, heads, head_dim)
        k = linear(inner, at + "self_attn.k_proj").reshape(tokens, kv_heads, head_dim)
        v = linear(inner, at + "self_attn.v_proj").reshape(tokens, kv_heads, head_dim)
        if at + "self_attn.q_norm.weight" in weights:
            q, k = norm(q, at + "self_attn.q_norm"), norm(k, at + "self_attn.k_norm")
        q, k = rotate(q), rotate(k)
        read = np.empty((tokens, heads, head_dim))
        for head in range(heads):
            group = head * kv_heads // heads
            pull = np.where(readable, q[:, head] @ k[:, group].T / math.sqrt(head_dim), -np.inf)
            share = np.exp(pull - pull.max(-1, keepdims=True))
            read[:, head] = share / share.sum(-1, keepdims=True) @ v[:, group]
        x = x + linear(read.reshape(tokens, -1), at + "self_attn.o_proj")
        inner = norm(x, at + "post_attention_layernorm")
        gate = linear(inner, at + "mlp.gate_proj")
        x = x + linear(gate / (1 + np.exp(-gate)) * linear(inner, at + "mlp.up_proj"), at + "mlp.down_proj")
    head = "model.embed_tokens.weight" if config["tie_word_embeddings"] else "lm_head.weight"
    return norm(x, "model.norm") @ weights[head].T


def largest_difference(folder: Path, reference: dict) -> float:
    """Largest |numpy float64 - reference| over all log-probabilities, in nats; raises if a greedy token differs."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    weights = read_weights(folder)
    worst = 0.0
    for request in reference["requests"]:
        m, targets, wanted = len(request["context"]), list(request["candidate"]), list(request["logprobsNats"])
        if request["endOfTurn"] is not None:
            targets.append(request["endOfTurn"])
            wanted.append(request["endOfTurnLogprobNats"])
        rows = logits_of(config, weights, (request["context"] + targets)[:-1], m - 1, request["hidden"])[m - 1 :]
        top = rows.max(-1)
        normalizer = top + np.log(np.exp(rows - top[:, None]).sum(-1))
        got = rows[np.arange(len(targets)), targets] - normalizer
        worst = max(worst, float(np.abs(got - wanted).max()))
    for row in reference["greedy"]:
        m = len(row["context"])
        rows = logits_of(config, weights, row["context"] + row["tokens"][:-1], m, [])[m - 1 :]
        if rows.argmax(-1).tolist() != row["tokens"]:
            raise ValueError(f"greedy tokens of {folder.name} differ")
    return worst


def check_mask(folder: Path, request: dict) -> None:
    """The library adds our mask as given: hiding nothing is its own causal pass, and hiding spans leaves every row
    before the last context token exactly as it was and changes every row from there on."""
    model = load_model(folder)
    m, ids = len(request["context"]), request["context"] + request["candidate"]
    rows = range(len(ids))
    plain = logit_rows(model, ids, rows)
    with torch.no_grad():
        own = model(input_ids=torch.tensor([ids]), use_cache=False).logits[0]
    if not torch.equal(plain, own):
        raise ValueError("hiding nothing is not the plain pass")
    blind = logit_rows(model, ids, rows, causal_mask(len(ids), m - 1, request["hidden"], model.dtype))
    changed = (blind != plain).any(-1)
    if changed[: m - 1].any() or not changed[m - 1 :].all():
        raise ValueError("hiding changes other rows than those from the last context token on")


def main() -> None:
    torch.set_num_threads(1)
    for spec in SPECS:
        folder = FIXTURES / spec.name
        reference = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
        difference = largest_difference(folder, reference)
        print(f"{spec.name}: largest difference {difference:.2g} nats")
        if difference > ALLOWED_NATS:
            raise ValueError(f"more than {ALLOWED_NATS} nats apart")
        check_mask(folder, next(request for request in reference["requests"] if request["hidden"]))


if __name__ == "__main__":
    main()
