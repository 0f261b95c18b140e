"""What the body of a request is made of: content of any size, which is read as it is sent."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Union, cast

#: Text or bytes; the path of a file; an open file; or an iterable, whose texts are lines and whose bytes are parts.
Content = Union[str, bytes, "os.PathLike[str]", BinaryIO, "Iterable[str]", "Iterable[bytes]"]

#: Bytes that are read at a time.
_PART = 2**16


def parts_of(content: Content, offset: int = 0) -> Iterator[bytes]:
    """The content as bytes from an offset on, a part at a time."""
    for part in _parts(content):
        if offset < len(part):
            yield part[offset:]
        offset = max(0, offset - len(part))


def is_repeatable(content: Content) -> bool:
    """Whether the content can be read more than once."""
    return isinstance(content, (str, bytes, os.PathLike, Sequence))


def whole_lines_of(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The lines that parts make up, without their ends, each as soon as it has ended. What comes after the last end is left out."""
    pending: list[bytes] = []
    for part in parts:
        first, *others = part.split(b"\n")
        pending.append(first)
        if others:
            yield b"".join(pending)
            yield from others[:-1]
            pending = [others[-1]]


def _parts(content: Content) -> Iterator[bytes]:
    if isinstance(content, str):
        yield content.encode()
    elif isinstance(content, bytes):
        yield content
    elif isinstance(content, os.PathLike):
        with Path(content).open("rb") as file:
            yield from _parts_of_file(file)
    elif hasattr(content, "read"):
        yield from _parts_of_file(cast(BinaryIO, content))
    else:
        for part in content:
            yield part if isinstance(part, bytes) else f"{part}\n".encode()


def _parts_of_file(file: BinaryIO) -> Iterator[bytes]:
    while part := file.read(_PART):
        yield part
