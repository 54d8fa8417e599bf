#!/usr/bin/env python3
"""Backfire Lab test kit: samples your own OpenAI-compatible endpoint and counts repeated calls.

    python3 backfire_test_kit.py variants.jsonl --base-url http://localhost:8000/v1 --model NAME

It needs Python 3.9 or newer and nothing else. It sends the messages of each variant to the address
that you give, and to no other; what it will send is said before anything is sent. The result file
holds counts only and can be dropped back on the page.

Ways out: 0 done, 2 wrong use or files, 3 the endpoint refused or did not answer, 130 stopped.
What was answered until then is kept and is not asked again.
"""

import argparse
import ast
import datetime
import hashlib
import http.client
import json
import os
import random
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

KIT_KIND = "backfire-lab-test-kit"
RESULT_KIND = "backfire-lab-test-kit-result"
VERSION = 1
SORTS = ("same-call", "right-call", "other-call", "unusable-call", "words")
# So many samples in a row without an answer: the endpoint is not there.
GIVE_UP_AFTER = 3
LONGEST_WAIT_SECONDS = 60.0


class Stop(Exception):
    """Ends the run with a sentence and a status."""

    def __init__(self, sentence, status):
        super().__init__(sentence)
        self.status = status


# Reading calls

def canonical(value):
    """A value whose text is the same whatever the order of keys; 1.0 and 1 are one number."""
    def plain(one):
        if isinstance(one, dict):
            return {key: plain(inner) for key, inner in one.items()}
        if isinstance(one, list):
            return [plain(inner) for inner in one]
        if isinstance(one, float) and one.is_integer() and abs(one) < 2 ** 53:
            return int(one)
        return one
    return json.dumps(plain(value), sort_keys=True, ensure_ascii=True)


def json_or_none(text):
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class Call:
    """A call by name; `args` is None where the arguments do not parse."""

    def __init__(self, name, args, raw):
        self.name, self.args, self.raw = name, args, raw

    def key(self):
        return (self.name, self.raw.strip() if self.args is None else canonical(self.args))


def call_of_object(value):
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return None
    args = value.get("arguments", value.get("parameters"))
    if args is None:
        return None
    if isinstance(args, str):
        return Call(value["name"], json_or_none(args), args)
    return Call(value["name"], args, canonical(args))


def first_json(text):
    """The JSON value at the beginning of a text."""
    try:
        return json.JSONDecoder().raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None


WORDS = {"true": True, "false": False, "null": None}


def python_value(node):
    if isinstance(node, ast.Name) and node.id in WORDS:
        return WORDS[node.id]
    if isinstance(node, ast.List):
        return [python_value(one) for one in node.elts]
    if isinstance(node, ast.Dict):
        return {ast.literal_eval(key): python_value(one) for key, one in zip(node.keys, node.values)}
    return ast.literal_eval(node)


def end_of_call(text):
    """Behind the bracket that closes the first one, outside of quotes; -1: it does not close."""
    depth, quote, at = 0, "", 0
    while at < len(text):
        sign = text[at]
        if quote:
            if sign == "\\":
                at += 1
            elif sign == quote:
                quote = ""
        elif sign in "\"'":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return -1


def read_function(text):
    found = re.match(r"([\w.-]+)\(", text)
    if found is None:
        return None
    end = end_of_call(text)
    written = text.split("\n", 1)[0] if end == -1 else text[:end]
    inside = written[found.end():].rstrip(")")
    try:
        node = ast.parse("f" + written[len(found.group(1)):], mode="eval").body
        if not isinstance(node, ast.Call) or node.args or any(one.arg is None for one in node.keywords):
            return Call(found.group(1), None, inside)
        args = {one.arg: python_value(one.value) for one in node.keywords}
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return Call(found.group(1), None, inside)
    return Call(found.group(1), args, inside)


def read_json(text):
    return call_of_object(first_json(text)) if text.startswith("{") else None


def read_tags(text):
    found = re.search(r"<tool_call>(.*?)(?:</tool_call>|$)", text, re.S)
    return None if found is None else read_json(found.group(1).strip())


def read_labels(text):
    found = re.search(r"^Action:[ \t]*(.+?)[ \t]*\n+Action Input:[ \t]*(.*)", text, re.M | re.S)
    if found is None:
        return None
    raw = re.split(r"\n(?:Observation|Thought|Action):", found.group(2), maxsplit=1)[0].strip()
    return Call(found.group(1), json_or_none(raw), raw)


READERS = {"function": read_function, "json": read_json, "tags": read_tags, "labels": read_labels}
LOOKS_LIKE_CALL = {
    "function": re.compile(r"[\w.-]+\("),
    "json": re.compile(r"\{"),
    "tags": re.compile(r"[\s\S]*<tool_call"),
    "labels": re.compile(r"(?:[\s\S]*\n)?Action:"),
}


def any_form(text):
    """Free text may well be a call in one of the forms."""
    return read_tags(text) or read_labels(text) or read_json(text) or read_function(text.split("\n", 1)[0])


def given(call):
    """The failed or the right call of a variant."""
    if call is None or call.get("name") is None:
        return None
    return Call(call["name"], call.get("arguments"), call.get("raw_arguments") or "")


# Sorting answers

def sort_calls(calls, variant):
    """Of several calls in one answer a repeated one counts first, then the right one, then one that can be run."""
    failed, right = given(variant["failed"]), given(variant["right"])
    keys = [call.key() for call in calls]
    if failed is not None and failed.key() in keys:
        return "same-call"
    if right is not None and right.key() in keys:
        return "right-call"
    names = set(variant["tool_names"])
    return "other-call" if any(call.name in names and call.args is not None for call in calls) else "unusable-call"


def sort_text(text, variant):
    text = text.strip()
    if not text:
        return "words"
    style = variant["style"]
    if style == "as-written":
        call = any_form(text)
        for name, sort in (("failed", "same-call"), ("right", "right-call")):
            wanted = None if variant[name] is None else variant[name]["text"].strip()
            other = None if wanted is None else any_form(wanted)
            if text == wanted or (call is not None and other is not None and call.key() == other.key()):
                return sort
        if call is None:
            return "words"
        names = variant["tool_names"]
        return "other-call" if not names or call.name in names else "unusable-call"
    # An endpoint without native calls may write them in tags or as JSON, whatever the style of the page.
    styles = [style] if variant["form"] == "text" else ["tags", "json", style]
    for one in styles:
        call = READERS[one](text)
        if call is not None:
            return sort_calls([call], variant)
    return "unusable-call" if any(LOOKS_LIKE_CALL[one].match(text) for one in styles) else "words"


def sort_answer(message, variant):
    calls = message.get("tool_calls")
    if not calls and isinstance(message.get("function_call"), dict):
        calls = [{"function": message["function_call"]}]
    if not calls:
        content = message.get("content")
        if isinstance(content, list):
            content = "\n".join(part.get("text") or "" for part in content if isinstance(part, dict))
        return sort_text(content if isinstance(content, str) else "", variant)
    read = []
    for call in calls if isinstance(calls, list) else []:
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            continue
        raw = function.get("arguments")
        args = raw if isinstance(raw, dict) else json_or_none(raw) if isinstance(raw, str) else None
        read.append(Call(function["name"], args, raw if isinstance(raw, str) else ""))
    return sort_calls(read, variant)


# Asking

class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key goes to the address that was given and to no other."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def body_of(variant, options):
    body = {"model": options.model, "messages": variant["messages"], "max_tokens": options.max_tokens}
    if options.temperature is not None:
        body["temperature"] = options.temperature
    if variant["form"] == "native":
        # Many endpoints take calls in messages only together with tools. Of tools whose description the log
        # does not hold, only the names are known.
        body["tools"] = variant["tools"] or [
            {"type": "function", "function": {"name": name, "parameters": {"type": "object"}}}
            for name in variant["tool_names"]
        ]
    return body


def wait_before(attempt, headers, options):
    asked = headers.get("Retry-After") if headers is not None else None
    try:
        seconds = float(asked)
    except (TypeError, ValueError):
        seconds = options.backoff * 2 ** attempt * (0.75 + random.random() / 2)
    time.sleep(max(0.0, min(seconds, LONGEST_WAIT_SECONDS)))


def ask(variant, options):
    """The message of one answer, or None and why there is none."""
    request = urllib.request.Request(
        options.base_url.rstrip("/") + "/chat/completions",
        data=json.dumps(body_of(variant, options)).encode("utf-8"),
        headers={"Content-Type": "application/json"},
    )
    if options.key:
        request.add_header("Authorization", "Bearer " + options.key)
    why = ""
    for attempt in range(options.retries + 1):
        headers = None
        try:
            with OPENER.open(request, timeout=options.timeout) as response:
                answer = json.loads(response.read().decode("utf-8"))
            message = answer["choices"][0]["message"]
            if not isinstance(message, dict):
                raise TypeError("the message is no object")
            return message, ""
        except urllib.error.HTTPError as error:
            text = error.read(2000).decode("utf-8", "replace")
            why, headers = "HTTP %d" % error.code, error.headers
            if error.code not in (408, 409, 425, 429) and error.code < 500:
                raise Stop("The endpoint refused the request: HTTP %d\n%s" % (error.code, text), 3)
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            why = "no connection: %s" % getattr(error, "reason", error)
        except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
            why = "the answer cannot be read: %s" % error
        if attempt < options.retries:
            wait_before(attempt, headers, options)
    return None, why


# Files

def read_variants(path):
    try:
        with open(path, "rb") as file:
            data = file.read()
        variants = [json.loads(line) for line in data.decode("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise Stop("The variants cannot be read: %s" % error, 2)
    for variant in variants:
        if not isinstance(variant, dict) or variant.get("kit") != KIT_KIND:
            raise Stop("This is not a file of variants from the page.", 2)
        if variant.get("version") != VERSION:
            raise Stop("This script reads version %d of the variants: take script and variants from one page." % VERSION, 2)
    if not variants:
        raise Stop("The file of variants is empty.", 2)
    return variants, hashlib.sha256(data).hexdigest()


def read_done(path, head):
    """Samples of a run that was stopped: {variant id: {sample number: sort}}."""
    done = {}
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return done
    if not lines:
        return done
    if json_or_none(lines[0]) != head:
        raise Stop("%s belongs to a run with other settings. Move it away, or choose another --out." % path, 2)
    for line in lines[1:]:
        one = json_or_none(line)
        # The last line may have been cut off.
        if isinstance(one, dict) and one.get("next") in SORTS:
            done.setdefault(one.get("id"), {})[one.get("sample")] = one["next"]
    return done


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")


def write_result(path, head, variants, done, failed, started, is_complete):
    def counts(variant):
        sorts = list(done.get(variant["id"], {}).values())
        return {sort: sorts.count(sort) for sort in SORTS}
    result = {
        "kind": RESULT_KIND, "version": VERSION, "variantsSha256": head["variantsSha256"],
        "model": head["model"][:300], "host": head["host"][:300], "temperature": head["temperature"],
        "samplesPerVariant": head["samples"], "startedAt": started, "finishedAt": now(), "isComplete": is_complete,
        "variants": [
            {"id": one["id"], "way": one["way"], "wording": one["wording"], "counts": counts(one),
             "failed": failed.get(one["id"], 0)} for one in variants],
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=2)
        file.write("\n")


# The run

def options_of(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("variants", help="the JSONL file saved from the page")
    parser.add_argument("--base-url", required=True, help="address of the endpoint, up to and with /v1")
    parser.add_argument("--model", required=True)
    parser.add_argument("--api-key-env", default="OPENAI_API_KEY", help="environment variable that holds the key; none is sent if it is empty")
    parser.add_argument("--samples", type=int, default=20, help="answers for each variant")
    parser.add_argument("--temperature", type=float, default=None, help="left to the endpoint unless given")
    parser.add_argument("--max-tokens", type=int, default=512)
    parser.add_argument("--timeout", type=float, default=120, help="seconds to wait for one answer")
    parser.add_argument("--retries", type=int, default=5)
    parser.add_argument("--backoff", type=float, default=1, help="seconds before the first retry, doubled for each further one")
    parser.add_argument("--out", default="result.json")
    parser.add_argument("--ways", default="", help="only these ways, with commas between")
    parser.add_argument("--dry-run", action="store_true", help="say what would be sent, and send nothing")
    parser.add_argument("--yes", action="store_true", help="do not ask before sending")
    options = parser.parse_args(arguments)
    options.key = os.environ.get(options.api_key_env, "")
    if options.samples < 1 or options.retries < 0:
        raise Stop("--samples must be 1 or more, --retries 0 or more.", 2)
    address = urllib.parse.urlsplit(options.base_url)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise Stop("--base-url must begin with http:// or https:// and name a host.", 2)
    options.host = address.hostname + (":%d" % address.port if address.port else "")
    return options


def announce(variants, options, open_count):
    sizes = [len(json.dumps(body_of(one, options))) for one in variants]
    print("To:        %s/chat/completions" % options.base_url.rstrip("/"))
    print("Model:     %s" % options.model)
    print("Key:       %s" % ("from " + options.api_key_env if options.key else "none (%s is empty)" % options.api_key_env))
    print("Variants:  %d, of the ways %s" % (len(variants), ", ".join(dict.fromkeys(one["way"] for one in variants))))
    print("Requests:  %d still to send (%d for each variant)" % (open_count, options.samples))
    print("Each:      %d to %d bytes: the messages of your log up to the failed call, and the names of its tools" % (min(sizes), max(sizes)))
    if variants[0]["form"] == "native" and not variants[0]["tools"]:
        print("Tools:     the log does not hold their descriptions; only their names are sent: %s" % ", ".join(variants[0]["tool_names"]))
    sys.stdout.flush()


def run(arguments):
    options = options_of(arguments)
    variants, sha256 = read_variants(options.variants)
    wanted = [way for way in options.ways.split(",") if way]
    variants = [one for one in variants if not wanted or one["way"] in wanted]
    if not variants:
        raise Stop("No variant is of these ways.", 2)
    head = {"variantsSha256": sha256, "model": options.model, "host": options.host,
            "temperature": options.temperature, "samples": options.samples}
    partial = options.out + ".partial.jsonl"
    done = read_done(partial, head)
    open_samples = [(one, sample) for sample in range(options.samples) for one in variants
                    if sample not in done.get(one["id"], {})]
    announce(variants, options, len(open_samples))
    if options.dry_run:
        print("Nothing was sent.")
        return 0
    if not options.yes:
        if not sys.stdin.isatty():
            raise Stop("Say --yes to send without being asked.", 2)
        if input("Send? [y/N] ").strip().lower() not in ("y", "yes"):
            print("Nothing was sent.")
            return 0
    is_new = not os.path.exists(partial) or os.path.getsize(partial) == 0
    started, failed, in_a_row, status, sentence = now(), {}, 0, 0, ""
    with open(partial, "a", encoding="utf-8") as file:
        # A line that was cut off stays by itself.
        file.write((json.dumps(head) if is_new else "") + "\n")
        try:
            for count, (variant, sample) in enumerate(open_samples, 1):
                message, why = ask(variant, options)
                if message is None:
                    failed[variant["id"]] = failed.get(variant["id"], 0) + 1
                    in_a_row += 1
                    print("%s, sample %d: given up (%s)" % (variant["id"], sample + 1, why), file=sys.stderr)
                    if in_a_row >= GIVE_UP_AFTER:
                        raise Stop("The endpoint does not answer: %s" % why, 3)
                    continue
                in_a_row = 0
                sort = sort_answer(message, variant)
                done.setdefault(variant["id"], {})[sample] = sort
                file.write(json.dumps({"id": variant["id"], "sample": sample, "next": sort}) + "\n")
                file.flush()
                print("%d of %d  %s: %s" % (count, len(open_samples), variant["id"], sort))
        except Stop as stop:
            status, sentence = stop.status, str(stop)
        except KeyboardInterrupt:
            status, sentence = 130, "Stopped."
    has_any = any(done.values())
    if failed and status == 0:
        status = 3
    is_complete = status == 0
    if has_any:
        write_result(options.out, head, variants, done, failed, started, is_complete)
    if sentence:
        print(sentence, file=sys.stderr)
    if has_any:
        print("%s written%s." % (options.out, "" if is_complete else "; not complete: the same command goes on where it stopped"))
    if is_complete:
        os.remove(partial)
    return status


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:]))
    except Stop as stopped:
        print(stopped, file=sys.stderr)
        sys.exit(stopped.status)
