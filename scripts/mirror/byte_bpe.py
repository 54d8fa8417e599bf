"""A small byte-level BPE that reads the tokenizer.json written here.

It exists to check that file: its ids are compared with ids stored in expected.json, which another
implementation produced. It is slow and knows only the settings this one tokenizer uses.
"""

from __future__ import annotations

import re
import unicodedata

WHITE = set("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(c) for c in range(0x2000, 0x200B)}
CONTRACTION = re.compile(r"'(?:s|t|re|ve|m|ll|d)")
# The same alternatives as GPT-2's splitter, over one class letter per character:
# L letter, N number, s plain space, w other white space, o the rest.
PIECE = re.compile(r"s?L+|s?N+|s?o+|[sw]+(?![^sw])|[sw]+")


def byte_letters() -> dict[int, str]:
    """The printable stand-in that byte-level vocabularies use for each byte."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    letters = {byte: chr(byte) for byte in plain}
    spare = 0x100
    for byte in range(0x100):
        if byte not in letters:
            letters[byte] = chr(spare)
            spare += 1
    return letters


def kind_of(char: str) -> str:
    if char == " ":
        return "s"
    if char in WHITE:
        return "w"
    group = unicodedata.category(char)[0]
    return group if group in "LN" else "o"


def pieces(text: str) -> list[str]:
    found: list[str] = []
    run = ""

    def close() -> None:
        nonlocal run
        kinds = "".join(kind_of(char) for char in run)
        at = 0
        while at < len(run):
            match = CONTRACTION.match(run, at) or PIECE.match(kinds, at)
            assert match is not None  # the alternatives cover every class letter
            found.append(run[at : match.end()])
            at = match.end()
        run = ""

    # Digits are cut out first, one by one, so white space before a digit ends its run there.
    for char in text:
        if kind_of(char) == "N":
            close()
            found.append(char)
        else:
            run += char
    close()
    return found


class ByteBpe:
    def __init__(self, tokenizer: dict) -> None:
        model = tokenizer["model"]
        self._ids: dict[str, int] = model["vocab"]
        self._rank = {tuple(merge.split(" ")): rank for rank, merge in enumerate(model["merges"])}
        self._letters = byte_letters()
        self._special = {added["content"]: added["id"] for added in tokenizer["added_tokens"]}
        self._cut = re.compile("(" + "|".join(re.escape(text) for text in self._special) + ")")

    def encode(self, text: str) -> list[int]:
        ids: list[int] = []
        for part in self._cut.split(text):
            if part in self._special:
                ids.append(self._special[part])
            else:
                for piece in pieces(part):
                    ids.extend(self._merge(piece))
        return ids

    def _merge(self, piece: str) -> list[int]:
        letters = [self._letters[byte] for byte in piece.encode("utf-8")]
        # Bytes that never occurred in training have no token; they vanish, as in the original.
        parts = [letter for letter in letters if letter in self._ids]
        while len(parts) > 1:
            ranks = [self._rank.get(pair, -1) for pair in zip(parts, parts[1:])]
            known = [rank for rank in ranks if rank >= 0]
            if not known:
                break
            at = ranks.index(min(known))
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return [self._ids[part] for part in parts]
