"""Initial weights with which the model can copy before its first step of training.

Without them five runs of the feasibility experiment never learnt to copy (the tokens before a repeated one are what
tells it, and gradient descent does not find that within minutes). Nothing is frozen: training moves all of it.

Layer 0, heads 0 and 1 look one and two tokens back and write a signature of what stands there into dimensions of their
own. Layer 1, head 0 looks for a place whose previous token was the present one; head 2 wants two tokens in a row to
agree; both copy what stands there towards the output.
"""

import math

import torch
from torch import Tensor

from model import Llama

SIGNATURE = 18  # dimensions: as many as turn slowly enough to be compared over hundreds of tokens

# How much of a look-back head's largest logit each pair of rotary dimensions carries, fastest first. Solution of a linear
# program: among all shares that sum to 1, the largest distance between the logit one back and every other logit within
# 900 tokens (0.246 of the largest). A sharp head with small logits keeps float32 exact.
LOOK_BACK_SHARES = (0.5125, 0.0895, 0.0801, 0.0542, 0.0628, 0.0723, 0.0791, 0.0495)
LOOK_BACK_LOGIT = 29.0
MATCH_LOGIT = 15.0


@torch.no_grad()
def wire(model: Llama, seed: int) -> None:
    """Overwrites parts of layers 0 and 1 and the embedding; needs four heads over two of keys and values."""
    shape = model.shape
    width, head = shape.width, shape.head_width
    random = torch.Generator().manual_seed(seed)
    frequencies = shape.theta ** -(torch.arange(0, head, 2).float() / head)
    slow = [at for at in range(head // 2) if frequencies[at] < 0.005]
    slow += [at + head // 2 for at in slow]
    if len(slow) < SIGNATURE or shape.heads != 4 or shape.kv_heads != 2:
        raise ValueError(f"This shape cannot be wired: {shape}")
    slow = slow[:SIGNATURE]
    two_back, one_back = slice(width - 2 * SIGNATURE, width - SIGNATURE), slice(width - SIGNATURE, width)
    token = slice(1, width - 2 * SIGNATURE)
    tokens = token.stop - token.start

    def orthonormal(rows: int, columns: int) -> Tensor:
        return torch.linalg.qr(torch.randn(columns, rows, generator=random))[0].T

    # Dimension 0 is the same for every token, the last ones are empty until layer 0 writes them.
    embedding = model.embed_tokens.weight
    embedding.normal_(0, 0.05, generator=random)
    embedding[:, 0] = 0.15
    embedding[:, token.stop :] = 0
    spread = math.sqrt((0.15**2 + tokens * 0.05**2) / width)
    constant, content = 0.15 / spread, 0.05 / spread

    # Layer 0: query and key depend on the position alone.
    first = model.layers[0].self_attn
    amplitude = torch.tensor([math.sqrt(share) for share in LOOK_BACK_SHARES])
    amplitude *= math.sqrt(LOOK_BACK_LOGIT * math.sqrt(head)) / constant
    used = len(LOOK_BACK_SHARES)
    first.k_proj.weight[:head] = 0
    first.k_proj.weight[:used, 0] = amplitude
    signature = orthonormal(SIGNATURE, tokens)
    first.v_proj.weight[:SIGNATURE] = 0
    first.v_proj.weight[:SIGNATURE, token] = signature
    for index, (back, place) in enumerate(((1, one_back), (2, two_back))):
        query = first.q_proj.weight[index * head : (index + 1) * head]
        query.zero_()
        query[:used, 0] = amplitude * (frequencies[:used] * back).cos()
        query[head // 2 : head // 2 + used, 0] = -amplitude * (frequencies[:used] * back).sin()
        first.o_proj.weight[place, index * head : index * head + SIGNATURE] = 0.07 * torch.eye(SIGNATURE)

    # After layer 0 everything is a little smaller beside the signatures it wrote.
    written = 0.07 * content
    spread = math.sqrt((0.15**2 + tokens * 0.05**2 + 2 * SIGNATURE * written**2) / width)
    content, written = 0.05 / spread, written / spread

    second = model.layers[1].self_attn
    values = orthonormal(2 * head, tokens)
    here, before = signature, torch.eye(SIGNATURE)
    turn = orthonormal(SIGNATURE, SIGNATURE)

    def placed(rows: Tensor) -> Tensor:
        out = torch.zeros(head, rows.shape[1])
        out[slow] = rows
        return out

    for kv, q_head in ((0, 0), (1, 2)):
        query = second.q_proj.weight[q_head * head : (q_head + 1) * head]
        key = second.k_proj.weight[kv * head : (kv + 1) * head]
        query.zero_()
        key.zero_()
        strength = SIGNATURE * content * written / math.sqrt(head)
        pieces = 1 if kv == 0 else 2
        gain = math.sqrt(MATCH_LOGIT / (strength * pieces))
        query[:, token] = gain * placed(here)
        key[:, one_back] = gain * placed(before)
        if kv == 1:
            query[:, one_back] = gain * (content / written) * placed(turn)
            key[:, two_back] = gain * placed(turn)
        value = values[kv * head : (kv + 1) * head]
        second.v_proj.weight[kv * head : (kv + 1) * head] = 0
        second.v_proj.weight[kv * head : (kv + 1) * head, token] = value
        second.o_proj.weight[token, q_head * head : (q_head + 1) * head] = 0.15 * value.T
