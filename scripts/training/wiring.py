"""Initial weights with which the model can copy before its first step of training.

Without them five runs of the feasibility experiment never learnt to copy (the tokens before a repeated one are what
tells it, and gradient descent does not find that within minutes). Training moves all of it but where the look-back heads
look.

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
# 900 tokens (0.246 of the largest).
LOOK_BACK_SHARES = (0.5125, 0.0895, 0.0801, 0.0542, 0.0628, 0.0723, 0.0791, 0.0495)
LOOK_BACK_LOGIT = 60.0  # every other place gets less than e^-14: rounding of the logits no longer shows in what is read
CONSTANT_SHARE = 0.3  # the last dimension of a token's embedding, over the norm of the others
MATCH_LOGIT = 15.0
LOOK_BACK_HEADS = (1, 2)  # of layer 0, over the first keys and values: how many tokens back each looks


@torch.no_grad()
def hold_look_back(model: Llama) -> None:
    """Puts the look-back heads' queries and keys back to what depends on the position alone.

    Left to training they take up what the tokens are; two places then come near each other, and rounding in float32
    decides how much of each is read: tokens 1e-4 nats apart between two correct programs. The last dimension of the
    embedding follows the norm of the others, so that after the first norm it is the same for every token. It is the last
    because the largest term of a sum costs least when it is added last.
    """
    shape, head, used = model.shape, model.shape.head_width, len(LOOK_BACK_SHARES)
    model.embed_tokens.weight[:, -1] = CONSTANT_SHARE * model.embed_tokens.weight[:, :-1].norm(dim=1)
    normed = math.sqrt(shape.width) * CONSTANT_SHARE / math.sqrt(1 + CONSTANT_SHARE**2)
    constant = normed * model.layers[0].input_layernorm.weight[-1]
    frequencies = shape.theta ** -(torch.arange(0, head, 2).float() / head)[:used]
    amplitude = torch.tensor([math.sqrt(share) for share in LOOK_BACK_SHARES])
    amplitude *= math.sqrt(LOOK_BACK_LOGIT * math.sqrt(head)) / constant
    first = model.layers[0].self_attn
    first.k_proj.weight[:head] = 0
    first.k_proj.weight[:used, -1] = amplitude
    for index, back in enumerate(LOOK_BACK_HEADS):
        query = first.q_proj.weight[index * head : (index + 1) * head]
        query.zero_()
        query[:used, -1] = amplitude * (frequencies * back).cos()
        query[head // 2 : head // 2 + used, -1] = -amplitude * (frequencies * back).sin()


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
    last = width - 1  # the constant's
    two_back, one_back = slice(last - 2 * SIGNATURE, last - SIGNATURE), slice(last - SIGNATURE, last)
    token = slice(0, last - 2 * SIGNATURE)
    tokens = token.stop

    def orthonormal(rows: int, columns: int) -> Tensor:
        return torch.linalg.qr(torch.randn(columns, rows, generator=random))[0].T

    # The last dimension is held, those before it are empty until layer 0 writes them.
    embedding = model.embed_tokens.weight
    embedding.normal_(0, 0.05, generator=random)
    embedding[:, token.stop :] = 0
    held = CONSTANT_SHARE * 0.05 * math.sqrt(tokens)
    content = 0.05 / math.sqrt((held**2 + tokens * 0.05**2) / width)

    # Layer 0: where to look depends on the position alone; what is read there is a signature of the token.
    first = model.layers[0].self_attn
    signature = orthonormal(SIGNATURE, tokens)
    first.v_proj.weight[:SIGNATURE] = 0
    first.v_proj.weight[:SIGNATURE, token] = signature
    for index, place in enumerate((one_back, two_back)):
        first.o_proj.weight[place, index * head : index * head + SIGNATURE] = 0.07 * torch.eye(SIGNATURE)
    hold_look_back(model)

    # After layer 0 everything is a little smaller beside the signatures it wrote.
    written = 0.07 * content
    spread = math.sqrt((held**2 + tokens * 0.05**2 + 2 * SIGNATURE * written**2) / width)
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
