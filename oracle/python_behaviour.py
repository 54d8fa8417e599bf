"""What Python itself does, for the rooms that imitate it: random streams, literals, calls, similar names.

    python3.11 oracle/python_behaviour.py [--fuzz 700]

Writes tests/fixtures/python/*.json; the same bytes each time. Needs the standard library only, of Python 3.11.
"""

import argparse
import ast
import difflib
import hashlib
import json
import random
import struct
import sys
import warnings
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "tests" / "fixtures" / "python"


def sub_seed(base, label):
    digest = hashlib.blake2b(f"{base}:{label}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % (2**31 - 1)


def stream(seed):
    rng = random.Random(seed)
    return {
        "seed": hex(seed),
        "float": [rng.random() for _ in range(3)],
        "bits": [[count, hex(rng.getrandbits(count))] for count in (0, 1, 7, 31, 32, 33, 64, 100)],
        "below": [[n, rng.randrange(n)] for n in (1, 2, 3, 7, 8, 16, 17, 1000, 2**31, 2**32, 2**32 + 1, 2**53 - 1)],
        "between": [[low, high, rng.randint(low, high)] for low, high in ((9, 20), (0, 0), (-5, 5), (10, 26))],
        "choice": [rng.choice("abcdefghijklmnop") for _ in range(8)],
        # 21 and 22 of two, 85 and 86 of six: the last pool and the first set of each.
        "sample": [
            [n, count, rng.sample(range(n), count)]
            for n, count in ((6, 2), (6, 6), (1, 0), (0, 0), (21, 2), (22, 2), (85, 6), (86, 6), (5000, 12))
        ],
        "shuffled": [[n, (lambda items: (rng.shuffle(items), items)[1])(list(range(n)))] for n in (0, 1, 2, 45)],
        "afterwards": rng.getrandbits(32),
        # After the whole state has been used up and made anew.
        "muchLater": [rng.getrandbits(32) for _ in range(2000)][-1],
    }


def randomness():
    seeds = [0, 1, -5, 20260808, 1354703366, 2**31 - 2, 2**32 - 1, 2**32, -(2**40 + 7), 3**100, 7**7200]
    labels = [[20260808, "toolshed-world-0"], [20260808, "agent-task-0"], [7, "a"], [0, ""], [-1, "é 👍"]]
    return {
        "subSeeds": [[base, label, sub_seed(base, label)] for base, label in labels],
        "streams": [stream(seed) for seed in seeds],
    }


def values():
    rng = random.Random(1)
    floats = [0.0, -0.0, 62.0, 61.7294, 1e16, 9999999999999998.0, 1e15, 123456789012345680.0, 1e-4, 0.00012, 1e-5]
    floats += [5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e21, 1e22, 1e100, 1e-7, 0.1, 1 / 3, 100.0]
    while len(floats) < 300:
        (value,) = struct.unpack("d", rng.randbytes(8))
        if value == value and abs(value) != float("inf"):
            floats.append(value)
    points = [*range(0x180), 0x300, 0x378, 0x600, 0xAD, 0x1680, 0x180E, 0x200B, 0x200D, 0x2028, 0x2029, 0x202E, 0x202F]
    points += [0x2060, 0x3000, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0x1F44D, 0xE0001, 0xF0000, 0x10FFFF]
    strings = ["", "'", '"', "'\"", "it's", 'a "b"', "\\", "\\'", "a\nb\r\t\0", "👍🏽", "naïve café"]
    return {
        "floats": [[value, repr(value)] for value in floats],
        "strings": [[text, repr(text)] for text in strings],
        "points": [[point, repr(f"a{chr(point)}b")] for point in points],
    }


class Refused(Exception):
    pass


def verdict(source):
    """How Python prints the one call that the source is; None where it is none; 'beyond' for values we leave out."""
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        return None
    if any(keyword.arg is None for keyword in tree.keywords):
        return None
    try:
        keywords = {keyword.arg: ast.literal_eval(keyword.value) for keyword in tree.keywords}
        positional = [ast.literal_eval(argument) for argument in tree.args]
    except (ValueError, TypeError):
        return None
    everything = [*positional, *keywords.values()]
    if any(is_beyond(value) for value in everything) or "\\N{" in source:
        return "beyond"
    arguments = [*map(repr, positional), *(f"{name}={value!r}" for name, value in keywords.items())]
    return f"{tree.func.id}({', '.join(arguments)})"


def is_beyond(value):
    """Bytes, complex numbers, `...`; and sets of several items, which Python prints in no fixed order."""
    if isinstance(value, (bytes, complex, type(...))):
        return True
    if isinstance(value, dict):
        return any(is_beyond(part) for pair in value.items() for part in pair)
    if isinstance(value, (set, frozenset)) and len(value) > 1:
        return True
    return isinstance(value, (list, tuple, set)) and any(map(is_beyond, value))


BY_HAND = r"""
f()|f(a=1)|f(a='x', b=2)|f(1, 'b', c=[1, 2])|f ( a = 1 )|f(a=1,)|f(a=1,,)|f(,)|f(,a=1)|f(a=1 b=2)|f(a=1;b=2)|f(a=1);g()|f(a=1) g()
f(a=1)g|f(a=1).x|f(a=1)(2)|f(a=1)[0]|f(a=1)+1|f(a=1),|(f(a=1))|(f)(a=1)|((f)(a=1))|((f))(1)|(f(a=1)|f(a=1))|(f(1),)|f|f.g(a=1)|f[0](a=1)
'f'(a=1)|1(a=1)|None(a=1)|True()|print()|class(a=1)|match(case=1)|type(_=1)|f(class=1)|f(None=1)|f(a.b=1)|f('a'=1)|f((a)=1)|f(a==1)|f(a:=1)
f(*[1])|f(**{'a': 1})|f(a=1, *[2])|f(a=1, **b)|f(**b, a=1)|f(**b, 1)|f(**b, *c)|f(a=1, 2)|f(*a, 1)|f(a=1, a=2)|f(a=1, b=2, a=3)|f(x for x in y)
f(a)|f(a=b)|f(a=b.c)|f(a=g())|f(a=1+2)|f(a=1-2)|f(a=not 1)|f(a=~1)|f(a=1 if 2 else 3)|f(a=lambda: 1)|f(a=[x for x in y])|f(a=f'x')|f(a=f'{x}')
f(a=+1)|f(a=-1)|f(a=--1)|f(a=-+1)|f(a=- 1)|f(a=-(1))|f(a=-((1)))|f(a=-(-1))|f(a=(-1))|f(a=-(1,))|f(a=-True)|f(a=+None)|f(a=-'x')|f(a=-0)|f(a=-0.0)
f(a=0)|f(a=00)|f(a=0_0)|f(a=007)|f(a=0_7)|f(a=1_000)|f(a=1__0)|f(a=1_)|f(a=_1)|f(a=0x1F)|f(a=0X_f)|f(a=0x)|f(a=0o17)|f(a=0o8)|f(a=0b101)|f(a=0b2)
f(a=1.)|f(a=.5)|f(a=.)|f(a=1.5e3)|f(a=1E5)|f(a=1e+5)|f(a=1e-5)|f(a=1e)|f(a=1e+)|f(a=1_e5)|f(a=1e_5)|f(a=1e1_0)|f(a=09.5)|f(a=09e1)|f(a=1._5)|f(a=1..2)
f(a=1e400)|f(a=-1e400)|f(a=1e16)|f(a=1j)|f(a=1+2j)|f(a=1a)|f(a=1if 2 else 3)|f(a=0xfor 1)|f(a=1１)|f(a=１)|f(a=100000000000000000000000000000)
f(a='')|f(a="")|f(a='''''')|f(a='it''s')|f(a="it's")|f(a='a' "b")|f(a='a' 'b' 'c')|f(a=('a' 'b'))|f(a='a' b'c')|f(a='a' f'b')|f(a='a' 1)|f(a=1 'a')
f(a='''x'y"z''')|f(a='''x''y''''')|f(a='''x'')|f(a='x)|f(a="x')|f(a=r'\n')|f(a=R'\'')|f(a=r'\')|f(a=u'x')|f(a=U"x")|f(a=ur'x')|f(a=b'x')|f(a=rb'x')|f(a=Br'x')
f(a='\n\t\r\\\'\"')|f(a='\a\b\f\v\0')|f(a='\d\.\ ')|f(a='\101\60\7\1234\400\777\8')|f(a='\x41')|f(a='\x4')|f(a='\xg1')|f(a='\X41')|f(a='\u00e9')|f(a='\u12')
f(a='\U0001f44d')|f(a='\U00110000')|f(a='\U0001f44')|f(a='\ud800')|f(a='\udc00x')|f(a='\N{BULLET}')|f(a='\N')|f(a='\N{no such name}')|f(a='\😀')|f(a='é😀')
f(a=[])|f(a=[1,])|f(a=[,])|f(a=[1 2])|f(a=[1,2)|f(a=[1,2}))|f(a=())|f(a=(1))|f(a=(1,))|f(a=(,))|f(a=(1,2,))|f(a=1,2)|f(a=[[],[[]],()])|f(a=[*b])|f(a=[1:2])
f(a={})|f(a={,})|f(a={1})|f(a={1,})|f(a={1,1.0,True})|f(a={'a':1})|f(a={'a':1,})|f(a={'a':1,'a':2})|f(a={1:'a',True:'b',1.0:'c'})|f(a={'a'})|f(a={'a':1,'b'})
f(a={'a','b':1})|f(a={[1]:2})|f(a={[1]})|f(a={(1,[2]):3})|f(a={(1,2):3,(1.0,2):4})|f(a={**b})|f(a={1:2:3})|f(a={None:None})|f(a={{}})|f(a={()})|f(a=set())|f(a=set([1]))
f(a=True)|f(a=False)|f(a=None)|f(a=true)|f(a=null)|f(a=...)|f(a=...,)|f(a=NotImplemented)|f(a=1)#c|f(a=1) # c|#c|# c()|f(a=1 #c)|f(a='#')|f(a=$)|f(a=?)|f(a=`x`)|f(a=1!)|f(a!=1)
f(a=“x”)|f(a=‘x’)|ｆ(a=1)|ﬁnd(ﬁ=1)|naïve(été=1)|名前(値='東京')|f(a=1)…|f(²=1)|f(a²=1)|℘(a=1)|·f(a=1)|f·(a=1)|𝐟(a=1)|𝐢𝐟(a=1)|f(𝐓𝐫𝐮𝐞=1)|f(a=𝐓𝐫𝐮𝐞)
f(yield)|f(a=(yield))|f(await x)|await f()|return f()|x = f()|f() if x|[f()]|f(a=]|f(a=1]|)f(|]|f((|f(a=1|f(a=|f(a|f(|f(a=[1|f(a={'b':|hello|hello world.|Sure, here it is:|I'll call f(a=1)|{"a": 1}|-f()|f()()|not f()
""".strip()

WITH_LAYOUT = [
    "f(\n  a=1,\n  b=2,\n)", "f(a=1\n)", "f\n(a=1)", "(f\n(a=1))", "f(a=1)\n", "f(a=1)\n\n# c\n  # d", "f(a=1)\ng()", "f(a='x\ny')",
    "f(a='''x\ny''')", "f(a='x\\\ny')", "f(a='x\\\r\ny')", "f(a='''x\r\ny\rz''')", "f(a='x\ry')", "f(\\\na=1)", "f\\\n(a=1)", "f(a=1)\\", "f(a=1)\\\n#c",
    "f(a=1 \\ b)", "f(\ta\t=\t1\x0c)", "f(a=1\x0b)", "f(a=1\xa0)", "f(a=1\u3000)", "f(a='\xa0\u2028')", "e\u0301(a=1)", "\ufefff(a=1)", "f(a='\ufeff')",
    "f(a='\0')", "f(a=1)#\0", "f(a='\\0')", "# c\nf(a=1)", "#c\n\n#d\nf(a=1)", "f(a=1) # ünï\n", "f( # (\n a=1 # ,\n , b='#' # '\n)",
    "f(a='a'\n'b')", "f(a='a' # x\n 'b')", "f(a=r'x\\\ny')", "f(a=-\n1)", "f(a=1,\n\n\n)", "f(a='''it's \"x\"''')", 'f(a="""\\"""x""")', "f(a='\\\\')", "f(a='\\\\\\')",
]  # fmt: skip


def deep():
    for opening, closing in ("[]", "()", "{}"):
        for depth in (199, 200):
            yield f"f(a={opening * depth}{closing * depth})"
    # Not deeper: the stack of Python's own parser is full before 200 of these.
    yield f"f(a={'{1:' * 120}1{'}' * 120})"
    yield f"f(a={'(1,' * 120}1{')' * 120})"
    for depth in (199, 200):
        yield f"{'(' * depth}f(a=1){')' * depth}"
    yield f"f(a={'9' * 4300})"
    yield f"f(a={'9' * 4301})"
    yield f"f(a={'0' * 4301})"


NASTY = list("'\"\\\\''\"\"()[]{},=:;+-*.#_ \n\tnxuUrbfNj0123e9aé") + ["'''", '"""', "\\x4", "\\u00e", "**", "True", "None", " in ", "\\\n"]


def some_value(rng, depth=0):
    def spaced(text):
        return rng.choice(["", "", "", " ", "\n", " # c,'\n"]) + text

    def several(brackets, item):
        inside = spaced(",").join(spaced(item()) for _ in range(rng.randrange(4)))
        return brackets[0] + inside + rng.choice(["", ",", " "]) + brackets[1]

    kind = rng.randrange(6 if depth < 3 else 3)
    if kind == 0:
        return rng.choice(["", "", "-", "+", "- "]) + rng.choice(
            ["0", "1_0", "0x1f", "3.", ".5", "1e5", "2E-7", "28", "1.0", "123456789012345678901234567890", "0.1"]
        )
    if kind in (1, 2):
        quotes = rng.choice(["'", '"', "'''", '"""'])
        text = "".join(rng.choice(NASTY + list("abc xyz")) for _ in range(rng.randrange(8)))
        return rng.choice(["", "", "", "r", "u"]) + quotes + text + quotes + rng.choice(["", "", "", " 'b'"])
    if kind == 3:
        return several(rng.choice(["[]", "()"]), lambda: some_value(rng, depth + 1))
    if kind == 4:
        return several("{}", lambda: some_value(rng, depth + 2) + spaced(":") + some_value(rng, depth + 1))
    return rng.choice(["True", "False", "None", "set()", "{1}", "('a',)", "(1)"])


def fuzz(count):
    rng = random.Random(2)
    for number in range(count):
        arguments = [rng.choice(["", "", "a=", "b=", "a ="]) + some_value(rng) for _ in range(rng.randrange(1, 4))]
        text = "f(" + rng.choice([", ", ",", ",\n  "]).join(sorted(arguments, key=lambda one: "=" in one[:3])) + ")"
        for _ in range(number % 3):  # a third stays whole
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(["", *NASTY]) + text[at + rng.randrange(3) :]
        yield text.strip()


def calls(count):
    sources = [source for line in BY_HAND.splitlines() for source in line.split("|")]
    sources += [source.strip() for source in WITH_LAYOUT] + list(deep()) + list(fuzz(count))
    return [[source, verdict(source)] for source in dict.fromkeys(sources) if source]


def similarities():
    rng = random.Random(3)
    pairs = [["", ""], ["a", ""], ["", "a"], ["abcd", "bcde"], ["tide", "diet"], ["diet", "tide"], ["é👍a", "👍a"]]
    for alphabet, longest in (("ab", 12), ("abcdef_", 20), ("abcdefghij", 450), ("ab👍é", 300)):
        for _ in range(25):
            first, second = ("".join(rng.choices(alphabet, k=rng.randrange(longest))) for _ in range(2))
            pairs.append([first, second])
    for length in (199, 200, 201):  # where frequent characters begin to be left out
        pairs.append(["x" + "ab" * 40 + "yz", ("abcdefghijklm" * 20)[: length - 2] + "yz"])
    names = ["list_files", "read_file", "write_file", "delete_file", "find_contact", "list_contacts", "evt-1", "evt-2"]
    asked = []
    for _ in range(40):
        query = list(rng.choice(names))
        for _ in range(rng.randrange(4)):
            query[rng.randrange(len(query))] = rng.choice("aeiou_-x")
        query = "".join(query)
        count, cutoff = rng.randrange(1, 6), rng.choice([0.0, 0.3, 0.6, 0.8])
        asked.append([query, count, cutoff, difflib.get_close_matches(query, names, count, cutoff)])
    return {
        "ratios": [[first, second, difflib.SequenceMatcher(None, first, second).ratio()] for first, second in pairs],
        "names": names,
        "closeMatches": asked,
    }


def write(name, content):
    rows = content if isinstance(content, list) else None
    text = "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]" if rows else json.dumps(content)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="ascii")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fuzz", type=int, default=700)
    options = parser.parse_args()
    if sys.version_info[:2] != (3, 11):
        raise SystemExit("The fixtures are those of Python 3.11.")
    warnings.simplefilter("ignore")
    FOLDER.mkdir(parents=True, exist_ok=True)
    write("randomness", randomness())
    write("values", values())
    write("calls", calls(options.fuzz))
    write("similarity", similarities())


if __name__ == "__main__":
    main()
