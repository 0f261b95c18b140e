"""Reads deliveries and a feed as JSON, and prints what the packages of Python say of them."""
import json
import sys

import feedparser
from lxml import etree
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

given = json.load(sys.stdin)


def verdict(delivery, secret):
    try:
        return Webhook(secret).verify(delivery["body"], delivery["headers"])
    except WebhookVerificationError as error:
        return str(error)


schema = etree.RelaxNG(etree.parse(sys.argv[1]))
tree = etree.fromstring(given["atom"].encode())
read = feedparser.parse(given["atom"].encode())
json.dump(
    {
        "verified": [[verdict(each, secret) for secret in given["secrets"]] for each in given["deliveries"]],
        "valid": schema.validate(tree),
        "faults": [str(fault) for fault in schema.error_log],
        "broken": schema.validate(etree.fromstring(given["atom"].replace("<id>", "<di>").replace("</id>", "</di>").encode())),
        "bozo": bool(read.bozo),
        "version": read.version,
        "title": read.feed.title,
        "entries": [{"id": e.id, "title": e.title, "link": e.get("link"), "updated": e.updated} for e in read.entries],
    },
    sys.stdout,
)
