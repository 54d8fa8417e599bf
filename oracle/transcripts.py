"""From messages to token ids: chat template, tokens, and the token spans of named parts. (From a probe item to its
messages: conditions.py.)

Written plainly and apart from the lab's own code, so that the two can be held against each other.

Text in a message is text. A content that happens to hold `<|im_end|>` must not end a turn, so only the control
tokens that the template itself writes are encoded as such. Wherever no content holds such a string the ids equal
those of the usual way (render, then encode with automatic special tokens off), and that is checked each time.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer
from transformers import AutoTokenizer

from conditions import Message

CharRange = tuple[int, int]  # half-open, in code points
TokenSpan = tuple[int, int]  # half-open, in tokens of the context

# Arguments that templates of the paper's ladder look at; the others ignore them.
TEMPLATE_ARGUMENTS = {"enable_thinking": False, "date_string": "26 Jul 2024"}

# The first tokens of a context draw attention whatever they say, so a control never hides them.
CONTEXT_HEAD_TOKENS = 4


@dataclass(frozen=True)
class Context:
    """A rendered and encoded transcript.

    ids       token ids [m]
    offsets   for each token the code points of the rendered text that it covers, spaces included [m]
    contents  for each message where its content lies in the rendered text
    trimmed   for each message how many code points the template cut off the content's beginning
    """

    text: str
    ids: list[int]
    offsets: list[CharRange]
    contents: list[CharRange]
    trimmed: list[int]


class Encoder:
    """The tokenizer and chat template of one checkpoint folder.

    transformers only renders the template. Ids come from tokenizer.json as it stands: for some model types
    transformers 5 replaces the file's split pattern by one of its own, which gives other ids (seen with qwen2).
    """

    def __init__(self, folder: Path):
        self._template = AutoTokenizer.from_pretrained(folder)
        source = (folder / "tokenizer.json").read_text(encoding="utf-8")
        self._whole = Tokenizer.from_str(source)
        state = json.loads(source)
        controls = state.pop("added_tokens")
        # Without its added tokens the tokenizer has no control tokens left to recognise; without its
        # post-processor offsets keep the blank that belongs to a word's token.
        self._plain = Tokenizer.from_str(json.dumps(state | {"added_tokens": [], "post_processor": None}))
        self._controls = {row["content"]: row["id"] for row in controls}
        # Longest first: one control token may begin with another.
        names = sorted(self._controls, key=len, reverse=True)
        self._control_pattern = re.compile("|".join(map(re.escape, names))) if names else re.compile(r"(?!)")
        self.end_of_turn: int = self._controls[self._template.eos_token]

    def count_tokens(self, text: str) -> int:
        return len(self.encode_text(text))

    def encode_text(self, text: str) -> list[int]:
        """Ids of text in which nothing is a control token."""
        return self._plain.encode(text, add_special_tokens=False).ids

    def decode(self, ids: list[int]) -> str:
        """Control tokens by their names."""
        return self._whole.decode(ids, skip_special_tokens=False)

    def _render(self, messages: list[Message]) -> str:
        return self._template.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=True, **TEMPLATE_ARGUMENTS
        )

    def _fragments(self, messages: list[Message]) -> list[str]:
        """What the template writes around the contents: one fragment before each, one at the end."""
        marks = [f"\u2063content{i}\u2063" for i in range(len(messages))]
        rendered = self._render([m | {"content": mark} for m, mark in zip(messages, marks, strict=True)])
        fragments = []
        for mark in marks:
            if rendered.count(mark) != 1:
                raise ValueError("the chat template does not write each message exactly once")
            before, rendered = rendered.split(mark)
            fragments.append(before)
        return [*fragments, rendered]

    def context(self, messages: list[Message]) -> Context:
        rendered = self._render(messages)
        fragments = self._fragments(messages)
        for cut in (lambda text: text, str.strip):
            written = [cut(message["content"]) for message in messages]
            joined = fragments[0] + "".join(a + b for a, b in zip(written, fragments[1:], strict=True))
            if joined == rendered:
                break
        else:
            raise ValueError("the chat template changes the contents by more than trimming")

        contents: list[CharRange] = []
        control_hits: list[tuple[int, int, int]] = []  # start, end, id, in the rendered text
        at = 0
        for i, fragment in enumerate(fragments):
            for hit in self._control_pattern.finditer(fragment):
                control_hits.append((at + hit.start(), at + hit.end(), self._controls[hit.group()]))
            at += len(fragment)
            if i < len(written):
                contents.append((at, at + len(written[i])))
                at += len(written[i])
        trimmed = [
            len(m["content"]) - len(m["content"].lstrip()) if w != m["content"] else 0
            for m, w in zip(messages, written, strict=True)
        ]

        ids: list[int] = []
        offsets: list[CharRange] = []
        at = 0
        for start, end, control in [*control_hits, (len(rendered), len(rendered), None)]:
            between = self._plain.encode(rendered[at:start], add_special_tokens=False)
            ids += between.ids
            offsets += [(at + a, at + b) for a, b in between.offsets]
            if control is not None:
                ids.append(control)
                offsets.append((start, end))
            at = end
        if not any(self._control_pattern.search(text) for text in written):
            if self._whole.encode(rendered, add_special_tokens=False).ids != ids:
                raise ValueError("piecewise ids differ from the ids of the whole text")
        return Context(rendered, ids, offsets, contents, trimmed)


# ---------------------------------------------------------------- named parts of the `fail` context


def from_utf16(text: str, at: int) -> int:
    """Index in UTF-16 code units (how items count) -> index in code points (how Python counts)."""
    return len(text.encode("utf-16-le")[: 2 * at].decode("utf-16-le"))


def tokens_overlapping(context: Context, chars: CharRange) -> TokenSpan | None:
    """All tokens that cover any code point of `chars`; None if there is none.

    A control token or a token of the template outside the content covers none of its characters, so it is never
    in. A token across the border of a part is.
    """
    start, end = chars
    inside = [i for i, (a, b) in enumerate(context.offsets) if a < end and b > start]
    return (inside[0], inside[-1] + 1) if inside else None


def last_run_within(context: Context, chars: CharRange, length: int) -> TokenSpan | None:
    """The last `length` tokens in a row that lie wholly in `chars`, none among the context's first four."""
    start, end = chars
    inside = [
        i for i, (a, b) in enumerate(context.offsets) if a >= start and b <= end and i >= CONTEXT_HEAD_TOKENS
    ]
    return (inside[-length], inside[-1] + 1) if 0 < length <= len(inside) else None


def characters_of_parts(item: dict, context: Context) -> dict[str, CharRange]:
    """Where the named parts of the item's `fail` context lie in the rendered text; see parts_of."""
    system, goal, call, shown = context.contents[0], context.contents[1], context.contents[-2], context.contents[-1]
    chars: dict[str, CharRange] = {
        "call": call,
        "error": (shown[0] + len("Observation: "), shown[1]),
        "goal": goal,
    }
    documentation = (item.get("meta") or {}).get("documentation")
    if documentation:
        start, end = (
            system[0] + max(0, from_utf16(item["system_prompt"], at) - context.trimmed[0]) for at in documentation
        )
        chars["documentation"] = (start, min(end, system[1]))
    return chars


def parts_of(item: dict, context: Context) -> dict[str, TokenSpan]:
    """Token spans of the named parts of the item's `fail` context, in the order in which they are hidden.

    call           the content of the assistant message with the failed call
    error          the text of its observation, after "Observation: "
    goal           the content of the goal message
    documentation  in the system prompt, the documentation of the right call's tool (`meta.documentation`)
    control        as many tokens as `call`, of no special meaning: the last such run in the content of the system
                   prompt that ends before the documentation begins, never among the context's first four tokens

    A part that does not exist is left out: no documentation named, or no room for a control before it.
    """
    chars = characters_of_parts(item, context)
    spans = {name: tokens_overlapping(context, part) for name, part in chars.items()}
    if "documentation" in chars and spans["call"]:
        length = spans["call"][1] - spans["call"][0]
        spans["control"] = last_run_within(context, (context.contents[0][0], chars["documentation"][0]), length)
    return {name: span for name, span in spans.items() if span}
