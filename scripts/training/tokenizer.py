"""Byte-level BPE in which a name has the same ids wherever it stands, and the system prompt is one token a line.

Copying is what the model is for, so a blank, a digit and every run of signs are tokens of their own: `Celia Moreau` in a
goal and `'Celia Moreau'` in a call share their pieces. The system prompt never changes; a token for each of its lines
makes its 2,000 characters about 60 tokens.
"""

import json
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

END_OF_TEXT, TURN_START, TURN_END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
WORDS = r"[A-Z]?[a-z_]+|[A-Z]+|[0-9]| |\n|[^\sA-Za-z0-9_]+"

CHAT_TEMPLATE = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


def _escaped(text: str) -> str:
    """Only what is syntax: both Python's engine and JavaScript's, in its strict mode, must read it."""
    return "".join("\\" + sign if sign in r"\^$.*+?()[]{}|/" else sign for sign in text)


def make_tokenizer(system_prompt: str, texts: list[str], vocabulary: int) -> Tokenizer:
    """Trains on `texts` and the prompt; the same arguments give the same bytes."""
    lines = sorted({line for line in system_prompt.split("\n") if line}, key=lambda line: (-len(line), line))
    pattern = "|".join([*map(_escaped, lines), WORDS])
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(pattern), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[AddedToken(token, special=True) for token in (END_OF_TEXT, TURN_START, TURN_END)],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    # As often as needed for every line to be merged before anything rarer is.
    tokenizer.train_from_iterator([system_prompt] * len(texts) + ["user", "assistant", "system"] * len(texts) + texts, trainer)
    return tokenizer


def save_tokenizer(tokenizer: Tokenizer, folder: Path) -> None:
    tokenizer.save(str(folder / "tokenizer.json"))
    about = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": END_OF_TEXT,
        "eos_token": TURN_END,
        "pad_token": END_OF_TEXT,
        "clean_up_tokenization_spaces": False,
        "model_max_length": 2048,
        "chat_template": CHAT_TEMPLATE,
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(about, indent=1) + "\n")
