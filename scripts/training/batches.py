"""Episodes as token ids with a weight for each, packed into batches; the same seed gives the same batches."""

import json
import random
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor

from tokenizer import TURN_END, TURN_START


@dataclass(frozen=True)
class Chat:
    """How a transcript is spelt, with the ids that never change looked up once."""

    tokenizer: Tokenizer
    prefix: Tensor  # the system message, [tokens]

    @staticmethod
    def of(tokenizer: Tokenizer, system_prompt: str) -> "Chat":
        start, end = tokenizer.token_to_id(TURN_START), tokenizer.token_to_id(TURN_END)
        encode = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
        ids = [start, *encode("system\n"), *encode(system_prompt), end, *encode("\n")]
        return Chat(tokenizer, torch.tensor(ids))

    def encode(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def head(self, role: str) -> list[int]:
        return [self.tokenizer.token_to_id(TURN_START), *self.encode(f"{role}\n")]

    def body(self, text: str) -> list[int]:
        """A message's content with its end of turn: what is learnt, and what is scored."""
        return [*self.encode(text), self.tokenizer.token_to_id(TURN_END)]

    def turns(self, turns: list[tuple[str, str]]) -> list[int]:
        return [i for role, text in turns for i in [*self.head(role), *self.body(text), *self.encode("\n")]]


@dataclass(frozen=True)
class Episode:
    ids: list[int]
    weights: list[float]


def read_episodes(path: Path, chat: Chat, weights: dict[str, float], first_call_only: bool, longest: int) -> list[Episode]:
    heads = {role: chat.head(role) for role in ("user", "assistant")}
    newline = chat.encode("\n")
    episodes = []
    for line in path.open():
        ids: list[int] = []
        shares: list[float] = []
        turns = json.loads(line)
        for role, part, text in turns[:2] if first_call_only else turns:
            body = chat.body(text)
            ids += [*heads[role], *body, *newline]
            shares += [0.0] * len(heads[role]) + [weights[part]] * len(body) + [0.0] * len(newline)
        if len(ids) <= longest:
            episodes.append(Episode(ids, shares))
    return episodes


def packed(episodes: list[Episode], tokens_per_step: int, seed: int) -> list[list[Episode]]:
    """Batches of at most `tokens_per_step` tokens, padding included, of episodes about as long, in a drawn order."""
    draw = random.Random(seed)
    order = list(episodes)
    draw.shuffle(order)
    batches: list[list[Episode]] = []
    for begin in range(0, len(order), 400):
        some = sorted(order[begin : begin + 400], key=lambda one: len(one.ids))
        batch: list[Episode] = []
        for one in some:
            if batch and (len(batch) + 1) * len(one.ids) > tokens_per_step:
                batches.append(batch)
                batch = []
            batch.append(one)
        batches.append(batch)
    draw.shuffle(batches)
    return batches


def tensors(batch: list[Episode]) -> tuple[Tensor, Tensor]:
    """ids and weights, [episodes, longest]; what is missing is id 0 with weight 0."""
    longest = max(len(one.ids) for one in batch)
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    weights = torch.zeros(len(batch), longest)
    for row, one in enumerate(batch):
        ids[row, : len(one.ids)] = torch.tensor(one.ids)
        weights[row, : len(one.ids)] = torch.tensor(one.weights)
    return ids, weights


def practice(vocabulary: int, tokens_per_step: int, draw: torch.Generator) -> tuple[Tensor, Tensor]:
    """Strings of random tokens, three times over: pure copying. Some use few tokens, so that one before is not enough."""
    length = int(torch.randint(8, 33, (), generator=draw))
    rows = tokens_per_step // (3 * length)
    string = torch.randint(3, vocabulary, (rows, length), generator=draw)
    few = torch.randint(4, length + 1, (rows, 1), generator=draw)
    string = string.gather(1, (torch.rand(rows, length, generator=draw) * few).long())
    ids = string.repeat(1, 3).roll(int(torch.randint(0, length, (), generator=draw)), 1)
    weights = torch.ones(ids.shape)
    weights[:, :length] = 0
    return ids, weights
