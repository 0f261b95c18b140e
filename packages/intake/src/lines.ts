import { StringDecoder } from 'node:string_decoder';

/** Longest line that can name a site: no URL that browsers and servers agree on is longer. */
export const MAX_LINE = 2_048;

/**
 * UTF-8 bytes as lines, without their ends (LF or CRLF). Memory stays bounded whatever comes: of a line that is too
 * long only its first 2,049 characters are given, which is enough for who reads it to refuse it.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))).split(
      '\n',
    );
    rest = (parts.pop() ?? '').slice(0, MAX_LINE + 1);
    for (const part of parts) yield line(part);
  }
  const last = rest + decoder.end();
  if (last !== '') yield line(last);
}

/** A line that is not blank, without white space around it; `line` counts from 1, blank ones too. */
interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/** The lines that are not blank. White space around them and a BOM are dropped. */
export async function* numberLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<NumberedLine, void, undefined> {
  let line = 0;
  for await (const raw of lines) {
    line += 1;
    // trim() drops a BOM too, as ECMAScript counts it as white space.
    const text = raw.trim();
    if (text !== '') yield { line, text };
  }
}

function line(text: string): string {
  return (text.endsWith('\r') ? text.slice(0, -1) : text).slice(0, MAX_LINE + 1);
}
