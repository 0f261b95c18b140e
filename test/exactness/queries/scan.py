"""Which pages have what is looked for, by google-re2: an engine and a language that the project does not use.

Reads JSON lines from standard input: first {"pages": [{"url", "source", "ranges": {scope: [[start, end], …]}}, …]},
ranges counting characters; then for each leaf {"near": null, "needles": [needle]} or
{"near": within, "left": [needle, …], "right": [needle, …]} with needle {"re", "is_text", "scope"}.
Writes for each leaf one JSON list of the numbers of the pages that have it.
"""

import json
import sys

import re2

options = re2.Options()
options.never_nl = False
options.log_errors = False
options.max_mem = 256 << 20


def compiled(needle):
    return re2.compile(needle["re"], options)


def parts(page, scope):
    if scope == "url":
        return [(page["url"], 0)]
    if scope == "body":
        return [(page["source"], 0)]
    return [(page["source"][start:end], start) for start, end in page["ranges"].get(scope, [])]


def has(page, needle, pattern):
    return any(pattern.search(text) for text, _ in parts(page, needle["scope"]))


def matches(page, needle, pattern):
    """Starts and ends: of a text all, of a pattern those that do not overlap an earlier one."""
    for text, offset in parts(page, needle["scope"]):
        at = 0
        while True:
            found = pattern.search(text, at)
            if found is None:
                break
            yield offset + found.start(), offset + found.end()
            at = found.start() + 1 if needle["is_text"] else found.end()


def near(page, leaf, patterns):
    sides = []
    for side in ("left", "right"):
        spans = []
        for needle in leaf[side]:
            spans.extend(matches(page, needle, patterns[needle["re"]]))
        sides.append(spans)
    if len(sides[0]) * len(sides[1]) > 4_000_000:
        raise SystemExit("too many matches for a plain comparison of all pairs")
    return any(
        max(start_b - end_a, start_a - end_b) <= leaf["near"]
        for start_a, end_a in sides[0]
        for start_b, end_b in sides[1]
    )


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
