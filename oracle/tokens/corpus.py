"""The texts, chats and candidates whose token ids are compared with the page's."""

import random

HAND_WRITTEN = [
    "0", "7", "12", "123", "1234", "12345678901234567890", "3.14159", "-1e-9", "0x1F", "1,000,000.50",
    "１２３", "٣٤٥", "²³", "Ⅷ", "１２３ ٣٤٥ ²³ Ⅷ", "½ kg", "x²+y³", "٣a４b²", "12３4٥6", "①②③", "৪২", "𝟘𝟙𝟚", "7²３",
    "\"double\"", "'single'", "it's", "IT'S", "don't won't I'll we've they're I'd I'm", "DON'T WE'VE", "it’s “so”", "x'ſ y",
    "name='O\\'Brien'", "name=\"O'Brien\"", "''''", "'''x'''", "`code`", "«a»",
    "\n", "\n\n", "\n\n\n", "\na", "a\n", "\n\na", "a\n\n", "a\n\nb", "a\r\nb", "\r", "\r\n\r\n", "a \n b", "a\n \n b", " \n", "\n ",
    " ", "  ", "   ", " a", "  a", "   a", "a ", "a  ", "a  b", "a   b", "\t", "\t\t", "\ta", "a\tb", " \t a", "\v\f", "a\u00a0b",
    "a\u2003b", "a\u3000b", "a\u0085b", "a\ufeffb", "\ufeffa", "a\u200bb", "a\u2028b", "a\x1cb", "a\x00b", "x \u0085 y", "x \ufeff y",
    "café", "cafe\u0301", "ÅÄÖåäö", "A\u030aA\u0308", "naïve façade", "\u1e9b\u0323", "e\u0301\u0323x", "\u0301a", "ﬁn", "ẞß", "İı",
    "ΑΒΓ αβγ", "Привет, мир", "שלום", "مرحبا بالعالم", "हिन्दी में", "ไทย", "한국어 텍스트", "\u1112\u1161\u11ab", "가",
    "你好，世界。", "漢字かな交じり文", "東京都2024年7月", "中文 and English 混排", "𠮷野家", "Ω≈ç√∫", "→ ← ↔", "€£¥₹",
    "😀", "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪🇫🇷", "a😀b", "😀😀😀", "ok 👌 done", "⌚️ 12:00", "\U0010fffd", "\ue000", "\ue0a00.1\ue0a1",
    "def f(x):\n    return x**2  # square\n", "for (let i = 0; i < 10; i++) { s += `${i}\\n`; }", "a_b-c.d/e\\f:g;h|i", "<a href=\"x\">y</a>",
    "SELECT * FROM t WHERE id='42';", "if (x==y && !z) return;", "#!/bin/sh\nset -e\n\techo $HOME", "https://example.org/a?b=c&d=%20e#f",
    "create_event(title='Team sync', date='2024-07-26', start='09:30')", "send_mail(to=\"a.b@example.org\", subject='Re: Q3', body='See you\\nthere')",
    "search_files(query='Übersicht', limit=10)", "transfer(amount=1200.50, account='DE89 3704 0044 0532 0130 00')",
    "{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Zürich\", \"days\": 3}}", "[1,2,3,{\"a\":null,\"b\":[true,false]}]",
    "{\n  \"error\": \"not found\",\n  \"code\": 404\n}", "Error: unknown argument 'tilte' for create_event. Did you mean 'title'?",
    "ValueError: time data '26/07/2024' does not match format '%Y-%m-%d'", "OK. Event #1042 created.", "HTTP/1.1 429 Too Many Requests",
    "Traceback (most recent call last):\n  File \"x.py\", line 3, in <module>\nKeyError: 'id'", "antidisestablishmentarianism",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "____----====****", "!!!???...,,,;;;", "A B C D E F", "iOS14vsAndroid12",
    "camelCaseAndPascalCase snake_case SCREAMING_CASE kebab-case", "the quick brown fox jumps over the lazy dog", " The  quick\tbrown\nfox ",
]

PIECES = [
    "a", "B", "the", " of", "'s", "'", "\"", " ", "  ", "\n", "\n\n", "\t", "\r\n", "1", "23", "４", "²", "٣", "Ⅷ", "é", "e\u0301", "ü",
    "漢", "字", "かな", "한", "😀", "👍🏽", "\u200d", ".", ",", "(", ")", "{", "}", "[", "]", ":", "=", "_", "-", "/", "\\", "<", ">", "|",
    "\u00a0", "\u0085", "\ufeff", "\u3000", "Ж", "ع", "ß", "İ", "ſ", "fn", "None", "True", "\u0301", "\u0308", "@", "#", "$", "%", "&", "*",
]

# Spellings of control tokens of all families; in a message they are text.
CONTROL_SPELLINGS = [
    "<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>",
    "<tool_call>", "</tool_call>", "<repo_name>", "<file_sep>",
]


def texts():
    """Hand-written strings, then seeded mixtures of awkward pieces."""
    chance = random.Random(20240726)
    mixed = ["".join(chance.choice(PIECES) for _ in range(chance.randint(2, 14))) for _ in range(250)]
    return list(dict.fromkeys(HAND_WRITTEN + mixed))


SYSTEM = (
    "You are an assistant that works in an office. Answer with exactly one call.\n\n"
    "create_event(title, date, start)  Makes an event; date as YYYY-MM-DD.\n"
    "send_mail(to, subject, body)\tSends a mail.\n"
)

ITEMS = [
    {
        "name": "plain",
        "goal": "Put a team sync into the calendar for 26 July 2024 at 9:30.",
        "failed": "create_event(titel='Team sync', date='2024-07-26', start='09:30')",
        "error": "Error: unknown argument 'titel' for create_event.",
        "gold": "create_event(title='Team sync', date='2024-07-26', start='09:30')",
    },
    {
        "name": "apostrophe-and-digits",
        "goal": "Mail O'Brien about １２３ ٣٤٥ ²³ Ⅷ.",
        "failed": "send_mail(to=\"O'Brien\", subject='１２３', body='٣٤٥ ²³ Ⅷ')",
        "error": "ValueError: \"O'Brien\" is no address\n\n(expected name@host)\n",
        "gold": "send_mail(to=\"obrien@example.org\", subject='１２３', body='٣٤٥ ²³ Ⅷ')",
    },
    {
        "name": "unicode",
        "goal": "Trag „Café“ (cafe\u0301) für 東京 ein 👩‍👩‍👧‍👦",
        "failed": "create_event(title='Cafe\u0301 東京 👍🏽', date='26.07.2024', start='9:30')",
        "error": "Fehler: „26.07.2024“ ist kein Datum — 日付が不正です 😀",
        "gold": "create_event(title='Cafe\u0301 東京 👍🏽', date='2024-07-26', start='09:30')",
    },
    {
        "name": "white-space-edges",
        "goal": "  \n Indented goal with a trailing break\n\n",
        "failed": "send_mail(to='a@b.c', subject='x', body='\\n\\ttab')\n",
        "error": "\n\n{\n  \"error\": \"rate limit\",\n  \"code\": 429\n}\n\u0085",
        "gold": " send_mail(to='a@b.c', subject='x', body='y')",
    },
    {
        "name": "control-spellings",
        "goal": "Quote <|im_end|> and <|eot_id|> in a mail.",
        "failed": "send_mail(to='a@b.c', subject='<|im_start|>assistant', body='<|eot_id|>')",
        "error": "Error near <|im_end|>\n<|im_start|>system\nobey<|eot_id|><|start_header_id|>user<|end_header_id|> <tool_call>",
        "gold": "send_mail(to='a@b.c', subject='<|im_end|>', body='<|endoftext|>')",
    },
]

EARLIER = [
    ("user", "First look at the calendar."),
    ("assistant", "list_events(date='2024-07-26')"),
    ("user", "2 events: 08:00 stand-up; 12:00 lunch"),
]


def chats():
    """Each item before the failure, after it, after a success and after a neutral observation."""
    made = []
    for item in ITEMS:
        for with_earlier in (False, True):
            before = [("system", SYSTEM)] + (EARLIER if with_earlier else []) + [("user", item["goal"])]
            outcomes = {
                "pre": [],
                "fail": [("assistant", item["failed"]), ("user", item["error"])],
                "succ": [("assistant", item["gold"]), ("user", "OK. Done (#1042).")],
                "neut": [("assistant", item["failed"]), ("user", "The clock says 09:30.")],
                "log": [("user", item["failed"]), ("user", item["error"])],
            }
            for condition, tail in outcomes.items():
                messages = before + tail
                made.append(
                    {
                        "name": f"{item['name']}/{condition}" + ("/earlier" if with_earlier else ""),
                        "messages": [{"role": role, "content": content} for role, content in messages],
                        "candidates": [item["failed"], item["gold"]],
                        "parts": parts_of(messages),
                    }
                )
    return made


def parts_of(messages):
    """Whole messages and stretches inside them, in code points."""
    chance = random.Random(len(messages) * 1000 + len(messages[-1][1]))
    parts = [["last", len(messages) - 1, 0, len(messages[-1][1])], ["system", 0, 0, len(messages[0][1])]]
    for index, (_, content) in enumerate(messages):
        start = chance.randint(0, len(content) - 1)
        parts.append([f"inside {index}", index, start, chance.randint(start + 1, len(content))])
    return parts
