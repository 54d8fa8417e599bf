"""The models once more in plain numpy float64, read from their files alone: what a float32 answer is rounded from.

It does not know transformers, which keeps norms, the softmax of attention and rotary angles in float32 whatever the
dtype of the weights. Only the angles are float32 here as well: there they are part of what the model is.
"""

import math
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open


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


def logits_of(
    config: dict, weights: dict[str, np.ndarray], ids: list[int], first_row: int, hidden: list[tuple[int, int]]
) -> np.ndarray:
    """Logits [tokens - first_row, vocabulary]; the rows from `first_row` on do not read the columns of `hidden`."""
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
        readable[first_row:, start:end] = False

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
    return norm(x[first_row:], "model.norm") @ weights[head].T


def targets_in(rows: np.ndarray, targets: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Log-probabilities in nats and gaps (largest logit - the target's) [n] of one target a row; rows [n, vocabulary]."""
    top = rows.max(-1)
    picked = rows[np.arange(len(targets)), targets]
    normalizer = top + np.log(np.exp(rows - top[:, None]).sum(-1))
    return picked - normalizer, top - picked
