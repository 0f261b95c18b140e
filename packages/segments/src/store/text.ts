// How the parts of a document stand one behind the other: the layout that log and segments share. Each part is followed
// by two or three bytes 0xFF, which no UTF-8 holds, so that the next one begins at an even offset: a match never spans two
// parts.

const SEPARATOR = Uint8Array.of(0xff, 0xff, 0xff);

/** Length of the text of a document with these parts, separators included: even, and 0 if there are no parts. */
export function textBytes(parts: readonly Uint8Array[]): number {
  return parts.reduce((bytes, part) => bytes + part.length + separatorBytes(part), 0);
}

/** The text of a document, piece by piece: its parts and what separates them. */
export function* textChunks(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) {
    if (part.length > 0) yield part;
    yield SEPARATOR.subarray(0, separatorBytes(part));
  }
}

function separatorBytes(part: Uint8Array): number {
  return 2 + (part.length % 2);
}
