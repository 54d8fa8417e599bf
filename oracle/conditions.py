"""What the model reads under each of the fifteen conditions, and which calls are scored there.

Read off the description of the published experiment, apart from the lab's own code, so that the two can be held
against each other: who speaks, in which order, and how the neutral text is lengthened. Only the words that are the
lab's own (note, marker, instruction, filler and the words for an error's family) had to be copied.
"""

import hashlib
from collections.abc import Callable

Message = dict[str, str]  # role, content

# What a first look asks; the order of the rows in a reference of whole sets.
FIRST = ("pre", "fail", "succ", "neut")
CORE = ("pre", "fail", "succ", "neut", "abstract")
EXTENDED = (
    "neut_pad", "fail_echo", "fail_terse", "fail_verbose", "fail_instr", "fail_k2", "fail_k3", "fail_early",
    "fail_other", "abstract_min",
)
CONDITIONS = CORE + EXTENDED

INSTRUCTION = (
    "Important: some of the tool calls made so far have failed. Never make a call again that has failed already. "
    "Change it first, then try."
)
FAMILY_WORDS = {
    "parse_error": "the call could not be read",
    "unknown_tool": "there is no tool of that name",
    "missing_argument": "an argument it needs was left out",
    "unexpected_argument": "it takes no argument of that name",
    "arity_error": "the number of arguments was wrong",
    "type_error": "an argument was of the wrong type",
    "format_error": "an argument was in the wrong format",
    "permission_error": "the target is write-protected",
    "state_error": "the target is in that state already",
    "unsupported_conversion": "it cannot convert between those units",
    "contact_not_found": "there is no such contact",
    "file_not_found": "there is no such file",
    "folder_not_found": "there is no such folder",
    "team_not_found": "there is no such team",
    "event_not_found": "there is no such event",
    "attendee_not_found": "there is no such attendee",
    "recipient_not_found": "there is no such recipient",
    "test_failure": "the program did not pass its tests",
    "runtime_error": "the program stopped with an exception",
    "syntax_error": "the program could not be compiled",
}
FILLER = " entry={digits}"
MOST_FILLERS = 23

# Conditions that keep the failed call and show one text of the item as what came back.
SHOWN_FIELD = {
    "fail": "obs_fail",
    "succ": "obs_success",
    "neut": "obs_neutral",
    "fail_echo": "obs_fail_echo",
    "fail_terse": "obs_fail_terse",
    "fail_verbose": "obs_fail_verbose",
}


def messages_of(item: dict, condition: str, count_tokens: Callable[[str], int]) -> list[Message]:
    """The item's transcript under a condition. `count_tokens` counts a bare text; only `neut_pad` asks it."""
    before = base_messages(item)
    failure = tried(item["failed_action"], item["obs_fail"])
    match condition:
        case "pre":
            return before
        case "abstract":
            return [*before, user(note_on(item))]
        case "abstract_min":
            return [*before, user("[Attempt 1 failed]")]
        case "neut_pad":
            return before + tried(item["failed_action"], padded_neutral(item, count_tokens))
        case "fail_instr":
            system = before[0] | {"content": before[0]["content"] + "\n" + INSTRUCTION}
            return [system, *before[1:], *failure]
        case "fail_k2":
            return before + 2 * failure
        case "fail_k3":
            return before + 3 * failure
        case "fail_early":
            return before[:2] + failure + before[2:]
        case "fail_other":
            if not item["distractors"]:
                raise ValueError(f"{item['item_id']}: no other wrong call")
            return before + tried(item["distractors"][0], item["obs_fail_other"] or item["obs_fail"])
        case _:
            return before + tried(item["failed_action"], item[SHOWN_FIELD[condition]])


def candidates_of(item: dict, condition: str) -> dict[str, str]:
    """Candidate name -> text, in the order of the published rows."""
    texts = {"failed": item["failed_action"], "gold": item["gold_action"]}
    if condition in ("pre", "fail"):
        texts |= {f"distractor{i}": text for i, text in enumerate(item["distractors"])}
    return texts


def user(text: str) -> Message:
    return {"role": "user", "content": text}


def base_messages(item: dict) -> list[Message]:
    """System prompt, goal and the steps before the decision."""
    steps = zip(item["prefix_actions"], item["prefix_observations"], strict=True)
    return [
        {"role": "system", "content": item["system_prompt"]},
        user(item["goal"]),
        *(message for call, seen in steps for message in tried(call, seen)),
    ]


def tried(call: str, seen: str) -> list[Message]:
    """A call, and what was read after it."""
    return [{"role": "assistant", "content": call}, user("Observation: " + seen)]


def note_on(item: dict) -> str:
    words = FAMILY_WORDS.get(item["error_type"], "it did not work")
    return f"[Attempt 1 failed: {item['tool'] or 'the tool'} — {words}; that call may not be made again]"


def padded_neutral(item: dict, count_tokens: Callable[[str], int]) -> str:
    """The neutral text with so many fillers that it has about as many tokens as the error.

    One filler more at a time, at most 23, until the error's length is reached; the nearest wins, the shorter on a tie.
    """
    wanted = count_tokens(item["obs_fail"])
    tried_texts = [item["obs_neutral"]]
    for i in range(MOST_FILLERS):
        digits = hashlib.blake2b(f"{item['failed_action']}:{i}".encode(), digest_size=4).hexdigest()
        tried_texts.append(tried_texts[-1] + FILLER.format(digits=digits))
        if count_tokens(tried_texts[-1]) >= wanted:
            break
    # min keeps the first of equals, and shorter texts stand first.
    return min(tried_texts, key=lambda text: abs(count_tokens(text) - wanted))
