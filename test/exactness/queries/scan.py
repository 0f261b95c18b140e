"""Which pages have what is looked for, by google-re2: an engine and a language that the project does not use.

Reads JSON lines from standard input: first {"pages": [{"source", "ranges": {scope: [[start, end], …]}, "texts": {scope: text}}, …]},
ranges counting characters of the source, texts those of the scopes that are not in it; then for each leaf {"near": null, "needles": [needle]} or
{"near": within, "left": [needle, …], "right": [needle, …]} with needle {"re", "is_text", "is_word", "scope"}.
Writes for each leaf one JSON list of the numbers of the pages that have it.
"""

import bisect
import json
import sys
import unicodedata

import re2

options = re2.Options()
options.never_nl = False
options.log_errors = False
options.max_mem = 256 << 20


def compiled(needle):
    return re2.compile(needle["re"], options)


def parts(page, scope):
    if scope in page["texts"]:
        return [(page["texts"][scope], 0)]
    if scope == "body":
        return [(page["source"], 0)]
    return [(page["source"][start:end], start) for start, end in page["ranges"].get(scope, [])]


def is_in_word(character):
    return unicodedata.category(character)[0] in "LN"


def stands_alone(page, needle, start, end):
    """Whether no letter or digit of the same part is right before or behind a match."""
    for text, offset in parts(page, needle["scope"]):
        if offset <= start and end <= offset + len(text):
            before = text[start - offset - 1] if start > offset else " "
            behind = text[end - offset] if end < offset + len(text) else " "
            return not is_in_word(before) and not is_in_word(behind)
    return False


def has(page, needle, pattern):
    if needle["is_word"]:
        return any(True for _ in matches(page, needle, pattern))
    return any(pattern.search(text) for text, _ in parts(page, needle["scope"]))


def matches(page, needle, pattern):
    """Starts and ends: of a text all, of a pattern those that do not overlap an earlier one."""
    for text, offset in parts(page, needle["scope"]):
        # In bytes, since a text would be encoded anew for each search.
        data = text.encode()
        at, known, characters = 0, 0, offset
        while True:
            found = pattern.search(data, at)
            if found is None:
                break
            characters += len(data[known : found.start()].decode())
            known = found.start()
            end = characters + len(found.group().decode())
            if not needle["is_word"] or stands_alone(page, needle, characters, end):
                yield characters, end
            if needle["is_text"]:
                at = found.start() + len(data[found.start() : found.start() + 4].decode(errors="ignore")[0].encode())
            else:
                at = found.end()


def near(page, leaf, patterns):
    of_left, of_right = ({text_of(page, needle) for needle in leaf[side]} for side in ("left", "right"))
    return any(near_in(text, page, leaf, patterns) for text in of_left & of_right)


def text_of(page, needle):
    """The text that a needle is looked for in: ranges are of the source."""
    scope = needle["scope"]
    return "body" if scope in page["ranges"] else scope


def near_in(text, page, leaf, patterns):
    sides = []
    for side in ("left", "right"):
        spans = []
        for needle in leaf[side]:
            if text_of(page, needle) == text:
                spans.extend(matches(page, needle, patterns[needle["re"]]))
        sides.append(spans)
    first, second = sides[0], sorted(sides[1])
    starts = [start for start, _ in second]
    longest = max((end - start for start, end in second), default=0)
    within = leaf["near"]
    for start_a, end_a in first:
        # Those that begin further away on either side cannot be near.
        low = bisect.bisect_left(starts, start_a - within - longest)
        high = bisect.bisect_right(starts, end_a + within)
        for start_b, end_b in second[low:high]:
            # Two different matches are needed.
            is_same = (start_a, end_a) == (start_b, end_b)
            if not is_same and max(start_b - end_a, start_a - end_b) <= within:
                return True
    return False


def main():
    pages = json.loads(sys.stdin.readline())["pages"]
    for line in sys.stdin:
        leaf = json.loads(line)
        if leaf["near"] is None:
            needle = leaf["needles"][0]
            pattern = compiled(needle)
            found = [number for number, page in enumerate(pages) if has(page, needle, pattern)]
        else:
            patterns = {needle["re"]: compiled(needle) for needle in leaf["left"] + leaf["right"]}
            found = [number for number, page in enumerate(pages) if near(page, leaf, patterns)]
        print(json.dumps(found), flush=True)


main()
