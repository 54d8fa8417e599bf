"""A small Llama, written out so that the prompt that all episodes share is computed once for a whole batch.

Parameter names are those of Hugging Face's LlamaForCausalLM below `model.`, so that what is saved is an ordinary
checkpoint; `test_training.py` holds the two against each other.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import Tensor, nn


@dataclass(frozen=True)
class Shape:
    vocabulary: int
    width: int
    layers: int
    heads: int
    kv_heads: int
    feed_forward: int
    theta: float
    window: int

    @property
    def head_width(self) -> int:
        return self.width // self.heads


class Norm(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, (x.shape[-1],), self.weight, 1e-5)


class Attention(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        inner, shared = shape.heads * shape.head_width, shape.kv_heads * shape.head_width
        self.shape = shape
        self.q_proj = nn.Linear(shape.width, inner, bias=False)
        self.k_proj = nn.Linear(shape.width, shared, bias=False)
        self.v_proj = nn.Linear(shape.width, shared, bias=False)
        self.o_proj = nn.Linear(inner, shape.width, bias=False)

    def qkv(self, x: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """x [batch, tokens, width] → q [batch, heads, tokens, head width], k and v with their fewer heads."""
        split = lambda y, heads: y.unflatten(-1, (heads, self.shape.head_width)).transpose(1, 2)
        q, k, v = split(self.q_proj(x), self.shape.heads), split(self.k_proj(x), self.shape.kv_heads), split(self.v_proj(x), self.shape.kv_heads)
        return rotated(q, cos, sin), rotated(k, cos, sin), v

    def forward(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Tensor:
        group = self.shape.heads // self.shape.kv_heads
        k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.o_proj(mixed.transpose(1, 2).flatten(2))


class FeedForward(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.gate_proj = nn.Linear(shape.width, shape.feed_forward, bias=False)
        self.up_proj = nn.Linear(shape.width, shape.feed_forward, bias=False)
        self.down_proj = nn.Linear(shape.feed_forward, shape.width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.self_attn = Attention(shape)
        self.mlp = FeedForward(shape)
        self.input_layernorm = Norm(shape.width)
        self.post_attention_layernorm = Norm(shape.width)


class Llama(nn.Module):
    def __init__(self, shape: Shape, seed: int = 0):
        super().__init__()
        self.shape = shape
        self.embed_tokens = nn.Embedding(shape.vocabulary, shape.width)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.norm = Norm(shape.width)
        random = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for name, weight in self.named_parameters():
                if weight.dim() == 2:
                    writes = name.endswith(("o_proj.weight", "down_proj.weight"))
                    spread = 0.05 if "embed" in name else 1e-4 if writes else 1 / math.sqrt(weight.shape[1])
                    weight.normal_(0, spread, generator=random)
        half = torch.arange(0, shape.head_width, 2, dtype=torch.float32)
        angles = torch.outer(torch.arange(shape.window).float(), shape.theta ** -(half / shape.head_width))
        self.register_buffer("cos", torch.cat((angles, angles), -1).cos(), persistent=False)
        self.register_buffer("sin", torch.cat((angles, angles), -1).sin(), persistent=False)

    def forward(self, prefix: Tensor, ids: Tensor, sharpest: list[Tensor] | None = None) -> Tensor:
        """Last hidden states [batch, tokens, width] of `ids` [batch, tokens], each row after `prefix` [tokens].

        `sharpest`, where given, receives for each layer the largest attention logit of each head.
        """
        begin, tokens = prefix.shape[0], ids.shape[1]
        first, rest = self.embed_tokens(prefix[None]), self.embed_tokens(ids)
        at = slice(begin, begin + tokens)
        over_first = torch.ones(begin, begin, dtype=torch.bool).tril()
        over_all = torch.ones(tokens, begin + tokens, dtype=torch.bool).tril(begin)
        for layer in self.layers:
            attend = layer.self_attn
            q, k, v = attend.qkv(layer.input_layernorm(rest), self.cos[at], self.sin[at])
            if begin:
                q0, k0, v0 = attend.qkv(layer.input_layernorm(first), self.cos[:begin], self.sin[:begin])
                first = first + attend(q0, k0, v0, over_first)
                first = first + layer.mlp(layer.post_attention_layernorm(first))
                batch = ids.shape[0]
                k = torch.cat((k0.expand(batch, -1, -1, -1), k), 2)
                v = torch.cat((v0.expand(batch, -1, -1, -1), v), 2)
            if sharpest is not None:
                group = self.shape.heads // self.shape.kv_heads
                logits = q @ k.repeat_interleave(group, 1).transpose(-1, -2) / math.sqrt(self.shape.head_width)
                sharpest.append(logits.masked_fill(~over_all, -math.inf).amax((0, 2, 3)))
            rest = rest + attend(q, k, v, over_all)
            rest = rest + layer.mlp(layer.post_attention_layernorm(rest))
        return self.norm(rest)

    def logits(self, hidden: Tensor) -> Tensor:
        return hidden @ self.embed_tokens.weight.T


def rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat((-b, a), -1) * sin


@torch.no_grad()
def blunt(model: Llama, prefix: Tensor, ids: Tensor, limits: dict[str, float], held: int) -> float:
    """Scales down the queries of heads whose largest logit on `ids` is over its limit; returns the largest scaled.

    The first `held` heads of layer 0 are left alone: they are held where they are (wiring.py).

    Very sharp heads turn the rounding of float32 into visible differences between two correct programs: with logits of
    70 and 94 PyTorch's own float32 was 3.7e-4 nats a token from float64.
    """
    sharpest: list[Tensor] = []
    model(prefix, ids, sharpest)
    width = model.shape.head_width
    sharpest[0][:held] = 0
    for index, (layer, heads) in enumerate(zip(model.layers, sharpest, strict=True)):
        limit = limits["first_layer" if index == 0 else "other_layers"]
        for head, largest in enumerate(heads.tolist()):
            if largest > limit:
                layer.self_attn.q_proj.weight[head * width : (head + 1) * width] *= limit / largest
    return max(float(heads.max()) for heads in sharpest)


def save_checkpoint(model: Llama, folder: Path) -> None:
    """config.json and model.safetensors in bfloat16, in the layout of the model hub."""
    shape = model.shape
    folder.mkdir(parents=True, exist_ok=True)
    weights = {f"model.{name}": value.to(torch.bfloat16).contiguous() for name, value in model.state_dict().items()}
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    config = {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.width,
        "intermediate_size": shape.feed_forward,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.head_width,
        "hidden_act": "silu",
        "max_position_embeddings": shape.window,
        "rms_norm_eps": 1e-05,
        "rope_theta": shape.theta,
        "rope_scaling": None,
        "attention_bias": False,
        "mlp_bias": False,
        "tie_word_embeddings": True,
        "bos_token_id": 0,
        "eos_token_id": 2,
        "pad_token_id": 0,
        "torch_dtype": "bfloat16",
    }
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")


def load_checkpoint(folder: Path) -> Llama:
    config = json.loads((folder / "config.json").read_text())
    shape = Shape(
        vocabulary=config["vocab_size"],
        width=config["hidden_size"],
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        kv_heads=config["num_key_value_heads"],
        feed_forward=config["intermediate_size"],
        theta=config["rope_theta"],
        window=config["max_position_embeddings"],
    )
    model = Llama(shape)
    weights = load_file(folder / "model.safetensors")
    model.load_state_dict({name.removeprefix("model."): value.float() for name, value in weights.items()})
    return model


def shape_of(recipe: dict) -> Shape:
    return Shape(vocabulary=recipe["vocabulary"], **recipe["model"])


__all__ = ["Llama", "Shape", "blunt", "load_checkpoint", "save_checkpoint", "shape_of"]
