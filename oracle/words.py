"""Words of a transcript that are hidden one at a time, each beside a control of as many tokens.

Written from the definition, apart from the lab's own code:

* In prose (whatever the user or the system says) a word is a run of characters that are not white space.
* In what the assistant says, the signs ( ) [ ] { } = , " ' are cut off from the rest: a run of them is a word of its
  own, and so is what stands between two such runs. A colon belongs to such a run if it follows a quotation mark in
  it, so that a key of a JSON object is parted from its value, and 09:30 stays whole.
* Hiding a word hides every token that covers one of its characters. A word with one of the context's first four
  tokens is not hidden at all.
* A name is `<place>:<start>-<end>`: the place is a part (call, error, goal, documentation) or `message-<index>`, the
  range is half-open in UTF-16 units of the place's own text. `control:<name>` is the control beside that word.
"""

from collections.abc import Iterator

from transcripts import (
    CONTEXT_HEAD_TOKENS, CharRange, Context, TokenSpan, characters_of_parts, last_run_within, tokens_overlapping,
)

PARTING_SIGNS = frozenset("()[]{}=,\"'")
QUOTES = frozenset("\"'")
# What ECMAScript's \s is, and Python's str.isspace is not quite.
WHITE = frozenset("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff") | {chr(c) for c in range(0x2000, 0x200B)}


def words_of(text: str, is_call: bool) -> list[CharRange]:
    """Half-open ranges in code points, in reading order."""
    kinds: list[str] = []
    for i, sign in enumerate(text):
        if sign in WHITE:
            kinds.append("white")
        elif is_call and (sign in PARTING_SIGNS or (sign == ":" and i > 0 and text[i - 1] in QUOTES)):
            kinds.append("sign")
        else:
            kinds.append("word")
    ranges: list[CharRange] = []
    for i, kind in enumerate(kinds):
        if kind == "white":
            continue
        if i > 0 and kinds[i - 1] == kind and ranges:
            ranges[-1] = (ranges[-1][0], i + 1)
        else:
            ranges.append((i, i + 1))
    return ranges


def utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def places_of(item: dict, context: Context, part: str) -> Iterator[tuple[str, CharRange, bool]]:
    """Name, range in the rendered text, and whether it is a call, of each place of a part of the `fail` context."""
    # The conversation after the system prompt takes turns, beginning with the user: every second one is a call.
    if part == "transcript":
        for i, chars in enumerate(context.contents):
            yield f"message-{i}", chars, i > 0 and i % 2 == 0
        return
    chars = characters_of_parts(item, context).get(part)
    if chars:
        yield part, chars, part == "call"


def word_spans(item: dict, context: Context, part: str) -> Iterator[tuple[str, TokenSpan]]:
    """Name and tokens of every word of a part, and of the control beside it; what cannot be hidden is left out."""
    parts = characters_of_parts(item, context)
    system = context.contents[0]
    for place, (start, end), is_call in places_of(item, context, part):
        text = context.text[start:end]
        for first, last in words_of(text, is_call):
            name = f"{place}:{utf16_units(text[:first])}-{utf16_units(text[:last])}"
            span = tokens_overlapping(context, (start + first, start + last))
            if span is None:
                continue
            if span[0] >= CONTEXT_HEAD_TOKENS:
                yield name, span
            if "documentation" not in parts:
                continue
            control = last_run_within(context, (system[0], parts["documentation"][0]), span[1] - span[0])
            if control:
                yield f"control:{name}", control
