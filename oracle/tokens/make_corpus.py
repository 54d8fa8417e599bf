"""Token ids as Python gives them, for comparison with the page's.

    python oracle/tokens/make_corpus.py NAME=FOLDER [NAME=FOLDER ...]

FOLDER holds tokenizer.json and tokenizer_config.json. Writes tests/fixtures/tokens/corpus.json (inputs) and
tests/fixtures/tokens/NAME.json (ids only). Two paths are used:

- plain: apply_chat_template(tokenize=False, ...) and encode(add_special_tokens=False) of transformers, with
  tokenizer.json as it stands (AutoTokenizer rebuilds the splitting for some model types, whatever the file says:
  where that changes ids of the texts, the number is kept as `autoTokenizerDiffers`; it is 0 for published files);
- apart: the rendering is cut into template text and contents (stand-ins), added tokens are searched in template
  text only, and everything between them is encoded by the same tokenizer without its added tokens.

Where no content holds the spelling of an added token, both must agree: this script stops if they do not.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

import jinja2
import tokenizers
import transformers
from tokenizers import Tokenizer
from transformers import AutoTokenizer, PreTrainedTokenizerFast

sys.path.insert(0, str(Path(__file__).parent))
import corpus  # noqa: E402

FIXTURES = Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "tokens"
ARGUMENTS = {"add_generation_prompt": True, "enable_thinking": False, "date_string": "26 Jul 2024"}


def utf16(text, index):
    """UTF-16 units before a code point."""
    return len(text[:index].encode("utf-16-le")) // 2


def without_added_tokens(folder):
    definition = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    added = [token["content"] for token in definition["added_tokens"]]
    definition["added_tokens"] = []
    definition["post_processor"] = None
    return Tokenizer.from_str(json.dumps(definition)), added


class Family:
    def __init__(self, name, folder):
        self.name = name
        self.full = PreTrainedTokenizerFast.from_pretrained(str(folder))
        self.auto = AutoTokenizer.from_pretrained(str(folder))
        self.bare, added = without_added_tokens(folder)
        self.added = sorted(added, key=len, reverse=True)
        self.added_pattern = re.compile("|".join(re.escape(token) for token in self.added))
        files = ["tokenizer.json", "tokenizer_config.json"]
        self.sha256 = {file: hashlib.sha256((folder / file).read_bytes()).hexdigest() for file in files}

    def render(self, messages):
        return self.full.apply_chat_template(messages, tokenize=False, **ARGUMENTS)

    def plain(self, messages):
        return self.full.encode(self.render(messages), add_special_tokens=False)

    def apart(self, messages):
        """Ids, and for every content (message, first character in the run, cut, length, offsets, first id)."""
        stand_ins = [dict(message, content=f"\ue100{index}\ue101") for index, message in enumerate(messages)]
        pieces = re.split("\ue100(\\d+)\ue101", self.render(stand_ins))
        real = self.render(messages)
        contents = self.contents_as_rendered(pieces, real, messages)
        runs, run, held = [], "", []
        for position, piece in enumerate(pieces):
            if position % 2 == 1:
                index = int(piece)
                held.append((index, len(run), contents[index]))
                run += contents[index]
                continue
            end = 0
            for match in self.added_pattern.finditer(piece):
                runs.append((run + piece[end : match.start()], held, match.group()))
                run, held, end = "", [], match.end()
            run += piece[end:]
        runs.append((run, held, None))
        ids, places = [], {}
        for text, held, control in runs:
            encoded = self.bare.encode(text, add_special_tokens=False)
            for index, at, content in held:
                places[index] = (at, content, encoded.offsets, len(ids))
            ids += encoded.ids
            if control is not None:
                ids.append(self.full.convert_tokens_to_ids(control))
        return ids, places, runs[-1][0]

    @staticmethod
    def contents_as_rendered(pieces, real, messages):
        for trim in (lambda text: text, str.strip):
            contents = {index: trim(message["content"]) for index, message in enumerate(messages)}
            filled = "".join(contents[int(p)] if i % 2 else p for i, p in enumerate(pieces))
            if filled == real:
                return contents
        raise SystemExit("the template does more than trimming")

    def span(self, messages, places, part):
        """Tokens that overlap a part, by the offsets of the tokenizer itself."""
        _, index, start, end = part
        at, content, offsets, first = places[index]
        cut = messages[index]["content"].index(content) if content else 0
        low = at + min(max(start - cut, 0), len(content))
        high = at + min(max(end - cut, 0), len(content))
        if high <= low:
            return None
        inside = [i for i, (a, b) in enumerate(offsets) if a < high and b > low]
        return [first + inside[0], first + inside[-1] + 1]

    def chat(self, chat):
        messages = chat["messages"]
        ids, places, tail = self.apart(messages)
        if self.auto.apply_chat_template(messages, tokenize=False, **ARGUMENTS) != self.render(messages):
            raise SystemExit(f"{self.name} {chat['name']}: AutoTokenizer renders another text")
        if not any(self.added_pattern.search(message["content"]) for message in messages):
            if ids != self.plain(messages):
                raise SystemExit(f"{self.name} {chat['name']}: the two Python paths differ")
        candidates = [self.bare.encode(text).ids for text in chat["candidates"]]
        for text, alone in zip(chat["candidates"], candidates):
            if not self.added_pattern.search(text) and alone != self.full.encode(text, add_special_tokens=False):
                raise SystemExit(f"{self.name} {chat['name']}: a candidate's ids differ between the Python paths")
        tail_ids = self.bare.encode(tail).ids
        return {
            "ids": ids,
            "spans": [self.span(messages, places, part) for part in chat["parts"]],
            "candidates": candidates,
            "jointDiffers": [
                self.bare.encode(tail + text).ids != tail_ids + alone
                for text, alone in zip(chat["candidates"], candidates)
            ],
        }

    def auto_differs(self, texts):
        return sum(
            self.auto.encode(text, add_special_tokens=False) != self.full.encode(text, add_special_tokens=False)
            for text in texts
        )

    def text(self, text):
        ids = self.bare.encode(text).ids
        if not self.added_pattern.search(text) and ids != self.full.encode(text, add_special_tokens=False):
            raise SystemExit(f"{self.name}: {text!r}: the two Python paths differ")
        return {"ids": ids, "decoded": self.bare.decode(ids, skip_special_tokens=False)}


def write(path, value):
    path.write_text(json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n", encoding="ascii")
    print(path.name, path.stat().st_size, "bytes")


def main():
    texts = corpus.texts() + corpus.CONTROL_SPELLINGS
    chats = corpus.chats()
    FIXTURES.mkdir(parents=True, exist_ok=True)
    for argument in sys.argv[1:]:
        name, folder = argument.split("=", 1)
        family = Family(name, Path(folder))
        rows = [family.text(text) for text in texts]
        normal = [row["decoded"] for row in rows]
        write(
            FIXTURES / f"{name}.json",
            {
                "family": name,
                "madeBy": f"transformers {transformers.__version__}, tokenizers {tokenizers.__version__}, jinja2 {jinja2.__version__}",
                "sha256": family.sha256,
                "autoTokenizerDiffers": family.auto_differs(texts),
                "texts": [row["ids"] for row in rows],
                # Only where decoding gives another text (normalised).
                "decodedOtherwise": {str(i): normal[i] for i, text in enumerate(texts) if normal[i] != text},
                "chats": [family.chat(chat) for chat in chats],
            },
        )
    for chat in chats:
        contents = [message["content"] for message in chat["messages"]]
        chat["parts"] = [
            {"name": n, "message": m, "start": utf16(contents[m], a), "end": utf16(contents[m], b)}
            for n, m, a, b in chat["parts"]
        ]
    write(FIXTURES / "corpus.json", {"texts": texts, "chats": chats})


if __name__ == "__main__":
    main()
